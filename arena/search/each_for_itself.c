/* Max-n: every seat chooses what is best for its own side. Nothing can be pruned, because what one
 * side gains is not what another one loses. */
#include "search/solver.h"

#include "stop.h"

#include <string.h>

/* What every seat gets. */
typedef struct {
    int32_t of[DOM_SEATS_MAX];
} seat_worths;

static bool find_worths(dom_search_solver *solver, dom_round *round, seat_worths *out);

static void note_worth(const dom_round *round, seat_worths *out)
{
    for (int s = 0; s < round->options->players; s++)
        out->of[s] = dom_search_worth(round, s);
}

/* Finds what follows from the action that is best for the seat on turn. Returns false if the
 * search was stopped. */
static bool choose_for_itself(dom_search_solver *solver, const dom_round *round, seat_worths *out)
{
    dom_action actions[DOM_ACTIONS_MAX];
    int count = dom_round_legal(round, actions);
    for (int i = 0; i < count; i++) {
        dom_round next = *round;
        dom_event event;
        seat_worths found;
        dom_round_make(&next, actions[i], &event);
        if (!find_worths(solver, &next, &found))
            return false;
        if (i == 0 || found.of[round->turn] > out->of[round->turn])
            *out = found;
    }
    return true;
}

/* Plays on while there is no choice, and finds what follows then. */
static bool find_worths(dom_search_solver *solver, dom_round *round, seat_worths *out)
{
    dom_event event;
    while (dom_round_force(round, &event))
        continue;
    if (round->end == DOM_END_NONE)
        return !dom_search_wants_stop(solver) && choose_for_itself(solver, round, out);
    note_worth(round, out);
    return true;
}

bool dom_search_solve_each_for_itself(dom_search_solver *solver, const dom_round *round,
                                      int32_t value[static DOM_SEATS_MAX])
{
    dom_round start = *round;
    seat_worths out = {{0}};
    if (!find_worths(solver, &start, &out))
        return false;
    memcpy(value, out.of, (size_t)round->options->players * sizeof *value);
    return true;
}
