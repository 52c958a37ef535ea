/* The state of a game, taken from one vec and set in another one, is played on there as it was; and
 * a state that cannot arise in a match is refused. */
#include "vec.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

enum { GAMES = 3, STEPS = 60, COLUMNS_MAX = 20000, HIDDEN = DOM_SEATS_MAX * DOM_TILES_MAX };

/* All that is known of the games of a vec. */
typedef struct {
    int8_t rows[GAMES * COLUMNS_MAX];
    int32_t totals[GAMES * (1 + DOM_SEATS_MAX)];
    int8_t leads[GAMES];
    int8_t worlds[GAMES * HIDDEN];
    uint8_t running[GAMES];
} states;

static domino_vec *make(const char *game, uint64_t seed)
{
    char why[DOMINO_ERROR_BYTES] = "";
    domino_vec *vec = domino_vec_new(game, GAMES, seed, why, sizeof why);
    cr_assert(vec != NULL, "%s: %s", game, why);
    cr_assert(le(int, vec->shape.columns, COLUMNS_MAX));
    return vec;
}

static void look(const domino_vec *vec, states *s)
{
    memset(s, 0, sizeof *s);
    domino_vec_observe(vec, s->rows, s->totals);
    domino_vec_leads(vec, s->leads);
    domino_vec_worlds(vec, s->worlds);
    for (int g = 0; g < GAMES; g++)
        s->running[g] = !vec->game[g].match.over;
}

static int32_t set(domino_vec *vec, const states *s, char *why)
{
    return domino_vec_set_state(vec, s->running, s->rows, s->totals, s->leads, s->worlds, why,
                                why ? DOMINO_ERROR_BYTES : 0);
}

static void expect_set(domino_vec *vec, const states *s)
{
    char why[DOMINO_ERROR_BYTES] = "";
    cr_assert(eq(int, set(vec, s, why), -1), "%s", why);
}

/* Steps both vecs equally until the rounds in play are over, because what is dealt then differs. */
static void expect_same_rounds(const domino_vec *original, const domino_vec *set_one)
{
    static states s, t;
    int32_t actions[GAMES], rewards[2][GAMES * DOM_SEATS_MAX];
    uint8_t done[GAMES];
    domino_vec *a = domino_vec_clone(original), *b = domino_vec_clone(set_one);
    const domino_shape *shape = &a->shape;
    size_t columns = (size_t)shape->columns, actions_each = (size_t)shape->actions;
    uint16_t round[GAMES];
    for (int g = 0; g < GAMES; g++) {
        round[g] = a->game[g].match.round;
        /* points of a reset are part of the next step, but not after a state was set */
        memcpy(a->game[g].rewarded, a->game[g].match.score, sizeof a->game[g].rewarded);
    }
    for (int n = 0; n < 200; n++) {
        look(a, &s);
        look(b, &t);
        int same = 0;
        for (int g = 0; g < GAMES; g++) {
            if (!s.running[g] || a->game[g].match.round != round[g])
                continue;
            same++;
            size_t at = (size_t)g * columns;
            cr_assert(eq(int, memcmp(s.rows + at, t.rows + at, columns), 0));
            cr_assert(eq(int,
                         memcmp(domino_vec_mask(a) + (size_t)g * actions_each,
                                domino_vec_mask(b) + (size_t)g * actions_each, actions_each),
                         0));
            cr_assert(eq(int, s.leads[g], t.leads[g]));
            int hidden = shape->seats * shape->tiles;
            cr_assert(
                eq(int, memcmp(s.worlds + g * hidden, t.worlds + g * hidden, (size_t)hidden), 0));
        }
        if (same == 0)
            break;
        domino_vec_sample(b, actions);
        int32_t actions_of_b[GAMES];
        memcpy(actions_of_b, actions, sizeof actions);
        domino_vec_sample(a, actions);
        for (int g = 0; g < GAMES; g++)
            if (s.running[g] && a->game[g].match.round == round[g])
                actions_of_b[g] = actions[g];
        cr_assert(eq(int, domino_vec_step(a, actions, rewards[0], done, NULL, 0), -1));
        cr_assert(eq(int, domino_vec_step(b, actions_of_b, rewards[1], done, NULL, 0), -1));
        for (int g = 0; g < GAMES; g++)
            if (s.running[g] && a->game[g].match.round == round[g])
                for (int seat = 0; seat < shape->seats; seat++)
                    cr_assert(eq(int, rewards[0][g * shape->seats + seat],
                                 rewards[1][g * shape->seats + seat]));
    }
    domino_vec_free(a);
    domino_vec_free(b);
}

static void step(domino_vec *vec)
{
    int32_t actions[GAMES], rewards[GAMES * DOM_SEATS_MAX];
    uint8_t done[GAMES];
    domino_vec_sample(vec, actions);
    cr_assert(eq(int, domino_vec_step(vec, actions, rewards, done, NULL, 0), -1));
    domino_vec_reset(vec, done);
}

static void carry_over(const char *game)
{
    static states s;
    domino_vec *vec = make(game, 5), *other = make(game, 6);
    for (int n = 0; n < STEPS; n++, step(vec)) {
        if (n % 7)
            continue;
        look(vec, &s);
        expect_set(other, &s);
        expect_same_rounds(vec, other);
    }
    domino_vec_free(vec);
    domino_vec_free(other);
}

Test(state, continues_in_another_vec_as_it_did_in_every_variant)
{
    for (int32_t i = 0; i < domino_variant_count(); i++) {
        char name[DOMINO_NAME_BYTES];
        domino_variant_name(i, name);
        carry_over(name);
    }
    carry_over("draw-3 set_max=12 hand=20 draw_cost=3");
    carry_over("players=4 hand=6 start_tile=any draw_mode=forced draw_limit=1");
}

Test(state, games_that_are_not_named_keep_theirs)
{
    static states s, before, after;
    domino_vec *vec = make("draw-2", 5), *other = make("draw-2", 6);
    step(vec);
    look(vec, &s);
    look(other, &before);
    memset(s.running, 0, sizeof s.running);
    s.running[1] = 1;
    expect_set(other, &s);
    look(other, &after);
    size_t columns = (size_t)vec->shape.columns;
    cr_assert(eq(int, memcmp(before.rows, after.rows, columns), 0));
    cr_assert(eq(int, memcmp(s.rows + columns, after.rows + columns, columns), 0));
    cr_assert(eq(int, memcmp(before.rows + 2 * columns, after.rows + 2 * columns, columns), 0));
    domino_vec_free(vec);
    domino_vec_free(other);
}

Test(state, worlds_are_empty_after_a_match)
{
    static states s;
    int32_t actions[GAMES], rewards[GAMES * DOM_SEATS_MAX];
    uint8_t done[GAMES] = {0};
    domino_vec *vec = make("block-2 target=0 rounds=1", 5);
    while (!(done[0] && done[1] && done[2])) {
        domino_vec_sample(vec, actions);
        (void)domino_vec_step(vec, actions, rewards, done, NULL, 0);
    }
    look(vec, &s);
    for (int i = 0; i < GAMES * HIDDEN; i++)
        cr_assert(eq(int, s.worlds[i], 0));
    domino_vec_free(vec);
}

/* ---- bad input ------------------------------------------------------------------ */

static void expect_refused(domino_vec *vec, const states *s, const char *reason)
{
    static states before, after;
    char why[DOMINO_ERROR_BYTES] = "";
    look(vec, &before);
    cr_assert(eq(int, set(vec, s, why), 1), "%s was expected", reason);
    cr_assert(strstr(why, reason) != NULL, "'%s' does not say '%s'", why, reason);
    cr_assert(eq(int, set(vec, s, NULL), 1));
    look(vec, &after);
    cr_assert(eq(int, memcmp(&before, &after, sizeof before), 0));
}

/* Returns the first tile from which the entry of a seat in game 1 has the value. */
static int8_t *find(const domino_vec *vec, states *s, int seat, int8_t value)
{
    int tiles = vec->shape.tiles;
    int8_t *found = memchr(s->worlds + tiles * (vec->shape.seats + seat), value, (size_t)tiles);
    cr_assert(found != NULL);
    return found;
}

Test(state, that_cannot_arise_in_a_match_is_refused_with_what_is_wrong)
{
    static states good, bad;
    domino_vec *vec = make("draw-2", 5), *other = make("draw-2", 6);
    step(vec);
    look(vec, &good);
    int8_t *row = bad.rows + vec->shape.columns;
    int me = good.rows[vec->shape.columns], other_seat = 1 - me;
#define BAD(reason, ...)                                                                           \
    do {                                                                                           \
        bad = good;                                                                                \
        __VA_ARGS__;                                                                               \
        expect_refused(other, &bad, "game 1: " reason);                                            \
    } while (0)
    BAD("world: 2 is not allowed", *find(vec, &bad, me, 0) = 2);
    BAD("world: seat 0 holds", *find(vec, &bad, 0, 1) = 0);
    BAD("world: seat 1 holds", *find(vec, &bad, 1, 1) = 0);
    BAD("world: seat", int8_t *mine = find(vec, &bad, me, 1);
        bad.worlds[mine - bad.worlds + vec->shape.tiles * (other_seat - me)] = 1;
        *find(vec, &bad, other_seat, 1) = 0);
    BAD("world: tile", *find(vec, &bad, me, -2) = -1);
    BAD("world: tile", *find(vec, &bad, me, -2) = -128);
    BAD("world: the stock of seat", *find(vec, &bad, me, -1) = 0);
    BAD("world: tile", *find(vec, &bad, me, 0) = -1);
    BAD("scores: with 100 points the match is over", bad.totals[vec->shape.totals + 1] = 100);
    BAD("scores: -2147483648 is not allowed; allowed: -100000000..100000000",
        bad.totals[vec->shape.totals + 1] = INT32_MIN);
    BAD("round: 201 is not allowed", bad.totals[vec->shape.totals] = 201);
    BAD("lead: 11", bad.leads[1] = 11);
    BAD("seat: 2", row[0] = 2);
    BAD("", row[2]++);
    BAD("", row[vec->shape.ends_at] ^= 1);
    BAD("", row[vec->shape.counts_at + other_seat]++);
    BAD("", row[0] = (int8_t)other_seat);
    BAD("", memset(row + vec->shape.history_at, -1, DOMINO_EVENT));
#undef BAD
    domino_vec_free(vec);
    domino_vec_free(other);
}
