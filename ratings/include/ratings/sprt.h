/* ratings/sprt.h - is the new bot better? Statistics of two bots on duplicate sets, and a
 * sequential test (SPRT) that stops as soon as the answer is known.
 *
 *     dom_ratings_sprt test;
 *     dom_ratings_sprt_sets sets = {.matches = 2, .opponents = 0};
 *     dom_ratings_sprt_begin(&test, DOM_RATINGS_SPRT_LOGISTIC, sets, 0, 10, 0.05, 0.05);
 *     while (test.verdict == DOM_RATINGS_SPRT_UNDECIDED)
 *         dom_ratings_sprt_add(&test, half points of the new bot in the next set);
 *     dom_ratings_sprt_estimate_of(&estimate, &test);
 *
 * Sets and classes. The unit is the set of m matches. If the two bots meet, the score of a set is
 * one of 0, 1/(2m), ..., 1, which makes 2m + 1 classes. For m = 1 these are loss, draw and win; for
 * m = 2 they are the pentanomial classes. The class of a set is the number of half points that the
 * new bot won in it. Example for m = 2: a win and a draw are 3 half points, so the class is 3 and
 * the score is 0.75. Counts are given by class; count[0] is the number of sets in which every match
 * was lost.
 *
 * Differences. At tables with more than two seats the two bots do not meet. Each of them plays the
 * m matches of the set in the same seats against the same k opponents, so each can win 2mk half
 * points. The score of the set is 1/2 plus the difference of the two mean scores, so it is one of
 * -1/2, ..., 3/2 in steps of 1/(2mk). It corresponds to the score of one bot against the other, and
 * everything below applies to both cases. Example for m = 4 and k = 3: each can win 24 half points.
 * The new bot wins 14 and the old one 10. The class is 14 - 10 + 24 = 28, and the score is 1/2 +
 * 4/24 = 0.667.
 *
 * Scales. With the mean score s, Elo is -400 log10(1/s - 1). Normalised Elo (nElo) measures the
 * same difference in standard deviations of a match: (s - 1/2) / sqrt(m v) * 800 / ln 10, where v
 * is the variance of a set's score.
 *
 * The test is a generalised sequential probability ratio test. Hypothesis H1 says that the
 * difference is elo1, and H0 that it is elo0. The log-likelihood ratio (LLR) compares the most
 * likely distributions over the classes under H1 and under H0. Source: M. Van den Bergh, A
 * practical introduction to the GSPRT, and the programs fishtest and fastchess, whose numbers
 * tests/ratings/test_sprt.c compares.
 *
 * Empty classes count as 0.001 sets, so every result is finite. Differences have many classes, so
 * only their two outermost classes get this weight. These lie far away, and a little weight there
 * explains much. So a test of differences is cautious as long as it has seen few sets, which suits
 * bots that seldom differ. If elo0 and elo1 are far apart (40 Elo), such a test takes much longer
 * than necessary and errs less often than alpha and beta allow.
 *
 * A test of two bots that meet begins with a quarter of a set, as if that much had been played, in
 * independent matches without draws, by bots whose difference is (elo0 + elo1) / 2. Without it the
 * first sets, if they are alike, would seem to vary hardly at all and decide too soon. It favours
 * neither hypothesis.
 *
 * Errors. The bounds of the ratio are A. Wald's. The ratio passes them by a part of a set, so a
 * test errs a little less often than alpha and beta allow, and is a little longer than Wald's
 * approximation: 4 % with 0 and 40 Elo, 8 % with 0 and 100, 20 % with 0 and 200 if the matches of a
 * set are independent (tests/ratings/calibration.md).
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

/* The matches of a set. */
typedef struct {
    int matches;   /* matches that each of the two bots plays, 1..DOM_RATINGS_SPRT_MATCHES_MAX */
    int opponents; /* 0: the two meet; else k, the number of opponents of either at a table. The
                      classes must not be more than DOM_RATINGS_SPRT_CLASSES_MAX */
} dom_ratings_sprt_sets;

/* Returns the number of classes, or 0 if a number is out of its range. */
int dom_ratings_sprt_classes(dom_ratings_sprt_sets sets);
/* Returns the score of class `index`. Pre: 0 <= index < dom_ratings_sprt_classes(sets). */
double dom_ratings_sprt_score(dom_ratings_sprt_sets sets, int index);

/* Statistics of a fixed number of sets, without regard to any rule of stopping. */
typedef struct {
    double sets;                /* sets, empty classes counted as above            */
    double score, variance;     /* mean and variance of a set's score              */
    double elo, elo_lo, elo_hi; /* with its 95 % interval; within +-2400          */
    double nelo, nelo_lo, nelo_hi;
    double los; /* likelihood of superiority: probability that the new bot is stronger */
} dom_ratings_set_score;

/* Compute the statistics.
 *
 * count  number of sets by class, finite, 0 or more, at most 1e15
 *
 * Returns DOM_RATINGS_OK; E_INVALID for another count or for sets without classes; or E_EMPTY if
 * all counts are 0. After a failure *out is all zero. */
dom_ratings_rc dom_ratings_set_score_of(dom_ratings_set_score *out, const double count[],
                                        dom_ratings_sprt_sets sets);

typedef enum {
    DOM_RATINGS_SPRT_LOGISTIC,  /* elo0 and elo1 are Elo                              */
    DOM_RATINGS_SPRT_NORMALISED /* elo0 and elo1 are normalised Elo                   */
} dom_ratings_sprt_scale;

/* Compute the log-likelihood ratio of elo1 over elo0.
 *
 * elo0, elo1  finite, -DOM_RATINGS_SPRT_ELO_MAX..DOM_RATINGS_SPRT_ELO_MAX
 *
 * Returns as dom_ratings_set_score_of; E_INVALID also for other bounds; E_CONVERGENCE if no
 * distribution over the classes has this normalised Elo. After a failure *llr is 0. */
dom_ratings_rc dom_ratings_sprt_llr(double *llr, dom_ratings_sprt_scale scale, const double count[],
                                    dom_ratings_sprt_sets sets, double elo0, double elo1);

/* Compute an approximate log-likelihood ratio from mean and variance alone, for values with many
 * classes such as points. The hypotheses are the means mean0 and mean1. It is accurate while the
 * mean is near both.
 *
 * Returns DOM_RATINGS_OK; or E_INVALID for numbers that are not finite, sets < 2 or variance <= 0.
 * After a failure *llr is 0. */
dom_ratings_rc dom_ratings_sprt_llr_of_mean(double *llr, double sets, double mean, double variance,
                                            double mean0, double mean1);

typedef enum {
    DOM_RATINGS_SPRT_UNDECIDED, /* not decided yet                                    */
    DOM_RATINGS_SPRT_ACCEPTS_0, /* H0 is accepted: not shown to be better             */
    DOM_RATINGS_SPRT_ACCEPTS_1  /* H1 is accepted: better                             */
} dom_ratings_sprt_verdict;

/* A test. Read its fields freely; only the functions below may write them. */
typedef struct {
    dom_ratings_sprt_scale scale;
    dom_ratings_sprt_sets sets;
    double elo0, elo1;
    double lower, upper; /* bounds of the ratio: log(beta / (1 - alpha)), log((1 - beta) / alpha) */
    double count[DOM_RATINGS_SPRT_CLASSES_MAX];
    double llr;
    dom_ratings_sprt_verdict verdict;
} dom_ratings_sprt;

/* Begin a test of elo1 against elo0.
 *
 * alpha  probability of accepting elo1 if elo0 is true, in (0, 0.5)
 * beta   probability of accepting elo0 if elo1 is true, in (0, 0.5)
 *
 * Returns DOM_RATINGS_OK; or E_INVALID for numbers out of their ranges or elo0 >= elo1. */
dom_ratings_rc dom_ratings_sprt_begin(dom_ratings_sprt *test, dom_ratings_sprt_scale scale,
                                      dom_ratings_sprt_sets sets, double elo0, double elo1,
                                      double alpha, double beta);

/* Add one complete set, never a part of one. After a verdict the call changes nothing.
 *
 * class_of_set  the class of the set, as explained at the top: half points won, or for differences
 *               half points won minus half points won by the other bot plus 2 * matches * opponents
 *
 * Returns DOM_RATINGS_OK; or E_INVALID if there is no such class. If no ratio can be computed, as
 * happens with wide normalised bounds after a few sets, the set counts and the ratio stays as it
 * was. */
dom_ratings_rc dom_ratings_sprt_add(dom_ratings_sprt *test, int class_of_set);

/* Returns how many more sets the test is expected to need, from the mean and the variance of the
 * sets so far. It is the mean time in which a Brownian motion with the drift and the variance of
 * the log-likelihood ratio leaves the interval between the two limits. At least 1 while the test
 * is not decided, 0 after a verdict, infinite before the first set. */
double dom_ratings_sprt_sets_to_go(const dom_ratings_sprt *test);

/* The difference of the two bots in (logistic) Elo, estimated from a test. The mean of the sets is
 * biased, because the test stopped when it did because of these sets. The estimate corrects this:
 * if the true difference is `elo`, then half of all such tests have a worse outcome. Worse means
 * that H0 is accepted sooner or H1 later.
 *
 * In short tests of two that meet, up to 256 sets of two matches, the chance of such an outcome is
 * computed set by set. In longer tests, and in tests of differences, the ratio is treated as a
 * Brownian motion. Of all tests with errors of 5 %, at least 93.5 % of the intervals hold the true
 * difference, whether it is a bound, lies between them or beyond (tests/ratings/calibration.md). */
typedef struct {
    double elo, elo_lo, elo_hi; /* median-unbiased estimate with its 95 % interval, each within
                                   -DOM_RATINGS_SPRT_ELO_MAX..DOM_RATINGS_SPRT_ELO_MAX */
    double los; /* likelihood of superiority: probability of a worse outcome between equal bots */
} dom_ratings_sprt_estimate;

/* Estimate the difference, during or after a test. Returns DOM_RATINGS_OK; or E_EMPTY for a test
 * without sets, with *out all zero. */
dom_ratings_rc dom_ratings_sprt_estimate_of(dom_ratings_sprt_estimate *out,
                                            const dom_ratings_sprt *test);

#endif
