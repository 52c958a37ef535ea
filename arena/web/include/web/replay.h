/* web/replay.h - writes the page of a match.
 *
 * The match is replayed from its record, and every tile, hand and move is written once. An element
 * that is visible during a part of the match has the attributes data-a (first step) and data-z
 * (first step after it). To show a step, the script hides the other elements. Without JavaScript
 * the page shows the whole match as a list.
 *
 * Steps are numbered from 1 through the match. A deal, an event, a fault and the end of a round are
 * one step each. #12 in the address opens the page at step 12.
 *
 * Of an open match (dom_record_match.is_open) the page has what was played so far, and no result; it
 * follows the events of the server.
 *
 * Example: a tile that is played in step 5 is written in the hand with data-a="1" data-z="5", and
 * on the table with data-a="5".
 */
#ifndef DOM_WEB_REPLAY_H
#define DOM_WEB_REPLAY_H

#include "record/clock.h"
#include "record/record.h"
#include "web/html.h"
#include "web/site.h"

/* A match to be shown. Everything is borrowed. */
typedef struct {
    const dom_record_match *record;
    const dom_record_clock *clock; /* the time limits of the tournament */
    uint32_t tournament;           /* index into site->tournaments */
    int rotations;                 /* matches of its duplicate set; 1 or more */
    int seats;
    uint32_t bot[DOM_SEATS_MAX]; /* indexes into site->bots */
    uint8_t place[DOM_SEATS_MAX];
    int32_t score[DOM_SEATS_MAX];
    int64_t time_us[DOM_SEATS_MAX]; /* thinking time in the whole match */
    int turn;                       /* of an open match: the seat that is to move; -1: none */
    int64_t asked_ms;               /* since when                                     */
} dom_web_match;

/* Writes the page. Returns DOM_OK; DOM_E_MALFORMED, with nothing written, if the match cannot be
 * replayed; or DOM_E_NOMEM. */
dom_rc dom_web_replay_page(dom_web_html *out, const dom_web_site *site, const dom_web_match *match,
                           dom_err *err);

#endif
