/* results/set_reader.h - the one pass over the matches of a tournament, duplicate set by duplicate
 * set, and the rules by which results are counted. Rating lists, standings, pages, the worth of
 * seats, the live table and the merging of shards count what it says.
 * docs/explanation/duplicate-sets.md has the rules in words, with an example.
 *
 *     static dom_rc take_set(void *context, const dom_results_set *set)
 *     {
 *         if (set->is_complete)
 *             for each match m of the set, for each seat:
 *                 dom_results_sums_add(&sums[m->seat[seat].bot], set->options, m, seat);
 *     }
 *
 *     rc = dom_results_set_each(store, &(dom_results_set_range){.of = tournament}, take_set,
 *     context, err);
 */
#ifndef DOM_RESULTS_SET_READER_H
#define DOM_RESULTS_SET_READER_H

#include "ratings/match.h"
#include "schedule/plan.h"
#include "store/store.h"

/* ---- sets ------------------------------------------------------------------ */

/* The stored matches of a duplicate set, valid during the visit. */
typedef struct {
    const dom_store_tournament *of;
    const dom_options *options; /* of its variant                                        */
    uint64_t number;
    uint32_t variant; /* index into the tournament's variants                            */
    int count;        /* matches that are stored, at least 1                             */
    const dom_store_match *match; /* in order of rotation                                */
    bool is_complete;             /* every match of the schedule is stored               */
    bool is_void; /* it counts nowhere: a bot at its table was disqualified, or it was ruled */
    /* It is complete and not void, and every bot at its table has played once in every seat, so it
     * can be rated. The one match of people at a table is complete, and is no full rotation. */
    bool is_full_rotation;
    bool has_fault; /* a fault ended one of its matches                                  */
} dom_results_set;

/* Which matches are read. */
typedef struct {
    const dom_store_tournament *of;
    uint64_t first, last; /* numbers of matches; 0: from the first one, to the last one  */
    bool has_decisions;   /* the matches come with their decisions                       */
} dom_results_set_range;

typedef dom_rc dom_results_set_visitor(void *context, const dom_results_set *set);

/* Calls `visit` for every set of which a match is stored, in the order of their numbers. Without a
 * schedule in the tournament's configuration no set is complete.
 *
 * Returns DOM_OK; the first other result of `visit`; DOM_E_INTERRUPTED as base/interrupt.h has it;
 * DOM_E_NOMEM; or an error of the store. */
dom_rc dom_results_set_each(dom_store *store, const dom_results_set_range *range,
                            dom_results_set_visitor *visit, void *context, dom_err *err);

/* Returns the range of the set of a stored match. In a damaged database matches of other sets may
 * be in it. */
dom_results_set_range dom_results_set_range_of(const dom_store_tournament *t,
                                               const dom_store_match *m);

/* Returns the number of matches of the set that were played at the table of match `first`. The
 * halves of a comparison whose bots do not meet are two tables with the same deals; every other set
 * has one. */
int dom_results_set_table(const dom_results_set *set, int first);

/* ---- one match -------------------------------------------------------------- */

/* Returns the side of a seat, from 0: what takes a place. It is the seat itself, or in team games
 * its team. */
int dom_results_side_of(const dom_options *o, int seat);

/* Returns the match as the ratings read it: one entry per side. Its players are the bots as numbers
 * of the tournament, or with `player_of_bot` what that has for them. */
dom_ratings_match dom_results_rated_match(const dom_options *o, const dom_store_match *m,
                                          const uint32_t player_of_bot[]);

/* Returns true if the match counts for the bot in this seat. A bot that also sits in a lower seat,
 * as its own partner, has played one match, which counts in that seat. */
bool dom_results_seat_counts(const dom_store_match *m, int seat);

/* Returns the results of a seat: one against every other side with which the match is a result
 * (ratings/match.h). */
dom_ratings_score dom_results_seat_score(const dom_options *o, const dom_store_match *m, int seat);

/* Returns true if the match is a result between the bots of two seats that both count. */
bool dom_results_compares(const dom_options *o, const dom_store_match *m, int a, int b);

/* What a bot has in some matches. All zero: it played none. */
typedef struct {
    uint64_t matches;        /* a bot in two seats of a match has played one       */
    dom_ratings_score score; /* as dom_results_seat_score                          */
    int64_t points;          /* in matches that no fault ended                     */
    uint64_t rounds;         /* of the same matches                                */
    uint64_t forfeits;       /* matches that its own fault ended                   */
} dom_results_sums;

/* Adds what a match brings to the bot in this seat. To be called for every seat of the match. */
void dom_results_sums_add(dom_results_sums *sums, const dom_options *o, const dom_store_match *m,
                          int seat);

#endif
