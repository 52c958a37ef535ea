#include "analysis/open_loss.h"

#include "rules/match.h"

#include <string.h>

/* How many positions may be looked at. */
typedef struct {
    const dom_search_solver *solver;
    uint64_t positions;
} limit;

static bool is_reached(void *context)
{
    const limit *l = context;
    return l->solver->positions >= l->positions;
}

void dom_analysis_open_begin(dom_analysis_open_room *room)
{
    memset(room->table, 0, sizeof room->table);
}

/* Finds what each action brings the seat on turn if everybody looks after itself from there.
 * Returns how many actions were finished. */
static int solve_each_for_itself(dom_search_solver *solver, const dom_round *round, int32_t value[])
{
    dom_action action[DOM_ACTIONS_MAX];
    int count = dom_round_legal(round, action);
    for (int i = 0; i < count; i++) {
        dom_round next = *round;
        dom_event event;
        int32_t of_seat[DOM_SEATS_MAX];
        dom_round_make(&next, action[i], &event);
        if (!dom_search_solve_each_for_itself(solver, &next, of_seat))
            return i;
        value[i] = of_seat[round->turn];
    }
    return count;
}

static int32_t most_of(const int32_t value[], int count)
{
    int32_t most = value[0];
    for (int i = 1; i < count; i++)
        most = value[i] > most ? value[i] : most;
    return most;
}

dom_analysis_open_loss dom_analysis_open_loss_of(dom_analysis_open_room *room,
                                                 const dom_round *round, int number, int taken,
                                                 int positions)
{
    dom_action action[DOM_ACTIONS_MAX];
    int32_t value[DOM_ACTIONS_MAX];
    dom_search_solver solver = {.table = room->table,
                                .entries = DOM_ANALYSIS_OPEN_ENTRIES,
                                .world = (uint64_t)number,
                                .stop = is_reached};
    limit most = {.solver = &solver, .positions = (uint64_t)positions};
    int sides = dom_side_count(round->options);
    int count = dom_round_legal(round, action);
    solver.context = &most;
    int found = sides == 2 ? dom_search_solve_each(&solver, round, round->turn, value)
                           : solve_each_for_itself(&solver, round, value);
    if (found < count)
        return (dom_analysis_open_loss){.is_solved = false};
    return (dom_analysis_open_loss){
        .is_solved = true, .loss = (double)(most_of(value, count) - value[taken]) / (sides - 1)};
}
