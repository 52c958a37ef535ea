/* core/core.h - plays a tournament: the loop that joins schedule, deals, tables, hosts and store.
 *
 * A caller fills a dom_core_spec and calls dom_core_run, which returns when the tournament is
 * played, stopped or has failed. On the way it calls the functions of the spec.
 *
 * The core is one thread with one place where it waits. It knows all hands and the database. It
 * never interprets a byte that a bot wrote: it reads only the frames of the hosts, and checks
 * these.
 *
 * What the end of a bot process costs, and whom, is the table in arena/core/payer.h.
 */
#ifndef DOM_CORE_CORE_H
#define DOM_CORE_CORE_H

#include "base/err.h"
#include "core/open_matches.h"
#include "core/tournament.h"
#include "deal/deal.h"
#include "schedule/schedule.h"
#include "store/store.h"

/* A process has said hello. Valid during the call. */
typedef struct {
    int bot;                   /* number in the tournament                    */
    int64_t startup_ms;        /* time from its start to its hello            */
    int32_t max_tables, batch; /* from its hello                              */
    const char *language, *version;
} dom_core_hello;

/* A process has ended. Valid during the call. */
typedef struct {
    int bot;           /* number in the tournament                            */
    bool was_leaving;  /* the arena had sent `bye` or killed it before        */
    bool starts_again; /* it was killed before the first match: it is started once more, for free */
    bool said_hello;
    bool is_paid;   /* a match was lost by this end                       */
    dom_fault code; /* DOM_FAULT_NONE if the bot did nothing wrong        */
    dom_ending ending;
    const char *text;   /* how it ended, for a person                         */
    const uint8_t *log; /* what it printed                                    */
    size_t log_size;
} dom_core_end;

/* A match has been stored: it cannot be lost any more. Valid during the call. */
typedef struct {
    const dom_store_match *match;
    const char *variant;
    const char *bots[DOM_SEATS_MAX]; /* names per seat                        */
} dom_core_match;

/* A fault has been stored. Valid during the call. */
typedef struct {
    uint64_t match; /* 0 if it belongs to no match                            */
    const char *bot;
    dom_fault code;
    bool tolerated; /* the first legal action was made instead, and the match continued */
    bool withdraws; /* by this failed start the bot was withdrawn                */
    const char *text;
} dom_core_fault;

/* A bot is withdrawn: too many of its starts have failed. Valid during the call. */
typedef struct {
    int bot;          /* number in the tournament                            */
    uint64_t match;   /* that began first of the open ones, which it loses; 0: none */
    const char *text; /* why, for a person                                   */
} dom_core_withdrawal;

/* How far a run has come. */
typedef struct {
    uint64_t done;      /* matches stored, including those of earlier runs    */
    uint64_t total;     /* matches of the tournament, or of the share that this run plays */
    uint64_t here;      /* matches stored by this run                         */
    uint64_t decisions; /* legal answers in this run                          */
    uint64_t faults;    /* faults in this run, tolerated ones included        */
    uint64_t skipped;   /* matches not played because a bot is withdrawn; 0 in a Swiss */
    int64_t elapsed_ms; /* time since this run began its first match          */
    uint32_t tables;    /* matches under way                                  */
    uint32_t bots;      /* bots that take part                                */
    uint32_t starting;  /* bots not started yet; 0 from the first match on    */
    int signal_number;  /* the interrupt that ended the run, else 0           */
} dom_core_progress;

/* Returns the seconds that the remaining matches take at the speed of this run so far; -1 before
 * its first match. */
long dom_core_progress_left_s(const dom_core_progress *now);

/* What the caller answers when it is asked whether the run has to stop. */
typedef enum {
    DOM_CORE_STOP_NOT,        /* continue                                                     */
    DOM_CORE_STOP_PLAYED_OUT, /* begin no new match; play, store and report those under way   */
    DOM_CORE_STOP_NOW         /* stop at once, as a second signal does                        */
} dom_core_stop_request;

/* Who watches a run. The loop calls these functions, so they must not wait. Any may be NULL. */
typedef struct {
    void *context; /* first argument of every function */
    /* Every bot has been started once, and the tournament is stored. Any other code than DOM_OK
     * ends the run with this code. */
    dom_rc (*on_begin)(void *context, const dom_core_progress *progress, dom_err *err);
    /* A line for a person about the run as a whole: files of bots are not in memory but on disk, at
     * sandbox level `bwrap`; another bot than the first one cannot be started before the first
     * match (see skip_broken); or another process has been writing to the database for 5 s, and the
     * run waits. */
    void (*on_remark)(void *context, const char *text);
    /* The run got an interrupt and waits for the matches under way. `text` says so, for a person.
     * Called once. */
    void (*on_stop)(void *context, const char *text);
    /* A process has said hello; a process has ended. */
    void (*on_hello)(void *context, const dom_core_hello *hello);
    void (*on_end)(void *context, const dom_core_end *end);
    /* A match, or a fault, has been stored. */
    void (*on_match)(void *context, const dom_core_match *match);
    void (*on_fault)(void *context, const dom_core_fault *fault);
    /* A bot is withdrawn in this run. This is called once per bot, before the fault that withdraws
     * it and the matches that it loses are stored. */
    void (*on_withdraw)(void *context, const dom_core_withdrawal *withdrawal);
    /* Called about every 200 ms, and once at the end. */
    void (*on_progress)(void *context, const dom_core_progress *progress);
} dom_core_observer;

/* Who decides what a run plays. All NULL: it plays everything. */
typedef struct {
    void *context; /* first argument of every function */
    /* A match has been stored; the observer knows it already. */
    void (*on_match)(void *context, const dom_store_match *match);
    /* Called once per turn of the loop. NULL means DOM_CORE_STOP_NOT. */
    dom_core_stop_request (*stop_request)(void *context);
    /* Returns the number of the last match that may begin now. Called once per turn; NULL allows
     * all matches. If all matches up to this number are reported, the run ends. To let the run
     * continue, return a higher number. */
    uint64_t (*last_match)(void *context);
    /* Returns true if the match belongs to the share that this run plays. Called once per match
     * that is not stored and whose bots are known when the run begins. NULL: the run plays all. A
     * run with a share never stores the end of the tournament. */
    bool (*is_ours)(void *context, uint64_t match);
} dom_core_control;

/* Who owns the tournament and notes what a run does to it (arena/tournament). */
typedef struct {
    void *context; /* first argument of every function */
    /* Every bot has been started once. Stores what is new (the tournament, or a stage of it) and
     * sets *tournament_id to its number in the store. Any other code than DOM_OK ends the run with
     * this code. */
    dom_rc (*store)(void *context, int64_t *tournament_id, dom_err *err);
    /* The run directory was made. The run removes it at its end, unless the arena is killed. May be
     * NULL. */
    void (*note_folder)(void *context, const char *path);
    /* Called at most twice a second while matches are played. May be NULL. */
    void (*note_progress)(void *context, const dom_core_progress *progress);
} dom_core_owner;

enum { DOM_CORE_ADDRESS_BYTES = 48 };

/* Where the arena listens for remote bots. Every seat of every remote bot has its own port, so a
 * connection sees one hand of a deal, like a process that the arena starts. */
typedef struct {
    char address[DOM_CORE_ADDRESS_BYTES]; /* IPv4, or IPv6 in brackets             */
    uint16_t port;                        /* of the first remote bot's seat 0      */
    uint8_t own_key[DOM_CURVE_BYTES];     /* the arena's secret key                */
} dom_core_listen;

/* What the core does differently when a bot is tried: in a conformance check, or a rehearsal. */
typedef struct {
    unsigned probes;       /* dom_probe bits: what the hosts of bot 0 try              */
    bool is_one_at_a_time; /* a chair has one process, which sits at one table at a time */
    bool has_no_clock;     /* no answer is late, because somebody debugs the bot         */
} dom_core_trial;

/* What dom_core_run needs. The caller owns everything and keeps it until dom_core_run returns. */
typedef struct {
    const dom_core_tournament *tournament;
    int64_t tournament_id;          /* in the store; 0 if it is new                    */
    const dom_schedule_plan *plan;  /* the schedule, with all stages                   */
    const dom_deal_secret *secrets; /* one per stage                                   */
    dom_store *store;
    uint32_t cores;           /* how many may be used; 0: all that the process may run on */
    const char *host_program; /* path of domino-host                              */
    const char *version;      /* version of the arena, sent to bots               */
    dom_sandbox sandbox;      /* the sandbox of this run: none, limits or bwrap   */
    bool skip_broken;         /* play without the bots that cannot be started     */
    /* NULL, or why a bot that is not among these cannot play. Then no match is played: every bot is
     * started once, so that all that cannot be started are named too, and the run fails with this
     * text. */
    const char *refused;
    const dom_core_listen *listen; /* may be NULL if no bot is remote                  */
    dom_core_trial trial;          /* all zero in a tournament                         */
    /* By bot: a SOCK_SEQPACKET socket to the program that shows a person the table. It speaks for a
     * host (ipc/frame.h): it says hello, and answers the asks. NULL if no person plays. The core
     * uses a copy of the descriptor. */
    const int *person_fds;
    dom_core_owner owner;
    dom_core_control control;
    dom_core_observer observer;
    dom_core_watcher watcher;
} dom_core_spec;

/* Plays all matches of the tournament that are not stored yet. Before the first match every bot is
 * started once. If a signal kills the bot then, or its host dies, it is started once more. All bots
 * are tried, also after one that cannot be started, so that one run names all of them.
 *
 * out  receives the last progress, also on failure
 *
 * Returns
 *     DOM_OK             every match is played, or the stop request was DOM_CORE_STOP_PLAYED_OUT
 *     DOM_E_CONFIG       a bot cannot be started (and !skip_broken), or the schedule is impossible
 *     DOM_E_INTERRUPTED  after an interrupt (base/interrupt.h), or the stop request
 *                        DOM_CORE_STOP_NOW
 *     DOM_E_LIMIT        the run needs more open files than the hard limit, more user ids for bots
 *                        than are free, or more sets than 32 bits can number
 *     DOM_E_IO           the store or the machine fails
 *     DOM_E_NOMEM
 *     any code           that owner.store or observer.on_begin returned
 * In every case everything that was reported is stored, and no process, socket or folder of the run
 * is left. A later call with the same tournament plays what is missing, with the same deals.
 *
 * If the run has read an interrupt, all stay blocked, also after the return: another Ctrl-C cannot
 * end the process before the caller has said what was interrupted. A caller that continues must
 * restore its own signal mask. */
dom_rc dom_core_run(const dom_core_spec *spec, dom_core_progress *out, dom_err *err);

/* Returns true if bots would run as root: the arena runs as root, and no user ids for bots exist.
 * */
bool dom_core_bots_are_root(void);

/* Both check without changing anything, and return DOM_OK or DOM_E_IO. On DOM_E_IO `err` says what
 * is wrong and `remedy` what to do, one line each. If the bots will run as the arena's own user,
 * there is nothing to check for users.
 *
 * dom_core_check_users     checks that bots can get user ids of their own
 * dom_core_check_run_base  checks that the users of bots can reach a run directory in
 *                          dom_fs_run_dir_base */
dom_rc dom_core_check_users(dom_err *err, dom_err *remedy);
dom_rc dom_core_check_run_base(dom_err *err, dom_err *remedy);

/* Returns the number of seats of the tournament's largest table. */
int dom_core_seats(const dom_core_tournament *tournament);

/* Returns the port for one seat of remote bot `bot`. The remote bots have DOM_SEATS_MAX ports each,
 * in the order of the tournament. Example: with listen->port 7000, seat 1 of the second remote bot
 * has port 7000 + 8 + 1 = 7009. The result may exceed 65535; the caller of the core must check. */
uint32_t dom_core_port(const dom_core_listen *listen, const dom_core_tournament *tournament,
                       int bot, int seat);

/* Returns how many files a run on `cores` cores may have open at the same time. Every seat of a
 * remote bot needs one more. A run raises the soft limit to this number; if the hard limit is
 * lower, the run fails with DOM_E_LIMIT. */
uint32_t dom_core_files_needed(uint32_t cores);

#endif
