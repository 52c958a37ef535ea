/* What a bot is told: messages are encoded here and go out over the transport, at once
 * or together at the end of a turn. */
#ifndef DOM_HOST_OUTBOX_H
#define DOM_HOST_OUTBOX_H

#include "protocol/message.h"
#include "protocol/probe.h"
#include "transport.h"

typedef struct {
    dom_host_transport *transport; /* borrowed                                          */
    unsigned probes;               /* dom_probe bits: what is added to try the bot      */
    uint8_t *encoded;              /* one message, DOM_ARENA_MESSAGE_BYTES              */
    uint8_t *held;                 /* messages, each behind its size                    */
    size_t held_size, held_room;
} dom_host_outbox;

/* False when out of memory; dom_host_outbox_close frees what there is. */
bool dom_host_outbox_open(dom_host_outbox *o, dom_host_transport *to, unsigned probes);
void dom_host_outbox_close(dom_host_outbox *o);

/* Send now, before what is held. Returns what transport.send does; a message that did not
 * go may be tried again. */
dom_rc dom_host_outbox_send(dom_host_outbox *o, dom_msg_type type, const void *body);

/* Keep for dom_host_outbox_flush: each message on its own would wake libzmq's thread and the bot
 * for a few bytes. When much is held it goes out first.
 *
 * Returns DOM_OK, DOM_E_NOMEM, or what transport.send does. */
dom_rc dom_host_outbox_hold(dom_host_outbox *o, dom_msg_type type, const void *body);

/* Send what is held, oldest first; what cannot go is dropped with the rest, as a bot that
 * missed a message has lost its process. Returns what transport.send does. */
dom_rc dom_host_outbox_flush(dom_host_outbox *o);

/* Drop what is held. */
void dom_host_outbox_forget(dom_host_outbox *o);

/* Where the bot is tried so (DOM_PROBE_TYPES), send what it has to ignore. */
void dom_host_outbox_probe(dom_host_outbox *o);

#endif
