/* Random rounds: every legal action is equally likely. The exact distribution of how a round ends
 * is computed from the lists of legal actions, and compared with that of many random rounds. */
#include "../rules/playout.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

#include "search/playout.h"

enum {
    MATCHES = 300,
    WAYS_MAX = 400,   /* ways in which the rest of a round may be played */
    ROUNDS = 1500,    /* random rounds from each position                */
    EXPECTED_MIN = 5, /* rarer ends are counted together                 */
};

/* A way in which a round may end. */
typedef struct {
    dom_round round;
    double probability;
    int seen;
} outcome;

typedef struct {
    outcome list[WAYS_MAX];
    int count;
    int ways; /* more than WAYS_MAX: too many, the list is not complete */
} outcomes;

/* Returns true if the layout and all tiles are the same. */
static bool is_same_end(const dom_round *a, const dom_round *b)
{
    return memcmp(a->ends, b->ends, sizeof a->ends) == 0 &&
           memcmp(a->hand, b->hand, sizeof a->hand) == 0 && dom_tileset_equal(a->stock, b->stock) &&
           a->end == b->end && a->last_player == b->last_player;
}

static outcome *find(outcomes *all, const dom_round *round)
{
    for (int i = 0; i < all->count; i++)
        if (is_same_end(&all->list[i].round, round))
            return &all->list[i];
    return NULL;
}

static void add_outcome(outcomes *all, const dom_round *round, double probability)
{
    outcome *known = find(all, round);
    if (!known) {
        known = &all->list[all->count++];
        *known = (outcome){.round = *round};
    }
    known->probability += probability;
}

/* Adds every end that can follow, with its probability. */
static void list_outcomes(outcomes *all, const dom_round *round, double probability)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_round_legal(round, legal);
    if (count == 0 && ++all->ways <= WAYS_MAX)
        add_outcome(all, round, probability);
    for (int i = 0; i < count && all->ways <= WAYS_MAX; i++) {
        dom_round next = *round;
        dom_event event;
        dom_round_make(&next, legal[i], &event);
        list_outcomes(all, &next, probability / count);
    }
}

static void count_rounds(outcomes *all, const dom_round *round, dom_random *random)
{
    for (int i = 0; i < ROUNDS; i++) {
        dom_round next = *round;
        dom_search_playout(&next, random);
        outcome *known = find(all, &next);
        cr_assert(known != NULL, "a random round ended in a way in which no round can end");
        known->seen++;
    }
}

/* The sum of chi-squares and of their degrees of freedom. */
typedef struct {
    double chi_square, freedom;
    int positions;
    bool is_done; /* this round was looked at */
    dom_random random;
} comparison;

static void add_cell(comparison *c, double expected, double seen)
{
    c->chi_square += (seen - expected) * (seen - expected) / expected;
    c->freedom++;
}

static void compare(comparison *c, const outcomes *all)
{
    double rare = 0, rare_seen = 0;
    for (int i = 0; i < all->count; i++) {
        double expected = all->list[i].probability * ROUNDS;
        if (expected >= EXPECTED_MIN) {
            add_cell(c, expected, all->list[i].seen);
            continue;
        }
        rare += expected;
        rare_seen += all->list[i].seen;
    }
    if (rare >= EXPECTED_MIN)
        add_cell(c, rare, rare_seen);
    c->freedom--; /* the numbers add up to ROUNDS */
    c->positions++;
}

static void begin_round(const dom_match *match, void *context)
{
    ((comparison *)context)->is_done = false;
}

/* Looks at the first moment of a round from which there are not too many ways on. */
static void look(const dom_match *match, void *context)
{
    static outcomes all;
    comparison *c = context;
    if (c->is_done)
        return;
    all.count = all.ways = 0;
    list_outcomes(&all, &match->play, 1);
    if (all.ways > WAYS_MAX)
        return;
    c->is_done = true;
    count_rounds(&all, &match->play, &c->random);
    compare(c, &all);
}

Test(search_playout, every_legal_action_is_equally_likely_under_random_rules)
{
    comparison c = {.random = {1}};
    watcher w = {.context = &c, .dealt = begin_round, .to_act = look};
    play_matches(MATCHES, 9000, &w);
    cr_assert(ge(int, c.positions, MATCHES), "too few positions: %d", c.positions);
    double deviations = (c.chi_square - c.freedom) / sqrt(2 * c.freedom);
    cr_assert(lt(dbl, fabs(deviations), 4), "chi-square %.1f, freedom %.0f", c.chi_square,
              c.freedom);
}

Test(search_playout, the_same_seed_gives_the_same_round)
{
    dom_options options = options_with("");
    dom_deal deal;
    chance c = {5};
    any_deal(&deal, &options, (dom_lead_need){.rule = DOM_LEAD_LOTS, .seats = 3}, &c);
    dom_round one, two;
    dom_round_begin(&one, &options, &deal, DOM_LEAD_LOTS, deal.leader);
    two = one;
    dom_search_playout(&one, &(dom_random){77});
    dom_search_playout(&two, &(dom_random){77});
    cr_assert(ne(int, one.end, DOM_END_NONE));
    cr_assert(is_same_end(&one, &two));
}
