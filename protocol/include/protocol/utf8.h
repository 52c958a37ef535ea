/* protocol/utf8.h - the texts of the protocol: UTF-8 without control characters
 * (U+0000..U+001F and U+007F..U+009F).
 */
#ifndef DOM_PROTOCOL_UTF8_H
#define DOM_PROTOCOL_UTF8_H

#include <stddef.h>

/* How many bytes at the start of `text` are such text. All of them: the result
 * is `size`. */
size_t dom_utf8_plain(const char *text, size_t size);

/* Put a '?' in the place of every byte that is not part of such text. */
void dom_utf8_clean(char *text, size_t size);

#endif
