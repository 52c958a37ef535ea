/* A transport carries messages between host and bot: one whole message at a time, without blocking.
 * There are two kinds: zmq.c (for local and remote bots) and stdio.c.
 *
 * One turn of the host's loop uses it like this:
 *
 *     int count = t->wait_for(t, fds);
 *     poll(fds, count, ...);
 *     t->woke(t, fds, count);
 *     while (t->receive(t, &bytes, &size, &err) == DOM_OK)
 *         ... handle the message
 */
#ifndef DOM_HOST_TRANSPORT_H
#define DOM_HOST_TRANSPORT_H

#include "base/curve.h"
#include "protocol/message.h"

#include <poll.h>

enum { DOM_HOST_TRANSPORT_FDS_MAX = 4 };

typedef struct dom_host_transport dom_host_transport;

struct dom_host_transport {
    dom_format format; /* of its messages: MessagePack or JSON */

    /* Number of connections on which the bot has sent a message so far (zmq; with stdio it stays
     * 0). It grows when a remote bot connects again. */
    unsigned connection;

    /* The bot can receive several messages as the frames of one ZeroMQ message. The session sets it
     * (the key `multipart` of hello). */
    bool is_multipart;

    /* Fills in the descriptors to poll; returns their number. */
    int (*wait_for)(dom_host_transport *t, struct pollfd fds[static DOM_HOST_TRANSPORT_FDS_MAX]);

    /* Takes the result of the poll, with the descriptors in the same order. A transport notices
     * arrived messages only through this call. */
    void (*woke)(dom_host_transport *t, const struct pollfd *fds, int count);

    /* Returns true if a message may be received without polling. It must be called before every
     * poll. */
    bool (*has_more)(dom_host_transport *t);

    /* Receives one message of the bot. It stays valid until the next call of any function here.
     * Returns DOM_OK; DOM_E_ABSENT if no message has arrived; DOM_E_MALFORMED, with the reason in
     * `err`, if the bytes are not one message of the transport. *bytes then has their beginning, if
     * there is one; otherwise it is unchanged. */
    dom_rc (*receive)(dom_host_transport *t, const uint8_t **bytes, size_t *size, dom_err *err);

    /* Explains in `err` why the bytes may have no message type; `err` already says that they have
     * none. NULL if the transport has no explanation. */
    void (*explain)(const uint8_t *bytes, size_t size, dom_err *err);

    /* Sends one message. Returns DOM_OK; DOM_E_LIMIT if the bot does not read its messages and the
     * buffers are full, or memory is; DOM_E_IO if the bot has lost its connection.
     *
     * more  the caller sends another message right after this one. Until then this one may not
     *       leave, so that both together wake up the bot only once */
    dom_rc (*send)(dom_host_transport *t, const uint8_t *bytes, size_t size, bool more);

    /* Returns true if the bot is connected. Before its first message the result means nothing. */
    bool (*is_connected)(dom_host_transport *t);

    /* Closes and frees the transport. */
    void (*close)(dom_host_transport *t);
};

/* Listens with a ZeroMQ socket on ipc://FOLDER/s. Only a process that knows `token` may connect.
 * Returns DOM_OK; DOM_E_NOMEM, and *out is unchanged; DOM_E_IO, and *out is NULL. */
dom_rc dom_host_transport_open_zmq(dom_host_transport **out, const char *folder, const char *token,
                                   dom_err *err);

/* Listens with a ZeroMQ socket on a TCP endpoint for a remote bot. All traffic is encrypted with
 * CURVE. Only a bot with the secret key that belongs to `bot_key` may connect, on one connection at
 * a time.
 *
 * bot_key  public key of the bot, DOM_CURVE_BYTES; borrowed for the life of the transport
 * own_key  secret key of the arena, DOM_CURVE_BYTES
 *
 * Returns DOM_OK; DOM_E_NOMEM, and *out is unchanged; DOM_E_IO, and *out is NULL. */
dom_rc dom_host_transport_open_curve(dom_host_transport **out, const char *endpoint,
                                     const uint8_t *bot_key, const uint8_t *own_key, dom_err *err);

/* Exchanges JSON Lines over two pipes: reads the bot's messages from `read_fd` and writes to
 * `write_fd`. Takes ownership of both and makes them non-blocking. Returns DOM_OK, or DOM_E_NOMEM
 * with *out = NULL; then both descriptors still belong to the caller. */
dom_rc dom_host_transport_open_stdio(dom_host_transport **out, int read_fd, int write_fd,
                                     dom_err *err);

#endif
