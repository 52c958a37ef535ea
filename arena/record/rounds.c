#include "rounds.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(DOM_PIP_MAX < 20, "a number of pips has two digits, the first of them a 1");

/* ---- text ------------------------------------------------------------------- */

static void put_bytes(rounds_text *t, const char *bytes, size_t size)
{
    if (t->room - t->size < size) {
        size_t room = 2 * (t->size + size) + 256;
        char *grown = t->has_failed ? NULL : realloc(t->bytes, room);
        t->has_failed = grown == NULL;
        if (grown == NULL)
            return;
        t->bytes = grown;
        t->room = room;
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
}

static void put(rounds_text *t, const char *words)
{
    put_bytes(t, words, strlen(words));
}

static void put_number(rounds_text *t, int64_t number)
{
    char digits[24], *at = digits + sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--at = '-';
    put_bytes(t, at, (size_t)(digits + sizeof digits - at));
}

/* The comma between items. The text then ends with the bracket that opened the list, or with
 * an item. */
static void put_comma(rounds_text *t)
{
    if (t->size > 0 && t->bytes[t->size - 1] != '[')
        put(t, ",");
}

static void put_numbers(rounds_text *t, const int32_t values[], int count)
{
    put(t, "[");
    for (int i = 0; i < count; i++) {
        put_comma(t);
        put_number(t, values[i]);
    }
    put(t, "]");
}

/* Write a number of pips, which has two digits at most, and return the place behind it. */
static char *write_number(char *at, int number)
{
    if (number > 9)
        *at++ = '1';
    *at++ = (char)('0' + number % 10);
    return at;
}

static char *write_pips(char *at, dom_tile tile)
{
    at = write_number(at, dom_tile_high(tile));
    *at++ = ',';
    return write_number(at, dom_tile_low(tile));
}

/* The two numbers of a tile, without brackets. */
static void put_pips(rounds_text *t, dom_tile tile)
{
    char text[8];
    put_bytes(t, text, (size_t)(write_pips(text, tile) - text));
}

/* Tiles are most of a record, so each is appended at once. */
static void put_tile(rounds_text *t, dom_tile tile)
{
    char text[8] = "[", *end = write_pips(text + 1, tile);
    *end++ = ']';
    put_comma(t);
    put_bytes(t, text, (size_t)(end - text));
}

static void put_word(rounds_text *t, const char *word)
{
    put(t, "\"");
    put(t, word);
    put(t, "\"");
}

/* ---- the beginning of a round ------------------------------------------------ */

static void put_hands(rounds_text *t, const dom_deal *deal, int players)
{
    put(t, "\"hands\":[");
    for (int s = 0; s < players; s++) {
        put_comma(t);
        put(t, "[");
        for (dom_tile tile = dom_tileset_next(deal->hand[s], 0); tile != DOM_NO_TILE;
             tile = dom_tileset_next(deal->hand[s], tile + 1))
            put_tile(t, tile);
        put(t, "]");
    }
    put(t, "]");
}

static void put_stocks(rounds_text *t, const dom_deal *deal, int players)
{
    put(t, ",\"stock\":[");
    for (int s = 0; s < players; s++) {
        put_comma(t);
        put(t, "[");
        for (int i = 0; i < deal->stock_count; i++)
            put_tile(t, deal->stock[s][i]);
        put(t, "]");
    }
    put(t, "]");
}

static void put_start(rounds_text *t, const dom_deal *deal)
{
    put(t, ",\"start\":");
    if (deal->start == DOM_NO_TILE) {
        put(t, "null");
        return;
    }
    put(t, "[");
    put_pips(t, deal->start);
    put(t, "]");
}

static void put_redeals(rounds_text *t, const dom_deal *deal)
{
    put(t, ",\"redeals\":");
    put_number(t, deal->redeals);
}

static void put_deal(rounds *r, const dom_deal *deal, int players)
{
    rounds_text *t = &r->part[ROUND_DEAL];
    bool is_sorted = r->form == DOM_RECORD_CANONICAL;
    put(t, "{");
    put_hands(t, deal, players);
    if (is_sorted) {
        put_redeals(t, deal);
        put_start(t, deal);
    }
    put_stocks(t, deal, players);
    if (!is_sorted) {
        put_start(t, deal);
        put_redeals(t, deal);
    }
    put(t, "}");
}

static void put_lots(rounds_text *t, const dom_deal *deal)
{
    put(t, "[");
    for (int i = 0; i < deal->lot_count; i++) {
        put_comma(t);
        put(t, "[");
        put_number(t, deal->lots[i].seat);
        put(t, ",");
        put_pips(t, deal->lots[i].tile);
        put(t, "]");
    }
    put(t, "]");
}

static void begin_round(rounds *r, const dom_match *match)
{
    for (int i = 0; i < ROUND_PARTS; i++)
        r->part[i].size = 0;
    r->events = 0;
    put_number(&r->part[ROUND_NUMBER], match->round);
    put_lots(&r->part[ROUND_LOTS], &match->deal);
    put_deal(r, &match->deal, match->options.players);
    put(&r->part[ROUND_EVENTS], "[");
}

/* ---- events ------------------------------------------------------------------ */

static void put_event(rounds_text *t, const dom_event *event)
{
    static const char *const words[] = {
        [DOM_EVENT_LEAD] = "lead", [DOM_EVENT_PLAY] = "play",   [DOM_EVENT_DRAW] = "draw",
        [DOM_EVENT_PASS] = "pass", [DOM_EVENT_START] = "start", [DOM_EVENT_LOT] = "lot",
    };
    put_number(t, event->seat);
    put(t, ",");
    put_word(t, words[event->kind]);
    if (event->kind == DOM_EVENT_DRAW) {
        put_tile(t, event->tile);
    } else if (event->kind != DOM_EVENT_PASS) {
        put(t, ",");
        put_pips(t, event->tile);
        put(t, ",");
        put_number(t, event->end);
        if (event->down)
            put(t, ",\"down\"");
    }
}

static void put_why(rounds *r, const dom_effect *effect)
{
    rounds_text *t = &r->part[ROUND_EVENTS];
    if (effect->why == DOM_WHY_FORCED) {
        put(t, ",{\"forced\":true}");
    } else if (effect->why == DOM_WHY_CHOSEN) {
        put(t, ",{\"us\":");
        put_number(t, r->form == DOM_RECORD_CANONICAL ? 0 : effect->us);
        put(t, "}");
    } else {
        put(t, ",{\"substituted\":");
        put_word(t, dom_fault_word(effect->fault));
        put(t, "}");
    }
}

static void add_event(rounds *r, const dom_effect *effect)
{
    rounds_text *t = &r->part[ROUND_EVENTS];
    put_comma(t);
    put(t, "[");
    put_event(t, &effect->event);
    put_why(r, effect);
    put(t, "]");
    r->events++;
}

/* ---- the end of a round -------------------------------------------------------- */

static const char *const keys[ROUND_PARTS] = {
    [ROUND_NUMBER] = "\"round\":",  [ROUND_LEADER] = "\"leader\":", [ROUND_LOTS] = "\"lots\":",
    [ROUND_DEAL] = "\"deal\":",     [ROUND_EVENTS] = "\"events\":", [ROUND_END] = "\"end\":",
    [ROUND_BY] = "\"by\":",         [ROUND_PIPS] = "\"pips\":",     [ROUND_POINTS] = "\"points\":",
    [ROUND_SCORES] = "\"scores\":",
};

/* By key. */
static const round_part sorted[ROUND_PARTS] = {
    ROUND_BY,   ROUND_DEAL, ROUND_END,    ROUND_EVENTS, ROUND_LEADER,
    ROUND_LOTS, ROUND_PIPS, ROUND_POINTS, ROUND_NUMBER, ROUND_SCORES,
};

/* Append the round under way to those that are complete. */
static void close_round(rounds *r)
{
    rounds_text *all = &r->all;
    put(&r->part[ROUND_EVENTS], "]");
    put(all, all->size > 0 ? ",{" : "{");
    for (int i = 0, count = 0; i < ROUND_PARTS; i++) {
        int part = r->form == DOM_RECORD_CANONICAL ? (int)sorted[i] : i;
        if (r->part[part].size == 0)
            continue;
        put(all, count++ > 0 ? "," : "");
        put(all, keys[part]);
        put_bytes(all, r->part[part].bytes, r->part[part].size);
    }
    put(all, "}");
}

static void end_round(rounds *r, const dom_match *match)
{
    int players = match->options.players;
    put_number(&r->part[ROUND_LEADER], match->play.leader);
    put_word(&r->part[ROUND_END], dom_end_word(match->last.end));
    put_number(&r->part[ROUND_BY], match->last.by);
    put_numbers(&r->part[ROUND_PIPS], match->last.pips, players);
    put_numbers(&r->part[ROUND_POINTS], match->last.points, players);
    put_numbers(&r->part[ROUND_SCORES], match->score, players);
    close_round(r);
}

/* A round that no rule ended has the leader that it had by then. */
static void cut_round(rounds *r, const dom_match *match)
{
    put_number(&r->part[ROUND_LEADER], match->play.leader);
    put_word(&r->part[ROUND_END], "fault");
    put_number(&r->part[ROUND_BY], DOM_NOBODY);
    put_numbers(&r->part[ROUND_SCORES], match->score, match->options.players);
    close_round(r);
}

void rounds_take(rounds *r, const dom_table *table, const dom_effect *effect)
{
    switch (effect->kind) {
    case DOM_FX_DEAL:
        begin_round(r, &table->match);
        break;
    case DOM_FX_EVENT:
        add_event(r, effect);
        break;
    case DOM_FX_ROUND:
        end_round(r, &table->match);
        break;
    case DOM_FX_SETTLED:
        if (table->end != DOM_FAULT_NONE)
            cut_round(r, &table->match);
        break;
    case DOM_FX_FAULT:
    case DOM_FX_ASK:
        break;
    }
}

bool rounds_have_failed(const rounds *r)
{
    bool has_failed = r->all.has_failed;
    for (int i = 0; i < ROUND_PARTS; i++)
        has_failed |= r->part[i].has_failed;
    return has_failed;
}

void rounds_clear(rounds *r)
{
    for (int i = 0; i < ROUND_PARTS; i++)
        free(r->part[i].bytes);
    free(r->all.bytes);
    *r = (rounds){.form = r->form};
}
