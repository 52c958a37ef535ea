/* base/err.h - what happened, for a person.
 *
 * Lives on the caller's stack; wherever a dom_err pointer is taken NULL is
 * accepted and means "I do not care".
 */
#ifndef DOM_BASE_ERR_H
#define DOM_BASE_ERR_H

#include "base/rc.h"

enum { DOM_ERR_BYTES = 512 };

typedef struct {
    dom_rc rc;
    char text[DOM_ERR_BYTES]; /* one line, no newline, cut rather than overrun */
} dom_err;

/* Record why, and hand `rc` back, so that a failure is one line:
 *     return dom_err_set(err, DOM_E_CONFIG, "%s:%d: unknown key", file, line);
 * Control characters in the result are replaced by '?', so text that a bot or a
 * file supplied cannot play with the terminal. */
__attribute__((format(printf, 3, 4))) dom_rc dom_err_set(dom_err *err, dom_rc rc,
                                                         const char *format, ...);

/* Record that memory ran out, in the one way in which that is said; returns DOM_E_NOMEM. */
dom_rc dom_err_no_memory(dom_err *err);

/* Record what errno says of a file or folder, "PATH: No such file or directory", with at most 300
 * bytes of the path, so that the reason is never cut away; returns DOM_E_IO. */
dom_rc dom_err_errno(dom_err *err, const char *path);

#endif
