/* protocol/write.h - a writer of values into the caller's buffer, in MessagePack or JSON.
 *
 * The caller writes values one after the other, and begins and ends arrays and maps. When
 * the buffer is full, the writer remembers this in `full` and ignores the rest. So the
 * caller checks `full` once, at the end. A small value in MessagePack costs one comparison
 * (dom_writer_has_room) and a store; msgpack-c packs the others.
 */
#ifndef DOM_PROTOCOL_WRITE_H
#define DOM_PROTOCOL_WRITE_H

#include "word.h"

#include <msgpack/pack.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The most bytes that one value in its shortest form takes, with the padding of a word: an event or
 * an action. */
enum { DOM_ROOM_BYTES = 32 };

/* The state of writing one message. */
typedef struct {
    uint8_t *at, *end;
    uint8_t *room_end; /* before it there is room for DOM_ROOM_BYTES; JSON: the start */
    bool is_json;
    bool full;  /* the message does not fit into the buffer                   */
    bool comma; /* JSON: the next value needs a comma before it               */
} dom_writer;

/* Returns a writer to `out`, which has `room` bytes. */
static inline dom_writer dom_writer_of(bool is_json, uint8_t *out, size_t room)
{
    bool has_room = !is_json && room >= DOM_ROOM_BYTES;
    return (dom_writer){.is_json = is_json,
                        .at = out,
                        .end = out + room,
                        .room_end = has_room ? out + room - DOM_ROOM_BYTES + 1 : out};
}

/* Returns true if a value may be written in MessagePack without another look at the format and the
 * room: one check for DOM_ROOM_BYTES bytes. */
static inline bool dom_writer_has_room(const dom_writer *out)
{
    return out->at < out->room_end;
}

/* Notes that the message does not fit. Returns NULL. */
uint8_t *dom_writer_overflow(dom_writer *out);

/* Reserves `bytes` bytes. Returns their place, or NULL if they do not fit. */
static inline uint8_t *dom_writer_room(dom_writer *out, size_t bytes)
{
    uint8_t *at = out->at;
    if ((size_t)(out->end - at) < bytes)
        return dom_writer_overflow(out);
    out->at += bytes;
    return at;
}

/* Appends bytes. It has the signature of msgpack-c's callback: `data` is the dom_writer, and
 * the result is 0, or -1 if the bytes do not fit. */
static inline int dom_writer_append(void *data, const char *bytes, size_t size)
{
    uint8_t *at = dom_writer_room((dom_writer *)data, size);
    if (at == NULL)
        return -1;
    memcpy(at, bytes, size);
    return 0;
}

/* Appends a byte. */
static inline void dom_writer_byte(dom_writer *out, uint8_t byte)
{
    uint8_t *at = dom_writer_room(out, 1);
    if (at)
        *at = byte;
}

/* The functions behind the dom_write_ functions below: for JSON, and for integers of any size in
 * either format. */
void dom_write_any_integer(dom_writer *out, int64_t value);
void dom_json_boolean(dom_writer *out, bool value);
void dom_json_real(dom_writer *out, double value);
void dom_json_text(dom_writer *out, const char *text, size_t bytes);
void dom_json_begin(dom_writer *out, char bracket); /* of an array or object */
void dom_json_end(dom_writer *out, char bracket);
void dom_json_key(dom_writer *out, const char *key, size_t bytes);

/* The functions below write one value each, in the writer's format. They ignore the result
 * of packing, because the writer remembers in `full` that it failed. */

static inline void dom_write_integer(dom_writer *out, int64_t value)
{
    if (value >= -32 && value < 128 && dom_writer_has_room(out))
        *out->at++ = (uint8_t)value;
    else
        dom_write_any_integer(out, value);
}

/* In JSON it is written to a thousandth, so it must be one of -1e12 to 1e12. */
static inline void dom_write_real(dom_writer *out, double value)
{
    msgpack_packer packer = {out, dom_writer_append};
    if (out->is_json)
        dom_json_real(out, value);
    else
        (void)msgpack_pack_double(&packer, value);
}

static inline void dom_write_boolean(dom_writer *out, bool value)
{
    msgpack_packer packer = {out, dom_writer_append};
    if (out->is_json)
        dom_json_boolean(out, value);
    else
        (void)(value ? msgpack_pack_true(&packer) : msgpack_pack_false(&packer));
}

/* `text` must be plain text (utf8.h). In JSON it is escaped. */
static inline void dom_write_text(dom_writer *out, const char *text, size_t bytes)
{
    msgpack_packer packer = {out, dom_writer_append};
    if (bytes < DOM_ROOM_BYTES && dom_writer_has_room(out)) {
        *out->at++ = (uint8_t)(DOM_WORD_TAG | bytes);
        memcpy(out->at, text, bytes);
        out->at += bytes;
    } else if (out->is_json) {
        dom_json_text(out, text, bytes);
    } else {
        (void)msgpack_pack_str(&packer, bytes);
        (void)msgpack_pack_str_body(&packer, text, bytes);
    }
}

/* Writes a word, which must be ASCII that needs no escapes. Its padding may be written behind it,
 * where the next value will be. */
static inline void dom_write_word(dom_writer *out, const dom_word *word)
{
    if (dom_writer_has_room(out))
        out->at = dom_word_put(word, out->at);
    else
        dom_write_text(out, word->text, dom_word_bytes(word));
}

/* `count` is the number of entries that follow. It must be exact, because MessagePack writes
 * it first. */
static inline void dom_write_array(dom_writer *out, size_t count)
{
    msgpack_packer packer = {out, dom_writer_append};
    if (count < 16 && dom_writer_has_room(out))
        *out->at++ = (uint8_t)(0x90 | count);
    else if (out->is_json)
        dom_json_begin(out, '[');
    else
        (void)msgpack_pack_array(&packer, count);
}

static inline void dom_write_array_end(dom_writer *out)
{
    if (out->is_json)
        dom_json_end(out, ']');
}

static inline void dom_write_map(dom_writer *out, size_t count)
{
    msgpack_packer packer = {out, dom_writer_append};
    if (out->is_json)
        dom_json_begin(out, '{');
    else
        (void)msgpack_pack_map(&packer, count);
}

static inline void dom_write_map_end(dom_writer *out)
{
    if (out->is_json)
        dom_json_end(out, '}');
}

/* The key of the next entry of a map; it must be ASCII that needs no escapes. */
static inline void dom_write_key(dom_writer *out, const char *key, size_t bytes)
{
    if (out->is_json)
        dom_json_key(out, key, bytes);
    else
        dom_write_text(out, key, bytes);
}

static inline void dom_write_key_word(dom_writer *out, const dom_word *key)
{
    if (dom_writer_has_room(out))
        out->at = dom_word_put(key, out->at);
    else
        dom_write_key(out, key->text, dom_word_bytes(key));
}

#endif
