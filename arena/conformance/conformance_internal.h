/* conformance_internal.h - the state of a check under way, shared by the files of this room. A pass
 * is one part of the check: tournaments of one kind, which decide one check of the report.
 *
 *     conformance.c      the table of passes, and a check from its beginning to its end
 *     candidate.c        which bot is checked, in which variants
 *     tournaments.c      plays a pass
 *     observe.c          what is noted while a pass is played
 *     blame.c            turns a fault into a finding
 *     ask_again.c        asks the bot again what it failed at
 *     check_pass.c       the checks that one pass decides
 *     check_handshake.c, check_deadlines.c, check_bye.c     checks that all passes decide together
 *     aside.c            plays a pass in a process of its own, while others are played
 *     findings.c         the report
 */
#ifndef DOM_CONFORMANCE_INTERNAL_H
#define DOM_CONFORMANCE_INTERNAL_H

#include "conformance/conformance.h"

#include "bots/resolve.h"
#include "home/workroom.h"
#include "protocol/message.h"
#include "tournament/tournament_run.h"

#include <sys/types.h>

enum { DOM_CONFORMANCE_GROUPS_MAX = 4 };

/* The variants that a pass plays: the first, or all. */
typedef enum { DOM_CONFORMANCE_ONE_VARIANT, DOM_CONFORMANCE_ALL_VARIANTS } dom_conformance_extent;

/* One pass. */
typedef struct {
    dom_conformance_check decides;
    /* The pass is skipped if this check has not passed; one that is played aside is ended, and its
     * outcome dropped. If it equals `decides`, the pass is never skipped. */
    dom_conformance_check needs;
    unsigned probes; /* dom_probe bits: what the hosts try         */
    uint32_t tables; /* at the same time: 1 in each process, or this number in all; 0: as many as
                        the bots take */
    uint32_t sets;   /* duplicate sets of every variant; 0: until there were enough asks */
    bool waits;      /* it hardly needs the CPU, so it is played aside from the others           */
    uint64_t last_match; /* of a tournament; 0: all matches are played                           */
    dom_conformance_extent extent;
    const char *done; /* the words of the report for what was played                  */
    const char *mend; /* advice if the pass fails and its control does not; NULL: the advice for the
                         fault                                                        */
} dom_conformance_pass;

/* Variants that are played in one tournament. */
typedef struct {
    int32_t bots; /* as many as its largest table takes                                */
    dom_strings variants;
} dom_conformance_group;

/* The bot that is checked, and the variants in which it is. */
typedef struct {
    dom_bots_places places;
    char word[DOM_PATH_BYTES]; /* its NAME@VERSION: all tournaments play the same version */
    dom_conformance_group groups[DOM_CONFORMANCE_GROUPS_MAX];
    size_t variant_count;
    int32_t first_bots; /* at a table of the first variant                             */
} dom_conformance_candidate;

/* Where the tournaments are played. */
typedef struct {
    dom_home_workroom at;
    dom_store *store; /* its database */
} dom_conformance_workroom;

/* The first end of a process for which no match paid: a free end or a failed start. */
typedef struct {
    bool is_there; /* such an end has happened                                    */
    dom_fault code;
    char text[DOM_TEXT_BYTES];
    char *details; /* what it printed, in lines; NULL if moved to a finding, or out of memory */
} dom_conformance_departure;

/* The pass under way. */
typedef struct {
    const dom_conformance_pass *pass;
    dom_tournament_run *run; /* NULL between tournaments                              */
    uint64_t matches;
    bool has_hello;
    bool has_erred;  /* the bot did something wrong, so the pass ends         */
    bool is_control; /* this is a control: its faults are not reported        */
    dom_fault code;  /* the fault by which the pass failed                    */
    dom_conformance_departure left;
} dom_conformance_under_way;

/* What is collected over all passes. */
typedef struct {
    uint32_t *us; /* time of each answer in microseconds; report->asks of them */
    size_t us_room;
    uint64_t asks_per_set; /* that the bot answered in one set of every variant           */
    int byes, late_byes;   /* processes that were told `bye`; those that the arena had to end */
    bool has_dropped_info; /* that an info of the bot was dropped, has been remarked       */
} dom_conformance_tally;

/* The process that plays a pass aside; all zero if there is none. */
typedef struct {
    bool is_here; /* this process is it                                            */
    pid_t pid;
    int outcome_fd; /* pipe from the process: the outcome of the pass                */
    int stop_fd; /* pipe without bytes: when the end of the check is closed, the process that plays
                    aside stops */
} dom_conformance_aside;

typedef struct {
    const dom_conformance_spec *spec;
    dom_conformance_report *report;
    dom_err *err;
    dom_conformance_workroom room;
    dom_conformance_aside aside;
    dom_conformance_candidate candidate;
    dom_conformance_under_way now;
    dom_conformance_tally tally;
    int tournaments; /* number of tournaments so far; their names have it, and their deals depend on
                        it */
    uint64_t seed;   /* of all tournaments, so that a control can have the deals of its pass      */
    int signal_number;
} dom_conformance_check_run;

/* ---- findings.c ----------------------------------------------------------------------- */

/* Writes the result of a check into the report. Control characters in the text are replaced. */
__attribute__((format(printf, 4, 5))) void dom_conformance_find(dom_conformance_check_run *run,
                                                                dom_conformance_check check,
                                                                dom_conformance_result result,
                                                                const char *format, ...);

/* Returns the finding of a check in the report. */
dom_conformance_finding *dom_conformance_finding_of(dom_conformance_check_run *run,
                                                    dom_conformance_check check);

/* Passes the finding of a decided check to the caller's on_finding. */
void dom_conformance_announce(dom_conformance_check_run *run, dom_conformance_check check);

/* ---- candidate.c ---------------------------------------------------------------------- */

/* Resolves the bot and chooses the variants; those whose tables take the fewest bots come first.
 * Returns DOM_OK; what dom_bots_resolve returns; DOM_E_CONFIG if the bot plays none of the
 * variants; DOM_E_LIMIT; DOM_E_NOMEM. */
dom_rc dom_conformance_take_candidate(dom_conformance_check_run *run);
void dom_conformance_clear_candidate(dom_conformance_candidate *candidate);

/* ---- tournaments.c, observe.c ---------------------------------------------------------- */

/* Plays a pass, until its end or the first fault of the bot. Unless the pass is a control, the
 * faults are then in the findings. Returns what dom_core_run returns, but DOM_OK whatever the bot
 * did. */
dom_rc dom_conformance_play(dom_conformance_check_run *run, const dom_conformance_pass *pass);

/* Return what observes and controls the tournament of run->now. */
dom_core_observer dom_conformance_observer(dom_conformance_check_run *run);
dom_core_control dom_conformance_control(dom_conformance_check_run *run);

/* Adds the time of an answer to the report. If memory is out, it is left out. */
void dom_conformance_add_time(dom_conformance_check_run *run, uint32_t us);

/* ---- aside.c ---------------------------------------------------------------------------- */

/* Starts a process that plays the pass. If that fails, there is none, and
 * dom_conformance_take_aside plays the pass. Pre: nothing was played yet, and no thread was
 * started. */
void dom_conformance_begin_aside(dom_conformance_check_run *run, const dom_conformance_pass *pass);

/* Waits until the process has played the pass. Adds its finding, the times of its answers, its byes
 * and its signal to the run, and announces the finding. If there is no process, the pass is played
 * now. Returns what dom_conformance_check_pass returns, or DOM_E_IO if the process was ended. */
dom_rc dom_conformance_take_aside(dom_conformance_check_run *run, const dom_conformance_pass *pass);

/* Stops the process and waits for it, whether its pass was taken or not. */
void dom_conformance_end_aside(dom_conformance_check_run *run);

/* ---- blame.c ---------------------------------------------------------------------------- */

/* Returns the advice for a fault: what the author of the bot can do. */
const char *dom_conformance_mend_of(dom_fault code);

/* Writes the faults of the tournament of run->now into the findings; for each check its first
 * fault. */
dom_rc dom_conformance_blame_faults(dom_conformance_check_run *run);

/* ---- ask_again.c ------------------------------------------------------------------------ */

/* The bot has failed at the ask of `o`: keeps the matches, asks it again, and adds to the finding
 * what came of it. Does nothing for a fault without an ask, or in the process that plays aside.
 *
 * fails  receives true if a new process failed, too; then what the pass adds is not the cause
 *
 * Returns DOM_OK, or the codes of dom_rehearsal_run. */
dom_rc dom_conformance_ask_again(dom_conformance_check_run *run, const dom_results_fault_report *o,
                                 dom_conformance_finding *finding, bool *fails);

/* ---- checks ------------------------------------------------------------------------------ */

/* Plays the pass and decides its check. The pass of DOM_CONFORMANCE_VARIANTS decides the handshake,
 * too. */
dom_rc dom_conformance_check_pass(dom_conformance_check_run *run, const dom_conformance_pass *pass);
/* Decide these checks from what the passes have collected. */
void dom_conformance_check_handshake(dom_conformance_check_run *run);
void dom_conformance_check_deadlines(dom_conformance_check_run *run);
void dom_conformance_check_bye(dom_conformance_check_run *run);

#endif
