/* search/value.h - what each action of a choice is worth, and how well a seat chose.
 *
 *     static dom_search_belief belief;
 *     static dom_search_values values;
 *     dom_search_value_plan plan = {.worlds = 200, .seed = 7};
 *     if (dom_search_belief_of(&belief, &view, &options, &err) == DOM_OK &&
 *         dom_search_values_of(&values, &belief, &plan) == DOM_OK) {
 *         dom_search_estimate skill = dom_search_skill(&values, taken);
 *         ...
 *     }
 *
 * The *result* of a round for a seat is what its side got less the mean of the other sides, in
 * match points. It is positive if the round was good for the seat, also where low scores win, and
 * costs of drawing are included. It is dom_search_worth divided by the number of other sides.
 *
 * The *value of an action* is the mean result over worlds that agree with what the seat has seen,
 * if the seat takes the action and everybody then plays by the reference policy
 * (search/reference.h). The *value of the choice* is the mean of these values, each with the
 * probability that the policy gives to the action. So nobody is measured by tiles that the seat
 * could not see.
 *
 *   skill  value of the action taken less value of the choice: how much better the seat chose than
 *          the policy does on average
 *   loss   value of the best action less value of the action taken
 *
 * Example: two actions are worth 6 and 2, and the policy takes them with probabilities 0.95 and
 * 0.05. The choice is worth 5.8. The first action has skill 0.2 and loss 0, the second -3.8 and 4.
 *
 * Worlds are drawn in proportion to the probability with which the policy would have made the
 * recorded choices of the other seats with the hands of that world (search/population.h). So a
 * world in which another seat kept back a double that fitted is rare. All actions are tried in the
 * same worlds and with the same random numbers, so their differences are more exact than their
 * values.
 *
 * The *value of a position* for a seat is the same mean without an action: everybody plays by the
 * policy from there. It can be asked for at any moment, also while another seat is on turn. So it
 * says what an event between two choices of a seat was worth to it (search/witness.h).
 */
#ifndef DOM_SEARCH_VALUE_H
#define DOM_SEARCH_VALUE_H

#include "search/population.h"
#include "search/reference.h"

/* How to estimate. The same plan gives the same values for the same view, on every machine. */
typedef struct {
    int worlds;      /* to draw: 2..DOM_SEARCH_POPULATION_MAX                              */
    bool is_uniform; /* all worlds count the same: nothing is assumed about how others choose */
    uint64_t seed;
} dom_search_value_plan;

/* A mean over worlds, in match points. */
typedef struct {
    double mean;
    double variance; /* of the mean: the square of its standard error. Infinite if one world has all
                        the weight */
} dom_search_estimate;

/* What came of every action in every world. The members are for the functions below. The struct
 * has no pointers into itself; it takes some 2.5 MiB, so it is best not made anew for every choice.
 */
typedef struct {
    dom_search_choice choice;
    dom_search_population worlds;
    double result[DOM_SEARCH_POPULATION_MAX][DOM_ACTIONS_MAX];
} dom_search_values;

/* Returns the result of a finished round for a seat, in match points. Example: three seats got 12,
 * 0 and 0 points. That is 12 for the first and -6 for each of the others. Pre: the round is over.
 */
double dom_search_result(const dom_round *round, int seat);

/* Tries every action of the choice in every world. The belief is of the seat that chooses.
 *
 * Returns DOM_OK, or DOM_E_LIMIT if fewer than two worlds were found. Then *values must not be
 * read, and nothing can be said about the choice. It is possible where dom_search_sample fails, or
 * where the choices of the others are so improbable that their probability is no number above 0.
 * Pre: plan->worlds is in its range. */
dom_rc dom_search_values_of(dom_search_values *values, const dom_search_belief *belief,
                            const dom_search_value_plan *plan);

/* Estimates the value of the position for the seat of the belief, which may be on turn or wait
 * (dom_search_belief_of_any). Its own choices that come, too, are made by the policy. Where the
 * seat has a choice, this is the value of the choice, estimated with other random numbers.
 *
 * room  what comes of every world is kept there; afterwards *room may be used for the next question
 * Example: a seat expects 2 after its play. Its partner passes, and the position is worth -1: the
 * pass cost the seat 3.
 *
 * Returns DOM_OK, or DOM_E_LIMIT as dom_search_values_of; then *value is not written. Pre: the
 * round is not over; plan->worlds is in its range. */
dom_rc dom_search_value_of_position(dom_search_estimate *value, dom_search_values *room,
                                    const dom_search_belief *belief,
                                    const dom_search_value_plan *plan);

/* Returns the number of worlds of equal weight that would give estimates as exact as these: 1 to
 * the number of worlds. */
double dom_search_effective_worlds(const dom_search_values *values);

/* Return the value of an action, and that of the choice. `action` is an index into the legal
 * actions of the view. Pre: 0 <= action < values->choice.count. */
dom_search_estimate dom_search_value_of_action(const dom_search_values *values, int action);
dom_search_estimate dom_search_value_of_choice(const dom_search_values *values);

/* Returns the skill of taking the action. Over all actions, each with its probability under the
 * policy, the means add up to 0. Pre: as above. */
dom_search_estimate dom_search_skill(const dom_search_values *values, int action);

/* Returns the loss of taking the action. The best action is found in one half of the worlds and its
 * value in the other half, both ways round, and the two losses are averaged. If both were found in
 * the same worlds, chance would make the best action look better than it is. So a loss may be
 * negative by chance, and is not cut off at 0: otherwise its mean would be too large. Pre: as
 * above. */
dom_search_estimate dom_search_loss(const dom_search_values *values, int action);

#endif
