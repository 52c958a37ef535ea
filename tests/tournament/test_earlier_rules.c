/* A stored tournament keeps its original options, even if its variants have other options today. */
#include "tournament/earlier_rules.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

static dom_core_tournament now;
static dom_variant stored[3];
static dom_store_tournament old = {.name = "t", .variants = stored};

/* Returns a variant with this name: the options of `base` today, or before a correction, with
 * `settings`. */
static dom_variant variant_of(const char *name, const char *base, bool is_before,
                              const char *settings)
{
    dom_variant variant;
    cr_assert(eq(int, dom_variant_find(&variant, base, NULL), DOM_OK));
    if (is_before)
        (void)dom_variant_before(&variant.options, base);
    if (strcmp(name, base) != 0) {
        (void)snprintf(variant.name, sizeof variant.name, "%s", name);
        (void)snprintf(variant.base, sizeof variant.base, "%s", base);
    }
    cr_assert(eq(int, dom_options_apply(&variant.options, settings, NULL), DOM_OK));
    return variant;
}

static void add(dom_variant begun, dom_variant said)
{
    stored[old.variant_count++] = begun;
    now.variants[now.variant_count++] = said;
}

static bool is_kept(int i)
{
    return memcmp(&now.variants[i].options, &stored[i].options, sizeof stored[i].options) == 0;
}

static const char *remark(void)
{
    static dom_strings remarks;
    (void)snprintf(now.name, sizeof now.name, "t");
    cr_assert(dom_tournament_keep_earlier_rules(&now, &old, &remarks));
    cr_assert(le(sz, remarks.count, 1));
    return remarks.count ? remarks.item[0] : "";
}

Test(cli_earlier, a_named_variant_keeps_its_options_during_a_tournament)
{
    add(variant_of("draw-ukraine-2", "draw-ukraine-2", true, ""),
        variant_of("draw-ukraine-2", "draw-ukraine-2", false, ""));
    add(variant_of("block-2", "block-2", false, ""), variant_of("block-2", "block-2", false, ""));
    cr_expect(not(is_kept(0)));
    cr_expect(eq(str, (char *)remark(),
                 "the rules of draw-ukraine-2 have changed since tournament 't' began; it "
                 "continues under the earlier rules"));
    cr_expect(is_kept(0) && is_kept(1));
}

Test(cli_earlier, a_derived_variant_keeps_the_earlier_options_of_its_base)
{
    add(variant_of("steppe", "draw-ukraine-3", true, "draw_cost=1"),
        variant_of("steppe", "draw-ukraine-3", false, "draw_cost=1"));
    add(variant_of("said", "draw-ukraine-3", true, "lead_next=same"),
        variant_of("said", "draw-ukraine-3", false, "lead_next=same"));
    cr_expect(ne(ptr, strstr(remark(), "of steppe, said have changed"), NULL));
    cr_expect(is_kept(0) && is_kept(1));
}

Test(cli_earlier, options_changed_by_the_file_are_still_a_difference)
{
    add(variant_of("steppe", "draw-ukraine-3", true, "draw_cost=1"),
        variant_of("steppe", "draw-ukraine-3", false, "draw_cost=2"));
    add(variant_of("mine", "block-2", false, "target=50"),
        variant_of("mine", "block-2", false, ""));
    (void)remark();
    cr_expect(not(is_kept(0)));
    cr_expect(eq(int, now.variants[0].options.draw_cost, 2));
    cr_expect(not(is_kept(1)));
}

/* The name of a custom variant may later become a named variant. */
Test(cli_earlier, a_custom_variant_continues_although_its_name_is_in_the_table_today)
{
    add(variant_of("block-strict-ties-2", "draw-2", false, "hand=6"),
        variant_of("block-strict-ties-2", "block-strict-ties-2", false, ""));
    cr_expect(ne(str, (char *)remark(), ""));
    cr_expect(is_kept(0));
    cr_expect(eq(str, now.variants[0].base, "draw-2"));
}

Test(cli_earlier, without_a_change_there_is_no_remark)
{
    add(variant_of("block-2", "block-2", false, ""), variant_of("block-2", "block-2", false, ""));
    add(variant_of("mine", "draw-ukraine-2", false, "hand=6"),
        variant_of("mine", "draw-ukraine-2", false, "hand=6"));
    cr_expect(eq(str, (char *)remark(), ""));
}
