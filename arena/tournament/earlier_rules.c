#include "tournament/earlier_rules.h"

#include <stdio.h>
#include <string.h>

static const dom_variant *find_stored(const dom_store_tournament *old, const char *name)
{
    for (int i = 0; i < old->variant_count; i++)
        if (strcmp(old->variants[i].name, name) == 0)
            return &old->variants[i];
    return NULL;
}

/* The file gives only the name of the variant, so all stored options are kept. */
static void keep_named(dom_variant *now, const dom_variant *stored)
{
    now->options = stored->options;
    memcpy(now->base, stored->base, sizeof now->base);
}

/* Keeps the former value of each option in which the base was corrected. It does so if the file
 * has today's value and the stored tournament has the former one. */
static void keep_derived(dom_variant *now, const dom_variant *stored, const dom_options *base)
{
    dom_options before;
    if (!dom_variant_before(&before, stored->base))
        return;
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        const dom_option *option = dom_option_at(i);
        int32_t was = dom_option_get(&stored->options, option);
        bool is_todays = dom_option_get(&now->options, option) == dom_option_get(base, option);
        if (is_todays && was == dom_option_get(&before, option))
            dom_option_put(&now->options, option, was);
    }
}

/* Gives one variant its earlier options. Returns true if that changed any. */
static bool keep(dom_variant *now, const dom_variant *stored)
{
    dom_variant named;
    dom_options said = now->options;
    if (dom_variant_find(&named, now->name, NULL) == DOM_OK)
        keep_named(now, stored);
    else if (strcmp(now->base, stored->base) == 0 &&
             dom_variant_find(&named, now->base, NULL) == DOM_OK)
        keep_derived(now, stored, &named.options);
    return memcmp(&said, &now->options, sizeof said) != 0;
}

bool dom_tournament_keep_earlier_rules(dom_core_tournament *now, const dom_store_tournament *old,
                                       dom_strings *remarks)
{
    char line[400], names[150];
    dom_text text = dom_text_of(names, sizeof names);
    for (int i = 0; i < now->variant_count; i++) {
        const dom_variant *stored = find_stored(old, now->variants[i].name);
        if (stored == NULL || !keep(&now->variants[i], stored))
            continue;
        dom_text_add(&text, names[0] ? ", " : "");
        dom_text_add(&text, now->variants[i].name);
    }
    if (names[0] == '\0')
        return true;
    (void)snprintf(line, sizeof line,
                   "the rules of %s%s have changed since tournament '%s' began; it continues under "
                   "the earlier rules",
                   names, text.cut ? "..." : "", now->name);
    return dom_strings_add(remarks, line);
}
