/* cli/status.h - the exit status of the process, and the error line on stderr. */
#ifndef DOM_CLI_STATUS_H
#define DOM_CLI_STATUS_H

#include "base/err.h"

/* The statuses. dom_cli_statuses describes them. */
enum {
    DOM_CLI_OK = 0,
    DOM_CLI_NO = 1,      /* the answer is no, as when `check` fails a bot       */
    DOM_CLI_USAGE = 2,   /* wrong usage or configuration                              */
    DOM_CLI_RUNTIME = 3, /* the machine or the database failed                 */
    DOM_CLI_SIGNAL = 128 /* plus its number: 129 SIGHUP, 130 SIGINT, 143 SIGTERM */
};

/* The statuses as users see them: help and man page print `meaning`, docs/reference/exit-status.md
 * the `examples` too. The last row has NULLs. */
typedef struct {
    const char *number, *meaning, *examples;
} dom_cli_status_row;
extern const dom_cli_status_row dom_cli_statuses[];

/* Returns the exit status of a result code: DOM_CLI_USAGE for DOM_E_CONFIG, DOM_E_ABSENT and
 * DOM_E_ILLEGAL, DOM_CLI_OK for DOM_OK, else DOM_CLI_RUNTIME. */
int dom_cli_status_of(dom_rc rc);

/* Prints the error's text on stderr (log.h). Returns the exit status of its
 * code. */
int dom_cli_fail(const dom_err *err);

/* Ends a command: returns DOM_CLI_OK if `rc` is DOM_OK, else prints the error by dom_cli_fail and
 * returns its status. */
int dom_cli_end(dom_rc rc, const dom_err *err);

/* The same for a command that a signal may interrupt: returns DOM_CLI_SIGNAL + signal_number if
 * `rc` is DOM_E_INTERRUPTED. The error is printed then too. */
int dom_cli_end_by_signal(dom_rc rc, int signal_number, const dom_err *err);

#endif
