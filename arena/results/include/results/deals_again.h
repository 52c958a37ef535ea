/* results/deals_again.h - the deals of sets that were played, for a tournament that plays them
 * again.
 */
#ifndef DOM_RESULTS_DEALS_AGAIN_H
#define DOM_RESULTS_DEALS_AGAIN_H

#include "deal/deal.h"
#include "store/store.h"

/* Owns its text. */
typedef struct {
    dom_deal_secret secret;                           /* from which they follow, with ...        */
    char tournament[DOM_STORE_TOURNAMENT_NAME_BYTES]; /* ... this name and ...                   */
    char *sets;          /* ... these set numbers, in the form of base/number_ranges.h           */
    uint32_t count;      /* number of sets                                                       */
    uint32_t left_out;   /* sets whose deals follow from another secret                          */
    dom_variant variant; /* that was played                                                      */
} dom_results_deals;

/* What is to be played again. */
typedef struct {
    const char *tournament;
    uint32_t set;        /* one set; 0: all that were played                                     */
    const char *variant; /* NULL: the variant of the set, or the only one                        */
} dom_results_deals_query;

/* Reads them. They must be no secret any more: the tournament is finished or closed, or its deals
 * follow from a seed. If it has stages with other secrets, the sets of the first secret that has
 * any are taken, and the others are counted.
 *
 * out  release it with dom_results_deals_clear in any case
 *
 * Returns DOM_OK; DOM_E_ABSENT without such a tournament; DOM_E_CONFIG if no such set was played, a
 * variant has to be named, or the deals are still secret; DOM_E_NOMEM; or an error of the store. */
dom_rc dom_results_deals_read(dom_results_deals *out, const dom_results_deals_query *query,
                              dom_store *store, dom_err *err);
void dom_results_deals_clear(dom_results_deals *deals);

#endif
