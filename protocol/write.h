/* protocol/write.h - a writer of values into the caller's buffer, in MessagePack or JSON.
 *
 * The caller writes values one after the other, and begins and ends arrays and maps. When
 * the buffer is full, the writer remembers this in `full` and ignores the rest. So the
 * caller checks `full` once, at the end. The functions are inline, so that the compiler can
 * inline msgpack-c's callback too: a small value costs a comparison and a store.
 */
#ifndef DOM_PROTOCOL_WRITE_H
#define DOM_PROTOCOL_WRITE_H

#include "word.h"

#include <msgpack/pack.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The state of writing one message. */
typedef struct {
    uint8_t *at, *end;
    bool is_json;
    bool full;  /* the message does not fit into the buffer                   */
    bool comma; /* JSON: the next value needs a comma before it               */
} dom_writer;

/* Returns a writer to `out`, which has `room` bytes. */
static inline dom_writer dom_writer_of(bool is_json, uint8_t *out, size_t room)
{
    return (dom_writer){.is_json = is_json, .at = out, .end = out + room};
}

/* Reserves `bytes` bytes. Returns their place, or NULL if they do not fit. */
static inline uint8_t *dom_writer_room(dom_writer *out, size_t bytes)
{
    if ((size_t)(out->end - out->at) < bytes) {
        out->full = true;
        out->end = out->at; /* nothing may be written after a gap */
        return NULL;
    }
    uint8_t *at = out->at;
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

/* The functions for JSON behind the dom_write_ functions below; write_json.c. */
void dom_json_integer(dom_writer *out, int64_t value);
void dom_json_boolean(dom_writer *out, bool value);
void dom_json_text(dom_writer *out, const char *text, size_t bytes);
void dom_json_array(dom_writer *out);
void dom_json_array_end(dom_writer *out);
void dom_json_map(dom_writer *out);
void dom_json_map_end(dom_writer *out);
void dom_json_key(dom_writer *out, const char *key, size_t bytes);

/* The functions below write one value each, in the writer's format. They ignore the result
 * of packing, because the writer remembers in `full` that it failed. */

/* Appends a byte: most integers, and the heads of most arrays and maps, are one. */
static inline void dom_writer_byte(dom_writer *out, uint8_t byte)
{
    uint8_t *at = dom_writer_room(out, 1);
    if (at)
        *at = byte;
}

static inline void dom_write_integer(dom_writer *out, int64_t value)
{
    msgpack_packer packer = {out, dom_writer_append};
    if (out->is_json)
        dom_json_integer(out, value);
    else if (0 <= value && value < 128)
        dom_writer_byte(out, (uint8_t)value);
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

/* `text` must be plain text (utf8.h). In JSON it is escaped. */
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

/* Writes a word, which must be ASCII that needs no escapes. Its padding may be written behind it, where the next value
 * will be. */
static inline void dom_write_word(dom_writer *out, const dom_word *word)
{
    if (out->is_json || (size_t)(out->end - out->at) < sizeof *word)
        dom_write_text(out, word->text, dom_word_bytes(word));
    else
        out->at = dom_word_put(word, out->at);
}

/* `count` is the number of entries that follow. It must be exact, because MessagePack writes
 * it first. */
static inline void dom_write_array(dom_writer *out, size_t count)
{
    msgpack_packer packer = {out, dom_writer_append};
    if (out->is_json)
        dom_json_array(out);
    else if (count < 16)
        dom_writer_byte(out, (uint8_t)(0x90 | count));
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
    if (out->is_json)
        dom_json_key(out, key->text, dom_word_bytes(key));
    else
        dom_write_word(out, key);
}

#endif
