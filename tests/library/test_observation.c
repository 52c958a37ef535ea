/* One observation for learning and playing: a view, as a bot is asked with it, becomes the row that
 * a vec shows of the same position, and a row becomes that view again. */
#include "vec.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

enum { GAMES = 5, STEPS = 60, ROW_MAX = 20000 };

static int8_t rows[GAMES * ROW_MAX];
static int32_t totals[GAMES * (1 + DOM_SEATS_MAX)];
static int8_t leads[GAMES];

/* Writes a view of the rules as plain numbers. */
static void make_plain(domino_view *out, const dom_view *view, int lead)
{
    *out = (domino_view){.seat = view->seat,
                         .seats = view->seats,
                         .round = view->round,
                         .leader = view->leader,
                         .lead = lead,
                         .stock = view->stock,
                         .drawable = view->drawable,
                         .drawn = view->drawn,
                         .end_count = view->end_count,
                         .history_count = view->history_count};
    for (int s = 0; s < view->seats; s++) {
        out->scores[s] = view->scores[s];
        out->counts[s] = view->counts[s];
    }
    for (int e = 0; e < view->end_count; e++)
        out->ends[e] = view->ends[e];
    for (dom_tile t = dom_tileset_next(view->hand, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(view->hand, t + 1))
        out->hand[out->hand_count++] = t;
    for (int i = 0; i < view->history_count; i++) {
        dom_event e = view->history[i];
        int32_t columns[] = {e.seat, e.kind, (int8_t)e.tile, e.end, e.down, e.count};
        memcpy(out->history[i], columns, sizeof columns);
    }
}

static void add_lots(domino_view *view, int lots)
{
    memmove(view->history[lots], view->history[0],
            (size_t)view->history_count * sizeof view->history[0]);
    for (int i = 0; i < lots; i++)
        memcpy(view->history[i], (int32_t[]){i % view->seats, DOM_EVENT_LOT, i, 0, 0, 0},
               sizeof view->history[i]);
    view->history_count += lots;
}

static void expect_same_rows(const domino_vec *vec, int g, domino_view *view)
{
    static int8_t row[ROW_MAX];
    static domino_view back;
    const domino_shape *shape = &vec->shape;
    int32_t total[1 + DOM_SEATS_MAX];
    int8_t lead;
    char why[DOMINO_ERROR_BYTES] = "";
    const int8_t *seen = rows + g * shape->columns;
    const int32_t *seen_totals = totals + g * shape->totals;
    add_lots(view, 2 * g);
    memset(row, 77, sizeof row);
    cr_assert(eq(int, domino_row_of(shape, view, row, total, &lead, why, sizeof why), 1), "%s",
              why);
    cr_assert(eq(int, memcmp(row, seen, (size_t)shape->columns), 0));
    cr_assert(eq(int, row[shape->columns], 77));
    cr_assert(eq(int, memcmp(total, seen_totals, (size_t)shape->totals * sizeof *total), 0));
    cr_assert(eq(int, lead, leads[g]));
    cr_assert(eq(int, domino_view_of(shape, seen, seen_totals, lead, &back, why, sizeof why), 1),
              "%s", why);
    memmove(view->history[0], view->history[2 * g],
            (size_t)(view->history_count -= 2 * g) * sizeof view->history[0]);
    cr_assert(eq(int, memcmp(&back, view, offsetof(domino_view, scores)), 0));
    cr_assert(eq(int, back.history_count, view->history_count));
    cr_assert(
        eq(int,
           memcmp(back.history, view->history, (size_t)back.history_count * sizeof back.history[0]),
           0));
    cr_assert(eq(int, back.end_count, view->end_count));
    cr_assert(eq(int, back.hand_count, view->hand_count));
    for (int i = 0; i < back.hand_count; i++)
        cr_assert(eq(int, back.hand[i], view->hand[i]));
    cr_assert(eq(int, domino_row_of(shape, &back, row, NULL, NULL, NULL, 0), 1));
    cr_assert(eq(int, memcmp(row, seen, (size_t)shape->columns), 0));
}

static void expect_same_views(const domino_vec *vec)
{
    static dom_view view;
    static domino_view plain;
    domino_vec_observe(vec, rows, totals);
    domino_vec_leads(vec, leads);
    for (int g = 0; g < GAMES; g++) {
        const dom_match *match = &vec->game[g].match;
        if (match->over)
            continue;
        dom_view_of(&view, match, match->play.turn);
        make_plain(&plain, &view, match->lead_rule);
        expect_same_rows(vec, g, &plain);
    }
}

static void step(domino_vec *vec)
{
    int32_t actions[GAMES], rewards[GAMES * DOM_SEATS_MAX];
    uint8_t done[GAMES];
    domino_vec_sample(vec, actions);
    cr_assert(eq(int, domino_vec_step(vec, actions, rewards, done, NULL, 0), -1));
    domino_vec_reset(vec, done);
}

static domino_vec *make(const char *game)
{
    char why[DOMINO_ERROR_BYTES] = "";
    domino_vec *vec = domino_vec_new(game, GAMES, 5, why, sizeof why);
    cr_assert(vec != NULL, "%s", why);
    cr_assert(le(int, vec->shape.columns, ROW_MAX - 1));
    return vec;
}

Test(observation, a_view_becomes_the_row_of_the_same_position_in_every_variant)
{
    for (int32_t i = 0; i < domino_variant_count(); i++) {
        char name[DOMINO_NAME_BYTES];
        domino_variant_name(i, name);
        domino_vec *vec = make(name);
        for (int n = 0; n < STEPS; n++, step(vec))
            expect_same_views(vec);
        domino_vec_free(vec);
    }
}

Test(observation, the_layout_of_a_game_is_that_of_a_vec_with_one_game)
{
    char why[DOMINO_ERROR_BYTES] = "";
    for (int32_t i = 0; i < domino_variant_count(); i++) {
        char name[DOMINO_NAME_BYTES];
        domino_shape shape;
        domino_variant_name(i, name);
        domino_vec *vec = domino_vec_new(name, 1, 1, NULL, 0);
        cr_assert(eq(int, domino_shape_of(name, &shape, why, sizeof why), 1));
        cr_assert(eq(int, memcmp(&shape, &vec->shape, sizeof shape), 0));
        domino_vec_free(vec);
    }
    domino_shape shape;
    cr_assert(eq(int, domino_shape_of("chess", &shape, why, sizeof why), 0));
    cr_assert(strstr(why, "there is no variant 'chess'") != NULL);
}

Test(observation, numbers_and_actions_belong_to_each_other)
{
    static const char *const games[] = {"block-2", "draw-5", "homo-homini-lupus set_max=12"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        domino_vec *vec = make(games[i]);
        const domino_shape *shape = &vec->shape;
        domino_action a;
        for (int n = 0; n < shape->actions; n++) {
            dom_action same = vec->action[n];
            cr_assert(eq(int, domino_action_of(shape, n, &a), 1));
            cr_assert(eq(int, a.draw, same.kind == DOM_DRAW));
            cr_assert(a.tile == same.tile && a.end == same.end && a.down == same.down);
            cr_assert(eq(int, domino_number_of(shape, &a), n));
        }
        cr_assert(eq(int, domino_action_of(shape, -1, &a), 0));
        cr_assert(eq(int, domino_action_of(shape, shape->actions, &a), 0));
        domino_action wrong[] = {
            {.tile = shape->tiles}, {.end = shape->ends}, {.down = shape->faces},
            {.tile = -1},           {.end = -1},          {.down = -1}};
        for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++)
            cr_assert(eq(int, domino_number_of(shape, &wrong[w]), -1));
        domino_vec_free(vec);
    }
}

/* ---- bad input ------------------------------------------------------------------ */

/* A view of block-2 after a lead, as an ask has it. */
static domino_view good_view(void)
{
    domino_view view = {.seats = 2,
                        .seat = 1,
                        .round = 1,
                        .leader = 0,
                        .lead = DOMINO_LEAD_LOTS,
                        .stock = 14,
                        .counts = {6, 7},
                        .end_count = 2,
                        .ends = {6, 5},
                        .hand_count = 1,
                        .hand = {27},
                        .history_count = 1,
                        .history = {{0, DOM_EVENT_LEAD, 26, 0, 0, 0}}};
    return view;
}

static void expect_refused(const domino_view *view, const char *reason)
{
    int8_t row[2000] = {77}, lead = 77;
    int32_t total[3] = {77};
    domino_shape shape;
    char why[DOMINO_ERROR_BYTES] = "";
    cr_assert(eq(int, domino_shape_of("block-2", &shape, NULL, 0), 1));
    cr_assert(eq(int, domino_row_of(&shape, view, row, total, &lead, why, sizeof why), 0));
    cr_assert(strstr(why, reason) != NULL, "'%s' does not say '%s'", why, reason);
    cr_assert(row[0] == 77 && total[0] == 77 && lead == 77);
}

Test(observation, a_value_out_of_its_range_is_refused_with_its_name)
{
    struct {
        size_t at;
        int32_t value;
        const char *reason;
    } bad[] = {{offsetof(domino_view, seats), 3, "seats: 3 is not allowed; allowed: 2..2"},
               {offsetof(domino_view, seat), 2, "seat: 2 is not"},
               {offsetof(domino_view, round), 0, "round: 0 is not allowed; allowed: 1..200"},
               {offsetof(domino_view, leader), -2, "leader: -2"},
               {offsetof(domino_view, lead), 11, "lead: 11"},
               {offsetof(domino_view, stock), -1, "stock: -1"},
               {offsetof(domino_view, drawable), 1000, "drawable: 1000"},
               {offsetof(domino_view, drawn), 1000, "drawn: 1000"},
               {offsetof(domino_view, counts), 200, "counts: 200"},
               {offsetof(domino_view, end_count), 3, "end_count: 3"},
               {offsetof(domino_view, ends), 7, "ends: 7"},
               {offsetof(domino_view, hand_count), 2147483647, "hand_count: 2147483647"},
               {offsetof(domino_view, hand), 28, "hand: 28 is not allowed; allowed: 0..27"},
               {offsetof(domino_view, history_count), 1767, "history_count: 1767"},
               {offsetof(domino_view, history), 2, "history, seat: 2"},
               {offsetof(domino_view, history), -1, "only a start tile has no seat"},
               {offsetof(domino_view, history) + 4, 6, "history, kind: 6"},
               {offsetof(domino_view, history) + 8, 28, "history, tile: 28"},
               {offsetof(domino_view, history) + 8, -1, "only a drawn one is hidden"},
               {offsetof(domino_view, history) + 12, 2, "history, end: 2"},
               {offsetof(domino_view, history) + 16, 1, "history, face: 1"},
               {offsetof(domino_view, history) + 20, -1, "history, drawn: -1"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        domino_view view = good_view();
        memcpy((char *)&view + bad[i].at, &bad[i].value, sizeof bad[i].value);
        expect_refused(&view, bad[i].reason);
    }
    domino_view view = good_view();
    view.history_count = 100;
    for (int i = 1; i < 100; i++)
        memcpy(view.history[i], (int32_t[]){1, DOM_EVENT_PASS, 0, 0, 0, 0}, sizeof view.history[i]);
    expect_refused(&view, "history: a round has at most 29 events");
}

Test(observation, a_row_with_a_column_out_of_its_range_is_no_view)
{
    static domino_view view;
    static const int8_t wrong[] = {-128, -2, 100, 127};
    char why[DOMINO_ERROR_BYTES];
    domino_vec *vec = make("block-2");
    for (int n = 0; n < 4; n++)
        step(vec);
    domino_vec_observe(vec, rows, totals);
    for (int c = 0; c < vec->shape.hand_at + vec->shape.tiles + DOMINO_EVENT; c++)
        for (size_t w = 0; w < sizeof wrong; w++) {
            int8_t was = rows[c];
            rows[c] = wrong[w];
            cr_assert(
                eq(int, domino_view_of(&vec->shape, rows, totals, 5, &view, why, sizeof why), 0),
                "column %d, %d", c, wrong[w]);
            rows[c] = was;
        }
    cr_assert(eq(int, domino_view_of(&vec->shape, rows, totals, 5, &view, why, sizeof why), 1));
    cr_assert(eq(int, domino_view_of(&vec->shape, rows, totals, 11, &view, NULL, 0), 0));
    domino_vec_free(vec);
}
