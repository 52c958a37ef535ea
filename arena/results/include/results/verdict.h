/* results/verdict.h - what a list shows for sure, as one sentence.
 *
 * It speaks of the tiers of the list (ratings/list.h): with 95 % for all its comparisons together,
 * every bot of a tier is stronger than every bot of the tiers behind it. LOS and the ranges of
 * ranks in the list compare every two bots by themselves, so they may seem surer.
 *
 *     ann is surely above bob.
 *     ann and bob cannot be told apart; cleo, dan and eve are surely below them.
 *     The four in front cannot all be told apart; the other seven are surely below them.
 *     ann is surely first; the other six cannot be told apart.
 *     All three bots are surely in this order.
 *     The bots are on two islands that no results connect, so they have no common order.
 *     No duplicate set is complete yet, so nothing is sure.
 *
 * "Cannot all be told apart": no line can be drawn within the tier, but some of its bots are
 * surely stronger than others.
 */
#ifndef DOM_RESULTS_VERDICT_H
#define DOM_RESULTS_VERDICT_H

#include "results/all_round.h"
#include "results/rating_list.h"

enum { DOM_RESULTS_VERDICT_BYTES = 200 };

/* A sentence of at most 170 characters with its full stop. More than three bots at a place, and
 * those with long names, are given as a number. "" if there is nothing to say: the list is empty,
 * or it is a live list of a variant that has complete sets. */
typedef struct {
    char text[DOM_RESULTS_VERDICT_BYTES];
} dom_results_verdict;

/* Returns the verdict of a list with or without a complete set. */
dom_results_verdict dom_results_verdict_of(const dom_results_rating_list *list);

/* Returns the verdict of an all-round list, which is one of `all`. */
dom_results_verdict dom_results_verdict_of_all_round(const dom_results_all_rounds *all,
                                                     const dom_results_all_round *list);

#endif
