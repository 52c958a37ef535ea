/* protocol/read.h - values coming in, from either format.
 *
 * A parser (msgpack-c or jansson) makes a tree of its own; a source is the table
 * of functions that looks at such a tree. Nodes are borrowed from the tree and
 * live until dom_source.release.
 */
#ifndef DOM_PROTOCOL_READ_H
#define DOM_PROTOCOL_READ_H

#include "base/err.h"

#include <msgpack/zone.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    DOM_VALUE_OTHER, /* nil, float, bin: nothing the protocol ever asks for   */
    DOM_VALUE_INTEGER,
    DOM_VALUE_BOOLEAN,
    DOM_VALUE_TEXT,
    DOM_VALUE_ARRAY,
    DOM_VALUE_MAP
} dom_value_kind;

typedef struct {
    dom_value_kind kind;
    uint32_t count; /* TEXT: bytes; ARRAY, MAP: entries                       */
    union {
        int64_t integer; /* INT64_MAX stands for all that is larger           */
        bool boolean;
        const char *text; /* not terminated                                   */
        const void *node; /* ARRAY, MAP: for the source's functions           */
    };
} dom_value; /* two words: it travels in registers */

/* What a decoder keeps between messages (message.h: dom_decoder). */
typedef struct {
    msgpack_zone zone; /* holds the MessagePack tree                          */
    size_t zone_bytes; /* its first chunk, which survives clearing            */
    void *json;        /* the JSON tree, or NULL                              */
} dom_workspace;

typedef struct {
    /* Make the tree. On DOM_OK *root is its top, to be given back with release. */
    dom_rc (*parse)(dom_workspace *space, const uint8_t *bytes, size_t size, dom_value *root,
                    dom_err *err);
    void (*release)(dom_workspace *space);
    dom_value (*item)(const dom_value *array, uint32_t index); /* index < count */
    /* The entries of a map in turn; NULL behind the last. */
    const void *(*first)(const dom_value *map);
    const void *(*next)(const dom_value *map, const void *entry);
    dom_value (*key)(const void *entry);
    dom_value (*value)(const void *entry);
} dom_source;

extern const dom_source dom_source_msgpack;
extern const dom_source dom_source_json;

/* Returns false when out of memory. */
bool dom_workspace_init(dom_workspace *space);
void dom_workspace_clear(dom_workspace *space);

#endif
