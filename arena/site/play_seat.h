/* play_seat.h - from what the hall knows of a seat to what its page shows. Private to this folder.
 */
#ifndef DOM_SITE_PLAY_SEAT_H
#define DOM_SITE_PLAY_SEAT_H

#include "play/hall.h"
#include "web/play_pages.h"
#include "web/site.h"

enum { DOM_SITE_PLAY_REPLAY_BYTES = DOM_WEB_SLUG_BYTES + 32 };

/* The data of a seat's page. `page` points to the other members, and to what the view borrows. */
typedef struct {
    dom_web_play_seat page;
    dom_web_play_hint hint;
    dom_web_play_result result;
    dom_web_play_round *rounds;
    char replay[DOM_SITE_PLAY_REPLAY_BYTES];
} dom_site_play_seat;

/* Fills in *seat, which must not be moved and borrows from the view. When out of memory, the rounds
 * are missing. */
void dom_site_play_seat_of(dom_site_play_seat *seat, const dom_play_view *view, bool has_replay);

void dom_site_play_seat_clear(dom_site_play_seat *seat);

dom_web_play_state dom_site_play_state(dom_play_state state);

#endif
