/* A match as a person sees it in the terminal, and what the person may type. */
#include "memory_file.h"

#include "output/play_text.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

static dom_play_seat seat;
static dom_output_play play;
static dom_err err;

static dom_tileset tiles(size_t count, const char *const names[])
{
    dom_tileset set = dom_tileset_empty();
    for (size_t i = 0; i < count; i++)
        set = dom_tileset_with(set, dom_tile_of(names[i][0] - '0', names[i][2] - '0'));
    return set;
}

#define TILES(...)                                                                                 \
    tiles(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), (const char *[]){__VA_ARGS__})

/* Lets the person sit down in seat `own` of a table of this variant. */
static void sit(const char *variant, int own)
{
    static const char *const names[] = {"anna", "ben", "carl", "dora", "emil"};
    (void)setenv("COLUMNS", "80", 1);
    cr_assert(eq(int, dom_variant_find(&seat.variant, variant, &err), DOM_OK));
    seat.seats = seat.view.seats = (uint8_t)seat.variant.options.players;
    seat.teams = seat.variant.options.teams;
    seat.seat = seat.view.seat = (uint8_t)own;
    for (int i = 0; i < seat.seats; i++)
        strcpy(seat.names[i], names[i]);
    play = (dom_output_play){.out = memory_file(), .seat = &seat};
}

/* Puts what may be played into the view, such as "5-3 left", "draw" and "pass". */
static void may(size_t count, const char *const actions[])
{
    seat.view.legal_count = (uint16_t)count;
    for (size_t i = 0; i < count; i++) {
        const char *word = actions[i];
        dom_action *action = &seat.view.legal[i];
        *action = (dom_action){.kind = word[0] == 'd'   ? DOM_DRAW
                                       : word[0] == 'p' ? DOM_PASS
                                                        : DOM_PLAY};
        if (action->kind != DOM_PLAY)
            continue;
        action->tile = dom_tile_of(word[0] - '0', word[2] - '0');
        action->end = strstr(word, "right") != NULL;
        action->down = strstr(word, "down") != NULL;
    }
}

#define MAY(...)                                                                                   \
    may(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *), (const char *[]){__VA_ARGS__})

Test(play_text, the_beginning_says_who_sits_where)
{
    sit("block-2", 1);
    dom_output_play_begin(&play);
    expect_text("two", "block-2: anna in seat 0, you in seat 1\n"
                       "The match ends when somebody has 100 points.\n");
    sit("block-teams", 1);
    dom_output_play_begin(&play);
    expect_text("teams",
                "block-teams: anna in seat 0, you in seat 1, carl in seat 2, dora in seat 3\n"
                "Your partner is dora.\n"
                "The match ends when somebody has 100 points.\n");
    sit("block-5", 0);
    dom_output_play_begin(&play);
    cr_expect(strstr(memory_text(), "The match ends") == NULL, "it has a number of rounds");
}

Test(play_text, news_are_printed_once_and_draws_when_they_are_over)
{
    sit("draw-2", 0);
    seat.view.round = 1;
    seat.view.stock = 14;
    seat.view.end_count = 2;
    seat.view.history[0] =
        (dom_event){.seat = 1, .kind = DOM_EVENT_LEAD, .tile = dom_tile_of(6, 4)};
    seat.view.history[1] =
        (dom_event){.seat = 0, .kind = DOM_EVENT_PLAY, .tile = dom_tile_of(4, 1), .end = 1};
    seat.view.history[2] =
        (dom_event){.seat = 1, .kind = DOM_EVENT_DRAW, .tile = DOM_NO_TILE, .count = 1};
    seat.view.history_count = 3;
    dom_output_play_news(&play);
    dom_output_play_news(&play);
    expect_text("a draw that may grow", "\nRound 1 of draw-2, stock 14\n"
                                        "  ben leads 6-4\n"
                                        "  you play 4-1 at the right end\n");
    play.out = memory_file();
    seat.is_asked = true;
    seat.view.history[2].count = 2;
    dom_output_play_news(&play);
    expect_text("the draw is over", "  ben draws 2 tiles\n");
    play.out = memory_file();
    seat.view.round = 2;
    seat.view.history_count = 0;
    dom_output_play_news(&play);
    expect_text("the next round", "\nRound 2 of draw-2, stock 14\n");
    cr_expect(zero(int, play.board.ends), "the table is empty");
}

Test(play_text, the_turn_shows_the_table_the_hand_and_the_choices)
{
    sit("block-3", 0);
    dom_output_board_lead(&play.board, dom_tile_of(6, 4), 2);
    dom_output_board_play(&play.board, dom_tile_of(4, 4), 1, false);
    seat.view.end_count = 2;
    seat.view.counts[1] = 5;
    seat.view.counts[2] = 1;
    seat.view.hand = TILES("1-0", "2-0", "6-1", "6-2");
    MAY("6-1 left", "6-2 left", "4-0 right", "4-0 right down", "draw", "pass");
    dom_output_play_turn(&play);
    expect_text("turn", "\n"
                        "  [6|4][4|4]\n"
                        "  you  1-0 2-0 6-1 6-2\n"
                        "  ben  5 tiles\n"
                        "  carl 1 tile\n"
                        "\n"
                        "Your move:  1: 6-1 left  2: 6-2 left  3: 4-0 right  4: 4-0 right down  5: "
                        "draw\n"
                        "            6: pass\n");
    (void)setenv("COLUMNS", "30", 1);
    sit("block-2", 0);
    (void)setenv("COLUMNS", "30", 1);
    seat.view.end_count = 0;
    MAY("6-1", "6-2", "6-3");
    dom_output_play_turn(&play);
    cr_expect(strstr(memory_text(), "Your move:  1: 6-1  2: 6-2\n            3: 6-3\n") != NULL,
              "%s", memory_text());
}

Test(play_text, a_hint_says_what_each_choice_is_worth)
{
    const dom_play_hint hint = {.worlds = 50, .best = 1, .worth = {-3.25, 12}};
    sit("block-2", 0);
    seat.view.end_count = 2;
    MAY("6-1 left", "6-2 right");
    dom_output_play_hint(&play, &hint);
    expect_text("hint", "Mean result of the round for you, over 50 deals that fit what you see:\n"
                        "   1: 6-1 left          -3.2\n"
                        "   2: 6-2 right        +12.0  best\n");
}

Test(play_text, help_leaves_out_what_the_game_does_not_need)
{
    sit("block-2", 0);
    dom_output_play_help(&play);
    cr_expect(strstr(memory_text(), "draw, pass") == NULL);
    cr_expect(strstr(memory_text(), "face down") == NULL);
    cr_expect(strstr(memory_text(), "  5-3 left        this tile at the left end; or right\n") !=
              NULL);
    sit("draw-2", 0);
    seat.variant.options.facedown = true;
    seat.view.end_count = 4;
    dom_output_play_help(&play);
    cr_expect(strstr(memory_text(), "draw, pass") != NULL);
    cr_expect(strstr(memory_text(), "  5-5 left down   this tile face down\n") != NULL);
    cr_expect(strstr(memory_text(), "or right, upper, lower\n") != NULL);
}

Test(play_text, the_end_of_a_round_has_the_hands_and_the_scores)
{
    static const struct {
        dom_end end;
        int by;
        const char *how;
    } rows[] = {{DOM_END_DOMINO, 0, "you go out."},
                {DOM_END_DOMINO, 1, "ben goes out."},
                {DOM_END_STUCK, 1, "ben cannot play."},
                {DOM_END_BLOCKED, DOM_NOBODY, "nobody can play."}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char expected[200];
        sit("block-2", 0);
        seat.round = (dom_ipc_frame_round){.round = 3,
                                           .end = rows[i].end,
                                           .by = rows[i].by,
                                           .seats = 2,
                                           .hands = {TILES("6-5", "6-6"), dom_tileset_empty()},
                                           .points = {-5, 23},
                                           .scores = {40, 100}};
        dom_output_play_round(&play);
        (void)snprintf(expected, sizeof expected,
                       "\nRound 3 is over: %s\n"
                       "  you    -5     40 points  6-5 6-6\n"
                       "  ben   +23    100 points \n",
                       rows[i].how);
        expect_text("round", expected);
    }
}

Test(play_text, the_result_is_a_victory_a_defeat_or_shared)
{
    static const struct {
        const char *variant;
        int32_t places[4];
        const char *says;
    } rows[] = {{"block-2", {1, 2}, "You have won."},
                {"block-2", {2, 1}, "You have lost."},
                {"block-2", {1, 1}, "A draw."},
                {"block-3", {1, 3, 1}, "You share the first place."},
                {"block-teams", {1, 2, 1, 2}, "You have won."},
                {"block-teams", {1, 1, 1, 1}, "A draw."}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char expected[80];
        sit(rows[i].variant, 0);
        seat.result = (dom_ipc_frame_result){.seats = seat.seats, .fault_seat = -1};
        memcpy(seat.result.places, rows[i].places, sizeof rows[i].places);
        dom_output_play_result(&play);
        (void)snprintf(expected, sizeof expected, "\n%s\n", rows[i].says);
        cr_expect(zero(int, strncmp(memory_text(), expected, strlen(expected))), "%s",
                  memory_text());
    }
    sit("block-2", 0);
    seat.result = (dom_ipc_frame_result){
        .seats = 2, .end = DOM_FAULT_CRASH, .fault_seat = 1, .places = {2, 1}, .scores = {7, -12}};
    seat.result.places[0] = 1;
    seat.result.places[1] = 2;
    dom_output_play_result(&play);
    expect_text("fault", "\nThe match ended by a fault of ben: crash.\n"
                         "\nYou have won.\n"
                         "  1. you      7 points\n"
                         "  2. ben    -12 points\n");
}

/* ---- what the person types ------------------------------------------------------------------ */

Test(play_text, a_move_may_be_typed_in_many_ways)
{
    static const struct {
        const char *line;
        int choice;
    } rows[] = {{"1", 0},         {" 5 \n", 4},      {"6-1", 0},           {"1-6 left", 0},
                {"6-2 right", 2}, {"6-2 LEFT\n", 1}, {"6-2 r", 2},         {"left 6-2", 1},
                {"6-6", 3},       {"6-6 down", 4},   {"6-6 left down", 4}, {"draw", 5},
                {"pass", 6},      {"7", 6}};
    sit("block-2", 0);
    MAY("6-1 left", "6-2 left", "6-2 right", "6-6 left", "6-6 left down", "draw", "pass");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_expect(eq(int, dom_output_play_read(&seat.view, rows[i].line, &err), rows[i].choice),
                  "%s", rows[i].line);
}

Test(play_text, what_is_no_move_is_refused_with_what_is_allowed)
{
    static const struct {
        const char *line, *says;
    } rows[] = {{"6-2", "at which end? Say \"6-2 left\" or the number"},
                {"0", "that is not a legal move; allowed: a number from 1 to 3, or"},
                {"4", "that is not a legal move"},
                {"-1", "that is not a legal move"},
                {"1 2", "that is not a legal move"},
                {"5-5", "that is not a legal move"},
                {"6-1 right", "that is not a legal move"},
                {"6-1 upper", "that is not a legal move"},
                {"6-1 down", "that is not a legal move"},
                {"6-1 please", "that is not a legal move"},
                {"draw", "that is not a legal move"},
                {"pass", "that is not a legal move"},
                {"", "that is not a legal move"}};
    sit("block-2", 0);
    MAY("6-1 left", "6-2 left", "6-2 right");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_expect(eq(int, dom_output_play_read(&seat.view, rows[i].line, &err), -1), "%s",
                  rows[i].line);
        cr_expect(zero(int, strncmp(err.text, rows[i].says, strlen(rows[i].says))), "%s: %s",
                  rows[i].line, err.text);
    }
}
