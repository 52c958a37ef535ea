/* Positions, tiles and actions as text: the grammar of rules/notation.h. */
#include "rules/notation.h"

#include "playout.h"
#include "row_params.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

enum { LINE_BYTES = 2048 };

static void write_position(const dom_position *p, char line[LINE_BYTES])
{
    dom_text text = dom_text_of(line, LINE_BYTES);
    dom_position_write(p, &text);
    cr_assert(not(text.cut));
}

/* ---- tiles and actions ------------------------------------------------------ */

Test(rules_notation, a_tile_is_written_with_the_larger_half_first_and_read_in_either_order)
{
    for (int high = 0; high <= 12; high++)
        for (int low = 0; low <= high; low++) {
            char text[16];
            char wanted[16];
            char turned[16];
            dom_text out = dom_text_of(text, sizeof text);
            dom_tile_write(dom_tile_of(high, low), &out);
            (void)snprintf(wanted, sizeof wanted, "%d-%d", high, low);
            (void)snprintf(turned, sizeof turned, "%d-%d", low, high);
            cr_assert(eq(str, text, wanted));
            cr_assert(eq(int, dom_tile_read(text), dom_tile_of(high, low)));
            cr_assert(eq(int, dom_tile_read(turned), dom_tile_of(high, low)));
        }
}

Test(rules_notation, only_exactly_one_tile_is_read)
{
    static const char *const texts[] = {"",      "-",    "6",     "6-",      "-4",
                                        "6-4-1", "6-4 ", " 6-4",  "6 -4",    "6--4",
                                        "6-+4",  "13-0", "0-13",  "6-4,1",   "6/4",
                                        "6:4",   "a-b",  "6-4@0", "6-4v",    "99999999999-1",
                                        "[6-4]", "6-x",  "+6-4",  "0x6-0x4", "6.0-4"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cr_assert(eq(int, dom_tile_read(texts[i]), DOM_NO_TILE), "'%s'", texts[i]);
}

static void expect_same_action(dom_action action, const char *wanted)
{
    char text[24];
    dom_text out = dom_text_of(text, sizeof text);
    dom_action_write(action, &out);
    cr_assert(eq(str, text, (char *)wanted));
    dom_action again;
    cr_assert(dom_action_read(text, &again), "%s", text);
    cr_assert(eq(int, memcmp(&again, &action, sizeof action), 0), "%s", text);
}

Test(rules_notation, every_action_is_read_back_as_it_was_written)
{
    expect_same_action((dom_action){.kind = DOM_DRAW}, "draw");
    expect_same_action((dom_action){.kind = DOM_PASS}, "pass");
    for (dom_tile t = 0; t < DOM_TILES_MAX; t++)
        for (uint8_t end = 0; end < DOM_ENDS_MAX; end++)
            for (uint8_t down = 0; down < 2; down++) {
                char wanted[24];
                (void)snprintf(wanted, sizeof wanted, "%d-%d@%d%s", dom_tile_high(t),
                               dom_tile_low(t), end, down ? "v" : "");
                expect_same_action((dom_action){DOM_PLAY, t, end, down}, wanted);
            }
}

Test(rules_notation, only_exactly_one_action_is_read)
{
    static const char *const texts[] = {"",       "Draw",    "draw ",   "passs",      "6-4",
                                        "6-4@",   "6-4@4",   "6-4@-1",  "6-4@x",      "6-4@0 ",
                                        "6-4@0V", "6-4@0vv", "6-4@0v1", "13-4@0",     "@0",
                                        "6-4 @0", "6-4@ 0",  "6-4@0@0", "666666-4@0", "play"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dom_action action;
        cr_assert(not(dom_action_read(texts[i], &action)), "'%s'", texts[i]);
    }
}

/* ---- positions -------------------------------------------------------------- */

/* Positions as the arena writes them, with every kind of field. */
static const char *const canonical[] = {
    "block-2 | ends - | turn 0 | drawn 0 | leader 0 | last - | hand 1-0 / 5-4",
    "draw-2 draw_cost=1 | ends 3,3 | turn 1 | drawn 2 | leader 0 | last 0 | hand 5-0,6-1 / 2-2 | "
    "stock 6-6,5-4 | start 5-3 | paid 0,5",
    "draw-3 set_max=12 | ends 12,0 | turn 2 | drawn 0 | leader 1 | last 1 | hand 12-10 /  / 11-11 "
    "| stock 12-0,10-1",
    "draw-2 lead_first=highest_double lead_tile=own_double | ends - | turn 1 | drawn 0 | leader 1 "
    "| last - | hand 1-0 / 6-6 | stock 2-0 | must 6-6",
    "block-4 lead_first=lowest_double lead_next=lowest_double lead_tile=own_double arms=4 "
    "facedown=true | ends x,4,0,x | turn 3 | drawn 0 | leader 2 | last 2 | hand 1-0 / 2-0 / 3-0 / "
    "4-4",
    "block-teams score=opponents | ends 6,5 | turn 0 | drawn 0 | leader 3 | last 3 | hand  /  /  "
    "/ ",
};

ParameterizedTestParameters(rules_notation, a_position_is_written_as_it_was_read)
{
    return row_params(sizeof canonical / sizeof *canonical);
}

ParameterizedTest(size_t *number, rules_notation, a_position_is_written_as_it_was_read)
{
    static dom_position p;
    char written[LINE_BYTES];
    dom_err err = {.text = ""};
    cr_assert(eq(int, dom_position_read(&p, canonical[*number], &err), DOM_OK), "%s", err.text);
    write_position(&p, written);
    cr_assert(eq(str, written, (char *)canonical[*number]));
}

Test(rules_notation, the_example_of_the_header_is_written_exactly)
{
    static dom_position p;
    const char *line = "draw-2 draw_cost=1 | ends 3,3 | turn 1 | drawn 0 | leader 0 | last 0 | "
                       "hand 5-0,6-1 / 2-2 | stock 6-6,5-4 | start 5-3 | paid 0,5";
    char written[LINE_BYTES];
    cr_assert(eq(int, dom_position_read(&p, line, NULL), DOM_OK));
    write_position(&p, written);
    cr_assert(eq(str, written, (char *)line));
}

Test(rules_notation, a_position_contains_every_field_that_was_set)
{
    static dom_position p;
    const char *line = canonical[1];
    cr_assert(eq(int, dom_position_read(&p, line, NULL), DOM_OK));
    cr_assert(eq(str, p.variant.name, "draw-2"));
    cr_assert(eq(int, p.variant.options.draw_cost, 1));
    cr_assert(all(eq(int, p.round.end_count, 2), eq(int, p.round.ends[0], 3),
                  eq(int, p.round.ends[1], 3)));
    cr_assert(all(eq(int, p.round.turn, 1), eq(int, p.round.drawn, 2), eq(int, p.round.leader, 0),
                  eq(int, p.round.last_player, 0)));
    cr_assert(eq(int, dom_tileset_count(p.round.hand[0]), 2));
    cr_assert(dom_tileset_has(p.round.hand[1], dom_tile_of(2, 2)));
    cr_assert(eq(int, dom_tileset_count(p.round.stock), 2));
    cr_assert(eq(int, p.deal.start, dom_tile_of(5, 3)));
    cr_assert(all(eq(int, p.round.paid[0], 0), eq(int, p.round.paid[1], 5)));
    for (int s = 0; s < 2; s++)
        cr_assert(eq(int, p.deal.stock[s][0], dom_tile_of(6, 6)), "the same order for every seat");
}

Test(rules_notation, fields_may_come_in_any_order_and_with_any_blanks)
{
    static dom_position a;
    static dom_position b;
    char one[LINE_BYTES];
    char other[LINE_BYTES];
    cr_assert(eq(
        int, dom_position_read(&a, "draw-2|stock 0-0,5-4|turn 1|hand 0-5,6-1/2-2|ends 3,1", NULL),
        DOM_OK));
    cr_assert(eq(int,
                 dom_position_read(&b,
                                   "  draw-2   |  ends  3 , 1 |  hand 1-6 , 5-0  /  2-2 | turn   1 "
                                   "| | stock  0-0 , 4-5  ",
                                   NULL),
                 DOM_OK));
    write_position(&a, one);
    write_position(&b, other);
    cr_assert(eq(str, one, other));
}

Test(rules_notation, omitted_fields_are_empty_zero_or_seat_0)
{
    static dom_position p;
    cr_assert(eq(int, dom_position_read(&p, "block-3", NULL), DOM_OK));
    cr_assert(all(eq(int, p.round.end_count, 0), eq(int, p.round.turn, 0),
                  eq(int, p.round.drawn, 0), eq(int, p.round.leader, 0),
                  eq(int, p.round.last_player, DOM_NOBODY)));
    for (int s = 0; s < 3; s++)
        cr_assert(dom_tileset_is_empty(p.round.hand[s]));
    cr_assert(dom_tileset_is_empty(p.round.stock));
    cr_assert(all(eq(int, p.deal.start, DOM_NO_TILE), eq(int, p.round.lead_tile, DOM_NO_TILE)));
}

/* A tournament may define a custom variant, which has no row in the table. */
Test(rules_notation, a_variant_outside_the_table_is_written_by_its_name_only)
{
    static dom_position p;
    char written[LINE_BYTES];
    cr_assert(eq(int, dom_position_read(&p, "block-2 pip00=13 | hand 1-0 / 5-4", NULL), DOM_OK));
    strcpy(p.variant.name, "sunday");
    write_position(&p, written);
    cr_assert(eq(str, written,
                 "sunday | ends - | turn 0 | drawn 0 | leader 0 | last - | hand 1-0 / 5-4"));
}

/* Wrong positions, and the field that the message must name. */
static const struct {
    const char *line, *named;
} bad[] = {
    {"", "variant"},
    {"|", "variant"},
    {"domino-2", "variant 'domino-2'"},
    {"block-2 playrs=3", "'playrs'"},
    {"block-2 players=9", "players"},
    {"block-2 hand=15", "players x hand"},
    {"block-2 teams=true", "teams"},
    {"block-2 | colour red", "colour"},
    {"block-2 | hands 6-6", "hands"},
    {"block-2 | turn 0 | turn 1", "'turn' comes twice"},
    {"block-2 | hand 6-6 | hand 5-5", "'hand' comes twice"},
    {"block-2 | turn 2", "turn"},
    {"block-2 | turn -1", "turn"},
    {"block-2 | turn", "turn"},
    {"block-2 | turn 1x", "turn"},
    {"block-2 | turn -", "turn"},
    {"block-2 | leader 2", "leader"},
    {"block-2 | leader -", "leader"},
    {"block-2 | last 2", "last"},
    {"block-2 | last x", "last"},
    {"block-2 | drawn x", "drawn"},
    {"block-2 | drawn 1x", "drawn"},
    {"block-2 | drawn -1", "drawn"},
    {"block-2 | drawn 92", "drawn"},
    {"block-2 | drawn", "drawn"},
    {"block-2 | ends 3", "ends"},
    {"block-2 | ends 3,3,3", "ends"},
    {"block-2 | ends 3,3,3,3,3", "ends"},
    {"block-2 | ends 3,7", "ends"},
    {"block-2 | ends 3,-1", "ends"},
    {"block-2 | ends 3,y", "ends"},
    {"block-2 | ends 3,", "ends"},
    {"block-2 | ends", "ends"},
    {"block-2 | ends 3 3", "ends"},
    {"block-2 | hand 6-7", "hand"},
    {"block-2 | hand 6-6,6-6", "hand"},
    {"block-2 | hand 6-6 / 6-6", "hand"},
    {"block-2 | hand 5-6 / 6-5", "hand"},
    {"block-2 | hand 6-6 5-5", "hand"},
    {"block-2 | hand six", "hand"},
    {"block-2 | hand 6-6,,5-5", "hand"},
    {"block-2 | hand 6-6, / 5-5", "hand"},
    {"block-2 | hand 1-0 / 2-0 / 3-0", "hand"},
    {"block-2 doubles=false | hand 6-6", "hand"},
    {"block-2 | stock 7-0", "stock"},
    {"block-2 | stock 1-0,1-0", "stock"},
    {"block-2 | stock 1-0,,2-0", "stock"},
    {"block-2 | stock", "stock"},
    {"block-2 | hand 1-0 | stock 1-0", "stock"},
    {"block-2 | stock 1-0 | hand 1-0", "hand"},
    {"block-2 | start 7-7", "start"},
    {"block-2 | start 6-5,6-4", "start"},
    {"block-2 | start", "start"},
    {"block-2 | hand 5-3 | start 5-3", "start"},
    {"block-2 | must 6", "must"},
    {"block-2 | must 7-7", "must"},
    {"block-2 doubles=false | must 6-6", "must"},
    {"block-2 | must", "must"},
    {"block-2 | paid 1,2,3", "paid"},
    {"block-2 | paid x", "paid"},
    {"block-2 | paid 1x", "paid"},
    {"block-2 | paid -1", "paid"},
    {"block-2 | paid", "paid"},
};

ParameterizedTestParameters(rules_notation, a_bad_position_is_refused_and_the_field_is_named)
{
    return row_params(sizeof bad / sizeof *bad);
}

ParameterizedTest(size_t *number, rules_notation, a_bad_position_is_refused_and_the_field_is_named)
{
    static dom_position p;
    dom_err err = {.text = ""};
    const char *line = bad[*number].line;
    cr_assert(eq(int, dom_position_read(&p, line, &err), DOM_E_CONFIG), "'%s' was read", line);
    cr_assert(eq(int, err.rc, DOM_E_CONFIG), "'%s': %s", line, err.text);
    cr_assert(strstr(err.text, bad[*number].named) != NULL, "'%s': %s", line, err.text);
    cr_assert(eq(int, dom_position_read(&p, line, NULL), DOM_E_CONFIG), "without a message");
}

Test(rules_notation, a_position_that_is_too_long_is_refused)
{
    static dom_position p;
    static char line[5000];
    dom_err err;
    memset(line, ' ', sizeof line - 1);
    memcpy(line, "block-2", 7);
    cr_assert(eq(int, dom_position_read(&p, line, &err), DOM_E_CONFIG));
    cr_assert(strstr(err.text, "longer") != NULL, "%s", err.text);
}

/* ---- states of random matches ----------------------------------------------- */

/* Makes the position of a match: a named variant and settings. */
static void position_of(dom_position *p, const dom_match *match)
{
    cr_assert(eq(int, dom_variant_find(&p->variant, "block-2", NULL), DOM_OK));
    p->variant.options = match->options;
    p->deal = match->deal;
    p->round = match->play;
    p->round.options = &p->variant.options;
    p->round.deal = &p->deal;
}

static void compare_legal(const dom_round *a, const dom_round *b)
{
    dom_action first[DOM_ACTIONS_MAX];
    dom_action second[DOM_ACTIONS_MAX];
    int count = dom_round_legal(a, first);
    cr_assert(eq(int, dom_round_legal(b, second), count));
    cr_assert(eq(int, memcmp(first, second, (size_t)count * sizeof *first), 0));
}

/* Opening draws have no field, so the position cannot be written during them. */
static void read_back(const dom_match *match, void *context)
{
    static dom_position p;
    static dom_position again;
    int *states = context;
    char line[LINE_BYTES];
    char twice[LINE_BYTES];
    dom_err err = {.text = ""};
    if (match->play.opening)
        return;
    position_of(&p, match);
    write_position(&p, line);
    cr_assert(eq(int, dom_position_read(&again, line, &err), DOM_OK), "%s: %s", line, err.text);
    write_position(&again, twice);
    cr_assert(eq(str, line, twice));
    compare_legal(&p.round, &again.round);
    ++*states;
}

Test(rules_notation, every_state_of_random_matches_is_read_back_as_it_was_written)
{
    int states = 0;
    watcher w = {.context = &states, .to_act = read_back};
    play_matches(500, 40000, &w);
    cr_assert(ge(int, states, 5001));
}

/* Both rounds continue with the same actions and have the same end. */
static void play_on(const dom_match *match, void *context)
{
    static dom_position p;
    static dom_position again;
    char line[LINE_BYTES];
    if (match->play.opening)
        return;
    position_of(&p, match);
    for (int s = 0; s < DOM_SEATS_MAX; s++) /* the notation has one order for all seats */
        memcpy(p.deal.stock[s], p.deal.stock[0], sizeof p.deal.stock[s]);
    write_position(&p, line);
    cr_assert(eq(int, dom_position_read(&again, line, NULL), DOM_OK));
    dom_action legal[DOM_ACTIONS_MAX];
    int count;
    while ((count = dom_round_legal(&p.round, legal)) > 0) {
        dom_event a;
        dom_event b;
        dom_action action = legal[chance_below(context, count)];
        compare_legal(&p.round, &again.round);
        cr_assert(eq(int, dom_round_apply(&p.round, action, &a), DOM_OK));
        cr_assert(eq(int, dom_round_apply(&again.round, action, &b), DOM_OK));
        cr_assert(eq(int, memcmp(&a, &b, sizeof a), 0));
    }
    dom_round_result x = dom_round_score(&p.round);
    dom_round_result y = dom_round_score(&again.round);
    cr_assert(all(eq(int, x.end, y.end), eq(int, x.by, y.by), eq(int, x.winner, y.winner),
                  eq(int, x.tied, y.tied)));
    for (int s = 0; s < match->options.players; s++)
        cr_assert(all(eq(int, x.points[s], y.points[s]), eq(int, x.pips[s], y.pips[s])));
}

Test(rules_notation, a_round_read_from_text_plays_on_like_the_round_that_was_written)
{
    chance c = {9};
    watcher w = {.context = &c, .dealt = play_on, .to_act = NULL};
    play_matches(1000, 41000, &w);
}

Test(rules_notation, a_variant_of_a_tournament_is_written_by_its_base)
{
    char written[200], text[200];
    dom_text out = dom_text_of(written, sizeof written);
    dom_variant variant, back;
    cr_assert(eq(int, dom_variant_find(&variant, "block-2", NULL), DOM_OK));
    (void)snprintf(variant.base, sizeof variant.base, "block-2");
    (void)snprintf(variant.name, sizeof variant.name, "sunday");
    variant.options.target = 50;
    dom_variant_notation_write(&variant, &out);
    cr_expect(eq(str, written, (char *)"block-2 target=50"));
    (void)snprintf(text, sizeof text, "%s", written);
    cr_assert(eq(int, dom_variant_notation_read(&back, text, NULL), DOM_OK));
    cr_expect(zero(int, memcmp(&back.options, &variant.options, sizeof back.options)));
}
