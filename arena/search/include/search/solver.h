/* search/solver.h - the value of a round in which all hands and the stock are known.
 *
 *     static dom_search_entry table[1 << 16];
 *     dom_search_solver solver = {.table = table, .entries = 1 << 16};
 *     for each world: solver.world++, and
 *     dom_search_solution best = dom_search_solve(&solver, &round, seat);
 *
 * Alpha-beta search with a transposition table to the end of the round. `seat` and its partner
 * choose what is best for them (dom_search_worth), and all others choose what is worst for them.
 * With two sides this is the exact value. With more it is called *paranoid*, because the others are
 * taken to play together. dom_search_solve_each_for_itself (*max-n*) lets every seat look after
 * itself.
 *
 * The caller provides the memory, and decides when it has waited long enough. There is no clock
 * and no allocation inside.
 */
#ifndef DOM_SEARCH_SOLVER_H
#define DOM_SEARCH_SOLVER_H

#include "search/position.h"

/* A position in the transposition table. */
typedef struct {
    uint64_t key;
    int32_t value;
    uint8_t bound;     /* none (empty), exact, at least, at most                */
    uint8_t best_tile; /* the best action, which is tried first the next time: DOM_NO_TILE is a
                          draw */
    uint8_t best_end;  /* the value of the end */
    uint8_t best_down;
} dom_search_entry;

/* A search, with the caller's memory. A zeroed table is empty. */
typedef struct {
    dom_search_entry *table; /* NULL: search without a table                    */
    size_t entries;          /* a power of two                                  */
    uint64_t world; /* a number for what the table is used for: another one for other options
                       or another order of the stock. Entries with other numbers are not
                       found, so the table need not be cleared. A world may be asked about
                       for every seat and from every moment of its round */
    bool (*stop)(void *context); /* asked every 1024 positions; true ends the search. NULL: never */
    void *context;
    uint64_t positions; /* how many were looked at; the caller may set it to 0 */
} dom_search_solver;

typedef struct {
    int32_t value;   /* of the round for `seat`, as dom_search_worth says      */
    dom_action best; /* of the seat on turn; meaningless if the round is over */
    bool is_exact; /* false if the search was stopped: then `best` is the best of the actions whose
                      search was finished, and `value` is its value; or `best` is the first legal
                      action and `value` is 0, if none was finished */
} dom_search_solution;

/* Finds the value of the round for `seat`, and the best action of the seat on turn. */
dom_search_solution dom_search_solve(dom_search_solver *solver, const dom_round *round, int seat);

/* Finds the exact value of every legal action: value[i] is for `seat` after action[i] of the seat
 * on turn, in the order of dom_round_legal.
 *
 * Returns how many values were found: all, unless the search was stopped. */
int dom_search_solve_each(dom_search_solver *solver, const dom_round *round, int seat,
                          int32_t value[static DOM_ACTIONS_MAX]);

/* Finds what every seat gets if each looks after itself and all know that: value[s] is
 * dom_search_worth for seat s. Of equally good actions the first is taken. The table is not used.
 *
 * Returns true; false if the search was stopped, and then `value` is not written. */
bool dom_search_solve_each_for_itself(dom_search_solver *solver, const dom_round *round,
                                      int32_t value[static DOM_SEATS_MAX]);

#endif
