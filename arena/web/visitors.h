/* visitors.h - all open connections, so that those that keep others out can be ended. Private to the
 * server.
 *
 * A client may open many connections and send nothing or a part of a request, or not read what it asked for. So
 * a connection ends (dom_web_limits, web/server.h)
 *
 * - that waits for a request, or for the rest of one, for too long, however slowly bytes arrive;
 * - whose answer is not taken completely in time, however slowly it is read;
 * - to /events whose client has taken nothing for some pings.
 *
 * When many are open, or an address has as many as it may have, a new one ends the one that has waited longest for
 * its request: of all, or of this address. If none of the address waits, the new one is ended.
 */
#ifndef DOM_WEB_VISITORS_H
#define DOM_WEB_VISITORS_H

#include "web/server.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    DOM_WEB_VISITOR_WAITS,    /* for the rest of a request, or for the next one */
    DOM_WEB_VISITOR_ANSWERED, /* the request is complete                        */
    DOM_WEB_VISITOR_LISTENS,  /* to events                                      */
    DOM_WEB_VISITOR_ENDED     /* the server closes it soon                      */
} dom_web_visitor_state;

/* An open connection. */
typedef struct dom_web_visitor {
    int fd;
    dom_web_visitor_state state;
    int64_t since_us; /* when this state began, by the monotonic clock */
    unsigned missed;  /* pings since the client took something, while it listens */
    char address[DOM_WEB_ADDRESS_BYTES];
    struct dom_web_visitor *next;
} dom_web_visitor;

/* All open connections. The functions may be called by several threads. */
typedef struct {
    pthread_mutex_t lock;
    dom_web_limits limits;
    size_t most; /* with so many, a new one ends the one that has waited longest */
    dom_web_visitor *first;
} dom_web_visitors;

void dom_web_visitors_init(dom_web_visitors *visitors, size_t most, const dom_web_limits *limits);
void dom_web_visitors_destroy(dom_web_visitors *visitors);

/* A connection was opened. `address` is copied (address.h). Overdue connections are ended first. Returns NULL if
 * memory has run out; it is not watched then. */
dom_web_visitor *dom_web_visitors_enter(dom_web_visitors *visitors, int fd, const char *address);

/* Notes that the connection waits for a request (DOM_WEB_VISITOR_WAITS), or that its request is complete
 * (DOM_WEB_VISITOR_ANSWERED). `visitor` may be NULL. */
void dom_web_visitors_note(dom_web_visitors *visitors, dom_web_visitor *visitor,
                           dom_web_visitor_state state);

/* Notes that the connection listens to events from now on. Returns false if its address has as many that listen as
 * it may have, or if `visitor` is NULL; then nothing changes. */
bool dom_web_visitors_listen(dom_web_visitors *visitors, dom_web_visitor *visitor);

/* Notes that a client that listens has taken all that was sent to it before. */
void dom_web_visitors_take(dom_web_visitors *visitors, dom_web_visitor *visitor);

/* A ping goes to all who listen. Ends those who have missed too many. */
void dom_web_visitors_ping(dom_web_visitors *visitors);

/* The connection is about to be closed. Frees the visitor, which may be NULL. */
void dom_web_visitors_leave(dom_web_visitors *visitors, dom_web_visitor *visitor);

/* Ends the connections whose request or answer takes too long. */
void dom_web_visitors_expire(dom_web_visitors *visitors);

#endif
