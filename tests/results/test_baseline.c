/* The baseline: what it remarks on, and its identity. */
#include "results/baseline.h"
#include "rules/variant.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

/* Returns the remark on the course of matches, "" if there is none. */
static const char *remark_on(const dom_options *options)
{
    static char text[200];
    dom_text out = dom_text_of(text, sizeof text);
    cr_expect(eq(int, dom_results_baseline_remark(&out, options), text[0] != '\0'));
    return text;
}

Test(results_baseline, reaches_the_target_of_every_named_variant)
{
    for (size_t v = 0; v < dom_variant_count(); v++) {
        dom_variant variant = dom_variant_at(v);
        cr_expect(eq(str, (char *)remark_on(&variant.options), ""), "%s", variant.name);
    }
}

/* Targets that cannot be reached in 200 rounds: a very high one, and one with draws that cost
 * more than a round gives. And a hand of one tile, which the leader plays. */
Test(results_baseline, remarks_on_what_the_options_prevent)
{
    static const struct {
        const char *settings, *remark;
    } rows[] = {
        {"target=100000", "the target of 100000 is hardly ever reached"},
        {"draw_mode=forced draw_cost=50", "the target of 100 is hardly ever reached"},
        {"hand=1", "no seat ever has a choice"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_options options = dom_options_default();
        cr_assert(eq(int, dom_options_apply(&options, rows[i].settings, NULL), DOM_OK));
        cr_assert(eq(int, dom_options_check(&options, NULL), DOM_OK));
        const char *remark = remark_on(&options);
        cr_expect(strstr(remark, rows[i].remark) != NULL, "%s: %s", rows[i].settings, remark);
    }
}

static const char *identity_of(dom_core_tournament *t, const char *variant)
{
    dom_err err = {.rc = DOM_OK};
    t->variant_count = 1;
    cr_assert(eq(int, dom_variant_find(&t->variants[0], variant, &err), DOM_OK));
    cr_assert(eq(int, dom_results_baseline_identify(t, &err), DOM_OK));
    return t->baseline;
}

Test(results_baseline, its_identity_changes_with_its_play)
{
    static dom_core_tournament one, other;
    cr_expect(eq(int, strcmp(identity_of(&one, "draw-2"), identity_of(&other, "draw-2")), 0));
    cr_expect(eq(sz, strlen(one.baseline), strlen(DOM_RESULTS_BASELINE_NAME) + 1 + 64));
    cr_expect(eq(
        int,
        strncmp(one.baseline, DOM_RESULTS_BASELINE_NAME "-", strlen(DOM_RESULTS_BASELINE_NAME) + 1),
        0));
    cr_expect(ne(int, strcmp(one.baseline, identity_of(&other, "draw-3")), 0));
}

/* Databases store it, so a change of the baseline or of its deals shows here. */
Test(results_baseline, its_identity_stays_as_it_is_stored)
{
    static dom_core_tournament t;
    cr_expect(
        eq(str, (char *)identity_of(&t, "block-2"),
           (char *)"heaviest-434b6523ba4923d8996f0f4f95ccd87f655ae35ada590b2400506584ae4cefb5"));
}
