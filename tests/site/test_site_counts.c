/* What is counted, listed and written of a database that was made by hand. Commands and pages are
 * compared in tests/e2e/test_numbers.py. */
#include "site/report.h"
#include "site/site_match.h"
#include "site/site_read.h"
#include "small_store.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>
#include <sys/stat.h>

enum { BEGUN_MS = 1000, MATCH_MS = 500 };

static scratch s;
static dom_store *store;
static small_tournament stored;
static dom_web_site site;

/* A match of anna and ben; anna is in the seat of the number of the rotation. */
static const struct {
    int anna, ben; /* points; who has more has won */
    bool is_fault; /* of ben */
} matches[] = {{100, 50, false}, {100, 30, false}, {100, 90, false}, {80, 100, false},
               {20, 100, false}, {40, 100, false}, {100, 95, false}, {100, 95, false},
               {100, 0, false},  {10, 0, true},    {100, 99, false}};

enum { MATCHES = sizeof matches / sizeof *matches };

static dom_store_match match_of(int64_t tournament, uint64_t number)
{
    dom_store_match m = small_match(tournament, number);
    bool wins = matches[number - 1].anna > matches[number - 1].ben;
    m.started_ms = BEGUN_MS * (int64_t)number;
    m.duration_ms = MATCH_MS;
    m.decisions_bytes = 0;
    m.seat[m.rotation] =
        (dom_store_seat){.bot = 0, .place = wins ? 1 : 2, .score = matches[number - 1].anna};
    m.seat[1 - m.rotation] =
        (dom_store_seat){.bot = 1, .place = wins ? 2 : 1, .score = matches[number - 1].ben};
    if (matches[number - 1].is_fault) {
        m.end = DOM_FAULT_CRASH;
        m.fault_seat = (int8_t)(1 - m.rotation);
    }
    return m;
}

static void add_fault(uint16_t bot, dom_fault code, uint64_t match, const char *text)
{
    const dom_store_fault f = {.tournament = stored.t.id,
                               .match = match,
                               .seat = match ? 0 : -1,
                               .bot = bot,
                               .code = code,
                               .when_ms = 77,
                               .choice = -1,
                               .text = text,
                               .answer = (const uint8_t *)"bad",
                               .answer_bytes = match ? 3 : 0};
    expect_ok(dom_store_fault_add(store, &f, &last_err));
}

/* Adds a tournament of two bots. */
static void add_tournament(const char *name, const char *config, const dom_store_bot bots[2])
{
    small_tournament_make(&stored, 2);
    strcpy(stored.t.name, name);
    stored.t.config = config;
    stored.t.bots = bots;
    stored.stages[0].sets = 7;
    expect_ok(dom_store_tournament_add(store, &stored.t, &last_err));
}

/* Spring has the matches, faults of both bots and a match that does not count; tea is a match of
 * people, with a new version of ben. */
static void read_two_tournaments(void)
{
    static const dom_store_bot bots[] = {{"anna", "1111111111"}, {"ben", "2222222222"}};
    static const dom_store_bot people[] = {{"ben", "3333333333"}, {"carl", "1"}};
    static const dom_store_ruling ruling = {DOM_STORE_RULING_VOID, MATCHES, 99, "power cut"};
    store = small_store_open(&s, "a.db");
    add_tournament("spring", "{\"schedule\":\"round-robin\"}", bots);
    small_store_add(store, stored.t.id, 1, MATCHES, match_of);
    expect_ok(dom_store_begin(store, &last_err));
    add_fault(1, DOM_FAULT_CRASH, 10, "it fell");
    add_fault(1, DOM_FAULT_SPAWN, 0, "withdrawn: gone");
    expect_ok(dom_store_commit(store, &last_err));
    stored.t.ruling_count = 1;
    stored.t.rulings = &ruling;
    expect_ok(dom_store_tournament_extend(store, &stored.t, &last_err));
    add_tournament("tea", "{\"schedule\":\"seated\"}", people);
    expect_ok(dom_site_read(&site, &(dom_site_read_spec){.store = store}, &last_err));
}

static void begin(void)
{
    scratch_open(&s);
    read_two_tournaments();
}

static void end(void)
{
    dom_web_site_clear(&site);
    dom_store_close(&store);
    scratch_close(&s);
}

/* Returns the line of a bot in the list of the only variant. */
static size_t line_of(const char *label)
{
    size_t line = 0;
    const dom_web_variant *v = &site.variants[0];
    while (line < dom_web_variant_lines(v) &&
           strcmp(site.bots[v->list->rows[line].bot].label, label) != 0)
        line++;
    cr_assert(lt(sz, line, dom_web_variant_lines(v)), "%s", label);
    return line;
}

static const dom_web_row *row_of(const char *label)
{
    return &site.variants[0].list->rows[line_of(label)];
}

static const dom_web_meetings *meetings_of(const char *label, const char *other)
{
    const dom_web_variant *v = &site.variants[0];
    return &v->list->meetings[line_of(label) * dom_web_variant_lines(v) + line_of(other)];
}

TestSuite(site_counts, .init = begin, .fini = end);

Test(site_counts, bots_and_variants_of_all_tournaments_are_there_once)
{
    static const char *const labels[] = {"anna", "ben@22222222", "ben@33333333", "carl"};
    cr_expect(eq(sz, site.tournament_count, 2));
    cr_expect(eq(sz, site.variant_count, 1));
    cr_expect(eq(str, site.variants[0].name, (char *)"block-2"));
    cr_expect(eq(str, site.variants[0].rules, (char *)"block-2"));
    cr_assert(eq(sz, site.bot_count, 4));
    for (size_t i = 0; i < 4; i++)
        cr_expect(eq(str, site.bots[i].label, (char *)labels[i]));
    cr_expect(eq(sz, site.tournaments[1].bot_count, 2));
    cr_expect(eq(u32, site.tournaments[1].bots[0], 2));
}

Test(site_counts, a_match_of_people_has_a_title)
{
    cr_expect(eq(str, site.tournaments[0].title, (char *)""));
    cr_expect(eq(str, site.tournaments[1].title, (char *)"block-2: ben, carl"));
}

Test(site_counts, a_tournament_knows_its_matches)
{
    const dom_web_tournament *of = &site.tournaments[0];
    cr_expect(eq(u64, of->done, MATCHES));
    cr_expect(eq(u64, of->total, 14));
    cr_expect(eq(u64, of->last_match, MATCHES));
    cr_expect(eq(u64, of->sets[0].done, 5));
    cr_expect(eq(u64, of->sets[0].total, 7));
    cr_expect(eq(i64, of->newest_ms, BEGUN_MS * MATCHES + MATCH_MS));
    cr_assert(eq(u64, of->line_count, MATCHES));
    for (uint64_t i = 0; i < MATCHES; i++) {
        cr_expect(eq(u64, of->newest[i].stored.match, i + 1));
        cr_expect(eq(u32, of->newest[i].bot[i % 2], 0));
        cr_expect(eq(u64, of->entries[i].match, i + 1));
        cr_expect(eq(u16, of->entries[i].bot[1 - i % 2], 1));
        cr_expect(eq(u8, of->entries[i].end, matches[i].is_fault ? DOM_FAULT_CRASH : 0));
    }
}

Test(site_counts, rulings_and_withdrawals_are_shown)
{
    const dom_web_tournament *of = &site.tournaments[0];
    cr_assert(eq(sz, of->void_count, 1));
    cr_expect(eq(u64, of->voids[0].match, MATCHES));
    cr_expect(eq(str, of->voids[0].reason, (char *)"power cut"));
    cr_expect(not(of->is_closed));
    cr_assert(eq(sz, of->withdrawal_count, 1));
    cr_expect(eq(u32, of->withdrawals[0].bot, 1));
    cr_expect(eq(u64, of->withdrawals[0].missing, 3), "of 14 matches");
    cr_expect(eq(i64, of->withdrawals[0].when_ms, 77));
    cr_expect(of->withdrawals[0].is_void);
    cr_expect(eq(str, of->withdrawals[0].text, (char *)"withdrawn: gone"));
}

Test(site_counts, faults_are_kept_with_their_evidence)
{
    const dom_web_bot *ben = &site.bots[1];
    cr_expect(zero(u64, site.bots[0].fault_count));
    cr_assert(eq(u64, ben->fault_count, 2));
    cr_expect(eq(u64, ben->faults[0].where.match, 10));
    cr_expect(eq(u32, ben->faults[0].where.tournament, 0));
    cr_expect(eq(int, ben->faults[0].code, DOM_FAULT_CRASH));
    cr_expect(eq(str, ben->faults[0].text, (char *)"it fell"));
    cr_expect(eq(sz, ben->faults[0].answer_bytes, 3));
    cr_expect(zero(int, memcmp(ben->faults[0].answer, "bad", 3)));
    cr_expect(zero(u64, ben->faults[1].where.match));
}

/* The set of the match that does not count is left out. */
Test(site_counts, a_list_counts_ends_and_results_by_seat)
{
    const dom_web_row *anna = row_of("anna"), *ben = row_of("ben@22222222");
    cr_expect(eq(u64, site.variants[0].matches, MATCHES - 1));
    cr_expect(eq(sz, dom_web_variant_lines(&site.variants[0]), 2));
    cr_expect(eq(u64, anna->ended[DOM_FAULT_NONE], 9));
    cr_expect(eq(u64, anna->ended_by_other, 1));
    cr_expect(zero(u64, anna->ended[DOM_FAULT_CRASH]));
    cr_expect(eq(u64, ben->ended[DOM_FAULT_NONE], 9));
    cr_expect(eq(u64, ben->ended[DOM_FAULT_CRASH], 1));
    cr_expect(zero(u64, ben->ended_by_other));
    cr_expect(eq(u64, anna->seat[0].wins, 4));
    cr_expect(eq(u64, anna->seat[0].losses, 1));
    cr_expect(eq(u64, anna->seat[1].wins, 3));
    cr_expect(eq(u64, anna->seat[1].losses, 2));
    cr_expect(eq(u64, ben->seat[1].wins, 1));
}

Test(site_counts, pairs_have_their_newest_matches_and_their_largest_swings)
{
    static const int32_t points[DOM_WEB_PAIR_SWINGS] = {-140, 120, -10};
    static const uint64_t first[DOM_WEB_PAIR_SWINGS] = {5, 1, 3};
    const dom_web_meetings *anna = meetings_of("anna", "ben@22222222"),
                           *ben = meetings_of("ben@22222222", "anna");
    for (uint64_t i = 0; i < DOM_WEB_PAIR_NEWEST; i++)
        cr_expect(eq(u64, anna->newest[i].match, 10 - i));
    for (int i = 0; i < DOM_WEB_PAIR_SWINGS; i++) {
        cr_expect(eq(i32, anna->swing[i].points, points[i]));
        cr_expect(eq(i32, ben->swing[i].points, -points[i]));
        cr_expect(eq(u64, anna->swing[i].first.match, first[i]));
    }
}

Test(site_counts, the_page_of_a_bot_leads_to_the_newest_matches_with_an_opponent)
{
    dom_web_html h = {0};
    site.is_served = true;
    cr_assert(dom_web_page(&h, &site, NULL, "bot/anna.html"));
    const char *opponents = strstr(h.bytes, "<h3>By opponent</h3>");
    cr_assert(opponents != NULL);
    cr_expect(strstr(opponents, "match/spring/10.html") != NULL, "%s", opponents);
    cr_expect(strstr(opponents, "match/spring/7.html") != NULL);
    cr_expect(strstr(opponents, "match/spring/6.html") == NULL, "four of them");
    dom_web_html_clear(&h);
}

Test(site_counts, a_rated_list_has_a_history)
{
    const dom_web_list *list = site.variants[0].list;
    cr_expect(site.variants[0].is_listed);
    cr_expect(lt(sz, 0, list->history.points));
    cr_expect(list->changes != NULL);
    cr_expect(eq(int, site.reading, DOM_WEB_READING_NOTHING));
}

/* The version of anna that played in spring is hidden by the one of autumn. */
Test(site_counts, a_version_that_a_list_hides_counts_for_nobody_else)
{
    static const dom_store_bot bots[] = {{"anna", "9999999999"}, {"ben", "2222222222"}};
    add_tournament("autumn", "{\"schedule\":\"round-robin\"}", bots);
    small_store_add(store, stored.t.id, 1, 2, match_of);
    dom_web_site_clear(&site);
    expect_ok(dom_site_read(&site, &(dom_site_read_spec){.store = store}, &last_err));
    cr_expect(eq(sz, dom_web_variant_lines(&site.variants[0]), 2));
    cr_expect(eq(str, site.bots[0].label, (char *)"anna@11111111"));
    const dom_web_row *anna = row_of("anna@99999999"), *ben = row_of("ben@22222222");
    cr_expect(eq(u64, anna->ended[DOM_FAULT_NONE], 2));
    cr_expect(zero(u64, anna->ended_by_other));
    cr_expect(eq(u64, anna->seat[0].wins + anna->seat[1].wins, 2));
    cr_expect(eq(u64, ben->ended[DOM_FAULT_NONE], 11));
    const dom_web_meetings *met = meetings_of("anna@99999999", "ben@22222222");
    cr_expect(eq(u32, met->newest[0].tournament, 2));
    cr_expect(eq(u64, met->newest[0].match, 2));
    cr_expect(zero(u64, met->newest[2].match));
    cr_expect(eq(i32, met->swing[0].points, 120));
    cr_expect(zero(u64, met->swing[1].first.match));
}

/* The matches made here cannot be played again, so their own hash is not there. */
Test(site_counts, the_hash_of_an_earlier_reading_stays_while_the_matches_do)
{
    dom_web_tournament old[] = {{.name = "other", .line_count = MATCHES, .hash = "wrong"},
                                {.name = "spring", .line_count = MATCHES, .hash = "right"}};
    const dom_web_site before = {.tournament_count = 2, .tournaments = old};
    const dom_site_read_spec spec = {.store = store, .before = &before};
    expect_ok(dom_store_tournament_finish(store, site.tournaments[0].id, 99, &last_err));
    for (int is_same = 1; is_same >= 0; is_same--) {
        old[1].line_count = is_same ? MATCHES : MATCHES - 1;
        dom_web_site_clear(&site);
        expect_ok(dom_site_read(&site, &spec, &last_err));
        cr_expect(eq(str, site.tournaments[0].hash, (char *)(is_same ? "right" : "")));
    }
}

/* If one tournament is read alone, its matches count also where they are not rated. */
Test(site_counts, one_tournament_may_be_read_alone)
{
    dom_web_site one;
    const dom_site_read_spec spec = {.store = store, .tournament = "tea"};
    expect_ok(dom_site_read(&one, &spec, &last_err));
    cr_expect(eq(sz, one.tournament_count, 1));
    cr_expect(eq(str, one.tournaments[0].name, (char *)"tea"));
    cr_expect(eq(str, one.bots[0].label, (char *)"ben"));
    dom_web_site_clear(&one);
}

/* ---- pages ---------------------------------------------------------------------------------- */

/* Writes the first page of the list of matches of spring. */
static void list_matches(dom_web_html *h)
{
    const dom_web_match_list_path path = {
        .fixed = DOM_WEB_FILTER_TOURNAMENT, .option = 0, .page = 1};
    const dom_http_query query = {.count = 0};
    expect_ok(dom_site_match_list_page(h, &site, store, &path, &query, &last_err));
}

Test(site_counts, all_matches_are_listed)
{
    dom_web_html h = {0};
    list_matches(&h);
    for (int number = 1; number <= MATCHES; number++) {
        char cell[60];
        (void)snprintf(cell, sizeof cell, "<td class=\"n\" data-v=\"%d\">", number);
        cr_expect(strstr(h.bytes, cell) != NULL, "%d", number);
    }
    dom_web_html_clear(&h);
}

/* As if ben had joined after the site was read. */
Test(site_counts, matches_of_bots_that_the_site_does_not_know_are_not_listed)
{
    dom_web_html h = {0};
    site.tournaments[0].bot_count = 1;
    list_matches(&h);
    cr_expect(strstr(h.bytes, "<td class=\"n\" data-v=\"1\">") == NULL);
    site.tournaments[0].bot_count = 2;
    dom_web_html_clear(&h);
}

/* A web server is another user. */
Test(site_counts, everybody_may_read_a_report)
{
    static const char *const files[] = {"report/index.html", "report/matches/spring/1.html",
                                        "report/match/spring/11.html", "report/assets/style.css"};
    dom_site_report report;
    const dom_site_report_spec spec = {.store = store, .home = s.path};
    mode_t before = umask(077);
    expect_ok(dom_site_report_check(&report, scratch_at(&s, "report//"), &last_err));
    expect_ok(dom_site_report_write(&report, &spec, &last_err));
    (void)umask(before);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        cr_expect(eq(int, (int)scratch_mode(scratch_at(&s, files[i])), 0644), "%s", files[i]);
    cr_expect(eq(int, (int)scratch_mode(scratch_at(&s, "report")), 0755));
    cr_expect(eq(int, (int)scratch_mode(scratch_at(&s, "report/bot")), 0755));
    cr_expect(lt(u64, 10, report.pages));
}
