/* conformance_internal.h - a check under way, as the files of this room share it.
 *
 *     conformance.c      the table of passes, and the order of things
 *     candidate.c        which bot, in which variants
 *     tournaments.c      a pass is played
 *     observe.c          what the core tells meanwhile
 *     blame.c            from a fault to a finding
 *     check_pass.c       checks that one pass decides
 *     check_handshake.c, check_deadlines.c, check_bye.c     what all passes show together
 *     findings.c         the report
 */
#ifndef DOM_CONFORMANCE_INTERNAL_H
#define DOM_CONFORMANCE_INTERNAL_H

#include "conformance/conformance.h"

#include "bots/resolve.h"
#include "fs/staging_dir.h"
#include "protocol/message.h"
#include "tournament/tournament_run.h"

enum { DOM_CONFORMANCE_GROUPS_MAX = 16 };

/* Which of the variants a pass plays: the first, or all. */
typedef enum { DOM_CONFORMANCE_ONE_VARIANT, DOM_CONFORMANCE_ALL_VARIANTS } dom_conformance_extent;

/* Tournaments of one kind. */
typedef struct {
    dom_conformance_check decides;
    /* The pass is skipped when this check has not passed. The same as `decides`: never skipped. */
    dom_conformance_check needs;
    unsigned probes; /* what its hosts try, DOM_PROBE_...          */
    uint32_t tables; /* at once; 0 = as many as the bots take      */
    uint32_t sets;   /* of every table; 0 = until there were enough asks */
    dom_conformance_extent extent;
    const char *done; /* what the report says was done                        */
    const char *mend; /* when it fails and its control does not; NULL: what the fault asks for */
} dom_conformance_pass;

/* Variants of which a table takes equally many bots. */
typedef struct {
    int32_t bots;
    dom_strings variants;
} dom_conformance_group;

/* Who is checked, and in what. */
typedef struct {
    dom_bots_places places;
    char word[DOM_PATH_BYTES]; /* NAME@VERSION, which every tournament resolves again */
    dom_conformance_group groups[DOM_CONFORMANCE_GROUPS_MAX];
    size_t group_count, variant_count;
} dom_conformance_candidate;

/* Where its tournaments are played: a home that is gone afterwards. */
typedef struct {
    dom_fs_staging_dir folder;
    char logs[DOM_PATH_BYTES + 8]; /* of builds, which stay, in the home       */
    dom_home home;                 /* the caller's, moved into the folder      */
    dom_store *store;
} dom_conformance_workroom;

/* A process that ended when nothing was asked, or could not be started. */
typedef struct {
    bool is_there;
    dom_fault code;
    char text[DOM_TEXT_BYTES];
    char *details; /* what it printed, in lines; NULL when taken or out of memory */
} dom_conformance_departure;

/* The pass under way. */
typedef struct {
    const dom_conformance_pass *pass;
    dom_tournament_run *run; /* NULL between tournaments                              */
    uint64_t matches;
    bool has_hello;
    bool has_erred;  /* it did something wrong: enough is seen                */
    bool is_control; /* its faults are not reported                           */
    dom_fault code;  /* the fault for which it failed                         */
    dom_conformance_departure left;
} dom_conformance_under_way;

/* What all passes add to. */
typedef struct {
    uint32_t *us; /* times to answer, report->asks of them                     */
    size_t us_room;
    int byes, late_byes; /* processes that were told bye, and those that did not end then */
} dom_conformance_tally;

typedef struct {
    const dom_conformance_spec *spec;
    dom_conformance_report *report;
    dom_err *err;
    dom_conformance_workroom room;
    dom_conformance_candidate candidate;
    dom_conformance_under_way now;
    dom_conformance_tally tally;
    int tournaments; /* so far                                                 */
    int signal_number;
} dom_conformance_check_run;

/* ---- findings.c ----------------------------------------------------------------------- */

/* Write down how a check went; control characters in the text become harmless. */
__attribute__((format(printf, 4, 5))) void dom_conformance_find(dom_conformance_check_run *run,
                                                                dom_conformance_check check,
                                                                dom_conformance_result result,
                                                                const char *format, ...);

dom_conformance_finding *dom_conformance_finding_of(dom_conformance_check_run *run,
                                                    dom_conformance_check check);

/* It is decided: tell whoever asked for the check. */
void dom_conformance_announce(dom_conformance_check_run *run, dom_conformance_check check);

/* ---- candidate.c ---------------------------------------------------------------------- */

/* Resolve the bot and choose the variants, those of the fewest bots first.
 * Returns DOM_OK, what dom_bots_resolve returns, DOM_E_CONFIG when it plays none of them. */
dom_rc dom_conformance_take_candidate(dom_conformance_check_run *run);
void dom_conformance_clear_candidate(dom_conformance_candidate *candidate);

/* ---- tournaments.c, observe.c ---------------------------------------------------------- */

/* Play a pass, or as much of it as the bot lets us. Faults are in the findings then, unless it is a
 * control. Returns as dom_core_run, DOM_OK whatever the bot did. */
dom_rc dom_conformance_play(dom_conformance_check_run *run, const dom_conformance_pass *pass);

/* What the core is to tell during the tournament of run->now. */
dom_core_hooks dom_conformance_hooks(dom_conformance_check_run *run);

/* ---- blame.c ---------------------------------------------------------------------------- */

/* What to do about a fault. */
const char *dom_conformance_mend_of(dom_fault code);

/* Report what went wrong in the tournament of run->now, if anything did: the first fault of each
 * check. */
dom_rc dom_conformance_blame_faults(dom_conformance_check_run *run);

/* ---- checks ------------------------------------------------------------------------------ */

/* Play the pass and decide its check; that of DOM_CONFORMANCE_VARIANTS decides the handshake,
 * too. */
dom_rc dom_conformance_check_pass(dom_conformance_check_run *run, const dom_conformance_pass *pass);
void dom_conformance_check_handshake(dom_conformance_check_run *run);
void dom_conformance_check_deadlines(dom_conformance_check_run *run);
void dom_conformance_check_bye(dom_conformance_check_run *run);

#endif
