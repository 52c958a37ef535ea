/* search/expectation.h - what a seat may expect of a round before the deal.
 *
 *     dom_search_expectation expectation;
 *     dom_lead_need need = dom_match_lead(&match);
 *     if (dom_search_expectation_of(&expectation, &options, need.rule, 1) == DOM_OK)
 *         dom_search_account_begin(&account, expectation.seat[distance].mean);
 *
 * Before the deal nothing is known but the rules and who leads. So the expectation is the mean
 * result (search/value.h) of rounds that all seats play by the reference policy from random deals,
 * for each distance to the leader: 0 is the leader, 1 the seat that plays after it. Where the hands
 * decide who leads, it is what such a seat got on average.
 *
 * Example: in block-2 the leader expects some points, and the other seat loses as many. Over all
 * seats of a round the results add up to 0, and so do the expectations.
 */
#ifndef DOM_SEARCH_EXPECTATION_H
#define DOM_SEARCH_EXPECTATION_H

#include "rules/match.h"
#include "search/value.h"

enum { DOM_SEARCH_EXPECTATION_ROUNDS_MAX = 1000000 };

/* Expectations, in match points. */
typedef struct {
    int rounds;  /* that were played                                      */
    double size; /* mean absolute result of a seat                        */
    dom_search_estimate seat[DOM_SEATS_MAX]; /* by distance to the leader */
} dom_search_expectation;

/* Plays rounds until the standard error of every expectation is at most 1 % of the mean absolute
 * result: some ten thousand rounds. The same arguments give the same expectations on every machine.
 *
 * rule  how the leader is found, from dom_match_lead
 * Returns DOM_OK, or DOM_E_LIMIT if DOM_SEARCH_EXPECTATION_ROUNDS_MAX rounds were not enough. Then
 * the expectations are those of these rounds. Pre: options passed dom_options_check. */
dom_rc dom_search_expectation_of(dom_search_expectation *expectation, const dom_options *options,
                                 dom_lead rule, uint64_t seed);

/* Returns how many seats after the leader a seat plays. Pre: the leader of the round is known. */
int dom_search_distance(const dom_round *round, int seat);

#endif
