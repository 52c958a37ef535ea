/* base/first_error.h - finds the line of a program's output that says what went wrong, and the
 * place in the program's source.
 */
#ifndef DOM_BASE_FIRST_ERROR_H
#define DOM_BASE_FIRST_ERROR_H

#include <stdbool.h>
#include <stddef.h>

/* One line, without its line feed. It points into the caller's bytes. */
typedef struct {
    const char *text;
    size_t length; /* 0 if no line was found                                  */
} dom_line;

/* Returns the first line with a word such as "error", "IndexError", "cannot" or "not found".
 * Without such a line it returns the last line that is not empty. The search for a word skips
 * indented lines, as a traceback has them, and lines that begin with '$', as a build's log shows
 * its commands. The first error explains why a build failed, because others follow from it.
 *
 * bytes  may be NULL when `size` is 0. */
dom_line dom_first_error(const char *bytes, size_t size);

/* Returns the last line with such a word, or the line below it if it ends with a colon, as "thread
 * 'main' panicked at src/main.rs:12:5:" does. Without such a line it returns the last one that
 * names a place in a source file, as "lua5.4: bot.lua:7: attempt to index a nil value" does. The
 * last error explains why a running program ended, because it may have survived others.
 *
 * The arena's SDKs print "in this position:", the position, and then the error. So nothing above
 * that line is the error, and below it the last line is, also without such a word or place: "the
 * bot answered 7, which is neither a legal action nor the index of one". Lines that are indented or
 * end with a colon are not taken for it. */
dom_line dom_last_error(const char *bytes, size_t size);

/* A place in the source of a program. */
typedef struct {
    dom_line file;    /* name without folders; length 0 if no place was found      */
    unsigned line;    /* from 1                                                    */
    bool is_in_error; /* the line of the error names it                            */
} dom_error_place;

/* Finds the place in the source that belongs to an error: on its line, or the nearest one in the
 * stack above or below it. Places in /usr, in a language's own library and in the arena's SDKs are
 * skipped, because the author of the bot looks for a line of the bot.
 *
 * Example: the error "IndexError: tuple index out of range" below the line
 * "File \"/bot/bot.py\", line 7, in choose" happened at bot.py:7.
 *
 * error  from dom_first_error or dom_last_error for the same bytes */
dom_error_place dom_error_place_of(const char *bytes, size_t size, dom_line error);

#endif
