/* analysis/open_loss.h - what a choice lost with all hands seen.
 *
 *     dom_analysis_open_begin(&room);                        a match begins
 *     for each choice, with the round as it was:
 *         open = dom_analysis_open_loss_of(&room, &round, number_of_round, taken, positions);
 *         if (open.is_solved)
 *             ... open.loss ...
 *
 * The *open loss* is the exact value of the best action less that of the action taken, in the true
 * deal, with all hands and the order of the stock known to everybody from there on. It is in match
 * points, as results are (search/value.h), and never negative.
 *
 * **It believes in knowledge that nobody has.** A seat that is lucky in guessing what it cannot see
 * loses nothing, and one that plays the better chance loses if the tiles lie otherwise. So it is
 * neither skill nor loss (search/value.h), and is never added to them. It can only compare bots, or
 * a bot with itself, over many choices.
 *
 * With two sides the values are those of dom_search_solve_each: each side plays for itself and
 * against the other. With more, every seat looks after itself after the action
 * (dom_search_solve_each_for_itself, max-n).
 *
 * Example: with all hands seen, laying [5-4] brings a seat 12 points, and laying [6-2] costs it 5.
 * The open loss of [6-2] is 17, though the seat could not know it.
 */
#ifndef DOM_ANALYSIS_OPEN_LOSS_H
#define DOM_ANALYSIS_OPEN_LOSS_H

#include "search/solver.h"

enum {
    DOM_ANALYSIS_OPEN_ENTRIES = 1 << 16,  /* positions that are remembered; a power of two */
    DOM_ANALYSIS_OPEN_POSITIONS = 1 << 17 /* looked at for a choice, unless others are asked for */
};

/* Room for the work, some 1 MiB. */
typedef struct {
    dom_search_entry table[DOM_ANALYSIS_OPEN_ENTRIES];
} dom_analysis_open_room;

typedef struct {
    bool is_solved; /* all actions were, within so many positions */
    double loss;    /* 0 if it is not solved                      */
} dom_analysis_open_loss;

/* Begins a match. What is found in it does not depend on other matches. */
void dom_analysis_open_begin(dom_analysis_open_room *room);

/* Values all actions of a choice. The same choices of a match give the same answers again, on every
 * machine: positions are counted, and no clock is read.
 *
 * round      before the choice, with all hands and the deal
 * number     of the round in its match
 * taken      index into its legal actions
 * positions  to look at, at most: a multiple of 1024, from 1024 on */
dom_analysis_open_loss dom_analysis_open_loss_of(dom_analysis_open_room *room,
                                                 const dom_round *round, int number, int taken,
                                                 int positions);

#endif
