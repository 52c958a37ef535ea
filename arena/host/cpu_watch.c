#include "cpu_watch.h"

#include <stddef.h>

int64_t dom_host_cpu_watch_read(dom_host_cpu_wait *wait, const dom_host_thread_turns *turns,
                                int64_t now_us)
{
    dom_host_proc_usage now = dom_host_proc_usage_of_descendants(turns);
    return dom_host_cpu_wait_read(wait, &now, now_us);
}

bool dom_host_cpu_watch_set_asked(dom_host_cpu_wait *wait, bool is_asked, int64_t now_us)
{
    if (!dom_host_cpu_wait_set_asked(wait, is_asked, now_us) ||
        !dom_host_cpu_wait_resume(wait, dom_host_proc_usage_ran_since(&wait->last), now_us))
        return false;
    (void)dom_host_cpu_watch_read(wait, NULL, now_us);
    dom_host_cpu_wait_skip_idle(wait, wait->last.ran_us, now_us); /* also what was told late */
    return true;
}
