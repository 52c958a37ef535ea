/* base/first_error.h - finds the line of a program's output that says what went wrong.
 */
#ifndef DOM_BASE_FIRST_ERROR_H
#define DOM_BASE_FIRST_ERROR_H

#include <stddef.h>

/* One line, without its line feed. It points into the caller's bytes. */
typedef struct {
    const char *text;
    size_t length; /* 0 if no line was found                                  */
} dom_line;

/* Returns the first line with a word such as "error", "cannot" or "not found". If there is none, it
 * returns the last line that is not empty. The search for a word skips indented lines, as a traceback
 * has them, and lines that begin with '$', as a build's log shows its commands.
 *
 * bytes  may be NULL when `size` is 0. */
dom_line dom_first_error(const char *bytes, size_t size);

#endif
