/* Measures how long the bot waits for a CPU: reads with proc_usage.h and computes with
 * time_budget.h. */
#ifndef DOM_HOST_CPU_WATCH_H
#define DOM_HOST_CPU_WATCH_H

#include "time_budget.h"

/* Reads all processes of the bot. Returns how long the bot waited for a CPU since the last reading,
 * as dom_host_cpu_wait_read does.
 *
 * turns  the scheduling policies to set for all threads; NULL leaves them as they are */
int64_t dom_host_cpu_watch_read(dom_host_cpu_wait *wait, const dom_host_thread_turns *turns,
                                int64_t now_us);

/* Tells whether the arena waits for the bot from now on: an ask is outstanding, or is sent next. It
 * may be called in every turn: it reads the CPU clocks only when the arena ceases to wait, and when
 * it begins to wait more than 10 ms after the last reading or dom_host_cpu_wait_skip_idle. If the
 * bot has run more than 1 ms between these two, or that is not known, it reads all processes. That
 * takes some 0.3 ms, and then it returns true. */
bool dom_host_cpu_watch_set_asked(dom_host_cpu_wait *wait, bool is_asked, int64_t now_us);

#endif
