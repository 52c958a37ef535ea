/* The match record of protocol/SPEC.md, built from a replay. */
#include "record/options.h"
#include "record/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    const dom_record *record;
    dom_record_form form;
    json_t *rounds;
    json_t *faults;
    json_t *round;  /* borrowed: the last of `rounds`; NULL: out of memory    */
    json_t *events; /* borrowed: of that round; the same                      */
    int64_t time_us[DOM_SEATS_MAX];
    bool has_failed; /* out of memory                                         */
} writer;

/* The value, which is borrowed from now on; NULL if it could not be kept and is gone. jansson takes
 * a NULL for what is added to and what is added, and fails. */
static json_t *kept(writer *w, json_t *value, int jansson_result)
{
    if (jansson_result == 0)
        return value;
    w->has_failed = true;
    return NULL;
}

static json_t *set(writer *w, json_t *object, const char *key, json_t *value)
{
    return kept(w, value, json_object_set_new(object, key, value));
}

static json_t *append(writer *w, json_t *array, json_t *value)
{
    return kept(w, value, json_array_append_new(array, value));
}

static json_t *integers(writer *w, const int32_t values[], int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        append(w, array, json_integer(values[i]));
    return array;
}

static void append_tile(writer *w, json_t *array, dom_tile tile)
{
    append(w, array, json_integer(dom_tile_high(tile)));
    append(w, array, json_integer(dom_tile_low(tile)));
}

static json_t *tile_json(writer *w, dom_tile tile)
{
    json_t *array = json_array();
    append_tile(w, array, tile);
    return array;
}

static json_t *hand_json(writer *w, dom_tileset hand)
{
    json_t *array = json_array();
    for (dom_tile t = dom_tileset_next(hand, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(hand, t + 1))
        append(w, array, tile_json(w, t));
    return array;
}

static json_t *deal_json(writer *w, const dom_deal *deal, int players)
{
    json_t *hands = json_array(), *stocks = json_array(), *object = json_object();
    for (int s = 0; s < players; s++) {
        append(w, hands, hand_json(w, deal->hand[s]));
        json_t *stock = json_array();
        for (int i = 0; i < deal->stock_count; i++)
            append(w, stock, tile_json(w, deal->stock[s][i]));
        append(w, stocks, stock);
    }
    set(w, object, "hands", hands);
    set(w, object, "stock", stocks);
    set(w, object, "start", deal->start == DOM_NO_TILE ? json_null() : tile_json(w, deal->start));
    set(w, object, "redeals", json_integer(deal->redeals));
    return object;
}

static json_t *lots_json(writer *w, const dom_deal *deal)
{
    json_t *array = json_array();
    for (int i = 0; i < deal->lot_count; i++) {
        json_t *lot = json_array();
        append(w, lot, json_integer(deal->lots[i].seat));
        append_tile(w, lot, deal->lots[i].tile);
        append(w, array, lot);
    }
    return array;
}

static void begin_round(writer *w, const dom_table *table)
{
    const dom_match *match = &table->match;
    w->round = append(w, w->rounds, json_object());
    set(w, w->round, "round", json_integer(match->round));
    set(w, w->round, "leader", json_integer(match->play.leader));
    set(w, w->round, "lots", lots_json(w, &match->deal));
    set(w, w->round, "deal", deal_json(w, &match->deal, match->options.players));
    w->events = set(w, w->round, "events", json_array());
}

/* A round that no rule ended is told the leader it had by then. */
static void end_round(writer *w, const dom_table *table)
{
    const dom_match *match = &table->match;
    int players = match->options.players;
    set(w, w->round, "leader", json_integer(match->play.leader));
    set(w, w->round, "end", json_string(dom_end_word(match->last.end)));
    set(w, w->round, "by", json_integer(match->last.by));
    set(w, w->round, "pips", integers(w, match->last.pips, players));
    set(w, w->round, "points", integers(w, match->last.points, players));
    set(w, w->round, "scores", integers(w, match->score, players));
}

static void cut_round(writer *w, const dom_table *table)
{
    set(w, w->round, "leader", json_integer(table->match.play.leader));
    set(w, w->round, "end", json_string("fault"));
    set(w, w->round, "by", json_integer(DOM_NOBODY));
    set(w, w->round, "scores", integers(w, table->match.score, table->match.options.players));
}

static void append_event(writer *w, json_t *array, const dom_event *event)
{
    static const char *const words[] = {
        [DOM_EVENT_LEAD] = "lead", [DOM_EVENT_PLAY] = "play",   [DOM_EVENT_DRAW] = "draw",
        [DOM_EVENT_PASS] = "pass", [DOM_EVENT_START] = "start", [DOM_EVENT_LOT] = "lot",
    };
    append(w, array, json_integer(event->seat));
    append(w, array, json_string(words[event->kind]));
    if (event->kind == DOM_EVENT_DRAW) {
        append(w, array, tile_json(w, event->tile));
    } else if (event->kind != DOM_EVENT_PASS) {
        append_tile(w, array, event->tile);
        append(w, array, json_integer(event->end));
        if (event->down)
            append(w, array, json_string("down"));
    }
}

static json_t *why_json(writer *w, const dom_effect *effect)
{
    json_t *flags = json_object();
    if (effect->why == DOM_WHY_CHOSEN)
        set(w, flags, "us", json_integer(w->form == DOM_RECORD_CANONICAL ? 0 : effect->us));
    else if (effect->why == DOM_WHY_FORCED)
        set(w, flags, "forced", json_true());
    else
        set(w, flags, "substituted", json_string(dom_fault_word(effect->fault)));
    return flags;
}

static void add_event(writer *w, const dom_effect *effect)
{
    json_t *event = json_array();
    append_event(w, event, &effect->event);
    append(w, event, why_json(w, effect));
    append(w, w->events, event);
    if (effect->why == DOM_WHY_CHOSEN)
        w->time_us[effect->seat] += effect->us;
}

static void add_fault(writer *w, const dom_table *table, const dom_effect *effect)
{
    json_t *fault = json_object();
    set(w, fault, "seat", json_integer(effect->seat));
    set(w, fault, "code", json_string(dom_fault_word(effect->fault)));
    set(w, fault, "round", json_integer(table->match.round));
    set(w, fault, "event", json_integer((json_int_t)json_array_size(w->events)));
    set(w, fault, "tolerated", json_boolean(effect->tolerated));
    append(w, w->faults, fault);
}

static void visit(void *context, const dom_table *table, const dom_effect *effect)
{
    writer *w = context;
    switch (effect->kind) {
    case DOM_FX_DEAL:
        begin_round(w, table);
        break;
    case DOM_FX_EVENT:
        add_event(w, effect);
        break;
    case DOM_FX_ROUND:
        end_round(w, table);
        break;
    case DOM_FX_FAULT:
        add_fault(w, table, effect);
        break;
    case DOM_FX_SETTLED:
        if (table->end != DOM_FAULT_NONE)
            cut_round(w, table);
        break;
    case DOM_FX_ASK:
        break;
    }
}

static json_t *bots_json(writer *w)
{
    json_t *array = json_array();
    for (int s = 0; s < w->record->options->players; s++) {
        json_t *bot = json_object();
        set(w, bot, "name", json_string(w->record->bot_name[s]));
        set(w, bot, "version", json_string(w->record->bot_version[s]));
        append(w, array, bot);
    }
    return array;
}

/* Unix milliseconds as ISO 8601 in UTC. */
static json_t *time_json(int64_t unix_ms)
{
    char text[32], whole[40];
    time_t seconds = (time_t)(unix_ms / 1000);
    struct tm tm;
    if (gmtime_r(&seconds, &tm) == NULL ||
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm) == 0)
        return NULL;
    (void)snprintf(whole, sizeof whole, "%s.%03dZ", text, (int)(unix_ms % 1000));
    return json_string(whole);
}

static void set_head(writer *w, json_t *root)
{
    const dom_record *r = w->record;
    set(w, root, "record", json_integer(1));
    set(w, root, "tournament", json_string(r->tournament));
    set(w, root, "match", json_integer((json_int_t)r->match));
    set(w, root, "set", json_integer((json_int_t)r->set));
    set(w, root, "rotation", json_integer(r->rotation));
    if (w->form == DOM_RECORD_WHOLE)
        set(w, root, "attempt", json_integer(r->attempt));
    set(w, root, "variant", json_string(r->variant));
    set(w, root, "options", dom_options_json(r->options));
    set(w, root, "bots", bots_json(w));
}

static void set_result(writer *w, json_t *root, const dom_table *table)
{
    int players = w->record->options->players;
    uint8_t places[DOM_SEATS_MAX];
    dom_table_places(table, places);
    json_t *place_list = json_array();
    for (int s = 0; s < players; s++)
        append(w, place_list, json_integer(places[s]));
    set(w, root, "end", json_string(dom_fault_word(table->end)));
    set(w, root, "fault_seat", json_integer(table->fault_seat));
    set(w, root, "faults", json_incref(w->faults));
    set(w, root, "scores", integers(w, table->match.score, players));
    set(w, root, "places", place_list);
}

static void set_tail(writer *w, json_t *root)
{
    const dom_record *r = w->record;
    json_t *times = json_array();
    for (int s = 0; s < r->options->players; s++)
        append(w, times, json_integer(w->time_us[s]));
    set(w, root, "time_us", times);
    set(w, root, "started", time_json(r->started_ms));
    set(w, root, "ms", json_integer(r->duration_ms));
    set(w, root, "sandbox", json_string(r->sandbox));
    if (r->is_revealed) {
        char hex[DOM_HEX_BYTES];
        dom_hex_write(hex, r->key.byte);
        set(w, root, "deal_key", json_string(hex));
    }
}

dom_rc dom_record_json(const dom_record *record, dom_record_form form, char **out, dom_err *err)
{
    *out = NULL;
    writer w = {.record = record, .form = form, .rounds = json_array(), .faults = json_array()};
    json_t *root = json_object();
    dom_table *table = malloc(sizeof *table);
    dom_rc rc = DOM_E_NOMEM;
    if (table == NULL)
        goto out;
    rc = dom_record_replay(record, table, visit, &w, err);
    if (rc != DOM_OK)
        goto out;
    set_head(&w, root);
    set(&w, root, "rounds", json_incref(w.rounds));
    set_result(&w, root, table);
    if (form == DOM_RECORD_WHOLE)
        set_tail(&w, root);
    rc = DOM_E_NOMEM;
    if (!w.has_failed)
        *out = json_dumps(root, JSON_COMPACT | (form == DOM_RECORD_CANONICAL ? JSON_SORT_KEYS : 0));
    if (*out)
        rc = DOM_OK;
out:
    if (rc == DOM_E_NOMEM)
        (void)dom_err_set(err, rc, "match %llu: %s", (unsigned long long)record->match,
                          dom_rc_text(rc));
    free(table);
    json_decref(w.rounds);
    json_decref(w.faults);
    json_decref(root);
    return rc;
}
