/* Lists of unusual standings: unknown values are written as words, never as NaN or infinity. */
#include "output/history.h"
#include "output/ranking_text.h"
#include "results/ranking.h"
#include "standing.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { BOTS = 4 };

/* Returns true if the text has "nan" or "inf" that is not a part of a word. */
static bool has_no_number(const char *text)
{
    for (const char *c = text; *c; c++) {
        bool is_one = strncasecmp(c, "nan", 3) == 0 || strncasecmp(c, "inf", 3) == 0;
        if (is_one && !isalpha((unsigned char)c[3]) &&
            (c == text || !isalpha((unsigned char)c[-1])))
            return true;
    }
    return false;
}

Test(cli_ranking, the_search_for_numbers_that_are_not_finite_works)
{
    cr_expect(has_no_number("x,-nan,"));
    cr_expect(has_no_number("inf"));
    cr_expect(has_no_number("1 Inf%"));
    cr_expect(not(has_no_number("information, nanny, banana")));
}

static char *shown(const dom_results_standings *s, dom_output_format format, bool is_live,
                   bool is_history)
{
    char *text;
    size_t length;
    dom_err err = {.text = ""};
    const dom_strings all = {.count = 0};
    FILE *out = open_memstream(&text, &length);
    dom_rc rc = is_history ? dom_output_history_show(s, &all, format, out, &err)
                           : dom_output_ranking_show(s, &all,
                                                     (dom_results_ranking_kind){.is_live = is_live},
                                                     format, out, &err);
    (void)fclose(out);
    cr_expect(eq(int, rc, DOM_OK), "%s", err.text);
    cr_expect(not(has_no_number(text)), "%s", text);
    return text;
}

/* Prints the list in every format; returns the official list as text. */
static char *shown_in_all(const dom_results_standings *s)
{
    for (dom_output_format format = DOM_OUTPUT_TEXT; format <= DOM_OUTPUT_MARKDOWN; format++) {
        free(shown(s, format, false, false));
        free(shown(s, format, true, false));
        free(shown(s, format, false, true));
    }
    return shown(s, DOM_OUTPUT_TEXT, false, false);
}

static void expect_words(dom_results_standings *s, const char *const words[])
{
    char *text = shown_in_all(s);
    for (; *words; words++)
        cr_expect(ne(ptr, strstr(text, *words), NULL), "'%s' in\n%s", *words, text);
    free(text);
    dom_results_standings_clear(s);
}

Test(cli_ranking, without_results_the_list_is_empty)
{
    dom_results_standings s = standing_of(BOTS), nobody = {.list_count = 0};
    expect_words(&s, (const char *[]){"", NULL});
    expect_words(&nobody, (const char *[]){"", NULL});
}

Test(cli_ranking, without_a_complete_set_live_ratings_are_listed)
{
    dom_results_standings s = standing_of(2);
    s.lists->matches = s.lists->rows[0].sums.matches = s.lists->rows[1].sums.matches = 1;
    expect_words(&s, (const char *[]){"Live Elo, provisional", NULL});
}

Test(cli_ranking, one_bot_alone)
{
    dom_results_standings s = standing_of(1);
    s.lists->sets = s.lists->matches = s.lists->rows[0].sums.matches = s.lists->rows[0].sets = 1;
    expect_words(&s,
                 (const char *[]){"Only one bot played, so its rating has no meaning yet.", NULL});
}

Test(cli_ranking, all_draws)
{
    dom_results_standings s = standing_of(3);
    for (uint32_t i = 0; i < 3; i++)
        standing_add(&s, i, (i + 1) % 3, 1, 1, 0, 30);
    expect_words(&s, (const char *[]){"1-3", "1000.0", "0-120-0", NULL});
}

Test(cli_ranking, a_bot_that_never_met_the_others)
{
    dom_results_standings s = standing_of(BOTS);
    standing_add(&s, 0, 1, 1, 2, 5, 3);
    standing_add(&s, 0, 1, 2, 1, -5, 3);
    standing_add(&s, 2, 3, 1, 2, 7, 30);
    expect_words(&s, (const char *[]){"2 islands: no results connect them, so",
                                      ">: no upper limit, because weaker bots",
                                      "Rough intervals, because few results decide", NULL});
}

Test(cli_ranking, islands_are_numbered_without_bots_that_have_not_played)
{
    dom_results_standings s = standing_of(5);
    standing_add(&s, 0, 1, 1, 2, 5, 30);
    standing_add(&s, 3, 4, 1, 2, 5, 30);
    char *text = shown(&s, DOM_OUTPUT_JSON, false, false);
    json_t *root = json_loads(text, 0, NULL),
           *list = json_array_get(json_object_get(root, "lists"), 0);
    json_t *bots = json_object_get(list, "bots");
    cr_expect(eq(int, (int)json_integer_value(json_object_get(list, "islands")), 2));
    cr_assert(eq(sz, json_array_size(bots), 4));
    for (size_t i = 0; i < 4; i++) {
        json_t *island = json_object_get(json_array_get(bots, i), "island");
        cr_expect(eq(int, (int)json_integer_value(island), i < 2 ? 1 : 2), "%s", text);
    }
    json_decref(root);
    free(text);
    dom_results_standings_clear(&s);
}

Test(cli_ranking, the_scale_of_an_island_is_set_by_its_mean_or_the_anchor)
{
    static const struct {
        const char *anchor, *held;
    } cases[] = {{"bot-9", "The mean of each island is fixed at 1"},
                 {"bot-0", "The mean of each island without the anchor is fixed at 1"},
                 {"bot-2", "The mean of each island without the anchor is fixed at 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_results_standings s = standing_of(BOTS);
        strcpy(s.words.anchor, cases[i].anchor);
        standing_add(&s, 0, 1, 1, 2, 5, 30);
        standing_add(&s, 2, 3, 1, 2, 5, 30);
        expect_words(&s, (const char *[]){cases[i].held, NULL});
    }
}

Test(cli_ranking, a_bot_that_lost_everything_and_one_that_has_not_played)
{
    dom_results_standings s = standing_of(BOTS);
    standing_add(&s, 0, 1, 1, 2, 1000000000, 40);
    standing_add(&s, 0, 2, 1, 2, -1000000000, 40);
    expect_words(&s, (const char *[]){">", "<", "1000000000.00", NULL});
}

Test(cli_ranking, faults_are_counted_by_match_and_by_kind)
{
    dom_results_standings s = standing_of(2);
    standing_add(&s, 0, 1, 1, 2, 5, 3);
    s.lists->rows[0].faulty = 1;
    s.lists->rows[0].faults[DOM_FAULT_ILLEGAL] = 1;
    s.lists->rows[1].faulty = 3;
    s.lists->rows[1].faults[DOM_FAULT_ILLEGAL] = 2;
    s.lists->rows[1].faults[DOM_FAULT_TIMEOUT] = 1;
    expect_words(&s, (const char *[]){"Faults: bot-0 in 1 match (1 illegal)\n",
                                      "Faults: bot-1 in 3 matches (2 illegal, 1 timeout)\n", NULL});
}

Test(cli_ranking, a_history_names_the_sets_before_the_first_match_of_the_anchor)
{
    static const struct {
        const char *anchor, *note;
    } cases[] = {
        {"bot-0", NULL},
        {"bot-9", NULL},
        {"bot-2", "\nIn the first 50 sets the anchor bot-2 had not played and the mean was fixed"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_results_standings s = standing_of(3);
        strcpy(s.words.anchor, cases[i].anchor);
        standing_add(&s, 0, 1, 1, 2, 5, 40);
        standing_add(&s, 0, 1, 2, 1, -5, 40);
        standing_add(&s, 0, 2, 1, 2, 5, 40);
        char *text = shown(&s, DOM_OUTPUT_TEXT, false, true),
             *json = shown(&s, DOM_OUTPUT_JSON, false, true);
        cr_expect(eq(int, strstr(text, "In the first") != NULL, cases[i].note != NULL), "%s", text);
        cr_expect(cases[i].note == NULL || strstr(text, cases[i].note), "%s", text);
        cr_expect(
            ne(ptr, strstr(json, cases[i].note ? "\"mean_until\": 50" : "\"mean_until\": 0"), NULL),
            "%s", json);
        free(text);
        free(json);
        dom_results_standings_clear(&s);
    }
}

Test(cli_ranking, without_prior_results_without_finite_ratings_are_refused)
{
    dom_results_standings s = standing_of(2);
    dom_err err = {.text = ""};
    char *text;
    size_t length;
    standing_add(&s, 0, 1, 1, 2, 0, 5);
    s.words.prior = 0;
    FILE *out = open_memstream(&text, &length);
    cr_expect(eq(int,
                 dom_output_ranking_show(&s, &(dom_strings){.count = 0},
                                         (dom_results_ranking_kind){0}, DOM_OUTPUT_TEXT, out, &err),
                 DOM_E_LIMIT));
    (void)fclose(out);
    cr_expect(eq(str, text, ""));
    cr_expect(
        ne(ptr, strstr(err.text, "block-2 cannot be rated: without a prior no finite"), NULL));
    free(text);
    dom_results_standings_clear(&s);
}

/* A bot may lose all that is drawn, and has a finite rating only with a prior. */
Test(cli_ranking, bootstrap_intervals_need_a_prior)
{
    static const struct {
        uint32_t bootstrap;
        double prior;
        dom_rc rc;
    } cases[] = {{100, 0, DOM_E_CONFIG}, {100, 0.5, DOM_OK}, {0, 0, DOM_OK}, {0, 0.5, DOM_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_results_standings s = standing_of(2);
        dom_results_ranking r;
        dom_err err = {.text = ""};
        const dom_results_ranking_kind kind = {
            .has_prior = true, .prior = cases[i].prior, .bootstrap = cases[i].bootstrap};
        standing_add(&s, 0, 1, 1, 2, 5, 5);
        standing_add(&s, 0, 1, 2, 1, 5, 5);
        cr_expect(eq(int, dom_results_ranking_make(&r, &s, s.lists, kind, &err), cases[i].rc),
                  "%zu: %s", i, err.text);
        dom_results_ranking_clear(&r);
        dom_results_standings_clear(&s);
    }
}
