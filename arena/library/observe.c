#include "rules/view.h"
#include "vec.h"

#include <string.h>

/* An event is copied as it lies in memory. */
_Static_assert(sizeof(dom_event) == DOMINO_EVENT && offsetof(dom_event, seat) == 0 &&
                   offsetof(dom_event, kind) == 1 && offsetof(dom_event, tile) == 2 &&
                   offsetof(dom_event, end) == 3 && offsetof(dom_event, down) == 4 &&
                   offsetof(dom_event, count) == 5,
               "an event is the columns of domino_shape");
_Static_assert((int8_t)DOM_NO_TILE == -1 && DOM_NOBODY == -1 && DOMINO_NOBODY == -1 &&
                   DOM_ARM_CLOSED == -1,
               "what is absent is -1");

/* Everything here comes from the view, which knows nothing that the seat may not know. */
static void write_row(const domino_shape *shape, const dom_view *view, int8_t *row)
{
    row[0] = (int8_t)view->seat;
    row[1] = view->leader;
    row[2] = (int8_t)view->stock;
    row[3] = (int8_t)view->drawable;
    row[4] = (int8_t)view->drawn;
    memset(row + shape->ends_at, -1, (size_t)shape->ends);
    memcpy(row + shape->ends_at, view->ends, view->end_count);
    memcpy(row + shape->counts_at, view->counts, (size_t)shape->seats);
    int8_t *hand = row + shape->hand_at;
    memset(hand, 0, (size_t)shape->tiles);
    for (dom_tile t = dom_tileset_next(view->hand, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(view->hand, t + 1))
        hand[t] = 1;
    dom_check(view->history_count <= shape->events);
    size_t bytes = view->history_count * sizeof *view->history;
    memcpy(row + shape->history_at, view->history, bytes);
    memset(row + shape->history_at + bytes, -1,
           (size_t)(shape->columns - shape->history_at) - bytes);
}

static void write_totals(const dom_match *match, int32_t *totals)
{
    totals[0] = match->round;
    memcpy(totals + 1, match->score, (size_t)match->options.players * sizeof *totals);
}

void domino_vec_observe(const domino_vec *vec, int8_t *observation, int32_t *totals)
{
    dom_view view;
    const domino_shape *shape = &vec->shape;
    for (int32_t g = 0; g < shape->games; g++) {
        const dom_match *match = &vec->game[g].match;
        if (totals)
            write_totals(match, totals + g * shape->totals);
        if (!observation)
            continue;
        int8_t *row = observation + (size_t)g * (size_t)shape->columns;
        if (match->over) {
            memset(row, -1, (size_t)shape->columns);
            continue;
        }
        dom_view_glance(&view, match, match->play.turn);
        write_row(shape, &view, row);
    }
}
