/* cli/status.h - the exit status of the process, and the line that says why. */
#ifndef DOM_CLI_STATUS_H
#define DOM_CLI_STATUS_H

#include "base/err.h"

/* Documented in README and in every --help. */
enum {
    DOM_CLI_OK = 0,
    DOM_CLI_NO = 1,      /* the answer is no                                    */
    DOM_CLI_USAGE = 2,   /* wrong usage or configuration                              */
    DOM_CLI_RUNTIME = 3, /* machine or store                                    */
    DOM_CLI_SIGNAL = 128 /* plus the signal's number: interrupted               */
};

/* What help and man page say of them; ends with a row of NULLs. */
typedef struct {
    const char *number, *meaning;
} dom_cli_status_row;
extern const dom_cli_status_row dom_cli_statuses[];

/* The exit status of a result code. */
int dom_cli_status(dom_rc rc);

/* Print "domino-arena: text" on stderr and return the exit status of the code. */
int dom_cli_fail(const dom_err *err);

/* The exit status of a command that had nothing else to say than `rc`: 0, or dom_cli_fail. */
int dom_cli_end(dom_rc rc, const dom_err *err);

/* The same, where DOM_E_INTERRUPTED means that this signal came. */
int dom_cli_end_by_signal(dom_rc rc, int signal_number, const dom_err *err);

#endif
