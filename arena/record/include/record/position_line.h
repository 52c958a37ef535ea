/* record/position_line.h - positions to be tried with bots: a moment of a match at which a seat has
 * a choice, as one line of text.
 *
 *     block-2 | key 1e6fb35d... | do 5-5@0 5-1@0 | best 5-3@1
 *
 * `key` deals the rounds of the match (deal/deal.h). `do` has all choices of the match before the
 * moment, of all seats, in the notation of rules/notation.h; forced actions are not among
 * them. `best` is what the author of the position thinks best; it may be missing, or name several
 * actions. Behind the name of the variant stand the options in which it differs, as in
 * "block-2 target=50".
 */
#ifndef DOM_RECORD_POSITION_LINE_H
#define DOM_RECORD_POSITION_LINE_H

#include "record/record.h"
#include "rules/variant.h"

#include <stdio.h>

typedef struct {
    dom_variant variant;
    dom_deal_key key; /* of a set                                                  */
    dom_record_decisions decisions;
    uint16_t best_count;
    dom_action best[DOM_ACTIONS_MAX];
} dom_record_position;

/* Reads a line.
 *
 * line  is changed
 * out   release it with dom_record_position_clear in any case
 *
 * Returns DOM_OK; DOM_E_CONFIG with what is wrong and what is allowed, also if nobody has a choice
 * there or a `best` is not legal; DOM_E_NOMEM. */
dom_rc dom_record_position_read(dom_record_position *out, char *line, dom_err *err);

/* Writes the line and a line feed. */
void dom_record_position_write(const dom_record_position *position, FILE *out);

/* Plays the match to that moment: the seat on turn has a choice.
 *
 * table  the caller's storage
 * visit  called for every effect on the way, as by dom_record_replay; may be NULL
 *
 * Returns DOM_OK, or DOM_E_CONFIG: the choices are impossible, or nobody has a choice after
 * them. */
dom_rc dom_record_position_set_up(const dom_record_position *position, dom_table *table,
                                  dom_record_visit *visit, void *context, dom_err *err);

void dom_record_position_clear(dom_record_position *position);

#endif
