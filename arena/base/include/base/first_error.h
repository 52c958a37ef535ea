/* base/first_error.h - the line of a program's output that says what went wrong.
 */
#ifndef DOM_BASE_FIRST_ERROR_H
#define DOM_BASE_FIRST_ERROR_H

#include <stddef.h>

/* A part of somebody else's bytes, without its line feed. */
typedef struct {
    const char *text;
    size_t length; /* 0: there is none                                        */
} dom_line;

/* The first line with a word such as "error", "cannot" or "not found"; without one the last line
 * that is not empty. Lines that are indented, as in a traceback, or that begin with '$', as a
 * command in a log of a build, are passed over in the search for a word.
 *
 * bytes  may be NULL when `size` is 0. */
dom_line dom_first_error(const char *bytes, size_t size);

#endif
