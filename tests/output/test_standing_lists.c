/* Lists that are printed from standings made by hand: predictions, progress, histories and cross
 * tables. */
#include "memory_file.h"
#include "standing.h"

#include "output/crosstable_text.h"
#include "output/history.h"
#include "output/prediction_text.h"
#include "output/progress_text.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dom_results_standings s;
static const dom_strings all = {.count = 0};
static dom_err err;

/* Three bots in block-2; bot-0 is the strongest. */
static dom_results_standings three_bots(void)
{
    dom_results_standings made = standing_of(3);
    standing_add(&made, 0, 1, 1, 2, 5, 6);
    standing_add(&made, 0, 1, 2, 1, 5, 4);
    standing_add(&made, 0, 2, 1, 2, 5, 7);
    standing_add(&made, 0, 2, 1, 1, 5, 3);
    standing_add(&made, 1, 2, 2, 1, 5, 5);
    standing_add(&made, 1, 2, 1, 2, 5, 5);
    return made;
}

/* Adds another variant, which becomes the second list. */
static void add_variant(dom_results_standings more, const char *variant)
{
    s.lists = realloc(s.lists, 2 * sizeof *s.lists);
    cr_assert(s.lists != NULL);
    s.lists[1] = more.lists[0];
    (void)snprintf(s.lists[1].variant, sizeof s.lists[1].variant, "%s", variant);
    s.list_count = 2;
    free(more.lists);
}

static void set_up(void)
{
    (void)setenv("COLUMNS", "120", 1);
    s = three_bots();
}

static void clean_up(void)
{
    dom_results_standings_clear(&s);
}

TestSuite(standing_lists, .init = set_up, .fini = clean_up);

static void expect(dom_rc rc, const char *what, const char *expected)
{
    cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
    expect_text(what, expected);
}

/* ---- predictions --------------------------------------------------------------------------- */

static dom_rc predict(const char *const names[], uint32_t sets, dom_output_format format)
{
    dom_strings bots = {.count = 0};
    for (; *names; names++)
        cr_assert(dom_strings_add(&bots, *names));
    dom_rc rc = dom_output_predictions_show(&s, &all, &bots, sets, format, memory_file(), &err);
    dom_strings_clear(&bots);
    return rc;
}

static const char *const two[] = {"bot-0", "bot-1", NULL};
static const char *const three[] = {"bot-0", "bot-1", "bot-2", NULL};

Test(standing_lists, a_prediction_of_two_bots_has_one_share)
{
    expect(predict(two, 0, DOM_OUTPUT_TEXT), "text",
           "block-2: expected share of the points (95 % interval)\n"
           "bot              expected\n"
           "bot-0  68.6% (41.3..88.0)\n"
           "bot-1  31.4% (12.0..58.7)\n");
    expect(predict(two, 1, DOM_OUTPUT_MARKDOWN), "markdown",
           "## block-2: expected share of the points (95 % interval)\n\n"
           "| bot | expected | in 1 set |\n"
           "|:--|--:|--:|\n"
           "| bot-0 | 68.6% (41.3..88.0) | 0.0..100.0 |\n"
           "| bot-1 | 31.4% (12.0..58.7) | 0.0..100.0 |\n");
    expect(predict(two, 0, DOM_OUTPUT_CSV), "csv",
           "variant,bot,version,against,against_version,expected,lo,hi\n"
           "block-2,bot-0,,bot-1,,0.685727,0.413218,0.880243\n"
           "block-2,bot-1,,bot-0,,0.314273,0.119757,0.586782\n");
}

Test(standing_lists, a_prediction_of_more_bots_has_the_shares_of_every_pair)
{
    expect(predict(three, 50, DOM_OUTPUT_TEXT), "text",
           "block-2: expected share of the points (95 % interval)\n"
           "bot              expected  in 50 sets       against bot-0       against bot-1       "
           "against bot-2\n"
           "bot-0  72.1% (47.7..89.0)  44.7..93.1                   -  68.6% (41.3..88.0)  "
           "75.7% (54.0..89.9)\n"
           "bot-1  45.1% (22.0..70.2)  18.2..73.7  31.4% (12.0..58.7)                   -  "
           "58.7% (32.1..81.7)\n"
           "bot-2  32.8% (14.2..57.0)  10.1..60.2  24.3% (10.1..46.0)  41.3% (18.3..67.9)"
           "                   -\n");
    expect(predict(three, 50, DOM_OUTPUT_CSV), "csv",
           "variant,bot,version,against,against_version,expected,lo,hi,sets_lo,sets_hi\n"
           "block-2,bot-0,,bot-1,,0.685727,0.413218,0.880243,0.384366,0.918952\n"
           "block-2,bot-0,,bot-2,,0.756516,0.540040,0.899352,0.509505,0.942405\n"
           "block-2,bot-1,,bot-0,,0.314273,0.119757,0.586782,0.081048,0.615634\n"
           "block-2,bot-1,,bot-2,,0.587455,0.320751,0.817169,0.287869,0.854642\n"
           "block-2,bot-2,,bot-0,,0.243484,0.100648,0.459960,0.057595,0.490495\n"
           "block-2,bot-2,,bot-1,,0.412545,0.182831,0.679249,0.145358,0.712131\n");
}

Test(standing_lists, predictions_of_several_variants_end_with_their_mean)
{
    add_variant(three_bots(), "draw-2");
    expect(predict(two, 3, DOM_OUTPUT_TEXT), "text",
           "block-2: expected share of the points (95 % interval)\n"
           "bot              expected   in 3 sets\n"
           "bot-0  68.6% (41.3..88.0)  9.4..100.0\n"
           "bot-1  31.4% (12.0..58.7)   0.0..90.6\n"
           "\n"
           "draw-2: expected share of the points (95 % interval)\n"
           "bot              expected   in 3 sets\n"
           "bot-0  68.6% (41.3..88.0)  9.4..100.0\n"
           "bot-1  31.4% (12.0..58.7)   0.0..90.6\n"
           "\n"
           "mean of the 2 variants: expected share of the points (95 % interval)\n"
           "bot              expected  in 3 sets each\n"
           "bot-0  68.6% (49.3..82.3)      26.7..90.8\n"
           "bot-1  31.4% (17.7..50.7)       9.2..73.3\n");
    (void)predict(two, 0, DOM_OUTPUT_JSON);
    json_t *root = json_loads(memory_text(), 0, NULL), *list = json_object_get(root, "predictions");
    cr_assert(eq(sz, json_array_size(list), 3));
    cr_expect(json_object_get(json_array_get(list, 2), "variant") == json_null());
    json_t *bot = json_array_get(json_object_get(json_array_get(list, 1), "bots"), 1);
    json_t *against = json_object_get(bot, "against");
    cr_expect(eq(sz, json_array_size(against), 1));
    cr_expect(json_object_get(bot, "sets_lo") == NULL);
    cr_expect(epsilon_eq(dbl, json_real_value(json_object_get(bot, "expected")), 0.314273, 1e-6));
    json_decref(root);
}

/* Of a variant that a bot did not play nothing is known, which is an error if no other is left. */
Test(standing_lists, variants_that_a_bot_did_not_play_are_left_out)
{
    static const char *const unknown[] = {"bot-0", "bot-7", NULL};
    add_variant(standing_of(3), "draw-2");
    expect(predict(two, 0, DOM_OUTPUT_CSV), "csv",
           "variant,bot,version,against,against_version,expected,lo,hi\n"
           "block-2,bot-0,,bot-1,,0.685727,0.413218,0.880243\n"
           "block-2,bot-1,,bot-0,,0.314273,0.119757,0.586782\n");
    cr_expect(eq(int, predict(unknown, 0, DOM_OUTPUT_TEXT), DOM_E_ABSENT));
    cr_expect(strstr(err.text, "bot-7") != NULL, "%s", err.text);
    cr_expect(eq(str, (char *)memory_text(), (char *)""));
}

/* ---- progress ------------------------------------------------------------------------------ */

/* The three bots are versions of one. */
static void name_versions(dom_results_standing_list *l)
{
    for (int i = 0; i < 3; i++) {
        strcpy(l->rows[i].bot.name, "mine");
        (void)snprintf(l->rows[i].bot.version, sizeof l->rows[i].bot.version, "%d000000000", i + 1);
        l->rows[i].newest.tournament = 1;
    }
}

Test(standing_lists, progress_compares_each_version_with_the_one_before)
{
    static const struct {
        dom_output_format format;
        const char *expected;
    } rows[] = {
        {DOM_OUTPUT_TEXT, "block-2: versions of mine, oldest first\n"
                          "version      Elo    gain (95 % interval)    LOS  sets\n"
                          "10000000  1110.8                       -      -    20\n"
                          "20000000   975.3  -135.5 (-346.5..+60.9)   8.8%    20\n"
                          "30000000   913.9  -61.4 (-260.1..+130.3)  26.5%    20\n"},
        {DOM_OUTPUT_MARKDOWN, "## block-2: versions of mine, oldest first\n\n"
                              "| version | Elo | gain (95 % interval) | LOS | sets |\n"
                              "|:--|--:|--:|--:|--:|\n"
                              "| 10000000 | 1110.8 | - | - | 20 |\n"
                              "| 20000000 | 975.3 | -135.5 (-346.5..+60.9) | 8.8% | 20 |\n"
                              "| 30000000 | 913.9 | -61.4 (-260.1..+130.3) | 26.5% | 20 |\n"},
        {DOM_OUTPUT_CSV,
         "variant,bot,version,elo,gain,gain_lo,gain_hi,los,sets\n"
         "block-2,mine,1000000000,1110.825588,,,,,20\n"
         "block-2,mine,2000000000,975.288019,-135.537569,-346.519875,60.918839,0.088155,20\n"
         "block-2,mine,3000000000,913.886393,-61.401626,-260.105251,130.344585,0.265124,20\n"},
    };
    name_versions(s.lists);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect(dom_output_progress_show(&s, &all, "mine", rows[i].format, memory_file(), &err),
               "progress", rows[i].expected);
    dom_rc rc = dom_output_progress_show(&s, &all, "other", DOM_OUTPUT_TEXT, memory_file(), &err);
    cr_expect(eq(int, rc, DOM_E_ABSENT));
}

Test(standing_lists, progress_in_every_variant)
{
    add_variant(three_bots(), "draw-2");
    name_versions(&s.lists[0]);
    name_versions(&s.lists[1]);
    (void)dom_output_progress_show(&s, &all, "mine", DOM_OUTPUT_TEXT, memory_file(), &err);
    cr_expect(strstr(memory_text(), "    20\n\ndraw-2: versions of mine") != NULL, "%s",
              memory_text());
    (void)dom_output_progress_show(&s, &all, "mine", DOM_OUTPUT_CSV, memory_file(), &err);
    cr_expect(eq(ptr, strstr(memory_text() + 1, "variant,"), NULL), "one first line");
    (void)dom_output_progress_show(&s, &all, "mine", DOM_OUTPUT_JSON, memory_file(), &err);
    json_t *root = json_loads(memory_text(), 0, NULL), *list = json_object_get(root, "progress");
    cr_assert(eq(sz, json_array_size(list), 2));
    json_t *versions = json_object_get(json_array_get(list, 1), "versions");
    cr_assert(eq(sz, json_array_size(versions), 3));
    cr_expect(json_object_get(json_array_get(versions, 0), "gain") == json_null());
    cr_expect(epsilon_eq(dbl, json_real_value(json_object_get(json_array_get(versions, 1), "gain")),
                         -135.5, 0.1));
    json_decref(root);
}

/* ---- histories ----------------------------------------------------------------------------- */

Test(standing_lists, a_history_begins_with_the_first_sets)
{
    static const struct {
        dom_output_format format;
        const char *expected;
    } rows[] = {
        {DOM_OUTPUT_TEXT, "block-2: Elo after the first sets\n"
                          "after sets      50     100     200     400     630\n"
                          "bot-0       1208.0  1299.1  1476.1  1550.9  1586.0\n"
                          "bot-1        892.0   823.7   970.3  1046.3  1081.7\n"
                          "bot-2        900.0   877.2   553.6   402.7   332.3\n"},
        {DOM_OUTPUT_MARKDOWN, "## block-2: Elo after the first sets\n\n"
                              "| after sets | 50 | 100 | 200 | 400 | 630 |\n"
                              "|:--|--:|--:|--:|--:|--:|\n"
                              "| bot-0 | 1208.0 | 1299.1 | 1476.1 | 1550.9 | 1586.0 |\n"
                              "| bot-1 | 892.0 | 823.7 | 970.3 | 1046.3 | 1081.7 |\n"
                              "| bot-2 | 900.0 | 877.2 | 553.6 | 402.7 | 332.3 |\n"},
    };
    standing_add(&s, 0, 1, 1, 2, 5, 100);
    standing_add(&s, 1, 2, 1, 2, 5, 500);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect(dom_output_history_show(&s, &all, rows[i].format, memory_file(), &err), "history",
               rows[i].expected);
    (void)dom_output_history_show(&s, &all, DOM_OUTPUT_CSV, memory_file(), &err);
    static const char begins[] = "variant,sets,bot,version,elo,elo_lo,elo_hi,bound,earlier_rules\n"
                                 "block-2,50,bot-0,,1208.028978,1109.066250,1321.948765,,0\n"
                                 "block-2,50,bot-1,,892.001358,791.206294,988.166494,,0\n"
                                 "block-2,50,bot-2,,899.969664,772.848967,1019.577975,,0\n"
                                 "block-2,100,bot-0,,1299.056126,1196.469179,1419.749153,,0\n";
    cr_expect(zero(int, strncmp(memory_text(), begins, sizeof begins - 1)), "%s", memory_text());
}

Test(standing_lists, without_a_complete_set_there_is_no_history)
{
    dom_results_standings_clear(&s);
    s = standing_of(2);
    static const struct {
        dom_output_format format;
        const char *expected;
    } rows[] = {{DOM_OUTPUT_TEXT, "No duplicate set is complete yet.\n"},
                {DOM_OUTPUT_MARKDOWN, "No duplicate set is complete yet.\n"},
                {DOM_OUTPUT_CSV, ""},
                {DOM_OUTPUT_JSON, "{\n \"schema\": 1,\n \"histories\": []\n}\n"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect(dom_output_history_show(&s, &all, rows[i].format, memory_file(), &err), "history",
               rows[i].expected);
}

/* ---- cross tables -------------------------------------------------------------------------- */

Test(standing_lists, a_cross_table_is_broken_into_blocks)
{
    expect(dom_output_crosstables(memory_file(), &s, &all, DOM_OUTPUT_TEXT, &err), "wide",
           "block-2: points of row against column, in percent\n"
           "            1    2    3\n"
           "1  bot-0    -   60   85\n"
           "2  bot-1   40    -   50\n"
           "3  bot-2   15   50    -\n"
           "*: the share that the ratings expect is outside of the 95 % interval. --csv has games, "
           "intervals and expected shares.\n"
           "Results agree with one rating per bot: chi-square 1.3, 1 degree of freedom, "
           "p = 26.6 %.\n");
    (void)setenv("COLUMNS", "35", 1);
    expect(dom_output_crosstables(memory_file(), &s, &all, DOM_OUTPUT_TEXT, &err), "narrow",
           "block-2: points of row against column, in percent\n"
           "            1    2\n"
           "1  bot-0    -   60\n"
           "2  bot-1   40    -\n"
           "3  bot-2   15   50\n"
           "\n"
           "            3\n"
           "1  bot-0   85\n"
           "2  bot-1   50\n"
           "3  bot-2    -\n"
           "*: the share that the ratings\n"
           "  expect is outside of the 95 %\n"
           "  interval. --csv has games,\n"
           "  intervals and expected shares.\n"
           "Results agree with one rating per\n"
           "  bot: chi-square 1.3, 1 degree of\n"
           "  freedom, p = 26.6 %.\n");
}

Test(standing_lists, a_cross_table_in_csv_has_a_row_for_each_pair)
{
    expect(dom_output_crosstables(memory_file(), &s, &all, DOM_OUTPUT_CSV, &err), "csv",
           "variant,bot,version,against,against_version,games,wins,draws,losses,share,sets,"
           "share_lo,share_hi,expected,earlier_rules\n"
           "block-2,bot-0,,bot-1,,20,12,0,8,0.600000,10,0.266580,0.860923,0.685727,0\n"
           "block-2,bot-0,,bot-2,,20,14,6,0,0.850000,10,0.614495,0.952707,0.756516,0\n"
           "block-2,bot-1,,bot-0,,20,8,0,12,0.400000,10,0.139077,0.733420,0.314273,0\n"
           "block-2,bot-1,,bot-2,,20,10,0,10,0.500000,10,0.198966,0.801034,0.587455,0\n"
           "block-2,bot-2,,bot-0,,20,0,6,14,0.150000,10,0.047293,0.385505,0.243484,0\n"
           "block-2,bot-2,,bot-1,,20,10,0,10,0.500000,10,0.198966,0.801034,0.412545,0\n");
}
