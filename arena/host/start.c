#include "start.h"

#include "base/now.h"
#include "bot_watch.h"
#include "ipc/sched_policy.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { MEMORY_MB = 64 }; /* RLIMIT_DATA of the host: includes stacks of libzmq, but no code */

/* Limits the host's memory, makes it undumpable and a child subreaper, and ignores SIGTERM. Only
 * the soft memory limit is set, because the bot gets another limit. Builds with sanitizers skip the
 * first two: sanitizers reserve terabytes of address space and must be able to inspect the
 * process. */
static void protect_host(void)
{
#if !defined(DOM_SANITIZED)
    struct rlimit memory;
    if (getrlimit(RLIMIT_DATA, &memory) == 0) {
        memory.rlim_cur = (rlim_t)MEMORY_MB << 20;
        (void)setrlimit(RLIMIT_DATA, &memory);
    }
    (void)prctl(PR_SET_DUMPABLE, 0);
#endif
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    /* When the core ends, its socket closes. The host must live on to clean up. */
    (void)signal(SIGTERM, SIG_IGN);
    (void)signal(SIGPIPE, SIG_IGN);
}

/* Waits for the launch specification. Returns false if the core has ended. */
static bool receive_spec(dom_host_state *h)
{
    struct pollfd ready = {.fd = DOM_HOST_CORE_FD, .events = POLLIN};
    dom_ipc_frame frame;
    while (poll(&ready, 1, -1) < 0 && errno == EINTR)
        ;
    return dom_ipc_link_receive(&h->link) == DOM_OK && dom_ipc_link_next(&h->link, &frame) &&
           dom_host_launch_read_spec(&h->bot, &frame);
}

static int open_child_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    (void)sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

/* Opens the link to the core and reads the launch specification. Returns false if this process was
 * not started by a core. */
static bool hear_from_core(dom_host_state *h)
{
    return sodium_init() >= 0 && dom_ipc_link_open(&h->link, DOM_HOST_CORE_FD) == DOM_OK &&
           receive_spec(h);
}

dom_host_state *dom_host_start_open(void)
{
    dom_host_state *h = calloc(1, sizeof *h);
    protect_host();
    dom_ipc_sched_policy_set(0, DOM_IPC_SCHED_SHORT);
    if (h == NULL || !hear_from_core(h)) {
        if (h)
            dom_ipc_link_close(&h->link);
        free(h);
        return NULL;
    }
    h->core = getppid();
    h->bot_cpu = h->host_cpu = -1;
    (void)sched_getaffinity(0, sizeof h->cpus, &h->cpus);
    h->connection.lost_us = DOM_HOST_NEVER;
    dom_host_timers_init(&h->timers);
    h->signal_fd = open_child_signals();
    return h;
}

dom_rc dom_host_start_bot(dom_host_state *h, dom_err *err)
{
    int64_t started = dom_now_us();
    dom_rc rc = dom_host_launch(&h->bot, err);
    if (rc != DOM_OK)
        return rc;
    dom_host_bot_watch_begin(h, started);
    h->session = dom_host_session_open(&h->bot.spec, &h->link, h->bot.transport, started);
    if (h->session == NULL)
        return dom_err_no_memory(err);
    return DOM_OK;
}

void dom_host_start_close(dom_host_state **handle)
{
    dom_host_state *h = *handle;
    dom_host_session_close(&h->session);
    dom_ipc_link_close(&h->link);
    free(h);
    *handle = NULL;
}
