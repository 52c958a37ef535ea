/* results/match_list.h - lists the newest matches of a tournament that pass a filter. */
#ifndef DOM_RESULTS_MATCH_LIST_H
#define DOM_RESULTS_MATCH_LIST_H

#include "base/string_list.h"
#include "store/store.h"

typedef struct {
    const char *tournament;      /* NULL: the newest                            */
    const dom_strings *variants; /* one of them; empty: any                     */
    const dom_strings *bots;     /* where all of them sat; empty: any           */
    dom_fault end;               /* ended so; DOM_FAULT_COUNT: in any way       */
    uint64_t set;                /* of this duplicate set; 0: any               */
    uint64_t from, to;           /* numbers of matches; 0: from the first, to the last */
    uint64_t limit;              /* at most so many, the newest                 */
    bool is_open; /* those that were begun and are not finished; only numbers and the limit count */
} dom_results_match_query;

/* Told in this order: how many there are, then each that is within the limit, oldest first. A
 * result but DOM_OK ends the list and is returned. */
typedef struct {
    void *context;
    /* is_cut: there are more than the limit allows. */
    void (*on_count)(void *context, const dom_store_tournament *t, uint64_t count, bool is_cut);
    dom_rc (*on_match)(void *context, const dom_store_tournament *t, const dom_store_match *m);
    /* Of open matches: so often it was started. */
    dom_rc (*on_start)(void *context, const dom_store_tournament *t, uint64_t match,
                       uint32_t starts);
} dom_results_match_watch;

/* Returns DOM_OK; DOM_E_ABSENT when there is no such tournament, or it has no such variant or bot;
 * or as the store does. */
dom_rc dom_results_match_list(dom_store *store, const dom_results_match_query *query,
                              const dom_results_match_watch *watch, dom_err *err);

#endif
