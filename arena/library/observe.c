/* Writes what a seat knows as a row of small numbers for a learning program (domino.h has the
 * layout). */
#include "vec.h"

#include <endian.h>
#include <string.h>

/* an event is copied as it lies in memory */
_Static_assert(sizeof(dom_event) == DOMINO_EVENT && offsetof(dom_event, seat) == 0 &&
                   offsetof(dom_event, kind) == 1 && offsetof(dom_event, tile) == 2 &&
                   offsetof(dom_event, end) == 3 && offsetof(dom_event, down) == 4 &&
                   offsetof(dom_event, count) == 5,
               "an event is the columns of domino_shape");
_Static_assert((int8_t)DOM_NO_TILE == -1 && DOM_NOBODY == -1 && DOMINO_NOBODY == -1 &&
                   DOM_ARM_CLOSED == -1,
               "what is absent is -1");

/* Returns bit i of eight bits as byte i, 0 or 1. */
static uint64_t spread(uint64_t bits)
{
    uint64_t bit_each = bits * 0x0101010101010101 & 0x8040201008040201;
    return ((bit_each + 0x7f7f7f7f7f7f7f7f) | bit_each) >> 7 & 0x0101010101010101;
}

/* Writes a hand, eight tiles at a time. Bytes after the last tile belong to the history and are
 * written next. */
static void write_hand(const domino_shape *shape, dom_tileset hand, int8_t *row)
{
    for (int t = 0; t < shape->tiles; t += 8) {
        uint64_t eight = htole64(spread(hand.bits[t / 64] >> t % 64 & 255));
        memcpy(row + shape->hand_at + t, &eight, sizeof eight);
    }
}

/* Returns the number of lots with which a history begins. */
static int count_lots(const dom_event *history, int count)
{
    int lots = 0;
    while (lots < count && history[lots].kind == DOM_EVENT_LOT)
        lots++;
    return lots;
}

static void write_history(const domino_shape *shape, const dom_event *history, int count,
                          int8_t *row)
{
    int lots = count_lots(history, count);
    dom_check(count - lots <= shape->events);
    memset(row + shape->history_at, -1, (size_t)(shape->columns - shape->history_at));
    memcpy(row + shape->history_at, history + lots, (size_t)(count - lots) * sizeof *history);
}

void dom_row_write(const domino_shape *shape, const dom_view *view, const dom_event *history,
                   int count, int8_t *row)
{
    row[0] = (int8_t)view->seat;
    row[1] = view->leader;
    row[2] = (int8_t)view->stock;
    row[3] = (int8_t)view->drawable;
    row[4] = (int8_t)view->drawn;
    for (int e = 0; e < shape->ends; e++)
        row[shape->ends_at + e] = (int8_t)(e < view->end_count ? view->ends[e] : -1);
    for (int s = 0; s < shape->seats; s++)
        row[shape->counts_at + s] = (int8_t)view->counts[s];
    write_hand(shape, view->hand, row);
    write_history(shape, history, count, row);
}

void dom_totals_write(const dom_match *match, int32_t *totals)
{
    totals[0] = match->round;
    memcpy(totals + 1, match->score, (size_t)match->options.players * sizeof *totals);
}

void dom_match_observe(const domino_shape *shape, const dom_match *match, int8_t *row)
{
    dom_view view;
    if (match->over) {
        memset(row, -1, (size_t)shape->columns);
        return;
    }
    dom_view_glance(&view, match, match->play.turn);
    dom_row_write(shape, &view, match->history.event, match->history.count, row);
}

void domino_vec_observe(const domino_vec *vec, int8_t *observation, int32_t *totals)
{
    const domino_shape *shape = &vec->shape;
    for (int32_t g = 0; g < shape->games; g++) {
        const dom_match *match = &vec->game[g].match;
        if (totals)
            dom_totals_write(match, totals + g * shape->totals);
        if (observation)
            dom_match_observe(shape, match, observation + (size_t)g * (size_t)shape->columns);
    }
}

void domino_vec_leads(const domino_vec *vec, int8_t *leads)
{
    for (int32_t g = 0; g < vec->shape.games; g++)
        leads[g] = (int8_t)vec->game[g].match.lead_rule;
}
