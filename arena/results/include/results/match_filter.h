/* results/match_filter.h - which part of what was played is wanted.
 */
#ifndef DOM_RESULTS_MATCH_FILTER_H
#define DOM_RESULTS_MATCH_FILTER_H

#include "base/string_list.h"
#include "store/store.h"

/* Borrowed. NULL or an empty list: everything. */
typedef struct {
    const char *tournament;
    const dom_strings *variants;
    const dom_strings *bots; /* all of them                                    */
} dom_results_filter;

/* Are there such variants and bots in the tournaments that are wanted? DOM_E_ABSENT
 * names the first that there is not and the nearest that there is. */
dom_rc dom_results_filter_check(const dom_results_filter *filter, dom_store *store, dom_err *err);

/* Is the variant one of those wanted? */
bool dom_results_filter_variant(const dom_results_filter *filter, const char *variant);

/* Did every wanted bot sit in this match? */
bool dom_results_filter_bots(const dom_results_filter *filter, const dom_store_tournament *t,
                             const dom_store_match *m);

#endif
