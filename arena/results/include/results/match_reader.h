/* results/match_reader.h - what was played: tournaments and matches as the reading commands
 * want them. */
#ifndef DOM_RESULTS_MATCH_READER_H
#define DOM_RESULTS_MATCH_READER_H

#include "config/stored_config.h"
#include "record/clock.h"
#include "record/record.h"
#include "schedule/schedule.h"
#include "store/store.h"

/* The facts of a stored match as a record. Borrows from both arguments. The deal
 * key is revealed once its stage is finished. */
dom_record_match dom_results_record(const dom_store_tournament *t, const dom_store_match *m);

/* The stage that a set belongs to. A tournament has at least one. */
const dom_store_stage *dom_results_stage(const dom_store_tournament *t, uint64_t set);

dom_deal_secret dom_results_secret(const dom_store_stage *stage);

/* The identity of the baseline that was announced with it (results/luck_baseline.h), "" for
 * none. */
typedef struct {
    char text[80];
} dom_results_baseline;
dom_results_baseline dom_results_baseline_of(const dom_store_tournament *t);

/* Who meets whom in this tournament. DOM_E_IO when its configuration does not say. */
dom_rc dom_results_plan(const dom_store_tournament *t, dom_schedule_plan *out, dom_err *err);

/* The same from a configuration that was read and is whole. */
void dom_results_plan_of(const dom_store_tournament *t, const dom_config_stored *stored,
                         dom_schedule_plan *out);

/* Does the match say how the bot of seat `a` did against the bot of seat `b`? They sit on
 * different sides, no earlier pair of seats is the same two bots, and a match that a
 * fault ended says nothing about the others. */
bool dom_results_compares(const dom_options *o, const dom_store_match *m, int a, int b);

/* Different bots at the match's table, which sit in its first seats: as many as it has seats, or 2
 * in a team game in which each bot is its own partner. A full rotation has one match for each. */
int dom_results_bots_at_table(const dom_options *o, const dom_store_match *m);

/* Are these matches of one tournament rotations of one table in one duplicate set? The
 * halves of a comparison's sets are two tables. */
bool dom_results_same_set(const dom_store_match *a, const dom_store_match *b);

/* What a tournament's clock allows. */
dom_record_clock dom_results_clock_of(const dom_store_tournament *t);

/* The ask of a match that came after so many choices, as the bot got it: one line of
 * JSON as protocol/SPEC.md has it, without `req` and `table`, which meant something to
 * that process alone, and with the bank of dom_record_clock_bank_after.
 *
 * m    with its decisions.
 * out  malloc'ed text that the caller frees; NULL on failure.
 * Returns DOM_OK; DOM_E_MALFORMED when the match cannot be played again or does not
 * ask `seat` there; or DOM_E_NOMEM. */
dom_rc dom_results_ask_of(const dom_store_tournament *t, const dom_store_match *m, int seat,
                          int32_t choices, char **out, dom_err *err);

/* How a process ended, for a person: with "..." behind what the store had no room for;
 * "still runs" where it has not. */
typedef struct {
    char text[sizeof((dom_store_process *)0)->ended + 4];
} dom_results_ending;
dom_results_ending dom_results_ending_of(const dom_store_process *p);

/* Call `visit` for every tournament, or for the one of that name. */
dom_rc dom_results_each_tournament(dom_store *store, const char *name,
                                   dom_rc (*visit)(void *context, const dom_store_tournament *t),
                                   void *context, dom_err *err);

#endif
