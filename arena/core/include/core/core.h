/* core/core.h - play a tournament: the loop that joins schedule, deals, tables,
 * hosts and store.
 *
 * One thread, one place that waits. The core knows the hands and the database;
 * it reads nothing that a bot wrote, only the checked frames of the hosts.
 */
#ifndef DOM_CORE_CORE_H
#define DOM_CORE_CORE_H

#include "base/err.h"
#include "core/tournament.h"
#include "deal/deal.h"
#include "schedule/schedule.h"
#include "store/store.h"

/* A process that said hello. Valid during the call. */
typedef struct {
    int bot;                   /* number in the tournament                    */
    int64_t startup_ms;        /* from its start to its hello                 */
    int32_t max_tables, batch; /* as it said                                  */
    const char *language, *version;
} dom_core_hello;

/* A process that is gone. Valid during the call. */
typedef struct {
    int bot;
    bool was_leaving;  /* it had been told bye, or to be killed                */
    bool starts_again; /* it was killed before the first match: started once more, not charged */
    bool said_hello;
    bool is_paid;   /* a match is lost for it                               */
    dom_fault code; /* DOM_FAULT_NONE: nothing that it did                  */
    dom_ending ending;
    const char *text;   /* how it ended, for a person                           */
    const uint8_t *log; /* what it printed                                    */
    size_t log_size;
} dom_core_end;

/* A match that is stored: it cannot be lost any more. Valid during the call. */
typedef struct {
    const dom_store_match *match;
    const char *variant;
    const char *bots[DOM_SEATS_MAX]; /* names per seat                        */
} dom_core_match;

typedef struct {
    uint64_t match; /* 0: outside a match                                     */
    const char *bot;
    dom_fault code;
    bool tolerated;
    const char *text;
} dom_core_fault;

typedef struct {
    uint64_t done;      /* matches stored, those of earlier runs included     */
    uint64_t total;     /* matches of the tournament                          */
    uint64_t here;      /* matches stored by this run                         */
    uint64_t decisions; /* answers in this run                                */
    uint64_t faults;    /* in this run                                        */
    uint64_t skipped;   /* matches that withdrawn bots will not play; 0 in a Swiss */
    int64_t elapsed_ms; /* of this run, since its first match                 */
    uint32_t tables;    /* matches under way                                  */
    uint32_t bots;      /* bots that take part                                */
    uint32_t starting;  /* bots not yet started once; 0 from the first match on */
    int signal_number;  /* SIGINT or SIGTERM that ended the run, else 0       */
} dom_core_progress;

/* Does the caller want a run under way to stop? */
typedef enum {
    DOM_CORE_STOP_NOT,
    DOM_CORE_STOP_PLAYED_OUT, /* nothing more is begun; what is under way is played, stored,
                                 reported                                          */
    DOM_CORE_STOP_NOW         /* at once, as a second signal would                 */
} dom_core_stop_request;

/* Called from the loop, so they must not wait. Any but on_checked may be NULL. */
typedef struct {
    void *context;
    /* Every bot was started: store what is new, the tournament or a stage of it, and
     * give its number in the store. Another code than DOM_OK ends the run with it. */
    dom_rc (*on_checked)(void *context, int64_t *tournament_id, const dom_core_progress *progress,
                         dom_err *err);
    /* The folder of this run was made; it goes with the run, unless that is killed. */
    void (*on_folder)(void *context, const char *path);
    void (*on_hello)(void *context, const dom_core_hello *hello);
    void (*on_end)(void *context, const dom_core_end *end);
    void (*on_match)(void *context, const dom_core_match *match);
    void (*on_fault)(void *context, const dom_core_fault *fault);
    void (*on_progress)(void *context, const dom_core_progress *progress);
    /* Another process has been writing to the database for 5 s. The run waits until it is
     * done, or for SIGINT or SIGTERM, and told this once. */
    void (*on_wait)(void *context);
    /* Asked once a turn; NULL: it is not to stop. */
    dom_core_stop_request (*stop_request)(void *context);
    /* The number of the last match that may begin now, asked once a turn; NULL: all may. It
     * must be above those that are reported, or the run ends when all up to it are. */
    uint64_t (*last_match)(void *context);
} dom_core_hooks;

enum { DOM_CORE_ADDRESS_BYTES = 48 };

/* Where remote bots are awaited: every seat number of every remote bot has a port, so that a
 * connection sees one hand of a deal, once, like a process that is started here. */
typedef struct {
    char address[DOM_CORE_ADDRESS_BYTES]; /* IPv4, or IPv6 in brackets             */
    uint16_t port;                        /* of the first remote bot's seat 0      */
    uint8_t own_key[DOM_CURVE_BYTES];     /* secret                                */
} dom_core_listen;

typedef struct {
    const dom_core_tournament *tournament;
    int64_t tournament_id;          /* in the store, 0 when it is new                  */
    const dom_schedule_plan *plan;  /* who meets whom, all stages                      */
    const dom_deal_secret *secrets; /* one per stage                               */
    dom_store *store;
    const char *host_program;      /* path of domino-host                          */
    const char *version;           /* of the arena, told to bots                   */
    dom_sandbox sandbox;           /* how bots are kept apart here: none to bwrap  */
    bool skip_broken;              /* continue without bots that cannot be started    */
    const dom_core_listen *listen; /* not looked at where no bot is remote    */
    unsigned probes;               /* dom_probe bits: how the first bot is tried   */
    dom_core_hooks hooks;
} dom_core_spec;

/* Play what is missing of the tournament. Every bot is started once before the
 * first match; one that is killed then, or whose host is, is started once more.
 *
 * out  the last progress; also filled on failure.
 *
 * Returns DOM_OK when nothing is left to play or the stop request is to play out; DOM_E_CONFIG when
 * a bot cannot be started (and !skip_broken) or the schedule is impossible; DOM_E_INTERRUPTED after
 * SIGINT or SIGTERM; DOM_E_IO when the store or the machine fails. In every case what was reported
 * is stored, and no process, socket or folder is left. */
dom_rc dom_core_run(const dom_core_spec *spec, dom_core_progress *out, dom_err *err);

/* Would bots run as root: are we root, and there are no other users for them? */
bool dom_core_bots_are_root(void);

/* The first checks that bots can get users of their own here, the second that these users can reach
 * what a run makes in dom_fs_run_dir_base. Neither changes anything.
 *
 * Both return DOM_OK, also where bots run as our own user, or DOM_E_IO. `err` then says what is
 * wrong and `remedy` what helps, in one line each. */
dom_rc dom_core_check_users(dom_err *err, dom_err *remedy);
dom_rc dom_core_check_run_base(dom_err *err, dom_err *remedy);

/* Seats of the tournament's largest table. */
int dom_core_seats(const dom_core_tournament *tournament);

/* The port of the seat of remote bot `bot`: DOM_SEATS_MAX in a row for every remote bot, in
 * the order of the tournament. May be over 65535; the caller of the core sees that it is not. */
uint32_t dom_core_port(const dom_core_listen *listen, const dom_core_tournament *tournament,
                       int bot, int seat);

/* Descriptors that a run may have open at once when it may use so many cores. Every seat of a
 * remote bot takes one more. A run raises the soft limit to them; where the hard one is lower it
 * ends with DOM_E_LIMIT. */
uint32_t dom_core_files_needed(uint32_t cores);

#endif
