/* Bringing a bot to where it can be spoken with: its folder, its token, its environment, its
 * transport and its process; or, for a remote one, the port at which it is awaited. */
#ifndef DOM_HOST_LAUNCH_H
#define DOM_HOST_LAUNCH_H

#include "host/frame.h"
#include "transport.h"

#include <sys/types.h>

/* Where launch failed what was made so far is there all the same, for the caller to take away. */
typedef struct {
    dom_frame_setup setup;
    const char *run_folder, *folder, *argv[65]; /* texts of the setup; argv ends with NULL */
    char own_folder[DOM_TEXT_BYTES];            /* RUN/INSTANCE: socket and temporary files;
                                                   "": none was made                       */
    char token[65];
    transport *transport; /* NULL: none was opened                              */
    pid_t pid;            /* 0: it is not started, or runs elsewhere            */
    int log_fd;           /* what it prints, not blocking; -1: nothing is read  */
} launched_bot;

/* Take what the core says of the bot; false when no core would say it. */
bool launch_setup(launched_bot *bot, const dom_frame *frame);

/* DOM_E_IO or another status, and why, when the bot cannot be started. Whether it says hello is
 * another matter. */
dom_rc launch(launched_bot *bot, dom_err *err);

#endif
