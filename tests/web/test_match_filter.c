/* Lists of matches: their paths, what a query may say, what it finds, and how it is written
 * again. */
#include "web/match_filter.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MATCHES = 1200, TEAM_MATCHES = 3 };

/* Two tournaments. In the first are two variants and three bots: match n is block-2 if n is odd;
 * its bots are n and n + 1 modulo 3. Seat 0 won by n % 50 points if n is even, and lost by them if
 * it is odd. Every 100th ends by a timeout, every 150th by a crash. In the second, greedy has
 * played block-4 with itself as the partner, against a fourth bot. */
typedef struct {
    dom_web_bot bots[4];
    dom_web_variant variants[3];
    dom_web_tournament tournaments[2];
    dom_web_site site;
    dom_web_match_entry entries[MATCHES], teams[TEAM_MATCHES];
    dom_web_match_list of_first;
} fixture;

static dom_fault end_of(uint64_t match)
{
    if (match % 100 == 0)
        return DOM_FAULT_TIMEOUT;
    return match % 150 == 0 ? DOM_FAULT_CRASH : DOM_FAULT_NONE;
}

static dom_web_match_entry entry_of(uint64_t n)
{
    int32_t margin = (int32_t)(n % 50) * (n % 2 == 0 ? 1 : -1);
    uint8_t won = n % 2 == 0 ? DOM_WEB_WON : DOM_WEB_LOST;
    uint8_t other = n % 2 == 0 ? DOM_WEB_LOST : DOM_WEB_WON;
    return (dom_web_match_entry){.match = n,
                                 .variant = n % 2 == 0,
                                 .end = (uint8_t)end_of(n),
                                 .seats = 2,
                                 .sides = 2,
                                 .bot = {(uint16_t)(n % 3), (uint16_t)((n + 1) % 3)},
                                 .result = {won, other},
                                 .margin = {margin, -margin}};
}

static const dom_web_match_list_path all_paths = {.fixed = DOM_WEB_FILTER_KEYS, .page = 1};

static fixture *set_up(void)
{
    static uint32_t bots[] = {2, 0, 1}, variants[] = {1, 0}, team_bots[] = {3, 0},
                    team_variants[] = {2};
    const dom_web_match_list_path first = {
        .fixed = DOM_WEB_FILTER_TOURNAMENT, .option = 0, .page = 1};
    fixture *f = calloc(1, sizeof *f);
    cr_assert(f != NULL);
    *f =
        (fixture){.bots = {{.label = "greedy"},
                           {.label = "odd@01234567"},
                           {.label = "<b>&x"},
                           {.label = "12"}},
                  .variants = {{.name = "draw-2", .seats = 2, .margins = 2400, .margin_count = 240},
                               {.name = "block-2", .seats = 2, .margins = 600, .margin_count = 240},
                               {.name = "block-4", .seats = 4}},
                  .tournaments = {{.name = "t",
                                   .bot_count = 3,
                                   .bots = bots,
                                   .variant_count = 2,
                                   .variants = variants,
                                   .line_count = MATCHES,
                                   .entries = f->entries},
                                  {.name = "teams",
                                   .bot_count = 2,
                                   .bots = team_bots,
                                   .variant_count = 1,
                                   .variants = team_variants,
                                   .line_count = TEAM_MATCHES,
                                   .entries = f->teams}}};
    f->site = (dom_web_site){.bot_count = 4,
                             .bots = f->bots,
                             .variant_count = 3,
                             .variants = f->variants,
                             .tournament_count = 2,
                             .tournaments = f->tournaments};
    for (uint64_t n = 1; n <= MATCHES; n++)
        f->entries[n - 1] = entry_of(n);
    for (uint64_t n = 1; n <= TEAM_MATCHES; n++) {
        uint8_t theirs = n == 2 ? DOM_WEB_SHARED : DOM_WEB_LOST;
        uint8_t ours = n == 2 ? DOM_WEB_SHARED : DOM_WEB_WON;
        f->teams[n - 1] = (dom_web_match_entry){.match = n,
                                                .seats = 4,
                                                .sides = 2,
                                                .bot = {1, 0, 1, 0},
                                                .result = {ours, theirs, ours, theirs}};
    }
    cr_assert(eq(int, dom_web_match_list_open(&f->of_first, &f->site, &first, NULL), DOM_OK));
    return f;
}

static void tear_down(fixture *f)
{
    dom_web_match_list_close(&f->of_first);
    free(f);
}

static dom_rc read(const fixture *f, dom_web_match_filter *filter, const dom_http_query *query,
                   dom_err *err)
{
    return dom_web_match_filter_read(filter, &f->of_first, query, err);
}

/* Finds the first page of a list for a query, such as "bot/greedy/1.html". */
static void find(dom_web_match_page *page, const fixture *f, const char *text,
                 const dom_http_query *query)
{
    dom_web_match_list_path path;
    dom_web_match_list list;
    dom_err err = {.text = ""};
    cr_assert(dom_web_match_list_path_read(&path, &f->site, text), "%s", text);
    cr_assert(eq(int, dom_web_match_list_open(&list, &f->site, &path, &err), DOM_OK));
    cr_assert(eq(int, dom_web_match_filter_read(&page->filter, &list, query, &err), DOM_OK), "%s",
              err.text);
    page->page = path.page;
    cr_assert(eq(int, dom_web_match_page_find(page, &list, &err), DOM_OK));
    dom_web_match_list_close(&list);
}

Test(match_filter, a_query_is_read_found_and_written_again)
{
    static const struct {
        dom_http_query query;
        const char *written;
        uint64_t total, first;
    } cases[] = {
        {{0}, "", 1200, 1},
        {{2, {{"variant", ""}, {"end", ""}}}, "", 1200, 1},
        {{1, {{"variant", "draw-2"}}}, "?variant=draw-2", 600, 2},
        {{1, {{"bot", "greedy"}}}, "?bot=greedy", 800, 1},
        {{2, {{"seat", "1"}, {"bot", "greedy"}}}, "?bot=greedy&seat=1", 400, 3},
        {{1, {{"bot", "=3cb=3e=26x"}}}, "?bot==3cb=3e=26x", 800, 2},
        {{1, {{"end", "rules"}}}, "?end=rules", 1184, 1},
        {{1, {{"end", "fault"}}}, "?end=fault", 16, 100},
        {{1, {{"end", "timeout"}}}, "?end=timeout", 12, 100},
        {{1, {{"end", "crash"}}}, "?end=crash", 4, 150},
        {{1, {{"end", "stall"}}}, "?end=stall", 0, 0},
        {{4, {{"end", "crash"}, {"variant", "draw-2"}, {"bot", "odd@01234567"}, {"seat", "1"}}},
         "?variant=draw-2&bot=odd@01234567&seat=1&end=crash",
         0,
         0},
    };
    fixture *f = set_up();
    dom_web_match_page *page = calloc(1, sizeof *page);
    cr_assert(page != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char query[DOM_WEB_FILTER_BYTES];
        find(page, f, "matches/t/1.html", &cases[i].query);
        dom_web_match_filter_query(query, &page->filter, &f->of_first);
        cr_expect(eq(str, query, (char *)cases[i].written));
        cr_expect(
            eq(int, dom_web_match_filter_is_empty(&page->filter, &f->of_first), query[0] == '\0'));
        cr_expect(eq(u64, page->all, MATCHES));
        cr_expect(eq(u64, page->total, cases[i].total), "%s", query);
        cr_expect(eq(u64, page->count > 0 ? page->found[0].entry->match : 0, cases[i].first), "%s",
                  query);
    }
    free(page);
    tear_down(f);
}

Test(match_filter, pages_have_every_match_once)
{
    static const dom_http_query query = {1, {{"bot", "greedy"}}};
    static const char *const pages[] = {"matches/t/1.html", "matches/t/2.html", "matches/t/3.html"};
    fixture *f = set_up();
    dom_web_match_page *page = calloc(1, sizeof *page);
    uint64_t seen = 0, last = 0;
    cr_assert(page != NULL);
    for (int n = 0; n < 3; n++) {
        find(page, f, pages[n], &query);
        cr_expect(eq(u64, page->total, 800));
        for (size_t i = 0; i < page->count; i++, seen++) {
            uint64_t match = page->found[i].entry->match;
            cr_assert(match > last && match % 3 != 2);
            last = match;
        }
    }
    cr_expect(eq(u64, seen, 800));
    cr_expect(eq(sz, page->count, 0), "there are two pages");
    cr_expect(eq(u64, dom_web_match_page_last(800), 2));
    cr_expect(eq(u64, dom_web_match_page_last(1000), 2));
    cr_expect(eq(u64, dom_web_match_page_last(0), 1));
    free(page);
    tear_down(f);
}

/* Every list finds its matches over all tournaments, the newest first. */
Test(match_filter, lists_are_of_a_bot_a_variant_or_of_all)
{
    static const struct {
        const char *list;
        dom_http_query query;
        uint64_t all, total;
        uint32_t tournament; /* of the first */
        uint64_t first;
    } rows[] = {
        {"matches/1.html", {0}, 1203, 1203, 1, 3},
        {"matches/1.json", {1, {{"tournament", "t"}}}, 1203, 1200, 0, 1200},
        {"matches/1.html", {1, {{"order", "oldest"}}}, 1203, 1203, 0, 1},
        {"bot/greedy/1.html", {0}, 803, 803, 1, 3},
        {"bot/greedy/1.html", {1, {{"opponent", "12"}}}, 803, 3, 1, 3},
        {"bot/greedy/1.html", {1, {{"opponent", "odd@01234567"}}}, 803, 400, 0, 1198},
        {"bot/greedy/1.html", {1, {{"result", "shared"}}}, 803, 1, 1, 2},
        {"bot/greedy/1.html", {2, {{"result", "won"}, {"variant", "block-4"}}}, 803, 2, 1, 3},
        {"bot/greedy/1.html", {2, {{"result", "lost"}, {"seat", "0"}}}, 803, 200, 0, 1195},
        {"bot/12/1.html", {1, {{"result", "lost"}}}, 3, 2, 1, 3},
        {"leaderboard/block-2/1.html", {0}, 600, 600, 0, 1199},
        {"leaderboard/block-4/1.html", {1, {{"bot", "greedy"}}}, 3, 3, 1, 3},
    };
    fixture *f = set_up();
    dom_web_match_page *page = calloc(1, sizeof *page);
    cr_assert(page != NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        find(page, f, rows[i].list, &rows[i].query);
        cr_expect(eq(u64, page->all, rows[i].all), "row %zu", i);
        cr_expect(eq(u64, page->total, rows[i].total), "row %zu", i);
        cr_assert(page->count > 0);
        cr_expect(eq(u32, page->found[0].tournament, rows[i].tournament), "row %zu", i);
        cr_expect(eq(u64, page->found[0].entry->match, rows[i].first), "row %zu", i);
    }
    free(page);
    tear_down(f);
}

/* Draw-2 is won by 10 points on average and block-2 by 2.5, so 10 points in block-2 are more than
 * 20 in draw-2. */
Test(match_filter, losses_are_put_in_order_by_what_is_usual)
{
    static const struct {
        dom_http_query query;
        int sign;
    } rows[] = {{{1, {{"order", "lost-by"}}}, 1},
                {{1, {{"order", "won-by"}}}, -1},
                {{2, {{"order", "lost-by"}, {"result", "lost"}}}, 1}};
    fixture *f = set_up();
    dom_web_match_page *page = calloc(1, sizeof *page);
    cr_assert(page != NULL);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        double last = -INFINITY;
        find(page, f, "bot/greedy/1.html", &rows[r].query);
        cr_assert(page->count ==
                  (page->total < DOM_WEB_MATCHES_PAGE ? page->total : DOM_WEB_MATCHES_PAGE));
        for (size_t i = 0; i < page->count; i++) {
            const dom_web_match_entry *m = page->found[i].entry;
            int seat = dom_web_match_seat(&page->found[i], &page->filter, &f->site);
            double usual = page->found[i].tournament == 1 ? 1 : m->variant == 0 ? 2.5 : 10;
            double of = rows[r].sign * m->margin[seat] / usual;
            cr_assert(of >= last, "row %zu, %zu: %g after %g", r, i, of, last);
            last = of;
        }
    }
    cr_expect(eq(u64, page->found[0].entry->variant, 0), "the worst loss is one in block-2");
    free(page);
    tear_down(f);
}

/* The luckiest matches come first, and those that were not valued last, the newest first. */
Test(match_filter, luck_is_put_in_order_too)
{
    static const dom_http_query query = {1, {{"order", "luck"}}};
    static const uint64_t expected[] = {8, 7, 4, 1199};
    fixture *f = set_up();
    dom_web_match_page *page = calloc(1, sizeof *page);
    /* Match 7 is block-2, in which points are worth four times those of draw-2. The bot sits in
     * seat 0 of match 8 and in seat 1 of the others. */
    dom_web_match_worth worths[] = {
        {4, .luck = {99, 39}}, {7, .luck = {99, 10}}, {8, .luck = {41, 99}}};
    cr_assert(page != NULL);
    f->tournaments[0].worths = worths;
    f->tournaments[0].worth_count = sizeof worths / sizeof *worths;
    f->tournaments[1].line_count = 0;
    find(page, f, "bot/odd@01234567/1.html", &query);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        cr_expect(eq(u64, page->found[i].entry->match, expected[i]), "%zu", i);
    free(page);
    tear_down(f);
}

Test(match_filter, paths_are_read_and_written)
{
    static const struct {
        const char *path;
        dom_web_match_list_path of;
    } rows[] = {{"matches/teams/2", {DOM_WEB_FILTER_TOURNAMENT, 1, 2, false}},
                {"bot/=3cb=3e=26x/1", {DOM_WEB_FILTER_BOT, 2, 1, false}},
                {"bot/12/34", {DOM_WEB_FILTER_BOT, 3, 34, false}},
                {"leaderboard/block-4/1", {DOM_WEB_FILTER_VARIANT, 2, 1, false}},
                {"matches/7", {DOM_WEB_FILTER_KEYS, -1, 7, false}}};
    static const char *const none[] = {
        "bot/12.html",      "bot/nobody/1.html",  "matches/none/1.html", "leaderboard/3.html",
        "matches/t/0.html", "matches/t/1/2.html", "matches/t/1/1.html",  "matches/t.html",
        "matches//1.html",  "bot/greedy/1.xml"};
    fixture *f = set_up();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int is_json = 0; is_json <= 1; is_json++) {
            char written[DOM_WEB_MATCH_LIST_PATH_BYTES], path[64];
            dom_web_match_list_path read;
            (void)snprintf(path, sizeof path, "%s%s", rows[i].path, is_json ? ".json" : ".html");
            cr_assert(dom_web_match_list_path_read(&read, &f->site, path), "%s", path);
            cr_expect(eq(int, (int)read.fixed, (int)rows[i].of.fixed), "%s", path);
            cr_expect(eq(int, read.option, rows[i].of.option), "%s", path);
            cr_expect(eq(u64, read.page, rows[i].of.page), "%s", path);
            cr_expect(eq(int, read.is_json, is_json), "%s", path);
            dom_web_match_list_path_write(written, &f->site, &read);
            cr_expect(eq(str, written, (char *)rows[i].path));
        }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        dom_web_match_list_path read;
        cr_expect(not(dom_web_match_list_path_read(&read, &f->site, none[i])), "%s", none[i]);
    }
    tear_down(f);
}

Test(match_filter, anything_else_gets_one_line_with_what_is_allowed)
{
    static const struct {
        dom_http_query query;
        const char *message;
    } cases[] = {
        {{1, {{"varriant", "block-2"}}},
         "'varriant' is not a filter of these matches (did you mean variant?); allowed: variant, "
         "bot, opponent, seat, result, end, order"},
        {{1, {{"", ""}}},
         "'' is not a filter of these matches; allowed: variant, bot, opponent, seat, result, end, "
         "order"},
        {{1, {{"tournament", "t"}}},
         "'tournament' is not a filter of these matches; allowed: variant, bot, opponent, seat, "
         "result, end, order"},
        {{1, {{"variant", "block-3"}}},
         "variant: this list has no 'block-3' (did you mean block-2?); allowed: draw-2, "
         "block-2"},
        {{1, {{"variant", "block-4"}}},
         "variant: this list has no 'block-4' (did you mean block-2?); allowed: draw-2, "
         "block-2"},
        {{1, {{"bot", "<b>&x"}}},
         "bot: this list has no '<b>&x'; allowed: greedy, odd@01234567, =3cb=3e=26x"},
        {{2, {{"bot", "greedy"}, {"seat", "2"}}}, "seat: this list has no '2'; allowed: 0, 1"},
        {{2, {{"bot", "greedy"}, {"seat", "-1"}}}, "seat: this list has no '-1'; allowed: 0, 1"},
        {{2, {{"bot", "greedy"}, {"seat", "00"}}}, "seat: this list has no '00'; allowed: 0, 1"},
        {{1, {{"seat", "1"}}}, "seat: '1' is about a bot, so name the bot too: bot=NAME&seat=1"},
        {{1, {{"opponent", "greedy"}}},
         "opponent: 'greedy' is about a bot, so name the bot too: bot=NAME&opponent=greedy"},
        {{2, {{"bot", "greedy"}, {"opponent", "greedy"}}},
         "opponent: it is the bot itself; allowed: another bot"},
        {{1, {{"order", "lost-by"}}},
         "order: 'lost-by' is about a bot, so name the bot too: bot=NAME&order=lost-by"},
        {{2, {{"bot", "greedy"}, {"result", "drawn"}}},
         "result: this list has no 'drawn'; allowed: won, shared, lost"},
        {{2, {{"bot", "greedy"}, {"bot", "greedy"}}}, "bot: there are two of them; allowed: one"},
        {{1, {{"end", "normal"}}},
         "end: this list has no 'normal'; allowed: rules, fault, illegal, timeout, stall, "
         "protocol, crash, resource, spawn"},
    };
    fixture *f = set_up();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_web_match_filter filter;
        dom_err err = {.text = ""};
        cr_expect(eq(int, read(f, &filter, &cases[i].query, &err), DOM_E_CONFIG));
        cr_expect(eq(str, err.text, (char *)cases[i].message));
    }
    tear_down(f);
}

Test(match_filter, a_long_list_of_what_is_allowed_is_cut)
{
    enum { BOTS = 400 };
    static dom_web_bot bots[BOTS];
    static uint32_t members[BOTS];
    dom_web_tournament t = {.bot_count = BOTS, .bots = members};
    dom_web_site site = {.bot_count = BOTS, .bots = bots, .tournament_count = 1, .tournaments = &t};
    dom_http_query query = {1, {{"bot", "nobody"}}};
    dom_web_match_list list;
    dom_web_match_filter filter;
    dom_err err = {.text = ""};
    for (uint32_t i = 0; i < BOTS; i++) {
        members[i] = i;
        (void)snprintf(bots[i].label, sizeof bots[i].label, "a-bot-with-a-long-name-%u", i);
    }
    cr_assert(eq(int, dom_web_match_list_open(&list, &site, &all_paths, &err), DOM_OK));
    cr_expect(eq(int, dom_web_match_filter_read(&filter, &list, &query, &err), DOM_E_CONFIG));
    dom_web_match_list_close(&list);
    cr_expect(strlen(err.text) < DOM_ERR_BYTES - 1);
    cr_expect(strstr(err.text, "name-0, ") != NULL);
    cr_expect(eq(str, strstr(err.text, ", ..."), (char *)", ..."));
}

/* The options that are offered, as one text. */
static void offered(char out[static 160], const dom_web_match_filter *f,
                    const dom_web_match_list *list, dom_web_filter_key key)
{
    int i = DOM_WEB_FILTER_ALL, size = 0;
    out[0] = '\0';
    while ((i = dom_web_match_filter_next(f, list, key, i)) != DOM_WEB_FILTER_ALL)
        size += snprintf(out + size, 160 - (size_t)size, "%s ",
                         dom_web_filter_option_name(list->site, key, i));
}

Test(match_filter, what_is_about_a_bot_is_offered_with_one_only)
{
    char options[160];
    fixture *f = set_up();
    const dom_web_match_list *list = &f->of_first;
    dom_web_match_filter filter = dom_web_match_filter_none(list);
    cr_expect(not(dom_web_match_filter_is_offered(&filter, list, DOM_WEB_FILTER_TOURNAMENT)));
    cr_expect(not(dom_web_match_filter_is_offered(&filter, list, DOM_WEB_FILTER_OPPONENT)));
    offered(options, &filter, list, DOM_WEB_FILTER_ORDER);
    cr_expect(eq(str, options, (char *)"oldest newest "));
    filter = dom_web_match_filter_with(&filter, DOM_WEB_FILTER_BOT, 1);
    cr_expect(dom_web_match_filter_is_offered(&filter, list, DOM_WEB_FILTER_OPPONENT));
    offered(options, &filter, list, DOM_WEB_FILTER_OPPONENT);
    cr_expect(eq(str, options, (char *)"greedy <b>&x "));
    offered(options, &filter, list, DOM_WEB_FILTER_ORDER);
    cr_expect(eq(str, options, (char *)"oldest newest lost-by won-by luck "));
    offered(options, &filter, list, DOM_WEB_FILTER_SEAT);
    cr_expect(eq(str, options, (char *)"0 1 "), "the tournament has no table of four");
    tear_down(f);
}

Test(match_filter, without_a_bot_nothing_is_about_one)
{
    fixture *f = set_up();
    const dom_web_match_list *list = &f->of_first;
    dom_web_match_filter filter = dom_web_match_filter_none(list);
    filter = dom_web_match_filter_with(&filter, DOM_WEB_FILTER_BOT, 1);
    filter = dom_web_match_filter_with(&filter, DOM_WEB_FILTER_SEAT, 0);
    filter = dom_web_match_filter_with(&filter, DOM_WEB_FILTER_OPPONENT, 2);
    filter = dom_web_match_filter_with(&filter, DOM_WEB_FILTER_RESULT, DOM_WEB_WON);
    filter = dom_web_match_filter_with(&filter, DOM_WEB_FILTER_ORDER, DOM_WEB_ORDER_LOST_BY);
    cr_expect(eq(int, filter.option[DOM_WEB_FILTER_SEAT], 0));
    cr_expect(eq(int, (int)dom_web_match_filter_order(&filter, list), DOM_WEB_ORDER_LOST_BY));
    filter = dom_web_match_filter_with(&filter, DOM_WEB_FILTER_BOT, 2);
    cr_expect(eq(int, filter.option[DOM_WEB_FILTER_OPPONENT], DOM_WEB_FILTER_ALL),
              "nobody plays against itself");
    filter = dom_web_match_filter_with(&filter, DOM_WEB_FILTER_BOT, DOM_WEB_FILTER_ALL);
    cr_expect(dom_web_match_filter_is_empty(&filter, list));
    cr_expect(eq(int, (int)dom_web_match_filter_order(&filter, list), DOM_WEB_ORDER_OLDEST));
    tear_down(f);
}
