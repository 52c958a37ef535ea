/* output/position_text.h - prints what came of a suite of positions
 * (rehearsal/position_suite.h), as text or JSON.
 *
 * Text is printed position by position; JSON is collected and printed at the end. */
#ifndef DOM_OUTPUT_POSITION_TEXT_H
#define DOM_OUTPUT_POSITION_TEXT_H

#include "ratings/means.h"
#include "rehearsal/position_suite.h"

#include <jansson.h>
#include <stdio.h>

/* The caller sets the first five fields, the others start as zero. */
typedef struct {
    FILE *out;
    const dom_rehearsal_positions *positions;
    const dom_bots_resolved *bot[2];
    dom_sandbox sandbox; /* the level at which they play                           */
    json_t *list;        /* JSON: a json_array(), released at the end; NULL: text           */
    dom_ratings_sample difference; /* of the positions that both bots played        */
    uint32_t other_answers;        /* positions in which their answers differ       */
    uint32_t with_best;            /* positions that name the best answer           */
    uint32_t best[2];              /* how often each bot gave it                    */
    uint32_t faults;               /* positions that a fault ended                  */
} dom_output_positions;

/* Takes a position; the function for dom_rehearsal_suite_spec.on_position, with a
 * dom_output_positions as its context. */
void dom_output_positions_take(void *context, size_t index, const dom_rehearsal_play play[2]);

/* Prints the last lines, or the JSON. Returns DOM_OK, or DOM_E_NOMEM or DOM_E_IO if the JSON could
 * not be made or written. */
dom_rc dom_output_positions_end(dom_output_positions *p, dom_err *err);

#endif
