/* All that the host of one bot process knows. Its parts are: start.h, which fills it; loop.h, the
 * turns of the loop, with bot_watch.h for the bot's process; and host_end.h, which takes away what
 * is left. */
#ifndef DOM_HOST_HOST_STATE_H
#define DOM_HOST_HOST_STATE_H

#include "launch.h"
#include "log.h"
#include "session.h"
#include "shutdown.h"
#include "timers.h"

enum { DOM_HOST_CORE_FD = 3 }; /* the socket to the core, as which it is started */

typedef struct {
    dom_ipc_link link; /* to the core                                                  */
    dom_host_launched_bot bot;
    dom_host_session *session; /* NULL: the bot could not be started                           */
    dom_host_timers timers;
    dom_host_shutdown shutdown;
    dom_host_log log;
    int signal_fd;        /* tells when a child has ended or was stopped                       */
    int cpu;              /* the one that the bot was told to run on, -1 = any                 */
    bool is_core_gone;    /* nobody is left to be told anything                                */
    bool is_killed;       /* the bot is to go at once                                          */
    bool is_more_waiting; /* messages of the bot can be taken without a wait                   */
    struct {
        int64_t lost_us;  /* when it was seen lost; DOM_HOST_NEVER before, and when it is back */
        int64_t grace_us; /* that a remote bot may still be without one                        */
    } connection;
    struct {
        bool is_seen;
        int status; /* of waitpid */
    } exit;
    struct {
        dom_host_cpu_wait cpu_wait;         /* with the last look at what the bot uses          */
        const dom_host_thread_turns *turns; /* that all threads were told, NULL before          */
    } usage;
} dom_host_state;

#endif
