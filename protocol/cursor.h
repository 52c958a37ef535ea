/* protocol/cursor.h - takes the values out of a MessagePack message, one after the other. No value
 * is stored: the reader of a field (field.h) takes it and puts it where it belongs.
 *
 * An array or map is only its head, with the number of its entries; the next calls give the
 * entries. So [1, [2]] is: an array of 2, the integer 1, an array of 1, the integer 2.
 *
 * A malformed message ends all reading: the cursor notes what is wrong, and every further value is
 * of the kind DOM_VALUE_OTHER, which no field has. So a reader checks the kinds of its values and
 * nothing else.
 */
#ifndef DOM_PROTOCOL_CURSOR_H
#define DOM_PROTOCOL_CURSOR_H

#include "word.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    DOM_VALUE_OTHER, /* nil, bin: a type that no field of the protocol has    */
    DOM_VALUE_INTEGER,
    DOM_VALUE_REAL, /* a float                                               */
    DOM_VALUE_BOOLEAN,
    DOM_VALUE_TEXT,
    DOM_VALUE_ARRAY,
    DOM_VALUE_MAP
} dom_value_kind;

typedef struct {
    dom_value_kind kind;
    uint32_t count; /* TEXT: number of bytes; ARRAY, MAP: number of entries   */
    union {
        int64_t integer; /* INT64_MAX stands for all larger numbers           */
        double real;
        bool boolean;
        const char *text; /* not NUL-terminated; part of the message          */
    };
} dom_value;

/* A place in a message. A copy of it is a second place that can go ahead on its own. */
typedef struct {
    const uint8_t *at, *end; /* the bytes that are not read yet; none after an error */
    const uint8_t *start;
    const char *wrong; /* what is wrong at `at`, such as "ends in the middle"; or NULL */
    bool is_lenient;   /* an ext and a float that is not finite are of the kind OTHER, not wrong */
} dom_cursor;

/* Returns a cursor at the first value of a message. `bytes` may be NULL if size is 0. They must
 * live as long as the values are used. */
dom_cursor dom_cursor_of(const uint8_t *bytes, size_t size);

/* Takes one value, or the head of an array or map. A length or count that exceeds the bytes that
 * are left is wrong, because each entry has at least one byte. So are a reserved tag and, unless
 * the cursor is lenient, an ext and a float that is not finite. */
dom_value dom_cursor_next(dom_cursor *c);

/* Passes over the next value with everything in it. It may have `levels` levels of arrays and maps,
 * at most DOM_DEPTH_MAX (message.h); more are wrong. */
void dom_cursor_skip(dom_cursor *c, int levels);

/* Notes that the message is wrong here, unless an error is noted already. */
void dom_cursor_fail(dom_cursor *c, const char *wrong);

/* Checks that the message ends here. */
void dom_cursor_finish(dom_cursor *c);

/* Marks a function that is called only if a short way (below) does not suffice, so that the short
 * way stays short. */
#define DOM_LONG_WAY __attribute__((noinline, cold))

/* The functions dom_cursor_take_... are short ways for the usual forms of values. They take the
 * next value if it has this form, and return true. Else they take nothing and return false, and the
 * caller calls dom_cursor_next. They may also return false near the end of a message. */

static inline bool dom_cursor_take_word(dom_cursor *c, const dom_word *word)
{
    if ((size_t)(c->end - c->at) < sizeof *word || !dom_any_word_is_at(word, c->at))
        return false;
    c->at += 1 + dom_word_bytes(word);
    return true;
}

/* An integer from min to max, in one byte. */
static inline bool dom_cursor_take_small(dom_cursor *c, int64_t min, int64_t max, int64_t *value)
{
    if (c->at == c->end)
        return false;
    int8_t tag = (int8_t)*c->at;
    if (tag < -32 || tag < min || tag > max)
        return false;
    c->at++;
    *value = tag;
    return true;
}

/* Returns the number in 2 or in 8 bytes, the highest byte first. */
static inline uint64_t dom_big_endian_2(const uint8_t *b)
{
    return (uint64_t)b[0] << 8 | b[1];
}

static inline uint64_t dom_big_endian_8(const uint8_t *b)
{
    return (uint64_t)b[0] << 56 | (uint64_t)b[1] << 48 | (uint64_t)b[2] << 40 |
           (uint64_t)b[3] << 32 | (uint64_t)b[4] << 24 | (uint64_t)b[5] << 16 |
           (uint64_t)b[6] << 8 | b[7];
}

/* An integer from 0 to max whose number has 2 or 8 bytes after the tag: most numbers of tables and
 * times, and the random ones. */
static inline bool dom_cursor_take_large(dom_cursor *c, int64_t max, int64_t *value)
{
    if (c->end - c->at < 9 || (*c->at != 0xcd && *c->at != 0xcf))
        return false;
    bool is_wide = *c->at == 0xcf;
    uint64_t number = is_wide ? dom_big_endian_8(c->at + 1) : dom_big_endian_2(c->at + 1);
    if (max < 0 || number > (uint64_t)max)
        return false;
    c->at += is_wide ? 9 : 3;
    *value = (int64_t)number;
    return true;
}

/* The head of an array of min..max entries in one byte, so with at most 15 entries; `max` may be
 * larger. Tags above 0x9f would give 16 entries or more, and are refused because `left` is at most
 * 16. */
static inline bool dom_cursor_take_head(dom_cursor *c, int min, int max, int *count)
{
    if (c->at == c->end)
        return false;
    int entries = *c->at - 0x90, left = c->end - c->at > 16 ? 16 : (int)(c->end - c->at);
    if (entries < min || entries > max || entries >= left)
        return false;
    c->at++;
    *count = entries;
    return true;
}

/* Returns true if the value is this word, in any form. */
static inline bool dom_value_says(const dom_value *value, const dom_word *word)
{
    return value->kind == DOM_VALUE_TEXT && value->count == dom_word_bytes(word) &&
           dom_same_bytes(value->text, word->text, value->count);
}

/* Returns true if the value is an integer from min to max. */
static inline bool dom_value_within(const dom_value *value, int64_t min, int64_t max)
{
    return value->kind == DOM_VALUE_INTEGER && min <= value->integer && value->integer <= max;
}

#endif
