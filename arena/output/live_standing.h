/* live_standing.h - computes what the live table shows: the standing and the speed of a run.
 *
 * The standing follows the rules of results/set_reader.h, for matches of complete and incomplete
 * sets. A bot's share is that of its points: a draw is half a win. Example: a bot of a two-seat
 * game won 3 matches, drew one and lost one. Its share is (3 + 1/2) / 5 = 0.7.
 */
#ifndef DOM_OUTPUT_LIVE_STANDING_H
#define DOM_OUTPUT_LIVE_STANDING_H

#include "core/core.h"
#include "results/set_reader.h"

/* The counts of one bot; rows are in the order of bot numbers. All zero: nothing was played. */
typedef struct dom_output_live_row {
    dom_results_sums sums;
    uint64_t faults;
    uint64_t faults_here, untold; /* faults in this run; those that were not printed yet */
    bool is_shown;                /* the log of a failed start of this bot was printed already  */
    bool is_withdrawn;            /* in this run                                          */
    bool is_void; /* it was withdrawn and lacks matches, so no match at its tables is counted */
} dom_output_live_row;

/* Count a match for every bot at its table, unless one of them is void. A bot in two seats of it
 * has played one match. */
void dom_output_live_count_match(dom_output_live_row rows[], const dom_core_tournament *t,
                                 const dom_store_match *m);

/* Returns the row of the bot with that name; NULL if there is none. */
dom_output_live_row *dom_output_live_row_of(dom_output_live_row rows[],
                                            const dom_core_tournament *t, const char *bot);

/* Count a fault of the bot with that name. */
void dom_output_live_count_fault(dom_output_live_row rows[], const dom_core_tournament *t,
                                 const char *bot);

/* Count the stored matches and faults of tournament `of` anew, and mark the bots that are void
 * (results/withdrawals.h). Returns the codes of dom_results_withdrawals_read and
 * dom_store_match_each. */
dom_rc dom_output_live_count_stored(dom_output_live_row rows[], const dom_core_tournament *t,
                                    dom_store *store, const dom_store_tournament *of, dom_err *err);

/* Sort the bots by share, the best first; equal shares by number.
 *
 * order  receives the numbers of all `bots` */
void dom_output_live_order(const dom_output_live_row rows[], uint16_t bots, uint16_t order[]);

/* Returns `count` divided by `ms`, per second; 0 if no time has passed. */
double dom_output_live_per_second(uint64_t count, int64_t ms);

#endif
