/* One bot process with its host, seen from the core: start it, talk to it, see it end. Knows
 * nothing of matches. */
#ifndef DOM_CORE_PROCESS_H
#define DOM_CORE_PROCESS_H

#include "core/core.h"
#include "core/tournament.h"
#include "ipc/frame.h"

#include <sys/types.h>

typedef enum {
    DOM_CORE_PROCESS_STARTING, /* no hello yet                                    */
    DOM_CORE_PROCESS_READY,
    DOM_CORE_PROCESS_LEAVING /* was told bye or to be killed                      */
} dom_core_process_state;

/* Where a process sits: in one seat number and one half of sets only, so it sees one hand of a
 * deal, once. */
typedef struct {
    uint16_t bot; /* number in the tournament                                     */
    uint8_t seat; /* 0..DOM_SEATS_MAX-1                                           */
    uint8_t half; /* of its sets, as the schedule has them: 0 or 1                */
} dom_core_chair;

/* What it does at its tables, which keep this account. */
typedef struct {
    int tables;              /* at which it sits                                  */
    uint64_t answers;        /* decided asks, also those that it was late with    */
    uint16_t answered_slot;  /* the table of its last answer ...                  */
    uint64_t answered_match; /* ... and the match that was played there           */
} dom_core_process_play;

/* Its end. */
typedef struct {
    bool is_reported;          /* by its host, with the last frame                    */
    bool is_disowned;          /* its host is not what it was                         */
    dom_ipc_frame_ended frame; /* as reported; else as the core makes it up           */
    uint16_t slot;             /* the table of the oldest ask that it owed, if it did */
} dom_core_process_ended;

/* What it printed. */
typedef struct {
    uint8_t *bytes;
    size_t size; /* at most DOM_IPC_LOG_BYTES                                         */
} dom_core_process_log;

typedef struct dom_core_process dom_core_process;
struct dom_core_process {
    uint32_t index; /* in its pool                                                */
    dom_core_chair chair;
    dom_core_process *next_in_chair; /* another one in the same chair             */
    uint32_t instance;               /* 0 for the first that the run started      */
    dom_core_process_state state;
    pid_t host_pid;
    dom_ipc_link link;
    dom_ipc_frame_hello hello; /* all zero before it came                             */
    dom_core_process_play play;
    int64_t idle_us;    /* since when it sits at no table; before its hello: lives */
    int64_t store_id;   /* 0: not stored                                          */
    int64_t started_ms; /* Unix time                                              */
    dom_core_process_ended ended;
    dom_core_process_log log;
};

/* What a start needs. All borrowed. */
typedef struct {
    const char *host_program;
    const char *version; /* of the arena                                          */
    const char *run_folder;
    const char *bot_folder; /* where the bot's user can read it                   */
    const dom_core_tournament *tournament;
    const dom_core_entrant *bot;
    const dom_core_listen *listen; /* for a remote bot                            */
    dom_core_chair chair;
    uint32_t instance;
    int64_t started_ms; /* now, in Unix time                                      */
    uint32_t uid;       /* user of the bot process, 0 = the arena's own           */
    dom_sandbox sandbox;
    unsigned probes; /* dom_probe bits                                            */
} dom_core_process_spec;

/* Start a host and tell it what bot to start.
 * Returns DOM_OK with *out, the caller's to close; else DOM_E_IO, DOM_E_NOMEM, or DOM_E_CONFIG for
 * a command line that is too long, with *out NULL. */
dom_rc dom_core_process_start(dom_core_process **out, const dom_core_process_spec *spec,
                              dom_err *err);

/* Try, after a failed start, whether a program that is known to work starts at this level. Blocks
 * until it has ended. Returns DOM_OK if it works or nobody can tell; DOM_E_IO with the reason if
 * it fails, because then the machine is to blame and no bot. */
dom_rc dom_core_process_try(const char *host_program, dom_sandbox level, dom_err *err);

/* Reap the host, which is ended if it does not go, and free. What it leaves behind, if
 * it did not report its end, is now a child of ours. *handle may be NULL, and is NULL then. */
void dom_core_process_close(dom_core_process **handle);

/* Say that nothing more comes; the host sees that it goes. */
void dom_core_process_bye(dom_core_process *p, const char *reason);

/* End it at once. */
void dom_core_process_kill(dom_core_process *p);

#endif
