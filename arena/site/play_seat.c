#include "play_seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

dom_web_play_state dom_site_play_state(dom_play_state state)
{
    static const dom_web_play_state states[] = {[DOM_PLAY_WAITING] = DOM_WEB_PLAY_WAITS,
                                                [DOM_PLAY_PLAYING] = DOM_WEB_PLAY_RUNS,
                                                [DOM_PLAY_ENDED] = DOM_WEB_PLAY_IS_OVER};
    return states[state];
}

/* Copies who sits where. The core has numbered equal names. */
static void copy_names(dom_web_play_seat *page, const dom_play_view *view)
{
    for (int i = 0; i < view->variant->options.players; i++) {
        bool is_numbered = view->seat && view->seat->seats > 0;
        page->name[i] = is_numbered ? view->seat->names[i] : view->name[i];
        page->word[i] = view->name[i];
        page->is_person[i] = view->is_person[i];
        page->invitation[i] = view->invitation[i];
    }
}

/* Copies what this person sees of the match. */
static void copy_view(dom_site_play_seat *seat, const dom_play_view *view)
{
    const dom_play_seat *s = view->seat;
    dom_web_play_seat *page = &seat->page;
    page->view = view->over ? view->over : s->view.round > 0 ? &s->view : NULL;
    page->is_between = view->over != NULL;
    page->is_asked = s->is_asked;
    page->serial = s->serial;
    page->left_ms = dom_play_seat_left_ms(s);
    if (view->hint) {
        seat->hint = (dom_web_play_hint){view->hint->worth, view->hint->best, view->hint->worlds};
        page->hint = &seat->hint;
    }
    if (s->is_over) {
        seat->result.fault =
            s->result.end == DOM_FAULT_NONE ? NULL : dom_fault_word((dom_fault)s->result.end);
        seat->result.fault_seat = s->result.fault_seat;
        memcpy(seat->result.places, s->result.places, sizeof seat->result.places);
        memcpy(seat->result.scores, s->result.scores, sizeof seat->result.scores);
        page->result = &seat->result;
    }
}

static void copy_rounds(dom_site_play_seat *seat, const dom_play_view *view)
{
    seat->rounds = calloc(view->round_count + 1, sizeof *seat->rounds);
    for (size_t i = 0; seat->rounds && i < view->round_count; i++) {
        const dom_ipc_frame_round *from = &view->rounds[i];
        dom_web_play_round *to = &seat->rounds[i];
        *to = (dom_web_play_round){.round = from->round, .end = (dom_end)from->end, .by = from->by};
        memcpy(to->hands, from->hands, sizeof to->hands);
        memcpy(to->points, from->points, sizeof to->points);
        memcpy(to->scores, from->scores, sizeof to->scores);
    }
    seat->page.rounds = seat->rounds;
    seat->page.round_count = seat->rounds ? view->round_count : 0;
}

void dom_site_play_seat_of(dom_site_play_seat *seat, const dom_play_view *view, bool has_replay)
{
    char slug[DOM_WEB_SLUG_BYTES];
    *seat = (dom_site_play_seat){.page = {.table = view->table,
                                          .version = view->version,
                                          .state = dom_site_play_state(view->state),
                                          .variant = view->variant,
                                          .own = view->own,
                                          .clock_s = view->clock_s,
                                          .left_ms = -1,
                                          .is_hinting = view->is_hinting,
                                          .is_late = view->is_late,
                                          .has_left = view->has_left,
                                          .trouble = view->trouble,
                                          .record = ""}};
    dom_web_slug(slug, view->tournament);
    if (has_replay)
        (void)snprintf(seat->replay, sizeof seat->replay, "played/match/%s/1.html", slug);
    seat->page.replay = seat->replay;
    copy_names(&seat->page, view);
    copy_rounds(seat, view);
    if (view->seat)
        copy_view(seat, view);
}

void dom_site_play_seat_clear(dom_site_play_seat *seat)
{
    free(seat->rounds);
    seat->rounds = NULL;
}
