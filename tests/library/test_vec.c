/* Many games at once are single matches played side by side: for every variant a second match gets
 * the same deals and the same actions, and everything the library shows of a game is compared with
 * it. */
#include "rules/variant.h"
#include "rules/view.h"
#include "vec.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 7, STEPS = 250 };

/* A vec with its arrays, and the single matches with which it is compared. */
typedef struct {
    domino_vec *vec;
    domino_shape shape;
    int8_t *observation;
    int32_t *totals;
    int32_t actions[GAMES];
    int32_t rewards[GAMES * DOM_SEATS_MAX];
    uint8_t done[GAMES];
    dom_match single[GAMES];
    dom_random deals[GAMES];
} bench;

static void *room(int32_t count, size_t size)
{
    void *memory = malloc((size_t)count * size);
    cr_assert(memory != NULL);
    return memory;
}

/* Makes all actions without a choice, as arena/table does. */
static void make_forced_actions(bench *b, int g)
{
    dom_match *match = &b->single[g];
    dom_action legal[DOM_ACTIONS_MAX];
    dom_event event;
    int count;
    while (!match->over && (count = dom_match_legal(match, legal)) < 2) {
        if (count == 1) {
            cr_assert(eq(int, dom_match_apply(match, legal[0], &event), DOM_OK));
            continue;
        }
        if (match->play.end != DOM_END_NONE)
            dom_match_settle(match);
        if (match->over)
            return;
        dom_deal deal = {.stock_count = 0};
        dom_search_deal(&deal, &match->options, &b->vec->pack, dom_match_lead(match), &b->deals[g]);
        dom_match_deal(match, &deal);
    }
}

static void begin(bench *b, int g)
{
    dom_match *match = &b->single[g];
    dom_deal deal = {.stock_count = 0};
    dom_match_init(match, &b->vec->options);
    dom_search_deal(&deal, &match->options, &b->vec->pack, dom_match_lead(match), &b->deals[g]);
    dom_match_deal(match, &deal);
    make_forced_actions(b, g);
}

static bench *make(const char *game, uint64_t seed)
{
    char why[DOMINO_ERROR_BYTES] = "";
    bench *b = room(1, sizeof *b);
    b->vec = domino_vec_new(game, GAMES, seed, why, sizeof why);
    cr_assert(b->vec != NULL, "%s: %s", game, why);
    b->shape = domino_vec_shape(b->vec);
    b->observation = room(GAMES * b->shape.columns, 1);
    b->totals = room(GAMES * b->shape.totals, sizeof *b->totals);
    for (int g = 0; g < GAMES; g++) {
        b->deals[g] = dom_chance_of(seed, 2 * (uint64_t)g);
        begin(b, g);
    }
    return b;
}

static void drop(bench *b)
{
    domino_vec_free(b->vec);
    free(b->observation);
    free(b->totals);
    free(b);
}

/* Returns the number of an action by the formula of domino.h. */
static int32_t number_of(const domino_shape *shape, dom_action action)
{
    if (action.kind == DOM_DRAW)
        return shape->actions - 1;
    return (action.tile * shape->ends + action.end) * shape->faces + action.down;
}

static void expect_mask(const bench *b, int g, const dom_action legal[], int count)
{
    const uint8_t *mask = domino_vec_mask(b->vec) + g * b->shape.actions;
    int ones = 0;
    for (int32_t a = 0; a < b->shape.actions; a++)
        ones += mask[a];
    cr_assert(eq(int, ones, count));
    for (int i = 0; i < count; i++)
        cr_assert(eq(int, mask[number_of(&b->shape, legal[i])], 1));
}

/* Compares every column with the view of a single match, as domino.h describes it. */
static void expect_row(const bench *b, int g, const dom_view *view)
{
    const int8_t *row = b->observation + g * b->shape.columns;
    int8_t head[] = {(int8_t)view->seat, view->leader, (int8_t)view->stock, (int8_t)view->drawable,
                     (int8_t)view->drawn};
    cr_assert(eq(int, memcmp(row, head, sizeof head), 0));
    for (int e = 0; e < b->shape.ends; e++)
        cr_assert(eq(int, row[b->shape.ends_at + e], e < view->end_count ? view->ends[e] : -1));
    for (int s = 0; s < b->shape.seats; s++)
        cr_assert(eq(int, row[b->shape.counts_at + s], view->counts[s]));
    for (int t = 0; t < b->shape.tiles; t++)
        cr_assert(eq(int, row[b->shape.hand_at + t], dom_tileset_has(view->hand, (dom_tile)t)));
    for (int i = 0; i < b->shape.events; i++) {
        const int8_t *at = row + b->shape.history_at + i * DOMINO_EVENT;
        dom_event e =
            i < view->history_count ? view->history[i] : (dom_event){-1, 255, 255, 255, 255, 255};
        int8_t columns[] = {e.seat,        (int8_t)e.kind, (int8_t)e.tile,
                            (int8_t)e.end, (int8_t)e.down, (int8_t)e.count};
        cr_assert(eq(int, memcmp(at, columns, DOMINO_EVENT), 0));
    }
}

static void expect_same(const bench *b, int g)
{
    static dom_view view;
    const dom_match *match = &b->single[g];
    dom_action legal[DOM_ACTIONS_MAX];
    expect_mask(b, g, legal, match->over ? 0 : dom_match_legal(match, legal));
    cr_assert(eq(int, b->totals[g * b->shape.totals], match->round));
    for (int s = 0; s < b->shape.seats; s++)
        cr_assert(eq(int, b->totals[g * b->shape.totals + 1 + s], match->score[s]));
    if (match->over) {
        cr_assert(eq(int, b->observation[g * b->shape.columns], -1));
        return;
    }
    dom_view_of(&view, match, match->play.turn);
    expect_row(b, g, &view);
}

/* Makes the action in the single match; expects it among the legal actions. */
static void act(bench *b, int g)
{
    dom_action legal[DOM_ACTIONS_MAX];
    dom_event event;
    int count = dom_match_legal(&b->single[g], legal);
    int i = 0;
    while (i < count && number_of(&b->shape, legal[i]) != b->actions[g])
        i++;
    cr_assert(ge(int, count, i + 1), "an action was sampled that is not legal");
    cr_assert(eq(int, dom_match_apply(&b->single[g], legal[i], &event), DOM_OK));
    make_forced_actions(b, g);
}

static void step(bench *b, int32_t earned[GAMES][DOM_SEATS_MAX])
{
    char why[DOMINO_ERROR_BYTES];
    domino_vec_sample(b->vec, b->actions);
    for (int g = 0; g < GAMES; g++) {
        cr_assert(eq(int, b->actions[g] == -1, b->single[g].over));
        if (!b->single[g].over)
            act(b, g);
    }
    cr_assert(
        eq(int, domino_vec_step(b->vec, b->actions, b->rewards, b->done, why, sizeof why), -1));
    int sign = b->vec->options.objective == DOM_OBJECTIVE_LOW ? -1 : 1;
    for (int g = 0; g < GAMES; g++) {
        cr_assert(eq(int, b->done[g], b->single[g].over));
        for (int s = 0; s < b->shape.seats; s++) {
            earned[g][s] += b->rewards[g * b->shape.seats + s];
            cr_assert(eq(int, earned[g][s], sign * b->single[g].score[s]));
        }
    }
}

/* Finished games wait for some steps before a reset, so that finished and running games are side
 * by side. */
static void play(const char *game)
{
    int32_t earned[GAMES][DOM_SEATS_MAX] = {{0}};
    bench *b = make(game, 42);
    for (int i = 0; i < STEPS; i++) {
        domino_vec_observe(b->vec, b->observation, b->totals);
        for (int g = 0; g < GAMES; g++)
            expect_same(b, g);
        step(b, earned);
        if (i % 10 != 9)
            continue;
        domino_vec_reset(b->vec, b->done);
        for (int g = 0; g < GAMES; g++)
            if (b->done[g]) {
                begin(b, g);
                memset(earned[g], 0, sizeof earned[g]);
            }
    }
    drop(b);
}

Test(vec, every_variant_is_played_as_single_matches_are)
{
    cr_assert(ge(int, domino_variant_count(), 75));
    for (int32_t i = 0; i < domino_variant_count(); i++) {
        char name[DOMINO_NAME_BYTES];
        domino_variant_name(i, name);
        play(name);
    }
}

Test(vec, settings_change_the_game)
{
    play("block-2 target=0 rounds=1");
    play("draw-3  set_max=12 hand=20 draw_cost=3");
    play("players=4 hand=6 start_tile=any draw_mode=forced draw_limit=1");
    play("homo-homini-lupus set_max=12");
    play("block-2 set_max=3 hand=4");
    play("draw-3 set_max=4 hand=3 target=20");
    play("homo-homini-lupus set_max=5 hand=4");
    bench *b = make("block-2 target=0 rounds=1", 1);
    int32_t earned[GAMES][DOM_SEATS_MAX] = {{0}};
    for (int i = 0; i < 20; i++)
        step(b, earned);
    for (int g = 0; g < GAMES; g++)
        cr_assert(eq(int, b->done[g], 1));
    drop(b);
}

/* ---- what a seat may know ------------------------------------------------------- */

static dom_tileset image_of(dom_tileset set, const dom_tile image[])
{
    dom_tileset out = dom_tileset_empty();
    for (dom_tile t = dom_tileset_next(set, 0); t != DOM_NO_TILE; t = dom_tileset_next(set, t + 1))
        out = dom_tileset_with(out, image[t]);
    return out;
}

/* Permutes the tiles that the seat on turn cannot see, everywhere in the game. */
static void permute(dom_match *match, dom_random *random)
{
    dom_round *round = &match->play;
    dom_tileset hidden = round->stock;
    for (int s = 0; s < match->options.players; s++)
        if (s != round->turn)
            hidden = dom_tileset_union(hidden, round->hand[s]);
    dom_tile image[DOM_TILES_MAX], tiles[DOM_TILES_MAX];
    int count = 0;
    for (int t = 0; t < DOM_TILES_MAX; t++) {
        image[t] = (dom_tile)t;
        if (dom_tileset_has(hidden, (dom_tile)t))
            tiles[count++] = (dom_tile)t;
    }
    for (int i = count - 1; i > 0; i--) {
        int j = dom_random_pick(random, i + 1);
        dom_tile tile = image[tiles[i]];
        image[tiles[i]] = image[tiles[j]];
        image[tiles[j]] = tile;
    }
    round->stock = image_of(round->stock, image);
    for (int s = 0; s < match->options.players; s++) {
        round->hand[s] = image_of(round->hand[s], image);
        match->deal.hand[s] = image_of(match->deal.hand[s], image);
        for (int i = 0; i < match->deal.stock_count; i++)
            match->deal.stock[s][i] = image[match->deal.stock[s][i]];
    }
}

Test(vec, hidden_tiles_change_no_byte_of_an_observation)
{
    dom_random random = {3};
    for (int32_t i = 0; i < domino_variant_count(); i++) {
        char name[DOMINO_NAME_BYTES];
        int32_t earned[GAMES][DOM_SEATS_MAX] = {{0}};
        domino_variant_name(i, name);
        bench *b = make(name, 5);
        size_t bytes = (size_t)GAMES * (size_t)b->shape.columns;
        int8_t *before = room(1, bytes);
        for (int n = 0; n < 12; n++) {
            domino_vec_observe(b->vec, before, b->totals);
            dom_match *real = room(GAMES, sizeof *real);
            for (int g = 0; g < GAMES; g++) {
                memcpy(&real[g], &b->vec->game[g].match, sizeof *real);
                permute(&b->vec->game[g].match, &random);
            }
            domino_vec_observe(b->vec, b->observation, b->totals);
            cr_assert(eq(int, memcmp(before, b->observation, bytes), 0), "%s", name);
            for (int g = 0; g < GAMES; g++)
                memcpy(&b->vec->game[g].match, &real[g], sizeof *real);
            free(real);
            step(b, earned);
        }
        free(before);
        drop(b);
    }
}

/* ---- bad input ------------------------------------------------------------------ */

Test(vec, an_action_that_is_not_legal_names_its_game_and_changes_nothing)
{
    char why[DOMINO_ERROR_BYTES];
    bench *b = make("draw-2", 9);
    size_t bytes = sizeof(domino_vec) + GAMES * sizeof(dom_game);
    int32_t wrong[] = {-1, -2147483647 - 1, b->shape.actions, 2147483647, 0};
    uint8_t *before = room(1, bytes);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        domino_vec_sample(b->vec, b->actions);
        b->actions[4] = wrong[i];
        if (wrong[i] == 0) /* some action that is in range and not legal */
            while (domino_vec_mask(b->vec)[4 * b->shape.actions + b->actions[4]])
                b->actions[4]++;
        memcpy(before, b->vec, bytes);
        memset(b->rewards, 77, sizeof b->rewards);
        cr_assert(
            eq(int, domino_vec_step(b->vec, b->actions, b->rewards, b->done, why, sizeof why), 4));
        cr_assert(eq(int, memcmp(before, b->vec, bytes), 0));
        cr_assert(eq(int, b->rewards[0], 77 * 0x01010101));
        cr_assert(eq(int, strncmp(why, "game 4: action ", 15), 0), "%s", why);
    }
    cr_assert(eq(int, domino_vec_step(b->vec, b->actions, b->rewards, b->done, NULL, 0), 4));
    free(before);
    drop(b);
}

static void expect_refused(const char *game, int32_t games, const char *reason)
{
    char why[DOMINO_ERROR_BYTES] = "";
    cr_assert(domino_vec_new(game, games, 1, why, sizeof why) == NULL);
    cr_assert(strstr(why, reason) != NULL, "'%s' does not say '%s'", why, reason);
    cr_assert(domino_vec_new(game, games, 1, NULL, 0) == NULL);
    char little[8] = "";
    cr_assert(domino_vec_new(game, games, 1, little, sizeof little) == NULL);
    cr_assert(eq(int, (int)strlen(little), 7));
}

Test(vec, a_game_that_cannot_be_played_is_refused_with_the_reason)
{
    expect_refused("chess", 1, "there is no variant 'chess'; there are: block-2");
    expect_refused("block-2 hand=70", 1, "the set has 28 tiles");
    expect_refused("block-2 hand", 1, "'hand' is not of the form option=value");
    expect_refused("colour=red", 1, "there is no option 'colour'");
    expect_refused("set_mx=3", 1, "there is no option 'set_mx' (did you mean set_max?)");
    expect_refused("block-2 set_max=7", 1,
                   "set_max: '7' is not allowed; allowed: "
                   "3, 4, 5, 6, 8, 9, 12");
    expect_refused("block-2", 0, "games: 0 is not allowed; allowed: 1..100000");
    expect_refused("block-2", DOMINO_GAMES_MAX + 1, "games: 100001 is not allowed");
}

Test(vec, names_beyond_the_last_variant_are_empty)
{
    char name[DOMINO_NAME_BYTES] = "x";
    domino_variant_name(domino_variant_count(), name);
    cr_assert(eq(int, name[0], 0));
    domino_variant_name(-1, name);
    cr_assert(eq(int, name[0], 0));
    domino_vec_free(NULL);
}

/* ---- seeds ------------------------------------------------------------------------ */

Test(vec, a_game_depends_on_seed_and_number_alone)
{
    domino_vec *few = domino_vec_new("draw-3", 3, 11, NULL, 0);
    domino_vec *many = domino_vec_new("draw-3", 30, 11, NULL, 0);
    domino_vec *other = domino_vec_new("draw-3", 3, 12, NULL, 0);
    size_t row = (size_t)domino_vec_shape(few).columns;
    int8_t *a = room(3, row), *b = room(30, row), *c = room(3, row);
    domino_vec_observe(few, a, NULL);
    domino_vec_observe(many, b, NULL);
    domino_vec_observe(other, c, NULL);
    cr_assert(eq(int, memcmp(a, b, 3 * row), 0));
    cr_assert(ne(int, memcmp(a, c, row), 0));
    cr_assert(ne(int, memcmp(a, a + row, row), 0));
    domino_vec_free(few);
    domino_vec_free(many);
    domino_vec_free(other);
    free(a);
    free(b);
    free(c);
}

/* Chi-squared test of the holder of each tile: 28 tiles, 14000 deals, 2 seats and the stock. The
 * bound is far above chance. */
Test(vec, every_tile_is_dealt_to_every_place_equally_often)
{
    enum { DEALS = 14000 };
    dom_options options = dom_options_default();
    dom_search_pack pack = dom_search_pack_of(&options);
    dom_random random = dom_chance_of(1, 1);
    int held[2][28] = {{0}}, leads = 0;
    for (int i = 0; i < DEALS; i++) {
        dom_deal deal = {.stock_count = 0};
        dom_lead_need need = {.rule = DOM_LEAD_LOTS, .seat = DOM_NOBODY, .seats = 3};
        dom_search_deal(&deal, &options, &pack, need, &random);
        leads += deal.leader;
        cr_assert(eq(int, deal.stock_count, 14));
        for (int s = 0; s < 2; s++)
            for (int t = 0; t < 28; t++)
                held[s][t] += dom_tileset_has(deal.hand[s], (dom_tile)t);
    }
    for (int s = 0; s < 2; s++)
        for (int t = 0; t < 28; t++) /* 3500 expected, deviation 51                 */
            cr_assert(le(int, abs(held[s][t] - DEALS / 4), 300));
    cr_assert(le(int, abs(leads - DEALS / 2), 350)); /* deviation 59               */
}
