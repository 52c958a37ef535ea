#include "results/match_list.h"

#include "results/match_filter.h"

/* The newest matches are reported, oldest first. So a first pass counts all of them. */
typedef struct {
    const dom_results_match_query *query;
    const dom_results_match_watch *watch;
    dom_store *store;
    dom_err *err;
    dom_store_tournament t;
    bool is_counting;
    uint64_t count, skip;
} match_lister;

/* Is the next one shown? */
static bool match_passes(match_lister *l)
{
    if (l->is_counting)
        l->count++;
    else if (l->skip > 0)
        l->skip--;
    else
        return true;
    return false;
}

/* ---- finished matches ------------------------------------------------------- */

typedef struct {
    const dom_results_match_query *query;
    const dom_store_tournament *t;
    dom_rc (*visit)(void *context, const dom_store_match *m);
    void *context;
} match_sieve;

static dom_results_filter filter_of(const dom_results_match_query *query, const char *tournament)
{
    return (dom_results_filter){
        .tournament = tournament, .variants = query->variants, .bots = query->bots};
}

bool dom_results_match_is_wanted(const dom_results_match_query *query,
                                 const dom_store_tournament *t, const dom_store_match *m)
{
    dom_results_filter filter = filter_of(query, t->name);
    return m->match >= query->from && (query->to == 0 || m->match <= query->to) &&
           (query->set == 0 || m->set == query->set) &&
           (query->end == DOM_FAULT_COUNT || m->end == query->end) &&
           dom_results_filter_variant(&filter, t->variants[m->variant].name) &&
           dom_results_filter_bots(&filter, t, m);
}

static dom_rc take_stored_match(void *context, const dom_store_match *m)
{
    match_sieve *w = context;
    return dom_results_match_is_wanted(w->query, w->t, m) ? w->visit(w->context, m) : DOM_OK;
}

dom_rc dom_results_match_query_check(const dom_results_match_query *query, const char *tournament,
                                     dom_store *store, dom_err *err)
{
    dom_results_filter filter = filter_of(query, tournament);
    return dom_results_filter_check(&filter, store, err);
}

dom_rc dom_results_match_each(dom_store *store, const dom_store_tournament *t,
                              const dom_results_match_query *query, bool with_decisions,
                              dom_rc (*visit)(void *context, const dom_store_match *m),
                              void *context, dom_err *err)
{
    match_sieve w = {.query = query, .t = t, .visit = visit, .context = context};
    return dom_store_match_each(store, t->id, query->from ? query->from : 1, query->to,
                                with_decisions, take_stored_match, &w, err);
}

/* ---- the newest of them ------------------------------------------------------- */

static dom_rc take_counted_match(void *context, const dom_store_match *m)
{
    uint64_t *count = context;
    (void)m;
    ++*count;
    return DOM_OK;
}

dom_rc dom_results_match_count(uint64_t *count, dom_store *store, const dom_store_tournament *t,
                               const dom_results_match_query *query, dom_err *err)
{
    return dom_results_match_each(store, t, query, false, take_counted_match, count, err);
}

uint64_t dom_results_match_older(const dom_results_match_query *query, uint64_t count)
{
    return count > query->limit ? count - query->limit : 0;
}

/* The matches that are left out, and the number of the first behind them. */
typedef struct {
    uint64_t skip, from;
} match_skipper;

static dom_rc take_skipped_match(void *context, const dom_store_match *m)
{
    match_skipper *s = context;
    if (s->skip > 0) {
        s->skip--;
        s->from = m->match + 1;
    }
    return DOM_OK;
}

dom_rc dom_results_match_skip(dom_results_match_query *query, uint64_t *skip, dom_store *store,
                              const dom_store_tournament *t, dom_err *err)
{
    match_skipper s = {.skip = *skip, .from = query->from};
    dom_rc rc = s.skip > 0
                    ? dom_results_match_each(store, t, query, false, take_skipped_match, &s, err)
                    : DOM_OK;
    query->from = s.from;
    *skip = s.skip;
    return rc;
}

/* ---- the list of them ----------------------------------------------------------- */

static dom_rc take_listed_match(void *context, const dom_store_match *m)
{
    match_lister *l = context;
    return match_passes(l) ? l->watch->on_match(l->watch->context, &l->t, m) : DOM_OK;
}

static dom_rc walk_finished(match_lister *l)
{
    return dom_results_match_each(l->store, &l->t, l->query, false, take_listed_match, l, l->err);
}

/* ---- matches that were started and are not finished ----------------------------- */

static dom_rc take_listed_start(void *context, uint64_t match, uint32_t starts)
{
    match_lister *l = context;
    const dom_results_match_query *q = l->query;
    if (match < q->from || (q->to && match > q->to))
        return DOM_OK;
    return match_passes(l) ? l->watch->on_start(l->watch->context, &l->t, match, starts) : DOM_OK;
}

static dom_rc walk_open(match_lister *l)
{
    return dom_store_match_starts(l->store, l->t.id, take_listed_start, l, l->err);
}

/* ---- both ------------------------------------------------------------------------ */

static dom_rc walk_twice(match_lister *l)
{
    dom_rc (*walk)(match_lister *) = l->query->is_open ? walk_open : walk_finished;
    l->is_counting = true;
    dom_rc rc = walk(l);
    l->is_counting = false;
    l->skip = dom_results_match_older(l->query, l->count);
    if (rc == DOM_OK)
        l->watch->on_count(l->watch->context, &l->t, l->count, l->skip > 0);
    return rc == DOM_OK ? walk(l) : rc;
}

/* What is counted is what is listed. */
static dom_rc list_matches(match_lister *l)
{
    dom_rc rc = dom_results_match_query_check(l->query, l->t.name, l->store, l->err);
    if (rc == DOM_OK)
        rc = dom_store_read_begin(l->store, l->err);
    if (rc != DOM_OK)
        return rc;
    rc = walk_twice(l);
    dom_store_read_end(l->store);
    return rc;
}

dom_rc dom_results_match_list(dom_store *store, const dom_results_match_query *query,
                              const dom_results_match_watch *watch, dom_err *err)
{
    match_lister l = {.query = query, .watch = watch, .store = store, .err = err};
    dom_rc rc = dom_store_tournament_find(store, query->tournament, &l.t, err);
    if (rc != DOM_OK)
        return rc;
    rc = list_matches(&l);
    dom_store_tournament_free(&l.t);
    return rc;
}
