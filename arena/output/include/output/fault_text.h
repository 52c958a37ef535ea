/* output/fault_text.h - prints the evidence of a fault (results/fault_report.h): the ask, the
 * answer, the end of the process and its log without the middle. */
#ifndef DOM_OUTPUT_FAULT_TEXT_H
#define DOM_OUTPUT_FAULT_TEXT_H

#include "results/fault_report.h"

#include <jansson.h>
#include <stdio.h>

/* Print the evidence as lines that start with `margin`. Parts that do not exist are left out. */
void dom_output_fault_print(const dom_results_fault_report *r, const char *margin, FILE *out);

/* Print the beginning of a message of the bot: as it is if it can be printed, else in hexadecimal
 * digits. Nothing if there was none. */
void dom_output_fault_print_sent(const char *margin, const void *bytes, size_t size, FILE *out);

/* Print the first 4 and the last 10 lines, at most some 2,700 bytes, of a process's log, and
 * between them how many lines are left out. Each line starts with `margin` and a bar. Bytes that a
 * terminal could obey are printed as \xNN. */
void dom_output_fault_print_log(const char *margin, const void *log, size_t size, FILE *out);

/* Returns one element of "faults" (docs/reference/output.md, faults). The caller owns the
 * reference; NULL means out of memory. */
json_t *dom_output_fault_json(const dom_results_fault_report *r);

#endif
