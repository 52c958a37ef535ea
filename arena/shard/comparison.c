#include "shard/comparison.h"

#include "base/text.h"

#include <stdlib.h>

static dom_rc take_match(void *context, const dom_store_match *m)
{
    dom_results_sprt_add(context, m);
    return DOM_OK;
}

/* Makes as much of the tournament as the test and its output need. */
static dom_core_tournament *tournament_of(const dom_shard_plan *plan, const dom_store_tournament *t)
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
    out->variants[0] = t->variants[0];
    out->bot_count = t->bot_count;
    for (int i = 0; i < t->bot_count; i++) {
        dom_text_copy(out->bots[i].name, sizeof out->bots[i].name, t->bots[i].name);
        dom_text_copy(out->bots[i].version, sizeof out->bots[i].version, t->bots[i].version);
    }
    out->compares = true;
    out->compared = plan->compared;
    out->sets = plan->sets_most;
    return out;
}

dom_rc dom_shard_comparison_read(dom_shard_comparison *out, const dom_shard_plan *plan,
                                 const dom_store_tournament *t, dom_store *store, dom_err *err)
{
    *out = (dom_shard_comparison){.tournament = tournament_of(plan, t)};
    if (out->tournament == NULL)
        return dom_err_no_memory(err);
    dom_rc rc = dom_results_sprt_begin(&out->test, &t->variants[0].options, &plan->compared,
                                       plan->sets_most, err);
    return rc == DOM_OK
               ? dom_store_match_each(store, t->id, 1, 0, false, take_match, &out->test, err)
               : rc;
}

void dom_shard_comparison_clear(dom_shard_comparison *comparison)
{
    if (comparison->tournament) {
        dom_results_sprt_free(&comparison->test);
        free(comparison->tournament->bots);
    }
    free(comparison->tournament);
    comparison->tournament = NULL;
}
