/* results/prediction.h - what the ratings of a variant expect of a match between some bots. */
#ifndef DOM_RESULTS_PREDICTION_H
#define DOM_RESULTS_PREDICTION_H

#include "results/ranking.h"

/* A share of the points, a draw counting half. 0..1, with its 95 % interval in infinitely many
 * matches; a limit that results do not give is 0 or 1. And the 95 % interval of what a number of
 * sets will show, which has the luck of these sets as well. */
typedef struct {
    double share, lo, hi;
    double sets_lo, sets_hi; /* both 0 if no number was given */
} dom_results_expected;

/* Returns what a difference of ratings that results connect lets expect. */
dom_results_expected dom_results_expected_of(const dom_ratings_difference *d);

/* Set *player to the bot of a list that a name means: NAME, which is the version that the list
 * shows and that played last, or NAME@VERSION with the first digits of a version, shown or hidden.
 * Returns DOM_OK, or DOM_E_ABSENT for a bot without a complete set.
 *
 * of  a list that dom_results_ranking_open made, at least */
dom_rc dom_results_prediction_bot(const dom_results_ranking *of, const char *name, uint32_t *player,
                                  dom_err *err);

typedef struct {
    char variant[DOM_VARIANT_NAME_BYTES]; /* "" of a mean */
    size_t variants;                      /* 1; more of a mean */
    size_t count;                         /* bots, 2 or more */
    dom_store_bot bot[DOM_SEATS_MAX];
    char label[DOM_SEATS_MAX][DOM_RESULTS_LABEL_BYTES]; /* as in the list of the variant */
    /* Row against column; the diagonal is zero. */
    dom_results_expected against[DOM_SEATS_MAX][DOM_SEATS_MAX];
    dom_results_expected total[DOM_SEATS_MAX]; /* mean against all others. Its limits are the means
                                                  of their limits, so they hold at least 95 % */
} dom_results_prediction;

/* Predict a match between the named bots. The expected share of a bot against another follows from
 * the difference d of their ratings: 1 / (1 + 10^(-d / 400)). At a table of more than two bots it
 * is the share of the comparisons by places.
 *
 * The variance of what sets show is that of independent matches with the expected share, divided by
 * what a match in a set was worth in this list (ratings/list.h, variance_reduction). If that is not
 * known, all matches of a set may come out alike.
 *
 * Example: a bot is expected to get 0.6 (0.5 to 0.7). 50 sets of two, in which a match is worth as
 * much as a separate one, vary by 1.96 sqrt(0.6 * 0.4 / 100) = 0.096, so they will show 0.46 to
 * 0.74.
 *
 * of     an official list with wants_matrices
 * sets   of which the interval is wanted; 0: none
 * names  2 to DOM_SEATS_MAX different bots, as dom_results_prediction_bot has them
 *
 * Returns DOM_OK; DOM_E_ABSENT for a bot that the list does not have; DOM_E_CONFIG for a wrong
 * number of bots, a bot that is named twice, or bots that no results connect. */
dom_rc dom_results_prediction_make(dom_results_prediction *out, const dom_results_ranking *of,
                                   const dom_strings *names, uint32_t sets, dom_err *err);

/* Add the prediction of one more variant for the same bots to a mean, which is zero at first. The
 * variants are independent, so the distance of each limit is that of a mean: the root of the sum of
 * their squares, divided by their number (G. Zou and A. Donner 2008). */
void dom_results_prediction_add(dom_results_prediction *mean, const dom_results_prediction *one);

#endif
