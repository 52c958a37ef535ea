/* The likelihood under a hypothesis is maximised over all distributions on the classes that satisfy
 * it. The maximum has the form p / (1 + x a) with one unknown x, which Newton's method finds. */
#include "ratings/sprt.h"

#include "distributions.h"
#include "sprt_parts.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Rounds of an iteration. Most take 3 to 10; in a few the last digits never rest. */
enum { ROUNDS_MAX = 100 };

static const double empty_class = 1e-3;  /* weight of an empty class, in sets */
static const double assumed_sets = 0.25; /* sets that a test of two that meet begins with */

/* Returns the half points that a bot can win in a set. */
static int most_points(dom_ratings_sprt_sets sets)
{
    return 2 * sets.matches * (sets.opponents ? sets.opponents : 1);
}

int dom_ratings_sprt_classes(dom_ratings_sprt_sets sets)
{
    if (sets.matches < 1 || sets.matches > DOM_RATINGS_SPRT_MATCHES_MAX || sets.opponents < 0 ||
        sets.opponents > DOM_RATINGS_SPRT_CLASSES_MAX)
        return 0;
    int classes = most_points(sets) * (sets.opponents ? 2 : 1) + 1;
    return classes <= DOM_RATINGS_SPRT_CLASSES_MAX ? classes : 0;
}

double dom_ratings_sprt_score(dom_ratings_sprt_sets sets, int index)
{
    return (double)index / most_points(sets) - (sets.opponents ? 0.5 : 0);
}

/* Returns the weight of a class without a set. */
static double weight_of_empty(dom_ratings_sprt_sets sets, int index, int classes)
{
    bool is_outermost = index == 0 || index == classes - 1;
    return sets.opponents == 0 || is_outermost ? empty_class : 0;
}

dom_ratings_rc dom_ratings_distribution_of(dom_ratings_distribution *d, const double count[],
                                           dom_ratings_sprt_sets sets)
{
    double all = 0;
    *d = (dom_ratings_distribution){.classes = dom_ratings_sprt_classes(sets)};
    if (d->classes == 0)
        return DOM_RATINGS_E_INVALID;
    for (int i = 0; i < d->classes; i++) {
        if (!isfinite(count[i]) || count[i] < 0 || count[i] > 1e15)
            return DOM_RATINGS_E_INVALID;
        all += count[i];
        d->value[i] = dom_ratings_sprt_score(sets, i);
        d->share[i] = count[i] > 0 ? count[i] : weight_of_empty(sets, i, d->classes);
        d->sets += d->share[i];
    }
    for (int i = 0; i < d->classes; i++)
        d->share[i] /= d->sets;
    return all > 0 ? DOM_RATINGS_OK : DOM_RATINGS_E_EMPTY;
}

void dom_ratings_moments(const dom_ratings_distribution *d, const double share[], double *mean,
                         double *variance)
{
    *mean = *variance = 0;
    for (int i = 0; i < d->classes; i++)
        *mean += share[i] * d->value[i];
    for (int i = 0; i < d->classes; i++)
        *variance += share[i] * (d->value[i] - *mean) * (d->value[i] - *mean);
}

double dom_ratings_score_of_elo(double elo)
{
    return 1 / (1 + exp(-elo / DOM_RATINGS_ELO_UNIT));
}

/* Returns the Elo of a mean score. */
static double elo_of(double score)
{
    const double least = 1e-6; /* limits the Elo to about 2400 */
    score = fmin(fmax(score, least), 1 - least);
    return DOM_RATINGS_ELO_UNIT * log(score / (1 - score));
}

dom_ratings_rc dom_ratings_set_score_of(dom_ratings_set_score *out, const double count[],
                                        dom_ratings_sprt_sets sets)
{
    dom_ratings_distribution d;
    dom_ratings_rc rc = dom_ratings_distribution_of(&d, count, sets);
    *out = (dom_ratings_set_score){0};
    if (rc != DOM_RATINGS_OK)
        return rc;
    double reach = dom_ratings_normal_quantile(0.975);
    out->sets = d.sets;
    dom_ratings_moments(&d, d.share, &out->score, &out->variance);
    double error = sqrt(out->variance / d.sets);
    out->elo = elo_of(out->score);
    out->elo_lo = elo_of(out->score - reach * error);
    out->elo_hi = elo_of(out->score + reach * error);
    out->nelo = (out->score - 0.5) / sqrt(sets.matches * out->variance) * DOM_RATINGS_NELO_UNIT;
    double nelo_error = DOM_RATINGS_NELO_UNIT / sqrt(sets.matches * d.sets);
    out->nelo_lo = out->nelo - reach * nelo_error;
    out->nelo_hi = out->nelo + reach * nelo_error;
    out->los = dom_ratings_normal_cdf((out->score - 0.5) / error);
    return DOM_RATINGS_OK;
}

/* ---- the likelihood ratio -------------------------------------------------- */

/* Find the x with sum p a / (1 + x a) = 0, so that the distribution p / (1 + x a) has mean a = 0.
 * The sum falls as x grows, so there is one solution between lo and hi. If Newton's step would
 * leave this interval, the interval is halved instead. Returns false if all a have the same
 * sign. */
static bool find_tilt(const dom_ratings_distribution *d, const double a[], double *x)
{
    double least = 0, most = 0;
    for (int i = 0; i < d->classes; i++) {
        least = fmin(least, a[i]);
        most = fmax(most, a[i]);
    }
    if (least >= 0 || most <= 0)
        return false;
    double lo = -1 / most, hi = -1 / least;
    *x = 0;
    for (int step = 0; step < 200; step++) {
        double sum = 0, slope = 0;
        for (int i = 0; i < d->classes; i++) {
            double part = a[i] / (1 + *x * a[i]);
            sum += d->share[i] * part;
            slope += d->share[i] * part * part;
        }
        if (sum > 0)
            lo = *x;
        else
            hi = *x;
        double next = *x + sum / slope;
        if (!(next > lo && next < hi))
            next = 0.5 * (lo + hi);
        double moved = fabs(next - *x);
        *x = next;
        if (moved <= 1e-14 * (1 + fabs(next)))
            break;
    }
    return true;
}

bool dom_ratings_fit_mean(const dom_ratings_distribution *d, double mean, double share[])
{
    double a[DOM_RATINGS_SPRT_CLASSES_MAX] = {0}, x;
    for (int i = 0; i < d->classes; i++)
        a[i] = d->value[i] - mean;
    if (!find_tilt(d, a, &x))
        return false;
    for (int i = 0; i < d->classes; i++)
        share[i] = d->share[i] / (1 + x * a[i]);
    return true;
}

/* Compute the most likely distribution with (mean - 1/2) / deviation = t. For a fixed mean and
 * deviation the condition is linear in the shares, so both are computed in turn. Returns false if
 * it fails. */
static bool fit_ratio(const dom_ratings_distribution *d, double t, double share[])
{
    double a[DOM_RATINGS_SPRT_CLASSES_MAX] = {0}, x;
    for (int i = 0; i < d->classes; i++)
        share[i] = 1.0 / d->classes;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        double mean, variance, change = 0;
        dom_ratings_moments(d, share, &mean, &variance);
        for (int i = 0; i < d->classes; i++) {
            double off = d->value[i] - mean;
            a[i] = d->value[i] - 0.5 - t * sqrt(variance) * (1 + off * off / variance) / 2;
        }
        if (!find_tilt(d, a, &x))
            return false;
        for (int i = 0; i < d->classes; i++) {
            double next = d->share[i] / (1 + x * a[i]);
            change = fmax(change, fabs(next - share[i]));
            share[i] = next;
        }
        if (change < 1e-9)
            break;
    }
    return true;
}

/* Compute the most likely distribution under the hypothesis `elo`. */
static bool fit(const dom_ratings_distribution *d, dom_ratings_sprt_scale scale, int matches,
                double elo, double share[])
{
    return scale == DOM_RATINGS_SPRT_LOGISTIC
               ? dom_ratings_fit_mean(d, dom_ratings_score_of_elo(elo), share)
               : fit_ratio(d, sqrt(matches) * elo / DOM_RATINGS_NELO_UNIT, share);
}

static bool is_elo(double elo)
{
    return isfinite(elo) && fabs(elo) <= DOM_RATINGS_SPRT_ELO_MAX;
}

dom_ratings_rc dom_ratings_sprt_llr(double *llr, dom_ratings_sprt_scale scale, const double count[],
                                    dom_ratings_sprt_sets sets, double elo0, double elo1)
{
    dom_ratings_distribution d;
    double share0[DOM_RATINGS_SPRT_CLASSES_MAX], share1[DOM_RATINGS_SPRT_CLASSES_MAX];
    *llr = 0;
    if (!is_elo(elo0) || !is_elo(elo1) ||
        (scale != DOM_RATINGS_SPRT_LOGISTIC && scale != DOM_RATINGS_SPRT_NORMALISED))
        return DOM_RATINGS_E_INVALID;
    dom_ratings_rc rc = dom_ratings_distribution_of(&d, count, sets);
    if (rc != DOM_RATINGS_OK)
        return rc;
    if (!fit(&d, scale, sets.matches, elo0, share0) || !fit(&d, scale, sets.matches, elo1, share1))
        return DOM_RATINGS_E_CONVERGENCE;
    for (int i = 0; i < d.classes; i++)
        if (d.share[i] > 0)
            *llr += d.sets * d.share[i] * log(share1[i] / share0[i]);
    return DOM_RATINGS_OK;
}

dom_ratings_rc dom_ratings_sprt_llr_of_mean(double *llr, double sets, double mean, double variance,
                                            double mean0, double mean1)
{
    double ratio = sets * (mean1 - mean0) * (2 * mean - mean0 - mean1) / (2 * variance);
    bool is_valid = sets >= 2 && variance > 0 && isfinite(variance) && isfinite(ratio);
    *llr = is_valid ? ratio : 0;
    return is_valid ? DOM_RATINGS_OK : DOM_RATINGS_E_INVALID;
}

/* ---- a test ---------------------------------------------------------------- */

static bool is_error_rate(double rate)
{
    return rate > 0 && rate < 0.5; /* false for NaN */
}

dom_ratings_rc dom_ratings_sprt_begin(dom_ratings_sprt *test, dom_ratings_sprt_scale scale,
                                      dom_ratings_sprt_sets sets, double elo0, double elo1,
                                      double alpha, double beta)
{
    *test = (dom_ratings_sprt){.scale = scale, .sets = sets, .elo0 = elo0, .elo1 = elo1};
    if (dom_ratings_sprt_classes(sets) == 0 || !is_elo(elo0) || !is_elo(elo1) || elo0 >= elo1 ||
        !is_error_rate(alpha) || !is_error_rate(beta) ||
        (scale != DOM_RATINGS_SPRT_LOGISTIC && scale != DOM_RATINGS_SPRT_NORMALISED))
        return DOM_RATINGS_E_INVALID;
    test->lower = log(beta / (1 - alpha));
    test->upper = log((1 - beta) / alpha);
    return DOM_RATINGS_OK;
}

/* Returns the probability of so many wins in `matches` independent matches. */
static double chance_of_wins(int matches, int wins, double chance)
{
    double p = pow(chance, wins) * pow(1 - chance, matches - wins);
    for (int i = 0; i < wins; i++)
        p *= (double)(matches - i) / (wins - i);
    return p;
}

void dom_ratings_sprt_weights(const dom_ratings_sprt *test, double weight[])
{
    int matches = test->sets.matches;
    double middle = dom_ratings_score_of_elo((test->elo0 + test->elo1) / 2);
    memcpy(weight, test->count, sizeof test->count);
    for (int wins = 0; wins <= matches && test->sets.opponents == 0; wins++)
        weight[2 * wins] += assumed_sets * chance_of_wins(matches, wins, middle);
}

dom_ratings_rc dom_ratings_sprt_judge(const dom_ratings_sprt *test, const double weight[],
                                      double *llr, dom_ratings_sprt_verdict *verdict)
{
    dom_ratings_rc rc =
        dom_ratings_sprt_llr(llr, test->scale, weight, test->sets, test->elo0, test->elo1);
    *verdict = *llr >= test->upper   ? DOM_RATINGS_SPRT_ACCEPTS_1
               : *llr <= test->lower ? DOM_RATINGS_SPRT_ACCEPTS_0
                                     : DOM_RATINGS_SPRT_UNDECIDED;
    return rc;
}

dom_ratings_rc dom_ratings_sprt_add(dom_ratings_sprt *test, int class_of_set)
{
    double llr, weight[DOM_RATINGS_SPRT_CLASSES_MAX];
    dom_ratings_sprt_verdict verdict;
    if (class_of_set < 0 || class_of_set >= dom_ratings_sprt_classes(test->sets))
        return DOM_RATINGS_E_INVALID;
    if (test->verdict != DOM_RATINGS_SPRT_UNDECIDED)
        return DOM_RATINGS_OK;
    test->count[class_of_set]++;
    dom_ratings_sprt_weights(test, weight);
    dom_ratings_rc rc = dom_ratings_sprt_judge(test, weight, &llr, &verdict);
    if (rc == DOM_RATINGS_E_CONVERGENCE)
        return DOM_RATINGS_OK; /* too few sets; the next one may be enough */
    if (rc != DOM_RATINGS_OK) {
        test->count[class_of_set]--;
        return rc;
    }
    test->llr = llr;
    test->verdict = verdict;
    return DOM_RATINGS_OK;
}

/* ---- how long it takes ----------------------------------------------------- */

/* Returns the mean time until a Brownian motion with this drift, 0 or more, and this variance has
 * risen by `up` or fallen by `down`. It is the mean distance divided by the drift. */
static double exit_time(double up, double down, double drift, double variance)
{
    double rate = 2 * drift / variance;
    if (rate * (up + down) < 1e-6)
        return up * down / variance;
    double share_up = expm1(-rate * down) / expm1(-rate * (up + down));
    return (up * share_up - down * (1 - share_up)) / drift;
}

/* Returns the variance of the ratio's change with one set. It is the square of the distance between
 * the hypotheses, in standard deviations of a set's score. */
static double step_variance(const dom_ratings_sprt *test, const dom_ratings_distribution *d)
{
    if (test->scale == DOM_RATINGS_SPRT_NORMALISED) {
        double apart = (test->elo1 - test->elo0) / DOM_RATINGS_NELO_UNIT;
        return test->sets.matches * apart * apart;
    }
    double mean, variance;
    dom_ratings_moments(d, d->share, &mean, &variance);
    double apart = dom_ratings_score_of_elo(test->elo1) - dom_ratings_score_of_elo(test->elo0);
    return apart * apart / variance;
}

double dom_ratings_sprt_sets_to_go(const dom_ratings_sprt *test)
{
    dom_ratings_distribution d;
    if (test->verdict != DOM_RATINGS_SPRT_UNDECIDED)
        return 0;
    if (dom_ratings_distribution_of(&d, test->count, test->sets) != DOM_RATINGS_OK)
        return INFINITY;
    double drift = test->llr / d.sets, variance = step_variance(test, &d);
    double up = fmax(test->upper - test->llr, 0);
    double down = fmax(test->llr - test->lower, 0);
    double sets =
        drift >= 0 ? exit_time(up, down, drift, variance) : exit_time(down, up, -drift, variance);
    return fmax(sets, 1);
}
