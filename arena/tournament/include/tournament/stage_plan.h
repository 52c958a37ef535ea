/* tournament/stage_plan.h - how a stored tournament goes on: as it was, or with more to play.
 */
#ifndef DOM_TOURNAMENT_STAGE_PLAN_H
#define DOM_TOURNAMENT_STAGE_PLAN_H

#include "core/tournament.h"
#include "deal/deal.h"
#include "store/store.h"

/* Room for the stages that one run can add: new bots, then more sets for all. */
enum { DOM_TOURNAMENT_NEW_STAGES_MAX = 2 };

/* Put the bots of `now` into the order of the stored tournament, new ones behind.
 * Bots that are not in both keep their place at the end. */
void dom_tournament_stage_sort_bots(dom_core_tournament *now, const dom_store_tournament *old);

/* What has still to be announced for `old` to become `now`, whose bots are sorted:
 * nothing, a stage for new bots, a stage for more sets, or both; in a Swiss system a stage
 * of more rounds, in which new bots and more sets take part. Rounds that were announced
 * keep their bots and sets, as results have decided who meets in them.
 *
 * config  of `now`, canonical
 * stages  written: bots, old_bots, sets, rounds; the rest zero
 * count   how many
 *
 * Returns DOM_OK; DOM_E_CONFIG with the differences in one line, those that do
 * not fit as a number, when something else has changed, or the tournament was extended too
 * often. */
dom_rc dom_tournament_stage_plan(const dom_store_tournament *old, const dom_core_tournament *now,
                                 const char *config,
                                 dom_store_stage stages[static DOM_TOURNAMENT_NEW_STAGES_MAX],
                                 int *count, dom_err *err);

#endif
