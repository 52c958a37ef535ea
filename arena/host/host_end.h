/* The end of a host: it removes what is left of the bot and tells the core how the bot ended.
 * main.c calls these functions in the order in which they stand here. */
#ifndef DOM_HOST_HOST_END_H
#define DOM_HOST_HOST_END_H

#include "base/err.h"
#include "host_state.h"

/* Kills the bot's processes that still run, reads the rest of their output, and removes the bot's
 * folder and its files. */
void dom_host_end_clean_up(dom_host_state *h);

/* Sends the core the bot's output and how it ended. Returns when both are sent, or when the core
 * has closed the socket; this sets h->is_core_gone.
 *
 * start_error  why the bot could not be started; NULL if it was started */
void dom_host_end_report(dom_host_state *h, const dom_err *start_error);

/* Removes the run directory if the core has ended and no other host uses the directory any more.
 * Every host calls this at its end, so the last one removes it. */
void dom_host_end_leave_run_folder(const dom_host_state *h);

#endif
