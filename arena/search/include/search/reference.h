/* search/reference.h - the reference policy: a fixed, fair player by which choices are measured.
 *
 *     dom_search_choice choice;
 *     dom_search_choice_of(&choice, &round);
 *     for (int i = 0; i < choice.count; i++)
 *         ... dom_search_reference_chance(&choice, choice.action[i]) ...
 *
 * With probability 0.9 the policy plays as the sample bot `careful` does. Otherwise it plays any
 * legal action, all equally likely. So every legal action has a positive probability. Example: of
 * four legal actions the one that `careful` would take has probability 0.925, the others have 0.025
 * each.
 *
 * `careful` takes the play that comes first by these criteria, the most important first:
 *   1. the tile is a double;
 *   2. the other tiles of the hand show more different values;
 *   3. the tile has more pips;
 *   4. more of the other tiles fit the ends after the play;
 *   5. the tile is laid face down;
 *   6. the play is earlier in the list of legal actions.
 * It draws only if it cannot play. It uses no random numbers, so the same position always gets the
 * same play.
 *
 * The policy uses what the seat on turn knows: its hand, the open ends and its legal actions. It
 * reads nothing of the other hands and of the stock, so a position of a view (search/position.h)
 * gets the same answer as the round from which the view was made.
 */
#ifndef DOM_SEARCH_REFERENCE_H
#define DOM_SEARCH_REFERENCE_H

#include "base/random.h"
#include "rules/round.h"

/* The name of the policy, to be stored with every result that depends on it. A policy that plays
 * differently gets another name. */
#define DOM_SEARCH_REFERENCE_NAME "careful-90"

/* A hash of what the policy chooses in a thousand rounds of self-play in all variants, which a test
 * computes again. So results of another policy, or under other rules, are never taken for its own.
 */
#define DOM_SEARCH_REFERENCE_HASH "b7a81df9748ecab6"

/* The legal actions of the seat on turn. */
typedef struct {
    int count;     /* 0 if the round is over                                           */
    int preferred; /* index of the action that `careful` takes; 0 if there is no play */
    dom_action action[DOM_ACTIONS_MAX]; /* as dom_round_legal lists them */
} dom_search_choice;

/* Lists the legal actions of the seat on turn. */
void dom_search_choice_of(dom_search_choice *choice, const dom_round *round);

/* Returns the probability with which the policy takes a legal action. Over all legal actions it
 * sums to 1. Pre: the action is one of the choice. */
double dom_search_reference_chance(const dom_search_choice *choice, dom_action action);

/* Plays on until the round is over, every seat by the policy. Every action takes one number from
 * `random`, also where there is no choice. So two rounds that are continued from the same state of
 * the generator have the same numbers at the same action. */
void dom_search_reference_playout(dom_round *round, dom_random *random);

#endif
