/* output/standings_text.h - prints the standings of a tournament (results/tournament_standing.h).
 */
#ifndef DOM_OUTPUT_STANDINGS_TEXT_H
#define DOM_OUTPUT_STANDINGS_TEXT_H

#include "output/output.h"
#include "results/tournament_standing.h"
#include "results/tournament_summary.h"

/* What is printed. All is borrowed. */
typedef struct {
    const dom_store_tournament *t;
    const dom_results_tournament_summary *summary;
    const dom_results_withdrawals *withdrawals;
    const dom_results_tournament_standings *standings;
    const dom_strings *variants; /* only these; empty: all of the tournament */
} dom_output_standings_source;

/* Prints the standings in the order of the tournament's variants, without those in which no match
 * was played; as text, JSON, CSV or Markdown. Returns DOM_OK, DOM_E_NOMEM or DOM_E_IO. */
dom_rc dom_output_standings(FILE *out, const dom_output_standings_source *of,
                            dom_output_format format, dom_err *err);

#endif
