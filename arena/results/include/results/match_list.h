/* results/match_list.h - finds the matches that pass a filter, and lists the newest of a
 * tournament. */
#ifndef DOM_RESULTS_MATCH_LIST_H
#define DOM_RESULTS_MATCH_LIST_H

#include "base/string_list.h"
#include "store/store.h"

typedef struct {
    const char *tournament;      /* NULL: the newest                            */
    const dom_strings *variants; /* one of them; empty: any                     */
    const dom_strings *bots;     /* all of them played in it; empty: any        */
    dom_fault end;               /* how it ended; DOM_FAULT_COUNT: in any way   */
    uint64_t set;                /* of this duplicate set; 0: any               */
    uint64_t from, to;           /* numbers of matches; 0: from the first, to the last */
    uint64_t limit;              /* the newest so many                          */
    bool is_open; /* started but unfinished matches instead; only from, to and limit apply then */
} dom_results_match_query;

/* First on_count is called, then on_match or on_start for each match within the limit, oldest
 * first. Any result but DOM_OK ends the list and is returned. */
typedef struct {
    void *context;
    /* is_cut: there are more than the limit allows. */
    void (*on_count)(void *context, const dom_store_tournament *t, uint64_t count, bool is_cut);
    dom_rc (*on_match)(void *context, const dom_store_tournament *t, const dom_store_match *m);
    /* For an open match, with the number of its starts. */
    dom_rc (*on_start)(void *context, const dom_store_tournament *t, uint64_t match,
                       uint32_t starts);
} dom_results_match_watch;

/* Checks that the variants and bots of the query exist in `tournament`, or in any if it is NULL.
 * Returns DOM_OK, or DOM_E_ABSENT with the first name that does not exist; or an error of the
 * store. */
dom_rc dom_results_match_query_check(const dom_results_match_query *query, const char *tournament,
                                     dom_store *store, dom_err *err);

/* Returns true if a finished match of `t` passes the query, whose tournament, limit and is_open
 * play no part. */
bool dom_results_match_is_wanted(const dom_results_match_query *query,
                                 const dom_store_tournament *t, const dom_store_match *m);

/* Visits the finished matches of `t` that pass the query, in the order of their numbers. The
 * query's tournament, limit and is_open play no part.
 *
 * with_decisions  as in dom_store_match_each, whose errors are returned */
dom_rc dom_results_match_each(dom_store *store, const dom_store_tournament *t,
                              const dom_results_match_query *query, bool with_decisions,
                              dom_rc (*visit)(void *context, const dom_store_match *m),
                              void *context, dom_err *err);

/* For a limit, in one read transaction with dom_results_match_each:
 *
 *     dom_results_match_count(&count, store, t, &query, err)       adds those of each tournament
 *     uint64_t skip = dom_results_match_older(&query, count);
 *     dom_results_match_skip(&query, &skip, store, t, err)         before the visit of each one
 *
 * The first adds the number of matches that pass to *count. The second returns how many of so many
 * the limit leaves out. The third begins the query behind the oldest *skip matches of `t` that
 * pass, or behind its last one, and lowers *skip by their number. Both return DOM_OK or an error of
 * the store. */
dom_rc dom_results_match_count(uint64_t *count, dom_store *store, const dom_store_tournament *t,
                               const dom_results_match_query *query, dom_err *err);
uint64_t dom_results_match_older(const dom_results_match_query *query, uint64_t count);
dom_rc dom_results_match_skip(dom_results_match_query *query, uint64_t *skip, dom_store *store,
                              const dom_store_tournament *t, dom_err *err);

/* Lists the matches. Returns DOM_OK; DOM_E_ABSENT if there is no such tournament, or if it has no
 * such variant or bot; or an error of the store. */
dom_rc dom_results_match_list(dom_store *store, const dom_results_match_query *query,
                              const dom_results_match_watch *watch, dom_err *err);

#endif
