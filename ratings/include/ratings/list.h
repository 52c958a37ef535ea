/* ratings/list.h - the official list: maximum likelihood over all sets of a pool.
 *
 * Model. Each player has one rating, each team the mean of its members. For every
 * pair of entries with a result at an n-entry table the better place scores 1 and
 * equal places 1/2 each, all pairs weighted 1/(n-1), and the score is expected to be
 * 1 / (1 + 10^((R_b - R_a) / 400)) (Bradley-Terry, pairwise composite likelihood).
 * The ratings are those under which every player's expected sum of scores is the
 * one it has. A ghost in the middle of the list has `prior` wins and `prior` losses
 * against every player, which keeps perfect scores finite.
 *
 * Intervals. What varies independently is the duplicate set, so the covariance is
 * cluster-robust, C (sum u u' / (1 - h) + P) C: C the inverse information, u a set's
 * contribution to the score equations, h its mean leverage (1/G for each of G sets of
 * one table; the usual G/(G-1) then), P the prior's own information. Quantiles are
 * Student's t, the degrees of freedom for each player from how many sets effectively
 * carry its rating. Everything is relative to the anchor.
 *
 * The same pool gives the same list whatever the order of its sets; ratings and
 * intervals are rounded to a millionth of a point, far above the last bits in which
 * processors and libraries differ. No number of a list is ever NaN or infinite.
 */
#ifndef DOM_RATINGS_LIST_H
#define DOM_RATINGS_LIST_H

#include "ratings/pool.h"
#include "ratings/rc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DOM_RATINGS_LIST_ANCHOR_MEAN = -1 };

typedef enum {
    DOM_RATINGS_MODEL_HALVES,  /* a draw is half a win: Bradley-Terry                 */
    DOM_RATINGS_MODEL_DAVIDSON /* draws have a parameter of their own (Davidson 1970) */
} dom_ratings_model;

typedef enum {
    DOM_RATINGS_INTERVALS_SETS, /* cluster-robust, the official ones                  */
    DOM_RATINGS_INTERVALS_MODEL /* as if all matches were independent: for comparison */
} dom_ratings_intervals;

typedef enum {
    DOM_RATINGS_SOLVE_NEWTON, /* minorise-maximise where Newton fails                 */
    DOM_RATINGS_SOLVE_MM      /* slow and sure; single players and HALVES only        */
} dom_ratings_solve;

typedef struct {
    double prior;      /* the ghost's wins and losses, 0..1000; 0: no ghost  */
    double anchor_elo; /* what the anchor is given, -1e6..1e6                */
    int32_t anchor;    /* a player; or DOM_RATINGS_LIST_ANCHOR_MEAN: the mean of all that results
                       tie together, see dom_ratings_bound. Islands without the anchor are
                       held by their own means                                */
    dom_ratings_model model;
    dom_ratings_intervals intervals;
    dom_ratings_solve solve;
    bool wants_covariance;
    const bool *hidden; /* by player: fitted like all others, but without a line, so that a
                           rating is the same whoever is hidden. NULL: none           */
} dom_ratings_list_options;

/* The official list: ghost 0.5, the mean at 1000. */
#define DOM_RATINGS_LIST_OPTIONS                                                                   \
    ((dom_ratings_list_options){                                                                   \
        .prior = 0.5, .anchor_elo = 1000, .anchor = DOM_RATINGS_LIST_ANCHOR_MEAN})

/* Why a rating is held by the prior alone on one side or on both. Players are tied
 * together by chains of points won and lost; a group that is tied together and larger than
 * any other of its island has no bound.
 *
 * The rating is an estimate all the same, and may be too high as well as too low: results
 * alone would only put it ever further away from the others. */
typedef enum {
    DOM_RATINGS_BOUND_NONE,
    DOM_RATINGS_BOUND_BELOW, /* ">": it, or a group it is in, never lost a point to the
                        others; its interval has no upper limit               */
    DOM_RATINGS_BOUND_ABOVE, /* "<": ... never won a point from them; no lower limit  */
    DOM_RATINGS_BOUND_BOTH   /* "<>": never lost to some of the others, never won from
                        the rest; no limit                                    */
} dom_ratings_bound;

const char *dom_ratings_bound_word(dom_ratings_bound bound); /* "", ">", "<", "<>"             */

/* Has the interval a lower limit, and an upper one, that results gave and not the prior alone? */
bool dom_ratings_bound_has_lo(dom_ratings_bound bound);
bool dom_ratings_bound_has_hi(dom_ratings_bound bound);

/* What the word means, for the reader of a list; "" for none. */
const char *dom_ratings_bound_meaning(dom_ratings_bound bound);

/* A line of the list. */
typedef struct {
    uint32_t player;
    double elo, elo_lo, elo_hi; /* 95 % interval, relative to the anchor     */
    double degrees;             /* of freedom of the interval; at least 1; 0 with
                                    DOM_RATINGS_INTERVALS_MODEL                       */
    uint32_t rank_lo, rank_hi;  /* best and worst rank that 95 % allow, among the lines of
                                    its island                                */
    double los_next;            /* probability to be stronger than the next line;
                                    -1: last line, or the next is of another
                                    island                                    */
    dom_ratings_bound bound;
    uint32_t island; /* 1..islands; players of different islands never
                                    met, not even through others: their ratings
                                    cannot be compared                        */
    bool few_sets;   /* fewer than 20 sets carry it: wide, and rough */
    uint64_t sets, matches;
    uint64_t wins, draws, losses;        /* pairs at a table                         */
    bool has_points;                     /* it has rounds with points                 */
    double points, points_lo, points_hi; /* per round, 95 % over sets; both limits
                                    equal `points` with fewer than two sets   */
} dom_ratings_rating;

typedef struct {
    size_t count;            /* players that are not hidden                              */
    dom_ratings_rating *row; /* by island, the anchor's (else the largest) first, then by
                        rating, then by player                                */
    uint64_t sets, matches;  /* of the whole pool                              */
    uint32_t islands;        /* that have a line                               */
    bool is_connected;       /* every player is tied to every other by chains of points
                          won and lost: a fit without prior exists            */
    double tie_nu;           /* DAVIDSON: weight of draws; 0 otherwise              */
    double log_likelihood;   /* of the results, without prior and constants     */
    int steps;               /* of the solver                                       */
    double mean_error;       /* largest |observed - expected| score, over max(1, matches) */
    double *covariance;      /* if asked for: players x players, Elo^2, by player number,
                           relative to the anchor; 0 between islands          */
    /* What duplicate sets are worth: variance that as many matches with deals of
     * their own and seats by lot would have, over the variance of the sets; pairings
     * with two sets and more. 0: cannot be told. */
    double variance_reduction, points_variance_reduction;
    /* What points tell beside places: sum over pairings of z^2 - 1 of the difference in
     * points, over the same of the score. 0: cannot be told. */
    double information_ratio;
} dom_ratings_list;

/* Fit a list.
 *
 * list     filled; dom_ratings_list_clear it after success.
 * options  NULL: DOM_RATINGS_LIST_OPTIONS.
 * Returns DOM_RATINGS_OK; E_EMPTY for a pool without players; E_INVALID for options out
 * of their range or an anchor that is not there; E_SEPARATED without prior where no
 * finite ratings exist; E_CONVERGENCE; E_NOMEM. */
dom_ratings_rc dom_ratings_list_fit(dom_ratings_list *list, const dom_ratings_pool *pool,
                                    const dom_ratings_list_options *options);
void dom_ratings_list_clear(dom_ratings_list *list);

/* A bootstrap interval, relative to the anchor: of ratings fitted to sets that were
 * drawn again with replacement, among those of the same table. */
typedef struct {
    double lo, hi;       /* 2.5 and 97.5 % of the repetitions                 */
    double bc_lo, bc_hi; /* the same, corrected for bias                      */
} dom_ratings_bootstrap;

enum { DOM_RATINGS_BOOTSTRAP_MIN = 100, DOM_RATINGS_BOOTSTRAP_MAX = 100000 };

/* Bootstrap intervals of all players; the same seed gives the same bytes.
 *
 * out          as many as the list has rows, written by player number.
 * options      as for dom_ratings_list_fit, with a prior, for some draw may lack a win or a loss;
 *              `intervals` and `solve` do not matter.
 * repetitions  DOM_RATINGS_BOOTSTRAP_MIN..DOM_RATINGS_BOOTSTRAP_MAX; 1000 is usual.
 * Returns as dom_ratings_list_fit, and E_INVALID for other repetitions or no prior. */
dom_ratings_rc dom_ratings_list_bootstrap(dom_ratings_bootstrap out[], const dom_ratings_pool *pool,
                                          const dom_ratings_list_options *options,
                                          uint32_t repetitions, uint64_t seed);

#endif
