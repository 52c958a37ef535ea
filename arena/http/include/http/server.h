/* http/server.h - the HTTP server of `serve`: sends pages, and sends events to pages that are open.
 *
 * Limits: only GET and HEAD; where people may play, also POST below play/, from its own pages, with
 * at most 4 KiB of JSON. A request has at most 16 KiB and DOM_HTTP_PARAMETERS_MAX parameters. There
 * are at most 512 connections, 256 of them to /events. dom_http_limits says how many an address may
 * have, and what may take how long. If connections run out, the oldest whose request is not
 * complete is ended at once. One thread of the server makes all answers, one after the other.
 *
 * Text of 1 KiB or more is compressed for clients that accept gzip. The compressed form has an ETag
 * of its own. Events are never compressed.
 *
 * /events is a stream of server-sent events. Open pages read it and fetch their new version.
 *
 * When bound to loopback, the server answers only requests for a loopback name, such as localhost
 * or 127.0.0.1, and for the host of its public address, if it has one: a proxy passes that on.
 * Otherwise a page elsewhere could read it through a name of its own that points to
 * 127.0.0.1 (DNS rebinding).
 */
#ifndef DOM_HTTP_SERVER_H
#define DOM_HTTP_SERVER_H

#include "base/err.h"
#include "http/body.h"
#include "http/query.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_HTTP_COOKIE_BYTES = 160,
    DOM_HTTP_MOVED_BYTES = 32,
    DOM_HTTP_STATUS_CLASSES = 6,
    DOM_HTTP_ADDRESS_BYTES = 52 /* of an IPv6 network, such as "2001:db8::/64", with its NUL */
};

/* The value of the header Content-Security-Policy, to which the server adds that no page may be
 * framed. Pages have it in a <meta> element as well, because they are also read as files. */
#define DOM_HTTP_CONTENT_SECURITY_POLICY                                                           \
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "              \
    "connect-src 'self'; base-uri 'none'; form-action 'none'"

/* What clients may have and how long they may take. An address is an IPv4 address, or the first 64
 * bits of an IPv6 address. */
typedef struct {
    unsigned address_connections; /* of one address at once, with those to /events; 0: not
                                     bounded */
    unsigned address_listeners; /* of one address to /events; 0: not bounded                     */
    int64_t request_us;         /* until a request is complete                                   */
    int64_t answer_us; /* from then on until its answer is taken; does not hold for /events       */
    unsigned event_pings; /* to /events, during which a client may take nothing */
} dom_http_limits;

/* What `serve` allows. A class of 40 behind one address fits in, each with three windows. */
#define DOM_HTTP_LIMITS                                                                            \
    ((dom_http_limits){.address_connections = 256,                                                 \
                       .address_listeners = 128,                                                   \
                       .request_us = 5 * 1000 * 1000,                                              \
                       .answer_us = 60 * 1000 * 1000,                                              \
                       .event_pings = 4})

/* The answer to a request. Before `answer` is called, it is status 200, type "text/html" in UTF-8,
 * and an empty body. */
typedef struct {
    int status;                          /* 200, 400, 404, 500 or 503; of `play` also 403 and 409 */
    const char *type;                    /* Content-Type; a constant */
    dom_http_body body;                  /* freed by the server */
    char cookie[DOM_HTTP_COOKIE_BYTES];  /* `play` only: the header Set-Cookie; "": none */
    char moved_to[DOM_HTTP_MOVED_BYTES]; /* `answer` only: the address of this page, relative to the
                                            path; the browser is sent there with 301. "": none */
} dom_http_answer;

/* A request of somebody who plays. All texts are borrowed. */
typedef struct {
    const char *path;    /* what follows play/ */
    const char *cookie;  /* the header Cookie, or "" */
    const char *body;    /* of a POST: text; NULL: it is a GET or HEAD */
    const char *address; /* who asks, such as "192.0.2.7" or "2001:db8::/64"; "" if not known */
} dom_http_play_request;

typedef struct {
    const char *option;     /* what messages call `listen`, such as "--listen" */
    const char *listen;     /* ADDRESS:PORT, [ADDRESS]:PORT or NAME:PORT; port 0 = any free port */
    const char *url;        /* the public address (http/public_url.h); NULL: none */
    bool is_public;         /* allows addresses that other machines can reach */
    bool has_events;        /* /events is a stream; false: it is a path like any other */
    bool shares_json;       /* lets pages of other sites read the JSON of `answer` (CORS) */
    dom_http_limits limits; /* such as DOM_HTTP_LIMITS */
    /* Fills in *out for a path without its leading '/' and the parameters of the request: a page,
     * or a file that pages use. The thread of the server calls it. */
    void (*answer)(void *context, const char *path, const dom_http_query *query,
                   dom_http_answer *out);
    /* Fills in *out for a path below play/, which no cache keeps. NULL: nobody may play here; then
     * such paths go to `answer`, and POST is refused. */
    void (*play)(void *context, const dom_http_play_request *request, dom_http_answer *out);
    void *context;
} dom_http_server_spec;

typedef struct dom_http_server dom_http_server;

/* Starts the server and its thread. Signals that are blocked in the caller are blocked in the
 * thread, too.
 *
 * out   receives the server; the caller ends it with dom_http_server_stop(&server). NULL on
 *       failure.
 * spec  copied; `context` must outlive the server
 *
 * Returns DOM_OK; DOM_E_CONFIG if `listen` is not an address, or can be reached from other machines
 * and is_public is false; DOM_E_IO if the address cannot be bound; DOM_E_NOMEM. */
dom_rc dom_http_server_start(dom_http_server **out, const dom_http_server_spec *spec, dom_err *err);

/* Returns the address, such as "http://127.0.0.1:8080/", with the actual port. It belongs to the
 * server. */
const char *dom_http_server_url(const dom_http_server *server);

/* What a server has done since it was started, and has at the moment. */
typedef struct {
    uint64_t answers[DOM_HTTP_STATUS_CLASSES]; /* by the first digit of the status, 1 to 5 */
    unsigned connections, listeners;           /* open ones; listeners are those to /events */
} dom_http_load;

/* Any thread may call it. */
void dom_http_server_load(dom_http_server *server, dom_http_load *out);

/* Sends an event `site` with this id and data to all connections to /events. Open pages fetch their
 * new version if the id differs from that of the last event; else they show the progress in `data`.
 * A connection that is opened later receives this event first. `data` is one line of at most 900
 * bytes; it is copied. */
void dom_http_server_tell(dom_http_server *server, uint64_t id, const char *data);

/* Sends an event `tables` in the same way. It has no id. A new one replaces one that was not sent
 * yet. */
void dom_http_server_tell_tables(dom_http_server *server, const char *data);

/* Sends a comment to all connections to /events, so that closed connections are noticed. Ends those
 * whose clients have taken nothing for dom_http_limits.event_pings pings. */
void dom_http_server_ping(dom_http_server *server);

/* Ends the connections whose request or answer takes longer than the limits allow. To be called now
 * and then, such as every half second. */
void dom_http_server_poll(dom_http_server *server);

/* Closes all connections, frees the server and sets *server to NULL. *server may be NULL. */
void dom_http_server_stop(dom_http_server **server);

#endif
