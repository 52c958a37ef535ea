#include "results/fault_list.h"

#include "results/match_filter.h"
#include "results/match_reader.h"

#include <string.h>

/* The newest faults are reported, oldest first. So a first pass counts all of them. */
typedef struct {
    const dom_results_fault_query *query;
    const dom_results_fault_watch *watch;
    dom_results_filter filter;
    dom_store *store;
    dom_err *err;
    const dom_store_tournament *t;
    bool is_counting;
    uint64_t count; /* of those wanted                                         */
    uint64_t skip;  /* older ones that are not told                            */
} fault_lister;

/* Of a match, the variant that it was of. */
typedef struct {
    const dom_store_tournament *t;
    const char *variant;
} fault_variant;

static dom_rc take_fault_variant(void *context, const dom_store_match *m)
{
    fault_variant *v = context;
    v->variant = v->t->variants[m->variant].name;
    return DOM_OK;
}

static dom_rc is_fault_wanted(const fault_lister *l, const dom_store_fault *f, bool *is_wanted)
{
    const dom_results_fault_query *q = l->query;
    fault_variant v = {.t = l->t};
    *is_wanted = q->bot == NULL || strcmp(l->t->bots[f->bot].name, q->bot) == 0;
    if (!*is_wanted || q->variants->count == 0)
        return DOM_OK;
    dom_rc rc = f->match ? dom_store_match_each(l->store, l->t->id, f->match, f->match, false,
                                                take_fault_variant, &v, l->err)
                         : DOM_OK;
    *is_wanted = v.variant && dom_results_filter_variant(&l->filter, v.variant);
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
    const dom_results_fault_query *q = l->query;
    l->is_counting = true;
    dom_rc rc =
        dom_results_each_tournament(l->store, q->tournament, take_fault_tournament, l, l->err);
    l->is_counting = false;
    l->skip = l->count > q->limit ? l->count - q->limit : 0;
    if (rc != DOM_OK)
        return rc;
    l->watch->on_count(l->watch->context, l->count, q->limit);
    return dom_results_each_tournament(l->store, q->tournament, take_fault_tournament, l, l->err);
}

/* What is counted is what is told. */
static dom_rc list_faults(fault_lister *l)
{
    dom_rc rc = dom_results_filter_check(&l->filter, l->store, l->err);
    if (rc == DOM_OK)
        rc = dom_store_read_begin(l->store, l->err);
    if (rc != DOM_OK)
        return rc;
    rc = walk_faults_twice(l);
    dom_store_read_end(l->store);
    return rc;
}

dom_rc dom_results_fault_list(dom_store *store, const dom_results_fault_query *query,
                              const dom_results_fault_watch *watch, dom_err *err)
{
    dom_strings bots = {0};
    fault_lister l = {
        .query = query,
        .watch = watch,
        .filter = {.tournament = query->tournament, .variants = query->variants, .bots = &bots},
        .store = store,
        .err = err};
    if (query->bot && !dom_strings_add(&bots, query->bot))
        return dom_err_no_memory(err);
    dom_rc rc = list_faults(&l);
    dom_strings_clear(&bots);
    return rc;
}
