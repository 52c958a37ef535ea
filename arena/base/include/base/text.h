/* base/text.h - builds text in a buffer of fixed size that the caller owns. Text that does not fit
 * is cut, but never in the middle of a UTF-8 character.
 */
#ifndef DOM_BASE_TEXT_H
#define DOM_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* A cursor in the caller's buffer. The text is NUL-terminated at all times. */
typedef struct {
    char *at;    /* next byte to write                                        */
    size_t room; /* bytes left, including the NUL; at least 1                 */
    bool cut;    /* something did not fit                                     */
} dom_text;

/* Starts an empty text in `buffer`. Pre: size > 0. */
dom_text dom_text_of(char *buffer, size_t size);

/* Copies `string` into `buffer` and cuts it if it does not fit. Pre: size > 0. */
void dom_text_copy(char *buffer, size_t size, const char *string);

/* Returns true if a name ends with `ending` and has something before it: "a.db" with ".db", but not
 * ".db". */
bool dom_text_has_ending(const char *name, const char *ending);

/* Removes UTF-8 characters of which only the first bytes are there, wherever they are: printf's
 * "%.40s" counts bytes and leaves them. Bytes that begin no character stay as they are. */
void dom_text_drop_cut(char *string);

/* Returns true for the second and later bytes of a UTF-8 character. */
bool dom_text_is_continuation(char byte);

/* Append to the text. Once something did not fit, nothing more is appended. */
void dom_text_add(dom_text *text, const char *string);
void dom_text_add_char(dom_text *text, char c);
void dom_text_add_int(dom_text *text, long long value);

#endif
