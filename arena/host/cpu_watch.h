/* How long a busy machine keeps a bot waiting for a CPU: what proc_usage.h reads, told to what
 * time_budget.h computes. */
#ifndef DOM_HOST_CPU_WATCH_H
#define DOM_HOST_CPU_WATCH_H

#include "time_budget.h"

/* Look at all processes of the bot; their threads take their turns as `turns` says, NULL: as they
 * did. Returns how much the bot was kept waiting, as dom_host_cpu_wait_look does. */
int64_t dom_host_cpu_watch_look(dom_host_cpu_wait *wait, const dom_host_thread_turns *turns,
                                int64_t now_us);

/* Does the bot owe anything now? Every turn may tell: it costs next to nothing, but for a look when
 * the last one is long ago, or was never taken. */
void dom_host_cpu_watch_owing(dom_host_cpu_wait *wait, bool is_owing, int64_t now_us);

#endif
