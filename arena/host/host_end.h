/* How a host ends: it takes away what is left of the bot, and tells the core how the bot ended. */
#ifndef DOM_HOST_HOST_END_H
#define DOM_HOST_HOST_END_H

#include "base/err.h"
#include "host_state.h"

/* End what lives of the bot's processes, and remove its folder and its files. */
void dom_host_end_clean_up(dom_host_state *h);

/* Tell the core what the bot printed and how it ended, and wait until that is sent or the core is
 * gone.
 *
 * start_error  why it could not be started; NULL: it was */
void dom_host_end_report(dom_host_state *h, const dom_err *start_error);

/* Without the core the last host takes the run folder away: also one whose bot could not be
 * started, or left, before it was noticed. */
void dom_host_end_leave_run_folder(const dom_host_state *h);

#endif
