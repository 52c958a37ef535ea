/* ratings/sprt.h - is the new bot better? Statistics of two entries on duplicate sets.
 *
 * The unit is the set of m matches; its score is one of 0, 1/(2m), ..., 1, so there are
 * 2m + 1 classes of sets: for one match loss, draw, win; for two the pentanomial. Counts
 * are by class, count[0] for sets in which everything was lost.
 *
 * Where more than two sit at a table the two entries do not meet. Each plays the matches
 * of the set in the same seats against the same k opponents, so a match has one of 2k + 1
 * scores, and the set counts by the difference of the two means, one of -1, 1/(2mk) - 1,
 * ..., 1. Its score is 1/2 more: what one of two equal entries that met would have made,
 * had it been better by that difference. So everything below means the same for both.
 *
 * Differences are in Elo, -400 log10(1/s - 1) of the mean score s, or in normalised Elo
 * (nElo), which measures them in standard deviations of a match: (s - 1/2) / sqrt(m v) *
 * 800 / ln 10 with v the variance of a set's score.
 *
 * Tests are generalised sequential probability ratio tests (Van den Bergh): the
 * likelihood ratio of the best distribution over the classes under either hypothesis.
 * Classes without a set count as a thousandth of one, which keeps every result finite; of
 * differences, which have many classes, only the two outermost ones. Those are far away, so
 * that a little mass there explains much: a test of differences is careful as long as it has
 * seen few, which is right for bots that seldom differ. With bounds far apart (40 Elo) it
 * is much longer than it need be, and errs less often than said.
 */
#ifndef DOM_RATINGS_SPRT_H
#define DOM_RATINGS_SPRT_H

#include "ratings/rc.h"

#include <stddef.h>

enum {
    DOM_RATINGS_SPRT_MATCHES_MAX = 32,
    DOM_RATINGS_SPRT_CLASSES_MAX = 225, /* differences of 8 matches against 7 opponents */
    DOM_RATINGS_SPRT_ELO_MAX = 1000
};

/* How a set is counted. */
typedef struct {
    int matches;   /* that each of the two plays, 1..DOM_RATINGS_SPRT_MATCHES_MAX      */
    int opponents; /* 0: they meet; else opponents of both at the table. Then there are
                      no more matches than DOM_RATINGS_SPRT_CLASSES_MAX has room for     */
} dom_ratings_sprt_sets;

/* Classes of such sets, and the score of class 0 <= index < classes. 0 classes for
 * numbers out of their ranges. */
int dom_ratings_sprt_classes(dom_ratings_sprt_sets sets);
double dom_ratings_sprt_score(dom_ratings_sprt_sets sets, int index);

typedef struct {
    double sets;
    double score, variance;     /* mean and variance of a set's score       */
    double elo, elo_lo, elo_hi; /* 95 % interval                           */
    double nelo, nelo_lo, nelo_hi;
    double los; /* probability to be the stronger                              */
} dom_ratings_set_score;

/* count  by class, finite, none negative.
 * Returns DOM_RATINGS_OK; E_INVALID for such a count, or sets without classes; E_EMPTY
 * when all counts are 0. */
dom_ratings_rc dom_ratings_set_score_of(dom_ratings_set_score *out, const double count[],
                                        dom_ratings_sprt_sets sets);

typedef enum {
    DOM_RATINGS_SPRT_LOGISTIC,  /* elo0 and elo1 are Elo                              */
    DOM_RATINGS_SPRT_NORMALISED /* they are normalised Elo                            */
} dom_ratings_sprt_scale;

/* Log-likelihood ratio of elo1 over elo0.
 *
 * elo0, elo1  finite, -DOM_RATINGS_SPRT_ELO_MAX..DOM_RATINGS_SPRT_ELO_MAX.
 * Returns as dom_ratings_set_score_of, E_INVALID also for other bounds; E_CONVERGENCE for
 * normalised ones that no distribution over the classes has. */
dom_ratings_rc dom_ratings_sprt_llr(double *llr, dom_ratings_sprt_scale scale, const double count[],
                                    dom_ratings_sprt_sets sets, double elo0, double elo1);

/* The same from mean and variance alone, for values with many classes such as points: the
 * hypotheses are means. Good while the mean is not far from both.
 * Returns E_INVALID for numbers that are not finite, sets < 2 or a variance that is not
 * positive. */
dom_ratings_rc dom_ratings_sprt_llr_of_mean(double *llr, double sets, double mean, double variance,
                                            double mean0, double mean1);

typedef enum {
    DOM_RATINGS_SPRT_GOES_ON,
    DOM_RATINGS_SPRT_ACCEPTS_0,
    DOM_RATINGS_SPRT_ACCEPTS_1
} dom_ratings_sprt_verdict;

/* A test that is under way. Read it; only the functions below write. */
typedef struct {
    dom_ratings_sprt_scale scale;
    dom_ratings_sprt_sets sets;
    double elo0, elo1;
    double lower, upper; /* bounds of the ratio                                */
    double count[DOM_RATINGS_SPRT_CLASSES_MAX];
    double llr;
    dom_ratings_sprt_verdict verdict;
    /* Records of the ratio on its way down and up: from their mean size follows how far
     * beyond a bound it ends on average, and so much earlier the test stops. */
    double low, low_sum, low_squares;
    double high, high_sum, high_squares;
} dom_ratings_sprt;

/* Begin a test of elo0 against elo1.
 *
 * alpha, beta  how often elo1 may be accepted at elo0, and elo0 at elo1; each in
 *              (0, 0.5).
 * Returns DOM_RATINGS_OK, or E_INVALID for numbers out of their ranges or elo0 >= elo1. */
dom_ratings_rc dom_ratings_sprt_begin(dom_ratings_sprt *test, dom_ratings_sprt_scale scale,
                                      dom_ratings_sprt_sets sets, double elo0, double elo1,
                                      double alpha, double beta);

/* Add one complete set; never a part of one. After a verdict nothing changes any more.
 *
 * class_of_set  where the two meet, half points won in the set, two for a match. Of
 *               differences, half points won against all opponents, less those that the
 *               other won, plus 2 * matches * opponents, the most that there are.
 * Returns DOM_RATINGS_OK, or E_INVALID for no such class. Where no ratio is found, as
 * happens to wide normalised bounds after a few sets, it stays as it was. */
dom_ratings_rc dom_ratings_sprt_add(dom_ratings_sprt *test, int class_of_set);

/* Returns how many more sets the test is expected to need, from the mean and the variance of the
 * sets so far. It is the mean time in which a Brownian motion with the drift and the variance of
 * the log-likelihood ratio leaves the interval between the two limits. At least 1 while the test
 * goes on, 0 after a verdict, infinite before the first set. */
double dom_ratings_sprt_sets_to_go(const dom_ratings_sprt *test);

/* What a test says of the difference, in (logistic) Elo. It stopped, or goes on, because of
 * what it saw, so the mean of its sets is off; this takes the rule of stopping into
 * account: with the true difference `elo`, half of all tests would have a worse outcome
 * (failed sooner, passed later). */
typedef struct {
    double elo, elo_lo, elo_hi; /* median-unbiased, 95 % interval              */
    double los;                 /* probability of a worse outcome between equals */
} dom_ratings_sprt_estimate;

/* Limits are within -DOM_RATINGS_SPRT_ELO_MAX..DOM_RATINGS_SPRT_ELO_MAX.
 * Returns DOM_RATINGS_OK, or E_EMPTY for a test without sets. */
dom_ratings_rc dom_ratings_sprt_estimate_of(dom_ratings_sprt_estimate *out,
                                            const dom_ratings_sprt *test);

#endif
