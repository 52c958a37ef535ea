#include "cpu_watch.h"

#include <stddef.h>

int64_t dom_host_cpu_watch_look(dom_host_cpu_wait *wait, const dom_host_thread_turns *turns,
                                int64_t now_us)
{
    dom_host_proc_usage now = dom_host_proc_usage_of_descendants(turns);
    return dom_host_cpu_wait_look(wait, &now, now_us);
}

bool dom_host_cpu_watch_owing(dom_host_cpu_wait *wait, bool is_owing, int64_t now_us)
{
    if (!dom_host_cpu_wait_owing(wait, is_owing, now_us) ||
        !dom_host_cpu_wait_clocks(wait, dom_host_proc_usage_ran_since(&wait->last), now_us))
        return false;
    (void)dom_host_cpu_watch_look(wait, NULL, now_us);
    dom_host_cpu_wait_skip(wait, wait->last.ran_us, now_us); /* also what was told late */
    return true;
}
