/* Speed of the rules: random play-outs through the public API (legal list and
 * apply), one thread, nanoseconds per ply of every variant beside a bare block-2
 * loop written only for this comparison. The ratio to it means something on any
 * machine.
 *
 *     bench_rules [SECONDS_PER_VARIANT]    default 0.2
 */
#include "bench_rounds.h"
#include "rules/variant.h"

#include <stdio.h>
#include <stdlib.h>

/* Returns nanoseconds per ply of rounds of one variant, without deals. */
static double time_variant(const dom_options *o, double seconds)
{
    static dom_deal deal;
    static dom_round round;
    double spent = 0;
    uint64_t plies = 0;
    while (spent < seconds) {
        dom_lead rule = (dom_lead)o->lead_first;
        bench_deal(&deal, o, rule);
        double start = bench_now_s();
        for (int i = 0; i < BENCH_REPEATS; i++) {
            dom_action legal[DOM_ACTIONS_MAX];
            dom_event event;
            int count;
            dom_round_begin(&round, o, &deal, rule, deal.leader);
            while ((count = dom_round_legal(&round, legal)) > 0) {
                (void)dom_round_apply(&round, legal[bench_below((uint32_t)count)], &event);
                plies++;
            }
        }
        spent += bench_now_s() - start;
    }
    return spent * 1e9 / (double)plies;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 0.2;
    double plies;
    double bare = bench_bare_ns(seconds, &plies);
    (void)printf("%-28s %7s %6s\n%-28s %7.1f\n", "variant", "ns/ply", "ratio",
                 "(bare block-2 loop)", bare);
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant v = dom_variant_at(i);
        double ns = time_variant(&v.options, seconds);
        (void)printf("%-28s %7.1f %6.1f\n", v.name, ns, ns / bare);
    }
    return 0;
}
