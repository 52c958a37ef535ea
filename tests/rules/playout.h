/* tests/rules/playout.h - random matches under random rules, from a seed.
 *
 * The generator is of the tests' own making, so that the same seed plays the
 * same matches on every machine and for ever.
 */
#ifndef DOM_TESTS_RULES_PLAYOUT_H
#define DOM_TESTS_RULES_PLAYOUT_H

#include "rules/match.h"

typedef struct {
    uint64_t state; /* any value is a seed                                    */
} chance;

uint64_t chance_next(chance *c);

/* 0..n-1. Pre: n > 0. */
int chance_below(chance *c, int n);

/* The fallbacks with these settings. The test fails when they are refused. */
dom_options options_with(const char *settings);

/* Some combination that dom_options_check lets pass: every number of seats, set,
 * kind of layout, drawing, lead and score turns up. */
dom_options any_options(chance *c);

/* A deal as `need` asks for it, dealt again where no hand has a double and one is
 * needed. Every seat gets an order of the stock of its own. */
void any_deal(dom_deal *deal, const dom_options *options, dom_lead_need need, chance *c);

/* What a test wants to look at while matches are played; NULL skips. */
typedef struct {
    void *context;
    void (*dealt)(const dom_match *match, void *context);
    void (*to_act)(const dom_match *match, void *context); /* the round is not over */
    void (*acted)(const dom_match *match, dom_action action, dom_event event, void *context);
    void (*settled)(const dom_match *match, void *context);
} watcher;

/* Play one match under `options` with random actions, at most `rounds` rounds. */
void play_match(const dom_options *options, int rounds, chance *c, const watcher *w);

/* Play `count` matches under random options, at most three rounds each. */
void play_matches(int count, uint64_t seed, const watcher *w);

#endif
