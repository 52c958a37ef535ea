/* Compares set scores and sequential tests with numbers of fastchess and fishtest. */
#include "pools.h"
#include "ratings/sprt.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

/* Returns sets of so many matches in which the two bots meet. */
static dom_ratings_sprt_sets met(int matches)
{
    return (dom_ratings_sprt_sets){.matches = matches};
}

static dom_ratings_sprt test;
static dom_ratings_sprt_estimate estimate;

/* Begins the test anew, with errors of 5 %. */
static void begin(dom_ratings_sprt_scale scale, dom_ratings_sprt_sets sets, double elo0,
                  double elo1)
{
    cr_assert(
        eq(int, dom_ratings_sprt_begin(&test, scale, sets, elo0, elo1, .05, .05), DOM_RATINGS_OK));
}

static void add_set(int class)
{
    cr_assert(eq(int, dom_ratings_sprt_add(&test, class), DOM_RATINGS_OK));
}

/* Fills in the estimate of the test. */
static void make_estimate(void)
{
    cr_assert(eq(int, dom_ratings_sprt_estimate_of(&estimate, &test), DOM_RATINGS_OK));
}

static double llr_of(dom_ratings_sprt_scale scale, const double count[], dom_ratings_sprt_sets sets,
                     double elo0, double elo1)
{
    double llr;
    cr_assert(eq(int, dom_ratings_sprt_llr(&llr, scale, count, sets, elo0, elo1), DOM_RATINGS_OK));
    return llr;
}

static dom_ratings_set_score score_of(const double count[], dom_ratings_sprt_sets sets)
{
    dom_ratings_set_score score;
    cr_assert(eq(int, dom_ratings_set_score_of(&score, count, sets), DOM_RATINGS_OK));
    return score;
}

/* Counts from the lowest score up; five classes are LL, LD, WL + DD, WD, WW. */
typedef struct {
    int matches;
    double count[9];
    double elo, elo_half, los, nelo, nelo_half;
} score_case;

/* NaN means not given. nElo and its half-width are as fastchess prints them. */
static const score_case score_cases[] = {
    {1, {89, 123, 76}, -15.693521, 30.458007, .1553264, -20.76, 40.13},
    {1, {96, 111, 136}, 40.702458, 30.427218, .9960102, 49.77, 36.77},
    {1, {356, 0, 34}, -407.986, 63.164, NAN, -508.44, 34.48},
    {2, {34, 54, 63, 64, 75}, 55.579780, 27.653430, .9999704, 57.94, 28.28},
    {2, {332, 433, 498, 333, 334}, -8.642668, 10.334194, .0504701, -9.17, 10.96},
    {2, {7895, 8757, 5685, 568, 9999}, -21.043521, 2.95, 4.55e-45, -19.01, 2.65},
    {4, {2, 5, 11, 20, 30, 24, 15, 8, 3}, 18.419546, NAN, .9125152, 21.691689, NAN},
};

static void check_given(double found, double expected, double tolerance)
{
    if (!isnan(expected))
        check_near(found, expected, tolerance);
}

Test(ratings_sprt, scores_of_sets_are_those_of_fishtest_and_fastchess)
{
    for (size_t i = 0; i < sizeof score_cases / sizeof *score_cases; i++) {
        const score_case *c = &score_cases[i];
        dom_ratings_set_score s = score_of(c->count, met(c->matches));
        check_near(s.elo, c->elo, i == 2 ? 0.002 : 2e-6);
        check_given((s.elo_hi - s.elo_lo) / 2, c->elo_half, i == 2 || i == 5 ? 0.005 : 2e-3);
        check_given(s.los, c->los, 1e-7);
        check_near(s.nelo, c->nelo, i == 2 ? 0.05 : 0.005);
        check_given((s.nelo_hi - s.nelo_lo) / 2, c->nelo_half, 0.005);
    }
}

Test(ratings_sprt, mean_and_variance_of_nine_classes)
{
    dom_ratings_set_score s = score_of(score_cases[6].count, met(4));
    check_near(s.score, .5264830508, 1e-9);
    check_near(s.variance, .0449819107, 1e-9);
    check_near(s.nelo, 21.691689, 1e-6);
}

typedef struct {
    dom_ratings_sprt_scale scale;
    int matches;
    double count[9];
    double elo0, elo1, llr;
} llr_case;

static const llr_case llr_cases[] = {
    {DOM_RATINGS_SPRT_NORMALISED, 1, {36027, 68692, 36433}, 0, 2, 0.923293},
    {DOM_RATINGS_SPRT_NORMALISED, 1, {10650, 20431, 10871}, -1.75, .25, 2.297500},
    {DOM_RATINGS_SPRT_NORMALISED, 1, {0, 0, 4250}, 0, 10, 120.5483},
    {DOM_RATINGS_SPRT_LOGISTIC, 1, {21184, 40708, 21404}, .5, 2.5, -1.571889},
    {DOM_RATINGS_SPRT_LOGISTIC, 1, {57030, 106593, 57433}, 0, 2, -2.593024},
    {DOM_RATINGS_SPRT_NORMALISED, 2, {365, 16618, 36229, 16974, 390}, 0, 2, 2.250368},
    {DOM_RATINGS_SPRT_NORMALISED, 2, {127, 4883, 10712, 5150, 104}, -1.75, .25, 3.010154},
    {DOM_RATINGS_SPRT_NORMALISED, 2, {0, 0, 0, 0, 5550}, 0, 5, 111.7976},
    {DOM_RATINGS_SPRT_LOGISTIC, 2, {223, 9863, 21279, 10037, 246}, .5, 2.5, -3.074126},
    {DOM_RATINGS_SPRT_LOGISTIC, 2, {871, 26175, 55983, 26678, 821}, 0, 2, -4.978673},
    {DOM_RATINGS_SPRT_LOGISTIC, 2, {10789, 19328, 33806, 19402, 10543}, -3, 1, 2.1310678118},
    {DOM_RATINGS_SPRT_LOGISTIC, 2, {39, 2226, 31451, 2412, 40}, .2, .9, 2.1625425800},
    {DOM_RATINGS_SPRT_NORMALISED, 2, {39, 2226, 31451, 2412, 40}, .764, 3.439, 2.1629408696},
    {DOM_RATINGS_SPRT_LOGISTIC, 1, {1351, 2942, 1477}, 0, 10, 2.524246},
    {DOM_RATINGS_SPRT_LOGISTIC, 1, {555, 298, 555}, 0, 10, -0.739658},
    {DOM_RATINGS_SPRT_LOGISTIC, 1, {149, 1, 3}, 0, 10, -4.293261},
    {DOM_RATINGS_SPRT_LOGISTIC, 4, {2, 5, 11, 20, 30, 24, 15, 8, 3}, 0, 10, .7183027903},
    {DOM_RATINGS_SPRT_LOGISTIC, 4, {2, 5, 11, 20, 30, 24, 15, 8, 3}, 0, 5, .4249795522},
    {DOM_RATINGS_SPRT_NORMALISED, 4, {2, 5, 11, 20, 30, 24, 15, 8, 3}, 0, 10, .6456349657},
    {DOM_RATINGS_SPRT_NORMALISED, 4, {2, 5, 11, 20, 30, 24, 15, 8, 3}, 0, 5, .3713035378},
};

Test(ratings_sprt, likelihood_ratios_are_those_of_fishtest)
{
    for (size_t i = 0; i < sizeof llr_cases / sizeof *llr_cases; i++) {
        const llr_case *c = &llr_cases[i];
        double llr = llr_of(c->scale, c->count, met(c->matches), c->elo0, c->elo1);
        check_near(llr, c->llr, 1e-6 * (1 + fabs(c->llr)));
    }
}

/* Each of two plays 4 matches against the same 3 opponents. */
static const dom_ratings_sprt_sets compared = {.matches = 4, .opponents = 3};

Test(ratings_sprt, classes_of_differences)
{
    static const struct {
        dom_ratings_sprt_sets sets;
        int classes;
    } cases[] = {{{.matches = 2}, 5},
                 {{.matches = 3, .opponents = 2}, 25},
                 {{.matches = 4, .opponents = 3}, 49},
                 {{.matches = 8, .opponents = 7}, 225},
                 {{.matches = 9, .opponents = 7}, 0},
                 {{.matches = 2, .opponents = -1}, 0},
                 {{.opponents = 1}, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect(eq(int, dom_ratings_sprt_classes(cases[i].sets), cases[i].classes), "%zu", i);
    check_near(dom_ratings_sprt_score(met(2), 3), .75, 0);
    check_near(dom_ratings_sprt_score(compared, 0), -.5, 0);
    check_near(dom_ratings_sprt_score(compared, 24), .5, 0);
    check_near(dom_ratings_sprt_score(compared, 25), .5 + 1 / 24.0, 1e-15);
    check_near(dom_ratings_sprt_score(compared, 48), 1.5, 0);
}

/* The expected numbers were computed by bisection in Python. */
Test(ratings_sprt, likelihood_ratios_of_differences)
{
    static const struct {
        double elo0, elo1, llr;
    } cases[] = {{0, 10, 2.055459528}, {-5, 5, 3.780172431}, {0, 40, -9.599783177}};
    const double count[DOM_RATINGS_SPRT_CLASSES_MAX] = {
        [18] = 3,  [20] = 9,  [22] = 31, [23] = 20, [24] = 120,
        [25] = 28, [26] = 40, [28] = 14, [30] = 5,  [33] = 2};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_near(llr_of(DOM_RATINGS_SPRT_LOGISTIC, count, compared, cases[i].elo0, cases[i].elo1),
                   cases[i].llr, 1e-6);
    dom_ratings_set_score s = score_of(count, compared);
    check_near(s.score, .51164, 1e-5);
    check_near(s.elo, 8.09, .01);
}

/* A bot that always plays like the other is not better; a few hundred sets show it. */
Test(ratings_sprt, equal_bots_are_rejected_after_some_hundred_sets)
{
    for (int i = 0; i < 2; i++) {
        begin((dom_ratings_sprt_scale)i, compared, 0, 10);
        int sets = 0;
        for (; test.verdict == DOM_RATINGS_SPRT_UNDECIDED && sets < 10000; sets++)
            add_set(24);
        cr_expect(eq(int, test.verdict, DOM_RATINGS_SPRT_ACCEPTS_0));
        cr_expect(ge(int, sets, 100));
    }
}

/* Adds random sets for every number of seats. */
Test(ratings_sprt, differences_are_always_finite)
{
    chance c = {19};
    for (int i = 0; i < 400; i++) {
        dom_ratings_sprt_sets sets = {.matches = 3 + i % 6, .opponents = 2 + i % 6};
        int middle = dom_ratings_sprt_classes(sets) / 2,
            reach = 1 + (int)(chance_uniform(&c) * middle);
        double drift = chance_uniform(&c) - .5;
        begin((dom_ratings_sprt_scale)(i / 6 % 2), sets, 0, 5 + i % 90);
        for (int k = 0; k < 200 && test.verdict == DOM_RATINGS_SPRT_UNDECIDED; k++) {
            int off = (int)(reach * fmax(fmin(chance_normal(&c) / 2 + drift, 1), -1));
            add_set(middle + off);
            cr_assert(isfinite(test.llr));
        }
        make_estimate();
        cr_expect(isfinite(estimate.elo) && estimate.elo_lo <= estimate.elo &&
                  estimate.elo <= estimate.elo_hi);
        cr_expect(isfinite(dom_ratings_sprt_sets_to_go(&test)));
    }
}

Test(ratings_sprt, the_ratio_from_means_is_near_the_exact_one)
{
    double llr, score0 = 0.5, score1 = 1 / (1 + pow(10, -10 / 400.0));
    cr_assert(eq(int,
                 dom_ratings_sprt_llr_of_mean(&llr, 118, .5264830508, .0449819107, score0, score1),
                 DOM_RATINGS_OK));
    check_near(llr, .7280143720, 1e-6);
}

Test(ratings_sprt, the_ratio_from_means_refuses_numbers_out_of_range)
{
    static const struct {
        double sets, mean, variance, mean0, mean1;
    } bad[] = {{100, 0, 0, 0, 1},      {100, 0, -1, 0, 1},        {1.9, 0, 1, 0, 1},
               {100, NAN, 1, 0, 1},    {100, INFINITY, 1, 0, 1},  {100, 0, INFINITY, 0, 1},
               {100, 0, NAN, 0, 1},    {100, 0, 1, -INFINITY, 1}, {100, 0, 1, 0, NAN},
               {INFINITY, 0, 1, 0, 1}, {NAN, 0, 1, 0, 1}};
    double llr;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        llr = 5;
        cr_expect(eq(int,
                     dom_ratings_sprt_llr_of_mean(&llr, bad[i].sets, bad[i].mean, bad[i].variance,
                                                  bad[i].mean0, bad[i].mean1),
                     DOM_RATINGS_E_INVALID),
                  "%zu", i);
        check_near(llr, 0, 0);
    }
    cr_expect(eq(int, dom_ratings_sprt_llr_of_mean(&llr, 2, 0, 1, 0, 1), DOM_RATINGS_OK));
    check_near(llr, -1, 1e-12);
}

Test(ratings_sprt, the_bounds_are_those_of_wald)
{
    begin(DOM_RATINGS_SPRT_LOGISTIC, met(2), 0, 5);
    check_near(test.upper, 2.944438979, 1e-9);
    check_near(test.lower, -2.944438979, 1e-9);
    cr_assert(eq(int,
                 dom_ratings_sprt_begin(&test, DOM_RATINGS_SPRT_LOGISTIC, met(2), 0, 5, .01, .01),
                 DOM_RATINGS_OK));
    check_near(test.upper, 4.595119850, 1e-9);
}

Test(ratings_sprt, scores_and_ratios_refuse_numbers_out_of_range)
{
    static const double good[] = {1, 2, 3};
    static const struct {
        double count[3];
        dom_ratings_rc rc;
    } bad[] = {{{1, NAN, 3}, DOM_RATINGS_E_INVALID},
               {{1, -1, 3}, DOM_RATINGS_E_INVALID},
               {{1, INFINITY, 3}, DOM_RATINGS_E_INVALID},
               {{0, 0, 0}, DOM_RATINGS_E_EMPTY}};
    static const struct {
        dom_ratings_sprt_scale scale;
        double elo0, elo1;
    } bounds[] = {{DOM_RATINGS_SPRT_LOGISTIC, NAN, 5},
                  {DOM_RATINGS_SPRT_LOGISTIC, 0, 1e9},
                  {(dom_ratings_sprt_scale)9, 0, 5}};
    dom_ratings_set_score s;
    double llr;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        s.sets = s.score = 7;
        cr_expect(eq(int, dom_ratings_set_score_of(&s, bad[i].count, met(1)), bad[i].rc), "%zu", i);
        cr_expect(s.sets == 0 && s.score == 0, "%zu", i);
        cr_expect(
            eq(int,
               dom_ratings_sprt_llr(&llr, DOM_RATINGS_SPRT_LOGISTIC, bad[i].count, met(1), 0, 5),
               bad[i].rc),
            "%zu", i);
    }
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        cr_expect(eq(int,
                     dom_ratings_sprt_llr(&llr, bounds[i].scale, good, met(1), bounds[i].elo0,
                                          bounds[i].elo1),
                     DOM_RATINGS_E_INVALID),
                  "%zu", i);
    cr_expect(eq(int, dom_ratings_set_score_of(&s, good, met(0)), DOM_RATINGS_E_INVALID));
    cr_expect(eq(int, dom_ratings_set_score_of(&s, good, met(DOM_RATINGS_SPRT_MATCHES_MAX + 1)),
                 DOM_RATINGS_E_INVALID));
}

Test(ratings_sprt, tests_refuse_numbers_out_of_range)
{
    static const double bad[][3] = {{5, .05, .05}, {0, 0, .05}, {0, .05, NAN}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect(eq(int,
                     dom_ratings_sprt_begin(&test, DOM_RATINGS_SPRT_LOGISTIC, met(2), bad[i][0], 5,
                                            bad[i][1], bad[i][2]),
                     DOM_RATINGS_E_INVALID),
                  "%zu", i);
    begin(DOM_RATINGS_SPRT_LOGISTIC, met(2), 0, 5);
    cr_expect(eq(int, dom_ratings_sprt_add(&test, 5), DOM_RATINGS_E_INVALID));
    cr_expect(eq(int, dom_ratings_sprt_add(&test, -1), DOM_RATINGS_E_INVALID));
}

/* Random counts and bounds give a finite number or an error. */
Test(ratings_sprt, ratios_are_always_finite)
{
    chance c = {11};
    for (int i = 0; i < 20000; i++) {
        double count[9], llr;
        int matches = 1 + (int)(chance_uniform(&c) * 4);
        for (int k = 0; k <= 2 * matches; k++)
            count[k] = chance_uniform(&c) < 0.5 ? 0 : floor(pow(10, 6 * chance_uniform(&c)));
        dom_ratings_sprt_scale scale =
            i % 2 ? DOM_RATINGS_SPRT_LOGISTIC : DOM_RATINGS_SPRT_NORMALISED;
        double elo0 = 2000 * chance_uniform(&c) - 1000, elo1 = 2000 * chance_uniform(&c) - 1000;
        dom_ratings_rc rc = dom_ratings_sprt_llr(&llr, scale, count, met(matches), elo0, elo1);
        cr_expect(isfinite(llr), "%d", i);
        if (scale == DOM_RATINGS_SPRT_LOGISTIC && rc != DOM_RATINGS_E_EMPTY)
            cr_expect(eq(int, rc, DOM_RATINGS_OK));
        dom_ratings_set_score s;
        if (dom_ratings_set_score_of(&s, count, met(matches)) == DOM_RATINGS_OK)
            cr_expect(isfinite(s.elo_lo) && isfinite(s.elo_hi) && isfinite(s.nelo) &&
                      isfinite(s.los));
    }
}

typedef struct {
    dom_ratings_sprt_scale scale;
    double elo0, elo1;
    double count[5];
    double elo, elo_lo, elo_hi, los;
} estimate_case;

static const estimate_case estimate_cases[] = {
    {DOM_RATINGS_SPRT_LOGISTIC,
     -3,
     1,
     {10789, 19328, 33806, 19402, 10543},
     -0.9925366,
     -3.4884921,
     1.4885859,
     .1880348},
    {DOM_RATINGS_SPRT_LOGISTIC,
     .2,
     .9,
     {39, 2226, 31451, 2412, 40},
     .8651828,
     .1683071,
     1.5405993,
     .9920017},
};

Test(ratings_sprt, estimates_are_those_of_fishtest)
{
    for (size_t i = 0; i < sizeof estimate_cases / sizeof *estimate_cases; i++) {
        const estimate_case *c = &estimate_cases[i];
        begin(c->scale, met(2), c->elo0, c->elo1);
        memcpy(test.count, c->count, sizeof c->count);
        make_estimate();
        check_near(estimate.elo, c->elo, 1e-6);
        check_near(estimate.elo_lo, c->elo_lo, 1e-6);
        check_near(estimate.elo_hi, c->elo_hi, 1e-6);
        check_near(estimate.los, c->los, 1e-6);
    }
}

/* Returns the LOS after these sets, with bounds at `middle` +- `half`. */
static double los_at(double middle, double half, const double counts[5])
{
    begin(DOM_RATINGS_SPRT_LOGISTIC, met(2), middle - half, middle + half);
    memcpy(test.count, counts, 5 * sizeof *counts);
    make_estimate();
    return estimate.los;
}

/* Moves the bounds of equal bots from `middle` by 4 Elo. */
static void check_smooth(double middle, double half, const double counts[5])
{
    double last = los_at(middle, half, counts);
    for (int i = 0; i <= 40; i++) {
        double los = los_at(middle + i / 10.0, half, counts);
        check_near(los, last, 0.003);
        check_near(los + los_at(-middle - i / 10.0, half, counts), 1, 1e-9);
        last = los;
    }
    cr_expect(last > 0.503 && last < 0.7, "%f", last);
}

/* Far from the middle of the bounds other formulas are used, from 51 and 60 Elo here. The
 * probability must not jump there, and it must be the same for the other bot. */
Test(ratings_sprt, the_superiority_does_not_jump_where_the_formula_changes)
{
    check_smooth(49, 10, (double[]){80, 132, 132, 132, 80});
    check_smooth(58, 0.4, (double[]){820, 820, 820, 820, 820});
}

/* The estimate of a test that ended at one bound is that of its mirror image turned round, so both
 * bounds are moved alike. */
Test(ratings_sprt, estimates_of_decided_tests_are_symmetric)
{
    static const double bounds[][2] = {{-60, 60}, {100, 300}, {-100, 100}};
    for (uint64_t i = 0; i < 24; i++) {
        const double *b = bounds[i % 3];
        dom_ratings_sprt_estimate e[2];
        dom_ratings_sprt_verdict verdict[2];
        for (int k = 0; k < 2; k++) {
            chance c = {23 + i};
            begin(DOM_RATINGS_SPRT_LOGISTIC, met(2), k ? -b[1] : b[0], k ? -b[0] : b[1]);
            while (test.verdict == DOM_RATINGS_SPRT_UNDECIDED) {
                int won = (chance_uniform(&c) < .58) + (chance_uniform(&c) < .58);
                add_set(k ? 4 - 2 * won : 2 * won);
            }
            verdict[k] = test.verdict;
            make_estimate();
            e[k] = estimate;
        }
        cr_expect(ne(int, verdict[0], verdict[1]));
        check_near(e[0].elo, -e[1].elo, 1e-6);
        check_near(e[0].elo_lo, -e[1].elo_hi, 1e-6);
        check_near(e[0].elo_hi, -e[1].elo_lo, 1e-6);
        check_near(e[0].los, 1 - e[1].los, 1e-9);
    }
}

/* Returns the class of a random set of two matches, of which the first bot wins each with this
 * chance. */
static int set_of_two(chance *c, double win)
{
    return 2 * (chance_uniform(c) < win) + 2 * (chance_uniform(c) < win);
}

Test(ratings_sprt, bots_that_always_split_are_even)
{
    begin(DOM_RATINGS_SPRT_LOGISTIC, met(2), -60, 60);
    add_set(2);
    make_estimate();
    check_near(estimate.elo, 0, 0);
    cr_expect(not(signbit(estimate.elo)));
}

/* From one set to a landslide, on both scales: the limits are in order and finite. */
Test(ratings_sprt, estimates_are_always_finite)
{
    chance c = {13};
    for (int i = 0; i < 60; i++) {
        dom_ratings_sprt_scale scale =
            i % 2 ? DOM_RATINGS_SPRT_LOGISTIC : DOM_RATINGS_SPRT_NORMALISED;
        double win = pow(chance_uniform(&c), 2 * (i % 3)); /* every third bot wins everything */
        begin(scale, met(2), -5, i % 5 ? 5 : 200);
        cr_expect(eq(int, dom_ratings_sprt_estimate_of(&estimate, &test), DOM_RATINGS_E_EMPTY));
        for (int k = 0; k < 1 + 5 * i && test.verdict == DOM_RATINGS_SPRT_UNDECIDED; k++)
            add_set(set_of_two(&c, win));
        make_estimate();
        cr_expect(le(dbl, estimate.elo_lo, estimate.elo), "%d", i);
        cr_expect(le(dbl, estimate.elo, estimate.elo_hi), "%d", i);
        cr_expect(estimate.los >= 0 && estimate.los <= 1);
        cr_expect(isfinite(estimate.elo_lo) && isfinite(estimate.elo_hi));
    }
}

enum { SHORT_MAX = 60 }; /* sets */

/* What tests of elo0..elo1 in a few sets without draws come to. */
typedef struct {
    int sets; /* at most */
    double elo0, elo1;
    double elo, chance[3]; /* the true difference; chances of a set that is lost, split, won */
    double ended, wrong, held;
} short_tests;

/* Notes the tests that ended where `test` is. */
static void note_end(short_tests *s, double part)
{
    make_estimate();
    bool accepts_0 = test.verdict == DOM_RATINGS_SPRT_ACCEPTS_0,
         accepts_1 = test.verdict == DOM_RATINGS_SPRT_ACCEPTS_1;
    s->ended += part;
    s->wrong += (accepts_0 && s->elo >= s->elo1) || (accepts_1 && s->elo <= s->elo0) ? part : 0;
    s->held += estimate.elo_lo <= s->elo && s->elo <= estimate.elo_hi ? part : 0;
}

/* Plays them all, by sets lost and won: their order makes no difference. The least likely are left
 * out. */
static void play_short_tests(short_tests *s)
{
    double before[SHORT_MAX + 1][SHORT_MAX + 1] = {{1}};
    for (int sets = 1; sets <= s->sets; sets++) {
        double after[SHORT_MAX + 1][SHORT_MAX + 1] = {{0}};
        for (int lost = 0; lost < sets; lost++)
            for (int won = 0; lost + won < sets; won++)
                for (int i = 0; i < 3; i++)
                    after[lost + (i == 0)][won + (i == 2)] += before[lost][won] * s->chance[i];
        for (int lost = 0; lost <= sets; lost++)
            for (int won = 0; lost + won <= sets; won++) {
                int split = sets - lost - won, last = won ? 4 : split ? 2 : 0;
                begin(DOM_RATINGS_SPRT_LOGISTIC, met(2), s->elo0, s->elo1);
                test.count[0] = lost;
                test.count[2] = split;
                test.count[4] = won;
                test.count[last]--;
                if (after[lost][won] > 1e-7)
                    add_set(last);
                bool ends = test.verdict != DOM_RATINGS_SPRT_UNDECIDED || sets == s->sets;
                if (ends && after[lost][won] > 1e-7)
                    note_end(s, after[lost][won]);
                before[lost][won] = ends ? 0 : after[lost][won];
            }
    }
}

/* Errors of 5 % and intervals of 95 % hold in tests of a few sets, whether the matches of a set are
 * independent, come out alike or cancel, and whatever the difference is. Up to 60 sets show whether
 * a test decides too soon after many split ones. calibrate_compare.c has more. */
Test(ratings_sprt, short_tests_keep_what_they_promise)
{
    static const double splits[] = {1, .4, 1.6};
    for (int i = 0; i < 3; i++)
        for (int elo = -200; elo <= 300; elo += 100) {
            double p = 1 / (1 + pow(10, -elo / 400.0));
            double split = fmin(splits[i] * 2 * p * (1 - p), 2 * fmin(p, 1 - p));
            short_tests s = {.sets = i == 2 && elo == 100 ? SHORT_MAX : 10,
                             .elo1 = 100,
                             .elo = elo,
                             .chance = {1 - p - split / 2, split, p - split / 2}};
            play_short_tests(&s);
            check_near(s.ended, 1, 1e-4);
            cr_expect(le(dbl, s.wrong, .055), "%g, elo %d", splits[i], elo);
            cr_expect(ge(dbl, s.held, .935), "%g, elo %d", splits[i], elo);
        }
    short_tests alike = {
        .sets = SHORT_MAX, .elo0 = -100, .elo1 = 100, .elo = 0, .chance = {.4, .2, .4}};
    play_short_tests(&alike);
    cr_expect(ge(dbl, alike.held, .935));
}

Test(ratings_sprt, nothing_changes_after_the_verdict)
{
    begin(DOM_RATINGS_SPRT_LOGISTIC, met(2), 0, 50);
    int sets = 0;
    for (; test.verdict == DOM_RATINGS_SPRT_UNDECIDED && sets < 1000; sets++)
        add_set(sets % 4 == 0 ? 1 : 3);
    cr_expect(eq(int, test.verdict, DOM_RATINGS_SPRT_ACCEPTS_1));
    cr_expect(le(dbl, test.llr, test.upper + 1));
    double llr = test.llr;
    cr_expect(eq(int, dom_ratings_sprt_add(&test, 0), DOM_RATINGS_OK));
    check_near(test.llr, llr, 0);
}

/* Plays to the verdict. Reports how many sets were expected after `seen` sets, and how many
 * came. */
static void play_out(chance *c, dom_ratings_sprt_scale scale, double win, int seen,
                     double *expected, double *came)
{
    begin(scale, met(2), 0, 20);
    int sets = 0;
    for (; test.verdict == DOM_RATINGS_SPRT_UNDECIDED; sets++) {
        if (sets == seen) {
            *expected += dom_ratings_sprt_sets_to_go(&test);
            *came -= sets;
        }
        add_set(set_of_two(c, win));
    }
    *came += sets > seen ? sets : 0;
}

/* The expected number of sets is right on average, for worse, equal, slightly better and much
 * better bots. */
Test(ratings_sprt, the_expected_number_of_sets_is_right_on_average)
{
    static const struct {
        double win;
        int seen;
    } cases[] = {{.40, 60}, {.50, 300}, {.514, 300}, {.56, 100}, {.70, 30}};
    for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
        chance c = {17 + i};
        double expected = 0, came = 0;
        for (int k = 0; k < 100; k++)
            play_out(&c, i % 2 ? DOM_RATINGS_SPRT_NORMALISED : DOM_RATINGS_SPRT_LOGISTIC,
                     cases[i / 2].win, cases[i / 2].seen, &expected, &came);
        cr_expect(expected > came / 2 && expected < came * 2, "%g: %g expected, %g came",
                  cases[i / 2].win, expected, came);
    }
}

Test(ratings_sprt, sets_to_go_is_positive_until_the_verdict)
{
    begin(DOM_RATINGS_SPRT_LOGISTIC, met(2), 0, 50);
    cr_expect(isinf(dom_ratings_sprt_sets_to_go(&test)));
    while (test.verdict == DOM_RATINGS_SPRT_UNDECIDED) {
        add_set(4);
        double sets = dom_ratings_sprt_sets_to_go(&test);
        cr_expect(test.verdict == DOM_RATINGS_SPRT_UNDECIDED ? sets >= 1 && isfinite(sets)
                                                             : sets == 0);
    }
}
