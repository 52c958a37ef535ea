/* Starts, signals, kills and reaps the processes of a bot. */
#ifndef DOM_HOST_SPAWN_H
#define DOM_HOST_SPAWN_H

#include "base/err.h"
#include "base/sandbox.h"

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* How to start a bot. All is borrowed; the three descriptors remain open in the caller. */
typedef struct {
    char *const *argv;            /* argv[0] is the program; NULL-terminated */
    char *const *env;             /* the whole environment; at level bwrap that of bubblewrap */
    const char *const *inner_env; /* variables that bubblewrap adds; NULL = none */
    const char *folder;           /* working folder */
    const char *own_folder;       /* folder with its socket; NULL = none */
    const char *const *shown; /* what the sandbox shows besides, as in sandbox.h; NULL = nothing */
    uint32_t uid;             /* user and group id of the bot; 0 = those of the host */
    dom_sandbox sandbox;
    int32_t memory_mb; /* RLIMIT_DATA of each process */
    int32_t processes; /* most processes and threads. The host watches this limit; in addition fork
                          fails at twice as many. At level limits fork fails only if the bot has a
                          user id of its own. */
    int in_fd, out_fd, err_fd;
} dom_host_spawn_spec;

/* Starts the bot in a new session and process group, with all descriptors above 2 closed.
 *
 * Returns DOM_OK with *pid. Otherwise nothing runs: DOM_E_CONFIG if the bot cannot be started, with
 * the step and the error in `err`; DOM_E_IO, DOM_E_LIMIT or DOM_E_NOMEM if the sandbox cannot be
 * prepared. A failure inside bubblewrap is not noticed here: it looks like a bot that exits. */
dom_rc dom_host_spawn_start(const dom_host_spawn_spec *spec, pid_t *pid, dom_err *err);

typedef enum {
    DOM_HOST_SPAWN_RUNS,
    DOM_HOST_SPAWN_STOPPED,
    DOM_HOST_SPAWN_EXITED
} dom_host_spawn_state;

/* Reaps all children that have ended, and returns the state of the bot `pid`. After EXITED, *status
 * is its status as waitpid gives it.
 *
 * At level bwrap, `pid` is bubblewrap. It reports the death of the bot by signal N as exit status
 * 128 + N, which is translated back into the signal. It does not report that the bot was
 * stopped. */
dom_host_spawn_state dom_host_spawn_reap(pid_t pid, dom_sandbox sandbox, int *status);

/* Returns true if the bot inside the bubblewrap process `pid` has been stopped by a signal. */
bool dom_host_spawn_is_stopped_inside(pid_t pid);

/* Sends a signal to the bot's process group, but not to bubblewrap. */
void dom_host_spawn_signal(pid_t pid, dom_sandbox sandbox, int signal_number);

/* Lets all threads of this process run on the CPUs of `host` only, and those of its descendants on
 * the CPUs of `bot`. What they start later inherits this. Descendants more than 8 levels below, and
 * processes that are started meanwhile, may be missed. Processes that end meanwhile or belong to
 * another user are skipped. */
void dom_host_spawn_pin(const cpu_set_t *host, const cpu_set_t *bot);

/* Kills the bot's process group and every other descendant of the host, and reaps them all. Pre:
 * the host is a child subreaper, so that orphaned descendants become its children. */
void dom_host_spawn_kill_all(pid_t pid);

#endif
