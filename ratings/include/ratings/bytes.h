/* ratings/bytes.h - numbers as a compact sequence of bytes, the same on every machine.
 *
 * It stores pools in the standings cache. The same function writes and reads a structure: each call
 * below appends *value when writing, and fills *value when reading. So the two directions cannot
 * differ:
 *
 *     static void code_item(dom_ratings_bytes *b, item *i)
 *     {
 *         dom_ratings_bytes_whole(b, &i->sets);
 *         dom_ratings_bytes_real(b, &i->elo);
 *     }
 *
 *     dom_ratings_bytes out = {.is_reading = false};
 *     code_item(&out, &item);              gives out.bytes[0..out.count-1], unless out.is_broken
 *
 *     dom_ratings_bytes in = {.is_reading = true, .bytes = out.bytes, .count = out.count};
 *     code_item(&in, &copy);               makes copy equal item, unless in.is_broken
 *
 * Callers may check is_broken once, at the end. After a failure nothing more is written, and every
 * value that is read is 0.
 */
#ifndef DOM_RATINGS_BYTES_H
#define DOM_RATINGS_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes and the position in them. To write, start with all zero; to read, set the first, third
 * and fourth field. */
typedef struct {
    bool is_reading;
    bool is_broken; /* memory ran out, or the bytes are not what these functions write */
    uint8_t *bytes; /* writing: grows, and the caller frees it; reading: borrowed, not changed */
    size_t count, room; /* bytes written or given; bytes allocated (writing only) */
    size_t at;          /* reading: index of the next byte */
} dom_ratings_bytes;

/* A whole number: one byte for every 7 bits, the lowest first, so 0..127 take one byte. */
void dom_ratings_bytes_whole(dom_ratings_bytes *b, uint64_t *value);
/* A whole number of either sign; -64..63 take one byte. */
void dom_ratings_bytes_signed(dom_ratings_bytes *b, int64_t *value);
/* A double, bit by bit; infinities and NaN are kept. */
void dom_ratings_bytes_real(dom_ratings_bytes *b, double *value);
/* `count` bytes as they are. */
void dom_ratings_bytes_raw(dom_ratings_bytes *b, void *bytes, size_t count);

/* The number of items that follow. Reading breaks `b` if the number is above `most`, or if fewer
 * bytes than items are left, because every item takes at least one byte. So a damaged file cannot
 * make the reader allocate much memory. */
void dom_ratings_bytes_count(dom_ratings_bytes *b, size_t *count, size_t most);

/* Break `b` unless `holds`. A reader calls it with what must be true of a value. */
void dom_ratings_bytes_check(dom_ratings_bytes *b, bool holds);

#endif
