/* Inserts fixed bytes into encoded messages. */
#include "protocol/probe.h"

#include "base/check.h"

#include <string.h>

/* The unknown key in both formats: "novelty": {"list": [1, -2, 0.5, null, true, "text", {}]}.
 * It has values of every type. */
static const char json_key[] = "\"novelty\":{\"list\":[1,-2,0.5,null,true,\"text\",{}]}";
static const char msgpack_key[] =
    "\xa7novelty\x81\xa4list\x97\x01\xfe\xcb\x3f\xe0\0\0\0\0\0\0\xc0\xc3"
    "\xa4text\x80";

static const char json_type[] = "{\"type\":\"novelty\"}";
static const char msgpack_type[] = "\x81\xa4type\xa7novelty";

enum { FIXMAP = 0x80, FIXMAP_MAX = 15, MAP16 = 0xde };

/* Writes the head of the message's map with one more key. Returns the size of the new head;
 * *old_head is the size of the old one. A map of up to 15 keys has its count in the first byte, a
 * longer one in the next two. */
static size_t msgpack_head(const uint8_t *message, uint8_t out[static 3], size_t *old_head)
{
    bool is_long = message[0] == MAP16;
    dom_check(is_long || (message[0] & 0xf0) == FIXMAP);
    unsigned count = is_long ? (unsigned)message[1] << 8 | message[2] : message[0] & 0x0fU;
    *old_head = is_long ? 3 : 1;
    count++;
    if (count <= FIXMAP_MAX) {
        out[0] = (uint8_t)(FIXMAP | count);
        return 1;
    }
    out[0] = MAP16;
    out[1] = (uint8_t)(count >> 8);
    out[2] = (uint8_t)count;
    return 3;
}

size_t dom_probe_add_key(dom_format format, uint8_t *message, size_t size, size_t room)
{
    bool is_json = format == DOM_FORMAT_JSON;
    uint8_t head[3] = {'{'};
    size_t old_head = 1;
    size_t head_size = is_json ? 1 : msgpack_head(message, head, &old_head);
    const char *key = is_json ? json_key : msgpack_key;
    size_t key_size = is_json ? sizeof json_key - 1 : sizeof msgpack_key - 1;
    size_t added = head_size + key_size + (is_json ? 1 : 0);
    size_t rest = size - old_head;
    if (added > room - rest)
        return 0;
    memmove(message + added, message + old_head, rest);
    memcpy(message, head, head_size);
    memcpy(message + head_size, key, key_size);
    if (is_json)
        message[added - 1] = ',';
    return added + rest;
}

size_t dom_probe_message(dom_format format, uint8_t *out, size_t room)
{
    bool is_json = format == DOM_FORMAT_JSON;
    size_t size = is_json ? sizeof json_type - 1 : sizeof msgpack_type - 1;
    if (size > room)
        return 0;
    memcpy(out, is_json ? json_type : msgpack_type, size);
    return size;
}
