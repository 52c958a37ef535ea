/* How often a test of `compare` errs, and how often its interval contains the true difference, by
 * enumeration.
 *
 * Two bots meet in sets of two matches without draws, so a set is lost, split or won. What a test
 * does after n sets depends only on how many of them were lost and won. These states are few, so
 * the probability of every outcome is computed exactly.
 */
#include "calibrate.h"
#include "ratings/sprt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETS_MAX = 400, CLASSES = 3, STEP = 20, TRUTHS = 2 * DOM_RATINGS_SPRT_ELO_MAX / STEP + 1 };

/* Coverage is judged at the bounds, between them and so far beyond them, Elo. */
enum { BEYOND = 200 };

static const double likely = .02; /* the chance of a likely outcome */

typedef struct {
    bool is_short;
    double elo0, elo1;
    int sets; /* at most */
} bounds;

static const bounds cases[] = {{false, 0, 40, 400},    {false, 0, 100, 200},  {true, 0, 100, 20},
                               {false, -60, 60, 200},  {true, 0, 200, 100},   {true, 0, 200, 10},
                               {false, 100, 300, 100}, {true, -100, 100, 100}};

/* The sets: the correlation of their two matches, by how much the first seat leads, Elo, and how
 * wide intervals may be, relative to the exact one that knows the first two. If luck cancels, that
 * one knows much: from a few sets, nobody can tell that they vary so little. */
typedef struct {
    double correlation, lead, widest;
} kind;

static const kind kinds[] = {{0, 0, 1.1},    {-.6, 0, 1.45},   {.6, 0, 1.1},   {-.9, 0, 1.45},
                             {0, 200, 1.1},  {-.6, 200, 1.45}, {.6, 200, 1.1}, {-.9, 300, 1.45},
                             {0, 300, 1.15}, {.6, 300, 1.1}};

/* An end of a test. Outcomes are ordered by what they say about the new bot, worst first: an early
 * rejection, a late one, ..., a late acceptance, an early one. */
typedef struct {
    int sets, lost, won;
    dom_ratings_sprt_verdict verdict;
    bool is_estimated;
    dom_ratings_sprt_estimate estimate;
    double chance[TRUTHS]; /* by true difference */
} outcome;

typedef struct {
    const bounds *bounds;
    dom_ratings_sprt test;
    size_t
        *number[SETS_MAX + 1]; /* by sets, lost and won: 1 + the outcome, NO_END, or 0: not seen */
    outcome *outcome;
    size_t count, room;
} enumeration;

enum { NO_END = -1 };

static double elo_of_truth(int truth)
{
    return (double)STEP * truth - DOM_RATINGS_SPRT_ELO_MAX;
}

static double score_of(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* Computes the chances of a set that is lost, split and won. The mean score is that of `elo`. The
 * correlation is reduced as far as the chances make necessary. */
static void find_chances(double elo, const kind *k, double chance[CLASSES])
{
    double lo = -3000, hi = 3000, first = 0, second = 0;
    for (int i = 0; i < 60; i++) {
        double middle = (lo + hi) / 2;
        first = score_of(middle + k->lead);
        second = score_of(middle - k->lead);
        if (first + second > 2 * score_of(elo))
            hi = middle;
        else
            lo = middle;
    }
    double both =
        first * second + k->correlation * sqrt(first * (1 - first) * second * (1 - second));
    both = fmin(fmax(both, fmax(0, first + second - 1)), fmin(first, second));
    chance[2] = both;
    chance[0] = fmax(1 - first - second + both, 0);
    chance[1] = fmax(1 - chance[0] - chance[2], 0);
}

/* ---- the states of a test ------------------------------------------------------ */

static size_t add_outcome(enumeration *e, const dom_ratings_sprt *test, int sets, int lost, int won)
{
    if (e->count == e->room) {
        e->room = 2 * e->room + 1000;
        e->outcome = realloc(e->outcome, e->room * sizeof *e->outcome);
        if (e->outcome == NULL)
            calibrate_fail("out of memory");
    }
    outcome *o = &e->outcome[e->count++];
    *o = (outcome){.sets = sets, .lost = lost, .won = won, .verdict = test->verdict};
    return e->count;
}

/* Returns what a state is, as in enumeration.number. */
static size_t number_of(enumeration *e, int sets, int lost, int won)
{
    size_t *number = &e->number[sets][lost * (sets + 1) + won];
    if (*number != 0)
        return *number;
    dom_ratings_sprt test = e->test;
    int split = sets - lost - won, last = won > 0 ? 4 : split > 0 ? 2 : 0; /* the class of one */
    test.count[0] = lost - (last == 0);
    test.count[2] = split - (last == 2);
    test.count[4] = won - (last == 4);
    if (dom_ratings_sprt_add(&test, last) != DOM_RATINGS_OK)
        calibrate_fail("a set is refused");
    bool is_end = test.verdict != DOM_RATINGS_SPRT_UNDECIDED || sets == e->bounds->sets;
    *number = is_end ? add_outcome(e, &test, sets, lost, won) : (size_t)NO_END;
    return *number;
}

/* Plays one set more in every state: the chances of the states by sets lost and won. */
static void play_set(const double chance[CLASSES], int sets, double (*before)[SETS_MAX + 1],
                     double (*after)[SETS_MAX + 1])
{
    for (int lost = 0; lost <= sets; lost++)
        memset(after[lost], 0, ((size_t)sets + 1) * sizeof(double));
    for (int lost = 0; lost < sets; lost++)
        for (int won = 0; lost + won < sets; won++) {
            double here = before[lost][won];
            if (here < 1e-12)
                continue;
            after[lost + 1][won] += here * chance[0];
            after[lost][won] += here * chance[1];
            after[lost][won + 1] += here * chance[2];
        }
}

/* Adds up the chances of all outcomes at one true difference. */
static void enumerate(enumeration *e, const double chance[CLASSES], int truth)
{
    static double state[2][SETS_MAX + 1][SETS_MAX + 1];
    state[0][0][0] = 1;
    for (int sets = 1; sets <= e->bounds->sets; sets++) {
        double(*now)[SETS_MAX + 1] = state[sets % 2];
        play_set(chance, sets, state[(sets - 1) % 2], now);
        for (int lost = 0; lost <= sets; lost++)
            for (int won = 0; lost + won <= sets; won++) {
                if (now[lost][won] == 0)
                    continue;
                size_t number = number_of(e, sets, lost, won);
                if (number == (size_t)NO_END)
                    continue;
                e->outcome[number - 1].chance[truth] = now[lost][won];
                now[lost][won] = 0;
            }
    }
}

/* ---- intervals ------------------------------------------------------------------- */

static void estimate(const enumeration *e, outcome *o)
{
    dom_ratings_sprt test = e->test;
    test.count[0] = o->lost;
    test.count[2] = o->sets - o->lost - o->won;
    test.count[4] = o->won;
    test.verdict = o->verdict;
    if (!o->is_estimated && dom_ratings_sprt_estimate_of(&o->estimate, &test) != DOM_RATINGS_OK)
        calibrate_fail("an estimate is refused");
    o->is_estimated = true;
}

/* Outcomes in the order of what they say about the new bot, worst first: an early rejection, a late
 * one, no decision, a late acceptance, an early one; then by points. */
static int compare_outcomes(const void *a, const void *b)
{
    static const int side[] = {[DOM_RATINGS_SPRT_ACCEPTS_0] = -1, [DOM_RATINGS_SPRT_ACCEPTS_1] = 1};
    const outcome *x = *(outcome *const *)a, *y = *(outcome *const *)b;
    int ahead =
        side[x->verdict] * (SETS_MAX + 1 - x->sets) - side[y->verdict] * (SETS_MAX + 1 - y->sets);
    return ahead ? ahead : x->won - x->lost - (y->won - y->lost);
}

/* Returns the true difference at which the sum of the chances of some outcomes is 2.5 %. The sum
 * rises with the difference, or falls. */
static double limit_of(const double sum[TRUTHS], bool rises)
{
    int truth = rises ? 0 : TRUTHS - 1, step = rises ? 1 : -1;
    while (truth + step >= 0 && truth + step < TRUTHS && sum[truth + step] < .025)
        truth += step;
    if (truth + step < 0 || truth + step >= TRUTHS)
        return elo_of_truth(truth);
    double part = (.025 - sum[truth]) / (sum[truth + step] - sum[truth]);
    return elo_of_truth(truth) + step * STEP * fmin(fmax(part, 0), 1);
}

/* Adds to `width`, by true difference, the mean width of the exact intervals. These know the kind
 * of the sets: they hold the differences for which outcomes at least as good, and at least as bad,
 * have a chance of 2.5 %. */
static void add_exact_widths(const enumeration *e, double width[TRUTHS])
{
    double worse[TRUTHS] = {0}, to_here[TRUTHS], from_here[TRUTHS];
    outcome **order = calloc(e->count, sizeof *order);
    if (order == NULL)
        calibrate_fail("out of memory");
    for (size_t i = 0; i < e->count; i++)
        order[i] = &e->outcome[i];
    qsort(order, e->count, sizeof *order, compare_outcomes);
    for (size_t i = 0, end; i < e->count; i = end) {
        double same[TRUTHS] = {0};
        for (end = i; end < e->count && compare_outcomes(&order[i], &order[end]) == 0; end++)
            for (int t = 0; t < TRUTHS; t++)
                same[t] += order[end]->chance[t];
        for (int t = 0; t < TRUTHS; t++) {
            from_here[t] = 1 - worse[t];
            worse[t] += same[t];
            to_here[t] = worse[t];
        }
        double exact = limit_of(to_here, false) - limit_of(from_here, true);
        for (int t = 0; t < TRUTHS; t++)
            width[t] += same[t] * exact;
    }
    free(order);
}

/* ---- a row ---------------------------------------------------------------------- */

typedef struct {
    double sets[TRUTHS], held[TRUTHS], width[TRUTHS], exact[TRUTHS], accepts[2][TRUTHS];
    double likeliest[TRUTHS]; /* chance of the likeliest outcome */
} finding;

static void judge_outcomes(enumeration *e, finding *f)
{
    static const double seldom = 1e-7;
    for (size_t i = 0; i < e->count; i++) {
        outcome *o = &e->outcome[i];
        for (int t = 0; t < TRUTHS; t++) {
            double chance = o->chance[t];
            f->sets[t] += chance * o->sets;
            f->likeliest[t] = fmax(f->likeliest[t], chance);
            if (o->verdict != DOM_RATINGS_SPRT_UNDECIDED)
                f->accepts[o->verdict == DOM_RATINGS_SPRT_ACCEPTS_1][t] += chance;
            if (chance < seldom)
                continue;
            estimate(e, o);
            double elo = elo_of_truth(t);
            f->held[t] += chance * (o->estimate.elo_lo <= elo && elo <= o->estimate.elo_hi);
            f->width[t] += chance * (o->estimate.elo_hi - o->estimate.elo_lo);
        }
    }
    add_exact_widths(e, f->exact);
}

/* Returns the mean number of sets, relative to Wald's approximation: the mean ratio at the end over
 * its drift. */
static double of_wald(const enumeration *e, const double chance[CLASSES], double sets)
{
    const double many = 1e9,
                 count[5] = {many * chance[0], 0, many * chance[1], 0, many * chance[2]};
    double ratio;
    if (dom_ratings_sprt_llr(&ratio, DOM_RATINGS_SPRT_LOGISTIC, count, e->test.sets,
                             e->bounds->elo0, e->bounds->elo1) != DOM_RATINGS_OK)
        calibrate_fail("a ratio is refused");
    return sets * fabs(ratio / many) / (.9 * log(19));
}

static int truth_at(double elo)
{
    return (int)((elo + DOM_RATINGS_SPRT_ELO_MAX) / STEP);
}

static const char *cell(double value, int digits, char text[16])
{
    (void)snprintf(text, 16, value > 0 ? "%.*f" : "-", digits, value);
    return text;
}

static bool report(const enumeration *e, const finding *f, const kind *k)
{
    const bounds *b = e->bounds;
    int at0 = truth_at(b->elo0), at1 = truth_at(b->elo1), least = at0, longer = 0;
    double mean = 0, width = 0, chance[CLASSES];
    for (int t = truth_at(b->elo0 - BEYOND); t <= truth_at(b->elo1 + BEYOND); t++) {
        least = f->held[t] < f->held[least] ? t : least;
        if (f->sets[t] < 20)
            width = fmax(width, f->width[t] / f->exact[t]);
        if (f->sets[t] >= 20 && f->likeliest[t] <= likely) {
            mean += f->held[t];
            longer++;
        }
    }
    mean /= fmax(longer, 1);
    find_chances(b->elo0, k, chance);
    double error0 = f->accepts[1][at0], error1 = f->accepts[0][at1];
    bool ok = fmax(error0, error1) <= .055 && f->held[least] >= .935 && mean <= .975 &&
              width <= k->widest;
    char mean_text[16], width_text[16];
    (void)printf(
        "| %g..%g | %d | %+.1f | %g | %.4f | %.4f | %.1f | %.2f | %.3f | %g | %s | %s |%s\n",
        b->elo0, b->elo1, b->sets, k->correlation, k->lead, error0, fmax(error1, 0), f->sets[at0],
        of_wald(e, chance, f->sets[at0]), f->held[least], elo_of_truth(least),
        cell(mean, 3, mean_text), cell(width, 2, width_text), ok ? "" : " FAILED");
    (void)fflush(stdout);
    return ok;
}

static bool run_kind(enumeration *e, const kind *k)
{
    finding f = {.sets = {0}};
    for (size_t i = 0; i < e->count; i++)
        memset(e->outcome[i].chance, 0, sizeof e->outcome[i].chance);
    for (int t = 0; t < TRUTHS; t++) {
        double chance[CLASSES];
        find_chances(elo_of_truth(t), k, chance);
        enumerate(e, chance, t);
    }
    judge_outcomes(e, &f);
    return report(e, &f, k);
}

static bool run_bounds(const bounds *b)
{
    enumeration e = {.bounds = b};
    bool ok = true;
    if (dom_ratings_sprt_begin(&e.test, DOM_RATINGS_SPRT_LOGISTIC,
                               (dom_ratings_sprt_sets){.matches = 2}, b->elo0, b->elo1, .05,
                               .05) != DOM_RATINGS_OK)
        calibrate_fail("a test is refused");
    for (size_t n = 0; n <= (size_t)b->sets; n++)
        if ((e.number[n] = calloc((n + 1) * (n + 1), sizeof **e.number)) == NULL)
            calibrate_fail("out of memory");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        ok &= run_kind(&e, &kinds[i]);
    for (int n = 0; n <= b->sets; n++)
        free(e.number[n]);
    free(e.outcome);
    return ok;
}

bool calibrate_compared(bool is_long)
{
    bool ok = true;
    (void)printf(
        "\n## Sequential tests by enumeration\n\n"
        "| bounds | at most sets | correlation | lead | error at elo0 | at elo1 | sets | of Wald's "
        "| least | at Elo | mean | width |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (is_long || cases[i].is_short)
            ok &= run_bounds(&cases[i]);
    return ok;
}
