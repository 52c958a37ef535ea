#include "rounds.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(DOM_PIP_MAX < 20, "a number of pips has two digits, the first of them a 1");

/* ---- text ------------------------------------------------------------------- */

void dom_record_rounds_text_add(dom_record_rounds_text *t, const char *bytes, size_t size)
{
    t->has_failed = t->has_failed || !dom_vec_reserve(t->bytes, t->size, t->room, size);
    if (t->has_failed)
        return;
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
}

static void put_words(dom_record_rounds_text *t, const char *words)
{
    dom_record_rounds_text_add(t, words, strlen(words));
}

static void put_number(dom_record_rounds_text *t, int64_t number)
{
    char digits[24], *at = digits + sizeof digits;
    bool is_negative = number < 0;
    uint64_t rest = is_negative ? 0 - (uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (is_negative)
        *--at = '-';
    dom_record_rounds_text_add(t, at, (size_t)(digits + sizeof digits - at));
}

/* Adds the comma between items. There is none at the beginning, and none after the bracket that
 * opens a list. */
static void put_comma(dom_record_rounds_text *t)
{
    if (t->size > 0 && t->bytes[t->size - 1] != '[')
        put_words(t, ",");
}

static void put_numbers(dom_record_rounds_text *t, const int32_t values[], int count)
{
    put_words(t, "[");
    for (int i = 0; i < count; i++) {
        put_comma(t);
        put_number(t, values[i]);
    }
    put_words(t, "]");
}

/* Writes a number of pips, at most two digits. Returns the place after it. */
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

/* Adds the two numbers of a tile, without brackets. */
static void put_pips(dom_record_rounds_text *t, dom_tile tile)
{
    char text[8];
    dom_record_rounds_text_add(t, text, (size_t)(write_pips(text, tile) - text));
}

/* Adds a tile in one piece, because tiles are most of a record. */
static void put_tile(dom_record_rounds_text *t, dom_tile tile)
{
    char text[8] = "[", *end = write_pips(text + 1, tile);
    *end++ = ']';
    put_comma(t);
    dom_record_rounds_text_add(t, text, (size_t)(end - text));
}

static void put_word(dom_record_rounds_text *t, const char *word)
{
    put_words(t, "\"");
    put_words(t, word);
    put_words(t, "\"");
}

/* ---- the beginning of a round ------------------------------------------------ */

static void put_hands(dom_record_rounds_text *t, const dom_deal *deal, int players)
{
    put_words(t, "\"hands\":[");
    for (int s = 0; s < players; s++) {
        put_comma(t);
        put_words(t, "[");
        for (dom_tile tile = dom_tileset_next(deal->hand[s], 0); tile != DOM_NO_TILE;
             tile = dom_tileset_next(deal->hand[s], tile + 1))
            put_tile(t, tile);
        put_words(t, "]");
    }
    put_words(t, "]");
}

static void put_stocks(dom_record_rounds_text *t, const dom_deal *deal, int players)
{
    put_words(t, ",\"stock\":[");
    for (int s = 0; s < players; s++) {
        put_comma(t);
        put_words(t, "[");
        for (int i = 0; i < deal->stock_count; i++)
            put_tile(t, deal->stock[s][i]);
        put_words(t, "]");
    }
    put_words(t, "]");
}

static void put_start(dom_record_rounds_text *t, const dom_deal *deal)
{
    put_words(t, ",\"start\":");
    if (deal->start == DOM_NO_TILE) {
        put_words(t, "null");
        return;
    }
    put_words(t, "[");
    put_pips(t, deal->start);
    put_words(t, "]");
}

static void put_redeals(dom_record_rounds_text *t, const dom_deal *deal)
{
    put_words(t, ",\"redeals\":");
    put_number(t, deal->redeals);
}

static void put_deal(dom_record_rounds *r, const dom_deal *deal, int players)
{
    dom_record_rounds_text *t = &r->part[DOM_RECORD_ROUND_DEAL];
    bool is_sorted = r->form == DOM_RECORD_CANONICAL;
    put_words(t, "{");
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
    put_words(t, "}");
}

static void put_lots(dom_record_rounds_text *t, const dom_deal *deal)
{
    put_words(t, "[");
    for (int i = 0; i < deal->lot_count; i++) {
        put_comma(t);
        put_words(t, "[");
        put_number(t, deal->lots[i].seat);
        put_words(t, ",");
        put_pips(t, deal->lots[i].tile);
        put_words(t, "]");
    }
    put_words(t, "]");
}

static void begin_round(dom_record_rounds *r, const dom_match *match)
{
    for (int i = 0; i < DOM_RECORD_ROUND_PARTS; i++)
        r->part[i].size = 0;
    r->events = 0;
    put_number(&r->part[DOM_RECORD_ROUND_NUMBER], match->round);
    put_lots(&r->part[DOM_RECORD_ROUND_LOTS], &match->deal);
    put_deal(r, &match->deal, match->options.players);
    put_words(&r->part[DOM_RECORD_ROUND_EVENTS], "[");
}

/* ---- events ------------------------------------------------------------------ */

static void put_event(dom_record_rounds_text *t, const dom_event *event)
{
    static const char *const words[] = {
        [DOM_EVENT_LEAD] = "lead", [DOM_EVENT_PLAY] = "play",   [DOM_EVENT_DRAW] = "draw",
        [DOM_EVENT_PASS] = "pass", [DOM_EVENT_START] = "start", [DOM_EVENT_LOT] = "lot",
    };
    put_number(t, event->seat);
    put_words(t, ",");
    put_word(t, words[event->kind]);
    if (event->kind == DOM_EVENT_DRAW) {
        put_tile(t, event->tile);
    } else if (event->kind != DOM_EVENT_PASS) {
        put_words(t, ",");
        put_pips(t, event->tile);
        put_words(t, ",");
        put_number(t, event->end);
        if (event->down)
            put_words(t, ",\"down\"");
    }
}

static void put_why(dom_record_rounds *r, const dom_table_effect *effect)
{
    dom_record_rounds_text *t = &r->part[DOM_RECORD_ROUND_EVENTS];
    if (effect->why == DOM_TABLE_WHY_FORCED) {
        put_words(t, ",{\"forced\":true}");
    } else if (effect->why == DOM_TABLE_WHY_CHOSEN) {
        put_words(t, ",{\"us\":");
        put_number(t, r->form == DOM_RECORD_CANONICAL ? 0 : effect->us);
        put_words(t, "}");
    } else {
        put_words(t, ",{\"substituted\":");
        put_word(t, dom_fault_word(effect->fault));
        put_words(t, "}");
    }
}

static void add_event(dom_record_rounds *r, const dom_table_effect *effect)
{
    dom_record_rounds_text *t = &r->part[DOM_RECORD_ROUND_EVENTS];
    put_comma(t);
    put_words(t, "[");
    put_event(t, &effect->event);
    put_why(r, effect);
    put_words(t, "]");
    r->events++;
}

/* ---- the end of a round -------------------------------------------------------- */

static const char *const keys[DOM_RECORD_ROUND_PARTS] = {
    [DOM_RECORD_ROUND_NUMBER] = "\"round\":",  [DOM_RECORD_ROUND_LEADER] = "\"leader\":",
    [DOM_RECORD_ROUND_LOTS] = "\"lots\":",     [DOM_RECORD_ROUND_DEAL] = "\"deal\":",
    [DOM_RECORD_ROUND_EVENTS] = "\"events\":", [DOM_RECORD_ROUND_END] = "\"end\":",
    [DOM_RECORD_ROUND_BY] = "\"by\":",         [DOM_RECORD_ROUND_PIPS] = "\"pips\":",
    [DOM_RECORD_ROUND_POINTS] = "\"points\":", [DOM_RECORD_ROUND_SCORES] = "\"scores\":",
};

/* In the order of the keys, as canonical JSON has them. */
static const dom_record_round_part sorted[DOM_RECORD_ROUND_PARTS] = {
    DOM_RECORD_ROUND_BY,     DOM_RECORD_ROUND_DEAL,   DOM_RECORD_ROUND_END,
    DOM_RECORD_ROUND_EVENTS, DOM_RECORD_ROUND_LEADER, DOM_RECORD_ROUND_LOTS,
    DOM_RECORD_ROUND_PIPS,   DOM_RECORD_ROUND_POINTS, DOM_RECORD_ROUND_NUMBER,
    DOM_RECORD_ROUND_SCORES,
};

/* Adds the current round to the complete ones. */
static void close_round(dom_record_rounds *r)
{
    dom_record_rounds_text *all = &r->all;
    put_words(&r->part[DOM_RECORD_ROUND_EVENTS], "]");
    put_comma(all);
    put_words(all, "{");
    for (int i = 0, count = 0; i < DOM_RECORD_ROUND_PARTS; i++) {
        int part = r->form == DOM_RECORD_CANONICAL ? (int)sorted[i] : i;
        if (r->part[part].size == 0)
            continue;
        put_words(all, count++ > 0 ? "," : "");
        put_words(all, keys[part]);
        dom_record_rounds_text_add(all, r->part[part].bytes, r->part[part].size);
    }
    put_words(all, "}");
}

static void end_round(dom_record_rounds *r, const dom_match *match)
{
    int players = match->options.players;
    put_number(&r->part[DOM_RECORD_ROUND_LEADER], match->play.leader);
    put_word(&r->part[DOM_RECORD_ROUND_END], dom_end_word(match->last.end));
    put_number(&r->part[DOM_RECORD_ROUND_BY], match->last.by);
    put_numbers(&r->part[DOM_RECORD_ROUND_PIPS], match->last.pips, players);
    put_numbers(&r->part[DOM_RECORD_ROUND_POINTS], match->last.points, players);
    put_numbers(&r->part[DOM_RECORD_ROUND_SCORES], match->score, players);
    close_round(r);
}

/* Ends a round that was cut short by a fault: it has the leader that was known by then. */
static void cut_round(dom_record_rounds *r, const dom_match *match)
{
    put_number(&r->part[DOM_RECORD_ROUND_LEADER], match->play.leader);
    put_word(&r->part[DOM_RECORD_ROUND_END], "fault");
    put_number(&r->part[DOM_RECORD_ROUND_BY], DOM_NOBODY);
    put_numbers(&r->part[DOM_RECORD_ROUND_SCORES], match->score, match->options.players);
    close_round(r);
}

void dom_record_rounds_take(dom_record_rounds *r, const dom_table *table,
                            const dom_table_effect *effect)
{
    switch (effect->kind) {
    case DOM_TABLE_FX_DEAL:
        begin_round(r, &table->match);
        break;
    case DOM_TABLE_FX_EVENT:
        add_event(r, effect);
        break;
    case DOM_TABLE_FX_ROUND:
        end_round(r, &table->match);
        break;
    case DOM_TABLE_FX_SETTLED:
        if (table->end != DOM_FAULT_NONE)
            cut_round(r, &table->match);
        break;
    case DOM_TABLE_FX_FAULT:
    case DOM_TABLE_FX_ASK:
        break;
    }
}

bool dom_record_rounds_have_failed(const dom_record_rounds *r)
{
    bool has_failed = r->all.has_failed;
    for (int i = 0; i < DOM_RECORD_ROUND_PARTS; i++)
        has_failed |= r->part[i].has_failed;
    return has_failed;
}

void dom_record_rounds_clear(dom_record_rounds *r)
{
    for (int i = 0; i < DOM_RECORD_ROUND_PARTS; i++)
        free(r->part[i].bytes);
    free(r->all.bytes);
    *r = (dom_record_rounds){.form = r->form};
}
