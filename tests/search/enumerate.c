#include "enumerate.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A search through the deals and then, event by event, through what may have been drawn. */
typedef struct {
    world_list *list;
    const dom_view *view;
    const dom_options *options;
    dom_lead rule;
    bool next;
    dom_deal deal; /* the dealt hands, and for each seat what it has drawn so far */
    int drawn[DOM_SEATS_MAX];
    dom_tileset own; /* all tiles that the own seat has had */
} search;

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15;
    return hash ^ hash >> 29;
}

uint64_t world_key(const dom_deal *deal, const dom_options *options,
                   const int drawn[static DOM_SEATS_MAX])
{
    uint64_t hash = 1;
    for (int s = 0; s < options->players; s++) {
        hash = mix(mix(hash, deal->hand[s].bits[0]), deal->hand[s].bits[1]);
        for (int i = 0; i < drawn[s]; i++)
            hash = mix(hash, deal->stock[s][i] + 1u);
    }
    return hash;
}

/* Returns true if the seat may get the tile: the own seat only its own tiles, and no other seat one
 * of them. Everything else is tried. */
static bool may_get(const search *s, int seat, dom_tile tile)
{
    return dom_tileset_has(s->own, tile) == (seat == s->view->seat);
}

static void add_world(search *s)
{
    cr_assert(lt(int, s->list->count, WORLDS_MAX));
    s->list->key[s->list->count++] = world_key(&s->deal, s->options, s->drawn);
}

/* Adds the world once for each choice of the next tile of each seat from `seat` on. */
static void add_with_next(search *s, const dom_round *round, int seat)
{
    if (seat == s->options->players) {
        add_world(s);
        return;
    }
    for (dom_tile t = dom_tileset_next(round->stock, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(round->stock, t + 1)) {
        s->deal.stock[seat][s->drawn[seat]++] = t;
        add_with_next(s, round, seat + 1);
        s->drawn[seat]--;
    }
}

static void compare_with_view(search *s, const dom_round *round)
{
    dom_action legal[DOM_ACTIONS_MAX];
    const dom_view *v = s->view;
    bool is_waiting = v->legal_count == 0;
    if (round->end != DOM_END_NONE || (round->turn == v->seat) == is_waiting ||
        round->leader != v->leader || !dom_tileset_equal(round->hand[v->seat], v->hand) ||
        (!is_waiting && round->drawn != v->drawn))
        return;
    int count = is_waiting ? 0 : dom_round_legal(round, legal);
    if (count != v->legal_count || memcmp(legal, v->legal, (size_t)count * sizeof *legal) != 0)
        return;
    if (s->next)
        add_with_next(s, round, 0);
    else
        add_world(s);
}

static void follow(search *s, const dom_round *round, int event, int draws);

/* Tries every tile of the stock as the next draw of the seat on turn. */
static void try_draws(search *s, const dom_round *round, int event, int draws)
{
    int seat = round->turn;
    for (dom_tile t = dom_tileset_next(round->stock, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(round->stock, t + 1)) {
        if (!may_get(s, seat, t))
            continue;
        dom_event made;
        dom_round after = *round;
        dom_deal next = {.stock_count = DOM_TILES_MAX};
        next.stock[seat][0] = t;
        after.deal = &next;
        after.stock_at[seat] = 0;
        if (dom_round_apply(&after, (dom_action){.kind = DOM_DRAW}, &made) != DOM_OK)
            return;
        s->deal.stock[seat][s->drawn[seat]++] = t;
        follow(s, &after, event, draws - 1);
        s->drawn[seat]--;
    }
}

/* Follows the history from an event on, before which `draws` draws are left. */
static void follow(search *s, const dom_round *round, int event, int draws)
{
    if (draws > 0) {
        try_draws(s, round, event, draws);
        return;
    }
    if (event == s->view->history_count) {
        compare_with_view(s, round);
        return;
    }
    dom_event made;
    dom_round after = *round;
    const dom_event *e = &s->view->history[event];
    if (e->kind == DOM_EVENT_START || e->kind == DOM_EVENT_LOT) {
        follow(s, round, event + 1, 0);
    } else if (e->seat != round->turn || round->end != DOM_END_NONE) {
        return;
    } else if (e->kind == DOM_EVENT_DRAW) {
        try_draws(s, round, event + 1, e->count);
    } else {
        bool pass = e->kind == DOM_EVENT_PASS;
        dom_action play = {.kind = DOM_PLAY, .tile = e->tile, .end = e->end, .down = e->down};
        if (dom_round_apply(&after, pass ? (dom_action){.kind = DOM_PASS} : play, &made) == DOM_OK)
            follow(s, &after, event + 1, 0);
    }
}

static void play_deal(search *s, dom_tileset stock)
{
    dom_round round;
    dom_deal deal = s->deal;
    deal.stock_count = 0;
    for (dom_tile t = dom_tileset_next(stock, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(stock, t + 1))
        deal.stock[0][deal.stock_count++] = t;
    if (dom_lead_wants_redeal(s->options, s->rule, &deal))
        return;
    bool by_double = s->rule == DOM_LEAD_HIGHEST_DOUBLE || s->rule == DOM_LEAD_LOWEST_DOUBLE;
    dom_round_begin(&round, s->options, &deal, s->rule, by_double ? DOM_NOBODY : s->view->leader);
    follow(s, &round, 0, 0);
}

/* Deals `missing` more tiles, from `from` on, to a seat, and then to the next seats. */
static void deal_on(search *s, int seat, int missing, int from, dom_tileset left)
{
    if (seat == s->options->players) {
        play_deal(s, left);
        return;
    }
    if (missing == 0) {
        deal_on(s, seat + 1, s->options->hand, 0, left);
        return;
    }
    for (dom_tile t = dom_tileset_next(left, from); t != DOM_NO_TILE;
         t = dom_tileset_next(left, t + 1)) {
        if (!may_get(s, seat, t))
            continue;
        dom_tileset before = s->deal.hand[seat];
        s->deal.hand[seat] = dom_tileset_with(before, t);
        deal_on(s, seat, missing - 1, t + 1, dom_tileset_without(left, t));
        s->deal.hand[seat] = before;
    }
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void list_worlds(world_list *list, const dom_view *view, const dom_options *options, dom_lead rule,
                 bool next)
{
    static search s;
    memset(&s, 0, sizeof s);
    s.list = list;
    s.view = view;
    s.options = options;
    s.rule = rule;
    s.next = next;
    s.deal.start = DOM_NO_TILE;
    dom_tileset left = dom_tileset_full(options->set_max, options->doubles);
    s.own = view->hand;
    for (int i = 0; i < view->history_count; i++) {
        const dom_event *e = &view->history[i];
        if ((e->kind == DOM_EVENT_PLAY || e->kind == DOM_EVENT_LEAD) && e->seat == view->seat)
            s.own = dom_tileset_with(s.own, e->tile);
        if (e->kind == DOM_EVENT_START)
            s.deal.start = e->tile;
    }
    if (s.deal.start != DOM_NO_TILE)
        left = dom_tileset_without(left, s.deal.start);
    list->count = 0;
    memset(list->seen, 0, sizeof list->seen);
    deal_on(&s, 0, options->hand, 0, left);
    qsort(list->key, (size_t)list->count, sizeof *list->key, compare_keys);
    for (int i = 1; i < list->count; i++)
        cr_assert(ne(u64, list->key[i], list->key[i - 1]), "two worlds have the same hash");
}

bool count_world(world_list *list, uint64_t key)
{
    const uint64_t *at =
        bsearch(&key, list->key, (size_t)list->count, sizeof *list->key, compare_keys);
    if (at)
        list->seen[at - list->key]++;
    return at != NULL;
}

double chi_square_deviation(const world_list *list, int samples)
{
    double expected = (double)samples / list->count;
    double sum = 0;
    if (list->count == 1)
        return 0;
    for (int i = 0; i < list->count; i++)
        sum += (list->seen[i] - expected) * (list->seen[i] - expected) / expected;
    return (sum - (list->count - 1)) / sqrt(2.0 * (list->count - 1));
}
