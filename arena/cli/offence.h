/* cli/offence.h - a stored fault with what belongs to it: the ask that led to it,
 * the answer, the process and what that printed.
 */
#ifndef DOM_CLI_OFFENCE_H
#define DOM_CLI_OFFENCE_H

#include "store/store.h"

#include <jansson.h>
#include <stdio.h>

typedef struct {
    const dom_store_tournament *t;
    const dom_store_fault *fault;
    const char *variant; /* NULL outside a match                               */
    char *ask;           /* one line of JSON; NULL where nothing was asked     */
    bool has_process;
    dom_store_process process;
} offence;

/* Gather what belongs to a fault. It borrows `t` and `fault`, and the store until the
 * next offence is read.
 *
 * out  release with offence_clear, in any case. */
dom_rc offence_read(offence *out, dom_store *store, const dom_store_tournament *t,
                    const dom_store_fault *fault, dom_err *err);
void offence_clear(offence *o);

/* Some lines, each behind `margin`: what was asked, what was sent, how the process
 * ended, the end of what it printed. */
void offence_print(const offence *o, const char *margin, FILE *out);

/* How a process ended, and the end of what it printed. */
void offence_print_log(const char *margin, const void *log, size_t size, FILE *out);

/* One element of "faults"; NULL when out of memory. */
json_t *offence_json(const offence *o);

#endif
