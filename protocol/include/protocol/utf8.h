/* protocol/utf8.h - checks and cleans the texts of the protocol. A plain text is UTF-8
 * without control characters (U+0000..U+001F and U+007F..U+009F).
 */
#ifndef DOM_PROTOCOL_UTF8_H
#define DOM_PROTOCOL_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Returns how many bytes at the start of `text` are plain text. The result is `size` if the
 * whole text is plain. */
size_t dom_utf8_plain(const char *text, size_t size);

/* Returns how many bytes at the start of `text` can be shown on a terminal as they are: plain text
 * without the characters that change the direction of the text around them (Unicode Standard Annex
 * 9, section 2): U+061C, U+200E, U+200F, U+202A..U+202E and U+2066..U+2069. */
size_t dom_utf8_shown(const char *text, size_t size);

/* Returns the number of bytes, 2 to 4, of the character at `at`; 0 if it is ASCII or no UTF-8.
 * `left` is how many bytes there are, 1 at least. */
size_t dom_utf8_sequence(const uint8_t *at, size_t left);

/* Replaces every byte of `text` that is not part of plain text by '?'. */
void dom_utf8_clean(char *text, size_t size);

#endif
