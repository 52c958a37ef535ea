#include "rules/idle.h"

#include "terms.h"

#include <string.h>

/* An option has no effect if its condition holds (terms.h). */
static const struct {
    const char *option, *condition, *reason;
} rows[] = {
    {"domino_bonus", "score!penalty", "it needs score penalty"},
    {"team_block", "teams=false", "it needs teams true"},
    {"team_block", "score=average|penalty", "every seat scores its own hand"},
    {"club_double", "score=average|penalty", "every seat scores its own hand"},
    {"block_tie", "score=average|penalty", "every seat scores its own hand"},
    {"block_tie", "block_tie=blocker|any_blocker end_rule=mover_stuck",
     "with end_rule mover_stuck nobody blocks a round"},
    {"zero_tie", "score=average|penalty", "every seat scores its own hand"},
    {"lead_tile", "-by_double", "it needs a leader found by highest_double or lowest_double"},
    {"lead_tile", "start_tile!none", "the leader plays onto the start tile"},
    {"no_double", "-by_double", "it needs a leader found by highest_double or lowest_double"},
    {"no_double", "opening_draw!none", "the opening draw finds a double"},
    {"no_double", "-may_lack_doubles", "some hand always has a double"},
    {"lead_next", "rounds=1", "there is no later round"},
    {"lead_after_block", "rounds=1", "there is no later round"},
    {"lead_after_tie", "rounds=1", "there is no later round"},
    {"draw_limit", "-stock", "there is no stock"},
    {"draw_cost", "-stock", "there is no stock"},
    {"reserve", "draw_mode=none", "it needs a draw_mode"},
    {"reserve", "-stock", "there is no stock"},
    {"dead_layout", "draw_mode=none", "it needs a draw_mode"},
    {"dead_layout", "-stock", "there is no stock"},
    {"dead_layout", "end_rule=mover_stuck",
     "with end_rule mover_stuck only the seat on turn counts"},
    {"pip00", "doubles=false", "the set has no 0-0"},
};

const char *dom_option_idle(const dom_options *options, const dom_option *option)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].option, option->name) == 0 && dom_terms_hold(rows[i].condition, options))
            return rows[i].reason;
    return NULL;
}

const char *dom_variant_idle(const dom_variant *variant, const dom_option *option)
{
    dom_variant base;
    if (dom_variant_find(&base, variant->base, NULL) != DOM_OK ||
        dom_option_get(&base.options, option) == dom_option_get(&variant->options, option))
        return NULL;
    return dom_option_idle(&variant->options, option);
}
