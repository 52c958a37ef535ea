#include "selfplay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void selfplay_begin(selfplay *play, const dom_options *options, uint64_t seed)
{
    play->pack = dom_search_pack_of(options);
    play->random = (dom_random){.state = seed};
    dom_match_init(&play->match, options);
}

void selfplay_deal(selfplay *play)
{
    dom_deal deal;
    dom_match *match = &play->match;
    dom_options options = match->options;
    if (match->over)
        dom_match_init(match, &options);
    dom_search_deal(&deal, &options, &play->pack, dom_match_lead(match), &play->random);
    dom_match_deal(match, &deal);
}

int selfplay_policy(dom_random *random, const dom_search_choice *choice)
{
    bool is_careful = dom_random_below(random, 10) > 0;
    return is_careful ? choice->preferred : dom_random_below(random, choice->count);
}

static void act(selfplay *play)
{
    dom_search_choice choice;
    dom_match *match = &play->match;
    if (dom_match_force(match))
        return;
    dom_search_choice_of(&choice, &match->play);
    int taken = play->choose ? play->choose(play->context, match, &choice)
                             : selfplay_policy(&play->random, &choice);
    dom_match_make(match, choice.action[taken]);
}

void selfplay_round(selfplay *play)
{
    while (play->match.play.end == DOM_END_NONE) {
        act(play);
        if (play->acted)
            play->acted(play->context, &play->match);
    }
}

bool selfplay_values(dom_search_values *values, dom_search_belief *belief, const dom_match *match,
                     const dom_search_value_plan *plan)
{
    static dom_view view;
    dom_err err;
    dom_view_of(&view, match, match->play.turn);
    if (dom_search_belief_of(belief, &view, &match->options, &err) != DOM_OK) {
        (void)fprintf(stderr, "a view is refused: %s\n", err.text);
        exit(2);
    }
    return dom_search_values_of(values, belief, plan) == DOM_OK;
}

void tally_add(tally *t, double value)
{
    t->sum += value;
    t->squares += value * value;
    t->count++;
}

double tally_mean(const tally *t)
{
    return t->count ? t->sum / t->count : 0;
}

double tally_error(const tally *t)
{
    double mean = tally_mean(t);
    if (t->count < 2)
        return INFINITY;
    double variance = t->squares / t->count - mean * mean;
    return sqrt((variance > 0 ? variance : 0) / (t->count - 1));
}

long option_number(int argc, char **argv, const char *name, long otherwise)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strncmp(argv[i], "--", 2) != 0 || strcmp(argv[i] + 2, name) != 0)
            continue;
        char *end;
        long value = strtol(argv[i + 1], &end, 10);
        if (*end == '\0' && value >= 1)
            return value;
        (void)fprintf(stderr, "--%s: a number from 1 on, not %s\n", name, argv[i + 1]);
        exit(2);
    }
    return otherwise;
}
