/* What the parts of the core share: the run, its tables, its processes. Private to
 * arena/core.
 *
 *     run.c      the loop, progress, signals, the end
 *     pool.c     processes: start, take frames, end, replace
 *     play.c     tables: seat bots, ask, answer, settle
 *     results.c  finished matches on their way to the store
 */
#ifndef DOM_CORE_STATE_H
#define DOM_CORE_STATE_H

#include "core/core.h"
#include "folder.h"
#include "process.h"
#include "record/decisions.h"
#include "schedule/schedule.h"
#include "table/table.h"
#include "users.h"

#include <sched.h>

enum {
    GROUP_MATCHES_MAX = 256, /* finished matches that wait to be stored        */
    GROUP_US_MAX = 50000,    /* the longest that one of them waits             */
    GROUP_FAULTS_MAX = 1024,
    FAST_ANSWER_US = 1000,     /* bots that answer faster share a core ...       */
    FAST_QUEUE_US = 64000,     /* ... at tables whose asks keep it busy so long, */
    FAST_TABLES = 256,         /* ... but no more than so many per seat          */
    INHERITED_MAX = 64,        /* children that were there before us             */
    LOOKAHEAD = 1024,          /* matches looked at to find one that can start   */
    STOP_US = 5000000,         /* after Ctrl-C, for running matches to end       */
    CHAIRS = 2 * DOM_SEATS_MAX /* of a bot: a seat in either half of sets      */
};

/* One seat of a table under way. */
typedef struct {
    uint16_t bot;
    process *process; /* NULL while its next process is awaited                */
    int64_t store_process;
    int64_t seed;
    int64_t bank_us;
    int64_t time_us;
    uint32_t free_ends; /* of processes in this seat: ends that cost no match */
} table_seat;

/* A fault that waits to be stored. */
typedef struct {
    dom_store_fault row;
    char text[DOM_REASON_BYTES];
    dom_frame_said said;
} waiting_fault;

/* All zero is the empty list; free `item`. */
typedef struct {
    waiting_fault *item;
    uint32_t count, room;
} fault_list;

/* A match under way. */
typedef struct {
    uint16_t number; /* what the hosts know it by                             */
    bool is_used;
    uint64_t begun; /* 1 for the match of this run that began first, 2 for the next, ... */
    dom_seating seating;
    uint32_t attempt;
    bool is_start_noted;
    dom_key key;
    dom_table table;
    dom_decisions decisions;
    int32_t choices; /* in `decisions`                                         */
    table_seat seat[DOM_SEATS_MAX];
    uint32_t serial; /* of the outstanding ask                                */
    uint64_t asked;  /* 1 for the first ask of this run, 2 for the next, ...  */
    bool is_asking;  /* the seat on turn has been, or must yet be, asked        */
    int64_t started_us;
    int64_t started_ms;
    char fault_text[DOM_REASON_BYTES]; /* of the fault being told              */
    dom_frame_said fault_said;         /* likewise                             */
    int32_t fault_choice;              /* likewise: dom_store_fault.choice     */
    fault_list faults;                 /* of this match so far                 */
} slot;

typedef struct {
    const dom_core_spec *spec;
    const dom_tournament *t;
    int64_t tournament_id;
    dom_schedule *schedule;
    uint64_t total;
    uint8_t *is_done; /* bit per match: stored, under way, or never to be played */
    uint64_t next;    /* no match below this one is left to start              */
    uint64_t last;    /* no match above this one may begin yet                 */
    bool is_dirty;    /* something changed that may let a match start          */

    char run_folder[RUN_FOLDER_BYTES];
    char **bot_folder; /* per bot: where its processes find it                 */
    char commit[DOM_STAGES_MAX][DOM_HEX_BYTES]; /* per stage of the plan       */

    process **processes; /* alive; the index gives a bot process its user      */
    uint32_t local_room; /* first those of bots that run here, then remote ones   */
    uint32_t process_room;
    bot_users users;   /* local_room of them                                     */
    uint32_t starting; /* of them without hello                                */
    uint32_t starting_max;
    pid_t inherited[INHERITED_MAX]; /* children that are none of ours: is_inherited */
    uint32_t inherited_count;
    process **by_chair;      /* [bot * CHAIRS + half * DOM_SEATS_MAX + seat], a list */
    uint32_t *failed_starts; /* per bot                                        */
    bool *is_withdrawn;      /* per bot                                        */
    bool *is_checked;        /* per bot: was started once                      */
    bool *was_killed;        /* per bot: while is_checking                     */
    bool is_checking;        /* before the first match                         */
    uint32_t next_instance;

    slot **slots; /* room for DOM_SLOTS_MAX, made as needed                    */
    uint32_t slot_count;
    uint32_t tables;   /* slots in use                                           */
    uint64_t begun;    /* matches that this run has begun so far                 */
    uint64_t asks;     /* asks that this run has sent so far                     */
    cpu_set_t allowed; /* the cores we may run on                              */
    uint32_t cores;    /* so many                                              */
    int64_t answer_us; /* smoothed time per answer, in 1/64; 0: there was none */

    dom_store_match finished[GROUP_MATCHES_MAX];
    uint32_t finished_count;
    int64_t finished_us; /* when the oldest was finished                       */
    fault_list faults;
    struct match_start {
        uint64_t match;
        uint32_t starts;
    } * starts; /* noted by earlier runs, ascending by match                    */
    size_t start_count, start_room;

    int signal_fd;
    bool is_over; /* the caller has seen enough: no more matches begin         */
    bool is_stopping;
    bool is_stopped;        /* a second signal, or the time is up                     */
    bool has_lost_patience; /* with another process that writes to the database  */
    int64_t stop_us;
    int64_t waited_ms; /* for another process that writes, when last asked        */
    int64_t now_us;    /* read once a turn                                        */
    int64_t first_us;
    int64_t progress_us;
    dom_core_progress progress;
    dom_view view; /* scratch of the asks                                      */
    dom_rc rc;     /* the first failure that ends the run                      */
    dom_err *err;
} core;

/* Do bots answer so quickly that several tables may wait for the same process? Before the first
 * answer yes, so that no process is started in vain; seats_are_ready sees to it that none waits. */
bool core_shares_processes(const core *c);

/* Is who meets whom next known by results alone? Then every match has to have one. */
bool core_needs_results(const core *c);

/* The last match that may be begun: its bots are known, and the caller wants it now. */
uint64_t core_last_match(const core *c);

/* Is nothing left to do for this match? It is stored, under way, or will never be
 * played. */
bool core_is_done(const core *c, uint64_t match);
void core_mark_done(core *c, uint64_t match);

/* The time of day: milliseconds since 1970. */
int64_t core_unix_ms(void);

/* Keep the first failure; the loop ends with it. */
void core_fail(core *c, dom_rc rc);

/* ---- pool.c ---- */
dom_rc pool_open(core *c);
void pool_close(core *c);
/* The process of this chair that has most room for one more table, or NULL; when
 * none has, or bots think and none is idle, starts another if it may be started, which
 * is then worth waiting for. */
process *pool_get(core *c, int bot, int seat, int half);
/* The process's number in the store; it is stored when it first sits down. */
int64_t pool_store_id(core *c, process *p);
/* Take what the host sent. */
void pool_read(core *c, int index);
void pool_flush(core *c);
/* Tell processes that no match needs to leave; `all`: everybody. */
void pool_dismiss(core *c, const char *reason);
void pool_kill(core *c);
/* For hosts that do not react: end them too. */
void pool_kill_hosts(core *c);
/* Look after the hosts: one that is stopped is ended. */
void pool_watch(core *c);
bool pool_is_empty(const core *c);

/* ---- play.c ---- */
void play_start_matches(core *c);
/* Seat the next process wherever a seat is empty. */
void play_fill_seats(core *c);
/* An answer, or that there is none. One to what the process was not asked, or is no
 * longer, changes nothing; false when what is in it cannot be, and nothing was done. */
bool play_answer(core *c, process *p, uint16_t number, const dom_frame_answer *answer);
bool play_miss(core *c, process *p, uint16_t number, const dom_frame_miss *miss);
/* The match that pays for the end of this process, NULL if none does; protocol/SPEC.md, "Faults",
 * has the rule. */
slot *play_payer(const core *c, const process *p);
/* The process is gone, as its `ended` says. Returns true if a match paid for that; otherwise its
 * open matches count a free end. */
bool play_process_gone(core *c, process *p);
/* The table of the oldest ask that this process owes, by our own account, or
 * DOM_NO_SLOT. */
uint16_t play_owed_by(const core *c, const process *p, uint32_t *serial);
/* The bot is withdrawn: its open matches end; its others are not played, or, where results are
 * needed, begin and end likewise. */
void play_withdraw(core *c, int bot, const char *text);
void play_void_all(core *c);

/* ---- results.c ---- */
dom_rc results_open(core *c);
void results_close(core *c);
/* Returns false, and has failed, without memory. */
bool fault_list_add(core *c, fault_list *list, const dom_store_fault *row, const char *text,
                    const dom_frame_said *said);
/* The settled match and its faults, which are stored by one commit. */
void results_add(core *c, slot *s);
/* A fault of no match. */
void results_add_fault(core *c, const dom_store_fault *row, const char *text,
                       const dom_frame_said *said);
bool results_are_due(const core *c);
void results_commit(core *c);
uint32_t results_earlier_starts(const core *c, uint64_t match);

#endif
