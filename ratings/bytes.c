#include "ratings/bytes.h"

#include <stdlib.h>
#include <string.h>

/* Make room for `more` bytes. Returns false and breaks `b` if memory ran out. */
static bool grow(dom_ratings_bytes *b, size_t more)
{
    if (b->room - b->count >= more)
        return true;
    size_t room = 2 * b->room + more + 256;
    uint8_t *grown = realloc(b->bytes, room);
    b->is_broken |= grown == NULL;
    if (grown == NULL)
        return false;
    b->bytes = grown;
    b->room = room;
    return true;
}

void dom_ratings_bytes_raw(dom_ratings_bytes *b, void *bytes, size_t count)
{
    if (b->is_reading) {
        b->is_broken |= count > b->count - b->at;
        memset(bytes, 0, count);
        if (b->is_broken)
            return;
        memcpy(bytes, b->bytes + b->at, count);
        b->at += count;
    } else if (!b->is_broken && grow(b, count)) {
        memcpy(b->bytes + b->count, bytes, count);
        b->count += count;
    }
}

static uint64_t read_whole(dom_ratings_bytes *b)
{
    uint64_t value = 0;
    uint8_t byte = 0x80;
    for (int shift = 0; byte & 0x80; shift += 7) {
        dom_ratings_bytes_raw(b, &byte, 1);
        dom_ratings_bytes_check(b, shift < 63 || (shift == 63 && byte < 2));
        if (b->is_broken)
            return 0;
        value |= (uint64_t)(byte & 0x7f) << shift;
    }
    return value;
}

void dom_ratings_bytes_whole(dom_ratings_bytes *b, uint64_t *value)
{
    uint8_t text[10];
    size_t count = 0;
    if (b->is_reading) {
        *value = read_whole(b);
        return;
    }
    for (uint64_t left = *value; count == 0 || left; left >>= 7)
        text[count++] = (uint8_t)((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    dom_ratings_bytes_raw(b, text, count);
}

/* Stores 0, -1, 1, -2, ... as 0, 1, 2, 3, ... */
void dom_ratings_bytes_signed(dom_ratings_bytes *b, int64_t *value)
{
    uint64_t folded = (uint64_t)*value << 1 ^ (*value < 0 ? UINT64_MAX : 0);
    dom_ratings_bytes_whole(b, &folded);
    *value = (int64_t)(folded >> 1 ^ (folded & 1 ? UINT64_MAX : 0));
}

void dom_ratings_bytes_real(dom_ratings_bytes *b, double *value)
{
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    dom_ratings_bytes_whole(b, &bits);
    memcpy(value, &bits, sizeof bits);
}

void dom_ratings_bytes_check(dom_ratings_bytes *b, bool holds)
{
    b->is_broken |= !holds;
}

void dom_ratings_bytes_count(dom_ratings_bytes *b, size_t *count, size_t most)
{
    uint64_t number = *count;
    dom_ratings_bytes_whole(b, &number);
    if (b->is_reading) /* a damaged file must not make the caller allocate much */
        dom_ratings_bytes_check(b, number <= most && number <= b->count - b->at);
    *count = b->is_broken ? 0 : (size_t)number;
}
