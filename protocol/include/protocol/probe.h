/* protocol/probe.h - probes: deliberate deviations that a bot must tolerate. They are
 * unknown keys, messages of an unknown type, and a late `welcome`.
 *
 * `domino-arena check` makes its hosts send them to the bot under test. The module only
 * makes the bytes; the host sends them. */
#ifndef DOM_PROTOCOL_PROBE_H
#define DOM_PROTOCOL_PROBE_H

#include "protocol/message.h"

/* Which probes are on: a sum of bits. */
typedef enum {
    DOM_PROBE_KEYS = 1,   /* an unknown key in every message                  */
    DOM_PROBE_TYPES = 2,  /* a message of an unknown type before every ask    */
    DOM_PROBE_WELCOME = 4 /* DOM_PROBE_WAIT_MS of silence between hello and welcome */
} dom_probe;

enum { DOM_PROBE_WAIT_MS = 2000 };

/* Inserts an unknown key before all other keys of an encoded message.
 *
 * message  `size` bytes as dom_msg_encode wrote them, in a buffer of `room` bytes
 * Returns the new size, or 0 if `room` is too small; then the message is unchanged. */
size_t dom_probe_add_key(dom_format format, uint8_t *message, size_t size, size_t room);

/* Writes a message of an unknown type to `out`, which has `room` bytes. Returns its size,
 * or 0 if `room` is too small. */
size_t dom_probe_message(dom_format format, uint8_t *out, size_t room);

#endif
