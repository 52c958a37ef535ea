/* solve/cfr.h - an approximate equilibrium, and how far a strategy is from one.
 *
 * CFR+ (O. Tammelin, "Solving large imperfect information games using CFR+", 2014): in every
 * iteration each seat adds up how much every action would have gained over its strategy (regret,
 * never below 0), and next time plays each action in proportion to its regret. The average
 * strategy, later iterations weighing more, approaches an equilibrium.
 */
#ifndef DOM_SOLVE_CFR_H
#define DOM_SOLVE_CFR_H

#include "solve/tree.h"

/* Writes an approximate equilibrium to strategy[t->actions]. */
void dom_solve_equilibrium(const dom_solve_tree *t, int iterations, double strategy[]);

/* Writes the strategy that takes every action with the same probability. */
void dom_solve_uniform(const dom_solve_tree *t, double strategy[]);

/* Returns the expected points of seat 0 minus those of seat 1 if both follow the strategy; *size
 * receives the expected absolute value of these points. */
double dom_solve_value(const dom_solve_tree *t, const double strategy[], double *size);

/* Returns what the best possible opponent gains: the expected points of `seat` minus those of the
 * other one if the other one follows the strategy and `seat` answers it as well as is possible. */
double dom_solve_best_response(const dom_solve_tree *t, const double strategy[], int seat);

/* Returns the exploitability in points per round: what a best response gains on average over both
 * seats. It is 0 for an equilibrium, where what one seat gains the other one loses. */
double dom_solve_exploitability(const dom_solve_tree *t, const double strategy[]);

#endif
