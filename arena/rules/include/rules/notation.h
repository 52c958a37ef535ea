/* rules/notation.h - positions and tiles as text.
 *
 * A position is one line: a variant with settings, then fields, in any order on
 * reading and in this order on writing, separated by '|':
 *
 *     draw-2 draw_cost=1 | ends 3,3 | turn 1 | drawn 0 | leader 0 | last 0
 *         | hand 5-0,6-1 / 2-2 | stock 6-6,5-4 | start 5-3
 *
 * (written without the line break). `hand` lists the seats' tiles, with '/' between
 * seats. `ends` is '-' before the lead; 'x' is a closed arm. `last` is the seat that
 * played last, '-' for nobody. `stock` is in drawing order, the same for every seat.
 * `must 6-6` is the only tile that may be led. `paid 0,5` is the number of tiles that
 * each seat drew at a cost. Omitted fields are empty, zero, or seat 0.
 */
#ifndef DOM_RULES_NOTATION_H
#define DOM_RULES_NOTATION_H

#include "rules/round.h"
#include "rules/variant.h"

/* A position with the storage to which its round points; do not copy it. */
typedef struct {
    dom_variant variant;
    dom_deal deal;
    dom_round round;
} dom_position;

/* Reads a position. Returns DOM_OK, or DOM_E_CONFIG; `err` then names the field and what is
 * wrong, such as a tile that occurs twice or is not in the set, or a seat that is not at the
 * table. */
dom_rc dom_position_read(dom_position *out, const char *line, dom_err *err);

/* Adds the position. Reading it back gives the same position. */
void dom_position_write(const dom_position *position, dom_text *out);

/* Reads a variant with settings, such as "draw-2 draw_cost=1"; `text` is changed. Returns DOM_OK,
 * or DOM_E_CONFIG if there is no such variant or option, or the options exclude each other. */
dom_rc dom_variant_notation_read(dom_variant *out, char *text, dom_err *err);

/* Adds the variant: its name if it is a named one, else that of its base, and the options in which
 * it differs from that. Reading it back gives the same options. A variant with neither is written
 * by its name only, which cannot be read. */
void dom_variant_notation_write(const dom_variant *variant, dom_text *out);

/* Write "6-4", with the larger half first, and read it. Reading accepts both orders and returns
 * DOM_NO_TILE if the text is not exactly one tile. */
void dom_tile_write(dom_tile tile, dom_text *out);
dom_tile dom_tile_read(const char *text);

/* Returns the word for an end of the line, for people: "left", "right", and in games with a spinner
 * "upper" and "lower". `end` is below DOM_ENDS_MAX. */
const char *dom_end_name(int end);

/* Write "6-4@1" (played on end 1), "6-6@0v" (face down), "draw" or "pass", and read it. Reading
 * returns false if the text is not exactly one action. */
void dom_action_write(dom_action action, dom_text *out);
bool dom_action_read(const char *text, dom_action *out);

#endif
