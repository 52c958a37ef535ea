/* schedule_check.h - do the stored matches, starts and stages fit the schedule? Private to this
 * folder.
 *
 *     dom_results_schedule_check_open(&check, t, differences, err)
 *     dom_results_schedule_check_start(&check, match, err)      for each start, in ascending order
 *     dom_results_schedule_check_match(&check, m)               for each match, in ascending order
 *     dom_results_schedule_check_end(&check)
 *     dom_results_schedule_check_close(&check)                  in any case
 *
 * A match must have the set, rotation, variant and bots that the schedule has for its number. In a
 * finished stage no match may be missing. A finished comparison may lack those after the set that
 * decides its test; so its matches pass through the test again. A stage is finished together with
 * all before it. That the end of a stage is not stored although all its matches are is no
 * difference: it is stored after the last of them, and the arena may be killed between.
 */
#ifndef DOM_RESULTS_SCHEDULE_CHECK_H
#define DOM_RESULTS_SCHEDULE_CHECK_H

#include "difference.h"
#include "results/sprt_match.h"
#include "schedule/schedule.h"

/* Private but for its address. */
typedef struct {
    const dom_results_differences *differences;
    const dom_store_tournament *t;
    dom_schedule *schedule;
    bool is_compared;      /* the tournament is a comparison                     */
    bool is_tested;        /* and its test can be made                           */
    dom_results_sprt test; /* if is_tested: the matches so far                   */
    uint64_t next;         /* the number of the next match if none is missing    */
    struct {
        uint64_t *item; /* matches that were started and are said not to be finished */
        size_t count, room;
        size_t at; /* the first that is not below `next`                     */
    } starts;
} dom_results_schedule_check;

/* Makes the schedule and compares the stages with it. Returns DOM_OK; DOM_E_IO, DOM_E_CONFIG or
 * DOM_E_LIMIT if the tournament has no possible schedule; DOM_E_NOMEM. */
dom_rc dom_results_schedule_check_open(dom_results_schedule_check *check,
                                       const dom_store_tournament *t,
                                       const dom_results_differences *differences, dom_err *err);

/* Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_results_schedule_check_start(dom_results_schedule_check *check, uint64_t match,
                                        dom_err *err);

void dom_results_schedule_check_match(dom_results_schedule_check *check, const dom_store_match *m);
void dom_results_schedule_check_end(dom_results_schedule_check *check);
void dom_results_schedule_check_close(dom_results_schedule_check *check);

#endif
