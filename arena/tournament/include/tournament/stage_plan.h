/* tournament/stage_plan.h - compares a tournament file with the stored tournament of the same name,
 * and finds the stages that the file adds.
 */
#ifndef DOM_TOURNAMENT_STAGE_PLAN_H
#define DOM_TOURNAMENT_STAGE_PLAN_H

#include "core/tournament.h"
#include "deal/deal.h"
#include "store/store.h"

/* Room for the stages that one run can add: new bots, then more sets for all. */
enum { DOM_TOURNAMENT_NEW_STAGES_MAX = 2 };

/* Gives a stage its time, its secret and the commitment to it. */
void dom_tournament_stage_seal(dom_store_stage *stage, const char *tournament,
                               const dom_deal_secret *secret);

/* Sorts the bots of `now` into the order of the stored tournament; new bots come last, in their
 * order. */
void dom_tournament_stage_sort_bots(dom_core_tournament *now, const dom_store_tournament *old);

/* Finds the stages that turn the stored tournament `old` into `now`: none, a stage for new bots, a
 * stage for more sets, or both. A Swiss gets one stage with more rounds, in which new bots and more
 * sets take part; rounds that exist keep their bots and sets, because results have decided their
 * pairings. Example: `old` has 2 bots and 10 sets, `now` 3 bots and 15 sets. The first new stage
 * plays the third bot against the others in 10 sets, the second plays 5 more sets of all three.
 *
 * now     its bots are sorted by dom_tournament_stage_sort_bots
 * config  the canonical configuration of `now`
 * stages  written: bots, old_bots, sets and rounds; the other fields are zero
 * count   written: the number of stages
 *
 * Returns DOM_OK; DOM_E_CONFIG if anything else differs, with the differences in one line (and the
 * number of those that do not fit), or if the tournament was extended too often. */
dom_rc dom_tournament_stage_plan(const dom_store_tournament *old, const dom_core_tournament *now,
                                 const char *config,
                                 dom_store_stage stages[static DOM_TOURNAMENT_NEW_STAGES_MAX],
                                 int *count, dom_err *err);

#endif
