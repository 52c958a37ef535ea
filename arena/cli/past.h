/* cli/past.h - what was played: tournaments and matches as the reading commands
 * want them. */
#ifndef DOM_CLI_PAST_H
#define DOM_CLI_PAST_H

#include "record/clock.h"
#include "record/record.h"
#include "schedule/schedule.h"
#include "store/store.h"

/* The facts of a stored match as a record. Borrows from both arguments. The deal
 * key is revealed once its stage is finished. */
dom_record past_record(const dom_store_tournament *t, const dom_store_match *m);

/* The stage that a set belongs to. A tournament has at least one. */
const dom_store_stage *past_stage(const dom_store_tournament *t, uint64_t set);

dom_secret past_secret(const dom_store_stage *stage);

/* The identity of the baseline that was announced with it (cli/baseline.h), "" for none. */
typedef struct {
    char text[80];
} past_baseline;
past_baseline past_baseline_of(const dom_store_tournament *t);

/* Returns whether its results count in the ratings of all tournaments together. Configurations of
 * earlier versions do not have the key: they count, except comparisons. */
bool past_is_rated(const dom_store_tournament *t);

/* Who meets whom in this tournament. DOM_E_IO when its configuration does not say. */
dom_rc past_plan(const dom_store_tournament *t, dom_plan *out, dom_err *err);

/* Does the match say how the bot of seat `a` did against the bot of seat `b`? They sit on
 * different sides, no earlier pair of seats is the same two bots, and a match that a
 * fault ended says nothing about the others. */
bool past_compares(const dom_options *o, const dom_store_match *m, int a, int b);

/* Are these matches of one tournament rotations of one table in one duplicate set? The
 * halves of a comparison's sets are two tables. */
bool past_same_set(const dom_store_match *a, const dom_store_match *b);

/* What a tournament's clock allows. */
dom_clock past_clock_of(const dom_store_tournament *t);

/* The ask of a match that came after so many choices, as the bot got it: one line of
 * JSON as protocol/SPEC.md has it, without `req` and `table`, which meant something to
 * that process alone, and with the bank of dom_clock_bank_after.
 *
 * m    with its decisions.
 * out  malloc'ed text that the caller frees; NULL on failure.
 * Returns DOM_OK; DOM_E_MALFORMED when the match cannot be played again or does not
 * ask `seat` there; or DOM_E_NOMEM. */
dom_rc past_ask(const dom_store_tournament *t, const dom_store_match *m, int seat, int32_t choices,
                char **out, dom_err *err);

/* How a process ended, for a person: with "..." behind what the store had no room for;
 * "still runs" where it has not. */
typedef struct {
    char text[sizeof((dom_store_process *)0)->ended + 4];
} past_ending;
past_ending past_ending_of(const dom_store_process *p);

/* Call `visit` for every tournament, or for the one of that name. */
dom_rc past_each_tournament(dom_store *store, const char *name,
                            dom_rc (*visit)(void *context, const dom_store_tournament *t),
                            void *context, dom_err *err);

#endif
