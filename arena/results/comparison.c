#include "results/comparison.h"

#include "base/did_you_mean.h"
#include "base/text.h"
#include "results/match_reader.h"
#include "results/set_reader.h"
#include "rules/match.h"

#include <stdlib.h>
#include <string.h>

static void copy_bot(dom_core_entrant *to, const dom_store_bot *from)
{
    dom_text_copy(to->name, sizeof to->name, from->name);
    dom_text_copy(to->version, sizeof to->version, from->version);
}

/* Makes as much of the tournament as the test and its output need. */
static dom_core_tournament *tournament_of(const dom_store_tournament *t, int variant,
                                          const dom_core_compared *compared, uint32_t sets)
{
    dom_core_tournament *out = calloc(1, sizeof *out);
    if (out)
        out->bots = calloc(t->bot_count, sizeof *out->bots);
    if (out == NULL || out->bots == NULL) {
        free(out);
        return NULL;
    }
    dom_text_copy(out->name, sizeof out->name, t->name);
    out->variant_count = 1;
    out->variants[0] = t->variants[variant];
    out->bot_count = t->bot_count;
    for (int i = 0; i < t->bot_count; i++)
        copy_bot(&out->bots[i], &t->bots[i]);
    out->compares = true;
    out->compared = *compared;
    out->sets = sets;
    return out;
}

static dom_rc begin(dom_results_comparison *out, const dom_store_tournament *t, int variant,
                    const dom_core_compared *compared, uint32_t sets, dom_err *err)
{
    *out = (dom_results_comparison){.tournament = tournament_of(t, variant, compared, sets)};
    if (out->tournament == NULL)
        return dom_err_no_memory(err);
    return dom_results_sprt_begin(&out->test, &out->tournament->variants[0].options, compared, sets,
                                  err);
}

static dom_rc take_match(void *context, const dom_store_match *m)
{
    dom_results_sprt_add(context, m);
    return DOM_OK;
}

dom_rc dom_results_comparison_read(dom_results_comparison *out, const dom_store_tournament *t,
                                   const dom_core_compared *compared, uint32_t sets,
                                   dom_store *store, dom_err *err)
{
    dom_rc rc = begin(out, t, 0, compared, sets, err);
    return rc == DOM_OK
               ? dom_store_match_each(store, t->id, 1, 0, false, take_match, &out->test, err)
               : rc;
}

void dom_results_comparison_clear(dom_results_comparison *comparison)
{
    if (comparison->tournament) {
        dom_results_sprt_free(&comparison->test);
        free(comparison->tournament->bots);
    }
    free(comparison->tournament);
    comparison->tournament = NULL;
}

/* ---- two bots of any tournament -------------------------------------------------- */

/* The sets of two bots while they are read. */
typedef struct {
    dom_results_comparison *out;
    uint32_t bot[2]; /* their numbers in the tournament */
    uint32_t variant;
    bool is_compared; /* every set is theirs: they need not meet */
    uint32_t complete;
} pair_reader;

/* Returns true if the set is one of the two: each of them is a side. */
static bool is_of_pair(const pair_reader *r, const dom_results_set *set)
{
    const dom_store_match *m = set->match;
    if (set->variant != r->variant || r->is_compared)
        return set->variant == r->variant;
    bool is_first = m->seat[0].bot == r->bot[0];
    for (int seat = 0; seat < m->seats; seat++)
        if (m->seat[seat].bot != r->bot[is_first ? seat % 2 : 1 - seat % 2])
            return false;
    return true;
}

/* Adds the matches of a complete set, with the numbers that a comparison of the two alone has. */
static dom_rc take_pair_set(void *context, const dom_results_set *set)
{
    pair_reader *r = context;
    if (!is_of_pair(r, set))
        return DOM_OK;
    r->complete += set->is_complete;
    r->out->incomplete += !set->is_complete;
    for (int i = 0; set->is_complete && i < set->count; i++) {
        dom_store_match m = set->match[i];
        m.set = r->complete;
        for (int seat = 0; seat < m.seats && !r->is_compared; seat++)
            m.seat[seat].bot = m.seat[seat].bot == r->bot[1];
        dom_results_sprt_add(&r->out->test, &m);
    }
    return DOM_OK;
}

/* Finds the number of a variant by its name. Without a name the number stays as it is. */
static dom_rc find_variant(uint32_t *number, const dom_store_tournament *t, const char *word,
                           dom_err *err)
{
    dom_suggest near = dom_suggest_of(word ? word : "");
    if (word == NULL)
        return DOM_OK;
    for (uint32_t i = 0; i < t->variant_count; i++) {
        *number = i;
        if (strcmp(t->variants[i].name, word) == 0)
            return DOM_OK;
        dom_suggest_try(&near, t->variants[i].name);
    }
    return dom_err_set(err, DOM_E_ABSENT, "%s has no variant '%.40s'%s", t->name, word,
                       dom_suggest_hint(&near).text);
}

/* Returns true if the word is NAME or NAME@VERSION of the bot; a version may be cut short. */
static bool is_meant(const dom_store_bot *bot, const char *word)
{
    size_t name = strcspn(word, "@");
    const char *version = word[name] ? word + name + 1 : "";
    return strlen(bot->name) == name && strncmp(bot->name, word, name) == 0 &&
           strncmp(bot->version, version, strlen(version)) == 0;
}

/* Finds the number of a bot by its word. Of several versions a name means the one that came last.
 * Without a word the number stays as it is. */
static dom_rc find_bot(uint32_t *number, const dom_store_tournament *t, const char *word,
                       dom_err *err)
{
    dom_suggest near = dom_suggest_of(word ? word : "");
    if (word == NULL)
        return DOM_OK;
    for (uint32_t i = t->bot_count; i-- > 0;) {
        *number = i;
        if (is_meant(&t->bots[i], word))
            return DOM_OK;
        dom_suggest_try(&near, t->bots[i].name);
    }
    return dom_err_set(err, DOM_E_ABSENT, "%s has no bot '%.100s'%s", t->name, word,
                       dom_suggest_hint(&near).text);
}

/* Checks that the two and their variant are named if the tournament has more. */
static dom_rc check_pair(const dom_store_tournament *t, const dom_results_pair *pair, bool compares,
                         dom_err *err)
{
    if (pair->bot[0] == NULL && t->bot_count != 2 && !compares)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%s has %u bots, and two are tested; say which: compare A B --from %s",
                           t->name, (unsigned)t->bot_count, t->name);
    if (pair->variant == NULL && t->variant_count > 1)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%s has %u variants, and one is tested; say which: --variant V", t->name,
                           (unsigned)t->variant_count);
    return DOM_OK;
}

/* Finds the bots and checks that their sets can be tested. */
static dom_rc find_pair(pair_reader *r, const dom_store_tournament *t, const dom_results_pair *pair,
                        dom_err *err)
{
    dom_schedule_plan plan;
    dom_rc rc = dom_results_plan_of(t, &plan, err);
    bool compares = rc == DOM_OK && plan.kind == DOM_SCHEDULE_PLAN_COMPARE;
    if (rc == DOM_OK)
        rc = check_pair(t, pair, compares, err);
    for (uint32_t i = 0; rc == DOM_OK && i < 2; i++) {
        r->bot[i] = i;
        rc = find_bot(&r->bot[i], t, pair->bot[i], err);
    }
    if (rc == DOM_OK)
        rc = find_variant(&r->variant, t, pair->variant, err);
    if (rc != DOM_OK)
        return rc;
    r->is_compared = compares && r->bot[0] == 0 && r->bot[1] == 1;
    const dom_variant *variant = &t->variants[r->variant];
    if (r->bot[0] == r->bot[1])
        return dom_err_set(err, DOM_E_CONFIG, "both bots are %s; allowed: two bots of %s",
                           pair->bot[0], t->name);
    if (!r->is_compared && dom_side_count(&variant->options) > 2)
        return dom_err_set(err, DOM_E_CONFIG,
                           "at the tables of %s other bots sit, too; --from tests variants of two "
                           "seats or teams, and the two bots of a comparison",
                           variant->name);
    return DOM_OK;
}

dom_rc dom_results_comparison_of_pair(dom_results_comparison *out, const dom_store_tournament *t,
                                      const dom_results_pair *pair,
                                      const dom_core_compared *compared, uint32_t sets,
                                      dom_store *store, dom_err *err)
{
    pair_reader r = {.out = out};
    *out = (dom_results_comparison){.incomplete = 0};
    dom_rc rc = find_pair(&r, t, pair, err);
    if (rc == DOM_OK)
        rc = begin(out, t, (int)r.variant, compared, sets, err);
    if (rc != DOM_OK)
        return rc;
    for (int i = 0; i < 2; i++)
        copy_bot(&out->tournament->bots[i], &t->bots[r.bot[i]]);
    if (!r.is_compared)
        out->tournament->bot_count = 2;
    out->test.is_stored = true;
    rc = dom_results_set_each(store, &(dom_results_set_range){.of = t}, take_pair_set, &r, err);
    if (rc == DOM_OK && r.complete == 0)
        rc = dom_err_set(err, DOM_E_ABSENT, "%s has no complete set of %s and %s in %s", t->name,
                         out->tournament->bots[0].name, out->tournament->bots[1].name,
                         out->tournament->variants[0].name);
    return rc;
}
