/* One bot process with its host, seen from the core: start it, talk to it, see it
 * end. Knows nothing of matches. */
#ifndef DOM_CORE_PROCESS_H
#define DOM_CORE_PROCESS_H

#include "core/core.h"
#include "core/tournament.h"
#include "host/frame.h"

#include <sys/types.h>

typedef enum {
    PROCESS_STARTING, /* no hello yet                                         */
    PROCESS_READY,
    PROCESS_LEAVING /* was told bye or to be killed                           */
} process_state;

/* A process sits in one seat number and one half of sets only, so it sees one hand of a
 * deal, once. */
typedef struct process process;
struct process {
    uint16_t bot; /* number in the tournament                                */
    uint8_t seat;
    uint8_t half;           /* of its sets, as the schedule has them          */
    process *next_in_chair; /* of the same bot, seat and half                 */
    uint32_t instance;
    process_state state;
    pid_t host_pid;
    dom_link link;
    dom_frame_hello hello;
    int open;                /* tables it sits at                                    */
    uint64_t answers;        /* decided asks, also those that it was late with */
    uint16_t answered_slot;  /* the table of its last answer ...              */
    uint64_t answered_match; /* ... and the match that was played there       */
    int64_t idle_us;         /* since when it sits at no table                       */
    int64_t store_id;
    int64_t started_ms; /* Unix time                                          */
    bool has_ended;     /* its last frame came                                */
    bool is_disowned;   /* its host is not what it was                        */
    dom_frame_ended ended;
    uint16_t ended_slot; /* the table of the oldest ask that it owed, if it did */
    uint8_t *log;        /* what it printed                                          */
    size_t log_size;
};

/* What a start needs. All borrowed. */
typedef struct {
    const char *host_program;
    const char *version; /* of the arena                                      */
    const char *run_folder;
    const char *bot_folder; /* where the bot's user can read it               */
    const dom_tournament *tournament;
    const dom_entrant *bot;
    const dom_core_listen *listen; /* for a remote bot                         */
    uint16_t bot_number;
    uint8_t seat;
    uint8_t half;
    uint32_t instance;
    int64_t started_ms; /* now, in Unix time                                  */
    uint32_t uid;       /* user of the bot process, 0 = the arena's own             */
    dom_sandbox sandbox;
    unsigned probes; /* dom_probe bits                                        */
} process_spec;

/* Start a host and tell it what bot to start.
 * Returns DOM_OK with *out, the caller's to close, or DOM_E_IO. */
dom_rc process_start(process **out, const process_spec *spec, dom_err *err);

/* Try, after a failed start, whether a program that is known to work starts at this level. Blocks
 * until it has ended. Returns DOM_OK if it works or nobody can tell; DOM_E_IO with the reason if
 * it fails, because then the machine is to blame and no bot. */
dom_rc process_try(const char *host_program, dom_sandbox level, dom_err *err);

/* Reap the host, which is ended if it does not go, and free. What it leaves behind, if
 * it did not report its end, is now a child of ours. */
void process_close(process **handle);

/* Say that nothing more comes; the host sees that it goes. */
void process_bye(process *p, const char *reason);

/* End it at once. */
void process_kill(process *p);

#endif
