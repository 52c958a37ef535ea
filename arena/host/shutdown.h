/* The shutdown of a bot: bye, then SIGTERM, then SIGKILL (SPEC.md, "Conversation"). The module is
 * pure: the caller passes the time, in microseconds of one monotonic clock, and sends the signals.
 *
 * Example: the bot is told bye at 0. If it still runs, it gets SIGTERM at 2 s and SIGKILL at 3 s.
 * Any time that it waited for a CPU meanwhile is added to DOM_HOST_TIMER_SHUTDOWN, at most 60 s for
 * both steps together. With a CPU wait of 0.5 s in the first two seconds, SIGTERM comes at 2.5 s
 * and SIGKILL at 3.5 s.
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

/* The state of a shutdown; all zero before bye. */
typedef struct {
    bool is_told, is_terminated;
} dom_host_shutdown;

typedef enum {
    DOM_HOST_SHUTDOWN_WAIT,
    DOM_HOST_SHUTDOWN_TERMINATE,
    DOM_HOST_SHUTDOWN_KILL
} dom_host_shutdown_step;

/* The bot was told bye: starts DOM_HOST_TIMER_SHUTDOWN. */
void dom_host_shutdown_tell(dom_host_shutdown *s, dom_host_timers *timers, int64_t now_us);

/* Returns what the caller must do now. TERMINATE and KILL are returned once each. */
dom_host_shutdown_step dom_host_shutdown_escalate(dom_host_shutdown *s, dom_host_timers *timers,
                                                  int64_t now_us);

#endif
