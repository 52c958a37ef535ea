/* Pages that list matches: who won, and the way to the other pages. */
#include "web/pages.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

static dom_web_list no_list;
static dom_web_bot bots[] = {{.label = "anna"}, {.label = "ben"}};
static dom_web_variant variant = {.name = "draw-2", .list = &no_list};
static dom_web_tournament t = {.name = "spring",
                               .bot_count = 2,
                               .bots = (uint32_t[]){0, 1},
                               .variant_count = 1,
                               .variants = (uint32_t[]){0}};
static const dom_web_site site = {.is_served = true,
                                  .bot_count = 2,
                                  .bots = bots,
                                  .variant_count = 1,
                                  .variants = &variant,
                                  .tournament_count = 1,
                                  .tournaments = &t};

/* Writes a page of so many matches in all, of which it has one: ben won match 7 in seat 1. */
static const char *written(dom_web_html *h, uint64_t page, uint64_t total)
{
    const dom_web_match_list list = {.site = &site,
                                     .fixed = DOM_WEB_FILTER_TOURNAMENT,
                                     .option = 0,
                                     .offered = (bool[]){1, 1, 1, 1}};
    const dom_web_match_entry entry = {.match = 7};
    const dom_web_match_page of = {.filter = dom_web_match_filter_none(&list),
                                   .page = page,
                                   .total = total,
                                   .count = 1,
                                   .found = {{0, &entry}}};
    const dom_web_match_line line = {
        .stored = {.match = 7,
                   .seats = 2,
                   .fault_seat = -1,
                   .seat = {{.place = 2, .score = 40}, {.place = 1, .score = 100}}},
        .bot = {0, 1}};
    dom_web_matches_page(h, DOM_WEB_HTML, &list, &of, &line);
    cr_assert(not(h->has_failed));
    return h->bytes;
}

static bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

Test(match_pages, the_winner_is_marked)
{
    dom_web_html h = {0};
    const char *text = written(&h, 1, 1);
    cr_expect(has(text, "anna</a> 40, "), "%s", text);
    cr_expect(has(text, "ben</a> 100 <b>1st</b>"));
    dom_web_html_clear(&h);
}

Test(match_pages, links_lead_to_the_pages_that_are_there)
{
    enum { LINKS = 4 };
    static const char *const words[LINKS] = {"First", "Previous", "Next", "Last"};
    static const struct {
        uint64_t page;
        bool is_there[LINKS];
    } rows[] = {{1, {false, false, true, true}},
                {2, {false, true, true, true}},
                {3, {true, true, true, true}},
                {4, {true, true, true, false}},
                {5, {true, true, false, false}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_web_html h = {0};
        const char *text = written(&h, rows[i].page, 5 * DOM_WEB_MATCHES_PAGE);
        for (int k = 0; k < LINKS; k++) {
            char link[24];
            (void)snprintf(link, sizeof link, ">%s</a>", words[k]);
            cr_expect(eq(int, has(text, link), rows[i].is_there[k]), "page %d: %s",
                      (int)rows[i].page, link);
        }
        dom_web_html_clear(&h);
    }
    dom_web_html one = {0};
    cr_expect(not(has(written(&one, 1, DOM_WEB_MATCHES_PAGE), "class=\"pager\"")));
    dom_web_html_clear(&one);
}

Test(match_pages, a_title_is_never_cut)
{
    char title[DOM_WEB_TITLE_BYTES + 20];
    dom_web_html h = {0};
    memset(t.title, 'x', sizeof t.title - 1);
    (void)snprintf(title, sizeof title, "Matches of %s<", t.title);
    cr_expect(has(written(&h, 1, 1), title));
    t.title[0] = '\0';
    dom_web_html_clear(&h);
}

Test(match_pages, a_match_is_won_shared_or_lost_by_a_side)
{
    static const struct {
        dom_options options;
        dom_store_match match;
        int seat;
        dom_web_result result;
        int32_t margin;
    } rows[] = {
        {{.players = 2},
         {.seats = 2, .seat = {{.place = 1, .score = 100}, {.place = 2, .score = 40}}},
         0,
         DOM_WEB_WON,
         60},
        {{.players = 2},
         {.seats = 2, .seat = {{.place = 1, .score = 100}, {.place = 2, .score = 40}}},
         1,
         DOM_WEB_LOST,
         -60},
        {{.players = 2, .objective = DOM_OBJECTIVE_LOW},
         {.seats = 2, .seat = {{.place = 2, .score = 100}, {.place = 1, .score = 40}}},
         1,
         DOM_WEB_WON,
         60},
        {{.players = 3},
         {.seats = 3,
          .seat = {{.place = 1, .score = 5}, {.place = 3, .score = 1}, {.place = 1, .score = 5}}},
         2,
         DOM_WEB_SHARED,
         0},
        {{.players = 3},
         {.seats = 3,
          .seat = {{.place = 1, .score = 5}, {.place = 3, .score = 1}, {.place = 2, .score = 3}}},
         2,
         DOM_WEB_LOST,
         -2},
        {{.players = 4, .teams = 1},
         {.seats = 4,
          .seat = {{.place = 1, .score = 9},
                   {.place = 2, .score = 2},
                   {.place = 1, .score = 9},
                   {.place = 2, .score = 2}}},
         2,
         DOM_WEB_WON,
         7},
        /* A bot that forfeits is last with whatever it has. */
        {{.players = 2},
         {.seats = 2, .seat = {{.place = 2, .score = 100}, {.place = 1, .score = 40}}},
         0,
         DOM_WEB_LOST,
         60},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_web_outcome of = dom_web_outcome_of(&rows[i].options, &rows[i].match, rows[i].seat);
        cr_expect(eq(int, (int)of.result, (int)rows[i].result), "row %zu", i);
        cr_expect(eq(i32, of.margin, rows[i].margin), "row %zu", i);
    }
}
