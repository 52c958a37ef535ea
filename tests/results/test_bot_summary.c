/* One bot in a list: what it gained in its last tournament, what it plays like, and its opponents.
 */
#include "output/bot_summary_text.h"
#include "results/bot_summary.h"
#include "standing.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { BOTS = 4 };

static const dom_results_ranking_kind kind = {.wants_matrices = true};

/* Tournament 1 ends. */
static void end_first(dom_results_standings *s)
{
    static const dom_results_read_tournament read[] = {{1, "winter"}, {2, "spring"}};
    dom_results_standing_list *l = s->lists;
    s->tournaments = calloc(2, sizeof *s->tournaments);
    memcpy(s->tournaments, read, sizeof read);
    s->tournament_count = 2;
    l->parts = calloc(2, sizeof *l->parts);
    l->parts[0] = (dom_results_standing_part){.tournament = 1, .first_set = 0};
    l->parts[1] = (dom_results_standing_part){.tournament = 2, .first_set = l->sets};
    l->part_count = 2;
    for (size_t i = 0; i < l->row_count; i++)
        l->rows[i].newest.tournament = 1;
}

static void add_first(dom_results_standings *s)
{
    standing_add(s, 0, 1, 1, 2, 5, 6);
    standing_add(s, 0, 1, 2, 1, 5, 4);
    standing_add(s, 0, 2, 1, 2, 5, 7);
    standing_add(s, 0, 2, 1, 1, 5, 3);
    standing_add(s, 1, 2, 2, 1, 5, 5);
    standing_add(s, 1, 2, 1, 2, 5, 5);
}

/* Bots 0 to 2 play tournament 1; bots 0, 1 and 3 play tournament 2. */
static dom_results_standings two_tournaments(const char *anchor)
{
    dom_results_standings s = standing_of(BOTS);
    strcpy(s.words.anchor, anchor);
    add_first(&s);
    end_first(&s);
    standing_add(&s, 0, 1, 2, 1, 5, 10);
    standing_add(&s, 0, 3, 1, 2, 5, 10);
    standing_add(&s, 0, 3, 2, 1, 5, 2);
    s.lists->rows[0].newest.tournament = s.lists->rows[1].newest.tournament = 2;
    s.lists->rows[3].newest.tournament = 2;
    s.lists->rows[0].last_ms = 86400000;
    return s;
}

static dom_results_ranking made(const dom_results_standings *s)
{
    dom_results_ranking r;
    dom_err err = {.text = ""};
    cr_assert(eq(int, dom_results_ranking_make(&r, s, s->lists, kind, &err), DOM_OK), "%s",
              err.text);
    return r;
}

/* Checks the changes against the list of the first tournament alone. */
static void check_changes(const char *anchor, const dom_results_standings *s)
{
    dom_results_standings alone = standing_of(BOTS);
    strcpy(alone.words.anchor, anchor);
    add_first(&alone);
    dom_results_ranking all = made(s), before = made(&alone);
    dom_results_change change[BOTS];
    dom_err err;
    cr_assert(eq(int, dom_results_changes_find(change, &all, s, SIZE_MAX, &err), DOM_OK));
    for (size_t i = 0; i < all.list.count; i++) {
        const dom_ratings_rating *row = &all.list.row[i];
        if (row->player == 0 || row->player == 1) {
            cr_expect(eq(str, (char *)change[i].tournament, "spring"));
            cr_expect(change[i].has_gain);
            cr_expect(
                epsilon_eq(dbl, change[i].gain, row->elo - before.list.elo[row->player], 4e-6));
        } else {
            cr_expect(
                eq(str, (char *)change[i].tournament, row->player == 2 ? "winter" : "spring"));
            cr_expect(eq(int, change[i].has_gain, 0), "without it it has no rating");
        }
    }
    dom_results_ranking_clear(&all);
    dom_results_ranking_clear(&before);
    dom_results_standings_clear(&alone);
}

Test(bot_summary, a_change_is_the_difference_to_the_list_without_the_last_tournament)
{
    static const char *const anchors[] = {"none", "bot-1", "bot-2"};
    for (size_t i = 0; i < 3; i++) {
        dom_results_standings s = two_tournaments(anchors[i]);
        check_changes(anchors[i], &s);
        dom_results_standings_clear(&s);
    }
}

/* The version of the anchor that played before fixes the scale of the list before. */
Test(bot_summary, an_anchor_that_is_new_does_not_hide_the_changes)
{
    dom_results_standings s = two_tournaments("bot-2");
    strcpy(s.lists->rows[3].bot.name, "bot-2");
    strcpy(s.lists->rows[3].bot.version, "new");
    check_changes("bot-2", &s);
    dom_results_standings_clear(&s);
}

Test(bot_summary, a_list_counts_opponents_and_meetings)
{
    dom_results_standings s = two_tournaments("bot-1");
    dom_results_ranking r = made(&s);
    dom_results_crosstable x;
    dom_err err;
    dom_results_meeting met;
    size_t line = 0, other = 0;
    cr_assert(eq(int, dom_results_crosstable_make(&x, &r, &err), DOM_OK));
    while (r.list.row[line].player != 0)
        line++;
    while (r.list.row[other].player != 2)
        other++;
    dom_results_bot_summary b = dom_results_bot_summary_of(&x, line, NULL);
    cr_expect(epsilon_eq(dbl, b.score, (12 + 14 + 3 + 20) / 84.0, 1e-12));
    cr_expect(epsilon_eq(dbl, b.draws, 6 / 84.0, 1e-12));
    cr_expect(eq(u32, b.performance.opponents, 3));
    cr_expect(epsilon_eq(dbl, b.performance.opponents_elo,
                         (40 * r.list.elo[1] + 20 * r.list.elo[2] + 24 * r.list.elo[3]) / 84,
                         2e-6));
    cr_assert(dom_results_bot_meeting(&met, &b, other));
    cr_expect(epsilon_eq(dbl, met.points, 17, 1e-12));
    cr_expect(met.has_limits && met.expected.lo < met.versus->expected);
    cr_expect(met.expected.hi > met.versus->expected);
    cr_expect(not(dom_results_bot_meeting(&met, &b, line)), "it has not met itself");
    dom_results_crosstable_clear(&x);
    dom_results_ranking_clear(&r);
    dom_results_standings_clear(&s);
}

/* ---- printed -------------------------------------------------------------------- */

static char *printed(const dom_results_standings *s, const char *variant, const char *name,
                     dom_output_format format, dom_rc wanted)
{
    char *text, *item[] = {(char *)variant};
    size_t size;
    dom_err err = {.text = ""};
    const dom_strings variants = {.count = variant != NULL, .item = item};
    FILE *out = open_memstream(&text, &size);
    dom_rc rc = dom_output_bot_show(s, &variants, name, format, out, &err);
    (void)fclose(out);
    cr_expect(eq(int, rc, wanted), "%s", err.text);
    cr_expect(eq(int, rc == DOM_OK, err.text[0] == '\0'), "%s", err.text);
    if (rc != DOM_OK) {
        free(text);
        text = strdup(err.text);
    }
    return text;
}

static void expect_printed(const dom_results_standings *s, const char *variant, const char *name,
                           dom_output_format format, const char *words)
{
    char *text = printed(s, variant, name, format, DOM_OK);
    cr_expect(ne(ptr, strstr(text, words), NULL), "'%s' in\n%s", words, text);
    cr_expect(eq(int, strncmp(text, "variant,", 8) == 0, format == DOM_OUTPUT_CSV), "%s", text);
    free(text);
}

Test(bot_summary, every_format_has_the_same_facts)
{
    dom_results_standings s = two_tournaments("bot-1");
    static const struct {
        const char *variant, *name;
        dom_output_format format;
        const char *words;
    } cases[] = {
        {NULL, "bot-0", DOM_OUTPUT_TEXT, "58.3%   7.1%  3 (868.3)        938.7  "},
        {NULL, "bot-0", DOM_OUTPUT_TEXT, "  42       84   1970-01-02  -197.8  spring\n"},
        {NULL, "bot-2", DOM_OUTPUT_TEXT, "     new  winter\n"},
        {NULL, "bot-0", DOM_OUTPUT_CSV,
         ",42,84,46,6,32,1970-01-02T00:00:00.000Z,-197.822348,spring,0"},
        {NULL, "bot-0", DOM_OUTPUT_MARKDOWN, "| 3 (868.3) | 938.7 |"},
        {"block-2", "bot-0", DOM_OUTPUT_TEXT, "Score 58.3%, draws 7.1%, against 3 opponents with "},
        {"block-2", "bot-0", DOM_OUTPUT_TEXT, "Without tournament spring, its newest, its Elo is"},
        {"block-2", "bot-0", DOM_OUTPUT_TEXT, "bot-2   "},
        {"block-2", "bot-0", DOM_OUTPUT_CSV, "\nblock-2,bot-0,,bot-2,,10,20,14,6,0,17.0,0.850000,"},
        {"block-2", "bot-0", DOM_OUTPUT_MARKDOWN, "| 14-6-0 | 17.0 | 85.0% |"},
        {"block-2", "bot-0", DOM_OUTPUT_JSON, "\"points\": 17.0"},
        {"block-2", "bot-0", DOM_OUTPUT_JSON, "\"change_by\": \"spring\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_printed(&s, cases[i].variant, cases[i].name, cases[i].format, cases[i].words);
    dom_results_standings_clear(&s);
}

Test(bot_summary, a_performance_without_limit_says_so)
{
    dom_results_standings s = standing_of(2);
    standing_add(&s, 0, 1, 1, 2, 5, 3);
    expect_printed(&s, "block-2", "bot-0", DOM_OUTPUT_TEXT, "without limit, because it won every");
    expect_printed(&s, "block-2", "bot-0", DOM_OUTPUT_TEXT, "against 1 opponent with a mean Elo");
    expect_printed(&s, "block-2", "bot-1", DOM_OUTPUT_TEXT, "without limit, because it lost every");
    expect_printed(&s, NULL, "bot-0", DOM_OUTPUT_JSON, "\"performance\": null");
    expect_printed(&s, NULL, "bot-0", DOM_OUTPUT_JSON, "\"performance_bound\": \">\"");
    dom_results_standings_clear(&s);
}

/* A bot that lost one of 4000 matches has not won all of them. */
Test(bot_summary, a_share_is_100_percent_only_if_it_is_whole)
{
    dom_results_standings s = standing_of(2);
    standing_add(&s, 0, 1, 1, 2, 5, 1999);
    standing_add(&s, 0, 1, 2, 1, 5, 1);
    expect_printed(&s, NULL, "bot-0", DOM_OUTPUT_TEXT, "  99.9%   0.0%  1 (");
    dom_results_standings_clear(&s);
}

Test(bot_summary, versions_are_named_and_hidden_opponents_are_counted)
{
    dom_results_standings s = two_tournaments("bot-1");
    strcpy(s.lists->rows[0].bot.version, "aaaaaaaabb");
    strcpy(s.lists->rows[2].bot.name, "bot-0");
    strcpy(s.lists->rows[2].bot.version, "cccccccccc");
    s.lists->rows[2].is_hidden = true;
    expect_printed(&s, NULL, "bot-0", DOM_OUTPUT_TEXT, "bot-0, 2 versions\n");
    expect_printed(&s, NULL, "bot-0", DOM_OUTPUT_TEXT, "\nVersion aaaaaaaa: shown\n");
    expect_printed(&s, NULL, "bot-0", DOM_OUTPUT_TEXT, "\nVersion cccccccc: hidden, but counted");
    expect_printed(&s, "block-2", "bot-0@aaaa", DOM_OUTPUT_TEXT, "\n1 more opponent: versions");
    char *text = printed(&s, "block-2", "bot-0@cc", DOM_OUTPUT_TEXT, DOM_E_ABSENT);
    cr_expect(eq(str, text, "the list of block-2 hides bot-0@cccccccc; --all shows it"));
    free(text);
    text = printed(&s, NULL, "bot-7", DOM_OUTPUT_TEXT, DOM_E_ABSENT);
    cr_expect(eq(ptr, strstr(text, "no bot 'bot-7' has a complete set (did you mean bot-"), text));
    free(text);
    dom_results_standings_clear(&s);
}
