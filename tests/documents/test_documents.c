/* What commands and pages write into JSON. */
#include "documents/documents.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static void expect_string(json_t *string, const char *wanted)
{
    cr_expect(eq(str, (char *)json_string_value(string), (char *)wanted));
    json_decref(string);
}

Test(documents, bytes_become_a_json_string)
{
    expect_string(dom_documents_bytes("a\n\0\xff", 4), "a\n\\x00\\xff");
    expect_string(dom_documents_bytes("", 0), "");
    expect_string(dom_documents_hex("a\n\0\xff", 4), "610a00ff");
}

Test(documents, only_a_text_that_is_no_utf8_is_escaped)
{
    expect_string(dom_documents_text("Zug \xc3\xbc"), "Zug \xc3\xbc");
    expect_string(dom_documents_text("Zug \xfc"), "Zug \\xfc");
}

static void expect_null(const json_t *object, const char *key)
{
    bool is_null = json_is_null(json_object_get(object, key));
    cr_expect(is_null, "%s", key);
}

Test(documents, what_is_not_known_is_null)
{
    dom_ratings_rating anchor = {.elo = 1000, .elo_lo = 1000, .elo_hi = 1000, .is_fixed = true};
    dom_ratings_rating best = {.elo = 1200,
                               .elo_lo = 1100,
                               .elo_hi = 1200,
                               .bound = DOM_RATINGS_BOUND_BELOW,
                               .has_points = true,
                               .points = 6};
    const dom_results_rated_bot bot = {.name = "a", .label = "a", .version = ""};
    const dom_results_rating_list fitted = {.bot = &bot, .point = 1},
                                  twofold = {.bot = &bot, .point = 2};
    json_t *lines[] = {dom_documents_rating_line(&fitted, &anchor),
                       dom_documents_rating_line(&twofold, &best)};
    expect_null(lines[0], "elo_lo");
    expect_null(lines[0], "elo_hi");
    expect_null(lines[0], "points_per_round");
    cr_expect(eq(dbl, json_real_value(json_object_get(lines[1], "elo_lo")), 1100));
    expect_null(lines[1], "elo_hi");
    cr_expect(eq(dbl, json_real_value(json_object_get(lines[1], "points_per_round")), 3));
    expect_null(lines[1], "live_elo");
    for (size_t i = 0; i < 2; i++)
        json_decref(lines[i]);
}
