/* fault_check.h - do faults, ends of matches, decisions and processes agree? Private to this
 * folder.
 *
 *     dom_results_fault_check_fault(&check, f)       for each fault, in the order of the store
 *     dom_results_fault_check_sort(&check)
 *     dom_results_fault_check_match(&check, replay)  for each match, in ascending order
 *     dom_results_fault_check_end(&check)
 *     dom_results_fault_check_clear(&check)          in any case
 *
 * A fault is stored with its match. What is compared:
 *
 *     a fault that was not tolerated   with the end of its match: code, seat, bot, process, choice
 *     a match that a fault ended       with its one such fault
 *     a tolerated fault                with the decision that was made in its place: code, seat,
 *                                      choice
 *     such a decision                  with its fault, in the same order
 *     the tolerated faults of a seat   with the number that the configuration allows
 *     a process of a seat or fault     with the bot and the seat number that it served
 *     a seat that decided something    with its process, which it must have
 *     a fault outside of every match   cannot be tolerated and has no choice
 */
#ifndef DOM_RESULTS_FAULT_CHECK_H
#define DOM_RESULTS_FAULT_CHECK_H

#include "config_check.h"
#include "difference.h"
#include "process_index.h"
#include "replay_batch.h"

/* What a fault of a match says. */
typedef struct {
    uint64_t match;
    size_t row; /* place among all faults                                     */
    int64_t process;
    int32_t choice;
    uint16_t bot;
    int8_t seat;
    bool tolerated;
    dom_fault code;
} dom_results_fault_fact;

/* Set the first four members, which are borrowed; the others are private, and begin as zero. */
typedef struct {
    const dom_results_differences *differences;
    const dom_store_tournament *t;
    const dom_results_process_index *processes; /* with all processes of the tournament */
    dom_results_config_faults allowed;
    dom_results_fault_fact *fact; /* after the sort by match, then by row     */
    size_t count, room;
    size_t at;   /* the first of a match that was not seen yet                */
    size_t rows; /* faults so far                                             */
} dom_results_fault_check;

/* Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_results_fault_check_fault(dom_results_fault_check *check, const dom_store_fault *f,
                                     dom_err *err);
void dom_results_fault_check_sort(dom_results_fault_check *check);

/* replay  of a match that cannot be played again only the end is compared */
void dom_results_fault_check_match(dom_results_fault_check *check,
                                   const dom_results_replay *replay);

/* Reports the faults of matches that are not there. */
void dom_results_fault_check_end(dom_results_fault_check *check);
void dom_results_fault_check_clear(dom_results_fault_check *check);

#endif
