/* results/match_reader.h - stored tournaments and matches in the form that reading commands need.
 */
#ifndef DOM_RESULTS_MATCH_READER_H
#define DOM_RESULTS_MATCH_READER_H

#include "config/stored_config.h"
#include "record/clock.h"
#include "record/record.h"
#include "schedule/schedule.h"
#include "store/store.h"

/* Returns the facts of a stored match for record/record.h. They borrow from both arguments. The
 * deal key is revealed once the stage is finished. */
dom_record_match dom_results_record_of(const dom_store_tournament *t, const dom_store_match *m);

/* Returns the stage to which a set belongs. A tournament has at least one. */
const dom_store_stage *dom_results_stage_of(const dom_store_tournament *t, uint64_t set);

/* Which sets a stage announced, as it follows on "the deals" or "secret": "" for all, " from set 25
 * on", or " of sets 5, 7-24" for those that it took over. */
typedef struct {
    char text[80];
} dom_results_stage_words;
dom_results_stage_words dom_results_stage_words_of(const dom_store_tournament *t, int stage);

dom_deal_secret dom_results_secret_of(const dom_store_stage *stage);

/* The identity of the baseline that was announced with it (results/baseline.h), "" for
 * none. */
typedef struct {
    char text[80];
} dom_results_baseline;
dom_results_baseline dom_results_baseline_of(const dom_store_tournament *t);

/* Makes the plan of the tournament's schedule, without the changes of its entries: it says which
 * tables there are. Returns DOM_OK, or DOM_E_IO if its configuration lacks it. */
dom_rc dom_results_plan_of(const dom_store_tournament *t, dom_schedule_plan *out, dom_err *err);

/* The plan with the changes. It borrows the moves of the tournament. */
typedef struct {
    dom_schedule_plan plan;
    dom_schedule_plan_change *changes;
} dom_results_changed_plan;

/* Reads the whole plan; clear it in any case. Returns DOM_OK, DOM_E_IO, or DOM_E_NOMEM. */
dom_rc dom_results_changed_plan_read(dom_results_changed_plan *out, const dom_store_tournament *t,
                                     dom_err *err);
void dom_results_changed_plan_clear(dom_results_changed_plan *plan);

/* Opens the schedule of a stored tournament: who played, or is to play, in which match. The caller
 * closes it. Returns also the codes of dom_schedule_open. */
dom_rc dom_results_schedule_open(dom_schedule **out, const dom_store_tournament *t, dom_err *err);

/* Fills the time limits of each seat: those of the tournament, or of its bot. */
void dom_results_clocks_of(dom_record_clock out[static DOM_SEATS_MAX],
                           const dom_store_tournament *t, const dom_store_match *m);

/* Returns the `seed` that the bot in this seat got. */
int64_t dom_results_seed_of(const dom_store_tournament *t, const dom_store_match *m, int seat);

/* An ask of a match. */
typedef struct {
    uint32_t step; /* of its choice, or of the fault in place of it (dom_record_is_step); from 1 */
    /* One line of JSON as in protocol/SPEC.md. It lacks `req` and `table`, which had a meaning for
     * that process only. The caller frees it. */
    char *line;
} dom_results_ask;

/* Who had a choice at a step of a match. */
typedef struct {
    int seat;
    int32_t choices; /* of all seats, before it */
} dom_results_asked;

/* Finds it.
 *
 * step  as replays count (dom_record_is_step): that of the choice, or of the fault in its place
 *
 * Returns DOM_OK; DOM_E_CONFIG if nobody had a choice there, and `err` then names the steps around
 * it at which somebody had one; DOM_E_MALFORMED if the match cannot be played again;
 * DOM_E_NOMEM. */
dom_rc dom_results_asked_at(dom_results_asked *out, const dom_store_tournament *t,
                            const dom_store_match *m, uint32_t step, dom_err *err);

/* Computes the ask that followed so many choices of a match, as the bot got it, with the bank of
 * dom_record_clock_bank_after.
 *
 * m    with its decisions
 * out  its line is NULL on failure
 * Returns DOM_OK; DOM_E_MALFORMED if the match cannot be played again or does not ask `seat` there;
 * DOM_E_NOMEM. */
dom_rc dom_results_ask_of(const dom_store_tournament *t, const dom_store_match *m, int seat,
                          int32_t choices, dom_results_ask *out, dom_err *err);

/* How a process ended, in words; with "..." if the store had no room for all of it; "still runs" if
 * it has not ended. */
typedef struct {
    char text[sizeof((dom_store_process *)0)->ended + 4];
} dom_results_ending;
dom_results_ending dom_results_ending_of(const dom_store_process *p);

/* Calls `visit` for every tournament, or only for the one called `name` if that is not NULL. */
dom_rc dom_results_each_tournament(dom_store *store, const char *name,
                                   dom_rc (*visit)(void *context, const dom_store_tournament *t),
                                   void *context, dom_err *err);

#endif
