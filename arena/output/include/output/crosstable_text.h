/* output/crosstable_text.h - prints the cross table, the results of every pair of bots
 * (results/crosstable.h), as text, CSV or JSON. */
#ifndef DOM_OUTPUT_CROSSTABLE_TEXT_H
#define DOM_OUTPUT_CROSSTABLE_TEXT_H

#include "output/output.h"
#include "results/standings.h"

/* Print one table per variant. As text it is a grid of whole percentages with the names in the
 * rows:
 *
 *     block-2: points of row against column, in percent
 *                  1   2   3
 *     1  careful   -  52  71
 *     2  greedy   48   -  69
 *     3  random   29  31   -
 *
 * Columns that do not fit beside the names follow in further blocks below.
 *
 * variants  the variants to print; an empty list means all
 * format    DOM_OUTPUT_TEXT, DOM_OUTPUT_CSV or DOM_OUTPUT_JSON
 *
 * Returns DOM_OK; DOM_E_ABSENT if no match of a listed variant was played; DOM_E_IO if JSON cannot
 * be written; or DOM_E_NOMEM. */
dom_rc dom_output_crosstables(FILE *out, const dom_results_standings *s,
                              const dom_strings *variants, dom_output_format format, dom_err *err);

#endif
