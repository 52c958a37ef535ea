/* tests/rules/playout.h - random matches under random rules, from a seed.
 *
 * The tests have their own generator, so that a seed always gives the same matches,
 * on every machine.
 */
#ifndef DOM_TESTS_RULES_PLAYOUT_H
#define DOM_TESTS_RULES_PLAYOUT_H

#include "rules/match.h"

typedef struct {
    uint64_t state; /* every value is a valid seed */
} chance;

uint64_t chance_next(chance *c);

/* Returns a random number in 0..n-1. Pre: n > 0. */
int chance_below(chance *c, int n);

/* Returns the default options with these settings. The test fails if they are refused. */
dom_options options_with(const char *settings);

/* Returns a random combination that passes dom_options_check. All numbers of seats, sets,
 * layouts, ways of drawing, leads and scores occur. */
dom_options any_options(chance *c);

/* Makes a deal for `need`, again until a hand has a double if one is needed. Every seat gets its
 * own order of the stock. */
void any_deal(dom_deal *deal, const dom_options *options, dom_lead_need need, chance *c);

/* Functions that are called during a match; any may be NULL. */
typedef struct {
    void *context;
    void (*dealt)(const dom_match *match, void *context);
    void (*to_act)(const dom_match *match, void *context); /* the round is not over */
    void (*acted)(const dom_match *match, dom_action action, dom_event event, void *context);
    void (*settled)(const dom_match *match, void *context);
} watcher;

/* Plays one match under `options` with random actions, for at most `rounds` rounds. */
void play_match(const dom_options *options, int rounds, chance *c, const watcher *w);

/* Plays `count` matches under random options, for at most three rounds each. */
void play_matches(int count, uint64_t seed, const watcher *w);

#endif
