/* protocol/values.h - a received message as a tree of values. The tree is the same for
 * MessagePack and JSON.
 *
 * The values of an array or map are contiguous, so an entry is found by its index. All
 * values of a message are in one block of memory, which is kept from message to message.
 * A message never gets more values than it has bytes, whatever lengths it claims.
 */
#ifndef DOM_PROTOCOL_VALUES_H
#define DOM_PROTOCOL_VALUES_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef enum {
    DOM_VALUE_OTHER, /* nil, float, bin: a type that no field of the protocol has */
    DOM_VALUE_INTEGER,
    DOM_VALUE_BOOLEAN,
    DOM_VALUE_TEXT,
    DOM_VALUE_ARRAY,
    DOM_VALUE_MAP
} dom_value_kind;

typedef struct dom_value dom_value;

struct dom_value {
    dom_value_kind kind;
    uint32_t count; /* TEXT: number of bytes; ARRAY, MAP: number of entries   */
    union {
        int64_t integer; /* INT64_MAX stands for all larger numbers           */
        bool boolean;
        const char *text;       /* not NUL-terminated                         */
        const dom_value *items; /* ARRAY: its values; MAP: key, value, key, ... */
    };
};

/* The memory that a decoder keeps between messages (message.h: dom_decoder). All zero is an
 * empty tree. End with dom_values_clear. */
typedef struct {
    dom_value *values;
    size_t room;        /* number of values that the block can hold           */
    size_t limit, used; /* numbers of values that this message may have, and has */
    char *text;         /* the texts of JSON that have escapes, without these */
    size_t text_room, text_used;
} dom_values;

/* Read exactly one value, which must fill the buffer. At most DOM_DEPTH_MAX maps and arrays
 * may be nested, and every claimed length and count must be covered by bytes of the message.
 * In MessagePack a reserved tag, an ext and a float that is not finite are malformed. The
 * types and keys are checked later, by field.h.
 *
 * `bytes` may be NULL if size is 0. On DOM_OK tree->values[0] is the message. Its texts are
 * in `bytes` or in the tree, so both must live as long as the values are used.
 * Returns DOM_OK; DOM_E_MALFORMED with the place in `err`; DOM_E_NOMEM. */
dom_rc dom_values_read_msgpack(dom_values *tree, const uint8_t *bytes, size_t size, dom_err *err);
dom_rc dom_values_read_json(dom_values *tree, const uint8_t *bytes, size_t size, dom_err *err);

/* Empties the tree and makes room for the values of a message of `size` bytes. Returns
 * DOM_OK or DOM_E_NOMEM. */
dom_rc dom_values_prepare(dom_values *tree, size_t size, dom_err *err);

/* Returns a place for `count` contiguous values, or NULL if a message of the prepared size
 * cannot have so many. */
static inline dom_value *dom_values_take(dom_values *tree, uint64_t count)
{
    if (count > tree->limit - tree->used)
        return NULL;
    tree->used += count;
    return tree->values + (tree->used - count);
}

/* Returns where the next text without its escapes is to be written; NULL without memory. There is always
 * room for the rest of the message. The caller adds the number of bytes it wrote to text_used. */
char *dom_values_text(dom_values *tree);

/* Returns DOM_E_NOMEM, for a message of the prepared size. */
dom_rc dom_values_no_memory(const dom_values *tree, dom_err *err);

/* Frees all memory. The tree is empty afterwards and may be used again. */
void dom_values_clear(dom_values *tree);

/* Returns true if these bytes are equal. Up to 16 bytes are compared without a call: as two pieces of known size,
 * which overlap. */
static inline bool dom_same_bytes(const char *a, const char *b, size_t bytes)
{
    uint64_t first[2], last[2];
    uint32_t head[2], tail[2];
    if (bytes < 4 || bytes > 16)
        return memcmp(a, b, bytes) == 0;
    if (bytes < 8) {
        memcpy(&head[0], a, 4), memcpy(&tail[0], a + bytes - 4, 4);
        memcpy(&head[1], b, 4), memcpy(&tail[1], b + bytes - 4, 4);
        return head[0] == head[1] && tail[0] == tail[1];
    }
    memcpy(&first[0], a, 8), memcpy(&last[0], a + bytes - 8, 8);
    memcpy(&first[1], b, 8), memcpy(&last[1], b + bytes - 8, 8);
    return first[0] == first[1] && last[0] == last[1];
}

/* Returns true if the value is a text of exactly these bytes. */
static inline bool dom_value_says(const dom_value *value, const char *word, size_t bytes)
{
    return value->kind == DOM_VALUE_TEXT && value->count == bytes &&
           dom_same_bytes(value->text, word, bytes);
}

/* Returns true if the value is an integer from min to max. */
static inline bool dom_value_within(const dom_value *value, int64_t min, int64_t max)
{
    return value->kind == DOM_VALUE_INTEGER && min <= value->integer && value->integer <= max;
}

#endif
