/* protocol/probe.h - what a bot must put up with, said on purpose: keys and message
 * types that it does not know, and an arena that takes its time.
 *
 * `domino-arena check` has its hosts do this to the bot in question. Bytes only. */
#ifndef DOM_PROTOCOL_PROBE_H
#define DOM_PROTOCOL_PROBE_H

#include "protocol/message.h"

/* Bits. */
typedef enum {
    DOM_PROBE_KEYS = 1,   /* a key that nobody knows in every message         */
    DOM_PROBE_TYPES = 2,  /* a message that nobody knows before every ask     */
    DOM_PROBE_WELCOME = 4 /* DOM_PROBE_WAIT_MS of silence between hello and welcome */
} dom_probe;

enum { DOM_PROBE_WAIT_MS = 2000 };

/* Put such a key in front of all others of an encoded message.
 *
 * message  `size` bytes in a buffer of `room`, as dom_msg_encode wrote them.
 * Returns the new size, or 0 with the message as it was when `room` is too small. */
size_t dom_probe_add_key(dom_format format, uint8_t *message, size_t size, size_t room);

/* Write a message of a type that nobody knows. Returns its size, 0 when `room` is too
 * small. */
size_t dom_probe_message(dom_format format, uint8_t *out, size_t room);

#endif
