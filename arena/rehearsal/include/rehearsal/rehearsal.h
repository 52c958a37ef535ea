/* rehearsal/rehearsal.h - a recorded match is repeated for one bot: a new process of it is told
 * what was recorded, and asked what its seat was asked. Whatever it answers, the match continues as
 * it was recorded, so every ask is the one of then.
 *
 *     domino-arena ask ./mybot spring/17 23
 *
 * Two things are not those of then. The process has seen no other match before. And the numbers
 * `req` and `table` of its messages count from 0.
 */
#ifndef DOM_REHEARSAL_REHEARSAL_H
#define DOM_REHEARSAL_REHEARSAL_H

#include "bots/resolve.h"
#include "core/rehearsal.h"
#include "home/home.h"
#include "store/store.h"
#include "table/table.h"

/* What is asked. All pointers are borrowed. */
typedef struct {
    const dom_home *home; /* its host_program is started                           */
    const dom_bots_resolved *bot;
    dom_sandbox sandbox; /* none to bwrap                                          */
    const dom_store_tournament *tournament;
    const dom_store_match *match; /* with its decisions                            */
    int seat;
    uint32_t step;     /* of the last ask, as replays count; 0: all asks of the seat      */
    bool is_alone;     /* of the asks only the last is sent: is the bot's memory at fault? */
    bool has_no_clock; /* no answer is late                                       */
    void *context;     /* first argument of before_ask                            */
    /* Called before the last ask is sent; pid 0: the process is not known. Any other code than
     * DOM_OK ends the rehearsal with this code. May be NULL. */
    dom_rc (*before_ask)(void *context, pid_t pid, dom_err *err);
} dom_rehearsal_spec;

/* An ask, and what came of it. */
typedef struct {
    uint32_t step; /* 0: there is none                                             */
    char *ask;     /* the message, one line of JSON                                */
    dom_core_rehearsal_reply reply;
    dom_action action; /* what it answered, if reply.code is DOM_FAULT_NONE          */
    int legal_count;   /* of how many actions                                      */
    bool leads;        /* the table was empty                                      */
    /* What was recorded: an EVENT of the seat, or the FAULT that ended or followed the ask. */
    dom_table_effect then;
} dom_rehearsal_asked;

/* What came of the rehearsal. Release it with dom_rehearsal_clear in any case. */
typedef struct {
    uint32_t asks;        /* that were sent                                               */
    uint32_t same;        /* of them were answered as then, or brought the same fault     */
    uint32_t first_other; /* step of the first that was not; 0: none               */
    /* The ask at `step`, or an earlier one at which the bot was at fault; if all were asked, the
     * first that was not answered as then, or else none. */
    dom_rehearsal_asked asked;
    dom_core_rehearsal_reply start; /* of the process                                */
    char *messages; /* what the bot was sent up to its last ask, in lines of JSON: what it reads
                       from standard input over stdio                              */
    size_t messages_bytes;
    void *log; /* what it printed                                                  */
    size_t log_bytes;
} dom_rehearsal_report;

/* Repeats the match. Faults of the bot are in the report.
 *
 * Returns DOM_OK; DOM_E_MALFORMED if the match cannot be played again; DOM_E_CONFIG if the bot is
 * remote, does not play the variant, or a folder that bots were shown is not here; the codes of
 * core/rehearsal.h and of before_ask. */
dom_rc dom_rehearsal_run(dom_rehearsal_report *out, const dom_rehearsal_spec *spec, dom_err *err);
void dom_rehearsal_clear(dom_rehearsal_report *report);

/* Returns true if the bot did the same as then. */
bool dom_rehearsal_is_same(const dom_rehearsal_asked *asked);

#endif
