/* Finds facts: makes both actions on the position that the seat saw, and goes through a table of
 * kinds with a condition each. */
#include "analysis/fact.h"

#include "rules/notation.h"
#include "search/position.h"

#include <string.h>

enum {
    HEAVIER_PIPS = 3, /* differences that are worth a sentence */
    FEWER_TILES = 2,
    FAR_MORE_TILES = 4,
    MANY_TILES = 2
};

/* ---- what the history tells ------------------------------------------------------------------ */

/* The layout as the events of the round built it, and what other seats have shown. Values are bits.
 */
typedef struct {
    const dom_options *options;
    int end_count;
    int8_t ends[DOM_ENDS_MAX];
    int8_t opener[DOM_ENDS_MAX]; /* whose tile made the value open, or DOM_NOBODY */
    uint8_t passes[DOM_SEATS_MAX][DOM_PIP_MAX + 1]; /* since the seat's last draw    */
    unsigned drew_on[DOM_SEATS_MAX]; /* values that were open when the seat had to draw */
} trail;

static unsigned bit(int value)
{
    return 1u << value;
}

static bool has(unsigned values, int value)
{
    return value >= 0 && (values >> value & 1);
}

static int lowest(unsigned values)
{
    return __builtin_ctz(values);
}

static unsigned open_values(const int8_t ends[], int end_count)
{
    unsigned values = 0;
    for (int e = 0; e < end_count; e++)
        values |= ends[e] == DOM_ARM_CLOSED ? 0 : bit(ends[e]);
    return values;
}

/* Follows a lead or a start tile. */
static void follow_first(trail *t, const dom_event *event)
{
    t->end_count = t->options->arms;
    for (int e = 0; e < t->end_count; e++) {
        t->ends[e] = (int8_t)(e == 0 ? dom_tile_high(event->tile) : dom_tile_low(event->tile));
        t->opener[e] = event->seat;
    }
}

static void follow_play(trail *t, const dom_event *event)
{
    int8_t *end = &t->ends[event->end];
    if (!dom_tile_is_double(event->tile))
        t->opener[event->end] = event->seat;
    *end = (int8_t)(event->down ? DOM_ARM_CLOSED : dom_tile_other_half(event->tile, *end));
}

static void follow_draw(trail *t, const dom_event *event)
{
    bool is_forced = t->options->draw_mode == DOM_DRAW_FORCED;
    memset(t->passes[event->seat], 0, sizeof t->passes[event->seat]);
    t->drew_on[event->seat] = is_forced ? open_values(t->ends, t->end_count) : 0;
}

static void follow_pass(trail *t, const dom_event *event)
{
    unsigned open = open_values(t->ends, t->end_count);
    for (int v = 0; v <= DOM_PIP_MAX; v++)
        t->passes[event->seat][v] += has(open, v);
}

static void follow_lot(trail *t, const dom_event *event)
{
    (void)t;
    (void)event;
}

static void follow(trail *t, const dom_view *view)
{
    static void (*const by_kind[])(trail *, const dom_event *) = {
        [DOM_EVENT_LEAD] = follow_first,  [DOM_EVENT_PLAY] = follow_play,
        [DOM_EVENT_DRAW] = follow_draw,   [DOM_EVENT_PASS] = follow_pass,
        [DOM_EVENT_START] = follow_first, [DOM_EVENT_LOT] = follow_lot};
    for (int i = 0; i < view->history_count; i++)
        by_kind[view->history[i].kind](t, &view->history[i]);
}

/* Returns the values of which the seat has shown that it has none. */
static unsigned lacked(const trail *t, int seat)
{
    unsigned values = t->drew_on[seat];
    for (int v = 0; v <= DOM_PIP_MAX; v++)
        values |= t->passes[seat][v] > 0 ? bit(v) : 0;
    return values;
}

/* ---- the two actions ------------------------------------------------------------------------- */

/* An action with what it leaves. Of a draw only the action is set. */
typedef struct {
    dom_action action;
    dom_tileset rest; /* of the hand                     */
    unsigned open;    /* values                          */
    int fitting;      /* tiles of the rest that fit      */
    int hidden;       /* tiles not seen by the seat that fit */
} left_by;

typedef struct {
    const dom_view *view;
    const dom_options *options;
    dom_tileset unseen;
    unsigned open; /* values, before the action */
    trail trail;
    left_by taken, best;
} two_actions;

static int count_common(dom_tileset a, dom_tileset b)
{
    return dom_tileset_count(dom_tileset_common(a, b));
}

/* Makes the action on a position. In a position the others hold nothing, so the round may be over
 * after the action: only the layout is looked at. */
static left_by make_action(const dom_round *position, dom_action action)
{
    dom_round round = *position;
    dom_event event;
    left_by after = {.action = action};
    if (action.kind != DOM_PLAY)
        return after;
    dom_round_make(&round, action, &event);
    after.rest = round.hand[position->turn];
    after.open = open_values(round.ends, round.end_count);
    after.fitting = count_common(after.rest, round.fits);
    after.hidden = count_common(position->stock, round.fits);
    return after;
}

/* Returns true if `after` leaves only values of which the seat has none. */
static bool stops(const two_actions *c, const left_by *after, int seat)
{
    return after->open && !(after->open & ~lacked(&c->trail, seat));
}

static bool is_opponent(const two_actions *c, int seat)
{
    return seat >= 0 && !dom_same_side(c->options, seat, c->view->seat);
}

/* Returns the seat that is `step` turns later. */
static int seat_after(const two_actions *c, int step)
{
    return (c->view->seat + step) % c->options->players;
}

/* Returns the partner, or DOM_NOBODY. */
static int partner_of(const two_actions *c)
{
    return c->options->teams ? seat_after(c, 2) : DOM_NOBODY;
}

/* ---- draws ----------------------------------------------------------------------------------- */

static bool draws(const two_actions *c, dom_analysis_fact *f)
{
    f->tile = c->best.action.tile;
    return true;
}

static bool draws_for_out(const two_actions *c, dom_analysis_fact *f)
{
    return draws(c, f) && dom_tileset_is_empty(c->best.rest);
}

static bool draws_at_cost(const two_actions *c, dom_analysis_fact *f)
{
    f->count = (uint16_t)c->options->draw_cost;
    return draws(c, f) && f->count > 0;
}

static bool plays_for_draw(const two_actions *c, dom_analysis_fact *f)
{
    f->tile = c->taken.action.tile;
    f->count = c->view->drawable;
    return true;
}

/* ---- who can still lay a tile ---------------------------------------------------------------- */

static bool is_closed(const two_actions *c, const left_by *after)
{
    bool all_stopped = c->view->drawable == 0;
    for (int step = 1; step < c->options->players; step++)
        all_stopped = all_stopped && stops(c, after, seat_after(c, step));
    return after->fitting == 0 && (after->hidden == 0 || all_stopped);
}

/* Says with how many pips `one` closes the layout, against how many tiles of opponents. */
static bool only_one_closes(const two_actions *c, const left_by *one, const left_by *other,
                            dom_analysis_fact *f)
{
    int held = 0;
    for (int s = 0; s < c->options->players; s++)
        held += is_opponent(c, s) ? c->view->counts[s] : 0;
    f->count = (uint16_t)dom_tileset_pips(one->rest, c->options->pip00);
    f->other = (uint16_t)held;
    return is_closed(c, one) && !is_closed(c, other);
}

static bool could_close(const two_actions *c, dom_analysis_fact *f)
{
    return only_one_closes(c, &c->best, &c->taken, f);
}

static bool closes(const two_actions *c, dom_analysis_fact *f)
{
    return only_one_closes(c, &c->taken, &c->best, f);
}

static bool leaves_own(const two_actions *c, dom_analysis_fact *f)
{
    f->count = (uint16_t)c->best.fitting;
    return c->best.fitting > 0 && c->best.hidden == 0 && c->taken.hidden > 0;
}

static bool leaves_lacked(const two_actions *c, dom_analysis_fact *f)
{
    for (int step = 1; step < c->options->players; step++) {
        int seat = seat_after(c, step);
        f->seat = (uint8_t)seat;
        if (is_opponent(c, seat) && stops(c, &c->best, seat) && !stops(c, &c->taken, seat))
            return true;
    }
    return false;
}

static bool leaves_one_passed(const two_actions *c, dom_analysis_fact *f)
{
    if (!leaves_lacked(c, f))
        return false;
    f->value = (uint8_t)lowest(c->best.open);
    f->count = c->trail.passes[f->seat][f->value];
    return c->best.open == bit(f->value) && f->count > 0;
}

/* ---- one value ------------------------------------------------------------------------------- */

/* Return the values that best leaves open and taken does not: those that best opened, and those
 * that taken covered. */
static unsigned opened_by_best(const two_actions *c)
{
    return c->best.open & ~c->taken.open & ~c->open;
}

static unsigned covered_by_taken(const two_actions *c)
{
    return c->best.open & ~c->taken.open & c->open;
}

/* Returns true if best leaves the seat fewer values that it may have. */
static bool is_narrower(const two_actions *c, int seat)
{
    unsigned may_have = ~lacked(&c->trail, seat);
    return dom_bits_count(c->best.open & may_have) < dom_bits_count(c->taken.open & may_have);
}

/* Finds the value of a set on which the seat passed most often. Returns false if it passed on none.
 */
static bool find_passed(const two_actions *c, unsigned values, int seat, dom_analysis_fact *f)
{
    f->seat = (uint8_t)seat;
    f->count = 0;
    for (int v = 0; v <= DOM_PIP_MAX; v++)
        if (has(values, v) && c->trail.passes[seat][v] > f->count) {
            f->value = (uint8_t)v;
            f->count = c->trail.passes[seat][v];
        }
    return f->count > 0;
}

static bool find_drawn(const two_actions *c, unsigned values, int seat, dom_analysis_fact *f)
{
    unsigned drawn = values & c->trail.drew_on[seat];
    f->seat = (uint8_t)seat;
    f->value = drawn ? (uint8_t)lowest(drawn) : 0;
    return drawn != 0;
}

/* Looks for a value of the set with an opponent that has shown that it has none, in the order of
 * the turns. */
static bool find_shown(const two_actions *c, unsigned values, dom_analysis_fact *f,
                       bool (*find)(const two_actions *, unsigned, int, dom_analysis_fact *))
{
    for (int step = 1; step < c->options->players; step++) {
        int seat = seat_after(c, step);
        if (is_opponent(c, seat) && is_narrower(c, seat) && find(c, values, seat, f))
            return true;
    }
    return false;
}

static bool opens_passed(const two_actions *c, dom_analysis_fact *f)
{
    return find_shown(c, opened_by_best(c), f, find_passed);
}

static bool covers_passed(const two_actions *c, dom_analysis_fact *f)
{
    return find_shown(c, covered_by_taken(c), f, find_passed);
}

static bool opens_drawn(const two_actions *c, dom_analysis_fact *f)
{
    return find_shown(c, opened_by_best(c), f, find_drawn);
}

static bool covers_drawn(const two_actions *c, dom_analysis_fact *f)
{
    return find_shown(c, covered_by_taken(c), f, find_drawn);
}

static bool covers_partner(const two_actions *c, dom_analysis_fact *f)
{
    int partner = partner_of(c);
    int end = c->taken.action.end;
    if (partner < 0 || c->trail.end_count == 0 || c->trail.opener[end] != partner)
        return false;
    f->seat = (uint8_t)partner;
    f->value = (uint8_t)c->trail.ends[end];
    return has(covered_by_taken(c), f->value);
}

static bool opens_partner_passed(const two_actions *c, dom_analysis_fact *f)
{
    int partner = partner_of(c);
    unsigned opened = c->taken.open & ~c->best.open & ~c->open;
    return partner >= 0 && find_passed(c, opened, partner, f);
}

/* ---- the tiles that stay in the hand --------------------------------------------------------- */

static bool none_fits(const two_actions *c, dom_analysis_fact *f)
{
    f->count = (uint16_t)c->best.fitting;
    return c->taken.fitting == 0 && c->best.fitting > 0;
}

static bool fewer_fit(const two_actions *c, dom_analysis_fact *f)
{
    f->count = (uint16_t)c->taken.fitting;
    f->other = (uint16_t)c->best.fitting;
    return c->best.fitting - c->taken.fitting >= FEWER_TILES;
}

static bool keeps_double(const two_actions *c, dom_analysis_fact *f)
{
    f->tile = c->best.action.tile;
    return dom_tile_is_double(f->tile) && !dom_tile_is_double(c->taken.action.tile);
}

static bool keeps_lone_double(const two_actions *c, dom_analysis_fact *f)
{
    f->tile = c->best.action.tile;
    f->value = (uint8_t)dom_tile_high(f->tile);
    return dom_tile_is_double(f->tile) && f->tile != c->taken.action.tile &&
           count_common(c->view->hand, dom_tileset_showing(f->value)) == 1;
}

/* Returns true if pips that are left in a hand are bad for it. They are good where the game is to
 * collect them: if they are points for the seat and high scores win, or if the others get points
 * for them and low scores win. */
static bool are_pips_bad(const dom_options *o)
{
    return (o->score == DOM_SCORE_PENALTY) == (o->objective == DOM_OBJECTIVE_LOW);
}

static uint16_t pips_of(const two_actions *c, dom_tile tile)
{
    return (uint16_t)dom_tileset_pips(dom_tileset_of(tile), c->options->pip00);
}

static bool keeps_heavy(const two_actions *c, dom_analysis_fact *f)
{
    f->tile = c->best.action.tile;
    f->count = pips_of(c, c->taken.action.tile);
    f->other = pips_of(c, f->tile);
    return are_pips_bad(c->options) && f->other - f->count >= HEAVIER_PIPS;
}

static bool keeps_heavy_late(const two_actions *c, dom_analysis_fact *f)
{
    bool is_late = false;
    for (int step = c->options->players - 1; step > 0; step--) {
        int seat = seat_after(c, step);
        if (is_opponent(c, seat) && c->view->counts[seat] == 1) {
            f->seat = (uint8_t)seat;
            is_late = true;
        }
    }
    return is_late && keeps_heavy(c, f);
}

static bool leaves_many_own(const two_actions *c, dom_analysis_fact *f)
{
    unsigned values = c->best.open & ~c->taken.open;
    for (int v = 0; v <= DOM_PIP_MAX; v++) {
        int own = count_common(c->best.rest, dom_tileset_showing(v));
        int hidden = count_common(c->unseen, dom_tileset_showing(v));
        if (!has(values, v) || own < MANY_TILES || own <= hidden)
            continue;
        f->value = (uint8_t)v;
        f->count = (uint16_t)own;
        f->other = (uint16_t)(own + hidden);
        return true;
    }
    return false;
}

/* Returns the value that an action opens at its end, or -1 if it leads or opens none. */
static int opened_value(const two_actions *c, const left_by *after)
{
    dom_action a = after->action;
    if (c->trail.end_count == 0 || a.down)
        return -1;
    int value = dom_tile_other_half(a.tile, c->trail.ends[a.end]);
    return has(c->open, value) ? -1 : value;
}

static bool opens_unheld(const two_actions *c, dom_analysis_fact *f)
{
    int by_taken = opened_value(c, &c->taken);
    int by_best = opened_value(c, &c->best);
    if (by_taken < 0 || by_best < 0 || by_taken == by_best)
        return false;
    f->value = (uint8_t)by_taken;
    f->other = (uint16_t)by_best;
    f->count = (uint16_t)count_common(c->best.rest, dom_tileset_showing(by_best));
    return f->count > 0 && count_common(c->taken.rest, dom_tileset_showing(by_taken)) == 0;
}

/* Returns how many different values the tiles show. */
static uint16_t values_shown(dom_tileset tiles)
{
    int values = 0;
    for (int v = 0; v <= DOM_PIP_MAX; v++)
        values += count_common(tiles, dom_tileset_showing(v)) > 0;
    return (uint16_t)values;
}

static bool fewer_values(const two_actions *c, dom_analysis_fact *f)
{
    f->count = values_shown(c->taken.rest);
    f->other = values_shown(c->best.rest);
    return f->count < f->other;
}

/* ---- the other tiles, and the faces of doubles ----------------------------------------------- */

static bool more_hidden_fit(const two_actions *c, dom_analysis_fact *f)
{
    f->count = (uint16_t)c->taken.hidden;
    f->other = (uint16_t)c->best.hidden;
    return f->count > f->other;
}

static bool far_more_hidden_fit(const two_actions *c, dom_analysis_fact *f)
{
    return more_hidden_fit(c, f) && f->count - f->other >= FAR_MORE_TILES;
}

static bool closes_arm(const two_actions *c, dom_analysis_fact *f)
{
    f->tile = c->taken.action.tile;
    return c->taken.action.down && !c->best.action.down;
}

static bool could_close_arm(const two_actions *c, dom_analysis_fact *f)
{
    f->tile = c->best.action.tile;
    return c->best.action.down && !c->taken.action.down;
}

/* ---- the table ------------------------------------------------------------------------------- */

typedef enum { TAKEN_DRAWS, BEST_DRAWS, BOTH_PLAY } pair_kind;
typedef enum { OF_TAKEN, OF_BEST } subject;

/* A kind of fact. In its sentence $t is the tile, $v the value, $s the seat, $n the count, $o the
 * other number and $x the count as "once", "twice" or "3 times". $z is "s" unless the count is 1,
 * and $y the same for the other number. */
typedef struct {
    dom_analysis_fact_kind kind;
    pair_kind pair;
    subject subject;
    bool (*holds)(const two_actions *c, dom_analysis_fact *f); /* sets what the sentence names */
    const char *headline;
    const char *sentence;
} fact_row;

#define ROW(kind, pair, subject, holds, headline, sentence)                                        \
    {                                                                                              \
        DOM_ANALYSIS_FACT_##kind, pair, subject, holds, headline, sentence                         \
    }

/* The most telling kinds are first: what decides the round, what is certain about other hands, and
 * then the others, mostly by how often the better one of two actions is the one that the kind says.
 * That was measured in self-play, with the values of all pairs of plays (search/value.h). Two
 * beliefs of players are not here, because they did not tell the better action apart: that it is
 * bad to leave what an opponent opened, and to stop the own partner. */
static const fact_row table[] = {
    ROW(DRAWS_FOR_OUT, TAKEN_DRAWS, OF_TAKEN, draws_for_out, "draws though it can go out",
        "draws, though $t is its last tile and can be laid"),
    ROW(DRAWS_AT_COST, TAKEN_DRAWS, OF_TAKEN, draws_at_cost, "pays for a tile though it can play",
        "draws for $n point$z, though $t can be laid"),
    ROW(DRAWS, TAKEN_DRAWS, OF_TAKEN, draws, "draws though it can play",
        "draws, though $t can be laid"),
    ROW(PLAYS_FOR_DRAW, BEST_DRAWS, OF_TAKEN, plays_for_draw, "plays though it can draw",
        "lays $t, though $n tile$z can still be drawn"),
    ROW(COULD_CLOSE, BOTH_PLAY, OF_BEST, could_close, "does not close the layout",
        "closes the layout with $n pip$z in hand, while opponents hold $o tile$y"),
    ROW(CLOSES, BOTH_PLAY, OF_TAKEN, closes, "closes the layout",
        "closes the layout with $n pip$z in hand, while opponents hold $o tile$y"),
    ROW(LEAVES_OWN, BOTH_PLAY, OF_BEST, leaves_own, "does not keep the ends for itself",
        "leaves ends that no hidden tile fits, and $n fitting tile$z in hand"),
    ROW(LEAVES_ONE_PASSED, BOTH_PLAY, OF_BEST, leaves_one_passed, "does not stop an opponent",
        "leaves $v at every end, and $s passed $x on $v"),
    ROW(LEAVES_LACKED, BOTH_PLAY, OF_BEST, leaves_lacked, "lets a stopped opponent play",
        "leaves only values of which $s has shown that it has none"),
    ROW(COVERS_PASSED, BOTH_PLAY, OF_TAKEN, covers_passed, "covers what an opponent passed on",
        "covers $v, and $s passed $x on $v"),
    ROW(OPENS_PASSED, BOTH_PLAY, OF_BEST, opens_passed, "does not open what an opponent passed on",
        "opens $v, and $s passed $x on $v"),
    ROW(KEEPS_LONE_DOUBLE, BOTH_PLAY, OF_TAKEN, keeps_lone_double, "keeps a lone double",
        "keeps the double $t, and no other tile of the hand shows $v"),
    ROW(KEEPS_DOUBLE, BOTH_PLAY, OF_TAKEN, keeps_double, "keeps a double", "keeps the double $t"),
    ROW(COVERS_DRAWN, BOTH_PLAY, OF_TAKEN, covers_drawn, "covers what an opponent drew on",
        "covers $v, and $s had to draw on $v"),
    ROW(OPENS_DRAWN, BOTH_PLAY, OF_BEST, opens_drawn, "does not open what an opponent drew on",
        "opens $v, and $s had to draw on $v"),
    ROW(KEEPS_HEAVY_LATE, BOTH_PLAY, OF_TAKEN, keeps_heavy_late, "keeps a heavy tile at the end",
        "keeps $t with $o pips and lays $n, and $s has one tile left"),
    ROW(LEAVES_MANY_OWN, BOTH_PLAY, OF_BEST, leaves_many_own, "does not leave its strong value",
        "leaves $v open, and has $n of the $o tiles left that show $v"),
    ROW(CLOSES_ARM, BOTH_PLAY, OF_TAKEN, closes_arm, "closes an arm",
        "lays $t face down, which closes an arm"),
    ROW(COULD_CLOSE_ARM, BOTH_PLAY, OF_BEST, could_close_arm, "does not close an arm",
        "lays $t face down, which closes an arm"),
    ROW(FAR_MORE_HIDDEN_FIT, BOTH_PLAY, OF_TAKEN, far_more_hidden_fit,
        "leaves ends for far more hidden tiles",
        "leaves ends for $n hidden tile$z, and the better action for $o"),
    ROW(COVERS_PARTNER, BOTH_PLAY, OF_TAKEN, covers_partner, "covers what its partner opened",
        "covers $v, which its partner, $s, opened"),
    ROW(NONE_FITS, BOTH_PLAY, OF_TAKEN, none_fits, "leaves itself no fitting tile",
        "leaves no fitting tile in hand, and the better action $n"),
    ROW(OPENS_UNHELD, BOTH_PLAY, OF_TAKEN, opens_unheld, "opens a value that it does not hold",
        "opens $v, of which it has no tile left, and the better action $o, of which it has $n"),
    ROW(FEWER_VALUES, BOTH_PLAY, OF_TAKEN, fewer_values, "leaves itself fewer values",
        "leaves $n different value$z in hand, and the better action $o"),
    ROW(KEEPS_HEAVY, BOTH_PLAY, OF_TAKEN, keeps_heavy, "keeps a heavier tile",
        "keeps $t with $o pips and lays $n"),
    ROW(FEWER_FIT, BOTH_PLAY, OF_TAKEN, fewer_fit, "leaves itself fewer fitting tiles",
        "leaves $n fitting tile$z in hand, and the better action $o"),
    ROW(MORE_HIDDEN_FIT, BOTH_PLAY, OF_TAKEN, more_hidden_fit, "leaves ends for more hidden tiles",
        "leaves ends for $n hidden tile$z, and the better action for $o"),
    ROW(OPENS_PARTNER_PASSED, BOTH_PLAY, OF_TAKEN, opens_partner_passed,
        "opens what its partner passed on", "opens $v, and its partner, $s, passed $x on $v"),
};

enum { ROWS = sizeof table / sizeof *table };

_Static_assert(ROWS == DOM_ANALYSIS_FACTS - 1, "a row per kind");

/* Returns the row of a kind, or NULL for kind NONE. */
static const fact_row *row_of(dom_analysis_fact_kind kind)
{
    dom_check((unsigned)kind < DOM_ANALYSIS_FACTS);
    for (int i = 0; i < ROWS; i++)
        if (table[i].kind == kind)
            return &table[i];
    return NULL;
}

/* ---- finding a fact -------------------------------------------------------------------------- */

static bool is_same(dom_action a, dom_action b)
{
    return a.kind == b.kind && a.tile == b.tile && a.end == b.end && a.down == b.down;
}

static pair_kind pair_of(const two_actions *c)
{
    if (c->taken.action.kind != DOM_PLAY)
        return TAKEN_DRAWS;
    return c->best.action.kind == DOM_PLAY ? BOTH_PLAY : BEST_DRAWS;
}

static dom_analysis_fact first_fact(const two_actions *c)
{
    pair_kind pair = pair_of(c);
    for (int i = 0; i < ROWS; i++) {
        dom_analysis_fact fact = {.kind = (uint8_t)table[i].kind};
        if (table[i].pair == pair && table[i].holds(c, &fact))
            return fact;
    }
    return (dom_analysis_fact){.kind = DOM_ANALYSIS_FACT_NONE};
}

dom_analysis_fact dom_analysis_fact_of(const dom_view *view, const dom_options *options,
                                       dom_action taken, dom_action best)
{
    dom_analysis_fact none = {.kind = DOM_ANALYSIS_FACT_NONE};
    dom_round position;
    if (is_same(taken, best) || dom_search_position_of(&position, view, options, NULL) != DOM_OK)
        return none;
    two_actions c = {.view = view,
                     .options = options,
                     .unseen = position.stock,
                     .open = open_values(position.ends, position.end_count),
                     .trail = {.options = options},
                     .taken = make_action(&position, taken),
                     .best = make_action(&position, best)};
    /* with its last tile the seat goes out by any play, and nothing tells two of them apart */
    if (pair_of(&c) == BOTH_PLAY && dom_tileset_is_empty(c.best.rest))
        return none;
    follow(&c.trail, view);
    return first_fact(&c);
}

/* ---- words ----------------------------------------------------------------------------------- */

static void add_tile(dom_text *text, const dom_analysis_fact *f)
{
    dom_tile_write(f->tile, text);
}

static void add_value(dom_text *text, const dom_analysis_fact *f)
{
    dom_text_add_int(text, f->value);
}

static void add_seat(dom_text *text, const dom_analysis_fact *f)
{
    dom_text_add(text, "seat ");
    dom_text_add_int(text, f->seat);
}

static void add_count(dom_text *text, const dom_analysis_fact *f)
{
    dom_text_add_int(text, f->count);
}

static void add_other(dom_text *text, const dom_analysis_fact *f)
{
    dom_text_add_int(text, f->other);
}

static void add_times(dom_text *text, const dom_analysis_fact *f)
{
    static const char *const words[] = {"never", "once", "twice"};
    if (f->count <= 2) {
        dom_text_add(text, words[f->count]);
        return;
    }
    dom_text_add_int(text, f->count);
    dom_text_add(text, " times");
}

static void add_plural(dom_text *text, const dom_analysis_fact *f)
{
    dom_text_add(text, f->count == 1 ? "" : "s");
}

static void add_other_plural(dom_text *text, const dom_analysis_fact *f)
{
    dom_text_add(text, f->other == 1 ? "" : "s");
}

/* What stands for `$letter` in a sentence. */
static const struct {
    char letter;
    void (*add)(dom_text *text, const dom_analysis_fact *f);
} names[] = {
    {'t', add_tile},  {'v', add_value}, {'s', add_seat},   {'n', add_count},
    {'o', add_other}, {'x', add_times}, {'z', add_plural}, {'y', add_other_plural},
};

static void add_named(dom_text *text, char letter, const dom_analysis_fact *f)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].letter == letter)
            names[i].add(text, f);
}

dom_analysis_fact_words dom_analysis_fact_words_of(dom_analysis_fact fact)
{
    dom_analysis_fact_words words = {.text = ""};
    dom_text text = dom_text_of(words.text, sizeof words.text);
    const fact_row *r = row_of(fact.kind);
    for (const char *at = r ? r->sentence : ""; *at; at++) {
        if (*at == '$')
            add_named(&text, *++at, &fact);
        else
            dom_text_add_char(&text, *at);
    }
    return words;
}

bool dom_analysis_fact_is_of_best(dom_analysis_fact_kind kind)
{
    const fact_row *r = row_of(kind);
    return r && r->subject == OF_BEST;
}

const char *dom_analysis_fact_headline(dom_analysis_fact_kind kind)
{
    const fact_row *r = row_of(kind);
    return r ? r->headline : "no fact";
}
