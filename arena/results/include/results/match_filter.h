/* results/match_filter.h - the filter by which readers choose tournaments, variants and bots.
 */
#ifndef DOM_RESULTS_MATCH_FILTER_H
#define DOM_RESULTS_MATCH_FILTER_H

#include "base/string_list.h"
#include "store/store.h"

/* All pointers are borrowed. NULL or an empty list lets everything pass. */
typedef struct {
    const char *tournament;
    const dom_strings *variants;
    const dom_strings *bots; /* all of them must have played in the match      */
} dom_results_filter;

/* Checks that the named variants and bots exist in the chosen tournaments. Returns DOM_OK, or
 * DOM_E_ABSENT with the first name that does not exist and the most similar one that does. */
dom_rc dom_results_filter_check(const dom_results_filter *filter, dom_store *store, dom_err *err);

/* Returns true if the variant passes the filter. */
bool dom_results_filter_variant(const dom_results_filter *filter, const char *variant);

/* Returns true if every bot of the filter played in this match. */
bool dom_results_filter_bots(const dom_results_filter *filter, const dom_store_tournament *t,
                             const dom_store_match *m);

#endif
