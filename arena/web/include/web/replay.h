/* web/replay.h - writes the pages of a match, one for each round.
 *
 * A page has the tiles on the table, the hands and the moves of one round, and beside them the
 * moves of the same round in the other matches of the duplicate set. So all of them are replayed
 * from their records, once, and then pages are written:
 *
 *     dom_web_replay_open(&replay, site, set, 2, 0, err);
 *     for (uint32_t round = 1; round <= dom_web_replay_rounds(replay); round++)
 *         dom_web_replay_page(out, replay, round);
 *     dom_web_replay_close(&replay);
 *
 * Every tile, hand and move of a round is written once. An element that is visible during a part of
 * the round has the attributes data-a (first step) and data-z (first step after it). To show a
 * step, the script hides the other elements. Without JavaScript the page shows the round as a list.
 *
 * Steps are numbered as dom_record_is_step says. #12 in the address opens the page at step 12;
 * #12&seat=1&speed=2 also shows what seat 1 saw, and plays at twice the speed.
 *
 * Of an open match (dom_record_match.is_open) the page has what was played so far, and no result;
 * it follows the events of the server.
 *
 * Example: a tile that is played in step 5 is written in the hand with data-a="1" data-z="5", and
 * on the table with data-a="5".
 */
#ifndef DOM_WEB_REPLAY_H
#define DOM_WEB_REPLAY_H

#include "analysis/match_values.h"
#include "record/clock.h"
#include "record/record.h"
#include "web/html.h"
#include "web/site.h"

/* A match of a set. Everything is borrowed. */
typedef struct {
    const dom_record_match *record;
    dom_record_clock clock[DOM_SEATS_MAX];
    uint32_t tournament; /* index into site->tournaments */
    int seats;
    uint32_t bot[DOM_SEATS_MAX]; /* indexes into site->bots */
    uint8_t place[DOM_SEATS_MAX];
    int32_t score[DOM_SEATS_MAX];
    int64_t time_us[DOM_SEATS_MAX];   /* thinking time in the whole match */
    int round;                        /* of an open match, from 1                       */
    int turn;                         /* of an open match: the seat that is to move; -1: none */
    int64_t asked_ms;                 /* since when                                     */
    const dom_analysis_match *values; /* of its choices; NULL: it was not valued      */
} dom_web_match;

/* A match with its set, replayed. */
typedef struct dom_web_replay dom_web_replay;

/* Replays the matches of a duplicate set.
 *
 * out    receives the replay; the caller ends it with dom_web_replay_close. NULL on failure
 * site   borrowed until then, as is `set`
 * set    the matches of the set by number, all with the same number of seats
 * shown  index of the match whose pages are written
 *
 * Returns DOM_OK; DOM_E_MALFORMED if the match cannot be replayed (if another one cannot, the page
 * says so); or DOM_E_NOMEM. */
dom_rc dom_web_replay_open(dom_web_replay **out, const dom_web_site *site,
                           const dom_web_match set[], int count, int shown, dom_err *err);

/* Returns how many rounds the match has. */
uint32_t dom_web_replay_rounds(const dom_web_replay *replay);

/* Writes the page of a round, from 1. The first one also exists if the match has no rounds. */
void dom_web_replay_page(dom_web_html *out, const dom_web_replay *replay, uint32_t round);

/* Writes the match as one file that needs no other one: its style and script are in it, and it has
 * no links to other pages. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_web_replay_file(dom_web_html *out, const dom_web_replay *replay, dom_err *err);

/* Takes what the first page shows of the match: its table at the end of the round that brought the
 * winner most, or of the last one if the first place is shared. Returns false if the match was not
 * played to its end by the rules. */
bool dom_web_replay_highlight(dom_web_highlight *out, const dom_web_replay *replay);

/* Frees the replay and sets *replay to NULL. *replay may be NULL. */
void dom_web_replay_close(dom_web_replay **replay);

#endif
