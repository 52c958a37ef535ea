/* visitors.h - all open connections, so that those that keep others out can be ended. Private to
 * the server.
 *
 * A client may open many connections and send nothing or a part of a request, or not read what it
 * asked for. So a connection ends (dom_http_limits, http/server.h)
 *
 * - that waits for a request, or for the rest of one, for too long, however slowly bytes arrive;
 * - whose answer is not taken completely in time, however slowly it is read;
 * - to /events whose client has taken nothing for some pings.
 *
 * When many are open, or an address has as many as it may have, a new one ends the one that has
 * waited longest for its request: of all, or of this address. If none of the address waits, the new
 * one is ended.
 */
#ifndef DOM_HTTP_VISITORS_H
#define DOM_HTTP_VISITORS_H

#include "http/server.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    DOM_HTTP_VISITOR_WAITS,    /* for the rest of a request, or for the next one */
    DOM_HTTP_VISITOR_ANSWERED, /* the request is complete                        */
    DOM_HTTP_VISITOR_LISTENS,  /* to events                                      */
    DOM_HTTP_VISITOR_ENDED     /* the server closes it soon                      */
} dom_http_visitor_state;

/* An open connection. */
typedef struct dom_http_visitor {
    int fd;
    dom_http_visitor_state state;
    int64_t since_us; /* when this state began, by the monotonic clock */
    unsigned missed;  /* pings since the client took something, while it listens */
    char address[DOM_HTTP_ADDRESS_BYTES];
    struct dom_http_visitor *next;
} dom_http_visitor;

/* All open connections. The functions may be called by several threads. */
typedef struct {
    pthread_mutex_t lock;
    dom_http_limits limits;
    size_t most; /* with so many, a new one ends the one that has waited longest */
    dom_http_visitor *first;
} dom_http_visitors;

void dom_http_visitors_init(dom_http_visitors *visitors, size_t most,
                            const dom_http_limits *limits);
void dom_http_visitors_destroy(dom_http_visitors *visitors);

/* A connection was opened. `address` is copied (address.h). Overdue connections are ended first.
 * Returns NULL if memory has run out; it is not watched then. */
dom_http_visitor *dom_http_visitors_enter(dom_http_visitors *visitors, int fd, const char *address);

/* Notes that the connection waits for a request (DOM_HTTP_VISITOR_WAITS), or that its request is
 * complete (DOM_HTTP_VISITOR_ANSWERED). `visitor` may be NULL. */
void dom_http_visitors_note(dom_http_visitors *visitors, dom_http_visitor *visitor,
                            dom_http_visitor_state state);

/* Notes that the connection listens to events from now on. Returns false if its address has as many
 * that listen as it may have, or if `visitor` is NULL; then nothing changes. */
bool dom_http_visitors_listen(dom_http_visitors *visitors, dom_http_visitor *visitor);

/* Notes that a client that listens has taken all that was sent to it before. */
void dom_http_visitors_take(dom_http_visitors *visitors, dom_http_visitor *visitor);

/* A ping goes to all who listen. Ends those who have missed too many. */
void dom_http_visitors_ping(dom_http_visitors *visitors);

/* The connection is about to be closed. Frees the visitor, which may be NULL. */
void dom_http_visitors_leave(dom_http_visitors *visitors, dom_http_visitor *visitor);

/* Returns how many connections are open. */
size_t dom_http_visitors_count(dom_http_visitors *visitors);

/* Ends the connections whose request or answer takes too long. */
void dom_http_visitors_expire(dom_http_visitors *visitors);

#endif
