/* Speed of arena/search on one core: random rounds, and exact solutions.
 *
 *     bench_search [SECONDS]    for each line; default 0.5
 *
 * Times are processor times. Every ratio is to something measured in the same run: random rounds
 * to a bare block-2 loop written only for comparison, solutions to plain alpha-beta.
 */
#include "bench_rounds.h"
#include "rules/variant.h"
#include "search/playout.h"
#include "search/solver.h"

#include <stdio.h>
#include <stdlib.h>

/* Returns nanoseconds per random round, with its beginning. */
static double time_playouts(const dom_options *o, double seconds)
{
    static dom_deal deal;
    static dom_round round;
    dom_random random = {1};
    double spent = 0;
    uint64_t rounds = 0;
    while (spent < seconds) {
        dom_lead rule = (dom_lead)o->lead_first;
        bench_deal(&deal, o, rule);
        dom_round start;
        dom_round_begin(&start, o, &deal, rule, deal.leader);
        double began = bench_now_s();
        for (int i = 0; i < BENCH_REPEATS; i++) {
            round = start;
            dom_search_playout(&round, &random);
        }
        spent += bench_now_s() - began;
        rounds += BENCH_REPEATS;
    }
    return spent * 1e9 / (double)rounds;
}

static dom_options options_of(const char *name)
{
    dom_variant v;
    dom_err err;
    if (dom_variant_find(&v, name, &err) != DOM_OK) {
        (void)fprintf(stderr, "bench_search: %s\n", err.text);
        exit(1);
    }
    return v.options;
}

static void print_playouts(double seconds)
{
    static const char *const names[] = {"block-2", "block-teams", "draw-2", "brettspielnetz",
                                        "homo-homini-lupus"};
    double plies;
    double bare = bench_bare_ns(seconds, &plies) * plies;
    (void)printf("%-28s %12s %7s\n%-28s %12.0f\n", "random rounds", "per second", "ratio",
                 "(bare block-2 loop)", 1e9 / bare);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        dom_options o = options_of(names[i]);
        double ns = time_playouts(&o, seconds);
        (void)printf("%-28s %12.0f %7.2f\n", names[i], 1e9 / ns, bare / ns);
    }
}

/* ---- solutions ------------------------------------------------------------- */

enum { DEALS_MAX = 20000, ENTRIES = 1 << 14 };

/* Processor times of single solutions, in microseconds. */
typedef struct {
    double us[DEALS_MAX];
    double sum;
} times;

/* Plain alpha-beta: no table, no order, no forced actions. */
static int32_t alpha_beta(const dom_round *round, int seat, int32_t low, int32_t high)
{
    dom_action legal[DOM_ACTIONS_MAX];
    int count = dom_round_legal(round, legal);
    if (count == 0)
        return dom_search_worth(round, seat);
    bool is_own = dom_same_side(round->options, round->turn, seat);
    for (int i = 0; i < count && low < high; i++) {
        dom_round next = *round;
        dom_event event;
        dom_round_make(&next, legal[i], &event);
        int32_t value = alpha_beta(&next, seat, low, high);
        if (is_own && value > low)
            low = value;
        if (!is_own && value < high)
            high = value;
    }
    return is_own ? low : high;
}

static void note_time(times *t, int number, double began)
{
    t->us[number] = (bench_now_s() - began) * 1e6;
    t->sum += t->us[number];
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(times *t, int count)
{
    qsort(t->us, (size_t)count, sizeof *t->us, by_size);
    return t->us[count / 2];
}

/* Solves the round for seat 0 in both ways. Stops the program if they disagree. */
static void solve_both(const dom_round *round, dom_search_solver *solver, times *solved,
                       times *plain, int number)
{
    solver->world++;
    double began = bench_now_s();
    dom_search_solution found = dom_search_solve(solver, round, 0);
    note_time(solved, number, began);
    began = bench_now_s();
    int32_t value = alpha_beta(round, 0, -INT32_MAX, INT32_MAX);
    note_time(plain, number, began);
    if (value == found.value)
        return;
    (void)fprintf(stderr, "bench_search: solved %d, alpha-beta %d\n", found.value, value);
    exit(1);
}

static void print_solutions(const char *name, double seconds)
{
    static dom_search_entry entries[ENTRIES];
    static times solved, plain;
    static dom_deal deal;
    dom_options o = options_of(name);
    dom_lead rule = (dom_lead)o.lead_first;
    dom_search_solver solver = {.table = entries, .entries = ENTRIES};
    memset(entries, 0, sizeof entries);
    solved.sum = plain.sum = 0;
    int count = 0;
    for (; count < DEALS_MAX && solved.sum + plain.sum < seconds * 1e6; count++) {
        dom_round round;
        bench_deal(&deal, &o, rule);
        dom_round_begin(&round, &o, &deal, rule, deal.leader);
        solve_both(&round, &solver, &solved, &plain, count);
    }
    (void)printf("%-28s %12.1f %10.1f %10.0f %12.1f %7.2f\n", name, median(&solved, count),
                 solved.sum / count, (double)solver.positions / count, median(&plain, count),
                 plain.sum / solved.sum);
}

int main(int argc, char **argv)
{
    static const char *const solvable[] = {"block-2",     "block-3",    "block-4",
                                           "block-teams", "draw-one-2", "brettspielnetz"};
    double seconds = argc > 1 ? atof(argv[1]) : 0.5;
    print_playouts(seconds);
    (void)printf("\n%-28s %12s %10s %10s %12s %7s\n", "whole rounds solved", "median us", "mean us",
                 "positions", "plain median", "ratio");
    for (size_t i = 0; i < sizeof solvable / sizeof *solvable; i++)
        print_solutions(solvable[i], seconds);
    return 0;
}
