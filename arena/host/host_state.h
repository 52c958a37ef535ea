/* The state of a host, which runs one bot process.
 *
 * start.h creates it, loop.h works on it until the bot or the core ends (with session.h for the
 * bot's messages and bot_watch.h for its processes), and host_end.h cleans up.
 */
#ifndef DOM_HOST_HOST_STATE_H
#define DOM_HOST_HOST_STATE_H

#include "launch.h"
#include "log.h"
#include "session.h"
#include "shutdown.h"
#include "timers.h"

#include <sched.h>

enum { DOM_HOST_CORE_FD = 3 }; /* descriptor of the socket to the core; the core opens it */

typedef struct {
    dom_ipc_link link; /* to the core */
    dom_host_launched_bot bot;
    dom_host_session *session; /* NULL if the bot could not be started */
    dom_host_timers timers;
    dom_host_shutdown shutdown;
    dom_host_log log;
    pid_t core;           /* the process of the core                               */
    int signal_fd;        /* becomes readable when a child has ended or was stopped */
    int bot_cpu;          /* the CPU of the bot, which the core named last; -1: any        */
    int host_cpu;         /* the same for this process                             */
    bool moves_core;      /* before it sends, it moves the core to bot_cpu           */
    cpu_set_t cpus;       /* those of the run                                      */
    bool is_core_gone;    /* the core has closed the socket */
    bool is_killed;       /* the bot must be killed now */
    bool is_more_waiting; /* more messages of the bot can be received without blocking */
    struct {
        int64_t lost_us;  /* when the connection was lost; DOM_HOST_NEVER while there is one */
        int64_t grace_us; /* how much longer a remote bot may be away, in total */
    } connection;
    struct {
        bool is_seen;     /* the bot process has exited */
        bool was_stopped; /* by a SIGTERM of others: its end is told 0.5 s later */
        int status;       /* its status from waitpid */
    } exit;
    struct {
        dom_host_cpu_wait cpu_wait;         /* with the last reading of what the bot uses */
        const dom_host_thread_turns *turns; /* policies set for all threads; NULL before that */
    } usage;
} dom_host_state;

#endif
