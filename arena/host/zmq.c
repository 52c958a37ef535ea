/* The transport zmq: a ROUTER socket of libzmq for one bot.
 *
 * The peer is not trusted. So every limit is set (SPEC.md, "Transports"), and each bot process has
 * a libzmq of its own, in its own host. A local bot shows a token (PLAIN), a remote bot its key
 * (CURVE). libzmq asks this module about each handshake through a ZAP socket, and a monitor socket
 * reports connections that end.
 */
#include "transport.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

enum {
    /* A message above the protocol's limit still arrives, so that the fault can say so. At twice
     * the limit libzmq ends the connection. */
    MESSAGE_BYTES_MAX = 2 * DOM_BOT_MESSAGE_BYTES,
    RECEIVE_MESSAGES_MAX = 256,
    SEND_MESSAGES_MAX = 4 * DOM_OPEN_TABLES_MAX,
    HANDSHAKE_MS = 2000,
    STRANGERS_MAX = 64, /* messages from other connections that are dropped without a fault */
    ROUTING_ID_BYTES = 255,
    HEARTBEAT_MS = 1000, /* a network may fail without closing the connection */
    HEARTBEAT_TIMEOUT_MS = 5000,
    NOT_CONNECTED = -1
};
#define ZAP_ENDPOINT "inproc://zeromq.zap.01" /* ZeroMQ RFC 27 */
#define MONITOR_ENDPOINT "inproc://monitor"

/* A socket with its descriptor for poll. The descriptor of libzmq is edge-triggered: it reports
 * only new events, and not those that another call has noticed. So is_ready stays set until a
 * receive call finds nothing. Calls that find nothing are as expensive as the others, so needless
 * ones are avoided. */
typedef struct {
    void *socket;
    int fd;
    bool is_ready; /* something may be there to receive */
} watched_socket;

typedef struct {
    dom_host_transport base;
    void *context;
    watched_socket router, zap, monitor;
    bool is_within; /* the message that was sent last has frames to come */
    bool has_sent;  /* since socket_has_more last asked the router for its events */
    char token[DOM_LABEL_BYTES];
    const uint8_t *bot_key; /* public key of a remote bot, else NULL */
    int bot_fd;             /* socket of the bot's connection, or NOT_CONNECTED */
    zmq_msg_t message;
    bool has_message;
    uint8_t bot[ROUTING_ID_BYTES]; /* routing id of the bot: the first peer that sent a message */
    size_t bot_size;               /* 0 before the first message */
    int strangers;                 /* number of messages from other connections */
} zmq_transport;

static int socket_wait_for(dom_host_transport *t,
                           struct pollfd fds[static DOM_HOST_TRANSPORT_FDS_MAX])
{
    const zmq_transport *z = (zmq_transport *)t;
    fds[0] = (struct pollfd){.fd = z->router.fd, .events = POLLIN};
    fds[1] = (struct pollfd){.fd = z->zap.fd, .events = POLLIN};
    fds[2] = (struct pollfd){.fd = z->monitor.fd, .events = POLLIN};
    return 3;
}

static void socket_woke(dom_host_transport *t, const struct pollfd *fds, int count)
{
    zmq_transport *z = (zmq_transport *)t;
    watched_socket *of[] = {&z->router, &z->zap, &z->monitor};
    for (int i = 0; i < count; i++)
        of[i]->is_ready |= fds[i].revents != 0;
    /* The last messages of a bot must be received before the end of its connection is noticed. */
    z->router.is_ready |= z->monitor.is_ready;
}

static bool socket_has_more(dom_host_transport *t)
{
    zmq_transport *z = (zmq_transport *)t;
    if (z->has_sent) { /* zmq_send may have noticed arrived messages */
        int events = 0;
        size_t size = sizeof events;
        (void)zmq_getsockopt(z->router.socket, ZMQ_EVENTS, &events, &size);
        z->router.is_ready |= (events & ZMQ_POLLIN) != 0;
        z->has_sent = false;
    }
    return z->router.is_ready;
}

/* Receives one part into `text`, cut and NUL-terminated. Returns its full length, or -1. *more is
 * true if another part follows. */
static int receive_text(void *socket, char *text, size_t room, bool *more)
{
    int n = zmq_recv(socket, text, room - 1, ZMQ_DONTWAIT);
    *more = false;
    if (n < 0)
        return -1;
    text[(size_t)n < room ? (size_t)n : room - 1] = '\0';
    int flag = 0;
    size_t size = sizeof flag;
    *more = zmq_getsockopt(socket, ZMQ_RCVMORE, &flag, &size) == 0 && flag;
    return n;
}

/* Reads the monitor: if the bot's connection has ended, sets bot_fd to NOT_CONNECTED. */
static void read_monitor(zmq_transport *z)
{
    while (z->monitor.is_ready) {
        uint8_t event[8];
        char endpoint[8];
        bool more;
        int n = zmq_recv(z->monitor.socket, event, sizeof event, ZMQ_DONTWAIT);
        if (n < 6) {
            z->monitor.is_ready = false;
            return;
        }
        (void)receive_text(z->monitor.socket, endpoint, sizeof endpoint, &more);
        int32_t fd; /* follows the event's number, which is always "disconnected" */
        memcpy(&fd, event + sizeof(uint16_t), sizeof fd);
        if (fd == z->bot_fd)
            z->bot_fd = NOT_CONNECTED;
    }
}

/* The parts of an authentication request: ZeroMQ RFC 27. */
enum { VERSION, REQUEST, DOMAIN, ADDRESS, IDENTITY, MECHANISM, USER, PASSWORD, PARTS };
enum { KEY = USER };

static bool knows_token(const zmq_transport *z, char part[PARTS][256])
{
    return strcmp(part[MECHANISM], "PLAIN") == 0 && strcmp(part[USER], "bot") == 0 &&
           strcmp(part[PASSWORD], z->token) == 0;
}

static bool has_key(const zmq_transport *z, char part[PARTS][256])
{
    return strcmp(part[MECHANISM], "CURVE") == 0 &&
           memcmp(part[KEY], z->bot_key, DOM_CURVE_BYTES) == 0;
}

typedef struct {
    const char *status, *text;
} zap_answer;

static zap_answer judge_handshake(const zmq_transport *z, char part[PARTS][256], int parts)
{
    if (z->bot_key == NULL)
        return parts == PARTS && knows_token(z, part) ? (zap_answer){"200", "OK"}
                                                      : (zap_answer){"400", "wrong token"};
    if (parts != KEY + 1 || !has_key(z, part))
        return (zap_answer){"400", "unknown key"};
    /* After status 300 the peer tries again later. */
    return z->bot_fd == NOT_CONNECTED ? (zap_answer){"200", "OK"}
                                      : (zap_answer){"300", "it is connected already"};
}

static void answer_zap(zmq_transport *z)
{
    void *zap = z->zap.socket;
    if (z->zap.is_ready)
        read_monitor(z); /* the earlier connection may have ended */
    while (z->zap.is_ready) {
        char part[PARTS][256] = {{0}};
        bool more = true;
        int parts = 0;
        for (; more && parts < PARTS; parts++)
            if (receive_text(zap, part[parts], sizeof part[parts], &more) < 0) {
                z->zap.is_ready = false;
                return;
            }
        char rest[1];
        while (more && receive_text(zap, rest, sizeof rest, &more) >= 0)
            parts++;
        zap_answer answer = judge_handshake(z, part, parts);
        const char *reply[] = {"1.0", part[REQUEST], answer.status, answer.text, "", ""};
        for (int i = 0; i < 6; i++)
            (void)zmq_send(zap, reply[i], strlen(reply[i]), i < 5 ? ZMQ_SNDMORE : 0);
    }
}

static void drop_message(zmq_transport *z)
{
    if (z->has_message)
        zmq_msg_close(&z->message);
    z->has_message = false;
}

/* Reads and drops the remaining parts of a message. */
static void skip_parts(zmq_transport *z)
{
    while (zmq_msg_more(&z->message))
        if (zmq_msg_recv(&z->message, z->router.socket, ZMQ_DONTWAIT) < 0)
            return;
}

/* Returns true if the peer with this routing id is the bot. The first peer that sends a message is
 * the bot. Later peers are not, except that a remote bot may use a new connection when the old one
 * has ended. */
static bool is_from_bot(zmq_transport *z, const uint8_t *id, size_t size)
{
    if (size == z->bot_size && memcmp(id, z->bot, size) == 0)
        return true;
    if (z->bot_size > 0 && (z->bot_key == NULL || z->bot_fd != NOT_CONNECTED))
        return false;
    memcpy(z->bot, id, size);
    z->bot_size = size;
    z->base.connection++;
    z->bot_fd = zmq_msg_get(&z->message, ZMQ_SRCFD);
    return true;
}

/* Receives one message. Returns DOM_E_ILLEGAL for a message from another peer, which is dropped. */
static dom_rc receive_one(zmq_transport *z, dom_err *err)
{
    uint8_t id[ROUTING_ID_BYTES];
    int id_size = zmq_recv(z->router.socket, id, sizeof id, ZMQ_DONTWAIT);
    if (id_size <= 0) {
        z->router.is_ready = false;
        return DOM_E_ABSENT;
    }
    zmq_msg_init(&z->message);
    z->has_message = true;
    if (zmq_msg_recv(&z->message, z->router.socket, ZMQ_DONTWAIT) < 0)
        return DOM_E_ABSENT;
    bool is_single = !zmq_msg_more(&z->message);
    bool is_delimiter = zmq_msg_size(&z->message) == 0;
    skip_parts(z);
    if (!is_from_bot(z, id, (size_t)id_size)) {
        /* Every peer has the bot's token, so the bot is responsible for them. */
        if (++z->strangers <= STRANGERS_MAX)
            return DOM_E_ILLEGAL;
        return dom_err_set(err, DOM_E_MALFORMED,
                           "%d messages from other connections than its first", z->strangers);
    }
    if (!is_single)
        return dom_err_set(err, DOM_E_MALFORMED, "a message is one frame%s",
                           is_delimiter ? " without an empty delimiter (use DEALER, not REQ)" : "");
    return DOM_OK;
}

static dom_rc socket_receive(dom_host_transport *t, const uint8_t **bytes, size_t *size,
                             dom_err *err)
{
    zmq_transport *z = (zmq_transport *)t;
    answer_zap(z);
    if (!z->router.is_ready)
        return DOM_E_ABSENT;
    dom_rc rc;
    /* A flood of messages from other peers cannot delay the host: STRANGERS_MAX ends it. */
    do {
        drop_message(z);
        rc = receive_one(z, err);
    } while (rc == DOM_E_ILLEGAL);
    if (rc != DOM_OK)
        return rc;
    *bytes = zmq_msg_data(&z->message);
    *size = zmq_msg_size(&z->message);
    return DOM_OK;
}

/* Sends one frame. A ROUTER socket needs the routing id as the first frame of each message. */
static bool send_frame(zmq_transport *z, const uint8_t *bytes, size_t size, bool more)
{
    bool is_first = !z->is_within;
    z->is_within = more;
    return (!is_first ||
            zmq_send(z->router.socket, z->bot, z->bot_size, ZMQ_DONTWAIT | ZMQ_SNDMORE) >= 0) &&
           zmq_send(z->router.socket, bytes, size, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)) >= 0;
}

/* libzmq passes on the frames of a message only when it has the last one. So they wake up its
 * thread once. */
static dom_rc socket_send(dom_host_transport *t, const uint8_t *bytes, size_t size, bool more)
{
    zmq_transport *z = (zmq_transport *)t;
    if (z->bot_size == 0)
        return DOM_E_IO;
    z->has_sent = true;
    if (send_frame(z, bytes, size, more && t->is_multipart))
        return DOM_OK;
    z->is_within = false;
    bool is_full = errno == EAGAIN;
    z->monitor.is_ready = true; /* the connection may have ended */
    if (!is_full)
        z->bot_fd = NOT_CONNECTED;
    return is_full ? DOM_E_LIMIT : DOM_E_IO;
}

static bool socket_is_connected(dom_host_transport *t)
{
    zmq_transport *z = (zmq_transport *)t;
    read_monitor(z);
    return z->bot_fd != NOT_CONNECTED;
}

static void close_socket(watched_socket *w)
{
    if (w->socket)
        zmq_close(w->socket);
}

static void socket_close(dom_host_transport *t)
{
    zmq_transport *z = (zmq_transport *)t;
    drop_message(z);
    if (z->router.socket)
        zmq_socket_monitor(z->router.socket, NULL, 0);
    close_socket(&z->monitor);
    close_socket(&z->router);
    close_socket(&z->zap);
    if (z->context)
        zmq_ctx_term(z->context);
    free(z);
}

typedef struct {
    int option, value;
} number_option;

static const number_option router_options[] = {
    {ZMQ_MAXMSGSIZE, MESSAGE_BYTES_MAX}, {ZMQ_RCVHWM, RECEIVE_MESSAGES_MAX},
    {ZMQ_SNDHWM, SEND_MESSAGES_MAX},     {ZMQ_HANDSHAKE_IVL, HANDSHAKE_MS},
    {ZMQ_ROUTER_MANDATORY, 1},           {ZMQ_LINGER, 0},
};
static const number_option plain_options[] = {{ZMQ_PLAIN_SERVER, 1}, {ZMQ_BACKLOG, 4}};
static const number_option curve_options[] = {{ZMQ_CURVE_SERVER, 1},
                                              {ZMQ_IPV6, 1},
                                              {ZMQ_HEARTBEAT_IVL, HEARTBEAT_MS},
                                              {ZMQ_HEARTBEAT_TIMEOUT, HEARTBEAT_TIMEOUT_MS}};
#define COUNT(table) (sizeof(table) / sizeof *(table))

static bool set_numbers(void *socket, const number_option *options, size_t count)
{
    bool ok = true;
    for (size_t i = 0; i < count; i++) {
        int value = options[i].value;
        int64_t wide = value;
        bool is_wide = options[i].option == ZMQ_MAXMSGSIZE;
        ok &= zmq_setsockopt(socket, options[i].option, is_wide ? (void *)&wide : (void *)&value,
                             is_wide ? sizeof wide : sizeof value) == 0;
    }
    return ok;
}

/* Sets the socket options. `own_key` is NULL for a local bot, which shows a token. */
static bool set_options(zmq_transport *z, const uint8_t *own_key)
{
    void *router = z->router.socket;
    /* With a ZAP domain and handler, libzmq refuses ZMTP 1 and 2. Peers of those versions could
     * send random bytes as messages. */
    bool ok = zmq_setsockopt(router, ZMQ_ZAP_DOMAIN, "bot", 3) == 0;
    ok &= set_numbers(router, router_options, COUNT(router_options));
    if (own_key)
        ok &= set_numbers(router, curve_options, COUNT(curve_options)) &&
              zmq_setsockopt(router, ZMQ_CURVE_SECRETKEY, own_key, DOM_CURVE_BYTES) == 0;
    else
        ok &= set_numbers(router, plain_options, COUNT(plain_options));
    int none = 0;
    ok &= zmq_setsockopt(z->zap.socket, ZMQ_LINGER, &none, sizeof none) == 0;
    return ok;
}

static bool open_zmq_socket(zmq_transport *z, watched_socket *w, int type)
{
    size_t size = sizeof w->fd;
    w->socket = zmq_socket(z->context, type);
    w->is_ready = true; /* the first receive call will find out */
    return w->socket && zmq_getsockopt(w->socket, ZMQ_FD, &w->fd, &size) == 0;
}

static bool open_sockets(zmq_transport *z, const char *endpoint, const uint8_t *own_key)
{
    z->context = zmq_ctx_new();
    int events = ZMQ_EVENT_DISCONNECTED;
    return z->context && open_zmq_socket(z, &z->zap, ZMQ_REP) &&
           open_zmq_socket(z, &z->router, ZMQ_ROUTER) &&
           open_zmq_socket(z, &z->monitor, ZMQ_PAIR) && set_options(z, own_key) &&
           zmq_bind(z->zap.socket, ZAP_ENDPOINT) == 0 &&
           zmq_socket_monitor(z->router.socket, MONITOR_ENDPOINT, events) == 0 &&
           zmq_connect(z->monitor.socket, MONITOR_ENDPOINT) == 0 &&
           zmq_bind(z->router.socket, endpoint) == 0;
}

static zmq_transport *new_transport(void)
{
    zmq_transport *z = calloc(1, sizeof *z);
    if (z == NULL)
        return NULL;
    z->bot_fd = NOT_CONNECTED;
    z->base = (dom_host_transport){.format = DOM_FORMAT_MSGPACK,
                                   .wait_for = socket_wait_for,
                                   .woke = socket_woke,
                                   .has_more = socket_has_more,
                                   .receive = socket_receive,
                                   .send = socket_send,
                                   .is_connected = socket_is_connected,
                                   .close = socket_close};
    return z;
}

static dom_rc bind_transport(dom_host_transport **out, zmq_transport *z, const char *endpoint,
                             const uint8_t *own_key, dom_err *err)
{
    *out = &z->base;
    if (open_sockets(z, endpoint, own_key))
        return DOM_OK;
    dom_rc rc = dom_err_set(err, DOM_E_IO, "%s: %s", endpoint, zmq_strerror(errno));
    socket_close(*out);
    *out = NULL;
    return rc;
}

dom_rc dom_host_transport_open_zmq(dom_host_transport **out, const char *folder, const char *token,
                                   dom_err *err)
{
    zmq_transport *z = new_transport();
    if (z == NULL)
        return dom_err_no_memory(err);
    dom_text_copy(z->token, sizeof z->token, token);
    char endpoint[DOM_TEXT_BYTES];
    (void)snprintf(endpoint, sizeof endpoint, "ipc://%s/s", folder);
    return bind_transport(out, z, endpoint, NULL, err);
}

dom_rc dom_host_transport_open_curve(dom_host_transport **out, const char *endpoint,
                                     const uint8_t *bot_key, const uint8_t *own_key, dom_err *err)
{
    zmq_transport *z = new_transport();
    if (z == NULL)
        return dom_err_no_memory(err);
    z->bot_key = bot_key;
    return bind_transport(out, z, endpoint, own_key, err);
}
