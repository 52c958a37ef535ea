/* The estimate after a sequential test (dom_ratings_sprt_estimate_of). The estimate is the
 * difference for which the chance of a worse outcome is 1/2. In short tests this chance is computed
 * set by set (walk.h). In long ones the log-likelihood ratio is treated as a Brownian motion, as
 * fishtest does (stat_util.py, sprt.py). */
#include "distributions.h"
#include "sprt_parts.h"
#include "walk.h"

#include <math.h>

/* The share of equal outcomes that speaks against a limit. With 1 no interval could hold the truth
 * too seldom, and they would be wider than they need to be: few outcomes of a short test differ. */
static const double ties_at_limits = 2.0 / 3;

/* The log-likelihood ratio as a Brownian motion that starts at 0 and ends at one of the bounds
 * `lower` and `upper`. After `time` sets its value is `at`. Drift and variance are per set. */
typedef struct {
    double lower, upper, time, at;
    double drift, variance;
} motion;

/* Returns e^x P(Z <= z), also where e^x overflows and P(Z <= z) underflows. */
static double scaled_cdf(double x, double z)
{
    if (z > -30)
        return exp(x + log(dom_ratings_normal_cdf(z)));
    return exp(x - z * z / 2) / (-z * 2.5066282746310002); /* sqrt(2 pi)           */
}

/* Returns the probability that the motion stays below `upper` and is at most `at` at `time`, as if
 * there were no lower bound (reflection principle). */
static double below_one_bound(double upper, double at, double drift, double variance, double time)
{
    double deviation = sqrt(variance * time);
    return dom_ratings_normal_cdf((at - drift * time) / deviation) -
           scaled_cdf(2 * drift * upper / variance, (at - 2 * upper - drift * time) / deviation);
}

/* Returns the probability that the motion reaches the lower bound before the upper one. */
static double meets_lower(const motion *m)
{
    double width = m->upper - m->lower;
    double pull = 2 * m->drift / m->variance;
    if (fabs(pull * width) < 1e-12)
        return m->upper / width;
    return pull > 0 ? exp(pull * m->lower) * expm1(-pull * m->upper) / expm1(-pull * width)
                    : expm1(pull * m->upper) / expm1(pull * width);
}

/* Returns the probability of a worse outcome: the motion reached the lower bound before `time`, or
 * it reached no bound and is at most `at`. This is a sum over the eigenfunctions of the motion
 * between two absorbing bounds. The flow into the lower bound and the lower end of the density's
 * integral cancel. */
static double worse_between_bounds(const motion *m)
{
    double width = m->upper - m->lower, start = -m->lower, end = m->at - m->lower;
    double pull = m->drift / m->variance;
    double sum = 0;
    for (int n = 1; n <= 20000; n++) {
        double wave = n * 3.14159265358979324 / width;
        double squares = wave * wave + pull * pull;
        double fade = squares * m->variance * m->time / 2;
        sum += exp(pull * (end - start) - fade) * sin(wave * start) *
               (pull * sin(wave * end) - wave * cos(wave * end)) / squares;
        if (wave * wave * m->variance * m->time > 100)
            break;
    }
    return meets_lower(m) + 2 / width * sum;
}

/* Returns the probability of a worse outcome. With a strong drift the sum would lose precision. The
 * bound behind the motion does not matter then, so the formula for one bound is used. */
static double worse(const motion *m)
{
    double reach = m->drift / m->variance * (m->upper - m->lower);
    double p = reach > 15 ? below_one_bound(m->upper, m->at, m->drift, m->variance, m->time)
               : reach < -15
                   ? 1 - below_one_bound(-m->lower, -m->at, -m->drift, m->variance, m->time)
                   : worse_between_bounds(m);
    return fmin(fmax(p, 0), 1);
}

/* ---- from sets to the motion ------------------------------------------------ */

/* The sets of a test as a motion. Near the hypotheses a set with score x moves the ratio by (x -
 * middle) * slope. */
typedef struct {
    double middle, slope;
    double variance; /* of a set's score */
    motion motion;
} outcome;

/* Let the motion end at the bound that decided the test, which is moved to where the motion is. It
 * may lie nearer than the bound of the ratio, because the ratio is not quite that of a motion, or
 * farther away, because a set passed it or a test of differences is cautious. Then the other bound
 * is as much farther away. */
static void hold_to_bounds(motion *m, dom_ratings_sprt_verdict verdict)
{
    if (verdict == DOM_RATINGS_SPRT_ACCEPTS_1 && m->at > 0) {
        m->lower *= fmax(m->at / m->upper, 1);
        m->upper = m->at;
    }
    if (verdict == DOM_RATINGS_SPRT_ACCEPTS_0 && m->at < 0) {
        m->upper *= fmax(m->at / m->lower, 1);
        m->lower = m->at;
    }
    double speed = m->at / m->time;
    if (m->at <= m->upper && m->at >= m->lower)
        return;
    m->at = fmin(fmax(m->at, m->lower), m->upper);
    m->time = m->at / speed;
}

/* Returns the outcome of a test with these sets. */
static outcome outcome_of(const dom_ratings_sprt *test, const dom_ratings_distribution *sets)
{
    outcome o;
    double mean, score0 = dom_ratings_score_of_elo(test->elo0),
                 score1 = dom_ratings_score_of_elo(test->elo1);
    dom_ratings_moments(sets, sets->share, &mean, &o.variance);
    if (test->scale == DOM_RATINGS_SPRT_NORMALISED) {
        double deviation = sqrt(test->sets.matches * o.variance); /* of a match */
        score0 = 0.5 + test->elo0 / DOM_RATINGS_NELO_UNIT * deviation;
        score1 = 0.5 + test->elo1 / DOM_RATINGS_NELO_UNIT * deviation;
    }
    o.middle = (score0 + score1) / 2;
    o.slope = (score1 - score0) / o.variance;
    o.motion = (motion){.lower = test->lower,
                        .upper = test->upper,
                        .time = sets->sets,
                        .at = sets->sets * (mean - o.middle) * o.slope};
    hold_to_bounds(&o.motion, test->verdict);
    return o;
}

/* ---- the estimate ----------------------------------------------------------- */

/* A test, in one of the two ways to compute the chance of a worse outcome. */
typedef struct {
    bool is_short;
    dom_ratings_walk walk;
    outcome outcome;
} course;

/* Returns the probability of a worse outcome if the true difference is `elo`; the share `ties` of
 * equal outcomes counts as worse. */
static double worse_at(const course *c, double elo, double ties)
{
    const outcome *o = &c->outcome;
    motion m = o->motion;
    if (c->is_short)
        return dom_ratings_walk_worse(&c->walk, elo, ties);
    m.drift = (dom_ratings_score_of_elo(elo) - o->middle) * o->slope;
    m.variance = o->slope * o->slope * o->variance;
    return worse(&m);
}

/* Returns the true difference for which the probability of a worse outcome is p, by bisection. The
 * probability falls as the difference grows. */
static double elo_at(const course *c, double p, double ties)
{
    double lo = -DOM_RATINGS_SPRT_ELO_MAX, hi = DOM_RATINGS_SPRT_ELO_MAX;
    double least = c->is_short ? 1e-4 : 0; /* each step of a walk is expensive */
    for (int i = 0; i < 60 && hi - lo > least; i++) {
        double middle = (lo + hi) / 2;
        if (worse_at(c, middle, ties) > p)
            lo = middle;
        else
            hi = middle;
    }
    return fabs(lo + hi) <= least ? 0 : (lo + hi) / 2; /* even bots differ by 0, not by -0.00003 */
}

dom_ratings_rc dom_ratings_sprt_estimate_of(dom_ratings_sprt_estimate *out,
                                            const dom_ratings_sprt *test)
{
    dom_ratings_distribution sets;
    course c;
    *out = (dom_ratings_sprt_estimate){0};
    dom_ratings_rc rc = dom_ratings_distribution_of(&sets, test->count, test->sets);
    if (rc != DOM_RATINGS_OK)
        return rc;
    c.outcome = outcome_of(test, &sets);
    c.is_short = dom_ratings_walk_begin(&c.walk, test);
    out->elo = elo_at(&c, 0.5, 0.5);
    out->elo_lo = elo_at(&c, 0.975, 1 - ties_at_limits);
    out->elo_hi = elo_at(&c, 0.025, ties_at_limits);
    out->los = worse_at(&c, 0, 0.5);
    return DOM_RATINGS_OK;
}
