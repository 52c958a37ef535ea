/* base/bytes.h - what a program printed or a bot sent: bytes that may be anything, looked at before
 * they are shown.
 */
#ifndef DOM_BASE_BYTES_H
#define DOM_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>

/* Are these bytes nothing but visible ASCII and blanks? So are none at all. */
bool dom_bytes_are_plain(const void *bytes, size_t size);

/* Is there a zero byte among these, so that what begins there may be read as a text? */
bool dom_bytes_have_end(const void *bytes, size_t size);

/* Returns where the last lines of a text begin: at most `lines` of them and at most `most` bytes.
 * The line feed at its end begins no line. Of the 14 bytes "one\ntwo\nthree\n" the last two lines
 * begin at byte 4, and with most = 5 the answer is 9, in the middle of a line.
 *
 * lines  at least 1 */
size_t dom_bytes_tail_at(const void *bytes, size_t size, int lines, size_t most);

#endif
