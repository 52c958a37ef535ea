/* Are bots that play at random now and then put in the right order by their skill, and are the
 * losses of their random choices larger?
 *
 *     search.prove_losses [--sets N] [--worlds N] [--seed N]
 *
 * The bots take any legal action in 5, 10 and 20 % of their choices, and are `careful` otherwise.
 * They play block-2 against the reference policy. A set is two matches with the same deals, one in
 * each seat. Intervals are over sets. Prints a table in Markdown; docs/explanation/analysis.md
 * explains it. Exits with 1 if intervals overlap that should not: those of random and other
 * choices, and from 200 sets on those of the bots. Exits with 2 if an argument is wrong.
 */
#include "selfplay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "rules/variant.h"

enum { RATES = 3, ENOUGH_SETS = 200 };

static const int rate_of[RATES] = {5, 10, 20}; /* in per cent */

/* A mean over choices whose interval is over sets: of each set its sum and its number count. */
typedef struct {
    double sum, count;   /* of the set in play */
    double sums, counts; /* of all sets before */
    double sums2, counts2, product;
    int sets;
} mean;

/* Which choices. */
enum { ALL, RANDOM, OTHER, LOSSES };

/* A bot, and what was measured of it. */
typedef struct {
    selfplay play;
    dom_search_value_plan plan;
    dom_random choices, seeds;
    int rate, seat;
    mean loss[LOSSES];
    mean skill; /* of all choices */
} bot;

static void mean_add(mean *m, double value)
{
    m->sum += value;
    m->count++;
}

static void mean_end_set(mean *m)
{
    m->sums += m->sum;
    m->counts += m->count;
    m->sums2 += m->sum * m->sum;
    m->counts2 += m->count * m->count;
    m->product += m->sum * m->count;
    m->sets++;
    m->sum = m->count = 0;
}

static double mean_of(const mean *m)
{
    return m->sums / m->counts;
}

/* Returns half the width of the 95 % interval. */
static double half_width(const mean *m)
{
    double of = mean_of(m);
    double squares = m->sums2 - 2 * of * m->product + of * of * m->counts2;
    return 1.96 * sqrt(squares * m->sets / (m->sets - 1)) / m->counts;
}

/* Returns true if the interval of a lies below that of b. */
static bool is_below(const mean *a, const mean *b)
{
    return mean_of(a) + half_width(a) < mean_of(b) - half_width(b);
}

static void note_loss(bot *b, const dom_match *match, int taken, bool is_random)
{
    static dom_search_values values;
    static dom_search_belief belief;
    b->plan.seed = dom_random_bits(&b->seeds);
    if (!selfplay_values(&values, &belief, match, &b->plan))
        return;
    double loss = dom_search_loss(&values, taken).mean;
    mean_add(&b->skill, dom_search_skill(&values, taken).mean);
    mean_add(&b->loss[ALL], loss);
    mean_add(&b->loss[is_random ? RANDOM : OTHER], loss);
}

static int choose(void *context, const dom_match *match, const dom_search_choice *choice)
{
    bot *b = context;
    if (match->play.turn != b->seat)
        return selfplay_policy(&b->choices, choice);
    bool is_random = dom_random_below(&b->choices, 100) < b->rate;
    int taken = is_random ? dom_random_below(&b->choices, choice->count) : choice->preferred;
    note_loss(b, match, taken, is_random);
    return taken;
}

/* Plays a match. The deals depend on the seed alone. */
static void play_match(bot *b, const dom_options *options, uint64_t seed)
{
    selfplay_begin(&b->play, options, seed);
    b->play.context = b;
    b->play.choose = choose;
    while (!b->play.match.over) {
        selfplay_deal(&b->play);
        selfplay_round(&b->play);
        dom_match_settle(&b->play.match);
    }
}

static void play_sets(bot *b, const dom_options *options, long sets, uint64_t seed)
{
    b->choices.state = ~seed;
    b->seeds.state = seed;
    for (long set = 0; set < sets; set++) {
        for (b->seat = 0; b->seat < 2; b->seat++)
            play_match(b, options, seed << 32 ^ (uint64_t)set << 8);
        for (int k = 0; k < LOSSES; k++)
            mean_end_set(&b->loss[k]);
        mean_end_set(&b->skill);
    }
}

static void print_mean(const mean *m)
{
    printf(" %+.3f ± %.3f |", mean_of(m), half_width(m));
}

static void print_row(const bot *b)
{
    printf("| %d %% | %.0f |", b->rate, b->skill.counts);
    print_mean(&b->skill);
    print_mean(&b->loss[ALL]);
    printf(" %.0f |", b->loss[RANDOM].counts);
    print_mean(&b->loss[RANDOM]);
    print_mean(&b->loss[OTHER]);
    printf("\n");
}

/* The order needs enough sets. */
static bool holds(const bot bots[], long sets)
{
    bool good = true;
    for (int r = 0; r < RATES; r++) {
        good = good && is_below(&bots[r].loss[OTHER], &bots[r].loss[RANDOM]);
        good =
            good && (r == 0 || sets < ENOUGH_SETS || is_below(&bots[r].skill, &bots[r - 1].skill));
    }
    printf("%s\n", good ? "all bounds hold" : "FAILED");
    return good;
}

int main(int argc, char **argv)
{
    static bot bots[RATES];
    long sets = option_number(argc, argv, "sets", 200);
    long seed = option_number(argc, argv, "seed", 1);
    long worlds = option_number(argc, argv, "worlds", 100);
    dom_variant variant;
    if (dom_variant_find(&variant, "block-2", NULL) != DOM_OK)
        return 2;
    printf("| random | choices | skill | loss | random choices | loss | loss of the others |\n"
           "|---|---|---|---|---|---|---|\n");
    for (int r = 0; r < RATES; r++) {
        bots[r].rate = rate_of[r];
        bots[r].plan.worlds = (int)worlds;
        play_sets(&bots[r], &variant.options, sets, (uint64_t)seed);
        print_row(&bots[r]);
    }
    return holds(bots, sets) ? 0 : 1;
}
