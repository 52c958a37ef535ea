/* live_standing.h - computes what the live table shows: the standing and the speed of a run.
 *
 * Two bots of different sides at one table are a pair. A pair gives one point to the better place,
 * or half a point to each for equal places. A bot's share is its points divided by its pairs.
 * Example: a bot of a two-seat game won 3 matches, drew one and lost one. It has 5 pairs, 7 half
 * points, and the share 7 / (2 * 5) = 0.7.
 */
#ifndef DOM_OUTPUT_LIVE_STANDING_H
#define DOM_OUTPUT_LIVE_STANDING_H

#include "core/core.h"

/* The counts of one bot; rows are in the order of bot numbers. All zero: nothing was played. */
typedef struct dom_output_live_row {
    uint64_t matches, faults;
    uint64_t pairs, half_points;
    uint64_t faults_here, untold; /* faults in this run; those that were not printed yet */
    bool is_shown;                /* the log of a failed start of this bot was printed already  */
    bool is_withdrawn;            /* in this run                                          */
    bool is_void; /* it was withdrawn and lacks matches, so no match at its tables is counted */
} dom_output_live_row;

/* Count a match for every bot at its table, unless one of them is void. A bot in two seats of it has played one
 * match. */
void dom_output_live_count_match(dom_output_live_row rows[], const dom_core_tournament *t,
                                 const dom_store_match *m);

/* Returns the row of the bot with that name; NULL if there is none. */
dom_output_live_row *dom_output_live_row_of(dom_output_live_row rows[],
                                            const dom_core_tournament *t, const char *bot);

/* Count a fault of the bot with that name. */
void dom_output_live_count_fault(dom_output_live_row rows[], const dom_core_tournament *t,
                                 const char *bot);

/* Count the stored matches and faults of tournament `of` anew, and mark the bots that are void
 * (results/withdrawals.h). Returns the codes of dom_results_withdrawals_read and dom_store_match_each. */
dom_rc dom_output_live_count_stored(dom_output_live_row rows[], const dom_core_tournament *t,
                                    dom_store *store, const dom_store_tournament *of, dom_err *err);

/* The share of a row, 0..1; 0 before its first pair. */
double dom_output_live_share(const dom_output_live_row *row);

/* Sort the bots by share, the best first; equal shares by number.
 *
 * order  receives the numbers of all `bots` */
void dom_output_live_order(const dom_output_live_row rows[], uint16_t bots, uint16_t order[]);

/* Returns `count` divided by `ms`, per second; 0 if no time has passed. */
double dom_output_live_per_second(uint64_t count, int64_t ms);

/* Returns the seconds that the remaining matches take at the speed of this run so far; -1 before the
 * first match. */
long dom_output_live_eta_s(const dom_core_progress *now);

#endif
