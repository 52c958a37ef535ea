#include "results/deals_again.h"

#include "base/number_ranges.h"
#include "base/text.h"
#include "config/stored_config.h"
#include "results/match_reader.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const dom_results_deals_query *query;
    dom_results_deals *out;
    const dom_store_tournament *t;
    int variant;                  /* number in the tournament; -1: not known yet            */
    const dom_store_stage *stage; /* of the first of them; NULL: none yet                       */
    dom_number_ranges ranges;
    uint64_t last; /* set that was taken last                                              */
} deal_search;

static dom_rc find_variant(deal_search *s, dom_err *err)
{
    const char *name = s->query->variant;
    s->variant = -1;
    for (int i = 0; name && i < s->t->variant_count; i++)
        if (strcmp(s->t->variants[i].name, name) == 0)
            s->variant = i;
    if (name == NULL && s->query->set == 0) {
        if (s->t->variant_count > 1)
            return dom_err_set(err, DOM_E_CONFIG,
                               "'%s' has several variants; allowed: --variant with one of them, "
                               "such as %s",
                               s->t->name, s->t->variants[0].name);
        s->variant = 0;
    }
    if (name && s->variant < 0)
        return dom_err_set(err, DOM_E_CONFIG, "--variant: '%s' did not play %.40s", s->t->name,
                           name);
    return DOM_OK;
}

/* Returns whether the deals of a set follow from the same secret and name as those before. */
static bool has_same_source(const deal_search *s, const dom_store_stage *stage,
                            const dom_config_deals *deals)
{
    return memcmp(stage->secret, s->stage->secret, sizeof stage->secret) == 0 &&
           strcmp(deals->tournament, s->out->tournament) == 0;
}

/* Takes the set of a match. */
static dom_rc take_set(void *context, const dom_store_match *m)
{
    deal_search *s = context;
    bool is_wanted = (s->query->set == 0 || m->set == s->query->set) &&
                     (s->variant < 0 || m->variant == (uint32_t)s->variant) && m->set != s->last;
    if (!is_wanted)
        return DOM_OK;
    s->last = m->set;
    const dom_store_stage *stage = dom_results_stage_of(s->t, m->set);
    dom_config_deals deals = dom_config_deals_of(s->t, (uint32_t)m->set);
    if (s->stage && !has_same_source(s, stage, &deals)) {
        s->out->left_out++;
        return DOM_OK;
    }
    s->stage = stage;
    s->out->variant = s->t->variants[m->variant];
    dom_text_copy(s->out->tournament, sizeof s->out->tournament, deals.tournament);
    dom_number_ranges_add(&s->ranges, deals.set);
    s->out->count++;
    return DOM_OK;
}

static dom_rc check_found(const deal_search *s, dom_err *err)
{
    if (s->out->count == 0 && s->query->set)
        return dom_err_set(err, DOM_E_CONFIG, "'%s' has not played set %u%s%.40s", s->t->name,
                           s->query->set, s->query->variant ? " of " : "",
                           s->query->variant ? s->query->variant : "");
    if (s->out->count == 0)
        return dom_err_set(err, DOM_E_CONFIG, "'%s' has not played anything yet", s->t->name);
    if (s->stage->finished_ms == 0 && !s->t->is_reproducible)
        return dom_err_set(err, DOM_E_CONFIG,
                           "'%s' is not finished, so its deals are still secret; allowed: a "
                           "finished tournament (domino-arena close %s ends it)",
                           s->t->name, s->t->name);
    return DOM_OK;
}

static dom_rc read_sets(deal_search *s, dom_store *store, dom_err *err)
{
    size_t size;
    dom_rc rc = find_variant(s, err);
    if (rc != DOM_OK)
        return rc;
    s->ranges.out = open_memstream(&s->out->sets, &size);
    if (s->ranges.out == NULL)
        return dom_err_no_memory(err);
    rc = dom_store_match_each(store, s->t->id, 1, 0, false, take_set, s, err);
    dom_number_ranges_end(&s->ranges);
    if (fclose(s->ranges.out) != 0 && rc == DOM_OK)
        rc = dom_err_no_memory(err);
    if (rc == DOM_OK)
        rc = check_found(s, err);
    if (rc == DOM_OK)
        s->out->secret = dom_results_secret_of(s->stage);
    return rc;
}

dom_rc dom_results_deals_read(dom_results_deals *out, const dom_results_deals_query *query,
                              dom_store *store, dom_err *err)
{
    dom_store_tournament t;
    deal_search s = {.query = query, .out = out, .t = &t};
    *out = (dom_results_deals){.count = 0};
    dom_rc rc = dom_store_tournament_find(store, query->tournament, &t, err);
    if (rc != DOM_OK)
        return rc;
    rc = read_sets(&s, store, err);
    dom_store_tournament_free(&t);
    return rc;
}

void dom_results_deals_clear(dom_results_deals *deals)
{
    free(deals->sets);
    dom_deal_secret_clear(&deals->secret);
    *deals = (dom_results_deals){.count = 0};
}
