/* The baseline that measures the luck of deals. */
#include "results/luck_baseline.h"
#include "rules/variant.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

static dom_table table;

static void play(const dom_variant *variant, uint32_t set, int32_t score[])
{
    dom_deal_secret secret;
    dom_deal_key key;
    dom_deal_secret_of_seed(&secret, 3);
    dom_deal_key_of_set(&key, &secret, "luck", set);
    dom_results_baseline_play(&table, &variant->options, &key);
    memcpy(score, table.match.score, (size_t)variant->options.players * sizeof *score);
}

Test(cli_baseline, plays_every_variant_to_its_end)
{
    for (size_t v = 0; v < dom_variant_count(); v++) {
        dom_variant variant = dom_variant_at(v);
        int32_t once[DOM_SEATS_MAX], again[DOM_SEATS_MAX];
        play(&variant, 1, once);
        cr_expect(eq(int, table.end, DOM_FAULT_NONE), "%s", variant.name);
        play(&variant, 1, again);
        cr_expect(eq(int, memcmp(once, again, (size_t)variant.options.players * sizeof *once), 0));
    }
}

/* Returns the remark on the course of matches, "" if there is none. */
static const char *remark_on(const dom_options *options)
{
    static char text[200];
    dom_text out = dom_text_of(text, sizeof text);
    cr_expect(eq(int, dom_results_baseline_remark(&out, options), text[0] != '\0'));
    return text;
}

Test(cli_baseline, reaches_the_target_of_every_named_variant)
{
    for (size_t v = 0; v < dom_variant_count(); v++) {
        dom_variant variant = dom_variant_at(v);
        cr_expect(eq(str, (char *)remark_on(&variant.options), ""), "%s", variant.name);
    }
}

/* Targets that cannot be reached in 200 rounds: a very high one, and one with draws that cost
 * more than a round gives. And a hand of one tile, which the leader plays. */
Test(cli_baseline, remarks_on_what_the_options_prevent)
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

/* Seats are equivalent: over many deals the mean luck of each seat is zero within the error of
 * chance. */
Test(cli_baseline, no_seat_is_lucky_on_average)
{
    enum { SETS = 4000 };
    static const char *const names[] = {"block-2", "draw-3", "block-teams"};
    for (size_t v = 0; v < sizeof names / sizeof *names; v++) {
        dom_variant variant;
        double sum = 0, squares = 0;
        cr_assert(eq(int, dom_variant_find(&variant, names[v], NULL), DOM_OK));
        for (uint32_t set = 1; set <= SETS; set++) {
            int32_t score[DOM_SEATS_MAX];
            double mean = 0;
            play(&variant, set, score);
            for (int seat = 0; seat < variant.options.players; seat++)
                mean += (double)score[seat] / variant.options.players;
            sum += score[0] - mean;
            squares += (score[0] - mean) * (score[0] - mean);
        }
        cr_expect(squares > 0 && sum * sum < 16 * squares, "%s: %g in %d", names[v], sum, SETS);
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

Test(cli_baseline, its_identity_changes_with_its_play)
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
