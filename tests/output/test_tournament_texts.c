/* What is printed of a tournament: the list of all, one in detail, and its standings. */
#include "expect.h"
#include "memory_file.h"

#include "output/standings_text.h"
#include "output/tournament_text.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { BOTS = 4, DAY_MS = 86400000 };

static const dom_store_bot bots[BOTS] = {
    {"anna", "1111111111"}, {"ben", "2222222222"}, {"carl", "3333333333"}, {"dora", "4444444444"}};
static const dom_store_stage stages[] = {
    {.first_set = 1,
     .bots = BOTS,
     .sets = 10,
     .created_ms = DAY_MS,
     .finished_ms = 2 * DAY_MS,
     .commit = "c0"},
    {.first_set = 61, .bots = BOTS, .sets = 0, .created_ms = 3 * DAY_MS, .commit = "c1"}};
static const dom_schedule_plan_move moves[] = {{1, 7, 9}};
static dom_variant variants[2];
static dom_store_tournament t;

static void set_up(void)
{
    (void)setenv("COLUMNS", "200", 1);
    expect_ok(dom_variant_find(&variants[0], "block-2", &last_err));
    expect_ok(dom_variant_find(&variants[1], "draw-2", &last_err));
    t = (dom_store_tournament){.name = "spring",
                               .config = "{\"schedule\":\"round-robin\"}",
                               .bot_count = BOTS,
                               .bots = bots,
                               .variant_count = 2,
                               .variants = variants,
                               .stage_count = 2,
                               .stages = stages,
                               .move_count = 1,
                               .moves = moves};
}

TestSuite(tournament_texts, .init = set_up);

/* ---- the list, and one in detail ------------------------------------------------------------ */

static const dom_results_tournament_summary open = {.state = DOM_RESULTS_TOURNAMENT_OPEN,
                                                    .is_rated = true,
                                                    .kind = DOM_SCHEDULE_PLAN_ROUND_ROBIN,
                                                    .done = 90,
                                                    .total = 240,
                                                    .begun_ms = DAY_MS,
                                                    .bytes = 1234567};

Test(tournament_texts, a_list_has_a_line_for_each_tournament)
{
    dom_store_tournament other = t;
    dom_results_tournament_summary is_void = open;
    strcpy(other.name, "a-tournament-with-a-long-name");
    is_void.state = DOM_RESULTS_TOURNAMENT_CLOSED;
    is_void.is_void = true;
    is_void.bytes = 12345;
    dom_output_tournaments list = {.out = memory_file(), .running = "spring"};
    dom_output_tournaments_begin(&list);
    expect_ok(dom_output_tournaments_add(&list, &t, &open, &last_err));
    expect_ok(dom_output_tournaments_add(&list, &other, &is_void, &last_err));
    expect_ok(dom_output_tournaments_end(&list, DOM_OK, &last_err));
    expect_text("list", "tournament                     state    matches   of  bots  variants  "
                        "stages        begun (UTC)         size\n"
                        "spring                         running       90  240     4         2      "
                        " 2        1970-01-02 00:00  1.2 MB\n"
                        "a-tournament-with-a-long-name  closed        90  240     4         2      "
                        " 2  void  1970-01-02 00:00   12 kB\n");
}

Test(tournament_texts, an_empty_list_says_so)
{
    dom_output_tournaments list = {.out = memory_file(), .if_none = "nothing was played yet"};
    dom_output_tournaments_begin(&list);
    expect_ok(dom_output_tournaments_end(&list, DOM_OK, &last_err));
    expect_text("none", "nothing was played yet\n");
}

Test(tournament_texts, the_details_have_stages_and_bots)
{
    dom_results_tournament_summary summary = open;
    summary.newest_ms = DAY_MS + 60000;
    expect_ok(dom_output_tournament(memory_file(), &t, &summary, false, &last_err));
    expect_text(
        "details",
        "spring: open, 90 of 240 matches played\n"
        "round-robin of 4 bots, begun 1970-01-02 00:00, newest match 1970-01-02 00:01 (UTC); about "
        "1.2 MB\n"
        "variants: block-2, draw-2\n"
        "\n"
        "stage  begun             bots  sets                    commitment  finished\n"
        "    1  1970-01-02 00:00     4  10                      c0          1970-01-03 00:00\n"
        "    2  1970-01-04 00:00     4  taken over of sets 7-9  c1\n"
        "\n"
        "bot   version\n"
        "anna  11111111\n"
        "ben   22222222\n"
        "carl  33333333\n"
        "dora  44444444\n");
}

/* ---- standings ------------------------------------------------------------------------------- */

static dom_ratings_sample shares(double first, double second)
{
    dom_ratings_sample sample = {0};
    dom_ratings_sample_add(&sample, first);
    dom_ratings_sample_add(&sample, second);
    return sample;
}

/* In block-2 dora has not played; carl has only played in sets that are not complete, and two sets
 * count as lost by him. In draw-2 nobody has played. */
static void print_standings(dom_output_format format)
{
    dom_results_tournament_standings standings;
    static const dom_strings all = {.count = 0};
    dom_results_withdrawal left = {.bot = 2, .is_void = false, .text = "withdrawn: gone"};
    const dom_results_withdrawals withdrawals = {.count = 1, .item = &left};
    expect_ok(dom_results_tournament_standings_open(&standings, &t, &withdrawals, &last_err));
    standings.of[0] = (dom_results_tournament_standing){
        .sums = {.matches = 4, .score = {.wins = 3, .losses = 1}, .points = 50, .rounds = 20},
        .shares = shares(1, 0.5),
        .place = 1};
    standings.of[1] = (dom_results_tournament_standing){.sums = {.matches = 4,
                                                                 .score = {.wins = 3, .losses = 1},
                                                                 .points = 30,
                                                                 .rounds = 20,
                                                                 .forfeits = 1},
                                                        .shares = shares(0.75, 0.75),
                                                        .place = 2,
                                                        .set_apart = DOM_CORE_TIE_POINTS};
    standings.of[2] = (dom_results_tournament_standing){
        .sums = {.matches = 1, .score = {.losses = 1}}, .lost_sets = 2, .place = 3};
    const dom_output_standings_source source = {.t = &t,
                                                .summary = &open,
                                                .withdrawals = &withdrawals,
                                                .standings = &standings,
                                                .variants = &all};
    expect_ok(dom_output_standings(memory_file(), &source, format, &last_err));
    dom_results_tournament_standings_clear(&standings);
}

Test(tournament_texts, standings_as_text)
{
    print_standings(DOM_OUTPUT_TEXT);
    expect_text(
        "text",
        "spring: open, 90 of 240 matches played\n"
        "\n"
        "block-2\n"
        "place  bot   version   score  share        95 %  matches  W/D/L  points/round  forfeits  "
        "unplayed W/L  tie-break\n"
        "    1  anna  11111111   75.0   75.0  0.0..100.0        4  3/0/1          2.50\n"
        "    2  ben   22222222   75.0   75.0  0.0..100.0        4  3/0/1          1.50         1   "
        "             points\n"
        "    3  carl  33333333    0.0      -                    1  0/0/1                           "
        "        0/2\n"
        "\n"
        "Places by share, then direct, then points. Bots that are equal by all of them share a "
        "place. share: of the points in complete duplicate sets, in percent. forfeits: matches "
        "that a fault of the bot\n"
        "  ended. unplayed: sets that count as won (byes, opponents that left) or lost (rounds "
        "before it came, after it left). score: the share with them; it decides the place.\n"
        "carl: withdrawn: gone\n");
}

Test(tournament_texts, standings_as_markdown)
{
    print_standings(DOM_OUTPUT_MARKDOWN);
    expect_text(
        "markdown",
        "## spring: open, 90 of 240 matches played\n"
        "\n"
        "### block-2\n"
        "\n"
        "| place | bot | version | score | share | 95 % | matches | W/D/L | points/round | "
        "forfeits | byes | unplayed W/L | tie-break |\n"
        "|--:|:--|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|:--|\n"
        "| 1 | anna | 11111111 | 75.0 | 75.0 | 0.0..100.0 | 4 | 3/0/1 | 2.50 |  |  |  |  |\n"
        "| 2 | ben | 22222222 | 75.0 | 75.0 | 0.0..100.0 | 4 | 3/0/1 | 1.50 | 1 |  |  | points |\n"
        "| 3 | carl | 33333333 | 0.0 | - |  | 1 | 0/0/1 |  |  |  | 0/2 |  |\n"
        "\n"
        "Places by share, then direct, then points. Bots that are equal by all of them share a "
        "place. share: of the points in complete duplicate sets, in percent. forfeits: matches "
        "that a fault of the bot ended. unplayed: sets that count as won (byes, opponents that "
        "left) or lost (rounds before it came, after it left). score: the share with them; it "
        "decides the place.\n"
        "- carl: withdrawn: gone\n");
}

Test(tournament_texts, standings_as_csv)
{
    print_standings(DOM_OUTPUT_CSV);
    expect_text("csv", "variant,place,bot,version,score,sets,share,share_lo,share_hi,matches,wins,"
                       "draws,losses,points_per_round,forfeits,byes,won_sets,lost_sets,set_apart\n"
                       "block-2,1,anna,1111111111,0.750000,2,0.750000,0.000000,1.000000,4,3,0,1,2."
                       "500000,0,0,0,0,\n"
                       "block-2,2,ben,2222222222,0.750000,2,0.750000,0.000000,1.000000,4,3,0,1,1."
                       "500000,1,0,0,0,points\n"
                       "block-2,3,carl,3333333333,0.000000,0,,,,1,0,0,1,,0,0,0,2,share\n");
}
