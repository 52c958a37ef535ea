/* Draws worlds. What is the same in all of them was worked out before (belief.c), so a world costs
 * little more than the shuffling of its tiles. */
#include "search/belief.h"

#include <string.h>

typedef struct {
    const dom_search_belief *belief;
    dom_random *random;
    dom_search_world *world;
    dom_tile left[DOM_TILES_MAX]; /* tiles that are in no group of `ways`, as far as known      */
    int left_count;
    uint8_t slot[DOM_TILES_MAX]; /* as in the belief; of each group, the free ones come first    */
    uint8_t room[DOM_SEARCH_GROUPS_MAX]; /* as in the belief; what is left                       */
    uint8_t used[DOM_SEARCH_GROUPS_MAX]; /* slots of each group that are not free any more       */
} sampling;

/* Puts a tile into a slot of its seat: into the dealt hand or into the order of its draws. */
static void fill_slot(sampling *s, int seat, int slot, dom_tile tile)
{
    dom_deal *deal = &s->world->deal;
    int dealt = s->belief->position.options->hand;
    if (slot < dealt)
        deal->hand[seat] = dom_tileset_with(deal->hand[seat], tile);
    else
        deal->stock[seat][slot - dealt] = tile;
}

/* Puts a tile into one of the free slots among the first `before` of the group. Slots that were
 * taken by tiles that were laid earlier are all among them. */
static void put(sampling *s, int group, int before, dom_tile tile)
{
    const dom_search_group *of = &s->belief->holdings.group[group];
    uint8_t *slots = s->slot + s->belief->first_slot[group];
    int free = of->slots - s->used[group];
    int at = dom_random_pick(s->random, before - s->used[group]);
    fill_slot(s, of->seat, slots[at], tile);
    memmove(slots + at, slots + at + 1, (size_t)(free - at - 1));
    s->used[group]++;
}

/* Returns a random one of the groups that are filled together, each with the probability of its
 * share of their free slots. */
static int pick_like(sampling *s, int first)
{
    const dom_search_belief *b = s->belief;
    int free = 0;
    for (int g = first; g != DOM_SEARCH_NO_GROUP; g = b->next_like[g])
        free += s->room[g];
    int at = dom_random_pick(s->random, free);
    int group = first;
    for (; at >= s->room[group]; group = b->next_like[group])
        at -= s->room[group];
    s->room[group]--;
    return group;
}

/* Gives a tile to the seat of a group. Where the seat has drawn nothing, the slot does not matter.
 */
static void give(sampling *s, int group, int before, dom_tile tile)
{
    const dom_search_belief *b = s->belief;
    int seat = b->holdings.group[group].seat;
    if (dom_tileset_has(b->position.stock, tile))
        s->world->hand[seat] = dom_tileset_with(s->world->hand[seat], tile);
    if (b->drawn[seat] > 0)
        put(s, group, before, tile);
}

/* Gives a hidden tile to the only group of a seat, or to one that is filled together with it. */
static void give_to_only(sampling *s, int group, dom_tile tile)
{
    if (s->belief->next_like[group] != DOM_SEARCH_NO_GROUP)
        group = pick_like(s, group);
    give(s, group, s->belief->holdings.group[group].slots, tile);
}

static void give_in_step(sampling *s, const dom_search_step *step, dom_tile tile)
{
    int seat = s->belief->holdings.group[step->group].seat;
    if (s->belief->only_group[seat] == step->group)
        give_to_only(s, step->group, tile);
    else
        give(s, step->group, step->before, tile);
}

/* Takes a random one of the first `count` tiles out of the list. */
static dom_tile take(sampling *s, dom_tile tiles[], int count)
{
    int at = dom_random_pick(s->random, count);
    dom_tile tile = tiles[at];
    tiles[at] = tiles[count - 1];
    return tile;
}

/* Adds tiles to those that are left for the free seats and the stock. */
static void leave(sampling *s, const dom_tile tiles[], int count)
{
    memcpy(s->left + s->left_count, tiles, (size_t)count);
    s->left_count += count;
}

/* Fills the groups of `ways`. What stays out of a class is left. */
static void fill_groups(sampling *s)
{
    const dom_search_ways *ways = &s->belief->ways;
    uint8_t takes[DOM_SEARCH_STEPS_MAX];
    dom_tile tile[DOM_TILES_MAX];
    dom_tile *pool = tile; /* the class of the step */
    int pool_count = 0;
    int next = 0;
    dom_search_ways_pick(ways, s->random, takes);
    memcpy(tile, s->belief->tile, s->belief->class_tiles);
    for (int i = 0; i < ways->step_count; i++) {
        const dom_search_step *step = &ways->step[i];
        if (step->class_size) {
            leave(s, pool, pool_count);
            pool = tile + next;
            pool_count = step->class_size;
            next += pool_count;
        }
        for (int n = 0; n < takes[i]; n++)
            give_in_step(s, step, take(s, pool, pool_count--));
    }
    leave(s, pool, pool_count);
}

/* Finds the slots of tiles that were seen, for seats with one group. */
static void place_shown(sampling *s)
{
    const dom_search_holdings *h = &s->belief->holdings;
    for (int i = 0; i < h->shown_count; i++) {
        const dom_search_shown *shown = &h->shown[i];
        if (s->belief->only_group[shown->seat] == shown->newest &&
            s->belief->drawn[shown->seat] > 0)
            put(s, shown->newest, shown->before, shown->tile);
    }
}

/* Puts the tiles whose slot is known there. */
static void place_known(sampling *s)
{
    const dom_search_holdings *h = &s->belief->holdings;
    for (int seat = 0; seat < h->seats; seat++)
        for (int i = s->belief->position.options->hand; i < h->slot_count[seat]; i++)
            if (h->slot_tile[seat][i] != DOM_NO_TILE)
                fill_slot(s, seat, i, h->slot_tile[seat][i]);
}

/* Fills the hands about which nothing is known. What is left then is the stock. */
static void fill_free_seats(sampling *s)
{
    const dom_search_belief *b = s->belief;
    leave(s, b->tile + b->class_tiles, b->free_tiles);
    for (int seat = 0; seat < b->holdings.seats; seat++) {
        int group = b->only_group[seat];
        for (int i = 0; i < b->free_room[seat]; i++)
            give_to_only(s, group, take(s, s->left, s->left_count--));
    }
    leave(s, b->tile + b->class_tiles + b->free_tiles, b->stock_tiles);
}

/* ---- the stock --------------------------------------------------------------------- */

static void shuffle(sampling *s, dom_tile tiles[], int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = dom_random_pick(s->random, i + 1);
        dom_tile tile = tiles[i];
        tiles[i] = tiles[j];
        tiles[j] = tile;
    }
}

/* Writes the seat's order of the stock behind what it has drawn: what is left, and then what others
 * have drawn, which nobody can draw any more. */
static void order_stock(sampling *s, int seat)
{
    const dom_search_belief *b = s->belief;
    dom_tile *order = s->world->deal.stock[seat] + b->drawn[seat];
    memcpy(order, s->left, (size_t)s->left_count);
    shuffle(s, order, s->left_count);
    order += s->left_count;
    for (int other = 0; other < b->holdings.seats; other++) {
        if (other == seat)
            continue;
        memcpy(order, s->world->deal.stock[other], b->drawn[other]);
        order += b->drawn[other];
    }
}

static void fill_stock(sampling *s)
{
    const dom_search_belief *b = s->belief;
    s->world->deal.stock_count = b->stock_at_start;
    if (!dom_options_may_draw(b->position.options)) {
        memcpy(s->world->deal.stock[0], s->left, (size_t)s->left_count);
        return;
    }
    for (int seat = 0; seat < b->holdings.seats; seat++)
        order_stock(s, seat);
}

/* ---- worlds ------------------------------------------------------------------------- */

/* Writes what all worlds have in common. */
static void begin_world(sampling *s)
{
    const dom_search_belief *b = s->belief;
    dom_search_world *world = s->world;
    dom_deal *deal = &world->deal;
    memset(world->hand, 0, sizeof world->hand);
    memcpy(deal->hand, b->gone, sizeof deal->hand);
    world->hand[b->seat] = b->position.hand[b->seat];
    deal->start = b->start;
    deal->leader = b->position.leader;
    deal->redeals = 0;
    deal->lot_count = b->lot_count;
    memcpy(deal->lots, b->lot, b->lot_count * sizeof *b->lot);
}

/* Makes a world in which all holds that the holdings say. */
static void make_world(sampling *s)
{
    const dom_search_belief *b = s->belief;
    bool has_drawn = false;
    begin_world(s);
    s->left_count = 0;
    memcpy(s->room, b->room, b->holdings.group_count);
    for (int seat = 0; seat < b->holdings.seats; seat++)
        has_drawn |= b->drawn[seat] > 0;
    if (has_drawn) {
        memcpy(s->slot, b->slot, sizeof s->slot);
        memset(s->used, 0, b->holdings.group_count);
        place_known(s);
        place_shown(s);
    }
    fill_groups(s);
    fill_free_seats(s);
    fill_stock(s);
    for (int seat = 0; seat < b->holdings.seats; seat++)
        if (b->drawn[seat] == 0)
            s->world->deal.hand[seat] =
                dom_tileset_union(s->world->deal.hand[seat], s->world->hand[seat]);
}

/* Returns true if the seat that leads in the view leads in this world. */
static bool has_right_leader(const dom_search_belief *b, const dom_search_world *world)
{
    dom_round round;
    dom_event event;
    dom_lead rule = b->position.lead_rule;
    if (dom_lead_wants_redeal(b->position.options, rule, &world->deal))
        return false;
    dom_round_begin(&round, b->position.options, &world->deal, rule, DOM_NOBODY);
    while (round.opening)
        dom_round_make(&round, (dom_action){.kind = DOM_DRAW}, &event);
    return round.leader == b->position.leader;
}

static bool is_accepted(const dom_search_belief *b, const dom_search_world *world)
{
    if (b->is_lead_hidden && !has_right_leader(b, world))
        return false;
    return !b->is_record_open || dom_search_replay(b, world, NULL, NULL);
}

dom_rc dom_search_sample(const dom_search_belief *belief, dom_random *random,
                         dom_search_world *world)
{
    sampling s = {.belief = belief, .random = random, .world = world};
    for (int i = 0; i < DOM_SEARCH_TRIES; i++) {
        make_world(&s);
        if (is_accepted(belief, world))
            return DOM_OK;
    }
    return DOM_E_LIMIT;
}
