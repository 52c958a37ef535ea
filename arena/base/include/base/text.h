/* base/text.h - building text in a caller's fixed buffer, cut rather than
 * overrun, and not within a character of UTF-8.
 */
#ifndef DOM_BASE_TEXT_H
#define DOM_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* A cursor over caller's storage. The text is always NUL-terminated; `cut`
 * tells that something did not fit. */
typedef struct {
    char *at;    /* next byte to write                                        */
    size_t room; /* bytes left, the final NUL included; at least 1            */
    bool cut;
} dom_text;

/* Start an empty text in `buffer`. Pre: size > 0. */
dom_text dom_text_of(char *buffer, size_t size);

/* Copy `string` into `buffer`, cut rather than overrun. Pre: size > 0. */
void dom_text_copy(char *buffer, size_t size, const char *string);

void dom_text_add(dom_text *text, const char *string);
void dom_text_add_char(dom_text *text, char c);
void dom_text_add_int(dom_text *text, long long value);

#endif
