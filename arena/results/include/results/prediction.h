/* results/prediction.h - what the ratings of a variant expect of a match between some bots. */
#ifndef DOM_RESULTS_PREDICTION_H
#define DOM_RESULTS_PREDICTION_H

#include "results/ranking.h"

/* A share of the points, a draw counting half. 0..1, with its 95 % interval; a limit that results
 * do not give is 0 or 1. */
typedef struct {
    double share, lo, hi;
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
    const dom_results_ranking *of;
    size_t count;                   /* bots, 2 or more */
    uint32_t player[DOM_SEATS_MAX]; /* of the ranking */
    /* Row against column; the diagonal is zero. */
    dom_results_expected against[DOM_SEATS_MAX][DOM_SEATS_MAX];
    dom_results_expected total[DOM_SEATS_MAX]; /* mean against all others. Its limits are the means
                                                  of their limits, so they hold at least 95 % */
} dom_results_prediction;

/* Predict a match between the named bots. The expected share of a bot against another follows from
 * the difference d of their ratings: 1 / (1 + 10^(-d / 400)). At a table of more than two bots it
 * is the share of the comparisons by places.
 *
 * of     an official list with wants_matrices; it must outlive *out
 * names  2 to DOM_SEATS_MAX different bots, as dom_results_prediction_bot has them
 *
 * Returns DOM_OK; DOM_E_ABSENT for a bot that the list does not have; DOM_E_CONFIG for a wrong
 * number of bots, a bot that is named twice, or bots that no results connect. */
dom_rc dom_results_prediction_make(dom_results_prediction *out, const dom_results_ranking *of,
                                   const dom_strings *names, dom_err *err);

#endif
