/* output/conformance_text.h - prints the findings of a conformance check, as text or JSON.
 *
 *     kit@dfa1af67, python
 *
 *     passed   handshake      hello after 62 ms at most; ...
 *     failed   variants       illegal in block-2, one table at a time: choice 9 is not within 0..4
 *              to fix it      answer with an index into `legal` of the very ask, ...
 */
#ifndef DOM_OUTPUT_CONFORMANCE_TEXT_H
#define DOM_OUTPUT_CONFORMANCE_TEXT_H

#include "conformance/conformance.h"

#include <jansson.h>

/* The functions with which a check writes its evidence: lines of text with a margin, as above, and
 * an element of "faults" (docs/reference/output.md). */
extern const dom_conformance_words dom_output_conformance_words;

/* Print one finding: a line, and if the check failed the remedy and the evidence below it. The
 * first check is printed with a heading. The function can be `on_finding` of a
 * dom_conformance_spec, which prints every finding as soon as it is made.
 *
 * out  a FILE *, here as the callback's context */
void dom_output_conformance_show(void *out, const dom_conformance_report *report,
                                 dom_conformance_check check);

/* Returns the whole report as {"schema": 1, "bot", "version", "passed", "checks": [...], ...}
 * (docs/reference/output.md, check). The caller owns the reference; NULL means out of memory. */
json_t *dom_output_conformance_json(const dom_conformance_report *report);

#endif
