/* The transport zmq: one MessagePack map per frame on a DEALER socket. For a remote bot, whose
 * socket reconnects by itself, a monitor reports when a connection begins and ends. */
#include "wire.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

typedef enum { LOST, OPENED, GREETED /* WIRE_OPEN was returned */ } connection_state;

struct dom_wire {
    void *context, *socket;
    void *monitor; /* reports connections of a remote bot; NULL for others    */
    connection_state connection;
    zmq_msg_t message;
};

/* The environment variables of a remote bot, and the socket options for them. */
static const struct {
    const char *variable;
    int option;
} keys[] = {
    {"DOMINO_ARENA_SERVER_KEY", ZMQ_CURVE_SERVERKEY},
    {"DOMINO_ARENA_PUBLIC_KEY", ZMQ_CURVE_PUBLICKEY},
    {"DOMINO_ARENA_SECRET_KEY", ZMQ_CURVE_SECRETKEY},
};

enum { LINGER_MS = 100, HEARTBEAT_MS = 1000, HEARTBEAT_TIMEOUT_MS = 5000 };

static bool set_number(void *socket, int option, int value)
{
    return zmq_setsockopt(socket, option, &value, sizeof value) == 0;
}

static bool set_text(void *socket, int option, const char *value)
{
    return zmq_setsockopt(socket, option, value, strlen(value)) == 0;
}

static bool connect_to(void *socket, const char *endpoint)
{
    int status;
    do
        status = zmq_connect(socket, endpoint);
    while (status != 0 && errno == EINTR);
    return status == 0;
}

static bool set_up_spawned(dom_wire *wire)
{
    const char *token = getenv("DOMINO_ARENA_TOKEN");
    return token == NULL || (set_text(wire->socket, ZMQ_PLAIN_USERNAME, "bot") &&
                             set_text(wire->socket, ZMQ_PLAIN_PASSWORD, token));
}

/* IMMEDIATE: no message is queued while there is no connection, so an answer for the last
 * connection cannot reach the next one before hello. */
static bool set_up_remote(dom_wire *wire)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *key = getenv(keys[i].variable);
        if (key == NULL ||
            zmq_setsockopt(wire->socket, keys[i].option, key, strlen(key) + 1) != 0) {
            (void)fprintf(stderr, "%s is not a key of 40 characters\n", keys[i].variable);
            return false;
        }
    }
    static const char endpoint[] = "inproc://connections";
    if (!set_number(wire->socket, ZMQ_IMMEDIATE, 1) || !set_number(wire->socket, ZMQ_IPV6, 1) ||
        !set_number(wire->socket, ZMQ_HEARTBEAT_IVL, HEARTBEAT_MS) ||
        !set_number(wire->socket, ZMQ_HEARTBEAT_TIMEOUT, HEARTBEAT_TIMEOUT_MS) ||
        zmq_socket_monitor(wire->socket, endpoint,
                           ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED) != 0)
        return false;
    wire->connection = LOST;
    wire->monitor = zmq_socket(wire->context, ZMQ_PAIR);
    return wire->monitor != NULL && set_number(wire->monitor, ZMQ_LINGER, 0) &&
           connect_to(wire->monitor, endpoint);
}

static bool connect_zmq(dom_wire *wire)
{
    wire->context = zmq_ctx_new();
    wire->socket = wire->context ? zmq_socket(wire->context, ZMQ_DEALER) : NULL;
    if (wire->socket == NULL || !set_number(wire->socket, ZMQ_LINGER, LINGER_MS))
        return false;
    bool is_remote = getenv("DOMINO_ARENA_SERVER_KEY") != NULL;
    if (!(is_remote ? set_up_remote(wire) : set_up_spawned(wire)))
        return false;
    return connect_to(wire->socket, getenv("DOMINO_ARENA_ENDPOINT"));
}

static void close_zmq(dom_wire *wire)
{
    (void)zmq_msg_close(&wire->message);
    if (wire->monitor)
        (void)zmq_close(wire->monitor);
    if (wire->socket)
        (void)zmq_close(wire->socket);
    if (wire->context)
        (void)zmq_ctx_term(wire->context);
    free(wire);
}

static dom_wire *open_zmq(void)
{
    dom_wire *wire = calloc(1, sizeof *wire);
    if (wire == NULL)
        return NULL;
    wire->connection = OPENED;
    (void)zmq_msg_init(&wire->message);
    if (connect_zmq(wire)) {
        (void)dup2(STDERR_FILENO, STDOUT_FILENO); /* as for stdio: output goes to standard error */
        return wire;
    }
    (void)fprintf(stderr, "cannot connect to %s: %s\n", getenv("DOMINO_ARENA_ENDPOINT"),
                  zmq_strerror(errno));
    close_zmq(wire);
    return NULL;
}

/* Returns the monitor's next event, which has two frames; 0 if there is no event. */
static uint16_t next_event(dom_wire *wire)
{
    uint16_t event;
    while (zmq_recv(wire->monitor, &event, sizeof event, ZMQ_DONTWAIT) < 0)
        if (errno != EINTR)
            return 0;
    while (zmq_recv(wire->monitor, NULL, 0, ZMQ_DONTWAIT) < 0 && errno == EINTR)
        ;
    return event;
}

/* Reads the monitor and updates the state of a remote bot's connection. libzmq reconnects by
 * itself, but not before ZMQ_RECONNECT_IVL, 100 ms, after the end of the last connection. So as
 * long as no end is reported, a message goes to the connection that was greeted, or is lost. */
static void follow_connection(dom_wire *wire)
{
    uint16_t event;
    while (wire->monitor && (event = next_event(wire)) != 0)
        wire->connection = event == ZMQ_EVENT_HANDSHAKE_SUCCEEDED ? OPENED : LOST;
}

/* Drops the waiting messages when a connection opens: they belong to the previous one. */
static void drop_messages(dom_wire *wire)
{
    while (zmq_msg_recv(&wire->message, wire->socket, ZMQ_DONTWAIT) >= 0 || errno == EINTR)
        ;
}

/* Waits until a message arrives or the connection changes. */
static void wait_for_either(dom_wire *wire)
{
    zmq_pollitem_t items[] = {{.socket = wire->monitor, .events = ZMQ_POLLIN},
                              {.socket = wire->socket, .events = ZMQ_POLLIN}};
    (void)zmq_poll(items, 2, -1);
}

static dom_wire_event receive_zmq(dom_wire *wire, bool wait, const uint8_t **bytes, size_t *size)
{
    for (;;) {
        follow_connection(wire);
        if (wire->connection == OPENED) {
            drop_messages(wire);
            wire->connection = GREETED;
            return WIRE_OPEN;
        }
        bool block = wait && wire->monitor == NULL;
        if (zmq_msg_recv(&wire->message, wire->socket, block ? 0 : ZMQ_DONTWAIT) >= 0)
            break;
        if (errno != EAGAIN && errno != EINTR)
            return WIRE_GONE;
        if (!wait)
            return WIRE_EMPTY;
        if (wire->monitor)
            wait_for_either(wire);
    }
    *bytes = zmq_msg_data(&wire->message);
    *size = zmq_msg_size(&wire->message);
    return WIRE_MESSAGE;
}

static void send_zmq(dom_wire *wire, uint8_t *bytes, size_t size)
{
    follow_connection(wire);
    if (wire->connection != GREETED)
        return;
    int flags = wire->monitor ? ZMQ_DONTWAIT : 0; /* a remote bot may have no connection */
    while (zmq_send(wire->socket, bytes, size, flags) < 0 && errno == EINTR)
        ;
}

const dom_wire_kind dom_wire_zmq = {
    .format = DOM_FORMAT_MSGPACK,
    .open = open_zmq,
    .close = close_zmq,
    .receive = receive_zmq,
    .send = send_zmq,
};
