/* The agenda: which matches the tournament has, which of them are done, and which may begin. */
#ifndef DOM_CORE_AGENDA_H
#define DOM_CORE_AGENDA_H

#include "schedule/schedule.h"
#include "store/store.h"

#include <stdbool.h>
#include <stdint.h>

/* Matches are numbered from 1, as in the schedule. */
typedef struct {
    dom_schedule *schedule;
    bool needs_results; /* Swiss: the next round is paired from results, so every match must
                           get one                                                 */
    uint64_t total;     /* matches that are played, if no bot is withdrawn         */
    uint8_t *is_done;   /* bit n of match n: stored, under way, or never to be played */
    uint64_t next;      /* all matches below this number are done                    */
    uint64_t last;      /* the caller lets no match above this number begin yet      */
    uint32_t lookahead; /* a match may begin if fewer earlier ones than this have to wait   */
} dom_core_agenda;

/* The usual lookahead; and that of a comparison, in sets. Its test takes complete sets in their
 * order, so the matches of a set begin close to each other. Example: the processes of rotation 0
 * are still being started, and rotation 1 could begin. It begins in 3 sets. Before that of the
 * fourth set, 4 matches have to wait: as many as 2 sets have. */
enum { DOM_CORE_AGENDA_LOOKAHEAD = 1024, DOM_CORE_AGENDA_COMPARED_SETS = 2 };

/* Makes the schedule from the plan. No match is done, and all may begin.
 * Returns what dom_schedule_open returns, or DOM_E_NOMEM. The agenda must be closed in any case. */
dom_rc dom_core_agenda_open(dom_core_agenda *agenda, const dom_schedule_plan *plan, dom_err *err);

/* Frees the agenda. An agenda that is all zero is accepted. */
void dom_core_agenda_close(dom_core_agenda *agenda);

/* Returns the number of the last match that may begin now: the bots of all matches up to it are
 * known, and the caller allows them. */
uint64_t dom_core_agenda_last(const dom_core_agenda *agenda);

/* Returns true if no match is left to begin. Swiss rounds that will be paired from the results of
 * matches under way do not count. */
bool dom_core_agenda_is_over(const dom_core_agenda *agenda);

/* Return whether a match is done, and mark it as done. A match counts as done as soon as it begins.
 * Pre: 1 <= match <= total. */
bool dom_core_agenda_is_done(const dom_core_agenda *agenda, uint64_t match);
void dom_core_agenda_mark_done(dom_core_agenda *agenda, uint64_t match);

/* Reports the places of a stored match to the schedule, which pairs the next Swiss round from them.
 * */
void dom_core_agenda_report(dom_core_agenda *agenda, const dom_store_match *match);

#endif
