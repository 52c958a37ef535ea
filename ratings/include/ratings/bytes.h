/* ratings/bytes.h - numbers as bytes and back, the same on every machine.
 *
 * One function says what is written and what is read: each call appends *value, or in
 * reading fills it. Nobody has to look before the end: after a failure nothing more is
 * written, and everything that is read is 0.
 */
#ifndef DOM_RATINGS_BYTES_H
#define DOM_RATINGS_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    bool is_reading;
    bool is_broken; /* out of memory, or what was read is not what was written */
    uint8_t *bytes; /* writing: grows, the owner frees it; reading: not changed */
    size_t count, room;
    size_t at; /* reading: what is next                                        */
} dom_ratings_bytes;

void dom_ratings_bytes_whole(dom_ratings_bytes *b, uint64_t *value); /* 1 byte for every 7 bits  */
void dom_ratings_bytes_signed(dom_ratings_bytes *b, int64_t *value);
void dom_ratings_bytes_real(dom_ratings_bytes *b, double *value); /* any bits                 */
void dom_ratings_bytes_raw(dom_ratings_bytes *b, void *bytes, size_t count);

/* A number of items that follow, each of at least one byte, at most `most`. */
void dom_ratings_bytes_count(dom_ratings_bytes *b, size_t *count, size_t most);

/* What is read must hold. */
void dom_ratings_bytes_check(dom_ratings_bytes *b, bool holds);

#endif
