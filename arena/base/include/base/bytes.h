/* base/bytes.h - looks at untrusted bytes, such as a bot's message or a program's output, before
 * they are shown to a person.
 */
#ifndef DOM_BASE_BYTES_H
#define DOM_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>

/* Returns true if every byte is visible ASCII or a blank; also if `size` is 0. */
bool dom_bytes_are_plain(const void *bytes, size_t size);

/* Returns true if every byte is visible ASCII, a blank, a newline or a tab; also if `size` is 0. */
bool dom_bytes_are_text(const void *bytes, size_t size);

/* Returns true if one of the bytes is zero, so that `bytes` may be read as a C string. */
bool dom_bytes_have_end(const void *bytes, size_t size);

/* Returns the offset at which the tail of a text begins. The tail has at most `lines` lines and at
 * most `most` bytes. A line feed at the end of the text does not begin another line.
 *
 * Example: in the 14 bytes "one\ntwo\nthree\n" the last two lines begin at byte 4. With most = 5
 * the tail begins at byte 9, in the middle of a line.
 *
 * lines  at least 1 */
size_t dom_bytes_tail_at(const void *bytes, size_t size, int lines, size_t most);

/* A long text that is shown without its middle. */
typedef struct {
    size_t head;  /* number of bytes of the lines that are shown at its beginning */
    size_t tail;  /* offset of the lines that are shown at its end                */
    size_t lines; /* number of lines between them; 0: the text is shown whole, head == tail */
} dom_bytes_ends;

/* Returns what is shown of a text: its first lines, and its last ones as dom_bytes_tail_at has
 * them. The beginning of a bot's output says in which position it failed, the end with which error.
 * The first lines take at most a third of `most` bytes more.
 *
 * Example: of 20 lines, first = 4 and last = 10 leave out 6. */
dom_bytes_ends dom_bytes_ends_of(const void *bytes, size_t size, int first, int last, size_t most);

#endif
