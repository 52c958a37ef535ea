/* Looking ahead in the games of a vec. */
#include "search/solver.h"
#include "vec.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

enum { GAMES = 5, ACTIONS_MAX = 1000 };

static double values[2][GAMES * ACTIONS_MAX];

static domino_vec *make(const char *game, uint64_t seed)
{
    domino_vec *vec = domino_vec_new(game, GAMES, seed, NULL, 0);
    cr_assert(vec != NULL);
    cr_assert(le(int, vec->shape.actions, ACTIONS_MAX));
    return vec;
}

static void step(domino_vec *vec)
{
    int32_t actions[GAMES], rewards[GAMES * DOM_SEATS_MAX];
    uint8_t done[GAMES];
    domino_vec_sample(vec, actions);
    cr_assert(eq(int, domino_vec_step(vec, actions, rewards, done, NULL, 0), -1));
}

/* Expects a finite value exactly for the legal actions. */
static void expect_values_of_legal_actions(const domino_vec *vec, const double *of)
{
    const uint8_t *mask = domino_vec_mask(vec);
    for (int i = 0; i < GAMES * vec->shape.actions; i++)
        cr_assert(eq(int, isfinite(of[i]) != 0, mask[i]));
}

Test(search, playouts_value_the_legal_actions_of_every_variant_and_change_nothing)
{
    for (int32_t i = 0; i < domino_variant_count(); i++) {
        char name[DOMINO_NAME_BYTES];
        domino_variant_name(i, name);
        domino_vec *vec = make(name, 3);
        for (int n = 0; n < 4; n++) {
            domino_vec *before = domino_vec_clone(vec);
            domino_vec_playouts(vec, NULL, 3, 9, values[0]);
            expect_values_of_legal_actions(vec, values[0]);
            domino_vec_playouts(before, NULL, 3, 9, values[1]);
            cr_assert(eq(
                int,
                memcmp(values[0], values[1], (size_t)(GAMES * vec->shape.actions) * sizeof(double)),
                0));
            step(vec);
            step(before);
            cr_assert(
                eq(int, memcmp(vec->mask, before->mask, (size_t)(GAMES * vec->shape.actions)), 0));
            domino_vec_free(before);
        }
        domino_vec_free(vec);
    }
}

Test(search, the_last_choice_of_a_round_is_worth_what_it_earns)
{
    domino_vec *vec = make("block-2 target=0 rounds=1", 3);
    int compared = 0;
    for (int n = 0; n < 200; n++) {
        domino_vec_playouts(vec, NULL, 20, 9, values[0]);
        int32_t actions[GAMES], rewards[GAMES * 2], seats[GAMES];
        uint8_t done[GAMES], was_over[GAMES];
        domino_vec_sample(vec, actions);
        for (int g = 0; g < GAMES; g++) {
            seats[g] = vec->game[g].match.play.turn;
            was_over[g] = vec->game[g].match.over;
        }
        cr_assert(eq(int, domino_vec_step(vec, actions, rewards, done, NULL, 0), -1));
        for (int g = 0; g < GAMES; g++) {
            if (!done[g] || was_over[g])
                continue; /* the match ended in this step, by forced actions alone */
            int32_t earned = rewards[2 * g + seats[g]] - rewards[2 * g + 1 - seats[g]];
            cr_assert(eq(dbl, values[0][g * vec->shape.actions + actions[g]], earned));
            compared++;
        }
        domino_vec_reset(vec, done);
    }
    cr_assert(ge(int, compared, 100));
    domino_vec_free(vec);
}

Test(search, other_games_and_games_that_are_over_get_no_values)
{
    domino_vec *vec = make("block-2 target=0 rounds=1", 3);
    uint8_t which[GAMES] = {0, 1, 0, 0, 0};
    for (int i = 0; i < GAMES * ACTIONS_MAX; i++)
        values[0][i] = 77;
    domino_vec_playouts(vec, which, 2, 9, values[0]);
    for (int i = 0; i < GAMES * vec->shape.actions; i++)
        cr_assert(eq(int, values[0][i]<77 || values[0][i]> 77, i / vec->shape.actions == 1));
    for (int n = 0; n < 40; n++)
        step(vec);
    domino_vec_playouts(vec, NULL, 2, 9, values[0]);
    expect_values_of_legal_actions(vec, values[0]);
    cr_assert(eq(int, domino_vec_mask(vec)[0], 0));
    domino_vec_free(vec);
}

/* ---- open hands --------------------------------------------------------------------- */

/* The value of a round by trying everything. */
static int32_t minimax(const dom_round *round, int seat)
{
    dom_action legal[DOM_ACTIONS_MAX];
    dom_event event;
    int count = dom_round_legal(round, legal);
    int32_t best = 0;
    for (int i = 0; i < count; i++) {
        dom_round copy = *round;
        dom_round_make(&copy, legal[i], &event);
        int32_t value = minimax(&copy, seat);
        bool is_better = round->turn == seat ? value > best : value < best;
        if (i == 0 || is_better)
            best = value;
    }
    return count > 0 ? best : dom_search_worth(round, seat);
}

Test(search, solved_values_are_those_of_trying_everything)
{
    static const char *const games[] = {"block-2 hand=5", "block-3 hand=4",
                                        "draw-2 set_max=3 hand=3"};
    uint8_t solved[GAMES];
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        domino_vec *vec = make(games[i], 3);
        step(vec);
        cr_assert(eq(int, domino_vec_solve(vec, NULL, 0, values[0], solved), 1));
        expect_values_of_legal_actions(vec, values[0]);
        for (int g = 0; g < GAMES; g++) {
            const dom_game *game = &vec->game[g];
            cr_assert(eq(int, solved[g], 1));
            for (int a = 0; a < game->legal_count; a++) {
                dom_round copy = game->match.play;
                dom_event event;
                dom_round_make(&copy, vec->action[game->legal[a]], &event);
                cr_assert(eq(dbl, values[0][g * vec->shape.actions + game->legal[a]],
                             minimax(&copy, game->match.play.turn)));
            }
        }
        domino_vec_free(vec);
    }
}

Test(search, a_search_that_ends_early_says_so)
{
    uint8_t solved[GAMES], which[GAMES] = {1, 1, 0, 1, 1};
    domino_vec *vec = make("draw-3 set_max=9 hand=9", 3);
    memset(solved, 77, sizeof solved);
    cr_assert(eq(int, domino_vec_solve(vec, which, 2000, values[0], solved), 1));
    for (int g = 0; g < GAMES; g++)
        cr_assert(eq(int, solved[g], which[g] ? 0 : 77));
    for (int i = 0; i < vec->shape.actions; i++)
        cr_assert(eq(int, isfinite(values[0][i]) && !domino_vec_mask(vec)[i], 0));
    domino_vec_free(vec);
}

/* ---- worlds ---------------------------------------------------------------------------- */

enum { WORLDS = 6, COLUMNS_MAX = 20000 };

static int8_t rows[2][GAMES * COLUMNS_MAX], leads[GAMES];
static int32_t totals[2][GAMES * (1 + DOM_SEATS_MAX)], found[GAMES];
static int8_t worlds[2][GAMES * WORLDS * DOM_SEATS_MAX * DOM_TILES_MAX];

static void look(const domino_vec *vec, int i)
{
    domino_vec_observe(vec, rows[i], totals[i]);
    domino_vec_leads(vec, leads);
}

static int32_t sample_worlds(const domino_vec *vec, uint64_t seed, int i, char *why)
{
    return domino_vec_sample_worlds(vec, NULL, rows[0], totals[0], leads, WORLDS, seed, worlds[i],
                                    found, why, DOMINO_ERROR_BYTES);
}

/* A game that is set to a sampled world shows the seat the same as before. */
static void expect_possible(const domino_vec *vec)
{
    static int8_t one[GAMES * DOM_SEATS_MAX * DOM_TILES_MAX];
    char why[DOMINO_ERROR_BYTES] = "";
    uint8_t is_there[GAMES];
    size_t cells = (size_t)(vec->shape.seats * vec->shape.tiles);
    look(vec, 0);
    cr_assert(eq(int, sample_worlds(vec, 5, 0, why), -1), "%s", why);
    for (int i = 0; i < WORLDS; i++) {
        domino_vec *of_world = domino_vec_clone(vec);
        for (int g = 0; g < GAMES; g++) {
            is_there[g] = found[g] > i;
            memcpy(one + (size_t)g * cells, worlds[0] + ((size_t)g * WORLDS + (size_t)i) * cells,
                   cells);
        }
        cr_assert(eq(int,
                     domino_vec_set_state(of_world, is_there, rows[0], totals[0], leads, one, why,
                                          sizeof why),
                     -1),
                  "%s", why);
        look(of_world, 1);
        cr_assert(eq(int, memcmp(rows[0], rows[1], (size_t)(GAMES * vec->shape.columns)), 0));
        cr_assert(
            eq(int, memcmp(vec->mask, of_world->mask, (size_t)(GAMES * vec->shape.actions)), 0));
        domino_vec_free(of_world);
    }
}

Test(search, sampled_worlds_agree_with_the_observation_in_every_variant)
{
    int found_all = 0, asked = 0;
    for (int32_t i = 0; i < domino_variant_count(); i++) {
        char name[DOMINO_NAME_BYTES];
        domino_variant_name(i, name);
        domino_vec *vec = make(name, 3);
        for (int n = 0; n < 5; n++, step(vec)) {
            expect_possible(vec);
            for (int g = 0; g < GAMES; g++) {
                asked += !vec->game[g].match.over;
                found_all += found[g] == WORLDS;
            }
        }
        domino_vec_free(vec);
    }
    cr_assert(ge(int, asked, 1500));
    cr_assert(ge(int, 100 * found_all, 99 * asked));
}

Test(search, worlds_depend_on_the_seed_and_not_on_hidden_tiles)
{
    char why[DOMINO_ERROR_BYTES] = "";
    domino_vec *vec = make("draw-3", 3);
    size_t bytes = (size_t)(GAMES * WORLDS * vec->shape.seats * vec->shape.tiles);
    step(vec);
    look(vec, 0);
    cr_assert(eq(int, sample_worlds(vec, 5, 0, why), -1));
    domino_vec *other = make("draw-3", 4); /* its own games play no part */
    cr_assert(eq(int, sample_worlds(other, 5, 1, why), -1));
    cr_assert(eq(int, memcmp(worlds[0], worlds[1], bytes), 0));
    cr_assert(eq(int, sample_worlds(vec, 6, 1, why), -1));
    cr_assert(ne(int, memcmp(worlds[0], worlds[1], bytes), 0));
    domino_vec_free(vec);
    domino_vec_free(other);
}

Test(search, a_belief_has_every_sampled_world_and_no_tile_without_one)
{
    static const char *const games[] = {"block-2", "block-3 hand=5", "draw-2 set_max=3 hand=3"};
    static uint8_t may_hold[GAMES * DOM_SEATS_MAX * DOM_TILES_MAX], seen[sizeof may_hold];
    double count[GAMES];
    char why[DOMINO_ERROR_BYTES] = "";
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        domino_vec *vec = make(games[i], 3);
        size_t cells = (size_t)(vec->shape.seats * vec->shape.tiles);
        for (int n = 0; n < 4; n++)
            step(vec);
        look(vec, 0);
        cr_assert(eq(int,
                     domino_vec_belief(vec, NULL, rows[0], totals[0], leads, may_hold, count, why,
                                       sizeof why),
                     -1),
                  "%s", why);
        memset(seen, 0, sizeof seen);
        for (uint64_t seed = 0; seed < 400; seed++) {
            cr_assert(eq(int, sample_worlds(vec, seed, 0, why), -1));
            for (size_t c = 0; c < GAMES * cells; c++)
                for (size_t w = 0; w < WORLDS; w++)
                    seen[c] |= worlds[0][(c / cells * WORLDS + w) * cells + c % cells] == 1;
        }
        cr_assert(eq(int, memcmp(seen, may_hold, GAMES * cells), 0), "%s", games[i]);
        for (int g = 0; g < GAMES; g++)
            cr_assert(eq(int, count[g] >= 1, found[g] > 0), "%s: %g worlds", games[i], count[g]);
        domino_vec_free(vec);
    }
}

Test(search, a_belief_counts_the_worlds_of_a_small_game)
{
    /* three of ten tiles are in each hand; seat 0 leads, seat 1 sees its own three and the led one
     */
    uint8_t may_hold[GAMES * 2 * 10], which[GAMES] = {1, 0, 1, 1, 1};
    double count[GAMES] = {0, -7, 0, 0, 0};
    domino_vec *vec = make("block-2 set_max=3 hand=3 lead_first=seat0", 3);
    look(vec, 0);
    rows[0][3 * vec->shape.columns] = -1;
    cr_assert(eq(int,
                 domino_vec_belief(vec, which, rows[0], totals[0], leads, may_hold, count, NULL, 0),
                 -1));
    cr_assert(eq(dbl, count[0], 7 * 6 * 5 / 6)); /* C(7,3): the leader has seen only its hand */
    cr_assert(eq(dbl, count[1], -7));
    cr_assert(eq(dbl, count[3], 0));
    for (int t = 0; t < 20; t++)
        cr_assert(eq(int, may_hold[3 * 20 + t], 0));
    rows[0][2]++;
    cr_assert(eq(
        int, domino_vec_belief(vec, NULL, rows[0], totals[0], leads, may_hold, count, NULL, 0), 0));
    domino_vec_free(vec);
}

Test(search, an_observation_that_contradicts_itself_names_its_game)
{
    char why[DOMINO_ERROR_BYTES] = "";
    domino_vec *vec = make("draw-3", 3);
    look(vec, 0);
    rows[0][2 * vec->shape.columns + 2]++; /* one more tile in the stock */
    cr_assert(eq(int, sample_worlds(vec, 5, 0, why), 2));
    cr_assert(eq(int, strncmp(why, "game 2: ", 8), 0), "%s", why);
    rows[0][2 * vec->shape.columns] = -1; /* over: no world, no error */
    cr_assert(eq(int, sample_worlds(vec, 5, 0, why), -1));
    cr_assert(eq(int, found[2], 0));
    cr_assert(eq(int, found[1], WORLDS));
    domino_vec_free(vec);
}
