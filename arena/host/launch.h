/* Starts a bot, so that messages can be exchanged with it.
 *
 * For a bot on this machine: makes its folder and its token, opens its transport, sets its
 * environment variables and starts its process. For a remote bot: listens on its port.
 *
 *     RUN/INSTANCE/       the bot's own folder, mode 0700
 *     RUN/INSTANCE/s      the socket (transport zmq)
 *     RUN/INSTANCE/tmp/   its TMPDIR and HOME (at level bwrap these are /tmp in memory)
 */
#ifndef DOM_HOST_LAUNCH_H
#define DOM_HOST_LAUNCH_H

#include "ipc/launch_spec.h"
#include "transport.h"

#include <sys/types.h>

/* A bot that was started. The caller owns everything in it, also what exists after dom_host_launch
 * has failed: host_end.h removes it. */
typedef struct {
    dom_ipc_launch_spec spec;
    char texts[DOM_IPC_LAUNCH_TEXT_BYTES]; /* the texts to which `spec` points */
    char own_folder[DOM_TEXT_BYTES];       /* RUN/INSTANCE; "" if it was not made */
    char token[65];                        /* 64 hexadecimal digits; "" unless transport zmq */
    dom_host_transport *transport;         /* NULL if it was not opened */
    pid_t pid;                             /* 0 if the bot was not started, or is remote */
    int log_fd; /* non-blocking pipe with the bot's output; -1 without one */
} dom_host_launched_bot;

/* Sets up *bot with the launch specification in `frame`. Returns false if the frame is not one that
 * a core can have sent. */
bool dom_host_launch_read_spec(dom_host_launched_bot *bot, const dom_ipc_frame *frame);

/* Starts the bot, or listens for it if it is remote. DOM_OK does not mean that it says hello.
 *
 * Returns DOM_OK; DOM_E_CONFIG if its process cannot be started; DOM_E_IO, DOM_E_LIMIT or
 * DOM_E_NOMEM if something that it needs cannot be made. `err` then says why. */
dom_rc dom_host_launch(dom_host_launched_bot *bot, dom_err *err);

#endif
