/* Histograms of times, and the texts of pages. */
#include "web/pages.h"
#include "web/site.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A list that was not read. */
static dom_web_list no_list;

/* The site of one bot, greedy, with a rating in draw-2. */
typedef struct {
    dom_ratings_rating rating;
    dom_results_rated_bot rated;
    dom_web_row row;
    dom_web_meetings meetings;
    dom_results_standing_row standing;
    dom_results_standing_list from;
    dom_ratings_versus versus;
    dom_web_list list;
    dom_web_bot bot;
    dom_web_variant variant;
    dom_web_site site;
} single;

static void set_single(single *s, double elo)
{
    *s = (single){
        .rated = {.name = "greedy", .label = "greedy"},
        .rating = {.elo = elo, .rank_lo = 1, .rank_hi = 1, .joint_hi = 1, .tier = 1, .island = 1}};
    s->row = (dom_web_row){.rating = &s->rating, .of = &s->rated};
    s->from = (dom_results_standing_list){.rows = &s->standing, .row_count = 1};
    s->list = (dom_web_list){.rows = &s->row,
                             .meetings = &s->meetings,
                             .cross = {.of = &s->list.ranking, .count = 1, .versus = &s->versus},
                             .ranking = {.from = &s->from,
                                         .list = {.sets = 1, .count = 1, .row = &s->rating},
                                         .shown = {.list = &s->list.ranking.list, .bot = &s->rated},
                                         .options.anchor = -1}};
    s->bot = (dom_web_bot){.name = "greedy", .label = "greedy"};
    s->variant = (dom_web_variant){
        .name = "draw-2", .summary = "", .family = "draw", .seats = 2, .list = &s->list};
    s->site = (dom_web_site){
        .bot_count = 1, .bots = &s->bot, .variant_count = 1, .variants = &s->variant};
}

/* Returns true if this page has the text. Fails the test if there is no such page. */
static bool shows(const dom_web_site *site, const char *path, const char *text)
{
    dom_web_html h = {0};
    cr_assert(dom_web_page(&h, site, NULL, path), "%s", path);
    bool has = strstr(h.bytes, text) != NULL;
    dom_web_html_clear(&h);
    return has;
}

/* Returns true if the first page, shown so many seconds after the database began to know more, has
 * the text. */
static bool says_after(int64_t age_s, const char *text)
{
    dom_web_site site = {.is_served = true, .current_ms = 1000, .now_ms = 1000 + age_s * 1000};
    return shows(&site, "index.html", text);
}

Test(site, an_old_page_says_how_old_it_is)
{
    cr_expect(not(says_after(DOM_WEB_OLD_S, "not on this page yet")));
    cr_expect(not(says_after(DOM_WEB_OLD_S, "data-age")));
    cr_expect(says_after(DOM_WEB_OLD_S + 1, "The last 6 seconds are not on this page yet."));
    cr_expect(says_after(DOM_WEB_OLD_S + 1, " data-age=\"6\""));
    cr_expect(says_after(8 * 60 + 59, "The last 8 minutes are not on this page yet."));
}

Test(site, only_exact_paths_have_a_page)
{
    static const char *const none[] = {"bot/greedy",
                                       "bot/.html",
                                       "bot/GREEDY.html",
                                       "bot/greedy.html/",
                                       "bot/../index.html",
                                       "/index.html",
                                       "match/t/1.html",
                                       "x",
                                       "versus",
                                       "versus/",
                                       "versus//.html",
                                       "versus/greedy/greedy.html"};
    dom_web_bot bot = {.name = "greedy", .label = "greedy"};
    dom_web_site site = {.bot_count = 1, .bots = &bot};
    dom_web_html h = {0};
    cr_assert(shows(&site, "bot/greedy.html", "greedy"));
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        cr_assert(not(dom_web_page(&h, &site, NULL, none[i])), "%s", none[i]);
    cr_assert(eq(sz, h.size, 0));
}

Test(site, bots_that_did_not_meet_have_a_page_that_says_so)
{
    dom_web_bot bots[] = {{.name = "greedy", .label = "greedy"}, {.name = "odd", .label = "odd"}};
    dom_web_site site = {.bot_count = 2, .bots = bots, .is_served = true};
    dom_web_html h = {0};
    cr_expect(shows(&site, "versus/greedy/odd.html", "have not met"));
    cr_expect(not(dom_web_page(&h, &site, NULL, "versus/greedy/greedy.html")));
}

/* Expects that every page with ratings has this text, or that none has it. */
static void expect_on_pages(const dom_web_site *site, const char *text, bool is_there)
{
    static const char *const pages[] = {"index.html", "leaderboard/draw-2.html", "bot/greedy.html"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        cr_expect(eq(int, shows(site, pages[i], text), is_there), "%s: '%s'", pages[i], text);
}

Test(site, a_rating_that_only_the_prior_limits_is_marked_on_every_page_and_the_mark_is_explained)
{
    static const struct {
        dom_ratings_bound bound;
        const char *cell, *words;
    } marks[] = {
        {DOM_RATINGS_BOUND_NONE, ">1447", NULL},
        {DOM_RATINGS_BOUND_BELOW, ">&gt;1447", "<b>&gt;</b> no upper limit"},
        {DOM_RATINGS_BOUND_ABOVE, ">&lt;1447", "<b>&lt;</b> no lower limit"},
        {DOM_RATINGS_BOUND_BOTH, ">&lt;&gt;1447", "scored (almost) nothing.</p>"},
    };
    single one;
    set_single(&one, 1447);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        one.rating.bound = marks[i].bound;
        expect_on_pages(&one.site, marks[i].cell, true);
        expect_on_pages(&one.site, marks[i].words ? marks[i].words : "so results give no",
                        marks[i].words != NULL);
    }
}

/* As where faults ended all matches of a bot. */
Test(site, without_rounds_the_points_are_a_dash)
{
    single one;
    set_single(&one, 1447);
    static const char dash[] =
        "<td class=\"n late\" data-l=\"Points\" data-v=\"-1e9\">&ndash;</td>";
    cr_expect(shows(&one.site, "leaderboard/draw-2.html", dash));
    cr_expect(shows(&one.site, "bot/greedy.html", dash));
    one.rating.has_points = true;
    cr_expect(not(shows(&one.site, "bot/greedy.html", dash)));
}

Test(site, a_page_says_which_islands_have_a_scale_set_by_their_mean)
{
    static const struct {
        bool has_anchor;
        const char *held;
    } cases[] = {
        {false, " The scale of each island is set by its own mean."},
        {true, " The scale of each island except the anchor&#39;s is set by its own mean."}};
    single one;
    set_single(&one, 1000);
    one.list.ranking.list.islands = 2;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        one.list.ranking.options.anchor = cases[i].has_anchor ? 0 : -1;
        cr_expect(shows(&one.site, "leaderboard/draw-2.html", cases[i].held), "%zu", i);
    }
}

Test(site, a_list_names_its_anchor_or_says_that_the_mean_is_fixed)
{
    single one;
    set_single(&one, 1000);
    one.list.ranking.options.anchor_elo = 1000;
    cr_expect(shows(&one.site, "leaderboard/draw-2.html", "The scale: the mean at 1000,"));
    one.list.ranking.options.anchor = 0;
    cr_expect(shows(&one.site, "leaderboard/draw-2.html", "The scale: the anchor greedy at 1000,"));
}

/* The range of all intervals fills the width of a whisker. */
Test(site, intervals_are_drawn_on_one_scale)
{
    single one;
    set_single(&one, 1000);
    one.rating.elo_lo = 900;
    one.rating.elo_hi = 1300;
    cr_expect(shows(&one.site, "leaderboard/draw-2.html",
                    "<path d=\"M5.0 8H115.0M5.0 4v8M115.0 4v8\"/>"
                    "<circle r=\"3.5\" cy=\"8\" cx=\"32.5\"/>"));
}

/* The median and the 99 % quantile of the times. */
Test(site, a_line_has_two_times)
{
    single one;
    dom_web_html h = {0};
    set_single(&one, 1000);
    cr_assert(dom_web_page(&h, &one.site, NULL, "leaderboard/draw-2.html"));
    cr_expect(strstr(h.bytes, "data-l=\"Median\" data-v=\"-1\">") != NULL, "%s", h.bytes);
    cr_expect(strstr(h.bytes, "data-l=\"p99\" data-v=\"-1\">") != NULL, "%s", h.bytes);
    dom_web_html_clear(&h);
}

Test(site, a_list_without_ratings_says_what_there_is)
{
    static const char none[] = "No rated match was played yet.";
    single one;
    set_single(&one, 1000);
    one.list.ranking.list.sets = 0;
    cr_expect(shows(&one.site, "leaderboard/draw-2.html", none));
    one.variant.matches = 1;
    cr_expect(not(shows(&one.site, "leaderboard/draw-2.html", none)));
}

Test(site, the_verdict_stands_above_a_list_with_and_without_a_complete_set)
{
    single one;
    set_single(&one, 1000);
    const char *only = "<p class=\"verdict\">greedy is the only bot in this list.</p>";
    cr_expect(shows(&one.site, "leaderboard/draw-2.html", only));
    one.list.ranking.list.sets = 0;
    one.variant.matches = 1;
    cr_expect(
        shows(&one.site, "leaderboard/draw-2.html",
              "<p class=\"verdict\">No duplicate set is complete yet, so nothing is sure.</p>"));
}

Test(site, the_first_page_says_which_variants_a_bot_has_not_played)
{
    dom_web_bot bots[] = {{.label = "anna"}, {.label = "ben"}, {.label = "carl"}};
    dom_results_all_round_bot rated[3] = {{.label = "anna"}};
    dom_results_all_round list = {.family = "draw",
                                  .variants = 2,
                                  .variant = (const char *[]){"draw-2", "draw-3"},
                                  .weight = (double[]){0.5, 0.5},
                                  .unranked_count = 1,
                                  .unranked = (uint32_t[]){2},
                                  .has_played = (bool[]){true, true, true, true, true, false}};
    dom_web_tournament tournament = {.name = "t"};
    dom_web_site site = {
        .tournament_count = 1,
        .tournaments = &tournament,
        .bot_count = 3,
        .bots = bots,
        .all_rounds = {.bot_count = 3, .count = 1, .bots = rated, .lists = &list, .anchor = ""},
        .all_round_bots = (uint32_t[]){0, 1, 2}};
    cr_expect(shows(&site, "index.html", ">carl</a> has not played draw-3</li>"));
}

Test(site, the_note_of_a_history_is_shown_with_it)
{
    dom_ratings_history_rating points[] = {
        {.has_rating = true, .elo = 1000, .elo_lo = 900, .elo_hi = 1100},
        {.has_rating = true, .elo = 1737, .elo_lo = 1600, .elo_hi = 1800}};
    single one;
    set_single(&one, 1737);
    one.list.history = (dom_ratings_history){
        .players = 1, .points = 2, .sets = (uint64_t[]){50, 100}, .rating = points};
    strcpy(one.list.history_note, "Up to 50 sets <another> scale.");
    cr_expect(
        shows(&one.site, "leaderboard/draw-2.html", "Up to 50 sets &lt;another&gt; scale.</p>"));
}

Test(site, a_tournament_says_which_bots_were_withdrawn_and_what_counts)
{
    dom_web_bot bots[] = {{.label = "mover"}, {.label = "moody"}, {.label = "steady"}};
    uint32_t members[] = {0, 1, 2};
    dom_web_withdrawal withdrawals[] = {{.bot = 1,
                                         .missing = 8,
                                         .is_void = true,
                                         .text = "withdrawn in match 9: there is no <such> file"},
                                        {.bot = 0, .text = "withdrawn: it ended"}};
    dom_web_tournament tournament = {.name = "t",
                                     .bot_count = 3,
                                     .bots = members,
                                     .withdrawal_count = 2,
                                     .withdrawals = withdrawals};
    dom_web_site site = {
        .bot_count = 3, .bots = bots, .tournament_count = 1, .tournaments = &tournament};
    cr_expect(shows(&site, "tournament/t.html",
                    ": withdrawn in match 9: there is no &lt;such&gt; file. It lacks 8 "
                    "matches, so no match with it counts in the standings.</p>"));
    cr_expect(shows(&site, "tournament/t.html", ": withdrawn: it ended.</p>"), "as in a Swiss");
    cr_expect(not(shows(&site, "tournament/t.html", "steady")));
}

Test(site, a_tournament_says_which_results_do_not_count)
{
    dom_web_ruling voids[] = {{.match = 0, .reason = "all of it"}, {.match = 7, .reason = "<why>"}};
    dom_web_tournament tournament = {.name = "t",
                                     .is_closed = true,
                                     .closed = {.reason = "the end"},
                                     .void_count = 2,
                                     .voids = voids};
    dom_web_site site = {.tournament_count = 1, .tournaments = &tournament};
    cr_expect(shows(&site, "tournament/t.html", ": Closed: the end.</p>"));
    cr_expect(shows(&site, "tournament/t.html", ": No match of it counts: all of it.</p>"));
    cr_expect(shows(&site, "tournament/t.html",
                    ": Match 7, and its set, do not count: &lt;why&gt;.</p>"));
}

Test(site, a_tournament_is_running_while_an_arena_runs_and_its_newest_match_is_recent)
{
    static const char running[] = " Running, 2 matches per second, about 5 s left.<",
                      resting[] = " Not finished; newest match <time";
    static const struct {
        bool is_at_work;
        int64_t age_ms, finished_ms;
        const char *words;
    } cases[] = {
        {true, 0, 0, running},
        {true, 57000, 0, " Running, 4 matches per minute, about 2 min left.<"},
        {true, 59999, 0, " Running.<"}, /* one second of matches says nothing about a rate */
        {true, 60000, 0, " Running.<"}, /* no rate of a minute ago */
        {true, 60001, 0, resting},      /* the arena plays another tournament */
        {false, 0, 0, resting},         /* the missing matches cannot be played */
        {true, 0, 1763683300000, " Finished <time"},
    };
    dom_web_stage stage = {.created_ms = 1763683200000};
    dom_web_tournament tournament = {.name = "t",
                                     .done = 10,
                                     .total = 20,
                                     .newest_ms = 1763683290000,
                                     .stage_count = 1,
                                     .stages = &stage};
    dom_web_site site = {.tournament_count = 1, .tournaments = &tournament};
    for (int i = 0; i < 10; i++) /* two in each of five seconds */
        dom_web_pace_note(&tournament.pace, tournament.newest_ms - 500 * i + 500);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        site.is_at_work = cases[i].is_at_work;
        site.now_ms = tournament.newest_ms + cases[i].age_ms;
        stage.finished_ms = cases[i].finished_ms;
        cr_expect(shows(&site, "tournament/t.html", cases[i].words), "%zu", i);
    }
}

Test(site, a_run_says_which_tournament_is_running)
{
    dom_web_stage stage = {.created_ms = 1763683200000};
    dom_web_tournament tournaments[] = {{.name = "t", .done = 1, .total = 20},
                                        {.name = "u", .done = 1, .total = 20}};
    dom_web_site site = {.tournament_count = 2, .tournaments = tournaments, .is_at_work = true};
    for (int i = 0; i < 2; i++) {
        tournaments[i].newest_ms = 1763683290000;
        tournaments[i].stage_count = 1;
        tournaments[i].stages = &stage;
    }
    site.now_ms = tournaments[0].newest_ms + 3600000; /* a match may take so long */
    for (uint32_t playing = 0; playing < 2; playing++)
        for (uint32_t shown = 0; shown < 2; shown++) {
            site.open = (dom_web_open_matches){.is_there = true, .tournament = playing};
            const char *words =
                playing == shown ? " Running.<" : " Not finished; newest match <time";
            cr_expect(shows(&site, shown ? "tournament/u.html" : "tournament/t.html", words),
                      "%u %u", playing, shown);
        }
}

Test(site, a_pace_counts_the_matches_of_the_last_minute)
{
    static const struct {
        int64_t now_s;
        double per_s;
    } cases[] = {{100, 0},        {109, 26. / 9}, {139, 26. / 39}, {159, 26. / 59},
                 {160, 23. / 59}, {168, 0},       {1000, 0}};
    dom_web_pace pace = {0};
    cr_expect(eq(dbl, dom_web_pace_per_s(&pace, 5000), 0));
    for (int i = 0; i < 30; i++)
        dom_web_pace_note(&pace, 100000 + 333 * i);
    dom_web_pace_note(&pace, 40000); /* a minute older than another one: not counted */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect(epsilon_eq(dbl, dom_web_pace_per_s(&pace, cases[i].now_s * 1000 + 999),
                             cases[i].per_s, 1e-9),
                  "%zu", i);
}

Test(site, standings_say_how_many_sets_of_a_variant_are_done)
{
    dom_web_bot bots[] = {{.label = "greedy"}, {.label = "odd"}};
    dom_web_variant variants[] = {{.name = "block-2", .list = &no_list},
                                  {.name = "draw-2", .list = &no_list}};
    dom_results_tournament_standing standings[] = {{.place = 1, .sums.matches = 3},
                                                   {.place = 1, .sums.matches = 3},
                                                   {.place = 1, .sums.matches = 1},
                                                   {.place = 1, .sums.matches = 1}};
    dom_web_tournament t = {.name = "t",
                            .bot_count = 2,
                            .bots = (uint32_t[]){0, 1},
                            .variant_count = 2,
                            .variants = (uint32_t[]){0, 1},
                            .standings = {2, 2, standings},
                            .sets = (dom_web_set_count[]){{1, 20}, {0, 0}}};
    dom_web_site site = {.bot_count = 2,
                         .bots = bots,
                         .variant_count = 2,
                         .variants = variants,
                         .tournament_count = 1,
                         .tournaments = &t};
    cr_expect(shows(&site, "tournament/t.html",
                    "<summary>block-2: 1 of 20 sets, now leading: greedy and odd</summary>"));
    cr_expect(shows(&site, "tournament/t.html", "<summary>draw-2</summary>"),
              "the schedule is unknown");
    standings[1].place = 2;
    t.sets[0].done = 20;
    cr_expect(shows(&site, "tournament/t.html",
                    "<summary>block-2: 20 of 20 sets, won by greedy</summary>"));
    standings[0].shares = (dom_ratings_sample){.sets = 5000, .mean = 0.9998};
    standings[0].won_sets = 1;
    cr_expect(shows(&site, "tournament/t.html", ">99.9%</td>"), "not all");
    cr_expect(not(shows(&site, "tournament/t.html", ">100.0%</td>")));
}

Test(site, quantiles_of_times_are_right_to_9_percent)
{
    dom_web_times times = {0};
    cr_assert(dom_web_times_quantile(&times, 0.5) < 0);
    for (uint32_t us = 1; us <= 10000; us++)
        dom_web_times_add(&times, us);
    cr_assert(ge(dbl, dom_web_times_quantile(&times, 0.5), 5000 * 0.99));
    cr_assert(le(dbl, dom_web_times_quantile(&times, 0.5), 5000 * 1.1));
    cr_assert(ge(dbl, dom_web_times_quantile(&times, 0.99), 9900 * 0.99));
    cr_assert(le(dbl, dom_web_times_quantile(&times, 0.99), 9900 * 1.1));
    dom_web_times_add(&times, UINT32_MAX);
    cr_assert(ge(dbl, dom_web_times_quantile(&times, 1), 4e9));
}

Test(site, no_time_is_below_zero)
{
    dom_web_times times = {0};
    dom_web_times_add(&times, 0);
    cr_expect(ge(dbl, dom_web_times_quantile(&times, 0.5), 0));
    cr_expect(le(dbl, dom_web_times_quantile(&times, 0.5), 1));
}

Test(site, a_list_counts_the_versions_that_it_does_not_show)
{
    single one;
    set_single(&one, 1000);
    cr_expect(not(shows(&one.site, "leaderboard/draw-2.html", "not shown here")));
    one.list.ranking.shown.hidden = 1;
    cr_expect(shows(&one.site, "leaderboard/draw-2.html",
                    " 1 other version of bots, not shown here, also counts in the ratings."));
    one.list.ranking.shown.hidden = 2;
    cr_expect(shows(&one.site, "leaderboard/draw-2.html",
                    " 2 other versions of bots, not shown here, also count in the ratings."));
}

static dom_web_variant being_read(const char *name)
{
    dom_web_variant v = {.summary = "", .family = "draw", .seats = 2, .list = &no_list};
    (void)snprintf(v.name, sizeof v.name, "%s", name);
    return v;
}

/* A text that a page must have, and one that it must not have, at each step of the reading. */
static const struct {
    dom_web_reading reading;
    const char *page, *says, *lacks;
} readings[] = {
    {DOM_WEB_READING_LISTS, "index.html", "ratings of 1 of 2 variants so far", "0 of 12 matches"},
    {DOM_WEB_READING_LISTS, "index.html", "12 matches; the number already played is being read",
     ">0<"},
    {DOM_WEB_READING_LISTS, "leaderboard/draw-2.html", "The ratings are being read", "0 matches"},
    {DOM_WEB_READING_LISTS, "crosstable/draw-2.html", "The results are being read", "<tbody>"},
    {DOM_WEB_READING_LISTS, "bot/greedy.html", "and faults are being read", "By seat"},
    {DOM_WEB_READING_LISTS, "tournament/spring.html", "matches are being read", "<h2>Newest"},
    {DOM_WEB_READING_MATCHES, "leaderboard/block-2.html", "are still missing", "7 matches"},
    {DOM_WEB_READING_MATCHES, "bot/greedy.html", "and faults are being read", "By opponent"},
    {DOM_WEB_READING_HISTORIES, "leaderboard/block-2.html", "verification hashes are still",
     "<h2>"},
    {DOM_WEB_READING_HISTORIES, "tournament/spring.html", "not computed yet", "not computed;"},
    {DOM_WEB_READING_NOTHING, "leaderboard/block-2.html", "7 matches", "being read"},
    {DOM_WEB_READING_NOTHING, "tournament/spring.html", "not computed; the command above",
     "being read"},
};

/* A page never shows a preliminary number. It says instead what is still being read. */
Test(site, a_page_says_what_is_still_being_read)
{
    dom_web_bot bot = {.name = "greedy", .label = "greedy"};
    single one;
    set_single(&one, 1447);
    dom_web_variant variants[] = {being_read("block-2"), being_read("draw-2")};
    dom_web_tournament t = {.name = "spring", .total = 12};
    dom_web_site site = {.bot_count = 1,
                         .bots = &bot,
                         .variant_count = 2,
                         .variants = variants,
                         .tournament_count = 1,
                         .tournaments = &t};
    variants[0].is_listed = true;
    variants[0].matches = 7;
    variants[0].list = &one.list;
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        site.reading = readings[i].reading;
        cr_expect(shows(&site, readings[i].page, readings[i].says), "%zu: %s", i, readings[i].says);
        cr_expect(not(shows(&site, readings[i].page, readings[i].lacks)), "%zu: %s", i,
                  readings[i].lacks);
    }
}

Test(site, the_page_of_a_bot_says_what_chess_lists_say)
{
    single one;
    set_single(&one, 1447);
    one.rating.wins = 2;
    one.rating.draws = one.rating.losses = 1;
    cr_expect(shows(&one.site, "bot/greedy.html",
                    "<p>Score 62.5%, draws 25.0%, against 0 opponents with a mean Elo of 0.0"));
    cr_expect(shows(&one.site, "bot/greedy.html", "data-v=\"0.625\">62.5%</td>"));
}

Test(site, a_bot_leads_to_its_other_versions)
{
    dom_web_bot bots[] = {{.name = "odd", .version = "1", .label = "odd@1"},
                          {.name = "even", .version = "1", .label = "even"},
                          {.name = "odd", .version = "2", .label = "odd@2"}};
    dom_web_site site = {.bot_count = 3, .bots = bots};
    cr_expect(shows(&site, "bot/odd@1.html",
                    "newest first: <a href=\"../bot/odd@2.html\">odd@2</a> (in no list)</p>"));
    cr_expect(not(shows(&site, "bot/even.html", "Other versions")));
}

Test(site, a_person_has_no_version_and_no_rating)
{
    dom_web_bot bots[] = {{.name = "anna", .version = "person", .label = "anna", .is_person = true},
                          {.name = "even", .version = "12ab", .label = "even"}};
    dom_web_site site = {.bot_count = 2, .bots = bots};
    cr_expect(shows(&site, "bot/anna.html", "<p>A person. Matches of people are never rated.</p>"));
    cr_expect(not(shows(&site, "bot/anna.html", "Version")));
    cr_expect(shows(&site, "bot/even.html", "No rating list shows this version."));
    cr_expect(shows(&site, "bot/even.html", "Version <code>12ab</code>"));
}

Test(site, pages_call_a_tournament_by_its_title)
{
    dom_web_tournament t = {.name = "play-1", .title = "draw-2: anna, greedy"};
    dom_web_site site = {.tournament_count = 1, .tournaments = &t};
    static const char *const pages[] = {"tournament/play-1.html", "tournaments.html"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        cr_expect(shows(&site, pages[i], ">draw-2: anna, greedy</"), "%s", pages[i]);
    }
}

Test(site, lists_say_where_fewer_points_are_better)
{
    for (dom_objective objective = DOM_OBJECTIVE_HIGH; objective <= DOM_OBJECTIVE_LOW;
         objective++) {
        dom_web_variant v = {
            .name = "brettspielnetz", .summary = "", .family = "", .list = &no_list};
        dom_web_site site = {.variant_count = 1, .variants = &v};
        v.options.objective = objective;
        cr_expect(eq(int,
                     shows(&site, "leaderboard/brettspielnetz.html", "fewer points are better"),
                     objective == DOM_OBJECTIVE_LOW));
    }
}

/* ---- asks of faults ---------------------------------------------------------------- */

static char *known_ask(void *context, const dom_web_fault *fault)
{
    (void)fault;
    return strdup(context);
}

static dom_web_origin no_origin(void *context, const dom_web_bot *bot)
{
    (void)context, (void)bot;
    return (dom_web_origin){.author = ""};
}

static void no_log(void *context, const dom_web_fault *fault, dom_web_html *out)
{
    (void)context;
    (void)fault;
    (void)out;
}

/* Returns the page of a bot with one fault, which followed this ask. The caller frees it. */
static char *page_with_ask(const char *ask)
{
    dom_web_fault faults[DOM_WEB_FAULTS_NEWEST] = {{.where = {0, 1}, .code = DOM_FAULT_ILLEGAL}};
    dom_web_bot bot = {.name = "odd", .label = "odd", .fault_count = 1, .faults = faults};
    dom_web_tournament t = {.name = "spring"};
    dom_web_site site = {
        .bot_count = 1, .bots = &bot, .tournament_count = 1, .tournaments = &t, .is_served = true};
    dom_web_reader reader = {known_ask, no_log, no_origin, (void *)ask};
    dom_web_html h = {0};
    cr_assert(dom_web_page(&h, &site, &reader, "bot/odd.html"));
    return h.bytes;
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
        count++;
    return count;
}

Test(site, an_ask_is_drawn_and_its_text_is_folded_away)
{
    char *page = page_with_ask(
        "{\"hand\": [[6, 5], [3, 3]], \"ends\": [4, 1], \"history\": [[0, \"lead\", 6, 4, 0], [1, "
        "\"pass\"], "
        "[1, \"play\", 6, 4, 0], [0, \"play\", 4, 1, 1]], \"legal\": [[\"play\", 6, 5, 0], "
        "[\"play\", 3, 3, 1, \"down\"], [\"draw\"]]}");
    cr_expect(eq(sz, count_of(page, "<svg role=\"img\" aria-label=\"6-5\""), 1));
    cr_expect(eq(sz, count_of(page, "<svg role=\"img\" aria-label=\"3-3\""), 1));
    cr_expect(eq(sz, count_of(page, "<use href=\"#f6-4\" data-a"), 2));
    cr_expect(eq(sz, count_of(page, "<use href=\"#f4-1\" data-a"), 1));
    cr_expect(eq(sz, count_of(page, "id=\"f6-5\""), 1));
    cr_expect(
        strstr(page, "0: 6-5 at the left end, 1: 3-3 at the right end, face down, 2: draw.") !=
        NULL);
    cr_expect(strstr(page, "<summary>The ask as text</summary><pre tabindex=\"0\">{&quot;hand") !=
              NULL);
    cr_expect(strstr(page, ">spring</a>, match <a") != NULL, "%s", page);
    free(page);
}

Test(site, a_tile_lies_at_a_blank_end)
{
    char *page = page_with_ask(
        "{\"ends\": [6, 5], \"history\": [[0, \"lead\", 6, 0, 0], [1, \"play\", 5, 0, 1]]}");
    cr_expect(eq(sz, count_of(page, "<use href=\"#f5-0\" data-a"), 1));
    free(page);
}

Test(site, an_ask_that_is_damaged_does_no_harm)
{
    static const char *const asks[] = {
        "",
        "nothing",
        "[]",
        "{}",
        "{\"hand\": 7, \"history\": {}, \"legal\": [[]]}",
        "{\"hand\": [[99, 1], [-1, 2], [1.5, 2], \"x\", []]}",
        "{\"history\": [[0, \"play\", 6, 4, 0]]}",
        "{\"ends\": [1, 2, 3, 4, 5, 6, 7, 8, 9], \"history\": [[0, \"lead\", 6, 6, 0], [0, "
        "\"play\", 6, 5, 8]]}",
        "{\"history\": [[0, \"lead\", 6, 4, 0], [0, \"lead\", 5, 5, 0], [0, \"play\", 3, 3, 0], "
        "[0, \"play\", 4, 3, 2], "
        "[0, \"play\", 6, 1, 0, \"down\"], [0, \"play\", 6, 2, 0], [0, \"play\", 6, 2, -1]]}",
        "{\"legal\": [[\"<script>\"]]}"};
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        char *page = page_with_ask(asks[i]);
        cr_expect(strstr(page, "The ask as text") != NULL, "%s", asks[i]);
        cr_expect(strstr(page, "<script>") == NULL, "%s", asks[i]);
        free(page);
    }
}

/* ---- the feed --------------------------------------------------------------------- */

enum { NEWS_POINTS = 3, NEWS_BOTS = 2 };

/* Returns the feed of two finished tournaments with 100 sets each, after which the ratings of two
 * bots were these, and so many of them may be first. The first tournament ended at 1000 ms, the
 * second at 2000 ms; "new" played in the first if `was_in_first`. */
static char *news_of(const double elo[NEWS_POINTS][NEWS_BOTS], uint64_t sets[NEWS_POINTS],
                     bool was_in_first, uint32_t leaders)
{
    dom_web_bot bots[] = {{.label = "<new>", .version = "2"}, {.label = "old", .version = "1"}};
    dom_ratings_rating ratings[] = {{.player = 0, .joint_hi = leaders, .has_next = true},
                                    {.player = 1}};
    dom_web_row rows[] = {{.bot = 0, .rating = &ratings[0]}, {.bot = 1, .rating = &ratings[1]}};
    dom_ratings_history_rating points[NEWS_POINTS * NEWS_BOTS];
    dom_web_set_count in_each = {.done = 100};
    uint32_t variant = 0, members[] = {1, 0};
    dom_web_stage stages[] = {{.finished_ms = 1000}, {.finished_ms = 2000}};
    for (int i = 0; i < NEWS_POINTS * NEWS_BOTS; i++)
        points[i] =
            (dom_ratings_history_rating){.has_rating = elo[i / NEWS_BOTS][i % NEWS_BOTS] > 0,
                                         .elo = elo[i / NEWS_BOTS][i % NEWS_BOTS]};
    dom_web_list list = {
        .rows = rows,
        .ranking.list = {.sets = 200, .count = NEWS_BOTS, .row = ratings},
        .history = {.players = NEWS_BOTS, .points = NEWS_POINTS, .sets = sets, .rating = points}};
    dom_web_variant v = {.name = "draw-2", .list = &list};
    dom_web_tournament t[2];
    for (int i = 0; i < 2; i++)
        t[i] = (dom_web_tournament){.bot_count = i == 1 || was_in_first ? 2 : 1,
                                    .variant_count = 1,
                                    .stage_count = 1,
                                    .bots = members,
                                    .variants = &variant,
                                    .sets = &in_each,
                                    .stages = &stages[i]};
    strcpy(t[0].name, "spring");
    strcpy(t[1].name, "summer");
    dom_web_site site = {.url = "http://localhost/",
                         .bot_count = NEWS_BOTS,
                         .bots = bots,
                         .variant_count = 1,
                         .variants = &v,
                         .tournament_count = 2,
                         .tournaments = t};
    dom_web_html h = {0};
    cr_assert(dom_web_page(&h, &site, NULL, "feed.xml"));
    return h.bytes;
}

/* Returns the end of the time in the entry "<new> leads draw-2"; NULL if there is none. */
static const char *led_since(const char *feed)
{
    const char *entry = strstr(feed, "&lt;new&gt; leads draw-2");
    return entry ? strstr(entry, "00:00:") + strlen("00:00:") : NULL;
}

Test(site, a_leader_is_news_of_the_tournament_in_which_it_came_to_the_top)
{
    static const struct {
        double elo[NEWS_POINTS][NEWS_BOTS]; /* of "new", which leads in the end, and of "old" */
        uint64_t sets[NEWS_POINTS];
        bool was_in_first;
        const char *since;
    } cases[] = {
        {{{0, 1000}, {0, 1000}, {1100, 1000}}, {50, 100, 200}, false, "02."},
        {{{1100, 1000}, {900, 1000}, {1100, 1000}}, {50, 100, 200}, true, "02."}, /* it lost it */
        {{{900, 1000}, {1100, 1000}, {1100, 1000}}, {50, 100, 200}, true, "01."},
        {{{1100, 1000}, {1100, 1000}, {1100, 1000}}, {50, 100, 200}, true, "01."},
        {{{900, 1000}, {900, 1000}, {1100, 1000}}, {50, 60, 200}, true, "01."},
        {{{0, 1000}, {0, 1000}, {1100, 1000}}, {50, 60, 200}, false, "02."}, /* not before */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t sets[NEWS_POINTS];
        memcpy(sets, cases[i].sets, sizeof sets);
        char *feed = news_of(cases[i].elo, sets, cases[i].was_in_first, 1);
        const char *since = led_since(feed);
        cr_assert(since != NULL);
        cr_expect(strncmp(since, cases[i].since, 3) == 0, "case %zu: %s", i, since);
        cr_expect(strstr(feed, "<id>http://localhost/leaderboard/draw-2.html#2</id>") != NULL);
        free(feed);
    }
}

Test(site, news_of_one_time_begin_with_the_tournament)
{
    static const double elo[NEWS_POINTS][NEWS_BOTS] = {{0, 1000}, {0, 1000}, {1100, 1000}};
    char *feed = news_of(elo, (uint64_t[]){50, 100, 200}, false, 1);
    const char *summer = strstr(feed, "summer"), *leader = strstr(feed, "&lt;new&gt; leads draw-2"),
               *spring = strstr(feed, "spring");
    cr_assert(summer != NULL && leader != NULL && spring != NULL);
    cr_expect(summer < leader && leader < spring, "%s", feed);
    free(feed);
}

/* anna meets greedy twice in block-2, and in draw-3 greedy and a copy of it. One more match does
 * not count, and one is of others. */
Test(site, the_page_of_a_person_counts_results_against_each_opponent)
{
    dom_web_bot bots[] = {{.name = "anna", .label = "anna", .version = "person", .is_person = true},
                          {.name = "greedy", .label = "greedy", .version = "1"},
                          {.name = "greedy#2", .label = "greedy#2", .version = "1"}};
    dom_web_variant variants[] = {{.name = "block-2", .list = &no_list},
                                  {.name = "draw-3", .list = &no_list}};
    variants[0].options = variants[1].options = dom_options_default();
    dom_web_match_line block[] = {
        {.stored = {.match = 1, .seats = 2, .seat = {{.place = 1}, {.place = 2}}}, .bot = {0, 1}},
        {.stored = {.match = 2, .seats = 2, .seat = {{.place = 1}, {.place = 2}}}, .bot = {1, 0}},
        {.stored = {.match = 3, .seats = 2, .seat = {{.place = 1}, {.place = 2}}}, .bot = {0, 1}},
        {.stored = {.match = 4, .seats = 2, .seat = {{.place = 1}, {.place = 2}}}, .bot = {1, 2}}};
    dom_web_match_line draw[] = {
        {.variant = 1,
         .stored = {.match = 1, .seats = 3, .seat = {{.place = 1}, {.place = 3}, {.place = 1}}},
         .bot = {0, 1, 2}}};
    dom_web_ruling ruled = {.match = 3};
    dom_web_tournament tournaments[] = {
        {.name = "a", .newest = block, .line_count = 4, .void_count = 1, .voids = &ruled},
        {.name = "b", .newest = draw, .line_count = 1}};
    dom_web_site site = {.bot_count = 3,
                         .bots = bots,
                         .variant_count = 2,
                         .variants = variants,
                         .tournament_count = 2,
                         .tournaments = tournaments};
    cr_expect(shows(&site, "bot/anna.html",
                    "<a href=\"../bot/greedy.html\">greedy</a></th><td>block-2</td>"
                    "<td class=\"n\">2</td><td class=\"n\">1</td>"
                    "<td class=\"n\">0</td><td class=\"n\">1</td></tr>"));
    cr_expect(shows(&site, "bot/anna.html",
                    "<a href=\"../bot/greedy.html\">greedy</a></th><td>draw-3</td>"
                    "<td class=\"n\">2</td><td class=\"n\">1</td>"
                    "<td class=\"n\">1</td><td class=\"n\">0</td></tr>"));
    cr_expect(not(shows(&site, "bot/anna.html", "greedy#2")));
    cr_expect(not(shows(&site, "bot/anna.html", "By variant")));
    cr_expect(not(shows(&site, "bot/greedy.html", "A match counts once")));
}

Test(site, a_bot_that_leads_by_chance_is_no_news)
{
    static const double elo[NEWS_POINTS][NEWS_BOTS] = {{0, 1000}, {0, 1000}, {1100, 1000}};
    char *feed = news_of(elo, (uint64_t[]){50, 100, 200}, false, 2);
    cr_expect(strstr(feed, "leads") == NULL, "%s", feed);
    free(feed);
}
