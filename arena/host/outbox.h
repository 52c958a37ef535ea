/* The messages to a bot: the outbox encodes them and sends them over the transport, either at once
 * or together at the end of a turn. */
#ifndef DOM_HOST_OUTBOX_H
#define DOM_HOST_OUTBOX_H

#include "protocol/message.h"
#include "protocol/probe.h"
#include "transport.h"

typedef struct {
    dom_host_transport *transport; /* borrowed */
    unsigned probes;               /* dom_probe bits: what the conformance check adds */
    uint8_t *encoded;              /* room for one message, DOM_ARENA_MESSAGE_BYTES */
    uint8_t *held;                 /* held messages, each behind its size (uint32_t) */
    size_t held_size, held_room;
} dom_host_outbox;

/* Returns false when out of memory; then dom_host_outbox_close must be called, too. */
bool dom_host_outbox_open(dom_host_outbox *o, dom_host_transport *to, unsigned probes);

/* Frees the buffers and drops the held messages. */
void dom_host_outbox_close(dom_host_outbox *o);

/* Sends a message now. Held messages stay held; call dom_host_outbox_flush with `more` before to
 * send them first. Returns what transport.send returns. After a failure the caller may try again.
 */
dom_rc dom_host_outbox_send(dom_host_outbox *o, dom_msg_type type, const void *body);

/* Holds a message for dom_host_outbox_flush. Otherwise each message would wake libzmq's thread and
 * the bot for a few bytes. If more than 64 KiB would be held, the earlier messages are sent first.
 *
 * Returns DOM_OK, DOM_E_NOMEM, or what transport.send returns. */
dom_rc dom_host_outbox_hold(dom_host_outbox *o, dom_msg_type type, const void *body);

/* Sends the held messages, oldest first, so that they wake up the bot only once if possible
 * (transport.send). If one cannot be sent, it is dropped with all later ones: a bot that does not
 * read loses its process, and one that is not connected, its connection. Returns what
 * transport.send returns.
 *
 * more  the caller sends another message right after this call, if it returns DOM_OK. Until then
 *       the held messages may not leave */
dom_rc dom_host_outbox_flush(dom_host_outbox *o, bool more);

/* Drops the held messages. */
void dom_host_outbox_forget(dom_host_outbox *o);

/* With DOM_PROBE_TYPES (conformance check): sends a message of an unknown type, which the bot must
 * ignore. Otherwise does nothing. */
void dom_host_outbox_probe(dom_host_outbox *o);

#endif
