/* Populations against plain weighing: in the same moment of a game, many uniform worlds are weighed
 * by their chances, and say how often each seat holds each hidden tile. */
#include "search/population.h"

#include "row_params.h"
#include "selfplay.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

#include "rules/variant.h"

enum { UNIFORM_WORLDS = 100000, POPULATIONS = 20, WORLDS = 512, PLACES = DOM_SEATS_MAX + 1 };

/* A moment of a round of self-play at which few of the uniform worlds explain what happened. */
typedef struct {
    const char *variant;
    uint64_t seed;
    int choices; /* of the seat on turn before */
} moment;

static const moment moments[] = {
    {"block-4", 1, 3},        {"draw-2", 3, 5},      {"draw-3", 1, 3},
    {"draw-forced-2", 1, 5},  {"partnership", 2, 3}, {"homo-homini-lupus", 3, 3},
    {"brettspielnetz", 3, 3},
};

static dom_search_belief belief;
static dom_search_population worlds;

/* ---- the moment ----------------------------------------------------------------------------- */

typedef struct {
    selfplay play;
    dom_random random;
    int left; /* choices of seat 0 until the moment */
    bool is_found;
} search;

static int choose(void *context, const dom_match *match, const dom_search_choice *choice)
{
    static dom_view view;
    search *s = context;
    dom_err err = {.text = ""};
    if (match->play.turn == 0 && s->left-- == 0) {
        dom_view_of(&view, match, 0);
        dom_rc rc = dom_search_belief_of(&belief, &view, &match->options, &err);
        cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
        s->is_found = true;
    }
    return selfplay_policy(&s->random, choice);
}

/* Makes `belief` that of the first round in which the moment comes. The options outlive it. */
static void come_to(const moment *m)
{
    static dom_variant variant;
    static search s;
    cr_assert(eq(int, dom_variant_find(&variant, m->variant, NULL), DOM_OK));
    s = (search){.random = {.state = m->seed}};
    selfplay_begin(&s.play, &variant.options, m->seed);
    s.play.context = &s;
    s.play.choose = choose;
    for (int round = 0; !s.is_found; round++) {
        cr_assert(lt(int, round, 100));
        s.left = m->choices;
        selfplay_deal(&s.play);
        selfplay_round(&s.play);
        dom_match_settle(&s.play.match);
    }
}

/* ---- who holds what ------------------------------------------------------------------------- */

/* Shares of the worlds in which a tile is in a place: with a seat, or in the stock. */
typedef struct {
    double share[DOM_TILES_MAX][PLACES];
} shares;

static int place_of(const dom_search_world *world, dom_tile tile)
{
    for (int s = 0; s < belief.position.options->players; s++)
        if (dom_tileset_has(world->hand[s], tile))
            return s;
    return DOM_SEATS_MAX;
}

static void add_world(shares *s, const dom_search_world *world, double weight)
{
    dom_tileset hidden = belief.position.stock;
    for (dom_tile t = dom_tileset_next(hidden, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(hidden, t + 1))
        s->share[t][place_of(world, t)] += weight;
}

static void divide(shares *s, double by)
{
    for (int t = 0; t < DOM_TILES_MAX; t++)
        for (int p = 0; p < PLACES; p++)
            s->share[t][p] /= by;
}

/* Weighs uniform worlds. Returns how many of them are effective. */
static double weigh_uniform(shares *s)
{
    dom_random random = {.state = 1};
    dom_search_world world;
    double total = 0, squares = 0;
    memset(s, 0, sizeof *s);
    for (int i = 0; i < UNIFORM_WORLDS; i++) {
        cr_assert(eq(int, dom_search_sample(&belief, &random, &world), DOM_OK));
        double chance = dom_search_world_chance(&belief, &world, belief.position.turn);
        total += chance;
        squares += chance * chance;
        add_world(s, &world, chance);
    }
    divide(s, total);
    return total * total / squares;
}

static void share_population(shares *s, uint64_t seed)
{
    dom_random random = {.state = seed};
    double total = 0;
    memset(s, 0, sizeof *s);
    cr_assert(eq(int, dom_search_populate(&worlds, &belief, WORLDS, &random), DOM_OK));
    for (int i = 0; i < worlds.count; i++) {
        total += worlds.weight[i];
        add_world(s, &worlds.world[i], worlds.weight[i]);
    }
    divide(s, total);
}

/* Sums over populations. */
typedef struct {
    shares sum, squares;
} summary;

static void summarise(summary *s)
{
    static shares one;
    memset(s, 0, sizeof *s);
    for (int i = 0; i < POPULATIONS; i++) {
        share_population(&one, 100 + (uint64_t)i);
        for (int t = 0; t < DOM_TILES_MAX; t++) {
            for (int p = 0; p < PLACES; p++) {
                s->sum.share[t][p] += one.share[t][p];
                s->squares.share[t][p] += one.share[t][p] * one.share[t][p];
            }
        }
    }
}

/* Returns the squared deviation of a mean share from the right one, in squared standard errors of
 * both. */
static double deviation_of(const summary *s, int tile, int place, double right, double effective)
{
    double mean = s->sum.share[tile][place] / POPULATIONS;
    double variance = s->squares.share[tile][place] / POPULATIONS - mean * mean;
    double error = variance / (POPULATIONS - 1) + right * (1 - right) / effective;
    return (mean - right) * (mean - right) / error;
}

ParameterizedTestParameters(search_population, worlds_are_drawn_by_their_chances)
{
    return row_params(sizeof moments / sizeof *moments);
}

ParameterizedTest(size_t *number, search_population, worlds_are_drawn_by_their_chances)
{
    static shares right;
    static summary found;
    double deviations = 0;
    int cells = 0;
    come_to(&moments[*number]);
    double effective = weigh_uniform(&right);
    cr_assert(lt(dbl, effective, UNIFORM_WORLDS / 20.0), "nothing is to be done: %f", effective);
    cr_assert(lt(dbl, 400, effective), "too little is known: %f", effective);
    summarise(&found);
    for (int t = 0; t < DOM_TILES_MAX; t++) {
        for (int p = 0; p < PLACES; p++) {
            double share = right.share[t][p];
            if (share < 0.02 || share > 0.98) /* too rare for a variance */
                continue;
            deviations += deviation_of(&found, t, p, share, effective);
            cells++;
        }
    }
    cr_assert(lt(int, 8, cells));
    cr_expect(lt(dbl, deviations / cells, 2), "%s: %f over %d shares", moments[*number].variant,
              deviations / cells, cells);
}

/* ---- single populations --------------------------------------------------------------------- */

static void populate(int count, uint64_t seed)
{
    dom_random random = {.state = seed};
    cr_assert(eq(int, dom_search_populate(&worlds, &belief, count, &random), DOM_OK));
    cr_assert(eq(int, worlds.count, count));
}

/* In these moments no world of a population is as it was drawn, so all that is asked here is asked
 * of copied and changed worlds. */
ParameterizedTestParameters(search_population, the_record_follows_from_every_world)
{
    return row_params(sizeof moments / sizeof *moments);
}

ParameterizedTest(size_t *number, search_population, the_record_follows_from_every_world)
{
    int copies = 0;
    come_to(&moments[*number]);
    populate(101, 5);
    for (int i = 0; i < worlds.count; i++) {
        int first = worlds.first_copy[i];
        double chance = dom_search_world_chance(&belief, &worlds.world[i], belief.position.turn);
        cr_expect(lt(dbl, 0, worlds.weight[i]));
        cr_expect(lt(dbl, 0, chance));
        cr_expect(eq(dbl, chance, worlds.chance[i]));
        cr_expect(eq(int, first % 2, i % 2), "a copy has left its half");
        cr_expect(eq(int, worlds.first_copy[first], first));
        cr_expect(zero(int, memcmp(worlds.world[i].hand, worlds.world[first].hand,
                                   sizeof worlds.world[i].hand)));
        copies += first != i;
    }
    cr_expect(lt(int, copies, worlds.count / 4), "too many worlds were not changed");
}

/* The hands of a world. */
static uint64_t hash_of(const dom_search_world *world)
{
    uint64_t hash = 1;
    const unsigned char *bytes = (const unsigned char *)world->hand;
    for (size_t i = 0; i < sizeof world->hand; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3;
    return hash;
}

static uint64_t hash_of_all(void)
{
    uint64_t hash = 0;
    for (int i = 0; i < worlds.count; i++)
        hash = hash * 31 + hash_of(&worlds.world[i]);
    return hash;
}

Test(search_population, the_same_seed_gives_the_same_worlds)
{
    come_to(&moments[2]);
    populate(50, 9);
    uint64_t first = hash_of_all();
    populate(50, 10);
    cr_expect(ne(u64, hash_of_all(), first));
    populate(50, 9);
    cr_expect(eq(u64, hash_of_all(), first));
}

Test(search_population, uniform_worlds_count_the_same)
{
    dom_random random = {.state = 3};
    come_to(&moments[0]);
    cr_assert(eq(int, dom_search_populate_uniformly(&worlds, &belief, 20, &random), DOM_OK));
    cr_assert(eq(int, worlds.count, 20));
    for (int i = 0; i < worlds.count; i++) {
        cr_expect(eq(dbl, worlds.weight[i], 1));
        cr_expect(eq(int, worlds.first_copy[i], i));
    }
}
