/* The named variants: RULES.md sections 1 and 2, "Named variants". */
#include "rules/variant.h"

#include "playout.h"
#include "row_params.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

Test(rules_variant, every_named_row_can_be_played)
{
    cr_assert(eq(sz, dom_variant_count(), 87));
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant variant = dom_variant_at(i);
        dom_err err = {.text = ""};
        cr_assert(eq(int, dom_options_check(&variant.options, &err), DOM_OK), "%s: %s",
                  variant.name, err.text);
    }
}

/* Names are family[-option]-seats in lower case; the protocol allows 32 bytes. */
Test(rules_variant, every_name_fits_into_a_message)
{
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant variant = dom_variant_at(i);
        size_t length = strlen(variant.name);
        cr_assert(ge(sz, length, 1));
        cr_assert(eq(sz, strspn(variant.name, "abcdefghijklmnopqrstuvwxyz0123456789-"), length));
        cr_assert(ne(chr, variant.name[0], '-'));
        cr_assert(ge(sz, strlen(variant.summary), 1), "%s", variant.name);
    }
}

Test(rules_variant, every_row_is_found_by_its_unique_name)
{
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant variant = dom_variant_at(i);
        dom_variant found;
        cr_assert(eq(int, dom_variant_find(&found, variant.name, NULL), DOM_OK));
        cr_assert(eq(int, memcmp(&found.options, &variant.options, sizeof found.options), 0));
        cr_assert(eq(ptr, (void *)found.summary, (void *)variant.summary), "%s", variant.name);
    }
}

Test(rules_variant, a_family_is_a_base_game)
{
    static const char *const families[] = {"block", "draw", "boneyard-doubles", "homo-homini-lupus",
                                           "brettspielnetz"};
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant variant = dom_variant_at(i), base;
        bool found = false;
        for (size_t k = 0; k < sizeof families / sizeof *families; k++)
            found |= strcmp(variant.family, families[k]) == 0;
        cr_expect(found, "%s: %s", variant.name, variant.family);
        if (dom_variant_find(&base, variant.base, NULL) != DOM_OK)
            continue;
        /* A base of another family has its own game: Draw stands on Block. */
        cr_expect(strcmp(base.family, variant.family) == 0 || strcmp(base.family, "block") == 0,
                  "%s", variant.name);
    }
}

Test(rules_variant, a_base_is_a_variant_that_stands_above)
{
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant variant = dom_variant_at(i);
        bool found = variant.base[0] == '\0';
        for (size_t above = 0; above < i; above++)
            found = found || strcmp(dom_variant_at(above).name, variant.base) == 0;
        cr_assert(found, "%s: %s", variant.name, variant.base);
    }
}

/* With three seats the last of the 28 tiles in Vietnam's opening draws is drawn by one seat
 * alone. */
Test(rules_variant, seats_are_equivalent_except_in_these_variants)
{
    static const char *const unlike[] = {"brettspielnetz", "draw-count-2", "draw-count-3",
                                         "draw-count-4", "draw-vietnam-3"};
    size_t found = 0;
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant variant = dom_variant_at(i);
        bool is_one = false;
        for (size_t k = 0; k < sizeof unlike / sizeof *unlike; k++)
            is_one |= strcmp(variant.name, unlike[k]) == 0;
        found += is_one;
        cr_expect(eq(int, dom_options_unlike_seats(&variant.options) != NULL, is_one), "%s",
                  variant.name);
    }
    cr_expect(eq(sz, found, sizeof unlike / sizeof *unlike));
}

Test(rules_variant, for_an_unknown_variant_the_existing_ones_are_listed)
{
    static const char *const unknown[] = {"", "block", "Block-2", "block-2 ", "block-9"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        dom_variant variant;
        dom_err err;
        cr_assert(eq(int, dom_variant_find(&variant, unknown[i], &err), DOM_E_ABSENT));
        cr_assert(eq(int, err.rc, DOM_E_ABSENT));
        cr_assert(strstr(err.text, "block-teams") != NULL, "%s", err.text);
        cr_assert(eq(str, strrchr(err.text, ','), ", ..."), "whole names: %s", err.text);
        cr_assert(eq(int, dom_variant_find(&variant, unknown[i], NULL), DOM_E_ABSENT));
    }
}

Test(rules_variant, corrected_rules_differ_from_todays_and_were_playable)
{
    size_t found = 0;
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_options before;
        dom_variant variant = dom_variant_at(i);
        cr_expect(not(dom_variant_has_changed(&variant)), "%s", variant.name);
        if (!dom_variant_before(&before, variant.name))
            continue;
        found++;
        variant.options = before;
        cr_expect(dom_variant_has_changed(&variant), "%s", variant.name);
        cr_expect(eq(int, dom_options_check(&before, NULL), DOM_OK), "%s", variant.name);
    }
    cr_expect(eq(sz, found, 9));
}

Test(rules_variant, a_custom_variant_has_no_earlier_rules)
{
    dom_options before;
    dom_variant own = dom_variant_at(0);
    (void)strcpy(own.name, "mine");
    own.options.hand = 6;
    cr_expect(not(dom_variant_has_changed(&own)));
    cr_expect(not(dom_variant_before(&before, own.name)));
}

/* libdomino shows a row's number: rows are appended. */
Test(rules_variant, a_row_keeps_its_number)
{
    cr_expect(eq(str, dom_variant_at(0).name, "block-2"));
    cr_expect(eq(str, dom_variant_at(78).name, "brettspielnetz"));
    cr_expect(eq(str, dom_variant_at(79).name, "block-strict-ties-2"));
    cr_expect(eq(str, dom_variant_at(86).name, "draw-strict-ties-teams"));
}

/* All differences from the defaults of section 2. */
struct row {
    const char *name, *settings;
};

static const struct row rows[] = {
    {"block-2", "players=2 hand=7 target=100"},
    {"block-3", "players=3 hand=5 target=61"},
    {"block-4", "players=4 hand=5 target=61"},
    {"block-teams", "players=4 teams=true hand=5 target=100"},
    {"draw-2", "players=2 hand=7 target=100 draw_mode=optional draw_limit=0 reserve=2"},
    {"draw-3", "players=3 hand=7 target=61 draw_mode=optional draw_limit=0 reserve=2"},
    {"draw-4", "players=4 hand=6 target=61 draw_mode=optional draw_limit=0 reserve=2"},
    {"draw-teams",
     "players=4 teams=true hand=6 target=100 draw_mode=optional draw_limit=0 reserve=2"},
};

ParameterizedTestParameters(rules_variant, a_base_preset_has_exactly_the_values_of_the_rules)
{
    return row_params(sizeof rows / sizeof *rows);
}

ParameterizedTest(size_t *number, rules_variant, a_base_preset_has_exactly_the_values_of_the_rules)
{
    const struct row *row = &rows[*number];
    dom_options wanted = options_with(row->settings);
    dom_variant variant;
    cr_assert(eq(int, dom_variant_find(&variant, row->name, NULL), DOM_OK));
    cr_assert(eq(str, variant.name, (char *)row->name));
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        const dom_option *option = dom_option_at(i);
        cr_assert(
            eq(int, dom_option_get(&variant.options, option), dom_option_get(&wanted, option)),
            "%s: %s", row->name, option->name);
    }
}

/* The stock that the hands leave: 14, 13, 8 in Block and 14, 7, 4 in Draw. */
Test(rules_variant, the_stock_of_every_preset_is_that_of_the_rules_page)
{
    static const struct {
        const char *name;
        int stock;
    } cases[] = {{"block-2", 14}, {"block-3", 13}, {"block-4", 8}, {"block-teams", 8},
                 {"draw-2", 14},  {"draw-3", 7},   {"draw-4", 4},  {"draw-teams", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_variant v;
        cr_assert(eq(int, dom_variant_find(&v, cases[i].name, NULL), DOM_OK));
        int stock = dom_options_tiles(&v.options) - v.options.players * v.options.hand;
        cr_assert(eq(int, stock, cases[i].stock), "%s", cases[i].name);
    }
}
