/* web/replay.h - the page of a match.
 *
 * The match is played again and everything is drawn once: each round with all its tiles,
 * hands and moves. Whatever is there for a part of the match only carries the steps from
 * which and until which it is (data-a, data-z), and the script shows a step by hiding the
 * rest. Without a script the whole match stands there as a list.
 *
 * Steps are numbered from 1 through the match: a deal, each event, each fault, the end of
 * a round. #12 in the address leads to step 12.
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
    const dom_record_clock *clock;
    uint32_t tournament; /* index into the site's                      */
    int seats;
    uint32_t bot[DOM_SEATS_MAX]; /* index into the site's                     */
    uint8_t place[DOM_SEATS_MAX];
    int32_t score[DOM_SEATS_MAX];
    int64_t time_us[DOM_SEATS_MAX];
} dom_web_match;

/* Write the page. Returns DOM_OK; DOM_E_MALFORMED when the match cannot be played again,
 * with nothing written; or DOM_E_NOMEM. */
dom_rc dom_web_replay_page(dom_web_html *out, const dom_web_site *site, const dom_web_match *match,
                           dom_err *err);

#endif
