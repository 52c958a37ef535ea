/* Are values as exact as their errors say, in whole games? Each value is estimated twice, from
 * other worlds, and the squared difference is compared with the sum of the two variances.
 *
 *     search.prove_errors [--rounds N] [--worlds N] [--variants N] [--seed N]
 *
 * Every fifth choice of rounds of self-play is looked at. --variants N takes every Nth variant.
 * Prints a table in Markdown; docs/explanation/analysis.md explains it. Exits with 1 if the squared
 * differences are on average more than 1.5 times what the variances say, with 2 if an argument is
 * wrong.
 */
#include "selfplay.h"

#include <math.h>
#include <stdio.h>

#include "rules/variant.h"

enum { EVERY = 5 };

static const double most_ratio = 1.5;

/* Differences of two estimates. */
typedef struct {
    double squares, variances; /* summed up */
} differences;

/* What was measured. */
typedef struct {
    int count;
    differences value, skill;
    double effective_worlds; /* summed up */
} measured;

typedef struct {
    selfplay play;
    dom_search_value_plan plan;
    dom_random choices, seeds;
    long met; /* choices so far */
    measured of_variant;
    measured of_seats[DOM_SEATS_MAX + 1];
} proof;

static dom_search_belief belief;

/* Returns false if one world has all the weight, so that nothing is said about an error. */
static bool estimate(proof *p, dom_search_values *values, const dom_match *match, int taken)
{
    p->plan.seed = dom_random_bits(&p->seeds);
    return selfplay_values(values, &belief, match, &p->plan) &&
           isfinite(dom_search_value_of_action(values, taken).variance);
}

static void add_difference(differences *d, dom_search_estimate a, dom_search_estimate b)
{
    d->squares += (a.mean - b.mean) * (a.mean - b.mean);
    d->variances += a.variance + b.variance;
}

static void compare(proof *p, const dom_match *match, int taken)
{
    static dom_search_values one, two;
    measured *m = &p->of_variant;
    if (!estimate(p, &one, match, taken) || !estimate(p, &two, match, taken))
        return;
    add_difference(&m->value, dom_search_value_of_action(&one, taken),
                   dom_search_value_of_action(&two, taken));
    add_difference(&m->skill, dom_search_skill(&one, taken), dom_search_skill(&two, taken));
    m->effective_worlds += dom_search_effective_worlds(&one);
    m->count++;
}

/* Adds differences in units of their mean variance, so that a variant with large scores does not
 * count more than others. */
static void add_in_units(differences *to, const differences *from, int count)
{
    if (from->variances <= 0)
        return;
    to->squares += from->squares * count / from->variances;
    to->variances += count;
}

static void end_variant(proof *p, int seats)
{
    const measured *from = &p->of_variant;
    measured *to = &p->of_seats[seats];
    add_in_units(&to->value, &from->value, from->count);
    add_in_units(&to->skill, &from->skill, from->count);
    to->effective_worlds += from->effective_worlds;
    to->count += from->count;
}

static int choose(void *context, const dom_match *match, const dom_search_choice *choice)
{
    proof *p = context;
    int taken = selfplay_policy(&p->choices, choice);
    if (p->met++ % EVERY == 0)
        compare(p, match, taken);
    return taken;
}

static void play(proof *p, const dom_options *options, uint64_t seed, long rounds)
{
    p->of_variant = (measured){.count = 0};
    selfplay_begin(&p->play, options, seed);
    p->play.context = p;
    p->play.choose = choose;
    for (long i = 0; i < rounds; i++) {
        selfplay_deal(&p->play);
        selfplay_round(&p->play);
        dom_match_settle(&p->play.match);
    }
    end_variant(p, options->players);
}

static void sum_up(differences *to, const differences *from)
{
    to->squares += from->squares;
    to->variances += from->variances;
}

static double ratio_of(const differences *d)
{
    return d->squares / d->variances;
}

/* Prints the table. Returns true if the errors hold over all variants. */
static bool print(const proof *p)
{
    differences values = {0, 0}, skills = {0, 0};
    printf("| seats | choices | effective worlds | ratio | ratio of skills |\n"
           "|---|---|---|---|---|\n");
    for (int seats = 0; seats <= DOM_SEATS_MAX; seats++) {
        const measured *m = &p->of_seats[seats];
        if (m->count == 0)
            continue;
        printf("| %d | %d | %.0f | %.2f | %.2f |\n", seats, m->count,
               m->effective_worlds / m->count, ratio_of(&m->value), ratio_of(&m->skill));
        sum_up(&values, &m->value);
        sum_up(&skills, &m->skill);
    }
    bool good = ratio_of(&values) < most_ratio && ratio_of(&skills) < most_ratio;
    printf("\nratio of all: %.2f, of skills: %.2f\n%s\n", ratio_of(&values), ratio_of(&skills),
           good ? "all bounds hold" : "FAILED");
    return good;
}

int main(int argc, char **argv)
{
    static proof p;
    long rounds = option_number(argc, argv, "rounds", 20);
    long step = option_number(argc, argv, "variants", 1);
    long seed = option_number(argc, argv, "seed", 1);
    p.plan.worlds = (int)option_number(argc, argv, "worlds", 200);
    p.choices.state = (uint64_t)seed;
    p.seeds.state = ~(uint64_t)seed;
    for (size_t v = 0; v < dom_variant_count(); v += (size_t)step) {
        dom_variant variant = dom_variant_at(v);
        play(&p, &variant.options, (uint64_t)seed << 32 ^ v, rounds);
    }
    return print(&p) ? 0 : 1;
}
