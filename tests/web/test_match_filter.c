/* Filters of matches: what a query may say, what it finds, and how it is written again. */
#include "web/match_filter.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MATCHES = 1200 };

/* Two variants and three bots. Match n is block-2 if n is odd; its bots are n and n + 1 modulo 3.
 * Every 100th ends by a timeout, every 150th by a crash. */
typedef struct {
    dom_web_bot bots[3];
    dom_web_variant variants[2];
    dom_web_tournament t;
    dom_web_site site;
    dom_web_match_entry entries[MATCHES];
} fixture;

static dom_fault end_of(uint64_t match)
{
    if (match % 100 == 0)
        return DOM_FAULT_TIMEOUT;
    return match % 150 == 0 ? DOM_FAULT_CRASH : DOM_FAULT_NONE;
}

static void set_up(fixture *f)
{
    static uint32_t bots[] = {2, 0, 1}, variants[] = {1, 0};
    *f = (fixture){.bots = {{.label = "greedy"}, {.label = "odd@01234567"}, {.label = "<b>&x"}},
                   .variants = {{.name = "draw-2", .seats = 2}, {.name = "block-2", .seats = 2}}};
    f->t = (dom_web_tournament){.name = "t",
                                .bot_count = 3,
                                .bots = bots,
                                .variant_count = 2,
                                .variants = variants,
                                .line_count = MATCHES,
                                .entries = f->entries};
    f->site = (dom_web_site){
        .bot_count = 3, .bots = f->bots, .variant_count = 2, .variants = f->variants};
    for (uint64_t n = 1; n <= MATCHES; n++)
        f->entries[n - 1] =
            (dom_web_match_entry){.match = n,
                                  .variant = n % 2 == 0,
                                  .end = (uint8_t)end_of(n),
                                  .seats = 2,
                                  .bot = {(uint16_t)(n % 3), (uint16_t)((n + 1) % 3)}};
}

static dom_rc read(const fixture *f, dom_web_match_filter *filter, const dom_http_query *query,
                   dom_err *err)
{
    return dom_web_match_filter_read(filter, &f->site, &f->t, query, err);
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
    fixture *f = malloc(sizeof *f);
    dom_web_match_page *page = calloc(1, sizeof *page);
    cr_assert(f != NULL && page != NULL);
    set_up(f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char query[DOM_WEB_FILTER_BYTES];
        dom_err err = {.text = ""};
        cr_assert(eq(int, read(f, &page->filter, &cases[i].query, &err), DOM_OK), "%s", err.text);
        dom_web_match_filter_query(query, &page->filter, &f->site, &f->t);
        cr_expect(eq(str, query, (char *)cases[i].written));
        cr_expect(eq(int, dom_web_match_filter_is_empty(&page->filter), query[0] == '\0'));
        page->page = 1;
        dom_web_match_page_find(page, &f->t);
        cr_expect(eq(u64, page->total, cases[i].total), "%s", query);
        cr_expect(eq(u64, page->count > 0 ? page->number[0] : 0, cases[i].first), "%s", query);
    }
    free(page);
    free(f);
}

Test(match_filter, pages_have_every_match_once)
{
    fixture *f = malloc(sizeof *f);
    dom_web_match_page *page = calloc(1, sizeof *page);
    dom_http_query query = {1, {{"bot", "greedy"}}};
    uint64_t seen = 0, last = 0;
    cr_assert(f != NULL && page != NULL);
    set_up(f);
    cr_assert(eq(int, read(f, &page->filter, &query, NULL), DOM_OK));
    for (page->page = 1; page->page <= 3; page->page++) {
        dom_web_match_page_find(page, &f->t);
        cr_expect(eq(u64, page->total, 800));
        for (size_t i = 0; i < page->count; i++, seen++) {
            cr_assert(page->number[i] > last && page->number[i] % 3 != 2);
            last = page->number[i];
        }
    }
    cr_expect(eq(u64, seen, 800));
    cr_expect(eq(sz, page->count, 0), "there are two pages");
    cr_expect(eq(u64, dom_web_match_page_last(800), 2));
    cr_expect(eq(u64, dom_web_match_page_last(1000), 2));
    cr_expect(eq(u64, dom_web_match_page_last(0), 1));
    free(page);
    free(f);
}

Test(match_filter, anything_else_gets_one_line_with_what_is_allowed)
{
    static const struct {
        dom_http_query query;
        const char *message;
    } cases[] = {
        {{1, {{"varriant", "block-2"}}},
         "'varriant' is not a filter of matches (did you mean variant?); allowed: variant, bot, "
         "seat, "
         "end"},
        {{1, {{"", ""}}}, "'' is not a filter of matches; allowed: variant, bot, seat, end"},
        {{1, {{"BOT", ""}}}, "'BOT' is not a filter of matches; allowed: variant, bot, seat, end"},
        {{1, {{"variant", "block-3"}}},
         "variant: this tournament has no 'block-3' (did you mean block-2?); allowed: block-2, "
         "draw-2"},
        {{1, {{"bot", "<b>&x"}}},
         "bot: this tournament has no '<b>&x'; allowed: =3cb=3e=26x, greedy, odd@01234567"},
        {{2, {{"bot", "greedy"}, {"seat", "2"}}},
         "seat: this tournament has no '2'; allowed: 0, 1"},
        {{2, {{"bot", "greedy"}, {"seat", "-1"}}},
         "seat: this tournament has no '-1'; allowed: 0, 1"},
        {{2, {{"bot", "greedy"}, {"seat", "00"}}},
         "seat: this tournament has no '00'; allowed: 0, 1"},
        {{1, {{"seat", "1"}}},
         "seat: it is the seat of a bot, so name the bot too: bot=NAME&seat=1"},
        {{2, {{"bot", "greedy"}, {"bot", "greedy"}}}, "bot: there are two of them; allowed: one"},
        {{1, {{"end", "normal"}}},
         "end: this tournament has no 'normal'; allowed: rules, fault, illegal, timeout, stall, "
         "protocol, crash, resource, spawn"},
    };
    fixture *f = malloc(sizeof *f);
    cr_assert(f != NULL);
    set_up(f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_web_match_filter filter;
        dom_err err = {.text = ""};
        cr_expect(eq(int, read(f, &filter, &cases[i].query, &err), DOM_E_CONFIG));
        cr_expect(eq(str, err.text, (char *)cases[i].message));
    }
    free(f);
}

Test(match_filter, a_long_list_of_what_is_allowed_is_cut)
{
    enum { BOTS = 400 };
    static dom_web_bot bots[BOTS];
    static uint32_t members[BOTS];
    dom_web_tournament t = {.bot_count = BOTS, .bots = members};
    dom_web_site site = {.bot_count = BOTS, .bots = bots};
    dom_http_query query = {1, {{"bot", "nobody"}}};
    dom_web_match_filter filter;
    dom_err err = {.text = ""};
    for (uint32_t i = 0; i < BOTS; i++) {
        members[i] = i;
        (void)snprintf(bots[i].label, sizeof bots[i].label, "a-bot-with-a-long-name-%u", i);
    }
    cr_expect(eq(int, dom_web_match_filter_read(&filter, &site, &t, &query, &err), DOM_E_CONFIG));
    cr_expect(strlen(err.text) < DOM_ERR_BYTES - 1);
    cr_expect(strstr(err.text, "name-0, ") != NULL);
    cr_expect(eq(str, strstr(err.text, ", ..."), (char *)", ..."));
}

Test(match_filter, without_a_bot_there_is_no_seat)
{
    dom_web_match_filter f = dom_web_match_filter_none();
    f = dom_web_match_filter_with(&f, DOM_WEB_FILTER_BOT, 1);
    f = dom_web_match_filter_with(&f, DOM_WEB_FILTER_SEAT, 0);
    cr_expect(eq(int, f.option[DOM_WEB_FILTER_SEAT], 0));
    f = dom_web_match_filter_with(&f, DOM_WEB_FILTER_BOT, DOM_WEB_FILTER_ALL);
    cr_expect(dom_web_match_filter_is_empty(&f));
}
