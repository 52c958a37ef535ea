/* tests/search/selfplay.h - rounds that all seats play by the reference policy, for the proofs of
 * values, luck and loss. docs/explanation/analysis.md has their results. */
#ifndef DOM_TESTS_SEARCH_SELFPLAY_H
#define DOM_TESTS_SEARCH_SELFPLAY_H

#include "search/deal.h"
#include "search/value.h"

/* A match in self-play. `choose` is called at every choice; without it the policy chooses. `acted`
 * is called after every action, unless it is NULL. */
typedef struct {
    dom_match match;
    dom_search_pack pack;
    dom_random random;
    void *context;
    /* Returns the index of the action to take. */
    int (*choose)(void *context, const dom_match *match, const dom_search_choice *choice);
    void (*acted)(void *context, const dom_match *match);
} selfplay;

/* Begins the first match under these options, which outlive it. */
void selfplay_begin(selfplay *play, const dom_options *options, uint64_t seed);

/* Deals the next round, in a new match if the last one is over. */
void selfplay_deal(selfplay *play);

/* Plays a dealt round to its end, which must be settled by dom_match_settle. */
void selfplay_round(selfplay *play);

/* Returns the index of the action that the policy takes. */
int selfplay_policy(dom_random *random, const dom_search_choice *choice);

/* Estimates the choice of the seat on turn, whose belief is written too. Returns false if there are
 * no worlds. */
bool selfplay_values(dom_search_values *values, dom_search_belief *belief, const dom_match *match,
                     const dom_search_value_plan *plan);

/* Numbers of which mean and variance are asked. */
typedef struct {
    double sum, squares;
    int count;
} tally;

void tally_add(tally *t, double value);
double tally_mean(const tally *t);

/* Returns the standard error of the mean: infinite for fewer than two numbers. */
double tally_error(const tally *t);

/* Returns the option `--NAME NUMBER` of a command line, or `otherwise`. Ends the program with
 * status 2 if it is not a number from 1 on. */
long option_number(int argc, char **argv, const char *name, long otherwise);

#endif
