#include "search/population.h"

#include "search/reference.h"

#include <math.h>

/* Tries to exchange two tiles of a world, at each power of its chance. search.prove_errors measures
 * by how much means differ more than their variances say: 1.44 times with 8 moves, 1.20 times with
 * 16, 1.06 times with 32. The time is nearly in proportion to the moves. */
enum { MOVES = 16 };

/* A population that is being made. */
typedef struct {
    dom_search_population *worlds;
    const dom_search_belief *belief;
    dom_random *random;
    int halvings; /* a chance counts to the power of 1 / 2^halvings */
    uint32_t origins;
    int hidden_count;
    dom_tile hidden[DOM_TILES_MAX];
} growth;

/* ---- chances -------------------------------------------------------------------------------- */

typedef struct {
    int seat; /* whose choices do not count */
    double chance;
} weighing;

/* Multiplies the chance by the probability of an action of another seat. */
static void weigh(void *context, const dom_round *before, dom_action action)
{
    weighing *w = context;
    dom_search_choice choice;
    if (before->turn == w->seat)
        return;
    dom_search_choice_of(&choice, before);
    w->chance *= dom_search_reference_chance(&choice, action);
}

double dom_search_world_chance(const dom_search_belief *belief, const dom_search_world *world,
                               int seat)
{
    weighing w = {.seat = seat, .chance = 1};
    return dom_search_replay(belief, world, weigh, &w) ? w.chance : 0;
}

/* Returns a number from 0 to below 1. */
static double fraction(dom_random *random)
{
    return (double)(dom_random_bits(random) >> 11) * 0x1p-53;
}

/* Returns the chance of a world to the power that counts. Square roots are the same everywhere,
 * which other powers are not. */
static double tempered(const growth *g, int world)
{
    double chance = g->worlds->chance[world];
    for (int i = 0; i < g->halvings; i++)
        chance = sqrt(chance);
    return chance;
}

/* Returns true if at least half of the worlds are effective. */
static bool is_enough(const dom_search_population *p)
{
    double total = 0;
    double squares = 0;
    double most = 0; /* squares of tiny weights would be no numbers */
    for (int i = 0; i < p->count; i++)
        most = p->weight[i] > most ? p->weight[i] : most;
    for (int i = 0; i < p->count; i++) {
        double weight = p->weight[i] / most;
        total += weight;
        squares += weight * weight;
    }
    return 2 * total * total >= p->count * squares;
}

/* ---- copies --------------------------------------------------------------------------------- */

/* Returns the number of worlds of a half. */
static int size_of_half(const dom_search_population *p, int half)
{
    return (p->count - half + 1) / 2;
}

/* Writes how many copies of each world of a half there will be: its share of the weight times the
 * number of worlds, rounded up or down by one random number for all. */
static void count_copies(const growth *g, int half, double total, int copies[])
{
    const dom_search_population *p = g->worlds;
    int count = size_of_half(p, half);
    int given = 0;
    double first = fraction(g->random);
    double passed = 0;
    for (int i = half; i < p->count; i += 2) {
        passed += p->weight[i];
        copies[i] = 0;
        for (; given < count && (first + given) * total < passed * count; given++)
            copies[i]++;
    }
}

/* Puts copies into the places of worlds that are dropped. */
static void place_copies(dom_search_population *p, int half, int copies[])
{
    int from = half;
    for (int i = half; i < p->count; i += 2) {
        if (copies[i] > 0)
            continue;
        while (from < p->count && copies[from] < 2)
            from += 2;
        if (from >= p->count) /* one is missing, because numbers are rounded */
            return;
        copies[from]--;
        copies[i] = 1;
        p->world[i] = p->world[from];
        p->chance[i] = p->chance[from];
        p->origin[i] = p->origin[from];
    }
}

/* Copies and drops worlds of a half in proportion to their weights. Then all have the same weight,
 * the mean, so that both halves count as before. */
static void resample(const growth *g, int half)
{
    dom_search_population *p = g->worlds;
    int copies[DOM_SEARCH_POPULATION_MAX];
    double total = 0;
    for (int i = half; i < p->count; i += 2)
        total += p->weight[i];
    count_copies(g, half, total, copies);
    place_copies(p, half, copies);
    for (int i = half; i < p->count; i += 2)
        p->weight[i] = total / size_of_half(p, half);
}

/* ---- moves ---------------------------------------------------------------------------------- */

/* Returns the seat that holds the tile, or DOM_NOBODY if it is in the stock. */
static int holder(const growth *g, const dom_search_world *world, dom_tile tile)
{
    for (int s = 0; s < g->belief->holdings.seats; s++)
        if (dom_tileset_has(world->hand[s], tile))
            return s;
    return DOM_NOBODY;
}

/* Returns true if it may matter when a holder got which of its tiles. */
static bool has_order(const growth *g, int seat)
{
    return seat != DOM_NOBODY && g->belief->drawn[seat] > 0;
}

static void exchange_in_set(dom_tileset *set, dom_tile a, dom_tile b)
{
    bool has_a = dom_tileset_has(*set, a);
    if (has_a == dom_tileset_has(*set, b))
        return;
    *set = dom_tileset_without(*set, has_a ? a : b);
    *set = dom_tileset_with(*set, has_a ? b : a);
}

/* Exchanges two hidden tiles wherever they are. Doing it twice changes nothing. */
static void exchange(const growth *g, dom_search_world *world, dom_tile a, dom_tile b)
{
    const dom_search_belief *belief = g->belief;
    int seats = belief->holdings.seats;
    int stocks = dom_options_may_draw(belief->position.options) ? seats : 1;
    for (int s = 0; s < seats; s++) {
        exchange_in_set(&world->hand[s], a, b);
        exchange_in_set(&world->deal.hand[s], a, b);
    }
    for (int s = 0; s < stocks; s++) {
        for (int i = 0; i < world->deal.stock_count; i++) {
            dom_tile *tile = &world->deal.stock[s][i];
            *tile = *tile == a ? b : *tile == b ? a : *tile;
        }
    }
}

/* Returns true if a world may be changed to one of another chance: each pair of worlds is then
 * visited in proportion to their tempered chances. */
static bool is_accepted(const growth *g, double before, double after)
{
    double least = fraction(g->random);
    for (int i = 0; i < g->halvings; i++)
        least *= least;
    return after > 0 && least * before < after;
}

/* Exchanges two random tiles of a world, or leaves it as it is. */
static void move(growth *g, int number)
{
    dom_search_population *p = g->worlds;
    dom_search_world *world = &p->world[number];
    dom_tile a = g->hidden[dom_random_pick(g->random, g->hidden_count)];
    dom_tile b = g->hidden[dom_random_pick(g->random, g->hidden_count)];
    int at = holder(g, world, a);
    if (a == b || (at == holder(g, world, b) && !has_order(g, at)))
        return;
    exchange(g, world, a, b);
    double chance = dom_search_world_chance(g->belief, world, g->belief->seat);
    if (is_accepted(g, p->chance[number], chance)) {
        p->chance[number] = chance;
        p->origin[number] = g->origins++;
    } else {
        exchange(g, world, a, b);
    }
}

/* Makes the worlds anew at the present power. */
static void renew(growth *g)
{
    for (int half = 0; half < 2; half++)
        resample(g, half);
    for (int i = 0; i < g->worlds->count; i++)
        for (int k = 0; k < MOVES; k++)
            move(g, i);
}

/* ---- populations ---------------------------------------------------------------------------- */

/* Begins with uniform worlds. */
static dom_rc begin(growth *g, int count, bool is_uniform)
{
    dom_search_population *p = g->worlds;
    p->count = 0;
    for (int i = 0; i < count; i++) {
        dom_search_world *world = &p->world[p->count];
        if (dom_search_sample(g->belief, g->random, world) != DOM_OK)
            break;
        double chance = is_uniform ? 1 : dom_search_world_chance(g->belief, world, g->belief->seat);
        if (chance <= 0) /* too small for a number */
            continue;
        p->chance[p->count] = p->weight[p->count] = chance;
        p->first_copy[p->count] = (uint16_t)p->count;
        p->origin[p->count++] = g->origins++;
    }
    return p->count >= 2 ? DOM_OK : DOM_E_LIMIT;
}

static void list_hidden(growth *g)
{
    dom_tileset hidden = g->belief->position.stock;
    for (dom_tile t = dom_tileset_next(hidden, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(hidden, t + 1))
        g->hidden[g->hidden_count++] = t;
}

/* Finds the largest power at which the first worlds are enough, and gives them these weights. */
static void temper(growth *g)
{
    dom_search_population *p = g->worlds;
    for (g->halvings = 0; !is_enough(p); g->halvings++)
        for (int i = 0; i < p->count; i++)
            p->weight[i] = sqrt(p->weight[i]);
}

/* Doubles the power: what counted before counts once more. */
static void double_power(growth *g)
{
    dom_search_population *p = g->worlds;
    for (int i = 0; i < p->count; i++)
        p->weight[i] *= tempered(g, i);
    g->halvings--;
}

static void list_copies(dom_search_population *p)
{
    for (int i = 0; i < p->count; i++) {
        int first = i % 2;
        while (p->origin[first] != p->origin[i])
            first += 2;
        p->first_copy[i] = (uint16_t)first;
    }
}

dom_rc dom_search_populate(dom_search_population *worlds, const dom_search_belief *belief,
                           int count, dom_random *random)
{
    growth g = {.worlds = worlds, .belief = belief, .random = random};
    dom_check(2 <= count && count <= DOM_SEARCH_POPULATION_MAX);
    if (begin(&g, count, false) != DOM_OK)
        return DOM_E_LIMIT;
    list_hidden(&g);
    temper(&g);
    while (g.halvings > 0) {
        renew(&g);
        double_power(&g);
    }
    if (!is_enough(worlds))
        renew(&g);
    list_copies(worlds);
    return DOM_OK;
}

dom_rc dom_search_populate_uniformly(dom_search_population *worlds, const dom_search_belief *belief,
                                     int count, dom_random *random)
{
    growth g = {.worlds = worlds, .belief = belief, .random = random};
    dom_check(2 <= count && count <= DOM_SEARCH_POPULATION_MAX);
    return begin(&g, count, true);
}
