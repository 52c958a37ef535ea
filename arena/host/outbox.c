#include "outbox.h"

#include <stdlib.h>
#include <string.h>

enum { HELD_BYTES_MAX = 65536 };

bool outbox_open(outbox *o, transport *to, unsigned probes)
{
    *o = (outbox){.transport = to, .probes = probes, .encoded = malloc(DOM_ARENA_MESSAGE_BYTES)};
    return o->encoded != NULL;
}

void outbox_close(outbox *o)
{
    free(o->encoded);
    free(o->held);
    *o = (outbox){0};
}

/* Into `encoded`; how many bytes. */
static size_t encode(outbox *o, dom_msg_type type, const void *body)
{
    dom_format format = o->transport->format;
    size_t size = dom_msg_encode(format, type, body, o->encoded, DOM_ARENA_MESSAGE_BYTES);
    if (size > 0 && o->probes & DOM_PROBE_KEYS)
        size = dom_probe_add_key(format, o->encoded, size, DOM_ARENA_MESSAGE_BYTES);
    dom_check(size > 0);
    return size;
}

dom_rc outbox_send(outbox *o, dom_msg_type type, const void *body)
{
    return o->transport->send(o->transport, o->encoded, encode(o, type, body));
}

void outbox_forget(outbox *o)
{
    o->held_size = 0;
}

dom_rc outbox_flush(outbox *o)
{
    const uint8_t *at = o->held, *end = o->held + o->held_size;
    dom_rc rc = DOM_OK;
    uint32_t size;
    for (; at < end && rc == DOM_OK; at += sizeof size + size) {
        memcpy(&size, at, sizeof size);
        rc = o->transport->send(o->transport, at + sizeof size, size);
    }
    outbox_forget(o);
    return rc;
}

static dom_rc make_room(outbox *o, size_t size)
{
    dom_rc rc = o->held_size + size > HELD_BYTES_MAX ? outbox_flush(o) : DOM_OK;
    size_t needed = o->held_size + size;
    if (rc != DOM_OK || needed <= o->held_room)
        return rc;
    uint8_t *held = realloc(o->held, 2 * needed);
    if (held == NULL)
        return DOM_E_NOMEM;
    o->held = held;
    o->held_room = 2 * needed;
    return DOM_OK;
}

dom_rc outbox_hold(outbox *o, dom_msg_type type, const void *body)
{
    uint32_t size = (uint32_t)encode(o, type, body);
    dom_rc rc = make_room(o, sizeof size + size);
    if (rc != DOM_OK)
        return rc;
    memcpy(o->held + o->held_size, &size, sizeof size);
    memcpy(o->held + o->held_size + sizeof size, o->encoded, size);
    o->held_size += sizeof size + size;
    return DOM_OK;
}

void outbox_probe(outbox *o)
{
    if (!(o->probes & DOM_PROBE_TYPES))
        return;
    size_t size = dom_probe_message(o->transport->format, o->encoded, DOM_ARENA_MESSAGE_BYTES);
    (void)o->transport->send(o->transport, o->encoded, size);
}
