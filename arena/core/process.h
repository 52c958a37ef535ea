/* One bot process with its host, as the core sees it: start it, send it frames, end it. This module
 * knows nothing about matches. */
#ifndef DOM_CORE_PROCESS_H
#define DOM_CORE_PROCESS_H

#include "core/core.h"
#include "core/tournament.h"
#include "ipc/frame.h"

#include <sched.h>
#include <sys/types.h>

enum { DOM_CORE_ANY_CPU = -1 }; /* stands for the number of a CPU                  */

typedef enum {
    DOM_CORE_PROCESS_STARTING, /* it has not said hello                           */
    DOM_CORE_PROCESS_READY,    /* it has said hello and may sit down at tables    */
    DOM_CORE_PROCESS_LEAVING   /* the arena has sent it `bye` or a kill           */
} dom_core_process_state;

/* Where a process may sit: one seat number, in one half of the sets. So it sees one hand of each
 * deal, and sees it once. */
typedef struct {
    uint16_t bot; /* number in the tournament                                     */
    uint8_t seat; /* 0..DOM_SEATS_MAX-1                                           */
    uint8_t half; /* 0 or 1: half of a comparison's sets (dom_schedule_half_of); else 0 */
} dom_core_chair;

/* What a process does at its tables. The table pool keeps these numbers. */
typedef struct {
    int tables;              /* number of tables at which it sits                 */
    uint64_t answers;        /* decided asks, including illegal and late ones     */
    uint16_t answered_slot;  /* the table of its last answer ...                  */
    uint64_t answered_match; /* ... and the match that was played there           */
} dom_core_process_play;

/* How a process ended. */
typedef struct {
    bool is_reported;          /* its host reported the end, in its last frame        */
    bool is_disowned;          /* its host misbehaved, and is not trusted any more    */
    dom_ipc_frame_ended frame; /* the report of the host; else the core fills it in   */
    uint16_t slot;             /* table of the oldest outstanding ask, or DOM_IPC_NO_SLOT */
} dom_core_process_ended;

/* What a process printed. */
typedef struct {
    uint8_t *bytes;
    size_t size; /* at most DOM_IPC_LOG_BYTES                                         */
} dom_core_process_log;

typedef struct dom_core_process dom_core_process;
struct dom_core_process {
    uint32_t index; /* in its pool                                                */
    dom_core_chair chair;
    dom_core_process *next_in_chair; /* list of the processes in the same chair   */
    uint32_t instance;               /* counts the processes of a run, from 0     */
    dom_core_process_state state;
    pid_t host_pid; /* 0: a person, who has no host                               */
    dom_ipc_link link;
    int64_t send_us; /* when its waiting frames are sent at the latest; 0: none waits */
    bool is_stuck;   /* its host has not read earlier frames, so that some could not be sent */
    dom_ipc_frame_hello hello; /* all zero before the hello                           */
    dom_core_process_play play;
    int cpu;            /* the CPU of its last table; DOM_CORE_ANY_CPU            */
    int host_cpu;       /* the CPU of its host since then; DOM_CORE_ANY_CPU       */
    bool moves_core;    /* before it sends, its host moves the core to `cpu`        */
    int64_t idle_us;    /* since when it sits at no table; before its hello: its start */
    int64_t store_id;   /* its number in the store; 0: not stored                 */
    int64_t started_ms; /* Unix time                                              */
    dom_core_process_ended ended;
    dom_core_process_log log;
};

/* What a start needs. All pointers are borrowed. */
typedef struct {
    const char *host_program;
    const char *version; /* version of the arena, sent to the bot                 */
    const char *run_folder;
    const char *bot_folder; /* files of the bot, readable for its user; NULL: a person */
    const dom_core_tournament *tournament;
    const dom_core_entrant *bot;
    const dom_core_listen *listen; /* used for a remote bot only                  */
    dom_core_chair chair;
    int person_fd; /* used for a person only (dom_core_spec.person_fds)           */
    uint32_t instance;
    int64_t started_ms; /* now, in Unix time                                      */
    uint32_t uid;       /* user id of the bot process; 0: the user of the arena   */
    dom_sandbox sandbox;
    unsigned probes;   /* dom_probe bits: what the check tries with the bot         */
    bool has_no_clock; /* no answer is late                                       */
    /* The CPUs of the run; the core itself may be on one of them only. Empty: the same as the core.
     */
    cpu_set_t cpus;
} dom_core_process_spec;

/* Starts a host and tells it which bot to start. A person needs no host.
 * Returns DOM_OK, and *out belongs to the caller; else *out is NULL and the result is DOM_E_IO,
 * DOM_E_NOMEM, or DOM_E_CONFIG if the bot's command line is too long. */
dom_rc dom_core_process_start(dom_core_process **out, const dom_core_process_spec *spec,
                              dom_err *err);

/* Called after a failed start: tries whether a program that is known to work can be started at this
 * sandbox level and sees the `shown` paths. Blocks until that program has ended. Returns DOM_E_IO
 * with the reason if it fails, because then the machine is at fault and not the bot; DOM_OK if it
 * works or the trial itself is not possible. */
dom_rc dom_core_process_try(const char *host_program, dom_sandbox level, const dom_strings *shown,
                            dom_err *err);

/* Returns the id of the bot process that the host has started at this sandbox level, as far as the
 * kernel tells; 0 without one. */
pid_t dom_core_process_bot_pid(const dom_core_process *p, dom_sandbox level);

/* Reaps the host and frees the process; sets *handle to NULL, which it may already be. A host that
 * has reported its end has one second to exit; any other host is killed at once. Processes that a
 * killed host leaves behind become children of the arena (children.h). */
void dom_core_process_close(dom_core_process **handle);

/* Sends `bye` to the process, which is then leaving; its host enforces the shutdown. */
void dom_core_process_bye(dom_core_process *p, const char *reason);

/* Kills the host itself, or ends the connection to a person. */
void dom_core_process_kill_host(const dom_core_process *p);

/* Tells the host to kill the process at once; the process is then leaving. */
void dom_core_process_kill(dom_core_process *p);

#endif
