/* output/style.h - the styles of texts, and whether a stream shows them.
 *
 * Only a few things have a style, so that they stand out: the title of the live table, the first of
 * a list, faults, gains and losses. Text without a style is as plain as the terminal has it.
 */
#ifndef DOM_OUTPUT_STYLE_H
#define DOM_OUTPUT_STYLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum {
    DOM_OUTPUT_PLAIN,
    DOM_OUTPUT_TITLE,  /* bold: the head of the live table, warnings */
    DOM_OUTPUT_LEADER, /* bold: the first of a list              */
    DOM_OUTPUT_GAIN,   /* green: better, or passed               */
    DOM_OUTPUT_LOSS,   /* red: worse, or failed                  */
    DOM_OUTPUT_FAULT,  /* red                                    */
    DOM_OUTPUT_STYLES
} dom_output_style;

/* Returns the style of a bot whose rank is from `lo` to `hi`: DOM_OUTPUT_LEADER if it is surely the
 * first. */
dom_output_style dom_output_rank_style(uint32_t lo, uint32_t hi);

/* The environment variable that --color sets: auto, always or never. */
#define DOM_OUTPUT_COLOR_VARIABLE "DOMINO_ARENA_COLOR"

/* Returns true if `out` is a terminal that can move its cursor: $TERM is set and not "dumb". */
bool dom_output_can_draw(FILE *out);

/* Returns true if styles are to be shown on `out`. $DOMINO_ARENA_COLOR decides if it is "always" or
 * "never"; else they are shown on a terminal that can draw, unless $NO_COLOR is set to anything but
 * an empty text. */
bool dom_output_has_colours(FILE *out);

/* Return what switches a style on and off again; "" for plain text, or if there are no colours. */
const char *dom_output_style_on(dom_output_style style, bool has_colours);
const char *dom_output_style_off(dom_output_style style, bool has_colours);

/* Print a text in a style, if `out` shows styles. */
void dom_output_put_styled(FILE *out, dom_output_style style, const char *text);

#endif
