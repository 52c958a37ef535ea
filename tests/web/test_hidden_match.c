/* The page of a match whose hands must not be shown yet. */
#include "web/hidden_match.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static dom_options options;
static dom_web_list no_list;
static dom_web_bot bots[] = {{.label = "anna"}, {.label = "ben<"}};
static dom_web_variant variant = {.name = "block-2", .list = &no_list};
static dom_web_tournament t = {.name = "spring", .last_match = 7};
static const dom_web_site site = {.is_served = true,
                                  .bot_count = 2,
                                  .bots = bots,
                                  .variant_count = 1,
                                  .variants = &variant,
                                  .tournament_count = 1,
                                  .tournaments = &t};

static dom_record_match record(void)
{
    options = dom_options_default();
    return (dom_record_match){.tournament = "spring",
                              .match = 7,
                              .set = 4,
                              .variant = "block-2",
                              .options = &options,
                              .started_ms = 1000,
                              .fault_seat = -1};
}

/* Writes the page of ben, with 12 points, against anna, with 7. */
static const char *page(dom_web_html *h, const dom_record_match *r)
{
    const dom_web_match match = {.record = r,
                                 .seats = 2,
                                 .bot = {1, 0},
                                 .place = {1, 2},
                                 .score = {12, 7},
                                 .time_us = {123456789, 123456789},
                                 .round = 3,
                                 .turn = DOM_NOBODY};
    dom_web_hidden_match_page(h, &site, &match);
    cr_assert(not(h->has_failed));
    return h->bytes;
}

static bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

Test(hidden_match, under_way_it_shows_names_round_and_score)
{
    dom_web_html h = {0};
    dom_record_match r = record();
    r.is_open = true;
    const char *text = page(&h, &r);
    cr_expect(has(text, "<h1>ben&lt; 12 : 7 anna</h1>"), "%s", text);
    cr_expect(has(text, "<title>ben&lt; 12 : 7 anna - spring, match 7 - Domino Arena</title>"));
    cr_expect(has(text, "Round 3 is being played."));
    cr_expect(has(text, "</th><td class=\"n\">12</td></tr>"), "it has a score and no time");
    cr_expect(not(has(text, "Place")), "places come at the end");
    dom_web_html_clear(&h);
}

Test(hidden_match, afterwards_it_shows_the_result)
{
    dom_web_html h = {0};
    dom_record_match r = record();
    r.end = DOM_FAULT_TIMEOUT;
    r.fault_seat = 1;
    const char *text = page(&h, &r);
    cr_expect(has(text, "<h1>ben&lt; 12 : 7 anna</h1>"), "%s", text);
    cr_expect(has(text, "It was ended by a fault of seat 1: timeout."));
    cr_expect(has(text, "<td class=\"n\">2</td><td class=\"n\">7</td></tr>"));
    cr_expect(not(has(text, "is being played")));
    dom_web_html_clear(&h);
}

Test(hidden_match, it_says_why_it_shows_no_more_and_follows_the_events)
{
    dom_web_html h = {0};
    const dom_record_match r = record();
    const char *text = page(&h, &r);
    cr_expect(has(text, "The match opens when its set is complete."), "%s", text);
    cr_expect(has(text, "data-events=\"../../events\""), "it becomes the page of the match");
    static const char *const none[] = {"replay", "data-seat", ".json", "<svg", "123"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        cr_expect(not(has(text, none[i])), "%s", none[i]);
    dom_web_html_clear(&h);
}
