/* Bringing a bot to where it can be spoken with: its folder, its token, its environment, its
 * transport and its process; or, for a remote one, the port at which it is awaited. */
#ifndef DOM_HOST_LAUNCH_H
#define DOM_HOST_LAUNCH_H

#include "ipc/launch_spec.h"
#include "transport.h"

#include <sys/types.h>

/* Where launch failed what was made so far is there all the same, for the caller to take away. */
typedef struct {
    dom_ipc_launch_spec spec;
    char texts[DOM_IPC_LAUNCH_TEXT_BYTES]; /* of the spec                              */
    char own_folder[DOM_TEXT_BYTES];       /* RUN/INSTANCE: socket and temporary files;
                                              "": none was made                        */
    char token[65];
    dom_host_transport *transport; /* NULL: none was opened                              */
    pid_t pid;                     /* 0: it is not started, or runs elsewhere            */
    int log_fd;                    /* what it prints, not blocking; -1: nothing is read  */
} dom_host_launched_bot;

/* Take what the core says of the bot; false when no core would say it. */
bool dom_host_launch_read_spec(dom_host_launched_bot *bot, const dom_ipc_frame *frame);

/* DOM_E_IO or another status, and why, when the bot cannot be started. Whether it says hello is
 * another matter. */
dom_rc dom_host_launch(dom_host_launched_bot *bot, dom_err *err);

#endif
