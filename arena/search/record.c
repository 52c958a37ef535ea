/* Reads a view: follows its history event by event with the rules, as somebody would who saw the
 * table and no hand. In `seen`, the round that everybody saw, every hand has all tiles that were
 * not seen. So the rules accept each play that fits, and no hand is ever stuck or empty. */
#include "record.h"

#include <string.h>

typedef struct {
    const dom_view *view;
    const dom_options *options;
    dom_err *err;
    dom_round *seen;
    dom_search_holdings *holdings;
    dom_tileset unseen; /* neither laid nor in the own hand         */
    int at;             /* the next event                           */
    int stock;          /* tiles left in the stock                  */
    int held[DOM_SEATS_MAX];
    bool may_wait;    /* the seat of the view need not be on turn */
    bool drew_forced; /* the last tile that the seat on turn drew is not noted yet */
} reading;

/* Returns DOM_E_MALFORMED with "event 3: " and the reason. */
static dom_rc bad_event(const reading *r, const char *reason)
{
    return dom_err_set(r->err, DOM_E_MALFORMED, "event %d of the history: %s", r->at, reason);
}

static dom_rc bad_view(const reading *r, const char *reason)
{
    return dom_err_set(r->err, DOM_E_MALFORMED, "the view contradicts itself: %s", reason);
}

static bool is_subset(dom_tileset set, dom_tileset of)
{
    return dom_tileset_equal(dom_tileset_common(set, of), set);
}

/* Returns the next event if it is of this kind, else NULL. */
static const dom_event *next_of_kind(const reading *r, dom_event_kind kind)
{
    bool is_next = r->at < r->view->history_count && r->view->history[r->at].kind == kind;
    return is_next ? &r->view->history[r->at] : NULL;
}

static void set_stock(reading *r, int stock)
{
    const dom_options *o = r->options;
    int drawable = o->draw_mode == DOM_DRAW_NONE ? 0 : stock - o->reserve;
    r->stock = stock;
    r->seen->drawable = (uint8_t)(drawable > 0 ? drawable : 0);
}

static void note_get(reading *r, int seat, int count)
{
    dom_search_get(r->holdings, seat, count);
    r->held[seat] += count;
    set_stock(r, r->stock - count);
}

/* Notes that nobody has any of these tiles. */
static void nobody_has(reading *r, dom_tileset tiles)
{
    for (int s = 0; s < r->options->players; s++)
        dom_search_lack(r->holdings, s, tiles);
}

/* Takes these tiles out of what may be in the hands of others. */
static void see(reading *r, dom_tileset tiles)
{
    r->unseen = dom_tileset_minus(r->unseen, tiles);
    for (int s = 0; s < r->options->players; s++)
        r->seen->hand[s] = r->unseen;
}

/* ---- before the play ---------------------------------------------------------- */

static dom_rc check_shape(const reading *r)
{
    const dom_view *v = r->view;
    const dom_options *o = r->options;
    if (v->seats != o->players || v->seat >= v->seats)
        return bad_view(r, "its seats are not those of the variant");
    if (v->end_count > DOM_ENDS_MAX || v->history_count > DOM_HISTORY_MAX ||
        v->legal_count > DOM_ACTIONS_MAX)
        return bad_view(r, "a list is longer than any round makes it");
    if (!is_subset(v->hand, dom_tileset_full(o->set_max, o->doubles)))
        return bad_view(r, "the hand has a tile that the set has not");
    return DOM_OK;
}

static void deal_hands(reading *r)
{
    const dom_options *o = r->options;
    set_stock(r, dom_options_tiles(o) - (o->start_tile != DOM_START_NONE));
    for (int s = 0; s < o->players; s++)
        note_get(r, s, o->hand);
}

/* Lays the start tile, as dom_round_begin does. */
static dom_rc read_start(reading *r, dom_search_record *record)
{
    const dom_event *event = next_of_kind(r, DOM_EVENT_START);
    bool is_needed = r->options->start_tile != DOM_START_NONE;
    if (!event && !is_needed)
        return DOM_OK;
    if (!event || !is_needed)
        return bad_event(r, event ? "the variant has no start tile" : "the start tile is missing");
    if (event->tile >= DOM_TILES_MAX || !dom_tileset_has(r->unseen, event->tile))
        return bad_event(r, "the start tile is in the own hand or not in the set");
    record->start = event->tile;
    r->seen->end_count = (uint8_t)r->options->arms;
    for (int e = 0; e < r->seen->end_count; e++)
        r->seen->ends[e] =
            (int8_t)(e == 0 ? dom_tile_high(event->tile) : dom_tile_low(event->tile));
    r->holdings->fresh = dom_tileset_without(r->holdings->fresh, event->tile);
    see(r, dom_tileset_of(event->tile));
    r->at++;
    return DOM_OK;
}

/* ---- opening draws ----------------------------------------------------------- */

/* Returns how many of the next events are draws as in an opening: one tile each, seat by seat. */
static int draws_in_turn(const reading *r)
{
    int count = 0;
    for (int i = r->at; i < r->view->history_count && count < r->stock; i++, count++) {
        const dom_event *e = &r->view->history[i];
        if (e->kind != DOM_EVENT_DRAW || e->count != 1 || e->seat != count % r->options->players)
            break;
    }
    return count;
}

/* Returns true if the view is of a moment in the opening: its seat must draw next. */
static bool is_in_opening(const reading *r, int draws)
{
    const dom_view *v = r->view;
    bool must_draw = v->legal_count == 1 && v->legal[0].kind == DOM_DRAW;
    return r->at + draws == v->history_count && draws % r->options->players == v->seat &&
           draws < r->stock && v->drawn == 0 && (must_draw || v->leader == DOM_NOBODY);
}

/* Returns how many of `draws` belong to the opening, when it is over. The draw after a complete
 * cycle is the leader's, unless the stock ended the opening in the middle of a cycle. */
static int opening_length(const reading *r, int draws)
{
    int beyond = draws % r->options->players;
    bool is_own_turn = r->at + draws == r->view->history_count && r->view->drawn > 0;
    return beyond > 0 && draws == r->stock && !is_own_turn ? draws : draws - beyond;
}

/* Returns the number of the draw with which the cycle began in which 6-6 was drawn. If one tile was
 * left and seat 0 got it, nobody can tell whether it was drawn in the opening or by the leader. */
static int last_cycle(const reading *r, int length)
{
    int players = r->options->players;
    int beyond = length % players;
    if (beyond == 0)
        return length - players;
    bool is_unclear = beyond == 1 && r->view->leader == 0 && r->options->reserve == 0 &&
                      r->options->draw_mode == DOM_DRAW_OPTIONAL;
    return is_unclear ? length - 1 - players : length - beyond;
}

/* Reads the opening draws (RULES.md, `opening_draw`): every seat draws in turn until 6-6 has been
 * drawn. */
static void read_opening(reading *r)
{
    dom_tile six = dom_tile_of(6, 6);
    bool is_looked_for =
        r->options->opening_draw != DOM_OPENING_NONE && dom_tileset_has(r->holdings->fresh, six);
    if (!is_looked_for)
        return;
    int draws = draws_in_turn(r);
    bool is_open = is_in_opening(r, draws);
    int length = is_open ? draws : opening_length(r, draws);
    int cycle = is_open ? draws - draws % r->options->players : last_cycle(r, length);
    for (int i = 0; i <= length; i++) {
        if (i == cycle) /* until then 6-6 was in the stock */
            nobody_has(r, dom_tileset_of(six));
        if (i < length)
            note_get(r, i % r->options->players, 1);
    }
    r->at += length;
    r->seen->opening = is_open;
    if (!is_open)
        dom_search_exclude(r->holdings, six);
}

/* ---- the lead ------------------------------------------------------------------- */

/* Returns DOM_LEAD_HIGHEST_DOUBLE or DOM_LEAD_LOWEST_DOUBLE if the leader of the view's round is
 * found by that rule, else DOM_LEAD_ROTATE, because then the view says who leads. */
static dom_lead lead_rule_of(const dom_view *view)
{
    bool by_double =
        view->lead_rule == DOM_LEAD_HIGHEST_DOUBLE || view->lead_rule == DOM_LEAD_LOWEST_DOUBLE;
    return by_double ? (dom_lead)view->lead_rule : DOM_LEAD_ROTATE;
}

/* Returns the doubles of the set that decide the lead before `pip` does; all for pip -1. */
static dom_tileset better_doubles(const reading *r, int pip)
{
    dom_tileset set = dom_tileset_empty();
    bool highest = r->seen->lead_rule == DOM_LEAD_HIGHEST_DOUBLE;
    for (int i = 0; i <= r->options->set_max; i++)
        if (pip < 0 || (highest ? i > pip : i < pip))
            set = dom_tileset_with(set, dom_tile_of(i, i));
    return set;
}

/* Returns the double of the own hand that decides the lead, or DOM_NO_TILE. */
static dom_tile own_best_double(const reading *r)
{
    int top = r->options->set_max;
    for (int i = 0; i <= top; i++) {
        int pip = r->seen->lead_rule == DOM_LEAD_HIGHEST_DOUBLE ? top - i : i;
        if (dom_tileset_has(r->view->hand, dom_tile_of(pip, pip)))
            return dom_tile_of(pip, pip);
    }
    return DOM_NO_TILE;
}

/* Returns the double with which the leader led or must lead, or DOM_NO_TILE if it has none. */
static dom_tile led_double(const reading *r)
{
    if (r->at == r->view->history_count)
        return own_best_double(r);
    const dom_event *lead = next_of_kind(r, DOM_EVENT_LEAD);
    bool is_double = lead && lead->tile < DOM_TILES_MAX && dom_tile_is_double(lead->tile);
    return is_double ? lead->tile : DOM_NO_TILE;
}

/* Sets who leads. During opening draws after which the hands decide, nobody does. */
static dom_rc read_leader(reading *r)
{
    int leader = r->view->leader;
    bool is_open = r->seen->opening && r->seen->lead_rule != DOM_LEAD_ROTATE;
    bool is_seat = 0 <= leader && leader < r->options->players;
    if (is_open ? leader != DOM_NOBODY : !is_seat)
        return bad_view(r, "its leader cannot lead");
    r->seen->leader = (int8_t)leader;
    r->seen->turn = (uint8_t)(r->seen->opening ? r->view->seat : leader);
    return DOM_OK;
}

/* Concludes from a leader who was found by a double what the hands do not have. It is called when
 * the leader is on turn for the first time. */
static dom_rc read_lead(reading *r)
{
    bool by_double = r->seen->lead_rule != DOM_LEAD_ROTATE;
    bool own = r->options->lead_tile == DOM_LEAD_TILE_OWN_DOUBLE && r->seen->end_count == 0;
    if (!by_double || !own)
        return DOM_OK;
    dom_tile led = led_double(r);
    bool is_dealt_again = r->options->no_double == DOM_NO_DOUBLE_REDEAL &&
                          r->options->opening_draw == DOM_OPENING_NONE;
    if (led == DOM_NO_TILE && is_dealt_again)
        return bad_event(r, "the leader must lead a double");
    nobody_has(r, better_doubles(r, led == DOM_NO_TILE ? -1 : dom_tile_high(led)));
    r->seen->lead_tile = led;
    return DOM_OK;
}

/* ---- the play ------------------------------------------------------------------- */

/* Makes the action in the round that everybody saw, where no hand can be empty or stuck. */
static void follow(reading *r, dom_action action)
{
    dom_event event;
    dom_round_make(r->seen, action, &event);
    r->seen->end = DOM_END_NONE;
    r->drew_forced = false;
}

static dom_rc read_play(reading *r, const dom_event *event)
{
    dom_action action = {
        .kind = DOM_PLAY, .tile = event->tile, .end = event->end, .down = event->down};
    if ((event->kind == DOM_EVENT_LEAD) != (r->seen->end_count == 0))
        return bad_event(r, "the first tile is a lead, and no other");
    if (!dom_round_is_legal(r->seen, action))
        return bad_event(r, "the tile does not fit there, or it is in another place");
    if (--r->held[event->seat] == 0)
        return bad_event(r, "the seat has no tile left, so the round is over");
    if (r->drew_forced)
        dom_search_get_known(r->holdings, event->seat, event->tile);
    else
        dom_search_show(r->holdings, event->seat, event->tile);
    follow(r, action);
    see(r, dom_tileset_of(event->tile));
    return DOM_OK;
}

/* Reads the draws of a turn. A seat that must draw had nothing that fits, nor do the tiles that it
 * drew before the last one. */
static dom_rc read_draw(reading *r, const dom_event *event)
{
    const dom_options *o = r->options;
    int count = event->count;
    bool forced = o->draw_mode == DOM_DRAW_FORCED;
    bool may_lead = r->seen->end_count == 0 && (forced || r->seen->lead_tile != DOM_NO_TILE);
    if (count == 0 || count > r->seen->drawable || (o->draw_limit && count > o->draw_limit))
        return bad_event(r, "so many tiles cannot be drawn");
    if (r->seen->drawn > 0 || may_lead)
        return bad_event(r, "the seat cannot draw now");
    r->seen->drawn = (uint8_t)count;
    r->seen->paid[event->seat] = (uint8_t)(r->seen->paid[event->seat] + count);
    if (!forced) {
        note_get(r, event->seat, count);
        return DOM_OK;
    }
    dom_search_lack(r->holdings, event->seat, r->seen->fits);
    note_get(r, event->seat, count - 1);
    dom_search_lack(r->holdings, event->seat, r->seen->fits);
    r->held[event->seat]++;
    set_stock(r, r->stock - 1);
    r->drew_forced = true;
    return DOM_OK;
}

static dom_rc read_pass(reading *r, const dom_event *event)
{
    const dom_options *o = r->options;
    bool may_draw = r->seen->drawable > 0 && (o->draw_limit == 0 || r->seen->drawn < o->draw_limit);
    if (r->seen->end_count == 0 || may_draw)
        return bad_event(r, "the seat cannot pass now");
    if (o->end_rule == DOM_RULE_MOVER_STUCK && r->seen->drawable == 0)
        return bad_event(r, "the seat is stuck, so the round is over");
    if (r->drew_forced)
        dom_search_get(r->holdings, event->seat, 1);
    dom_search_lack(r->holdings, event->seat, r->seen->fits);
    follow(r, (dom_action){.kind = DOM_PASS});
    return DOM_OK;
}

/* Returns true if the layout ends the round whatever the hands are: no tile that is left fits. */
static bool is_dead(const reading *r)
{
    const dom_options *o = r->options;
    dom_tileset left = dom_tileset_union(r->unseen, r->view->hand);
    bool is_looked_for = o->end_rule == DOM_RULE_ALL_STUCK && o->dead_layout == DOM_DEAD_IMMEDIATE;
    return dom_tileset_is_empty(dom_tileset_common(left, r->seen->fits)) &&
           (is_looked_for || r->seen->drawable == 0);
}

static dom_rc read_tile(reading *r, const dom_event *event)
{
    dom_rc rc = read_play(r, event);
    return rc == DOM_OK && is_dead(r) ? bad_event(r, "no tile fits after it, so the round is over")
                                      : rc;
}

static dom_rc read_event(reading *r)
{
    const dom_event *event = &r->view->history[r->at];
    if (event->seat != r->seen->turn || r->seen->opening)
        return bad_event(r, "another seat is on turn");
    switch (event->kind) {
    case DOM_EVENT_LEAD:
    case DOM_EVENT_PLAY:
        return read_tile(r, event);
    case DOM_EVENT_DRAW:
        return read_draw(r, event);
    case DOM_EVENT_PASS:
        return read_pass(r, event);
    default:
        return bad_event(r, "this kind of event cannot come now");
    }
}

/* ---- the moment of the view ---------------------------------------------------------- */

static bool is_waiting(const reading *r)
{
    return r->view->seat != r->seen->turn;
}

/* Notes the own hand. Where drawing is forced and the seat has drawn, what fits is what it drew
 * last. Of what another seat drew last nobody knows yet whether it fits. */
static dom_rc read_hand(reading *r)
{
    int seat = r->view->seat;
    bool drew_forced = r->drew_forced && !is_waiting(r);
    dom_tileset hand = r->view->hand;
    dom_tileset fitting = dom_tileset_common(hand, r->seen->fits);
    if (drew_forced && dom_tileset_count(fitting) > 1)
        return bad_view(r, "the seat drew although a tile of its hand fitted");
    if (drew_forced && !dom_tileset_is_empty(fitting))
        dom_search_get_known(r->holdings, seat, dom_tileset_next(fitting, 0));
    else if (r->drew_forced)
        dom_search_get(r->holdings, r->seen->turn, 1);
    dom_tileset rest = drew_forced ? dom_tileset_minus(hand, fitting) : hand;
    for (dom_tile t = dom_tileset_next(rest, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(rest, t + 1))
        dom_search_show(r->holdings, seat, t);
    return DOM_OK;
}

static dom_rc check_counts(const reading *r)
{
    const dom_view *v = r->view;
    for (int s = 0; s < v->seats; s++)
        if (v->counts[s] != r->held[s])
            return dom_err_set(r->err, DOM_E_MALFORMED,
                               "the view contradicts itself: seat %d holds %d tiles, but the "
                               "history leaves it %d",
                               s, v->counts[s], r->held[s]);
    if (dom_tileset_count(v->hand) != v->counts[v->seat])
        return bad_view(r, "the own hand has another number of tiles");
    if (v->stock != r->stock || v->drawable != r->seen->drawable)
        return bad_view(r, "the history leaves another stock");
    return DOM_OK;
}

static dom_rc check_turn(const reading *r)
{
    bool has_drawn_so = r->view->drawn == (is_waiting(r) ? 0 : r->seen->drawn);
    if (is_waiting(r) && r->may_wait && r->seen->end_count == 0)
        return bad_view(r, "nobody has led, so the seat must be on turn");
    if (is_waiting(r) ? !r->may_wait || !has_drawn_so : !r->seen->opening && !has_drawn_so)
        return bad_view(r, "by the history the seat is not on turn, or has drawn otherwise");
    return DOM_OK;
}

static dom_rc check_table(const reading *r)
{
    const dom_view *v = r->view;
    if (v->end_count != r->seen->end_count ||
        memcmp(v->ends, r->seen->ends, v->end_count * sizeof *v->ends) != 0)
        return bad_view(r, "the history leads to other ends");
    return DOM_OK;
}

/* Expects the view's list of actions, if it has one, to be that of the rules. */
static dom_rc check_legal(const reading *r)
{
    dom_action legal[DOM_ACTIONS_MAX];
    const dom_view *v = r->view;
    if (v->legal_count == 0)
        return DOM_OK;
    int count = dom_round_legal(r->seen, legal);
    if (count != v->legal_count || memcmp(legal, v->legal, v->legal_count * sizeof *legal) != 0)
        return bad_view(r, "the rules give another list of legal actions");
    return DOM_OK;
}

/* Makes of the round that everybody saw the round that the seat sees. */
static dom_rc finish_position(reading *r)
{
    memset(r->seen->hand, 0, sizeof r->seen->hand);
    r->seen->hand[r->view->seat] = r->view->hand;
    r->seen->stock = r->unseen;
    return check_legal(r);
}

static dom_rc read_history(reading *r, dom_search_record *record)
{
    while (next_of_kind(r, DOM_EVENT_LOT))
        r->at++;
    if (r->at > DOM_LOTS_MAX)
        return bad_event(r, "so many lots are never drawn");
    record->lots = (uint8_t)r->at;
    deal_hands(r);
    record->stock_at_start = (uint8_t)r->stock;
    dom_rc rc = read_start(r, record);
    if (rc != DOM_OK)
        return rc;
    dom_round_derive(r->seen);
    set_stock(r, r->stock);
    read_opening(r);
    rc = read_leader(r);
    if (rc == DOM_OK && !r->seen->opening)
        rc = read_lead(r);
    for (; rc == DOM_OK && r->at < r->view->history_count; r->at++)
        rc = read_event(r);
    return rc;
}

static bool is_lead_hidden(const reading *r)
{
    bool by_double = r->seen->lead_rule != DOM_LEAD_ROTATE;
    return by_double && !r->seen->opening && r->seen->lead_tile == DOM_NO_TILE;
}

static dom_rc read_moment(reading *r)
{
    dom_rc rc = check_counts(r);
    if (rc == DOM_OK)
        rc = check_turn(r);
    if (rc == DOM_OK)
        rc = check_table(r);
    if (rc == DOM_OK)
        rc = read_hand(r);
    return rc == DOM_OK ? finish_position(r) : rc;
}

dom_rc dom_search_read(dom_search_record *record, const dom_view *view, const dom_options *options,
                       bool may_wait, dom_err *err)
{
    reading r = {.view = view,
                 .options = options,
                 .may_wait = may_wait,
                 .err = err,
                 .seen = &record->position,
                 .unseen = dom_tileset_full(options->set_max, options->doubles),
                 .holdings = &record->holdings};
    dom_rc rc = check_shape(&r);
    if (rc != DOM_OK)
        return rc;
    record->start = DOM_NO_TILE;
    record->position = (dom_round){.options = options,
                                   .leader = DOM_NOBODY,
                                   .lead_rule = lead_rule_of(view),
                                   .lead_tile = DOM_NO_TILE,
                                   .last_player = DOM_NOBODY,
                                   .by = DOM_NOBODY};
    dom_search_hold_nothing(&record->holdings, options);
    see(&r, view->hand);
    rc = read_history(&r, record);
    if (rc == DOM_OK)
        rc = read_moment(&r);
    record->is_lead_hidden = is_lead_hidden(&r);
    return rc;
}
