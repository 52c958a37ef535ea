/* visitors.h - all open connections, so that those that wait for a request can be ended. Private to the
 * server.
 *
 * A client may open many connections and send nothing, or a part of a request. So a connection that
 * waits for a request, or for the rest of one, ends after DOM_WEB_VISITORS_WAIT_US, however slowly bytes
 * arrive. When many are open, a new one ends the one that has waited longest. Connections whose request
 * is being answered are left alone.
 */
#ifndef DOM_WEB_VISITORS_H
#define DOM_WEB_VISITORS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DOM_WEB_VISITORS_WAIT_US = 5 * 1000 * 1000 };

/* An open connection. */
typedef struct dom_web_visitor {
    int fd;
    bool is_waiting;  /* for the rest of a request, or for the next one */
    int64_t since_us; /* when it began to wait, by the monotonic clock */
    struct dom_web_visitor *next;
} dom_web_visitor;

/* All open connections. The functions may be called by several threads. */
typedef struct {
    pthread_mutex_t lock;
    size_t count, most; /* with `most`, a new one ends the one that has waited longest */
    dom_web_visitor *first;
} dom_web_visitors;

void dom_web_visitors_init(dom_web_visitors *visitors, size_t most);
void dom_web_visitors_destroy(dom_web_visitors *visitors);

/* A connection was opened. Returns NULL if memory has run out; it is not watched then. */
dom_web_visitor *dom_web_visitors_enter(dom_web_visitors *visitors, int fd);

/* Notes that the connection waits for a request, or that it no longer does because its request is
 * complete. `visitor` may be NULL. */
void dom_web_visitors_wait(dom_web_visitors *visitors, dom_web_visitor *visitor, bool is_waiting);

/* The connection is about to be closed. Frees the visitor, which may be NULL. */
void dom_web_visitors_leave(dom_web_visitors *visitors, dom_web_visitor *visitor);

/* Ends the connections that have waited for too long. */
void dom_web_visitors_expire(dom_web_visitors *visitors);

#endif
