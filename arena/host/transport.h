/* How bytes travel between host and bot: one whole message at a time, never
 * waiting. Two kinds, zmq.c and stdio.c. */
#ifndef DOM_HOST_TRANSPORT_H
#define DOM_HOST_TRANSPORT_H

#include "base/curve.h"
#include "protocol/message.h"

#include <poll.h>

enum { DOM_HOST_TRANSPORT_FDS_MAX = 4 };

typedef struct dom_host_transport dom_host_transport;

struct dom_host_transport {
    dom_format format;

    /* Counts the connections that a remote bot has spoken on, one after another. */
    unsigned connection;

    /* Fill what to wait for; returns how many. */
    int (*wait_for)(dom_host_transport *t, struct pollfd fds[static DOM_HOST_TRANSPORT_FDS_MAX]);

    /* What came of the wait, in the same order. Until this is said nothing new is
     * looked for. */
    void (*woke)(dom_host_transport *t, const struct pollfd *fds, int count);

    /* May something be received without a wait? To be asked before each. */
    bool (*has_more)(dom_host_transport *t);

    /* Take one message of the bot; it stays valid until the next call.
     * Returns DOM_OK; DOM_E_ABSENT when none has come; DOM_E_MALFORMED with `err`
     * for what is not one message of the transport, and its beginning in *bytes
     * where there is one. */
    dom_rc (*receive)(dom_host_transport *t, const uint8_t **bytes, size_t *size, dom_err *err);

    /* Add to `err`, which says why what came has no type of message, how that can be;
     * NULL = nothing to add. */
    void (*explain)(const uint8_t *bytes, size_t size, dom_err *err);

    /* Returns DOM_OK; DOM_E_LIMIT when the bot does not take its messages off;
     * DOM_E_IO when it is gone. */
    dom_rc (*send)(dom_host_transport *t, const uint8_t *bytes, size_t size);

    /* Is somebody there? Meaningful once a message came. */
    bool (*is_connected)(dom_host_transport *t);

    void (*close)(dom_host_transport *t);
};

/* Bind a ZeroMQ socket on `FOLDER/s` that lets in who knows `token`. */
dom_rc dom_host_transport_open_zmq(dom_host_transport **out, const char *folder, const char *token,
                                   dom_err *err);

/* Bind one on a TCP endpoint that lets in who has the secret key of `bot_key`, on one
 * connection at a time; nothing without CURVE is understood. `own_key` is secret. */
dom_rc dom_host_transport_open_curve(dom_host_transport **out, const char *endpoint,
                                     const uint8_t *bot_key, const uint8_t *own_key, dom_err *err);

/* JSON Lines over two pipe ends that are taken over and set not to wait. */
dom_rc dom_host_transport_open_stdio(dom_host_transport **out, int read_fd, int write_fd,
                                     dom_err *err);

#endif
