/* sdk/c/wire.h - the two transports (zmq, stdio) behind one set of functions. bot.c uses them. */
#ifndef DOMINO_WIRE_H
#define DOMINO_WIRE_H

#include "protocol/message.h"

typedef enum {
    WIRE_OPEN,    /* there is a new connection; the caller must send hello    */
    WIRE_MESSAGE, /* a message was received                                   */
    WIRE_EMPTY,   /* no message has arrived                                   */
    WIRE_GONE     /* the arena has ended                                      */
} dom_wire_event;

typedef struct dom_wire dom_wire;

typedef struct {
    dom_format format;

    /* Returns NULL with a line on standard error if it cannot connect. */
    dom_wire *(*open)(void);
    void (*close)(dom_wire *wire);

    /* Returns the next event. If `wait` is true, it waits for one and does not return
     * WIRE_EMPTY. The bytes of a message belong to the wire and are valid until the next
     * call. */
    dom_wire_event (*receive)(dom_wire *wire, bool wait, const uint8_t **bytes, size_t *size);

    /* Sends one message. `bytes` has room for one more byte, which may be overwritten. A
     * message that cannot be sent any more is dropped; receive reports the end. */
    void (*send)(dom_wire *wire, uint8_t *bytes, size_t size);
} dom_wire_kind;

extern const dom_wire_kind dom_wire_zmq;
extern const dom_wire_kind dom_wire_stdio;

#endif
