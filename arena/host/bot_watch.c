#include "bot_watch.h"

#include "cpu_watch.h"
#include "sandbox.h"
#include "spawn.h"

#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    USAGE_US = 2000000,     /* between two regular readings of what the bot uses */
    USAGE_FAST_US = 250000, /* the same just after the start, or above 1/4 of its memory limit */
    LINGER_US = 100000,     /* wait for the last messages of a bot that has exited */
    STOPPED_US = 500000,    /* the same after SIGTERM, which the core may also get */
    LOST_US = 1000000,      /* wait for the exit of a bot that has lost its connection */
    CROWD_TABLES = 8        /* from this many tables on, long time slices are better */
};

void dom_host_bot_watch_begin(dom_host_state *h, int64_t now_us)
{
    h->connection.grace_us = h->bot.spec.limits.startup_ms * INT64_C(1000);
    h->usage.cpu_wait.since_us = now_us;
    if (!h->bot.spec.is_remote)
        dom_host_timers_start(&h->timers, DOM_HOST_TIMER_USAGE, now_us, USAGE_FAST_US);
}

void dom_host_bot_watch_log(dom_host_state *h)
{
    uint8_t bytes[4096];
    /* The loop is bounded, so that a flood of output cannot delay the bot's messages. */
    for (int i = 0; i < 64; i++) {
        ssize_t n = read(h->bot.log_fd, bytes, sizeof bytes);
        if (n == 0) {
            close(h->bot.log_fd);
            h->bot.log_fd = -1;
        }
        if (n <= 0)
            return;
        dom_host_log_add(&h->log, bytes, (size_t)n);
    }
}

/* ---- its end ---------------------------------------------------------------- */

/* Returns true if the bot was ended by a SIGTERM that the arena did not send. Some runtimes turn it
 * into an exit status. */
static bool was_stopped(const dom_host_state *h)
{
    int status = h->exit.status;
    bool is_by_signal = (WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) ||
                        (WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGTERM);
    return is_by_signal && !h->bot.spec.is_remote && !h->shutdown.is_told;
}

/* Waits a moment for the bot's last messages. A lost connection is no longer a fault. */
static void bot_has_exited(dom_host_state *h, int64_t now_us)
{
    h->exit.is_seen = true;
    h->exit.was_stopped = was_stopped(h);
    dom_host_timers_stop(&h->timers, DOM_HOST_TIMER_LOST);
    dom_host_timers_start(&h->timers, DOM_HOST_TIMER_LINGER, now_us,
                          (h->exit.was_stopped ? STOPPED_US : LINGER_US) + 1);
}

void dom_host_bot_watch_exit(dom_host_state *h, int64_t now_us)
{
    struct signalfd_siginfo info;
    while (read(h->signal_fd, &info, sizeof info) == sizeof info)
        ;
    if (h->exit.is_seen)
        return;
    switch (dom_host_spawn_reap(h->bot.pid, h->bot.spec.sandbox, &h->exit.status)) {
    case DOM_HOST_SPAWN_RUNS:
        return;
    case DOM_HOST_SPAWN_STOPPED:
        dom_host_session_fail(h->session, DOM_FAULT_STALL, "it was stopped by a signal");
        return;
    case DOM_HOST_SPAWN_EXITED:
        bot_has_exited(h, now_us);
        return;
    }
}

bool dom_host_bot_watch_is_ending(const dom_host_state *h)
{
    return h->exit.is_seen || (dom_host_bot_watch_is_lost(h) && !h->bot.spec.is_remote);
}

/* ---- its connection --------------------------------------------------------- */

bool dom_host_bot_watch_is_lost(const dom_host_state *h)
{
    return h->connection.lost_us != DOM_HOST_NEVER;
}

static void connection_is_back(dom_host_state *h)
{
    h->connection.lost_us = DOM_HOST_NEVER;
    dom_host_timers_stop(&h->timers, DOM_HOST_TIMER_LOST);
}

/* A remote bot may connect again. The total time that it may be away is limited, so that a bot that
 * disconnects again and again cannot delay a tournament. After bye, a lost connection is its
 * exit. */
static void watch_remote(dom_host_state *h, bool is_connected, int64_t now_us)
{
    if (!is_connected && !dom_host_bot_watch_is_lost(h)) {
        h->connection.lost_us = now_us;
        if (!h->exit.is_seen)
            dom_host_timers_start(&h->timers, DOM_HOST_TIMER_LOST, now_us,
                                  h->connection.grace_us + 1);
    } else if (is_connected && dom_host_bot_watch_is_lost(h)) {
        h->connection.grace_us -= now_us - h->connection.lost_us;
        connection_is_back(h);
    }
    if (h->shutdown.is_told && !is_connected && !h->exit.is_seen)
        bot_has_exited(h, now_us);
}

/* When a bot on this machine loses its connection, its exit may be noticed a little later. */
static void watch_local(dom_host_state *h, bool is_connected, int64_t now_us)
{
    if (is_connected) {
        connection_is_back(h);
    } else if (!dom_host_bot_watch_is_lost(h)) {
        h->connection.lost_us = now_us;
        if (!h->exit.is_seen && !h->shutdown.is_told)
            dom_host_timers_start(&h->timers, DOM_HOST_TIMER_LOST, now_us, LOST_US);
    }
}

/* Returns true if the bot has ended and only its sandbox is left, which ends a moment later, on a
 * busy machine after seconds. */
static bool is_only_sandbox(const dom_host_state *h)
{
    return h->bot.spec.sandbox == DOM_SANDBOX_BWRAP &&
           h->usage.cpu_wait.last.living <= DOM_HOST_SANDBOX_PROCESSES;
}

/* The wait for the exit of a bot without a connection, or for its return, is over. */
static void blame_lost(dom_host_state *h, int64_t now_us)
{
    if (h->bot.spec.is_remote)
        dom_host_session_fail(h->session, DOM_FAULT_CRASH,
                              "its connection was lost, in all for longer than startup_ms");
    else if (is_only_sandbox(h))
        dom_host_timers_start(&h->timers, DOM_HOST_TIMER_LOST, now_us, LOST_US);
    else
        dom_host_session_fail(h->session, DOM_FAULT_PROTOCOL,
                              "its connection has ended, closed or by a message far too "
                              "large, and it lives on");
}

void dom_host_bot_watch_connection(dom_host_state *h, int64_t now_us)
{
    bool is_connected = h->bot.transport->is_connected(h->bot.transport);
    if (!dom_host_session_has_hello(h->session))
        return;
    if (h->bot.spec.is_remote)
        watch_remote(h, is_connected, now_us);
    else
        watch_local(h, is_connected, now_us);
    if (dom_host_timers_has_come(&h->timers, DOM_HOST_TIMER_LOST, now_us))
        blame_lost(h, now_us);
}

/* ---- what it uses ----------------------------------------------------------- */

/* With few tables somebody waits for each answer. With many, another table can always be played. */
static const dom_host_thread_turns *turns_now(const dom_host_state *h)
{
    static const dom_host_thread_turns few = {.own = DOM_IPC_SCHED_SHORT,
                                              .bot = DOM_IPC_SCHED_USUAL};
    static const dom_host_thread_turns crowd = {.own = DOM_IPC_SCHED_LONG,
                                                .bot = DOM_IPC_SCHED_LONG};
    return dom_host_session_tables(h->session) < CROWD_TABLES ? &few : &crowd;
}

/* Returns true if the bot is about to lose time or be blamed: its bank or budget pays, the shutdown
 * reaches its next step, or a lost connection becomes a fault. While the core has not taken all
 * answers, its time is not judged. */
static bool is_about_to_pay(const dom_host_state *h, int64_t now_us)
{
    return (!dom_ipc_link_has_unsent(&h->link) &&
            now_us >= dom_host_session_credit_due(h->session)) ||
           dom_host_timers_has_come(&h->timers, DOM_HOST_TIMER_SHUTDOWN, now_us) ||
           dom_host_timers_has_come(&h->timers, DOM_HOST_TIMER_LOST, now_us);
}

/* Returns true if a reading was made in this turn. */
static bool has_looked(const dom_host_state *h, int64_t now_us)
{
    return h->usage.cpu_wait.since_us == now_us;
}

void dom_host_bot_watch_credit(dom_host_state *h, int64_t now_us)
{
    bool is_time = dom_host_timers_has_come(&h->timers, DOM_HOST_TIMER_USAGE, now_us);
    if (h->bot.spec.is_remote || has_looked(h, now_us) || (!is_time && !is_about_to_pay(h, now_us)))
        return;
    const dom_host_thread_turns *turns = turns_now(h);
    bool is_change = is_time && turns != h->usage.turns;
    int64_t waited_us =
        dom_host_cpu_watch_read(&h->usage.cpu_wait, is_change ? turns : NULL, now_us);
    dom_host_session_credit(h->session, waited_us, now_us);
    dom_host_timers_credit(&h->timers, now_us, waited_us);
    if (is_time)
        h->usage.turns = turns;
}

bool dom_host_bot_watch_set_asked(dom_host_state *h, int64_t now_us)
{
    if (h->bot.spec.is_remote)
        return false;
    bool is_asked =
        dom_host_session_is_timed(h->session) ||
        (!dom_host_bot_watch_is_ending(h) && dom_host_session_will_ask(h->session, now_us));
    return dom_host_cpu_watch_set_asked(&h->usage.cpu_wait, is_asked, now_us);
}

/* The kernel can limit a process, but not a tree of processes. So these limits are watched. */
static void check_limits(dom_host_state *h)
{
    int64_t memory_mb = h->usage.cpu_wait.last.resident_bytes >> 20;
    int threads = h->usage.cpu_wait.last.threads;
    if (h->bot.spec.sandbox == DOM_SANDBOX_BWRAP)
        threads -= DOM_HOST_SANDBOX_PROCESSES;
    char text[DOM_IPC_REASON_BYTES];
    if (memory_mb > h->bot.spec.memory_mb) {
        (void)snprintf(text, sizeof text, "it uses %lld MB of memory; allowed: %d",
                       (long long)memory_mb, h->bot.spec.memory_mb);
        dom_host_session_fail(h->session, DOM_FAULT_RESOURCE, text);
    } else if (threads > h->bot.spec.processes) {
        (void)snprintf(text, sizeof text, "it runs %d processes and threads; allowed: %d", threads,
                       h->bot.spec.processes);
        dom_host_session_fail(h->session, DOM_FAULT_RESOURCE, text);
    }
}

/* The kernel tells only the parent of the bot that it was stopped, which inside bubblewrap is not
 * the host. */
static void check_stopped(dom_host_state *h)
{
    if (h->bot.spec.sandbox == DOM_SANDBOX_BWRAP && dom_host_spawn_is_stopped_inside(h->bot.pid))
        dom_host_session_fail(h->session, DOM_FAULT_STALL, "it was stopped by a signal");
}

void dom_host_bot_watch_limits(dom_host_state *h, int64_t now_us)
{
    if (!h->bot.spec.is_remote && has_looked(h, now_us))
        check_stopped(h);
    if (!dom_host_timers_has_come(&h->timers, DOM_HOST_TIMER_USAGE, now_us))
        return;
    bool is_small = h->usage.cpu_wait.last.resident_bytes >> 20 < h->bot.spec.memory_mb / 4;
    dom_host_timers_start(&h->timers, DOM_HOST_TIMER_USAGE, now_us,
                          is_small ? USAGE_US : USAGE_FAST_US);
    if (h->bot.spec.sandbox != DOM_SANDBOX_NONE)
        check_limits(h);
}
