/* protocol/write.h - values going out, into the caller's buffer, in either
 * format.
 *
 * One table of functions per format; what is written is a stream of values
 * between the brackets of arrays and maps. When the room ends the writer
 * remembers that it is full and drops the rest, so only the last step asks.
 */
#ifndef DOM_PROTOCOL_WRITE_H
#define DOM_PROTOCOL_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dom_sink dom_sink;

typedef struct {
    const dom_sink *to;
    uint8_t *at, *end;
    bool full;  /* something did not fit                                      */
    bool comma; /* JSON: the next value has one before it on its level        */
} dom_writer;

/* Counts are of entries and must be kept: MessagePack writes them first. Texts
 * are UTF-8; JSON escapes them. */
struct dom_sink {
    void (*integer)(dom_writer *out, int64_t value);
    void (*boolean)(dom_writer *out, bool value);
    void (*text)(dom_writer *out, const char *text, size_t bytes);
    void (*array)(dom_writer *out, size_t count);
    void (*array_end)(dom_writer *out);
    void (*map)(dom_writer *out, size_t count);
    void (*map_end)(dom_writer *out);
    void (*key)(dom_writer *out, const char *key, size_t bytes); /* plain ASCII */
};

extern const dom_sink dom_sink_msgpack;
extern const dom_sink dom_sink_json;

/* Start at `out`. */
static inline dom_writer dom_writer_of(const dom_sink *to, uint8_t *out, size_t room)
{
    return (dom_writer){.to = to, .at = out, .end = out + room};
}

/* Room for `bytes` bytes: where they go, or NULL when they do not fit. */
static inline uint8_t *dom_writer_room(dom_writer *out, size_t bytes)
{
    if (out->full || (size_t)(out->end - out->at) < bytes) {
        out->full = true;
        return NULL;
    }
    uint8_t *at = out->at;
    out->at += bytes;
    return at;
}

#endif
