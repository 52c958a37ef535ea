/* base/err.h - an error message for a person, beside the result code for the program.
 *
 * A dom_err usually lives on the caller's stack. Every function that takes a pointer to one accepts
 * NULL, which means that the caller does not want the message.
 */
#ifndef DOM_BASE_ERR_H
#define DOM_BASE_ERR_H

#include "base/rc.h"
#include "base/string_list.h"

enum { DOM_ERR_BYTES = 512, DOM_ERR_COLLECTED_MAX = 100 };

typedef struct {
    dom_rc rc;
    char text[DOM_ERR_BYTES]; /* one line, no newline, cut rather than overrun */
} dom_err;

/* Stores the message and returns `rc`, so that a function fails in one line:
 *     return dom_err_set(err, DOM_E_CONFIG, "%s:%d: unknown key", file, line);
 * Control characters of the message are replaced by '?', so text from a bot or a file cannot send
 * commands to the terminal. UTF-8 characters that were cut, by "%.40s" or at the end, are left out.
 */
__attribute__((format(printf, 3, 4))) dom_rc dom_err_set(dom_err *err, dom_rc rc,
                                                         const char *format, ...);

/* Stores the one message for a failed allocation; returns DOM_E_NOMEM. */
dom_rc dom_err_no_memory(dom_err *err);

/* Collects what is wrong in a file, so that reading continues and all of it is said at once. If
 * `rc` is DOM_E_CONFIG, the message of `err` is added to `faults` and DOM_OK is returned, or
 * DOM_E_NOMEM. Any other code is returned as it is; so is every code if `faults` is NULL, which
 * means that the first fault ends reading, and after DOM_ERR_COLLECTED_MAX faults. With `faults`,
 * `err` must not be NULL. */
dom_rc dom_err_collect(dom_strings *faults, dom_rc rc, dom_err *err);

/* Stores what errno says about a file or folder, such as "PATH: No such file or directory". At most
 * 300 bytes of the path are shown, so the reason always fits. Returns DOM_E_IO. */
dom_rc dom_err_errno(dom_err *err, const char *path);

#endif
