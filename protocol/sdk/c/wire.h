/* sdk/c/wire.h - the two ways to the arena behind one set of functions. */
#ifndef DOMINO_WIRE_H
#define DOMINO_WIRE_H

#include "protocol/message.h"

typedef enum {
    WIRE_OPEN,    /* there is a connection: the time for hello, each time it is said */
    WIRE_MESSAGE, /* here is one                                              */
    WIRE_EMPTY,   /* nothing is waiting                                       */
    WIRE_GONE     /* the arena is                                             */
} dom_wire_event;

typedef struct dom_wire dom_wire;

typedef struct {
    dom_format format;

    /* Returns NULL with a line on standard error when it cannot be done. */
    dom_wire *(*open)(void);
    void (*close)(dom_wire *wire);

    /* What is next. Without `wait` WIRE_EMPTY may be said instead of waiting. The
     * bytes of a message are the wire's, until the next call. */
    dom_wire_event (*receive)(dom_wire *wire, bool wait, const uint8_t **bytes, size_t *size);

    /* Send one message. `bytes` has room for one byte more, which may be
     * overwritten. What cannot be sent any more is dropped: receive will tell. */
    void (*send)(dom_wire *wire, uint8_t *bytes, size_t size);
} dom_wire_kind;

extern const dom_wire_kind dom_wire_zmq;
extern const dom_wire_kind dom_wire_stdio;

#endif
