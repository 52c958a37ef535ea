#include "results/fault_list.h"

#include "results/match_filter.h"
#include "results/match_reader.h"

#include <string.h>

/* The newest faults are reported, oldest first. So a first pass counts all of them. */
typedef struct {
    const dom_results_fault_query *query;
    const dom_results_fault_watch *watch;
    dom_results_filter named; /* all bots that the query names                 */
    dom_store *store;
    dom_err *err;
    const dom_store_tournament *t;
    bool is_counting;
    uint64_t count; /* of those wanted                                         */
    uint64_t skip;  /* older ones that are not told                            */
} fault_lister;

static bool chooses_matches(const dom_results_match_query *q)
{
    return q->variants->count > 0 || q->bots->count > 0 || q->end != DOM_FAULT_COUNT ||
           q->set > 0 || q->from > 0 || q->to > 0;
}

/* Whether the match of a fault passes the query. */
typedef struct {
    const fault_lister *lister;
    bool is_wanted;
} fault_match;

static dom_rc take_fault_match(void *context, const dom_store_match *m)
{
    fault_match *f = context;
    f->is_wanted = dom_results_match_is_wanted(&f->lister->query->matches, f->lister->t, m);
    return DOM_OK;
}

static dom_rc is_fault_wanted(const fault_lister *l, const dom_store_fault *f, bool *is_wanted)
{
    const dom_results_fault_query *q = l->query;
    fault_match match = {.lister = l};
    *is_wanted = q->bot == NULL || strcmp(l->t->bots[f->bot].name, q->bot) == 0;
    if (!*is_wanted || !chooses_matches(&q->matches))
        return DOM_OK;
    dom_rc rc = f->match ? dom_store_match_each(l->store, l->t->id, f->match, f->match, false,
                                                take_fault_match, &match, l->err)
                         : DOM_OK;
    *is_wanted = match.is_wanted;
    return rc;
}

static dom_rc tell_fault(const fault_lister *l, const dom_store_fault *f)
{
    dom_results_fault_report report;
    dom_rc rc = dom_results_fault_report_read(&report, l->store, l->t, f, l->err);
    if (rc == DOM_OK)
        rc = l->watch->on_fault(l->watch->context, &report);
    dom_results_fault_report_clear(&report);
    return rc;
}

static dom_rc take_listed_fault(void *context, const dom_store_fault *f)
{
    fault_lister *l = context;
    bool is_wanted;
    dom_rc rc = is_fault_wanted(l, f, &is_wanted);
    if (rc != DOM_OK || !is_wanted)
        return rc;
    if (l->is_counting)
        l->count++;
    else if (l->skip > 0)
        l->skip--;
    else
        rc = tell_fault(l, f);
    return rc;
}

static dom_rc take_fault_tournament(void *context, const dom_store_tournament *t)
{
    fault_lister *l = context;
    l->t = t;
    return dom_store_fault_each(l->store, t->id, take_listed_fault, l, l->err);
}

static dom_rc walk_faults_twice(fault_lister *l)
{
    const dom_results_match_query *q = &l->query->matches;
    l->is_counting = true;
    dom_rc rc =
        dom_results_each_tournament(l->store, q->tournament, take_fault_tournament, l, l->err);
    l->is_counting = false;
    l->skip = dom_results_match_older(q, l->count);
    if (rc != DOM_OK)
        return rc;
    l->watch->on_count(l->watch->context, l->count, q->limit);
    return dom_results_each_tournament(l->store, q->tournament, take_fault_tournament, l, l->err);
}

/* What is counted is what is told. */
static dom_rc list_faults(fault_lister *l)
{
    dom_rc rc = dom_results_filter_check(&l->named, l->store, l->err);
    if (rc == DOM_OK)
        rc = dom_store_read_begin(l->store, l->err);
    if (rc != DOM_OK)
        return rc;
    rc = walk_faults_twice(l);
    dom_store_read_end(l->store);
    return rc;
}

/* Adds `word`, if there is one, and the words to an empty list. */
static bool add_names(dom_strings *names, const dom_strings *words, const char *word)
{
    bool is_added = word == NULL || dom_strings_add(names, word);
    for (size_t i = 0; i < words->count && is_added; i++)
        is_added = dom_strings_add(names, words->item[i]);
    return is_added;
}

dom_rc dom_results_fault_list(dom_store *store, const dom_results_fault_query *query,
                              const dom_results_fault_watch *watch, dom_err *err)
{
    const dom_results_match_query *m = &query->matches;
    dom_strings bots = {0};
    fault_lister l = {
        .query = query,
        .watch = watch,
        .named = {.tournament = m->tournament, .variants = m->variants, .bots = &bots},
        .store = store,
        .err = err};
    dom_rc rc = add_names(&bots, m->bots, query->bot) ? list_faults(&l) : dom_err_no_memory(err);
    dom_strings_clear(&bots);
    return rc;
}
