/* How a bot that was told bye is made to go: protocol/SPEC.md, "Conversation". Pure; times are
 * microseconds of any one monotonic clock, and nobody here asks for them.
 *
 * Told bye at 0 it gets SIGTERM at 2 s and SIGKILL at 3 s. What it waited for a CPU meanwhile is
 * credited to DOM_HOST_TIMER_SHUTDOWN, up to 10 s for both steps together: a busy machine is no
 * reason to press it.
 */
#ifndef DOM_HOST_SHUTDOWN_H
#define DOM_HOST_SHUTDOWN_H

#include "timers.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_HOST_BYE_US = 2000000, /* from bye to SIGTERM     */
    DOM_HOST_TERM_US = 1000000 /* from SIGTERM to SIGKILL */
};

/* All zero before it is told bye. */
typedef struct {
    bool is_told, is_terminated;
} dom_host_shutdown;

typedef enum {
    DOM_HOST_SHUTDOWN_WAIT,
    DOM_HOST_SHUTDOWN_TERMINATE,
    DOM_HOST_SHUTDOWN_KILL
} dom_host_shutdown_step;

/* It is told bye: DOM_HOST_TIMER_SHUTDOWN runs. */
void dom_host_shutdown_tell(dom_host_shutdown *s, dom_host_timers *timers, int64_t now_us);

/* What is to be done now, each once. */
dom_host_shutdown_step dom_host_shutdown_press(dom_host_shutdown *s, dom_host_timers *timers,
                                               int64_t now_us);

#endif
