/* protocol/write.h - values going out, into the caller's buffer, in either
 * format.
 *
 * What is written is a stream of values between the brackets of arrays and maps.
 * When the room ends the writer remembers that it is full and drops the rest, so
 * only the last step asks. MessagePack is packed in place, where the compiler sees
 * through msgpack-c's callback: a small value costs a comparison and a store.
 */
#ifndef DOM_PROTOCOL_WRITE_H
#define DOM_PROTOCOL_WRITE_H

#include <msgpack/pack.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    uint8_t *at, *end;
    bool is_json;
    bool full;  /* something did not fit                                      */
    bool comma; /* JSON: the next value has one before it on its level        */
} dom_writer;

/* Start at `out`. */
static inline dom_writer dom_writer_of(bool is_json, uint8_t *out, size_t room)
{
    return (dom_writer){.is_json = is_json, .at = out, .end = out + room};
}

/* Room for `bytes` bytes: where they go, or NULL when they do not fit. */
static inline uint8_t *dom_writer_room(dom_writer *out, size_t bytes)
{
    if ((size_t)(out->end - out->at) < bytes) {
        out->full = true;
        out->end = out->at; /* nothing goes behind a gap */
        return NULL;
    }
    uint8_t *at = out->at;
    out->at += bytes;
    return at;
}

static inline int dom_writer_append(void *data, const char *bytes, size_t size)
{
    uint8_t *at = dom_writer_room((dom_writer *)data, size);
    if (at == NULL)
        return -1;
    memcpy(at, bytes, size);
    return 0;
}

/* The same values in JSON; write_json.c. */
void dom_json_integer(dom_writer *out, int64_t value);
void dom_json_boolean(dom_writer *out, bool value);
void dom_json_text(dom_writer *out, const char *text, size_t bytes);
void dom_json_array(dom_writer *out);
void dom_json_array_end(dom_writer *out);
void dom_json_map(dom_writer *out);
void dom_json_map_end(dom_writer *out);
void dom_json_key(dom_writer *out, const char *key, size_t bytes);

/* The result of packing is not looked at because the writer remembers. */

static inline void dom_write_integer(dom_writer *out, int64_t value)
{
    msgpack_packer packer = {out, dom_writer_append};
    if (out->is_json)
        dom_json_integer(out, value);
    else if (0 <= value && value < 128) /* most are, and are their own byte */
        (void)dom_writer_append(out, (const char *)&(uint8_t){(uint8_t)value}, 1);
    else
        (void)msgpack_pack_int64(&packer, value);
}

static inline void dom_write_boolean(dom_writer *out, bool value)
{
    msgpack_packer packer = {out, dom_writer_append};
    if (out->is_json)
        dom_json_boolean(out, value);
    else
        (void)(value ? msgpack_pack_true(&packer) : msgpack_pack_false(&packer));
}

/* UTF-8; JSON escapes it. */
static inline void dom_write_text(dom_writer *out, const char *text, size_t bytes)
{
    msgpack_packer packer = {out, dom_writer_append};
    if (out->is_json) {
        dom_json_text(out, text, bytes);
        return;
    }
    (void)msgpack_pack_str(&packer, bytes);
    (void)msgpack_pack_str_body(&packer, text, bytes);
}

/* Counts are of entries and must be kept: MessagePack writes them first. */
static inline void dom_write_array(dom_writer *out, size_t count)
{
    msgpack_packer packer = {out, dom_writer_append};
    if (out->is_json)
        dom_json_array(out);
    else
        (void)msgpack_pack_array(&packer, count);
}

static inline void dom_write_array_end(dom_writer *out)
{
    if (out->is_json)
        dom_json_array_end(out);
}

static inline void dom_write_map(dom_writer *out, size_t count)
{
    msgpack_packer packer = {out, dom_writer_append};
    if (out->is_json)
        dom_json_map(out);
    else
        (void)msgpack_pack_map(&packer, count);
}

static inline void dom_write_map_end(dom_writer *out)
{
    if (out->is_json)
        dom_json_map_end(out);
}

/* Plain ASCII. */
static inline void dom_write_key(dom_writer *out, const char *key, size_t bytes)
{
    if (out->is_json)
        dom_json_key(out, key, bytes);
    else
        dom_write_text(out, key, bytes);
}

#endif
