/* output/ask_text.h - prints what came of a rehearsal (rehearsal/rehearsal.h), for `ask`. */
#ifndef DOM_OUTPUT_ASK_TEXT_H
#define DOM_OUTPUT_ASK_TEXT_H

#include "rehearsal/rehearsal.h"

#include <jansson.h>
#include <stdio.h>

/* A question that a user may want to ask, as a command. */
typedef struct {
    const char *bot; /* as `ask` takes it                                          */
    const char *tournament;
    uint64_t match;
    uint32_t step;         /* 0: all of its asks                                   */
    const char *home, *db; /* --home and --db; NULL: not given                     */
} dom_output_question;

/* Prints the command line that asks it, without a line feed. */
void dom_output_ask_print_command(const dom_output_question *question, FILE *out);

/* Prints it for a person: who was asked, the earlier asks in numbers, the ask, both answers, and
 * what the process printed. */
void dom_output_ask_print(const dom_rehearsal_spec *spec, const dom_rehearsal_report *report,
                          FILE *out);

/* Returns the same as an object (docs/reference/output.md, ask). The caller owns the reference;
 * NULL means out of memory. */
json_t *dom_output_ask_json(const dom_rehearsal_spec *spec, const dom_rehearsal_report *report);

#endif
