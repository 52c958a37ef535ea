/* What a vec can do with single games: seeds, opponents, automatic resets and copies. */
#include "vec.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

enum { GAMES = 8, COLUMNS_MAX = 20000 };

static const char *const games_of_all_kinds[] = {"block-2", "draw-3", "homo-homini-lupus",
                                                 "brettspielnetz", "block-teams"};

typedef struct {
    int32_t actions[GAMES];
    int32_t rewards[GAMES * DOM_SEATS_MAX];
    uint8_t done[GAMES];
} turn;

static domino_vec *make(const char *game, uint64_t seed)
{
    char why[DOMINO_ERROR_BYTES] = "";
    domino_vec *vec = domino_vec_new(game, GAMES, seed, why, sizeof why);
    cr_assert(vec != NULL, "%s: %s", game, why);
    return vec;
}

static turn step(domino_vec *vec)
{
    turn t;
    char why[DOMINO_ERROR_BYTES] = "";
    domino_vec_sample(vec, t.actions);
    cr_assert(eq(int, domino_vec_step(vec, t.actions, t.rewards, t.done, why, sizeof why), -1),
              "%s", why);
    return t;
}

/* Expects that two games show the same. */
static void expect_equal(const domino_vec *a, int i, const domino_vec *b, int j)
{
    static int8_t rows[2][GAMES * COLUMNS_MAX];
    static int32_t totals[2][GAMES * (1 + DOM_SEATS_MAX)];
    size_t columns = (size_t)a->shape.columns, sums = (size_t)a->shape.totals;
    size_t actions = (size_t)a->shape.actions;
    domino_vec_observe(a, rows[0], totals[0]);
    domino_vec_observe(b, rows[1], totals[1]);
    cr_assert(
        eq(int, memcmp(rows[0] + (size_t)i * columns, rows[1] + (size_t)j * columns, columns), 0));
    cr_assert(eq(int,
                 memcmp(totals[0] + (size_t)i * sums, totals[1] + (size_t)j * sums,
                        sums * sizeof totals[0][0]),
                 0));
    cr_assert(eq(int,
                 memcmp(domino_vec_mask(a) + (size_t)i * actions,
                        domino_vec_mask(b) + (size_t)j * actions, actions),
                 0));
}

static void play_on_equally(domino_vec *a, domino_vec *b)
{
    for (int n = 0; n < 60; n++) {
        turn s = step(a), t = step(b);
        for (int g = 0; g < GAMES; g++) {
            expect_equal(a, g, b, g);
            cr_assert(eq(int, s.actions[g], t.actions[g]));
        }
        domino_vec_reset(a, s.done);
        domino_vec_reset(b, t.done);
    }
}

Test(games, a_seed_makes_a_game_the_first_one_of_a_vec_with_that_seed)
{
    domino_vec *vec = make("draw-3", 1), *of_seed = make("draw-3", 99);
    uint64_t seeds[GAMES] = {7, 7, 7, 99, 99, 7, 7, 7};
    uint8_t which[GAMES] = {0, 0, 0, 1, 1, 0, 0, 0};
    for (int n = 0; n < 5; n++)
        step(vec);
    domino_vec *same = domino_vec_clone(vec);
    domino_vec_seed(vec, which, seeds);
    expect_equal(vec, 3, same, 3); /* the round in play is unchanged */
    domino_vec_reset(vec, which);
    expect_equal(vec, 2, same, 2);
    for (int n = 0; n < 40; n++) {
        expect_equal(vec, 3, of_seed, 0);
        expect_equal(vec, 4, of_seed, 0);
        turn t = step(vec), u = step(of_seed);
        cr_assert(eq(int, t.done[3], u.done[0]));
        domino_vec_reset(vec, t.done);
        domino_vec_reset(of_seed, u.done);
    }
    domino_vec_seed(vec, NULL, seeds);
    domino_vec_reset(vec, NULL);
    expect_equal(vec, 0, vec, 7);
    domino_vec_free(vec);
    domino_vec_free(of_seed);
    domino_vec_free(same);
}

/* ---- opponents ---------------------------------------------------------------------- */

static void set_players(domino_vec *vec, int8_t of_seat_0, int8_t of_others)
{
    int8_t players[GAMES * DOM_SEATS_MAX];
    for (int i = 0; i < GAMES * vec->shape.seats; i++)
        players[i] = i % vec->shape.seats == 0 ? of_seat_0 : of_others;
    cr_assert(eq(int, domino_vec_opponents(vec, players, NULL, 0), -1));
}

static int weight(const domino_vec *vec, int32_t number)
{
    dom_action a = vec->action[number];
    return a.kind == DOM_PLAY ? dom_tile_pips(a.tile) : -1;
}

static int32_t heaviest(const domino_vec *vec, int g)
{
    const dom_game *game = &vec->game[g];
    int32_t best = -1;
    for (int i = 0; i < game->legal_count; i++)
        if (best < 0 || weight(vec, game->legal[i]) > weight(vec, best))
            best = game->legal[i];
    return best;
}

/* The same games are played twice: once the library chooses for all seats but the first, and once
 * the test does. */
static void compare_with_greedy(const char *game)
{
    domino_vec *vec = make(game, 3), *by_hand = make(game, 3);
    set_players(vec, DOMINO_CALLER, DOMINO_GREEDY);
    for (int n = 0; n < 120; n++) {
        turn t;
        for (bool is_waiting = true; is_waiting;) { /* until seat 0 decides everywhere */
            is_waiting = false;
            memset(t.actions, 0, sizeof t.actions);
            for (int g = 0; g < GAMES; g++) {
                int seat = by_hand->game[g].match.over ? 0 : by_hand->game[g].match.play.turn;
                if (seat == 0)
                    continue;
                is_waiting = true;
                domino_vec *one = by_hand;
                dom_match_make(&one->game[g].match, one->action[heaviest(one, g)]);
                memset(one->game[g].mask, 0, (size_t)one->shape.actions);
                dom_game_advance(one, &one->game[g]);
            }
        }
        for (int g = 0; g < GAMES; g++)
            expect_equal(vec, g, by_hand, g);
        domino_vec_sample(vec, t.actions);
        cr_assert(eq(int, domino_vec_step(vec, t.actions, t.rewards, t.done, NULL, 0), -1));
        cr_assert(eq(int, domino_vec_step(by_hand, t.actions, t.rewards, t.done, NULL, 0), -1));
    }
    domino_vec_free(vec);
    domino_vec_free(by_hand);
}

Test(games, greedy_opponents_play_their_heaviest_tile)
{
    for (size_t i = 0; i < sizeof games_of_all_kinds / sizeof *games_of_all_kinds; i++)
        compare_with_greedy(games_of_all_kinds[i]);
}

Test(games, rewards_of_a_match_against_opponents_add_up_to_its_score)
{
    domino_vec *vec = make("draw-3", 4);
    int32_t earned[GAMES][DOM_SEATS_MAX] = {{0}};
    set_players(vec, DOMINO_CALLER, DOMINO_RANDOM);
    int over = 0;
    for (int n = 0; n < 2000 && over < GAMES; n++) {
        turn t = step(vec);
        over = 0;
        for (int g = 0; g < GAMES; g++) {
            over += t.done[g];
            for (int s = 0; s < 3; s++) {
                earned[g][s] += t.rewards[g * 3 + s];
                cr_assert(eq(int, earned[g][s], vec->game[g].match.score[s]));
            }
            cr_assert(vec->game[g].match.over || vec->game[g].match.play.turn == 0);
        }
    }
    cr_assert(eq(int, over, GAMES));
    domino_vec_free(vec);
}

Test(games, random_opponents_play_any_legal_action_and_change_no_deal)
{
    domino_vec *vec = make("block-2 target=0 rounds=2", 4),
               *plain = make("block-2 target=0 rounds=2", 4);
    set_players(vec, DOMINO_RANDOM, DOMINO_RANDOM);
    int different = 0;
    for (int g = 0; g < GAMES; g++) {
        cr_assert(vec->game[g].match.over); /* no seat is the caller's */
        different += vec->game[g].others.state != plain->game[g].others.state;
    }
    for (turn t = step(plain); !(t.done[0] && t.done[1] && t.done[2]);)
        t = step(plain);
    for (int g = 0; g < 3; g++)
        cr_assert(eq(int,
                     memcmp(vec->game[g].match.deal.hand, plain->game[g].match.deal.hand,
                            sizeof vec->game[g].match.deal.hand),
                     0));
    cr_assert(eq(int, different, GAMES));
    domino_vec_free(vec);
    domino_vec_free(plain);
}

Test(games, an_unknown_player_is_refused_and_nothing_changes)
{
    char why[DOMINO_ERROR_BYTES] = "";
    int8_t players[GAMES * 2] = {1, 1, 1, 1, 1, 0, 0, 3};
    domino_vec *vec = make("block-2", 4), *same = make("block-2", 4);
    cr_assert(eq(int, domino_vec_opponents(vec, players, why, sizeof why), 3));
    cr_assert(eq(str, why, "game 3: player 3 of seat 1 is not allowed; allowed: 0..2"));
    players[7] = -1;
    cr_assert(eq(int, domino_vec_opponents(vec, players, NULL, 0), 3));
    for (int g = 0; g < GAMES; g++)
        expect_equal(vec, g, same, g);
    domino_vec_free(vec);
    domino_vec_free(same);
}

/* ---- automatic resets ---------------------------------------------------------------- */

Test(games, an_automatic_reset_begins_the_match_that_a_reset_would_begin)
{
    domino_vec *vec = make("block-2 target=20", 4), *by_hand = make("block-2 target=20", 4);
    domino_vec_auto_reset(vec, 1);
    int ended = 0;
    for (int n = 0; n < 300; n++) {
        turn t = step(vec), u = step(by_hand);
        cr_assert(eq(int, memcmp(t.rewards, u.rewards, GAMES * 2 * sizeof *t.rewards), 0));
        cr_assert(eq(int, memcmp(t.done, u.done, sizeof t.done), 0));
        for (int g = 0; g < GAMES; g++)
            ended += t.done[g];
        domino_vec_reset(by_hand, u.done);
        for (int g = 0; g < GAMES; g++)
            expect_equal(vec, g, by_hand, g);
    }
    cr_assert(ge(int, ended, 30));
    domino_vec_auto_reset(vec, 0);
    for (int n = 0; n < 300; n++)
        step(vec);
    for (int g = 0; g < GAMES; g++)
        cr_assert(vec->game[g].match.over);
    domino_vec_free(vec);
    domino_vec_free(by_hand);
}

Test(games, matches_without_a_decision_are_skipped_and_a_game_without_any_stays_over)
{
    domino_vec *rare = make("block-2 hand=2 target=0 rounds=1", 4);
    domino_vec *never = make("block-2 hand=1 target=0 rounds=1", 4);
    domino_vec_auto_reset(rare, 1);
    domino_vec_auto_reset(never, 1);
    set_players(rare, DOMINO_CALLER, DOMINO_GREEDY);
    step(rare);
    for (int n = 0; n < 50; n++) {
        step(rare);
        for (int g = 0; g < GAMES; g++)
            cr_assert(eq(int, rare->game[g].match.over, 0));
    }
    turn t = step(never);
    cr_assert(t.done[0] && never->game[0].match.over);
    domino_vec_free(rare);
    domino_vec_free(never);
}

/* ---- copies ---------------------------------------------------------------------------- */

Test(games, a_clone_continues_as_its_original)
{
    for (size_t i = 0; i < sizeof games_of_all_kinds / sizeof *games_of_all_kinds; i++) {
        domino_vec *vec = make(games_of_all_kinds[i], 6);
        if (i % 2)
            set_players(vec, DOMINO_CALLER, DOMINO_RANDOM);
        for (int n = 0; n < 9; n++)
            step(vec);
        domino_vec *clone = domino_vec_clone(vec);
        play_on_equally(vec, clone);
        domino_vec_free(vec); /* a clone needs nothing of it */
        step(clone);
        domino_vec_free(clone);
    }
}

Test(games, a_copied_game_continues_as_its_source_and_the_others_are_untouched)
{
    domino_vec *from = make("draw-3", 6), *to = make("draw-3", 7), *before = make("draw-3", 7);
    for (int n = 0; n < 9; n++)
        step(from);
    int32_t to_game[] = {1, 2, 5}, from_game[] = {4, 4, 0};
    cr_assert(eq(int, domino_vec_copy(to, to_game, from, from_game, 3, NULL, 0), -1));
    expect_equal(to, 0, before, 0);
    expect_equal(to, 3, before, 3);
    for (int n = 0; n < 30; n++) {
        expect_equal(to, 1, from, 4);
        expect_equal(to, 2, from, 4);
        expect_equal(to, 5, from, 0);
        turn t = step(to), u = step(from);
        domino_vec_reset(to, t.done);
        domino_vec_reset(from, u.done);
    }
    cr_assert(
        eq(int, domino_vec_copy(to, (int32_t[]){3, 4}, to, (int32_t[]){3, 3}, 2, NULL, 0), -1));
    expect_equal(to, 3, to, 4);
    domino_vec_free(from);
    domino_vec_free(to);
    domino_vec_free(before);
}

Test(games, copies_of_games_that_do_not_exist_are_refused_and_nothing_changes)
{
    char why[DOMINO_ERROR_BYTES] = "";
    domino_vec *a = make("draw-3", 6), *b = make("draw-3", 7), *other = make("draw-2", 7);
    int32_t good[] = {0, 1, 2}, bad[] = {0, 1, GAMES};
    cr_assert(eq(int, domino_vec_copy(a, good, b, bad, 3, why, sizeof why), 2));
    cr_assert(eq(str, why, "pair 2: there is no game 8; allowed: 0..7"));
    bad[2] = -1;
    cr_assert(eq(int, domino_vec_copy(a, bad, b, good, 3, why, sizeof why), 2));
    cr_assert(eq(str, why, "pair 2: there is no game -1; allowed: 0..7"));
    cr_assert(eq(int, domino_vec_copy(a, good, other, good, 3, why, sizeof why), 0));
    cr_assert(eq(str, why, "the games have different options"));
    domino_vec *same = make("draw-3", 6);
    for (int g = 0; g < GAMES; g++)
        expect_equal(a, g, same, g);
    domino_vec_free(a);
    domino_vec_free(b);
    domino_vec_free(other);
    domino_vec_free(same);
}
