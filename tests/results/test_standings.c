/* Which matches count in a list, and which versions it shows. */
#include "output/ranking_text.h"
#include "ratings/elo.h"
#include "results/match_reader.h"
#include "results/ranking.h"
#include "results/rules_age.h"
#include "site/site_read.h"
#include "small_store.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

SCRATCH_SUITE(cli_standing);

#define V1 "1111111111111111"
#define V2 "2222222222222222"
#define V3 "3333333333333333"

/* A tournament of two bots. `variant` may have other options than the named variant of its name. */
typedef struct {
    const char *name, *config;
    dom_store_bot bots[2];
    dom_variant variant;
    uint64_t sets;
} played;

static dom_variant named(const char *name)
{
    dom_variant v;
    cr_assert(eq(int, dom_variant_find(&v, name, NULL), DOM_OK));
    return v;
}

/* Returns a custom variant with this name and number of tiles in a hand. */
static dom_variant own(const char *name, int hand)
{
    dom_variant v = named("block-2");
    strcpy(v.name, name);
    v.options.hand = hand;
    return v;
}

static dom_store_match match_of(int64_t tournament, uint64_t number)
{
    dom_store_match m = small_match(tournament, number);
    bool wins = (m.set * 7 + m.rotation * 3u) % 5 < 3;
    for (uint8_t seat = 0; seat < 2; seat++) {
        uint8_t bot = seat ^ m.rotation;
        m.seat[seat] = (dom_store_seat){.bot = bot,
                                        .place = 1 + (bot == wins),
                                        .score = bot == wins ? 0 : (int)(m.set % 9) + 1};
    }
    return m;
}

static void add(dom_store *store, const played *p)
{
    small_tournament of;
    small_tournament_make(&of, 2);
    if (p->config)
        of.t.config = p->config;
    strcpy(of.t.name, p->name);
    memcpy(of.bots, p->bots, sizeof p->bots);
    of.variants[0] = p->variant;
    of.stages[0].sets = (uint32_t)p->sets;
    expect_ok(dom_store_tournament_add(store, &of.t, &last_err));
    small_store_add(store, of.t.id, 1, 2 * p->sets, match_of);
}

/* Returns the standings of a new database with these tournaments; the list ends with one without
 * a name. */
static dom_results_standings standing_of(const char *file, const played list[])
{
    dom_results_standings out;
    dom_store *store = small_store_open(&s, file);
    for (; list->name; list++)
        add(store, list);
    expect_ok(
        dom_results_standings_read(&out, store, NULL, (dom_results_ranking_kind){0}, &last_err));
    dom_store_close(&store);
    return out;
}

static dom_results_ranking ranking_of(const dom_results_standings *st, size_t list)
{
    dom_results_ranking r;
    expect_ok(dom_results_ranking_make(&r, st, &st->lists[list], (dom_results_ranking_kind){0},
                                       &last_err));
    return r;
}

static const dom_ratings_rating *line_of(const dom_results_ranking *r, const char *name,
                                         const char *version)
{
    for (size_t i = 0; i < r->list.count; i++) {
        const dom_store_bot *bot = &r->from->rows[r->list.row[i].player].bot;
        if (strcmp(bot->name, name) == 0 && strcmp(bot->version, version) == 0)
            return &r->list.row[i];
    }
    return NULL;
}

/* ---- live ------------------------------------------------------------------------ */

/* Bot a wins both matches of the only set of each. What one gains the other loses, and a stronger
 * bot gains less. */
Test(cli_standing, live_ratings_change_with_every_complete_set)
{
    const played one = {
        .name = "one", .bots = {{"a", V1}, {"b", V1}}, .variant = named("block-2"), .sets = 1};
    played two = one;
    two.name = "two";
    const played lists[2][3] = {{one, {0}}, {one, two, {0}}};
    double gain[2];
    for (size_t i = 0; i < 2; i++) {
        dom_results_standings st = standing_of(i == 0 ? "one.db" : "two.db", lists[i]);
        const dom_results_standing_row *rows = st.lists[0].rows;
        gain[i] = rows[0].live_elo - DOM_RATINGS_ELO_START;
        cr_expect(epsilon_eq(dbl, rows[1].live_elo, DOM_RATINGS_ELO_START - gain[i], 1e-9));
        dom_results_standings_clear(&st);
    }
    cr_expect(lt(dbl, 0, gain[0]));
    cr_expect(lt(dbl, gain[0], gain[1]));
    cr_expect(lt(dbl, gain[1], 2 * gain[0]));
}

/* ---- rated ------------------------------------------------------------------------ */

Test(cli_standing, unrated_tournaments_and_stored_comparisons_are_left_out)
{
    const dom_variant block = named("block-2");
    const played list[] = {
        {"first", NULL, {{"random", V1}, {"mine", V1}}, block, 10},
        {"old-test", "{\"schedule\":\"compare\"}", {{"mine", V1}, {"mine#2", V2}}, block, 10},
        {"tried", "{\"rated\":false}", {{"random", V1}, {"mine", V2}}, block, 10},
        {"next",
         "{\"rated\":true,\"rating\":{\"prior\":2}}",
         {{"random", V1}, {"mine", V1}},
         block,
         10},
        {"late",
         "{\"rated\":false,\"rating\":{\"prior\":3}}",
         {{"x", V1}, {"y", V1}},
         named("draw-2"),
         10},
        {NULL, NULL, {{"", ""}}, block, 0}};
    dom_results_standings st = standing_of("a.db", list);
    cr_expect(eq(sz, st.list_count, 1));
    cr_expect(eq(u64, st.lists[0].matches, 40));
    cr_expect(eq(sz, st.lists[0].row_count, 2));
    cr_expect(st.words.prior == 2);
    cr_expect(eq(sz, st.unrated_count, 3));
    cr_expect(eq(str, st.newest_unrated, "late"));
    dom_results_standings_clear(&st);
}

/* ---- which versions are shown ------------------------------------------------------ */

static void expect_same_rating(const dom_ratings_rating *a, const dom_ratings_rating *b)
{
    cr_assert(a && b);
    cr_expect(a->elo == b->elo && a->elo_lo == b->elo_lo && a->elo_hi == b->elo_hi);
    cr_expect(a->points == b->points && a->points_lo == b->points_lo && a->bound == b->bound);
}

/* Expects, for every name but "mine", the version that played last, with the rating that it has
 * in `first`. */
static void expect_others(const dom_results_ranking *list, const dom_results_ranking *first)
{
    cr_expect(ne(ptr, (void *)line_of(list, "random", V2), NULL));
    cr_expect(ne(ptr, (void *)line_of(list, "greedy", V3), NULL));
    cr_expect(eq(sz, list->list.count + list->shown.hidden, 6));
    expect_same_rating(line_of(list, "random", V2), line_of(first, "random", V2));
    expect_same_rating(line_of(list, "greedy", V3), line_of(first, "greedy", V3));
    for (size_t line = 0; line < list->list.count; line++)
        cr_expect(le(u32, list->list.row[line].rank_hi, (uint32_t)list->list.count));
}

/* Expects for every line the rating of the list that shows all versions. */
static void expect_rated_as(const dom_results_ranking *list, const dom_results_standings *of,
                            const dom_results_ranking *everybody)
{
    for (size_t line = 0; line < list->list.count; line++) {
        const dom_store_bot *bot = &of->lists[0].rows[list->list.row[line].player].bot;
        expect_same_rating(&list->list.row[line], line_of(everybody, bot->name, bot->version));
    }
}

/* The same matches with a version that was not submitted, one that was submitted, and one that
 * was removed. Only the tournament's name and one key in it differ. */
Test(cli_standing, registering_or_removing_a_version_changes_no_rating)
{
    static const struct {
        const char *name, *config;
        bool shows_1, shows_2;
    } cases[] = {
        {"spring", NULL, false, true},
        {"ladder-" V1 "-1", NULL, true, false},
        {"ladder-" V1 "-1", "{\"schedule\":\"round-robin\",\"removed\":true}", false, false}};
    const dom_variant block = named("block-2");
    dom_results_standings all[3];
    dom_results_ranking lists[3];
    for (size_t i = 0; i < 3; i++) {
        char file[20];
        (void)snprintf(file, sizeof file, "%zu.db", i);
        const played list[] = {
            {cases[i].name, cases[i].config, {{"mine", V1}, {"random", V1}}, block, 31},
            {"old", NULL, {{"greedy", V1}, {"random", V2}}, block, 23},
            {"new", NULL, {{"greedy", V3}, {"random", V1}}, block, 23},
            {"draft", NULL, {{"mine", V2}, {"greedy", V3}}, block, 17},
            {"bridge", NULL, {{"random", V2}, {"greedy", V3}}, block, 12},
            {NULL, NULL, {{"", ""}}, block, 0}};
        all[i] = standing_of(file, list);
        lists[i] = ranking_of(&all[i], 0);
        cr_expect(eq(int, line_of(&lists[i], "mine", V1) != NULL, cases[i].shows_1));
        cr_expect(eq(int, line_of(&lists[i], "mine", V2) != NULL, cases[i].shows_2));
        expect_others(&lists[i], &lists[0]);
    }
    dom_results_standings_show_all(&all[0]);
    dom_results_ranking everybody = ranking_of(&all[0], 0);
    cr_expect(eq(sz, everybody.list.count, 6));
    for (size_t i = 0; i < 3; i++)
        expect_rated_as(&lists[i], &all[i], &everybody);
    dom_results_ranking_clear(&everybody);
    for (size_t i = 0; i < 3; i++) {
        dom_results_ranking_clear(&lists[i]);
        dom_results_standings_clear(&all[i]);
    }
}

/* ---- rules ------------------------------------------------------------------------ */

Test(cli_standing, results_under_different_options_never_share_a_list)
{
    dom_variant before = named("draw-2");
    before.options.hand--;
    const played list[] = {
        {"a", NULL, {{"x", V1}, {"y", V1}}, before, 5},
        {"b", NULL, {{"x", V1}, {"y", V1}}, own("my-block", 5), 6},
        {"c", NULL, {{"x", V1}, {"y", V1}}, own("my-block", 6), 7},
        {"d", NULL, {{"x", V1}, {"y", V1}}, named("draw-2"), 8},
        {"e", NULL, {{"x", V1}, {"y", V1}}, own("my-block", 4), 9},
        {"f", NULL, {{"x", V1}, {"y", V1}}, own("my-block", 5), 10},
        {"g", "{\"rated\":false}", {{"x", V1}, {"y", V1}}, own("my-block", 3), 11},
        {NULL, NULL, {{"", ""}}, before, 0}};
    static const struct {
        const char *variant;
        unsigned earlier_rules;
        uint64_t sets;
    } lists[] = {{"draw-2", 0, 8},
                 {"my-block", 0, 16},
                 {"my-block", 1, 9},
                 {"draw-2", 1, 5},
                 {"my-block", 2, 7}};
    dom_results_standings st = standing_of("a.db", list);
    cr_assert(eq(sz, st.list_count, sizeof lists / sizeof *lists));
    for (size_t i = 0; i < st.list_count; i++) {
        cr_expect(eq(str, st.lists[i].variant, (char *)lists[i].variant));
        cr_expect(eq(uint, st.lists[i].earlier_rules, lists[i].earlier_rules), "%zu", i);
        cr_expect(eq(u64, st.lists[i].sets, lists[i].sets), "%zu", i);
    }
    dom_results_standings_clear(&st);
}

static const char *const pages[] = {"draw-2", "draw-2 (earlier rules)", "my-block",
                                    "my-block (earlier rules)"};

/* Pages count by the same rules, also matches of unrated tournaments under other rules. */
Test(cli_standing, pages_separate_lists_by_rules_too)
{
    dom_variant before = named("draw-2");
    before.options.hand--;
    const played list[] = {
        {"a", NULL, {{"x", V1}, {"y", V1}}, before, 5},
        {"b", NULL, {{"x", V1}, {"y", V1}}, named("draw-2"), 6},
        {"c", NULL, {{"x", V1}, {"y", V1}}, own("my-block", 6), 7},
        {"d", "{\"rated\":false}", {{"x", V1}, {"y", V1}}, own("my-block", 5), 8},
        {NULL, NULL, {{"", ""}}, before, 0}};
    static const uint64_t matches[] = {12, 10, 14, 0};
    dom_results_standings st = standing_of("a.db", list);
    dom_store *store;
    dom_web_site site;
    expect_ok(dom_store_open(&store, scratch_at(&s, "a.db"), DOM_STORE_READ, &last_err));
    expect_ok(dom_site_read(&site, &(dom_site_read_spec){.store = store}, &last_err));
    cr_assert(eq(sz, site.variant_count, 4));
    for (size_t i = 0; i < 4; i++) {
        const dom_web_variant *v = NULL;
        for (size_t k = 0; k < 4; k++)
            if (strcmp(site.variants[k].name, pages[i]) == 0)
                v = &site.variants[k];
        cr_assert(ne(ptr, (void *)v, NULL), "%s", pages[i]);
        cr_expect(eq(u64, v->matches, matches[i]), "%s", pages[i]);
        cr_expect(eq(u64, v->list->ranking.list.matches, matches[i]), "%s", pages[i]);
        cr_expect(eq(uint, v->earlier_rules, (unsigned)i % 2));
    }
    cr_expect(site.tournaments[3].is_unrated && !site.tournaments[2].is_unrated);
    cr_expect(eq(u64, site.tournaments[3].standings.of[0].sums.matches, 16));
    cr_expect(
        eq(u64, dom_ratings_score_games(&site.tournaments[3].standings.of[1].sums.score), 16));
    dom_web_site_clear(&site);
    dom_store_close(&store);
    dom_results_standings_clear(&st);
}

/* Expects the mark in every format. */
Test(cli_standing, a_list_of_earlier_rules_is_marked)
{
    dom_variant before = named("draw-2");
    before.options.hand--;
    const played list[] = {{"a", NULL, {{"x", V1}, {"y", V1}}, before, 5},
                           {NULL, NULL, {{"", ""}}, before, 0}};
    static const char *const marks[] = {
        [DOM_OUTPUT_TEXT] = "draw-2 (earlier rules): 10 matches",
        [DOM_OUTPUT_JSON] = "\"earlier_rules\": 1",
        [DOM_OUTPUT_CSV] = ",1,match,\n",
        [DOM_OUTPUT_MARKDOWN] = "## draw-2 (earlier rules): 10 matches",
    };
    dom_results_standings st = standing_of("a.db", list);
    for (dom_output_format format = DOM_OUTPUT_TEXT; format <= DOM_OUTPUT_MARKDOWN; format++) {
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        cr_expect(eq(int,
                     dom_output_ranking_show(&st, &(dom_strings){0}, (dom_results_ranking_kind){0},
                                             format, out, &last_err),
                     DOM_OK));
        (void)fclose(out);
        cr_expect(ne(ptr, strstr(text, marks[format]), NULL), "%s", text);
        free(text);
    }
    dom_results_standings_clear(&st);
}

Test(cli_standing, todays_rules_follow_from_the_name_or_the_newest_tournament)
{
    dom_variant today = named("block-2"), other = own("block-2", 6), oldest = own("block-2", 5);
    const dom_results_rules_use uses[] = {
        {"block-2", oldest.options, 1},      {"block-2", today.options, 2},
        {"block-2", other.options, 9},       {"mine", today.options, 3},
        {"mine", other.options, 8},          {"mine", oldest.options, 0},
        {"mine", named("draw-2").options, 0}};
    static const unsigned ages[] = {2, 0, 1, 1, 0, 3, 2};
    static const char *const marks[] = {"", " (earlier rules)", " (earlier rules 2)"};
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        cr_expect(eq(uint, dom_results_rules_age_of(uses, sizeof uses / sizeof *uses, i), ages[i]),
                  "%zu", i);
    for (unsigned age = 0; age < 3; age++)
        cr_expect(eq(str, dom_results_rules_mark_of(age).text, (char *)marks[age]));
}

/* ---- by points, and a second opinion ------------------------------------------------- */

/* Returns the standings of one tournament for a list of this kind. */
static dom_results_standings standing_by(const char *file, dom_results_ranking_kind kind)
{
    const played list[] = {{"one", NULL, {{"a", V1}, {"b", V1}}, named("block-2"), 60}};
    dom_results_standings out;
    dom_store *store = small_store_open(&s, file);
    add(store, list);
    expect_ok(dom_results_standings_read(&out, store, NULL, kind, &last_err));
    dom_store_close(&store);
    return out;
}

/* Wins tell more about these two than points do. */
Test(cli_standing, by_points_the_differences_decide)
{
    dom_results_standings places = standing_by("a.db", (dom_results_ranking_kind){0}),
                          points =
                              standing_by("b.db", (dom_results_ranking_kind){.by_points = true});
    cr_expect(zero(i64, places.lists[0].points_scale));
    cr_expect(eq(i64, points.lists[0].points_scale, 5551), "in thousandths of a point");
    dom_results_ranking by_places = ranking_of(&places, 0), by_points;
    expect_ok(dom_results_ranking_make(&by_points, &points, &points.lists[0],
                                       (dom_results_ranking_kind){.by_points = true}, &last_err));
    cr_expect(epsilon_eq(dbl, line_of(&by_places, "a", V1)->elo, 1035.0666, 1e-4));
    cr_expect(epsilon_eq(dbl, line_of(&by_points, "a", V1)->elo, 1019.5231, 1e-4));
    dom_results_ranking_clear(&by_places);
    dom_results_ranking_clear(&by_points);
    dom_results_standings_clear(&places);
    dom_results_standings_clear(&points);
}

Test(cli_standing, a_second_opinion_is_about_the_same_matches)
{
    dom_results_ranking_kind kind = {.wants_second = true};
    dom_results_standings st = standing_by("a.db", kind);
    dom_results_ranking r;
    cr_assert(ne(ptr, (void *)st.lists[0].rankings, NULL));
    expect_ok(dom_results_ranking_make(&r, &st, &st.lists[0], kind, &last_err));
    cr_expect(epsilon_eq(dbl, r.second.elo[0], line_of(&r, "a", V1)->elo, 1e-5));
    dom_results_ranking_clear(&r);
    dom_results_standings_clear(&st);
}
