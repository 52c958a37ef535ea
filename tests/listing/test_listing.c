/* Values that commands and pages write into JSON. */
#include "listing/listing.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static void expect_string(json_t *string, const char *wanted)
{
    cr_expect(eq(str, (char *)json_string_value(string), (char *)wanted));
    json_decref(string);
}

Test(listing, bytes_become_a_json_string)
{
    expect_string(dom_listing_bytes("a\n\0\xff", 4), "a\n\\x00\\xff");
    expect_string(dom_listing_bytes("", 0), "");
    expect_string(dom_listing_hex("a\n\0\xff", 4), "610a00ff");
}

Test(listing, only_a_text_that_is_no_utf8_is_escaped)
{
    expect_string(dom_listing_text("Zug \xc3\xbc"), "Zug \xc3\xbc");
    expect_string(dom_listing_text("Zug \xfc"), "Zug \\xfc");
}

static void expect_null(const json_t *object, const char *key)
{
    bool is_null = json_is_null(json_object_get(object, key));
    cr_expect(is_null, "%s", key);
}

Test(listing, what_is_not_known_is_null)
{
    dom_ratings_rating anchor = {.elo = 1000, .elo_lo = 1000, .elo_hi = 1000, .is_fixed = true};
    dom_ratings_rating best = {.elo = 1200,
                               .elo_lo = 1100,
                               .elo_hi = 1200,
                               .bound = DOM_RATINGS_BOUND_BELOW,
                               .has_points = true,
                               .points = 6};
    json_t *lines[] = {json_object(), json_object()};
    dom_listing_add_rating(lines[0], &anchor);
    dom_listing_add_rating(lines[1], &best);
    dom_listing_add_results(lines[0], &anchor, 1, true);
    dom_listing_add_results(lines[1], &best, 2, false);
    expect_null(lines[0], "elo_lo");
    expect_null(lines[0], "elo_hi");
    expect_null(lines[0], "points_per_round");
    cr_expect(eq(dbl, json_real_value(json_object_get(lines[1], "elo_lo")), 1100));
    expect_null(lines[1], "elo_hi");
    cr_expect(eq(dbl, json_real_value(json_object_get(lines[1], "points_per_round")), 3));
    expect_null(lines[1], "ppr_lo");
    for (size_t i = 0; i < 2; i++)
        json_decref(lines[i]);
}
