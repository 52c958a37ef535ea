/* How a host begins: it guards itself, hears from the core which bot is its, and starts that. */
#ifndef DOM_HOST_START_H
#define DOM_HOST_START_H

#include "base/err.h"
#include "host_state.h"

/* A host that knows its bot, or NULL when it was not started by a core; end it with
 * dom_host_start_close. */
dom_host_state *dom_host_start_open(void);

/* Start the bot. DOM_OK, or why it cannot be started in `err`; what was made so far stays for
 * dom_host_end_clean_up. */
dom_rc dom_host_start_bot(dom_host_state *h, dom_err *err);

void dom_host_start_close(dom_host_state **handle);

#endif
