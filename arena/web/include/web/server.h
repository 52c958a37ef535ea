/* web/server.h - pages over HTTP, and news to whoever listens.
 *
 * Only GET and HEAD; a request is 16 KiB at most; 512 connections, of them 256 that listen
 * to /events; a connection without a request ends after 30 s. Answers are made one after
 * the other by a thread of the server's own. Bound to loopback it answers only to the names
 * of loopback, so that no page elsewhere can read it under a name of its own.
 */
#ifndef DOM_WEB_SERVER_H
#define DOM_WEB_SERVER_H

#include "base/err.h"
#include "web/html.h"

#include <stdbool.h>
#include <stdint.h>

/* What is sent. */
typedef struct {
    int status;        /* 200, 404, 500, 503                                   */
    const char *type;  /* of the content; a constant                           */
    dom_web_html body; /* freed by the server                                  */
} dom_web_answer;

typedef struct {
    const char *listen; /* ADDRESS:PORT, [ADDRESS]:PORT or NAME:PORT; port 0: any */
    bool is_public;     /* an address beyond loopback is allowed               */
    /* Fill *out for a path without its first '/'; called by the server's thread. */
    void (*answer)(void *context, const char *path, dom_web_answer *out);
    void *context;
} dom_web_server_spec;

typedef struct dom_web_server dom_web_server;

/* Start to listen.
 *
 * out  receives a server that the caller owns: dom_web_server_stop(&server). NULL on failure.
 *
 * Signals that are blocked when it is called stay blocked in the server's thread.
 * Returns DOM_OK; DOM_E_CONFIG when `listen` is no address or one beyond loopback that is
 * not allowed; DOM_E_IO when it cannot be bound; DOM_E_NOMEM. */
dom_rc dom_web_server_start(dom_web_server **out, const dom_web_server_spec *spec, dom_err *err);

/* "http://127.0.0.1:8080/", with the port that it really has. */
const char *dom_web_server_url(const dom_web_server *server);

/* Send an event `site` with this id and data to all who listen, and to who comes later
 * as the first. `data` is one line, copied. */
void dom_web_server_tell(dom_web_server *server, uint64_t id, const char *data);

/* Send a comment, so that connections of those who have gone are noticed. */
void dom_web_server_ping(dom_web_server *server);

/* End all connections and free it. NULL inside is fine. */
void dom_web_server_stop(dom_web_server **server);

#endif
