/* The solver against minimax and max-n in their plainest form, without table, pruning, order or
 * forced actions, under random rules. */
#include "../rules/playout.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

#include "search/solver.h"

enum {
    MATCHES = 150,
    WAYS_MAX = 600, /* ways in which the rest of a round may be played */
    TABLE = 4096
};

static int count_ways(const dom_round *round, int most)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_round_legal(round, legal);
    int ways = count == 0;
    for (int i = 0; i < count && ways <= most; i++) {
        dom_round next = *round;
        dom_event event;
        dom_round_make(&next, legal[i], &event);
        ways += count_ways(&next, most - ways);
    }
    return ways;
}

static bool is_friend(const dom_options *o, int a, int b)
{
    return a == b || (o->teams && (a + b) % 2 == 0);
}

/* Returns the value for `seat` if its side does its best and all others their worst. */
static int32_t minimax(const dom_round *round, int seat)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_round_legal(round, legal);
    if (count == 0)
        return dom_search_worth(round, seat);
    bool is_own = is_friend(round->options, round->turn, seat);
    int32_t best = 0;
    for (int i = 0; i < count; i++) {
        dom_round next = *round;
        dom_event event;
        dom_round_make(&next, legal[i], &event);
        int32_t value = minimax(&next, seat);
        if (i == 0 || (is_own ? value > best : value < best))
            best = value;
    }
    return best;
}

static void max_n(const dom_round *round, int32_t out[])
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_round_legal(round, legal);
    for (int s = 0; count == 0 && s < round->options->players; s++)
        out[s] = dom_search_worth(round, s);
    for (int i = 0; i < count; i++) {
        int32_t value[DOM_SEATS_MAX];
        dom_round next = *round;
        dom_event event;
        dom_round_make(&next, legal[i], &event);
        max_n(&next, value);
        if (i == 0 || value[round->turn] > out[round->turn])
            memcpy(out, value, sizeof value);
    }
}

static int32_t minimax_after(const dom_round *round, dom_action action, int seat)
{
    dom_round next = *round;
    dom_event event;
    cr_assert(eq(int, dom_round_apply(&next, action, &event), DOM_OK));
    return minimax(&next, seat);
}

/* ---- values ---------------------------------------------------------------- */

static void expect_value(dom_search_solver *solver, const dom_round *round, int seat,
                         int32_t wanted)
{
    dom_search_solution found = dom_search_solve(solver, round, seat);
    cr_assert(found.is_exact);
    cr_assert(eq(i32, found.value, wanted), "seat %d, %zu entries", seat, solver->entries);
    if (round->end == DOM_END_NONE)
        cr_assert(eq(i32, minimax_after(round, found.best, seat), wanted), "the best action");
}

static void expect_each(dom_search_solver *solver, const dom_round *round, int seat)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int32_t value[DOM_ACTIONS_MAX];
    int count = dom_round_legal(round, legal);
    cr_assert(eq(int, dom_search_solve_each(solver, round, seat, value), count));
    for (int i = 0; i < count; i++)
        cr_assert(eq(i32, value[i], minimax_after(round, legal[i], seat)), "action %d", i);
}

/* Solvers with a large table, with tables in which nearly everything collides, and without one. */
typedef struct {
    dom_search_entry large[TABLE], tiny[4], single[1];
    dom_search_solver solver[4];
    int positions;
} solvers;

static solvers *new_solvers(void)
{
    static solvers all;
    all.solver[0] = (dom_search_solver){.table = all.large, .entries = TABLE};
    all.solver[1] = (dom_search_solver){.table = all.tiny, .entries = 4};
    all.solver[2] = (dom_search_solver){.table = all.single, .entries = 1};
    all.solver[3] = (dom_search_solver){.table = NULL};
    return &all;
}

/* A round is a world: all its moments and seats share the table. */
static void begin_world(const dom_match *match, void *context)
{
    solvers *all = context;
    for (int i = 0; i < 4; i++)
        all->solver[i].world++;
}

static void compare_values(const dom_match *match, void *context)
{
    solvers *all = context;
    const dom_round *round = &match->play;
    if (count_ways(round, WAYS_MAX) > WAYS_MAX)
        return;
    all->positions++;
    for (int seat = 0; seat < match->options.players; seat++) {
        int32_t wanted = minimax(round, seat);
        for (int i = 0; i < 4; i++)
            expect_value(&all->solver[i], round, seat, wanted);
        expect_each(&all->solver[all->positions % 4], round, seat);
    }
}

Test(search_solver, finds_the_value_of_minimax_for_every_seat_under_random_rules)
{
    solvers *all = new_solvers();
    watcher w = {.context = all, .dealt = begin_world, .to_act = compare_values};
    play_matches(MATCHES, 11000, &w);
    cr_assert(ge(int, all->positions, 10 * MATCHES), "too few positions: %d", all->positions);
}

static void compare_max_n(const dom_match *match, void *context)
{
    int32_t wanted[DOM_SEATS_MAX], found[DOM_SEATS_MAX];
    dom_search_solver solver = {.table = NULL};
    if (count_ways(&match->play, WAYS_MAX) > WAYS_MAX)
        return;
    ++*(int *)context;
    max_n(&match->play, wanted);
    cr_assert(dom_search_solve_each_for_itself(&solver, &match->play, found));
    for (int s = 0; s < match->options.players; s++)
        cr_assert(eq(i32, found[s], wanted[s]), "seat %d", s);
}

Test(search_solver, finds_the_values_of_max_n_under_random_rules)
{
    int positions = 0;
    watcher w = {.context = &positions, .to_act = compare_max_n};
    play_matches(MATCHES, 12000, &w);
    cr_assert(ge(int, positions, 10 * MATCHES), "too few positions: %d", positions);
}

/* ---- the end of a round, and stopping ---------------------------------------- */

/* A round with its storage. */
typedef struct {
    dom_options options;
    dom_deal deal;
    dom_round round;
} table;

static table *deal_round(const char *settings, uint64_t seed)
{
    static table t;
    chance c = {seed};
    t.options = options_with(settings);
    any_deal(&t.deal, &t.options, (dom_lead_need){.rule = DOM_LEAD_LOTS, .seats = 3}, &c);
    dom_round_begin(&t.round, &t.options, &t.deal, DOM_LEAD_LOTS, t.deal.leader);
    return &t;
}

Test(search_solver, says_what_a_finished_round_is_worth)
{
    table *t = deal_round("", 1);
    dom_search_solver solver = {.table = NULL};
    int32_t value[DOM_ACTIONS_MAX], each[DOM_SEATS_MAX];
    dom_event event;
    dom_action legal[DOM_ACTIONS_MAX];
    while (dom_round_legal(&t->round, legal) > 0)
        dom_round_make(&t->round, legal[0], &event);
    for (int seat = 0; seat < 2; seat++) {
        dom_search_solution found = dom_search_solve(&solver, &t->round, seat);
        cr_assert(found.is_exact);
        cr_assert(eq(i32, found.value, dom_search_worth(&t->round, seat)));
        cr_assert(eq(int, dom_search_solve_each(&solver, &t->round, seat, value), 0));
        cr_assert(dom_search_solve_each_for_itself(&solver, &t->round, each));
        cr_assert(eq(i32, each[seat], found.value));
    }
}

/* Four players with six tiles each: large enough to be stopped. */
static const char *const large = "players=4 hand=6";

/* Stops when it is asked for the last time of so many. */
static bool stop_after(void *calls)
{
    return --*(int *)calls == 0;
}

Test(search_solver, is_asked_to_stop_every_1024_positions)
{
    table *t = deal_round(large, 2);
    int calls = 3;
    dom_search_solver solver = {.stop = stop_after, .context = &calls};
    dom_search_solution found = dom_search_solve(&solver, &t->round, 0);
    cr_assert(not(found.is_exact));
    cr_assert(eq(u64, solver.positions, 3 * 1024));
    cr_assert(eq(int, calls, 0));
}

Test(search_solver, takes_the_first_legal_action_if_it_is_stopped_before_any_is_known)
{
    table *t = deal_round(large, 2);
    int calls = 1;
    dom_action legal[DOM_ACTIONS_MAX];
    dom_search_solver solver = {.stop = stop_after, .context = &calls};
    dom_search_solution found = dom_search_solve(&solver, &t->round, 0);
    (void)dom_round_legal(&t->round, legal);
    cr_assert(not(found.is_exact));
    cr_assert(eq(i32, found.value, 0));
    cr_assert(eq(int, memcmp(&found.best, &legal[0], sizeof legal[0]), 0));
}

/* Returns the number of the action in the list of the round. */
static int number_of(const dom_round *round, dom_action action)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_round_legal(round, legal);
    int i = 0;
    while (i < count && memcmp(&legal[i], &action, sizeof action) != 0)
        i++;
    cr_assert(lt(int, i, count), "the action is not legal");
    return i;
}

/* What a stopped search says is true, and what it left in the table is not wrong. */
Test(search_solver, may_be_stopped_anywhere_and_asked_again)
{
    static dom_search_entry entries[1 << 16];
    table *t = deal_round(large, 3);
    dom_search_solver whole = {.table = entries, .entries = 1 << 16};
    int32_t each[DOM_ACTIONS_MAX];
    (void)dom_search_solve_each(&whole, &t->round, 1, each);
    int32_t value = dom_search_solve(&whole, &t->round, 1).value;
    int calls;
    int partial = 0;
    dom_search_solver stopped = {
        .table = entries, .entries = 1 << 16, .stop = stop_after, .context = &calls};
    dom_search_solution found = {.is_exact = false};
    for (int most = 1; !found.is_exact; most++) {
        calls = most;
        stopped.world++;
        found = dom_search_solve(&stopped, &t->round, 1);
        bool has_value = found.is_exact || found.value != 0;
        partial += has_value && !found.is_exact;
        if (has_value)
            cr_assert(eq(i32, found.value, each[number_of(&t->round, found.best)]));
        calls = 0; /* never stops */
        cr_assert(eq(i32, dom_search_solve(&stopped, &t->round, 1).value, value));
    }
    cr_assert(ge(int, partial, 1), "it was never stopped between two actions");
}

Test(search_solver, gives_the_values_of_the_first_actions_if_it_is_stopped)
{
    table *t = deal_round(large, 4);
    dom_search_solver whole = {.table = NULL};
    int32_t each[DOM_ACTIONS_MAX], part[DOM_ACTIONS_MAX];
    int count = dom_search_solve_each(&whole, &t->round, 0, each);
    int calls = (int)(whole.positions / 1024 / 2);
    dom_search_solver stopped = {.stop = stop_after, .context = &calls};
    int found = dom_search_solve_each(&stopped, &t->round, 0, part);
    cr_assert(ge(int, found, 1));
    cr_assert(lt(int, found, count));
    cr_assert(eq(int, memcmp(part, each, (size_t)found * sizeof *each), 0));
}

Test(search_solver, writes_nothing_if_max_n_is_stopped)
{
    table *t = deal_round(large, 5);
    int calls = 1;
    int32_t each[DOM_SEATS_MAX] = {7, 7, 7, 7};
    dom_search_solver solver = {.stop = stop_after, .context = &calls};
    cr_assert(not(dom_search_solve_each_for_itself(&solver, &t->round, each)));
    cr_assert(eq(u64, solver.positions, 1024));
    for (int s = 0; s < 4; s++)
        cr_assert(eq(i32, each[s], 7));
}

/* ---- the table ------------------------------------------------------------- */

/* The table helps: the same deal from another moment is found again. */
Test(search_solver, finds_a_solved_position_in_the_table)
{
    static dom_search_entry entries[TABLE];
    table *t = deal_round("", 6);
    dom_search_solver solver = {.table = entries, .entries = TABLE, .world = 5};
    dom_search_solution found = dom_search_solve(&solver, &t->round, 0);
    uint64_t first = solver.positions;
    solver.positions = 0;
    dom_search_solution again = dom_search_solve(&solver, &t->round, 0);
    cr_assert(eq(i32, again.value, found.value));
    cr_assert(lt(u64, solver.positions * 4, first));
    solver.positions = 0;
    solver.world = 6;
    (void)dom_search_solve(&solver, &t->round, 0);
    cr_assert(eq(u64, solver.positions, first), "entries of another world were used");
}
