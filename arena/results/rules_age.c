#include "results/rules_age.h"

#include <stdio.h>
#include <string.h>

bool dom_results_rules_are_of(const dom_results_rules_use *use, const dom_variant *variant)
{
    return strcmp(use->name, variant->name) == 0 &&
           memcmp(&use->options, &variant->options, sizeof use->options) == 0;
}

/* Returns true if rules `a` are newer than rules `b`. If no tournament with either counts, the
 * later one in the array is newer. */
static bool is_newer(const dom_results_rules_use uses[], size_t a, size_t b)
{
    return uses[a].newest != uses[b].newest ? uses[a].newest > uses[b].newest : a > b;
}

unsigned dom_results_rules_age_of(const dom_results_rules_use uses[], size_t count, size_t index)
{
    const dom_results_rules_use *use = &uses[index];
    dom_variant today;
    bool is_named = dom_variant_find(&today, use->name, NULL) == DOM_OK;
    unsigned age = is_named;
    if (is_named && dom_results_rules_are_of(use, &today))
        return 0;
    for (size_t i = 0; i < count; i++) {
        bool is_today = is_named && dom_results_rules_are_of(&uses[i], &today);
        age += strcmp(uses[i].name, use->name) == 0 && !is_today && is_newer(uses, i, index);
    }
    return age;
}

dom_results_rules_mark dom_results_rules_mark_of(unsigned age)
{
    dom_results_rules_mark mark = {""};
    if (age == 1)
        (void)snprintf(mark.text, sizeof mark.text, " (earlier rules)");
    else if (age > 1)
        (void)snprintf(mark.text, sizeof mark.text, " (earlier rules %u)", age);
    return mark;
}
