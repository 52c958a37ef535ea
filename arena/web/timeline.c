#include "timeline.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

/* Returns the number of the newest step. */
static int now(const dom_web_timeline *line)
{
    return (int)line->step_count;
}

static int newest_round(const dom_web_timeline *line)
{
    return (int)line->round_count - 1;
}

/* ---- steps and tiles ------------------------------------------------------------ */

static void add_step(dom_web_timeline *line, const dom_match *m, const dom_table_effect *effect)
{
    const bool is_event = effect->kind == DOM_TABLE_FX_EVENT;
    const bool is_chosen = is_event && effect->why != DOM_TABLE_WHY_FORCED;
    const bool has_seat = is_event || effect->kind == DOM_TABLE_FX_FAULT;
    dom_web_step *new = dom_vec_add(line->steps, line->step_count, line->step_room);
    line->has_failed |= new == NULL;
    if (new == NULL)
        return;
    *new = (dom_web_step){.effect = *effect,
                          .seat = (int8_t)(has_seat ? effect->seat : DOM_NOBODY),
                          .choices = is_chosen ? line->choices : 1,
                          .legal = is_chosen ? line->legal : dom_tileset_empty(),
                          .end_count = m->play.end_count,
                          .stock = dom_tileset_count(m->play.stock),
                          .bank_us = is_event ? line->bank_us[effect->seat] : 0};
    if (!dom_record_info_next(&line->infos, effect, &new->info))
        new->info = (dom_info){.has_expected = false};
    memcpy(new->ends, m->play.ends, sizeof new->ends);
    const dom_analysis_choice *choice =
        is_chosen && line->match->values
            ? dom_analysis_choice_at(line->match->values, (uint32_t)line->step_count)
            : NULL;
    new->is_mistake = choice &&dom_analysis_is_mistake(choice);
}

static void hold_tile(dom_web_timeline *line, int seat, dom_tile tile)
{
    dom_web_held_tile *new = dom_vec_add(line->held, line->held_count, line->held_room);
    line->has_failed |= new == NULL;
    if (new)
        *new = (dom_web_held_tile){newest_round(line), seat, now(line), -1, tile};
}

static void let_go(dom_web_timeline *line, dom_tile tile)
{
    for (size_t i = line->held_count; i-- > 0 && line->held[i].round == newest_round(line);)
        if (line->held[i].tile == tile && line->held[i].to < 0)
            line->held[i].to = now(line);
}

static dom_web_laid_tile *lay_tile(dom_web_timeline *line, dom_tile tile, bool is_down)
{
    dom_web_laid_tile *new = dom_vec_add(line->laid, line->laid_count, line->laid_room);
    line->has_failed |= new == NULL;
    if (new)
        *new = (dom_web_laid_tile){newest_round(line), now(line), tile, is_down, {{0}}};
    return new;
}

/* ---- open ends ------------------------------------------------------------------ */

static bool is_same_end(const dom_web_open_end *a, const dom_web_open_end *b)
{
    return a->value == b->value && memcmp(a->spot, b->spot, sizeof a->spot) == 0;
}

/* Collects the open end of an arm, unless it is as it was before. */
static void take_end(dom_web_timeline *line, dom_web_round *r, int arm, int value)
{
    dom_web_open_end *old = r->open_at[arm] < 0 ? NULL : &line->open[r->open_at[arm]];
    dom_web_open_end end = {newest_round(line), now(line), -1, value, {{0}}};
    for (int w = 0; w < DOM_WEB_WIDTHS; w++)
        end.spot[w] = dom_web_layout_open(&r->layout[w], arm);
    if (old && is_same_end(old, &end))
        return;
    if (old)
        old->to = now(line);
    r->open_at[arm] = -1;
    if (value == DOM_ARM_CLOSED)
        return;
    dom_web_open_end *new = dom_vec_add(line->open, line->open_count, line->open_room);
    line->has_failed |= new == NULL;
    if (new == NULL)
        return;
    *new = end;
    r->open_at[arm] = (int)line->open_count - 1;
}

static void take_ends(dom_web_timeline *line, dom_web_round *r, const dom_match *m)
{
    for (int arm = 0; arm < m->play.end_count; arm++)
        take_end(line, r, arm, m->play.ends[arm]);
}

/* ---- effects -------------------------------------------------------------------- */

static void take_lead(dom_web_timeline *line, dom_web_round *r, const dom_match *m, dom_tile tile)
{
    dom_web_laid_tile *laid = lay_tile(line, tile, false);
    for (int w = 0; laid && w < DOM_WEB_WIDTHS; w++) {
        int edge = dom_web_layout_edge((dom_web_width)w, m->play.end_count, m->options.set_max);
        laid->place[w] = dom_web_layout_lead(&r->layout[w], m->play.end_count, edge,
                                             dom_tile_high(tile), dom_tile_low(tile));
    }
    if (laid)
        take_ends(line, r, m);
}

/* Places a played tile. After the play, its far half is the open end; the other half touches the
 * line. */
static void take_play(dom_web_timeline *line, dom_web_round *r, const dom_match *m,
                      const dom_event *e)
{
    int far = e->down ? dom_tile_high(e->tile) : m->play.ends[e->end];
    int near = dom_tile_other_half(e->tile, far);
    dom_web_laid_tile *laid = lay_tile(line, e->tile, e->down != 0);
    for (int w = 0; laid && w < DOM_WEB_WIDTHS; w++)
        laid->place[w] = dom_web_layout_play(&r->layout[w], e->end, near, far);
    if (laid)
        take_ends(line, r, m);
}

static void take_deal(dom_web_timeline *line, const dom_match *m)
{
    dom_web_round *r = dom_vec_add(line->rounds, line->round_count, line->round_room);
    line->has_failed |= r == NULL;
    if (r == NULL)
        return;
    *r = (dom_web_round){.number = m->round,
                         .from = now(line),
                         .leader = m->play.leader,
                         .start = m->deal.start,
                         .lot_count = m->deal.lot_count,
                         .open_at = {-1, -1, -1, -1}};
    memcpy(r->lots, m->deal.lots, sizeof r->lots);
    memcpy(r->before, m->score, sizeof r->before);
    memcpy(r->used_us, line->used_us, sizeof r->used_us);
    for (int seat = 0; seat < line->match->seats; seat++)
        for (dom_tile t = dom_tileset_next(m->deal.hand[seat], 0); t != DOM_NO_TILE;
             t = dom_tileset_next(m->deal.hand[seat], t + 1))
            hold_tile(line, seat, t);
    if (m->deal.start != DOM_NO_TILE)
        take_lead(line, r, m, m->deal.start);
}

static void take_event(dom_web_timeline *line, const dom_match *m, const dom_event *e)
{
    dom_web_round *r = &line->rounds[newest_round(line)];
    if (e->kind == DOM_EVENT_DRAW)
        hold_tile(line, e->seat, e->tile);
    if (e->kind == DOM_EVENT_LEAD || e->kind == DOM_EVENT_PLAY)
        let_go(line, e->tile);
    if (e->kind == DOM_EVENT_LEAD)
        take_lead(line, r, m, e->tile);
    if (e->kind == DOM_EVENT_PLAY)
        take_play(line, r, m, e);
}

/* Counts the time of a choice. */
static void take_time(dom_web_timeline *line, const dom_table_effect *effect)
{
    int64_t *bank_us = &line->bank_us[effect->seat];
    *bank_us = dom_record_clock_bank_after(&line->match->clock[effect->seat], *bank_us, effect);
    line->used_us[effect->seat] += effect->us;
}

static void take_result(dom_web_timeline *line, const dom_match *m)
{
    dom_web_round *r = &line->rounds[newest_round(line)];
    r->is_counted = true;
    r->result = m->last;
    memcpy(r->after, m->score, sizeof r->after);
}

static void take_ask(dom_web_timeline *line, const dom_table *table)
{
    line->choices = table->legal_count;
    line->legal = dom_tileset_empty();
    for (int i = 0; i < table->legal_count; i++)
        if (table->legal[i].kind == DOM_PLAY)
            line->legal = dom_tileset_with(line->legal, table->legal[i].tile);
}

static void take_effect(void *context, const dom_table *table, const dom_table_effect *effect)
{
    dom_web_timeline *line = context;
    if (effect->kind == DOM_TABLE_FX_ASK)
        take_ask(line, table);
    if (effect->kind == DOM_TABLE_FX_EVENT)
        take_time(line, effect);
    if (dom_record_is_step(effect) && !line->has_failed)
        add_step(line, &table->match, effect);
    if (line->has_failed)
        return;
    if (effect->kind == DOM_TABLE_FX_DEAL)
        take_deal(line, &table->match);
    if (effect->kind == DOM_TABLE_FX_EVENT)
        take_event(line, &table->match, &effect->event);
    if (effect->kind == DOM_TABLE_FX_ROUND)
        take_result(line, &table->match);
}

/* ---- the whole ------------------------------------------------------------------ */

/* Sets the ends of all rounds, and of what lasted to the end of its round. */
static void close_rounds(dom_web_timeline *line)
{
    for (size_t i = 0; i < line->round_count; i++)
        line->rounds[i].to = i + 1 < line->round_count ? line->rounds[i + 1].from : now(line) + 1;
    for (size_t i = 0; i < line->held_count; i++)
        if (line->held[i].to < 0)
            line->held[i].to = line->rounds[line->held[i].round].to;
    for (size_t i = 0; i < line->open_count; i++)
        if (line->open[i].to < 0)
            line->open[i].to = line->rounds[line->open[i].round].to;
}

dom_rc dom_web_timeline_make(dom_web_timeline *line, const dom_web_match *match, dom_err *err)
{
    dom_table *table = malloc(sizeof *table);
    if (table == NULL)
        return dom_err_no_memory(err);
    line->match = match;
    line->infos.of = match->record->infos;
    for (int i = 0; i < DOM_SEATS_MAX; i++)
        line->bank_us[i] = match->clock[i].bank_us;
    dom_rc rc = dom_record_replay(match->record, table, take_effect, line, err);
    free(table);
    if (line->has_failed)
        return dom_err_no_memory(err);
    if (rc == DOM_OK)
        close_rounds(line);
    return rc;
}

void dom_web_timeline_clear(dom_web_timeline *line)
{
    free(line->steps);
    free(line->laid);
    free(line->open);
    free(line->held);
    free(line->rounds);
    *line = (dom_web_timeline){0};
}
