/* The match worth looking at, on the first page. */
#include "web/pages.h"
#include "web/site.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static dom_web_list no_list;
static dom_web_variant variant = {
    .name = "block-2", .summary = "", .family = "block", .list = &no_list};
static dom_web_tournament spring = {.name = "spring", .last_match = 50, .done = 50};

/* A site that shows a match of three rounds, of which the third brought most: the lead 6-5, and a
 * double beside it. */
static dom_web_site site_of(uint64_t match)
{
    return (dom_web_site){.variant_count = 1,
                          .variants = &variant,
                          .tournament_count = 1,
                          .tournaments = &spring,
                          .replays = 20,
                          .highlight = {
                              .where = {0, match},
                              .headline = "anna 30 : 25 <ben>",
                              .decision = {"anna", 2, 5, 3, 2, 3, 12.5},
                              .round = 3,
                              .tile_count = 2,
                              .tile = {{.place = {.near = 6, .far = 5}},
                                       {.place = {.x = 3, .angle = 90, .near = 5, .far = 5}}},
                              .area = {-2, -2, 4, 2},
                          }};
}

/* Expects the first page to have the part, or not to have it. */
static void expect_part(const dom_web_site *site, const char *part, bool is_there)
{
    dom_web_html h = {0};
    cr_assert(dom_web_page(&h, site, NULL, "index.html"));
    cr_expect(eq(int, strstr(h.bytes, part) != NULL, is_there), "%s\n%s", part, h.bytes);
    dom_web_html_clear(&h);
}

Test(highlight, the_first_page_has_the_table_and_how_the_match_was_decided)
{
    const dom_web_site site = site_of(40);
    expect_part(&site, "viewBox=\"-30 -30 80 60\"", true);
    expect_part(&site, "<use href=\"#f6-5\" data-a=\"1\" transform=\"translate(0 0)\"/>", true);
    expect_part(&site, "<use href=\"#f5-5\" data-a=\"2\" transform=\"translate(30 0)rotate(90)\"/>",
                true);
    expect_part(&site, "anna 30 : 25 &lt;ben&gt;</a></h3>", true);
    expect_part(&site,
                "<b>anna won by 5 points</b> in 3 rounds, and led from round <a "
                "href=\"match/spring/40/2.html\" title=\"spring, match 40\">2</a> on. Round <a "
                "href=\"match/spring/40/3.html\" title=\"spring, match 40\">3</a> brought most: "
                "12.5 points more than the other side.",
                true);
}

Test(highlight, a_shared_first_place_has_no_largest_round)
{
    dom_web_site site = site_of(40);
    site.highlight.decision = (dom_web_decision){.sides = 2, .rounds = 3};
    expect_part(&site, "<b>The first place is shared</b> after 3 rounds. This is the table", true);
    expect_part(&site, "brought most", false);
}

Test(highlight, without_a_match_the_first_page_has_no_table)
{
    const dom_web_site site = site_of(0);
    expect_part(&site, "class=\"cloth\"", false);
    expect_part(&site, "worth looking at", false);
}

Test(highlight, in_files_it_has_a_page_though_it_is_not_among_the_last_matches)
{
    dom_web_site site = site_of(7);
    cr_expect(dom_web_site_has_match(&site, (dom_web_match_ref){0, 7}));
    cr_expect(not(dom_web_site_has_match(&site, (dom_web_match_ref){0, 8})));
    site.replays = 0;
    cr_expect(not(dom_web_site_has_match(&site, (dom_web_match_ref){0, 7})));
    expect_part(&site, "<h3>anna 30 : 25 &lt;ben&gt;</h3>", true);
}
