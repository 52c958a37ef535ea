/* An option that is said to have no effect has none: every match is the same with its default. */
#include "rules/idle.h"

#include "playout.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

enum { COMBINATIONS = 3000, ROUNDS = 3 };

/* What a match was: its events and results, as one number. */
static void mix(uint64_t *hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
}

static void mix_event(const dom_match *match, dom_action action, dom_event event, void *context)
{
    int32_t seen[] = {event.seat, event.kind, event.tile,
                      event.end,  event.down, match->play.leader};
    (void)action;
    mix(context, seen, sizeof seen);
}

static void mix_result(const dom_match *match, void *context)
{
    mix(context, match->last.points, sizeof match->last.points);
    mix(context, match->score, sizeof match->score);
    mix(context, &match->over, sizeof match->over);
}

static uint64_t course_of(const dom_options *options, uint64_t seed)
{
    uint64_t hash = 14695981039346656037u;
    chance c = {seed};
    play_match(options, ROUNDS, &c,
               &(watcher){.context = &hash, .acted = mix_event, .settled = mix_result});
    return hash;
}

/* Compares the course of matches with that under the default of an idle option. Returns whether
 * there was something to compare. */
static bool compare(const dom_options *options, const dom_option *option, uint64_t seed)
{
    dom_options other = *options;
    dom_option_put(&other, option, option->fallback);
    if (dom_option_get(options, option) == option->fallback ||
        dom_option_idle(options, option) == NULL || dom_options_check(&other, NULL) != DOM_OK)
        return false;
    cr_assert(eq(u64, course_of(options, seed), course_of(&other, seed)), "%s (%s)", option->name,
              dom_option_idle(options, option));
    return true;
}

Test(rules_idle, an_option_without_effect_changes_no_match)
{
    chance c = {7};
    int compared[DOM_OPTION_COUNT] = {0};
    for (int i = 0; i < COMBINATIONS; i++) {
        dom_options options = any_options(&c);
        for (size_t o = 0; o < DOM_OPTION_COUNT; o++)
            compared[o] += compare(&options, dom_option_at(o), 1000 + (uint64_t)i);
    }
    static const char *const met[] = {"domino_bonus", "team_block", "club_double", "block_tie",
                                      "zero_tie",     "lead_tile",  "no_double",   "reserve",
                                      "dead_layout",  "pip00",      "lead_next"};
    for (size_t i = 0; i < sizeof met / sizeof *met; i++)
        cr_expect(lt(int, 0, compared[dom_option_find(met[i])->offset / sizeof(int32_t)]), "%s",
                  met[i]);
}

Test(rules_idle, no_named_variant_sets_an_option_without_effect)
{
    for (size_t v = 0; v < dom_variant_count(); v++) {
        dom_variant variant = dom_variant_at(v);
        for (size_t o = 0; o < DOM_OPTION_COUNT; o++) {
            const char *reason = dom_variant_idle(&variant, dom_option_at(o));
            cr_expect(reason == NULL, "%s: %s: %s", variant.name, dom_option_at(o)->name, reason);
        }
    }
}

Test(rules_idle, an_own_variant_hears_of_what_it_sets_and_not_of_what_its_base_has)
{
    dom_variant variant;
    cr_assert(eq(int, dom_variant_find(&variant, "draw-whole-stock-2", NULL), DOM_OK));
    strcpy(variant.base, variant.name);
    cr_assert(eq(int, dom_options_apply(&variant.options, "draw_mode=none domino_bonus=20", NULL),
                 DOM_OK));
    cr_expect(eq(str, (char *)dom_variant_idle(&variant, dom_option_find("domino_bonus")),
                 "it needs score penalty"));
    cr_expect(eq(ptr, (void *)dom_variant_idle(&variant, dom_option_find("reserve")), NULL));
}
