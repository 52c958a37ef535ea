/* A match under way that may be watched, and matches that are not there. */
#include "site/site_match.h"
#include "site/site_read.h"
#include "small_store.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static scratch s;
static dom_store *store;
static small_tournament stored;
static dom_web_site site;

/* A tournament with spectators. Its match 6, of carl and ben, is under way. */
static void begin(void)
{
    static const dom_store_bot bots[] = {
        {"anna", "1111111111"}, {"ben", "2222222222"}, {"carl", "3333333333"}};
    scratch_open(&s);
    small_tournament_make(&stored, 3);
    strcpy(stored.t.name, "spring");
    stored.t.config = "{\"schedule\":\"round-robin\",\"spectators\":true}";
    stored.t.bots = bots;
    stored.stages[0].sets = 7;
    store = small_store_open(&s, "a.db");
    expect_ok(dom_store_tournament_add(store, &stored.t, &last_err));
    expect_ok(dom_site_read(&site, &(dom_site_read_spec){.store = store}, &last_err));
    site.open = (dom_web_open_matches){.is_there = true, .count = 1, .shown = 1};
    site.open.match[0] = (dom_core_open_match){.match = 6,
                                               .set = 3,
                                               .rotation = 1,
                                               .seats = 2,
                                               .bot = {2, 1},
                                               .decisions = (const uint8_t *)""};
}

static void end(void)
{
    dom_web_site_clear(&site);
    dom_store_close(&store);
    scratch_close(&s);
}

TestSuite(site_match, .init = begin, .fini = end);

static dom_rc page(dom_web_html *h, uint64_t number, const dom_web_number_path *path)
{
    dom_site_match *match;
    dom_rc rc = dom_site_match_open(&match, &site, 0, store, &stored.t, number, &last_err);
    if (rc == DOM_OK)
        rc = dom_site_match_page(h, match, path, &last_err);
    dom_site_match_close(&match);
    cr_expect(match == NULL);
    return rc;
}

Test(site_match, a_match_under_way_shows_who_sits_where)
{
    dom_web_html h = {0};
    const dom_web_number_path path = {.number = 6, .round = 1};
    cr_assert(eq(int, page(&h, 6, &path), DOM_OK), "%s", last_err.text);
    cr_expect(strstr(h.bytes, "Round 1 is being played; the score is 0 carl 0, 1 ben 0;") != NULL);
    cr_expect(strstr(h.bytes, "<h2>0 carl ") != NULL);
    cr_expect(strstr(h.bytes, "<h2>1 ben ") != NULL);
    dom_web_html_clear(&h);
}

Test(site_match, without_spectators_a_match_under_way_shows_round_and_score_only)
{
    dom_web_html h = {0};
    const dom_web_number_path path = {.number = 6, .round = 1};
    const dom_web_number_path no_paths[] = {{.number = 6, .round = 2},
                                            {.number = 6, .round = 1, .is_json = true}};
    stored.t.config = "{\"schedule\":\"round-robin\"}";
    site.tournaments[0].has_spectators = false;
    site.open.match[0].round = 2;
    site.open.match[0].score[1] = 9;
    cr_assert(eq(int, page(&h, 6, &path), DOM_OK), "%s", last_err.text);
    cr_expect(strstr(h.bytes, "<h1>carl 0 : 9 ben</h1>") != NULL, "%s", h.bytes);
    cr_expect(strstr(h.bytes, "Round 2 is being played.") != NULL);
    cr_expect(strstr(h.bytes, "data-seat") == NULL);
    dom_web_html_clear(&h);
    for (size_t i = 0; i < sizeof no_paths / sizeof *no_paths; i++) {
        cr_expect(eq(int, page(&h, 6, &no_paths[i]), DOM_E_ABSENT));
        cr_expect(strstr(last_err.text, "will be shown when all of them have been played") != NULL);
    }
    dom_web_html_clear(&h);
}

Test(site_match, a_match_under_way_has_no_record_yet)
{
    dom_web_html h = {0};
    const dom_web_number_path path = {.number = 6, .round = 1, .is_json = true};
    cr_expect(eq(int, page(&h, 6, &path), DOM_E_ABSENT));
    cr_expect(eq(str, last_err.text, (char *)"match 6 is being played"));
    dom_web_html_clear(&h);
}

Test(site_match, only_rounds_that_began_have_a_page)
{
    dom_web_html h = {0};
    const dom_web_number_path path = {.number = 6, .round = 2};
    cr_expect(eq(int, page(&h, 6, &path), DOM_E_ABSENT));
    cr_expect(eq(str, last_err.text, (char *)"match 6 has 1 rounds"));
    dom_web_html_clear(&h);
}

Test(site_match, a_match_that_did_not_begin_is_absent)
{
    dom_web_html h = {0};
    const dom_web_number_path path = {.number = 3, .round = 1};
    cr_expect(eq(int, page(&h, 3, &path), DOM_E_ABSENT));
    cr_expect(eq(str, last_err.text, (char *)"tournament 'spring' has no match 3 yet"));
    dom_web_html_clear(&h);
}
