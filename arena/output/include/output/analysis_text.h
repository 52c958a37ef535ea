/* output/analysis_text.h - prints what the values of choices say (analysis/summary.h), and how far
 * an analysis is. */
#ifndef DOM_OUTPUT_ANALYSIS_TEXT_H
#define DOM_OUTPUT_ANALYSIS_TEXT_H

#include "analysis/analysis_run.h"
#include "analysis/differences.h"
#include "analysis/summary.h"
#include "output/output.h"

/* What is printed. Its pointers are borrowed. */
typedef struct {
    const dom_analysis_summary *summary;
    const dom_analysis_progress *progress;
    dom_analysis_plan plan;
    const dom_analysis_differences *differences; /* NULL: not asked for */
} dom_output_analysis;

/* Print, for each variant, where each bot loses most and a table of the bots; then the costliest
 * choices with their reasons; the choices in which two bots differ; then what was left out. CSV has
 * a row for each bot and variant. Returns DOM_OK, DOM_E_NOMEM or DOM_E_IO. */
dom_rc dom_output_analysis_show(const dom_output_analysis *a, dom_output_format format, FILE *out,
                                dom_err *err);

/* A line on a terminal that says how many matches are done and about how long the others take. */
typedef struct {
    FILE *out;      /* a terminal; NULL: nothing is shown */
    uint64_t total; /* matches                            */
    int64_t began_us, shown_us;
} dom_output_analysis_line;

/* Begins it; `out` is not used if it is no terminal. */
dom_output_analysis_line dom_output_analysis_line_begin(FILE *out, uint64_t total);
void dom_output_analysis_line_show(dom_output_analysis_line *line, uint64_t done);

/* Removes the line. */
void dom_output_analysis_line_end(dom_output_analysis_line *line);

#endif
