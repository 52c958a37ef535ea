#include "outbox.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum { HELD_BYTES_MAX = 65536 };

bool dom_host_outbox_open(dom_host_outbox *o, dom_host_transport *to, unsigned probes)
{
    *o = (dom_host_outbox){
        .transport = to, .probes = probes, .encoded = malloc(DOM_ARENA_MESSAGE_BYTES)};
    return o->encoded != NULL;
}

void dom_host_outbox_close(dom_host_outbox *o)
{
    free(o->encoded);
    free(o->held);
    *o = (dom_host_outbox){0};
}

/* Encodes a message into o->encoded. Returns its size. */
static size_t encode_message(dom_host_outbox *o, dom_msg_type type, const void *body)
{
    dom_format format = o->transport->format;
    size_t size = dom_msg_encode(format, type, body, o->encoded, DOM_ARENA_MESSAGE_BYTES);
    if (size > 0 && o->probes & DOM_PROBE_KEYS)
        size = dom_probe_add_key(format, o->encoded, size, DOM_ARENA_MESSAGE_BYTES);
    dom_check(size > 0);
    return size;
}

dom_rc dom_host_outbox_send(dom_host_outbox *o, dom_msg_type type, const void *body)
{
    return o->transport->send(o->transport, o->encoded, encode_message(o, type, body), false);
}

void dom_host_outbox_forget(dom_host_outbox *o)
{
    o->held_size = 0;
}

dom_rc dom_host_outbox_flush(dom_host_outbox *o, bool more)
{
    const uint8_t *at = o->held, *end = o->held + o->held_size;
    dom_rc rc = DOM_OK;
    uint32_t size;
    while (at < end && rc == DOM_OK) {
        memcpy(&size, at, sizeof size);
        const uint8_t *bytes = at + sizeof size;
        at = bytes + size;
        rc = o->transport->send(o->transport, bytes, size, more || at < end);
    }
    dom_host_outbox_forget(o);
    return rc;
}

static dom_rc make_held_room(dom_host_outbox *o, size_t size)
{
    dom_rc rc = o->held_size + size > HELD_BYTES_MAX ? dom_host_outbox_flush(o, false) : DOM_OK;
    if (rc != DOM_OK)
        return rc;
    return dom_vec_reserve(o->held, o->held_size, o->held_room, size) ? DOM_OK : DOM_E_NOMEM;
}

dom_rc dom_host_outbox_hold(dom_host_outbox *o, dom_msg_type type, const void *body)
{
    uint32_t size = (uint32_t)encode_message(o, type, body);
    dom_rc rc = make_held_room(o, sizeof size + size);
    if (rc != DOM_OK)
        return rc;
    memcpy(o->held + o->held_size, &size, sizeof size);
    memcpy(o->held + o->held_size + sizeof size, o->encoded, size);
    o->held_size += sizeof size + size;
    return DOM_OK;
}

void dom_host_outbox_probe(dom_host_outbox *o)
{
    if (!(o->probes & DOM_PROBE_TYPES))
        return;
    size_t size = dom_probe_message(o->transport->format, o->encoded, DOM_ARENA_MESSAGE_BYTES);
    (void)o->transport->send(o->transport, o->encoded, size, false);
}
