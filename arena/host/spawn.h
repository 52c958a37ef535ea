/* The only module that forks, executes, kills and reaps. */
#ifndef DOM_HOST_SPAWN_H
#define DOM_HOST_SPAWN_H

#include "base/err.h"
#include "base/sandbox.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct {
    char *const *argv;      /* argv[0] is the program; NULL-terminated             */
    char *const *env;       /* the whole environment                               */
    const char *folder;     /* working folder                                      */
    const char *own_folder; /* with its socket; NULL = it has none             */
    uint32_t uid;           /* user and group of the bot, 0 = ours                 */
    dom_sandbox sandbox;
    int32_t memory_mb; /* RLIMIT_DATA                                          */
    int32_t processes; /* what the host will allow; fork fails at twice as many,
                          at level limits only where the bot has its own user  */
    int in_fd, out_fd, err_fd;
} dom_host_spawn_spec;

/* Start the bot in a session and process group of its own, with every descriptor
 * above 2 closed. The three fds stay ours.
 * Returns DOM_OK with *pid, or DOM_E_CONFIG with the step and errno that failed
 * in `err`; nothing runs then. What fails behind the walls of bubblewrap ends it as a
 * bot that exits. */
dom_rc dom_host_spawn_start(const dom_host_spawn_spec *spec, pid_t *pid, dom_err *err);

/* What waitpid told of the bot itself. Other children are reaped on the way. Bubblewrap
 * tells of a death by a signal as of an exit with 128 and the signal's number, which
 * we take for the signal; it does not tell of a stop. */
typedef enum {
    DOM_HOST_SPAWN_RUNS,
    DOM_HOST_SPAWN_STOPPED,
    DOM_HOST_SPAWN_EXITED
} dom_host_spawn_state;
dom_host_spawn_state dom_host_spawn_reap(pid_t pid, dom_sandbox sandbox, int *status);

/* Has the bot behind bubblewrap been stopped? */
bool dom_host_spawn_is_stopped_inside(pid_t pid);

/* Signal the bot's process group, and not bubblewrap. */
void dom_host_spawn_signal(pid_t pid, dom_sandbox sandbox, int signal_number);

/* Let the bot, its threads and its descendants run on this CPU only; what they start
 * later does so too. What ends meanwhile, or is not ours, is left alone. */
void dom_host_spawn_pin(pid_t pid, size_t cpu);

/* Kill the group and every other descendant, and reap them all. Needs this
 * process to be a child subreaper. */
void dom_host_spawn_kill_all(pid_t pid);

#endif
