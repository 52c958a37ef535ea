/* results/seats.h - what a seat and the first lead are worth in a variant.
 *
 * In a full rotation every bot plays the same deals once in every seat. So the share of the points
 * that went to a seat, as mean over the rotations, does not depend on who is the stronger bot. The
 * seat that leads the first round is the same in all rotations of a set, and so the same holds for
 * it. A share is 1 for a better place than another side's, 1/2 for the same and 0 for a worse one,
 * as mean over all other sides.
 *
 * Example for two seats: in a set seat 0 leads the first round of both matches. anna won the first
 * match from seat 0, ben the second from seat 0. Both seats are then worth what was played: 1 for
 * seat 0 and for leading, 0 for seat 1 and for following. If anna had won both matches, all shares
 * would be 1/2.
 *
 * In team games a side has two seats, 0 and 2 or 1 and 3. Sides are therefore numbered by their
 * first seat.
 */
#ifndef DOM_RESULTS_SEATS_H
#define DOM_RESULTS_SEATS_H

#include "base/string_list.h"
#include "ratings/means.h"
#include "results/rules_age.h"
#include "store/store.h"

/* What one side, or one turn, is worth: a number for each set. */
typedef struct {
    dom_ratings_sample share;  /* of the points                                      */
    dom_ratings_sample points; /* points of a match above the mean of all sides */
} dom_results_seat_worth;

/* The sets of one variant with one set of rules. */
typedef struct {
    dom_results_rules_use rules;
    unsigned earlier_rules; /* as dom_results_rules_age_of                        */
    uint64_t sets;          /* full rotations without a fault that ended a match: these count */
    uint64_t left_out;      /* all other sets                                     */
    dom_results_seat_worth seat[DOM_SEATS_MAX]; /* by side                        */
    dom_results_seat_worth turn[DOM_SEATS_MAX]; /* by order in the first round: its leader's side,
                                                   the next side, and so on */
} dom_results_seat_list;

typedef struct {
    dom_results_seat_list *list;
    size_t list_count, list_room;
} dom_results_seats;

/* Reads a tournament, or all tournaments if `tournament` is NULL.
 *
 * out       clear it in any case
 * variants  only these variants; empty: all
 *
 * Returns DOM_OK; DOM_E_ABSENT if there is no such tournament, or no match of a variant that was
 * named; or an error of the store. */
dom_rc dom_results_seats_read(dom_results_seats *out, dom_store *store, const char *tournament,
                              const dom_strings *variants, dom_err *err);
void dom_results_seats_clear(dom_results_seats *seats);

#endif
