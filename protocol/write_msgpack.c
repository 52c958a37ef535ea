#include "write.h"

#include <msgpack/pack.h>
#include <string.h>

static int append(void *data, const char *bytes, size_t size)
{
    uint8_t *at = dom_writer_room(data, size);
    if (at == NULL)
        return -1;
    memcpy(at, bytes, size);
    return 0;
}

/* Each function makes its own packer: the compiler then sees through the
 * callback, and a value costs a comparison and a store. The result of packing is
 * not looked at because a writer remembers that it is full. */
static void put_integer(dom_writer *out, int64_t value)
{
    msgpack_packer packer = {out, append};
    (void)msgpack_pack_int64(&packer, value);
}

static void put_boolean(dom_writer *out, bool value)
{
    msgpack_packer packer = {out, append};
    (void)(value ? msgpack_pack_true(&packer) : msgpack_pack_false(&packer));
}

static void put_text(dom_writer *out, const char *text, size_t bytes)
{
    msgpack_packer packer = {out, append};
    (void)msgpack_pack_str(&packer, bytes);
    (void)msgpack_pack_str_body(&packer, text, bytes);
}

static void put_array(dom_writer *out, size_t count)
{
    msgpack_packer packer = {out, append};
    (void)msgpack_pack_array(&packer, count);
}

static void put_map(dom_writer *out, size_t count)
{
    msgpack_packer packer = {out, append};
    (void)msgpack_pack_map(&packer, count);
}

static void put_end(dom_writer *out)
{
    (void)out; /* the counts have said it */
}

const dom_sink dom_sink_msgpack = {
    .integer = put_integer,
    .boolean = put_boolean,
    .text = put_text,
    .array = put_array,
    .array_end = put_end,
    .map = put_map,
    .map_end = put_end,
    .key = put_text,
};
