/* Measures how often intervals contain the true value, with simulated lists whose true ratings are
 * known, with and without correlation within duplicate sets.
 *
 *     calibrate          a minute: the cases marked as short, for the nightly run
 *     calibrate long     some minutes: all cases, with more repetitions
 *
 * Prints Markdown tables, whose rows outside their limits end with FAILED, and exits with 1 if
 * there is one. calibration.md explains their columns. The interval that treats matches as
 * independent is the negative control: it must fail where they are not independent.
 */
#include "calibrate.h"
#include "distributions.h"
#include "ratings/sprt.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 6, SEATS_MAX = 4, RANKS = 3, TRUTH_SETS = 20000 };

static const calibration cases[] = {
    {"duels, independent", true, DUELS, 2, 20, 0, 0, LOGISTIC, 1, .935, .965, false},
    {"duels, luck cancels", true, DUELS, 2, 20, -.6, 0, LOGISTIC, 1, .935, .965, true},
    {"duels, luck adds up", true, DUELS, 2, 20, .6, 0, LOGISTIC, 1, .935, .965, true},
    {"duels, draws, cancels", false, DUELS, 2, 20, -.6, .6, LOGISTIC, 1, .935, .965, true},
    {"duels, draws, adds up", false, DUELS, 2, 20, .6, .6, LOGISTIC, 1, .935, .965, true},
    {"duels, wide, cancels", false, DUELS, 2, 60, -.6, 0, LOGISTIC, 2.88, .935, .965, true},
    {"duels, 60 sets, cancels", false, DUELS, 2, 60, -.6, 0, LOGISTIC, 1, .935, .965, true},
    {"duels, 60 sets, adds up", false, DUELS, 2, 60, .6, 0, LOGISTIC, 1, .935, .965, true},
    {"duels, 200 sets, cancels", false, DUELS, 2, 200, -.6, 0, LOGISTIC, 1, .935, .965, true},
    {"duels, few sets, cancels", true, DUELS, 2, 5, -.6, 0, LOGISTIC, 1, .935, .975, false},
    {"duels, few sets, adds up", true, DUELS, 2, 5, .6, 0, LOGISTIC, 1, .935, .975, false},
    {"duels, 10 sets, adds up", false, DUELS, 2, 10, .6, 0, LOGISTIC, 1, .935, .975, false},
    {"duels, normal luck", false, DUELS, 2, 20, .6, 0, NORMAL, 1, .935, .965, true},
    {"tables of 3, cancels", true, TABLES, 3, 20, -.6, 0, LOGISTIC, 1, .935, .965, true},
    {"tables of 3, adds up", false, TABLES, 3, 20, .6, 0, LOGISTIC, 1, .935, .965, true},
    {"tables of 4, independent", false, TABLES, 4, 20, 0, 0, LOGISTIC, 1, .935, .965, false},
    {"tables of 4, cancels", false, TABLES, 4, 20, -.6, 0, LOGISTIC, 1, .935, .965, true},
    {"tables of 4, adds up", true, TABLES, 4, 20, .6, 0, LOGISTIC, 1, .935, .965, true},
    {"tables of 4, normal luck", false, TABLES, 4, 20, .6, 0, NORMAL, 1, .935, .965, true},
    {"teams, mixed, cancels", true, TEAMS, 2, 20, -.6, 0, LOGISTIC, 1, .935, .965, true},
    {"teams, mixed, adds up", false, TEAMS, 2, 20, .6, 0, LOGISTIC, 1, .935, .965, true},
};

void calibrate_fail(const char *what)
{
    (void)fprintf(stderr, "calibrate: %s\n", what);
    exit(2);
}

/* ---- generating sets ------------------------------------------------------- */

/* Returns the luck of one entry in one match; `shared` is the part that its whole set shares. */
static double luck(chance *c, const calibration *k, double shared, int match)
{
    double rho = fabs(k->correlation);
    double sign = k->correlation < 0 && match % 2 ? -1 : 1;
    return sqrt(rho) * sign * shared + sqrt(1 - rho) * chance_normal(c);
}

/* Turns a normal number into logistic noise, or into normal noise of the same width. */
static double as_logistic(double z, noise kind)
{
    double p = dom_ratings_normal_cdf(z);
    return kind == NORMAL ? 1.7 * z : log(p / (1 - p));
}

static double as_gumbel(double z, noise kind)
{
    return kind == NORMAL ? 1.2 * z : -log(-log(dom_ratings_normal_cdf(z)));
}

/* Plays a match of two entries whose ratings differ by `difference`. The chance of a draw is taken
 * equally from both sides, so the expected score does not change. */
static void play_pair(chance *c, const calibration *k, double difference, double shared, int match,
                      dom_ratings_match *m)
{
    double x = difference + as_logistic(luck(c, k, shared, match), k->noise);
    bool wins = x > 0;
    double p = 1 / (1 + exp(-difference));
    double drawn = k->draws * fmin(p, 1 - p);
    bool is_draw = chance_uniform(c) < drawn / (wins ? p : 1 - p);
    m->place[0] = wins || is_draw ? 1 : 2;
    m->place[1] = wins && !is_draw ? 2 : 1;
}

static void play_table(chance *c, const calibration *k, const double theta[], const double shared[],
                       int match, dom_ratings_match *m)
{
    double x[SEATS_MAX];
    for (int e = 0; e < k->seats; e++)
        x[e] = theta[m->player[e][0]] + as_gumbel(luck(c, k, shared[e], match), k->noise);
    for (int e = 0; e < k->seats; e++) {
        m->place[e] = 1;
        for (int o = 0; o < k->seats; o++)
            m->place[e] = (uint8_t)(m->place[e] + (x[o] > x[e]));
    }
}

static double mean_of_team(const double theta[], const uint32_t player[])
{
    return (theta[player[0]] + theta[player[1]]) / 2;
}

void calibrate_play_set(chance *c, const calibration *k, const double theta[], const uint32_t who[],
                        dom_ratings_pool *pool)
{
    dom_ratings_match set[SEATS_MAX];
    double shared[SEATS_MAX];
    int matches = k->shape == TABLES ? k->seats : 2;
    for (int e = 0; e < SEATS_MAX; e++)
        shared[e] = chance_normal(c);
    for (int i = 0; i < matches; i++) {
        set[i] = (dom_ratings_match){.entries = (uint8_t)k->seats,
                                     .members = k->shape == TEAMS ? 2 : 1,
                                     .fault = DOM_RATINGS_NO_FAULT};
        for (int e = 0; e < k->seats; e++) {
            set[i].player[e][0] = who[k->shape == TEAMS ? 2 * e : e];
            set[i].player[e][1] = who[k->shape == TEAMS ? 2 * e + 1 : e];
        }
        double difference = k->shape == TEAMS ? mean_of_team(theta, set[i].player[0]) -
                                                    mean_of_team(theta, set[i].player[1])
                                              : theta[who[0]] - theta[who[1]];
        if (k->shape == TABLES)
            play_table(c, k, theta, shared, i, &set[i]);
        else
            play_pair(c, k, difference, shared[0], i, &set[i]);
    }
    if (dom_ratings_pool_add_set(pool, set, (size_t)matches) != DOM_RATINGS_OK)
        calibrate_fail("a set is refused");
}

/* Plays all choices of `count` players, in ascending order. */
static void play_all(chance *c, const calibration *k, const double theta[], uint32_t who[],
                     int chosen, uint32_t from, int count, int sets, dom_ratings_pool *pool)
{
    if (chosen == count) {
        for (int i = 0; i < sets; i++)
            calibrate_play_set(c, k, theta, who, pool);
        return;
    }
    for (uint32_t p = from; p < PLAYERS; p++) {
        who[chosen] = p;
        play_all(c, k, theta, who, chosen + 1, p + 1, count, sets, pool);
    }
}

static void play_teams(chance *c, const calibration *k, const double theta[], int sets,
                       dom_ratings_pool *pool)
{
    for (int i = 0; i < sets * PLAYERS; i++) {
        uint32_t who[PLAYERS];
        for (uint32_t p = 0; p < PLAYERS; p++) {
            uint32_t at = (uint32_t)(chance_uniform(c) * (p + 1));
            who[p] = who[at];
            who[at] = p;
        }
        calibrate_play_set(c, k, theta, who, pool);
    }
}

static dom_ratings_pool *play(chance *c, const calibration *k, const double theta[], int sets)
{
    dom_ratings_pool *pool = dom_ratings_pool_new();
    uint32_t who[PLAYERS];
    if (pool == NULL)
        calibrate_fail("out of memory");
    if (k->shape == TEAMS)
        play_teams(c, k, theta, sets, pool);
    else
        play_all(c, k, theta, who, 0, 0, k->seats, sets, pool);
    return pool;
}

/* ---- results ---------------------------------------------------------------- */

typedef struct {
    double held, naive, differences, los_right, los_seen; /* counts            */
    double by_rank[RANKS];                                /* top, middle, bottom */
    double ratings, lists, skipped, misfits;              /* misfits: lists with p below .05 */
    double bias[PLAYERS], width;
} score;

static dom_ratings_list fit(const dom_ratings_pool *pool, dom_ratings_intervals intervals)
{
    dom_ratings_list list;
    dom_ratings_list_options options = DOM_RATINGS_LIST_OPTIONS;
    options.intervals = intervals;
    options.anchor_elo = 0;
    options.wants_differences = true;
    if (dom_ratings_list_fit(&list, pool, &options) != DOM_RATINGS_OK)
        calibrate_fail("a list cannot be fitted");
    return list;
}

/* Computes the ratings to which the list converges with the number of sets, in Elo with mean 0.
 * With logistic or Gumbel luck these are the true ones; with other luck they are estimated from
 * very many sets. */
static void find_truth(const calibration *k, const double theta[], double truth[])
{
    double mean = 0;
    for (int i = 0; i < PLAYERS; i++)
        mean += theta[i] / PLAYERS;
    for (int i = 0; i < PLAYERS; i++)
        truth[i] = UNIT * (theta[i] - mean);
    if (k->noise == LOGISTIC)
        return;
    chance c = {999};
    calibration independent = *k;
    independent.correlation = 0;
    dom_ratings_pool *pool = play(&c, &independent, theta, TRUTH_SETS);
    dom_ratings_list list = fit(pool, DOM_RATINGS_INTERVALS_SETS);
    for (uint32_t i = 0; i < PLAYERS; i++)
        truth[i] = row_of(&list, i)->elo;
    dom_ratings_list_clear(&list);
    dom_ratings_pool_free(&pool);
}

static bool holds(const dom_ratings_rating *row, double truth)
{
    return row->elo_lo <= truth && truth <= row->elo_hi;
}

/* Judges two neighbours in the true order: whether the interval of their difference contains the
 * true one, and whether the LOS is right. */
static void judge_pair(const dom_ratings_list *list, const double truth[], uint32_t a, uint32_t b,
                       score *s)
{
    const dom_ratings_difference *d = &list->difference[a * PLAYERS + b];
    double real = truth[a] - truth[b], los = fmax(d->los, 1 - d->los);
    s->differences += (!d->has_lo || d->lo <= real) && (!d->has_hi || real <= d->hi);
    if (los >= 0.90 && los < 0.95) {
        s->los_seen++;
        s->los_right += (d->los > 0.5) == (real > 0);
    }
}

static void judge_list(const dom_ratings_list *list, const dom_ratings_list *naive,
                       const double truth[], score *s)
{
    static const uint32_t rank_of[RANKS] = {PLAYERS - 1, PLAYERS / 2, 0};
    for (uint32_t i = 0; i < PLAYERS; i++) {
        const dom_ratings_rating *row = row_of(list, i);
        s->held += holds(row, truth[i]);
        s->naive += holds(row_of(naive, i), truth[i]);
        s->bias[i] += row->elo - truth[i];
        s->width += (row->elo_hi - row->elo_lo) / 2;
    }
    for (int r = 0; r < RANKS; r++)
        s->by_rank[r] += holds(row_of(list, rank_of[r]), truth[rank_of[r]]);
    for (uint32_t i = 0; i + 1 < PLAYERS; i++)
        judge_pair(list, truth, i, i + 1, s);
    s->ratings += PLAYERS;
    s->misfits += list->misfit.p < 0.05;
    s->lists++;
}

static void run_list(chance *c, const calibration *k, const double theta[], const double truth[],
                     score *s)
{
    dom_ratings_pool *pool = play(c, k, theta, k->sets);
    dom_ratings_list list = fit(pool, DOM_RATINGS_INTERVALS_SETS),
                     naive = fit(pool, DOM_RATINGS_INTERVALS_MODEL);
    if (list.is_connected) /* otherwise the mean is over other players, and the true values are not
                              known */
        judge_list(&list, &naive, truth, s);
    else
        s->skipped++;
    dom_ratings_list_clear(&list);
    dom_ratings_list_clear(&naive);
    dom_ratings_pool_free(&pool);
}

static bool is_within(double value, double least, double most)
{
    return least <= value && value <= most;
}

/* Prints and judges a case. The slack is the random error that a coverage may have. */
static bool report(const calibration *k, const score *s, double slack)
{
    double held = s->held / s->ratings, naive = s->naive / s->ratings;
    double differences = s->differences / (s->lists * (PLAYERS - 1));
    double bias = fmax(fabs(s->bias[2]), fabs(s->bias[3])) / s->lists;
    bool ok = is_within(held, k->least - slack, k->most + slack) &&
              is_within(differences, k->least - slack, k->most + slack);
    for (int r = 0; r < RANKS; r++)
        ok &= is_within(s->by_rank[r] / s->lists, k->least - .01 - 2 * slack,
                        k->most + .005 + 2 * slack);
    ok &= k->sets < 20 || bias <= 3;
    ok &= !k->naive_must_fail || !is_within(naive, .935, .965);
    ok &= is_within(s->misfits / s->lists, .03 - 2 * slack, .07 + 2 * slack);
    (void)printf(
        "| %s | %d | %+.1f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.1f | %.1f | %.3f |%s\n",
        k->name, k->sets, k->correlation, held, s->by_rank[0] / s->lists, s->by_rank[1] / s->lists,
        s->by_rank[2] / s->lists, differences, naive, s->width / s->ratings, bias,
        s->misfits / s->lists, ok ? "" : " FAILED");
    (void)fflush(stdout);
    return ok;
}

static bool run_case(const calibration *k, int lists, double slack, uint64_t seed)
{
    double theta[PLAYERS], truth[PLAYERS];
    chance c = {seed};
    score s = {0};
    for (int i = 0; i < PLAYERS; i++)
        theta[i] = k->spread * (2.0 * i / (PLAYERS - 1) - 1);
    find_truth(k, theta, truth);
    for (int i = 0; i < lists; i++)
        run_list(&c, k, theta, truth, &s);
    return report(k, &s, slack);
}

/* ---- LOS, with random true ratings ------------------------------------------- */

static bool run_los(int lists)
{
    static const calibration k = {"LOS", true, DUELS, 2, 20, -.6, 0, LOGISTIC, 1, .935, .965, true};
    chance c = {31};
    score s = {0};
    for (int i = 0; i < lists; i++) {
        double theta[PLAYERS], truth[PLAYERS];
        for (int p = 0; p < PLAYERS; p++)
            theta[p] = chance_normal(&c);
        find_truth(&k, theta, truth);
        run_list(&c, &k, theta, truth, &s);
    }
    double right = s.los_right / s.los_seen;
    bool ok = is_within(right, .88, .97);
    (void)printf("\n## Likelihood of superiority\n\n"
                 "| pairs with a LOS of .90 to .95 | right |\n|---|---|\n| %.0f | %.3f |%s\n",
                 s.los_seen, right, ok ? "" : " FAILED");
    return ok;
}

/* ---- sequential tests ------------------------------------------------------- */

/* Returns the half points of one match: `score` on average (of 1), with three draws in ten
 * matches. */
static int half_points(double z, double score)
{
    double p = dom_ratings_normal_cdf(z);
    return p < score - .15 ? 2 : p < score + .15 ? 1 : 0;
}

/* Two independent matches without draws. The first seat leads by 200 Elo. */
static int play_apart(chance *c, double score)
{
    const double lead = pow(10, .5), even = score / (1 - score); /* nearly: the mean is corrected */
    double first = even * lead / (1 + even * lead), second = even / (even + lead);
    double off = score - (first + second) / 2;
    return 2 * (chance_uniform(c) < first + off) + 2 * (chance_uniform(c) < second + off);
}

/* Two matches between the two bots, which share luck. */
static int play_met(chance *c, double score)
{
    double shared = chance_normal(c);
    int class_of_set = 0;
    for (int m = 0; m < 2; m++)
        class_of_set +=
            half_points(sqrt(.4) * (m ? -1 : 1) * shared + sqrt(.6) * chance_normal(c), score);
    return class_of_set;
}

/* Each bot plays four matches against three opponents. The luck of a seat is the same for both bots
 * and for all opponents. */
static int play_compared(chance *c, double score)
{
    int class_of_set = 2 * 4 * 3;
    for (int m = 0; m < 4; m++) {
        double shared = chance_normal(c);
        for (int opponent = 0; opponent < 3; opponent++) {
            double z = sqrt(.4) * shared + sqrt(.2) * chance_normal(c);
            class_of_set += half_points(z + sqrt(.4) * chance_normal(c), score);
            class_of_set -= half_points(z + sqrt(.4) * chance_normal(c), .5);
        }
    }
    return class_of_set;
}

/* The same, but nine of ten sets end alike for both, as with two versions of a bot. */
static int play_seldom_apart(chance *c, double score)
{
    return chance_uniform(c) < .9 ? 2 * 4 * 3 : play_compared(c, .5 + 10 * (score - .5));
}

/* The expected length of a test: that of Wald; a little longer, because a distant class may explain
 * much, or a set changes the ratio much; or longer still, so that the length is not checked. */
typedef enum { SHARP, SLOW, CAUTIOUS } slowness;

/* The sets of a test. `play` returns the class of a random set with this expected score. */
typedef struct {
    const char *name;
    dom_ratings_sprt_sets sets;
    dom_ratings_sprt_scale scale;
    int (*play)(chance *c, double score);
    double elo0, elo1;
    bool is_short;
    slowness slowness;
} sequential;

#define TWO                                                                                        \
    {                                                                                              \
        .matches = 2                                                                               \
    }
#define FOUR                                                                                       \
    {                                                                                              \
        .matches = 4, .opponents = 3                                                               \
    }

static const sequential sequentials[] = {
    {"0..40 of two that meet", TWO, DOM_RATINGS_SPRT_LOGISTIC, play_met, 0, 40, true, SHARP},
    {"-10..10 of two that meet", TWO, DOM_RATINGS_SPRT_LOGISTIC, play_met, -10, 10, false, SHARP},
    {"0..10 of two that meet, seats apart", TWO, DOM_RATINGS_SPRT_LOGISTIC, play_apart, 0, 10,
     false, SHARP},
    {"0..20 of two that meet, seats apart", TWO, DOM_RATINGS_SPRT_LOGISTIC, play_apart, 0, 20,
     false, SHARP},
    {"0..10 of two compared", FOUR, DOM_RATINGS_SPRT_LOGISTIC, play_compared, 0, 10, true, SLOW},
    {"-5..5 of two compared", FOUR, DOM_RATINGS_SPRT_LOGISTIC, play_compared, -5, 5, false, SLOW},
    {"0..40 of two compared", FOUR, DOM_RATINGS_SPRT_LOGISTIC, play_compared, 0, 40, true,
     CAUTIOUS},
    {"0..10 of two seldom apart", FOUR, DOM_RATINGS_SPRT_LOGISTIC, play_seldom_apart, 0, 10, true,
     CAUTIOUS},
    {"0..100 of two that meet", TWO, DOM_RATINGS_SPRT_LOGISTIC, play_met, 0, 100, true, SLOW},
    {"-60..60 of two that meet", TWO, DOM_RATINGS_SPRT_LOGISTIC, play_met, -60, 60, true, SLOW},
    {"0..60 of two compared", FOUR, DOM_RATINGS_SPRT_LOGISTIC, play_compared, 0, 60, true,
     CAUTIOUS},
    {"-60..60 of two compared", FOUR, DOM_RATINGS_SPRT_LOGISTIC, play_compared, -60, 60, true,
     CAUTIOUS},
    {"0..20 nElo, compared", FOUR, DOM_RATINGS_SPRT_NORMALISED, play_compared, 0, 20, false, SLOW},
};

/* Returns the Elo of a bound; a normalised one is converted with the standard deviation. */
static double elo_of_bound(const sequential *q, double bound)
{
    enum { SETS = 200000 };
    double count[DOM_RATINGS_SPRT_CLASSES_MAX] = {0};
    chance c = {5};
    dom_ratings_set_score s;
    if (q->scale == DOM_RATINGS_SPRT_LOGISTIC)
        return bound;
    /* The deviation hardly depends on the score, so that of equal bots is used. */
    for (int i = 0; i < SETS; i++)
        count[q->play(&c, .5)]++;
    if (dom_ratings_set_score_of(&s, count, q->sets) != DOM_RATINGS_OK)
        calibrate_fail("a score is refused");
    double score = .5 + bound * log(10) / 800 * sqrt(q->sets.matches * s.variance);
    return -400 * log10(1 / score - 1);
}

/* The results of tests at one true difference: shares of all tests, and lengths. */
typedef struct {
    double accepts_1, length, wald, below, held;
} test_score;

static void note_estimate(const dom_ratings_sprt *test, double elo, test_score *s)
{
    dom_ratings_sprt_estimate e;
    if (dom_ratings_sprt_estimate_of(&e, test) != DOM_RATINGS_OK)
        calibrate_fail("an estimate is refused");
    s->below += e.elo < elo;
    s->held += e.elo_lo <= elo && elo <= e.elo_hi;
}

static void run_test(chance *c, const sequential *q, double elo, test_score *s, double count[])
{
    dom_ratings_sprt test;
    double score = 1 / (1 + pow(10, -elo / 400));
    if (dom_ratings_sprt_begin(&test, q->scale, q->sets, q->elo0, q->elo1, .05, .05) !=
        DOM_RATINGS_OK)
        calibrate_fail("a test is refused");
    while (test.verdict == DOM_RATINGS_SPRT_UNDECIDED) {
        int k = q->play(c, score);
        count[k]++;
        s->length++;
        if (dom_ratings_sprt_add(&test, k) != DOM_RATINGS_OK)
            calibrate_fail("a set is refused");
    }
    s->accepts_1 += test.verdict == DOM_RATINGS_SPRT_ACCEPTS_1;
    note_estimate(&test, elo, s);
}

static test_score run_tests(const sequential *q, double elo, int runs)
{
    chance c = {17};
    double count[DOM_RATINGS_SPRT_CLASSES_MAX] = {0};
    test_score s = {0};
    for (int i = 0; i < runs; i++)
        run_test(&c, q, elo, &s, count);
    double drift;
    if (dom_ratings_sprt_llr(&drift, q->scale, count, q->sets, q->elo0, q->elo1) != DOM_RATINGS_OK)
        calibrate_fail("a ratio is refused");
    s.wald = .9 * log(19) / fabs(drift / s.length); /* mean ratio at the end over its drift */
    s.accepts_1 /= runs;
    s.length /= runs;
    s.below /= runs;
    s.held /= runs;
    return s;
}

/* Prints and judges the tests at one true difference. The estimate of a long test treats the ratio
 * as continuous, so it is a little biased if a set changes it much. */
static bool report_tests(const sequential *q, const char *at, const test_score *s, double error,
                         double slack)
{
    bool is_sharp = q->slowness == SHARP;
    bool ok =
        error <= .055 + slack && s->held >= .935 - slack &&
        is_within(s->below, (is_sharp ? .45 : .44) - 2 * slack, (is_sharp ? .55 : .58) + 2 * slack);
    if (q->slowness != CAUTIOUS)
        ok &= is_within(s->length / s->wald, .9 - slack, (is_sharp ? 1.1 : 1.25) + slack);
    (void)printf("| %s | %s | %.4f | %.0f | %.3f | %.3f | %.3f |%s\n", q->name, at, error,
                 s->length, s->length / s->wald, s->below, s->held, ok ? "" : " FAILED");
    (void)fflush(stdout);
    return ok;
}

static bool run_sprt(const sequential *q, int runs, double slack)
{
    test_score at0 = run_tests(q, elo_of_bound(q, q->elo0), runs);
    test_score at1 = run_tests(q, elo_of_bound(q, q->elo1), runs);
    test_score between = run_tests(q, elo_of_bound(q, (q->elo0 + q->elo1) / 2), runs);
    between.wald = between.length; /* the drift is nearly 0, so Wald's formula does not apply */
    bool ok = report_tests(q, "at elo0", &at0, at0.accepts_1, slack);
    ok &= report_tests(q, "between", &between, 0, slack);
    ok &= report_tests(q, "at elo1", &at1, 1 - at1.accepts_1, slack);
    if ((at0.held + between.held + at1.held) / 3 > .98 + slack) {
        (void)printf("| %s | all three | | | | | FAILED\n", q->name);
        ok = false;
    }
    return ok;
}

static bool run_cases(bool is_long)
{
    bool ok = true;
    (void)printf("## Lists of six bots\n\n"
                 "| list | sets | correlation | coverage | first | middle | last | differences | "
                 "as independent "
                 "| half-width | bias | misfit |\n"
                 "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (is_long || cases[i].is_short)
            ok &= run_case(&cases[i], is_long ? 4000 : 500, is_long ? .003 : .015, i + 1);
    return ok;
}

static bool run_sequentials(bool is_long)
{
    bool ok = true;
    (void)printf(
        "\n## Sequential tests\n\n"
        "| bounds | true difference | error | sets | of Wald's | estimate below | interval "
        "holds |\n|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof sequentials / sizeof *sequentials; i++)
        if (is_long || sequentials[i].is_short)
            ok &= run_sprt(&sequentials[i], is_long ? 10000 : 500, is_long ? 0 : .03);
    return ok;
}

int main(int argc, char **argv)
{
    bool is_long = argc > 1 && strcmp(argv[1], "long") == 0;
    bool ok = run_cases(is_long);
    ok &= run_los(is_long ? 4000 : 1000);
    ok &= calibrate_all_rounds(is_long);
    ok &= run_sequentials(is_long);
    return calibrate_compared(is_long) && ok ? 0 : 1;
}
