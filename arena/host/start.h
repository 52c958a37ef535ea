/* The start of a host: it protects itself, receives the launch specification from the core, and
 * starts the bot. */
#ifndef DOM_HOST_START_H
#define DOM_HOST_START_H

#include "base/err.h"
#include "host_state.h"

/* Protects this process, and waits for the launch specification on DOM_HOST_CORE_FD. Returns a host
 * that knows its bot; the caller ends it with dom_host_start_close. Returns NULL if the process was
 * not started by a core, the core has ended, or memory ran out. */
dom_host_state *dom_host_start_open(void);

/* Starts the bot and opens its session. Returns DOM_OK, or what dom_host_launch returns with the
 * reason in `err`. After a failure, dom_host_end_clean_up removes what was made. */
dom_rc dom_host_start_bot(dom_host_state *h, dom_err *err);

/* Frees the host, closes the link to the core, and sets *handle to NULL. */
void dom_host_start_close(dom_host_state **handle);

#endif
