/* Which matches the tournament has, which of them are done, and which may begin. */
#ifndef DOM_CORE_AGENDA_H
#define DOM_CORE_AGENDA_H

#include "schedule/schedule.h"
#include "store/store.h"

#include <stdbool.h>
#include <stdint.h>

/* Matches are numbered from 1, as the schedule does. */
typedef struct {
    dom_schedule *schedule;
    bool needs_results; /* who meets whom next is known by results alone (Swiss), so that
                           every match has to have one                             */
    uint64_t total;
    uint8_t *is_done; /* bit per match: stored, under way, or never to be played   */
    uint64_t next;    /* no match below this one is left to begin                  */
    uint64_t last;    /* the caller wants no match above this one to begin yet     */
} dom_core_agenda;

/* Work out the plan; no match is done and all may begin. Returns as dom_schedule_open does, or
 * DOM_E_NOMEM; to be closed in any case. */
dom_rc dom_core_agenda_open(dom_core_agenda *agenda, const dom_schedule_plan *plan, dom_err *err);

/* May be called for one that is all zero. */
void dom_core_agenda_close(dom_core_agenda *agenda);

/* The last match that may begin: its bots are known, and the caller wants it now. */
uint64_t dom_core_agenda_last(const dom_core_agenda *agenda);

/* Is there nothing left to begin? What the results of matches under way make is not looked at. */
bool dom_core_agenda_is_over(const dom_core_agenda *agenda);

/* Is nothing left to do for this match? Pre: 1 <= match <= total. */
bool dom_core_agenda_is_done(const dom_core_agenda *agenda, uint64_t match);
void dom_core_agenda_mark_done(dom_core_agenda *agenda, uint64_t match);

/* Tell the schedule the places of a stored match: they make the next round of a Swiss system. */
void dom_core_agenda_report(dom_core_agenda *agenda, const dom_store_match *match);

#endif
