/* Paths of pages: slugs, numbers, and the links above a heading. */
#include "page_crumbs.h"
#include "web/number_path.h"
#include "web/site.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

static const char *slug_of(const char *name)
{
    static char slug[DOM_WEB_SLUG_BYTES];
    dom_web_slug(slug, name);
    return slug;
}

Test(paths, the_slug_of_an_ordinary_name_is_the_name)
{
    cr_assert(eq(str, (char *)slug_of("random-python"), "random-python"));
    cr_assert(eq(str, (char *)slug_of("my_bot.v2@0123abcd"), "my_bot.v2@0123abcd"));
}

Test(paths, no_slug_leads_to_another_folder)
{
    cr_assert(eq(str, (char *)slug_of("../x"), "=2e.=2fx"));
    cr_assert(eq(str, (char *)slug_of("."), "=2e"));
    cr_assert(eq(str, (char *)slug_of("a#2=%A"), "a=232=3d=25=41"));
}

Test(paths, the_longest_name_fits_into_a_slug)
{
    char name[DOM_WEB_TOURNAMENT_BYTES];
    memset(name, '<', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    cr_assert(eq(sz, strlen(slug_of(name)), 3 * (sizeof name - 1)));
}

Test(paths, paths_with_numbers_are_read_as_they_are_written)
{
    static const dom_web_number_path paths[] = {{"t", 1, 1, false, false},
                                                {"t", 12, 3, false, false},
                                                {"t", 12, 1, true, false},
                                                {"=2e.", UINT64_MAX, UINT32_MAX, false, false}};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char text[DOM_WEB_NUMBER_PATH_BYTES];
        dom_web_number_path read;
        dom_web_number_path_write(text, "match", &paths[i]);
        cr_assert(dom_web_number_path_read(&read, "match", text), "%s", text);
        cr_assert(eq(str, read.slug, (char *)paths[i].slug));
        cr_assert(eq(u64, read.number, paths[i].number));
        cr_assert(eq(u32, read.round, paths[i].round));
        cr_assert(eq(int, read.is_json, paths[i].is_json));
        cr_assert(not(read.is_alias), "%s", text);
    }
}

Test(paths, the_first_round_may_be_named_by_its_number)
{
    dom_web_number_path read;
    cr_assert(dom_web_number_path_read(&read, "match", "match/t/12/1.html"));
    cr_expect(eq(u64, read.number, 12));
    cr_expect(eq(u32, read.round, 1));
    cr_expect(read.is_alias);
}

Test(paths, crumbs_lead_to_the_list_and_to_what_the_page_is_about)
{
    static dom_web_bot bot = {.label = "a b"};
    static dom_web_variant variant = {.name = "draw-2"};
    static dom_web_tournament tournaments[] = {{.name = "spring", .title = "Spring & more"},
                                               {.name = "1"}};
    const dom_web_site site = {.bot_count = 1,
                               .bots = &bot,
                               .variant_count = 1,
                               .variants = &variant,
                               .tournament_count = 2,
                               .tournaments = tournaments};
    static const struct {
        const char *stem, *links;
    } rows[] = {
        {"match/spring/7/2", ""},
        {"matches/spring/1", "<a href=\"R/tournaments.html\">Tournaments</a><a "
                             "href=\"R/tournament/spring.html\">Spring &amp; more</a>"},
        {"tournament/spring", "<a href=\"R/tournaments.html\">Tournaments</a>"},
        {"matches/1", "<a href=\"R/tournaments.html\">Tournaments</a>"},
        {"bot/a=20b", "<a href=\"R/index.html\">Leaderboard</a>"},
        {"bot/a=20b/1",
         "<a href=\"R/index.html\">Leaderboard</a><a href=\"R/bot/a=20b.html\">a b</a>"},
        {"leaderboard/draw-2", "<a href=\"R/index.html#variants\">Variants</a>"},
        {"crosstable/draw-2", "<a href=\"R/index.html#variants\">Variants</a><a "
                              "href=\"R/leaderboard/draw-2.html\">draw-2</a>"},
        {"index", ""},
        {"assets/x", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_web_html h = {0};
        dom_web_html_raw(&h, "");
        dom_web_crumbs_put(&h, &site, rows[i].stem, "R/");
        const char *begin = h.size > 0 ? strstr(h.bytes, "<a ") : NULL;
        size_t size = strlen(rows[i].links);
        cr_expect(begin ? strncmp(begin, rows[i].links, size) == 0 &&
                              strcmp(begin + size, "</nav>\n") == 0
                        : size == 0,
                  "%s", rows[i].stem);
        dom_web_html_clear(&h);
    }
}

Test(paths, a_path_may_have_no_name)
{
    dom_web_number_path read;
    cr_assert(dom_web_number_path_read(&read, "matches", "matches/12.json"));
    cr_expect(eq(str, read.slug, (char *)""));
    cr_expect(eq(u64, read.number, 12));
    cr_expect(read.is_json);
}

Test(paths, other_paths_have_no_number)
{
    static const char *const none[] = {
        "match/t/0.html",    "match/t/01.html",           "match/t/1",
        "match/t/1/01.html", "match/t/1/1.json",          "match/t/1/0.html",
        "match/t/1/2.json",  "match/t/1/2/.html",         "match/t/1/.html",
        "match/t/1/2.html/", "match/t/-1.html",           "match//1.html",
        "matches/t/1.html",  "match/t/1/4294967298.html", "match/t/18446744073709551617.html"};
    dom_web_number_path read;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        cr_assert(not(dom_web_number_path_read(&read, "match", none[i])), "%s", none[i]);
}
