#include "read.h"
#include "scan.h"

#include <msgpack/unpack.h>

/* The first chunk of the zone: enough for `acts` of 256 without another. */
enum { ZONE_BYTES = 64 * 1024 };

bool dom_workspace_init(dom_workspace *space)
{
    *space = (dom_workspace){.zone_bytes = ZONE_BYTES};
    return msgpack_zone_init(&space->zone, ZONE_BYTES);
}

void dom_workspace_clear(dom_workspace *space)
{
    msgpack_zone_destroy(&space->zone);
}

/* Empty the zone and see to it that a tree of `values` values fits in its first
 * chunk, which is kept: messages of a size seen before allocate nothing. A value
 * stands for at least a byte of message, so a tree is at most 24 times its size. */
static bool prepare_zone(dom_workspace *space, size_t values)
{
    size_t bytes = (values + 1) * sizeof(msgpack_object);
    if (bytes <= space->zone_bytes) {
        msgpack_zone_clear(&space->zone);
        return true;
    }
    bytes += bytes / 2;
    msgpack_zone larger;
    if (!msgpack_zone_init(&larger, bytes))
        return false;
    msgpack_zone_destroy(&space->zone);
    space->zone = larger;
    space->zone_bytes = bytes;
    return true;
}

/* clang-format off */
static const dom_value_kind kinds[] = {
    [MSGPACK_OBJECT_NIL] = DOM_VALUE_OTHER,
    [MSGPACK_OBJECT_BOOLEAN] = DOM_VALUE_BOOLEAN,
    [MSGPACK_OBJECT_POSITIVE_INTEGER] = DOM_VALUE_INTEGER,
    [MSGPACK_OBJECT_NEGATIVE_INTEGER] = DOM_VALUE_INTEGER,
    [MSGPACK_OBJECT_FLOAT32] = DOM_VALUE_OTHER,
    [MSGPACK_OBJECT_FLOAT64] = DOM_VALUE_OTHER,
    [MSGPACK_OBJECT_STR] = DOM_VALUE_TEXT,
    [MSGPACK_OBJECT_ARRAY] = DOM_VALUE_ARRAY,
    [MSGPACK_OBJECT_MAP] = DOM_VALUE_MAP,
    [MSGPACK_OBJECT_BIN] = DOM_VALUE_OTHER,
    [MSGPACK_OBJECT_EXT] = DOM_VALUE_OTHER,
};
/* clang-format on */

static int64_t integer_of(const msgpack_object *object)
{
    bool beyond = object->type == MSGPACK_OBJECT_POSITIVE_INTEGER && object->via.u64 > INT64_MAX;
    return beyond ? INT64_MAX : object->via.i64;
}

/* Called for every value of every message. Texts, arrays and maps are all a size
 * and a pointer, so they need not be told apart. */
static dom_value look(const msgpack_object *object)
{
    dom_value_kind kind = kinds[object->type];
    if (kind == DOM_VALUE_INTEGER)
        return (dom_value){.kind = kind, .integer = integer_of(object)};
    if (kind == DOM_VALUE_BOOLEAN)
        return (dom_value){.kind = kind, .boolean = object->via.boolean};
    return (dom_value){.kind = kind, .count = object->via.str.size, .text = object->via.str.ptr};
}

_Static_assert(offsetof(msgpack_object_array, ptr) == offsetof(msgpack_object_str, ptr) &&
                   offsetof(msgpack_object_map, ptr) == offsetof(msgpack_object_str, ptr),
               "size, then pointer");

static dom_rc parse(dom_workspace *space, const uint8_t *bytes, size_t size, dom_value *root,
                    dom_err *err)
{
    size_t values;
    dom_rc rc = dom_scan_msgpack(bytes, size, &values, err);
    if (rc != DOM_OK)
        return rc;
    if (!prepare_zone(space, values))
        return dom_err_set(err, DOM_E_NOMEM, "no memory for a message of %zu bytes", size);
    msgpack_object *top = msgpack_zone_malloc(&space->zone, sizeof *top);
    size_t end = 0;
    if (top == NULL || msgpack_unpack((const char *)bytes, size, &end, &space->zone, top) !=
                           MSGPACK_UNPACK_SUCCESS)
        return dom_err_set(err, DOM_E_MALFORMED, "not a MessagePack message");
    *root = look(top);
    return DOM_OK;
}

static void release(dom_workspace *space)
{
    (void)space; /* the zone is emptied before the next message */
}

static dom_value item(const dom_value *array, uint32_t index)
{
    return look((const msgpack_object *)array->node + index);
}

static const void *first(const dom_value *map)
{
    return map->count > 0 ? map->node : NULL;
}

static const void *next(const dom_value *map, const void *entry)
{
    const msgpack_object_kv *at = (const msgpack_object_kv *)entry + 1;
    return at < (const msgpack_object_kv *)map->node + map->count ? at : NULL;
}

static dom_value key(const void *entry)
{
    return look(&((const msgpack_object_kv *)entry)->key);
}

static dom_value value(const void *entry)
{
    return look(&((const msgpack_object_kv *)entry)->val);
}

const dom_source dom_source_msgpack = {
    .parse = parse,
    .release = release,
    .item = item,
    .first = first,
    .next = next,
    .key = key,
    .value = value,
};
