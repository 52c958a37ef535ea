/* Lists the tables under way for somebody who watches the run. */
#include "table_pool.h"

#include <string.h>

/* Inserts the slot among the oldest, which are in the order in which their matches began. */
static void keep_oldest(const dom_core_slot *oldest[], uint32_t *kept, const dom_core_slot *s)
{
    uint32_t at = *kept;
    while (at > 0 && oldest[at - 1]->begun > s->begun)
        at--;
    if (at == DOM_CORE_WATCH_MATCHES_MAX)
        return;
    if (*kept < DOM_CORE_WATCH_MATCHES_MAX)
        (*kept)++;
    memmove(&oldest[at + 1], &oldest[at], (*kept - at - 1) * sizeof *oldest);
    oldest[at] = s;
}

static dom_core_open_match describe(const dom_core_slot *s)
{
    const dom_match *m = &s->table->match;
    dom_core_open_match out = {.match = s->seating.number,
                               .set = s->seating.set,
                               .variant = s->seating.variant,
                               .rotation = s->seating.rotation,
                               .seats = s->seating.seats,
                               .round = m->round,
                               .turn = DOM_NOBODY,
                               .started_ms = s->started_ms,
                               .decisions = s->decisions.bytes,
                               .decisions_bytes = s->decisions.size};
    for (int seat = 0; seat < out.seats; seat++) {
        out.bot[seat] = s->seat[seat].bot;
        out.score[seat] = m->score[seat];
    }
    if (s->ask.is_open) {
        out.turn = m->play.turn;
        out.asked_ms = s->started_ms + (s->ask.asked_us - s->started_us) / 1000;
    }
    return out;
}

void dom_core_table_pool_list(const dom_core_table_pool *tables, dom_core_open_matches *out)
{
    const dom_core_slot *oldest[DOM_CORE_WATCH_MATCHES_MAX];
    int64_t latest_us = tables->state->now_us - DOM_CORE_WATCH_AFTER_MS * INT64_C(1000);
    out->count = out->shown = 0;
    for (uint32_t i = 0; i < tables->slots.count; i++) {
        const dom_core_slot *s = tables->slots.item[i];
        if (!s->is_used || s->started_us > latest_us)
            continue;
        out->count++;
        keep_oldest(oldest, &out->shown, s);
    }
    for (uint32_t i = 0; i < out->shown; i++)
        out->match[i] = describe(oldest[i]);
}
