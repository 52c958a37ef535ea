/* Chooses the bot that is checked and the variants that it plays. */
#include "conformance_internal.h"

#include "base/text.h"
#include "config/variant_lookup.h"
#include "results/named_versions.h"
#include "rules/match.h"

#include <stdio.h>
#include <string.h>

/* Adds a variant to the last group, or to a new one if that is full. Variants come with a growing
 * number of bots. */
static dom_rc add_variant(dom_conformance_check_run *run, const dom_variant *v)
{
    dom_conformance_candidate *c = &run->candidate;
    /* In team games a bot is its own partner, so a table takes one bot per team. */
    int32_t bots = dom_side_count(&v->options);
    if (c->variant_count == DOM_CONFORMANCE_GROUPS_MAX * DOM_CORE_VARIANTS_MAX)
        return dom_err_set(run->err, DOM_E_LIMIT, "more variants than a check can group");
    if (c->variant_count == 0)
        c->first_bots = bots;
    dom_conformance_group *g = &c->groups[c->variant_count++ / DOM_CORE_VARIANTS_MAX];
    g->bots = bots;
    return dom_strings_add(&g->variants, v->name) ? DOM_OK : dom_err_no_memory(run->err);
}

/* Remarks on names of variants that the arena does not have, because a misspelt variant would not
 * be checked. It is no failure: the name may be that of a variant which a tournament file defines.
 * */
static void remark_unknown(const dom_conformance_check_run *run, const dom_bots_resolved *bot)
{
    const dom_bots_manifest *m = &bot->manifest;
    dom_variant v;
    for (size_t i = 0; i < m->variants.count; i++)
        if (dom_variant_find(&v, m->variants.item[i], NULL) != DOM_OK)
            dom_bots_remark(&run->candidate.places,
                            "%s: %s:%d: variants: there is no variant '%s'%s; it is not tried",
                            bot->name, DOM_BOTS_MANIFEST_FILE, m->variants_line,
                            m->variants.item[i], dom_config_variant_hint(m->variants.item[i]).text);
}

/* Checks that the variants of --variant exist and that the bot plays them. */
static dom_rc check_wanted(const dom_conformance_check_run *run, const dom_bots_resolved *bot)
{
    const dom_strings *wanted = run->spec->variants;
    dom_variant v;
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < wanted->count; i++) {
        rc = dom_config_variant_find(&v, "--variant", wanted->item[i], run->err);
        if (rc == DOM_OK && !dom_bots_manifest_plays(&bot->manifest, &v))
            rc = dom_err_set(run->err, DOM_E_CONFIG,
                             "--variant: bot '%s' does not play %s; its %s lists its variants",
                             bot->name, v.name, DOM_BOTS_MANIFEST_FILE);
    }
    return rc;
}

/* Chooses the variants that the bot plays; those whose tables take the fewest bots come first. */
static dom_rc take_variants(dom_conformance_check_run *run, const dom_bots_resolved *bot)
{
    const dom_strings *wanted = run->spec->variants;
    dom_rc rc = check_wanted(run, bot);
    for (int32_t bots = 2; bots <= DOM_SEATS_MAX; bots++)
        for (size_t i = 0; rc == DOM_OK && i < dom_variant_count(); i++) {
            dom_variant v = dom_variant_at(i);
            if (dom_side_count(&v.options) == bots && dom_strings_want(wanted, v.name) &&
                dom_bots_manifest_plays(&bot->manifest, &v))
                rc = add_variant(run, &v);
        }
    if (rc == DOM_OK && run->candidate.variant_count == 0)
        rc = dom_err_set(run->err, DOM_E_CONFIG,
                         "%s: its %s names no variant that this arena has; to list them: "
                         "domino-arena variants",
                         bot->name, DOM_BOTS_MANIFEST_FILE);
    if (rc == DOM_OK && wanted->count == 0)
        remark_unknown(run, bot);
    return rc;
}

/* Notes NAME@VERSION of the bot. Every tournament looks the bot up again, and by this word it finds
 * the same version. */
static void set_word(dom_conformance_candidate *c, const dom_bots_resolved *bot)
{
    const char *copy = strchr(bot->name, '#');
    (void)snprintf(c->word, sizeof c->word, "%s@%s%s", bot->kept_as, bot->snapshot.version,
                   copy ? copy : "");
}

/* Returns the places where the bot is looked up. The snapshot of a folder is made in the temporary
 * data folder; a name means a bot of the caller's home. */
static dom_bots_places places_for(const dom_conformance_check_run *run, const char *word)
{
    const dom_home *home = dom_bots_word_is_folder(word) ? &run->room.at.home : run->spec->home;
    dom_bots_places places = dom_results_places_of(home, run->spec->listener);
    places.logs = run->room.at.logs;
    return places;
}

dom_rc dom_conformance_take_candidate(dom_conformance_check_run *run)
{
    const char *word = run->spec->bot;
    dom_bots_resolved bot;
    dom_bots_context context = {
        .places = &run->candidate.places, .where = "check", .shown = run->spec->shown};
    run->candidate.places = places_for(run, word);
    dom_rc rc = dom_bots_resolve(&bot, &context, word, run->err);
    if (rc != DOM_OK)
        return rc;
    dom_text_copy(run->report->bot, sizeof run->report->bot, bot.name);
    dom_text_copy(run->report->version, sizeof run->report->version, bot.snapshot.version);
    set_word(&run->candidate, &bot);
    rc = take_variants(run, &bot);
    dom_bots_resolved_clear(&bot);
    return rc;
}

void dom_conformance_clear_candidate(dom_conformance_candidate *c)
{
    for (size_t i = 0; i < DOM_CONFORMANCE_GROUPS_MAX; i++)
        dom_strings_clear(&c->groups[i].variants);
}
