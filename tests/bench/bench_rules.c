/* Speed of the rules: random play-outs through the public API (legal list and
 * apply), one thread, nanoseconds per ply of every variant beside a bare block-2
 * loop written only for this comparison. The ratio to it means something on any
 * machine.
 *
 *     bench_rules [SECONDS_PER_VARIANT]    default 0.2
 */
#include "bench.h"
#include "rules/match.h"
#include "rules/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BENCH_REPEATS = 200 /* rounds of a deal, so that reading the clock costs nothing */ };

static int bench_fill(dom_tileset set, dom_tile tiles[])
{
    int n = 0;
    for (dom_tile t = dom_tileset_next(set, 0); t != DOM_NO_TILE; t = dom_tileset_next(set, t + 1))
        tiles[n++] = t;
    return n;
}

static void bench_shuffle(dom_tile tiles[], int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)bench_below((uint32_t)i + 1);
        dom_tile swap = tiles[i];
        tiles[i] = tiles[j];
        tiles[j] = swap;
    }
}

static void bench_deal(dom_deal *deal, const dom_options *o, dom_lead rule)
{
    dom_tile tiles[DOM_TILES_MAX];
    int n = bench_fill(dom_tileset_full(o->set_max, o->doubles), tiles);
    do {
        memset(deal, 0, sizeof *deal);
        bench_shuffle(tiles, n);
        int at = 0;
        deal->start = DOM_NO_TILE;
        if (o->start_tile != DOM_START_NONE) {
            while (dom_tile_is_double(tiles[0]))
                bench_shuffle(tiles, n);
            deal->start = tiles[at++];
        }
        for (int s = 0; s < o->players; s++)
            for (int i = 0; i < o->hand; i++)
                deal->hand[s] = dom_tileset_with(deal->hand[s], tiles[at++]);
        deal->stock_count = (uint8_t)(n - at);
        for (int s = 0; s < o->players; s++)
            memcpy(deal->stock[s], tiles + at, (size_t)(n - at));
        deal->leader = (int8_t)bench_below((uint32_t)o->players);
    } while (dom_lead_wants_redeal(o, rule, deal));
}

/* ---- the bare loop: block-2 on two machine words, nothing checked ---------- */

/* Returns nanoseconds per ply; *per_round receives the plies of a round. */
static double bench_bare_ns(double seconds, double *per_round)
{
    uint64_t showing[7];
    dom_options o = dom_options_default();
    static dom_deal deal;
    double spent = 0;
    uint64_t plies = 0, rounds = 0;
    for (int p = 0; p < 7; p++)
        showing[p] = dom_tileset_showing(p).bits[0] & ((1u << 28) - 1);
    while (spent < seconds) {
        bench_deal(&deal, &o, DOM_LEAD_LOTS);
        rounds += BENCH_REPEATS;
        double start = bench_now_s();
        for (int i = 0; i < BENCH_REPEATS; i++) {
            uint64_t hand[2] = {deal.hand[0].bits[0], deal.hand[1].bits[0]};
            int turn = deal.leader, left = -1, right = -1, passes = 0;
            while (passes < 2) {
                uint64_t fits =
                    left < 0 ? hand[turn] : hand[turn] & (showing[left] | showing[right]);
                plies++;
                if (fits == 0) {
                    passes++;
                    turn ^= 1;
                    continue;
                }
                passes = 0;
                for (uint32_t skip = bench_below((uint32_t)__builtin_popcountll(fits)); skip > 0;
                     skip--)
                    fits &= fits - 1;
                dom_tile tile = (dom_tile)__builtin_ctzll(fits);
                int high = dom_tile_high(tile), low = dom_tile_low(tile);
                hand[turn] &= ~((uint64_t)1 << tile);
                if (left < 0) {
                    left = high;
                    right = low;
                } else if (high == left || low == left) {
                    left = high + low - left;
                } else {
                    right = high + low - right;
                }
                if (hand[turn] == 0)
                    break;
                turn ^= 1;
            }
        }
        spent += bench_now_s() - start;
    }
    *per_round = (double)plies / (double)rounds;
    return spent * 1e9 / (double)plies;
}

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
