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

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 0.5;
    print_playouts(seconds);
    return 0;
}
