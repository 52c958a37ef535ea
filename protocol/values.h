/* protocol/values.h - a message that came in, as a tree of values, the same for
 * either format.
 *
 * The values of an array or map lie beside each other, so an entry is found by
 * its index. All of them lie in one block that is kept from message to message
 * and never holds more of them than the message has bytes, whatever lengths the
 * message claims.
 */
#ifndef DOM_PROTOCOL_VALUES_H
#define DOM_PROTOCOL_VALUES_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef enum {
    DOM_VALUE_OTHER, /* nil, float, bin: nothing the protocol ever asks for   */
    DOM_VALUE_INTEGER,
    DOM_VALUE_BOOLEAN,
    DOM_VALUE_TEXT,
    DOM_VALUE_ARRAY,
    DOM_VALUE_MAP
} dom_value_kind;

typedef struct dom_value dom_value;

struct dom_value {
    dom_value_kind kind;
    uint32_t count; /* TEXT: bytes; ARRAY, MAP: entries                       */
    union {
        int64_t integer; /* INT64_MAX stands for all that is larger           */
        bool boolean;
        const char *text;       /* not terminated                             */
        const dom_value *items; /* ARRAY: its values; MAP: key, value, key, ... */
    };
};

/* What a decoder keeps between messages (message.h: dom_decoder); all zero at
 * first. */
typedef struct {
    dom_value *values;
    size_t room;        /* values that the block can hold ...                 */
    size_t limit, used; /* ... this message may have, and has                 */
    void *json;         /* jansson's tree, which the texts lie in, or NULL    */
} dom_values;

/* Read exactly one value that fills the buffer: at most DOM_DEPTH_MAX maps and
 * arrays inside each other, every length and count covered by bytes that are
 * there, in MessagePack no reserved tag, no ext, no float that is not finite.
 * Types and keys are the fields' business. `bytes` of size 0 may be NULL. On DOM_OK
 * tree->values[0] is the message; its texts lie in `bytes` or in the tree.
 * Returns DOM_OK; DOM_E_MALFORMED with the place in `err`; DOM_E_NOMEM. */
dom_rc dom_values_read_msgpack(dom_values *tree, const uint8_t *bytes, size_t size, dom_err *err);
dom_rc dom_values_read_json(dom_values *tree, const uint8_t *bytes, size_t size, dom_err *err);

/* Empty the tree and make room for what a message of `size` bytes can hold.
 * DOM_E_NOMEM. */
dom_rc dom_values_prepare(dom_values *tree, size_t size, dom_err *err);

/* A place for `count` values beside each other, or NULL where no message of the
 * prepared size can have so many. */
static inline dom_value *dom_values_take(dom_values *tree, uint64_t count)
{
    if (count > tree->limit - tree->used)
        return NULL;
    tree->used += count;
    return tree->values + (tree->used - count);
}

/* Give all memory back. */
void dom_values_clear(dom_values *tree);

/* Is the value these bytes of text? */
static inline bool dom_value_says(const dom_value *value, const char *word, size_t bytes)
{
    return value->kind == DOM_VALUE_TEXT && value->count == bytes &&
           memcmp(value->text, word, bytes) == 0;
}

/* Is the value an integer from min to max? */
static inline bool dom_value_within(const dom_value *value, int64_t min, int64_t max)
{
    return value->kind == DOM_VALUE_INTEGER && min <= value->integer && value->integer <= max;
}

#endif
