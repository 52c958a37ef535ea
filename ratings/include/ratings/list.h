/* ratings/list.h - the official list: ratings by maximum likelihood over all sets of a pool, with
 * intervals and rank ranges.
 *
 *     dom_ratings_list list;
 *     if (dom_ratings_list_fit(&list, pool, NULL) == DOM_RATINGS_OK) {
 *         for (size_t i = 0; i < list.count; i++)
 *             show(&list.row[i]);
 *         dom_ratings_list_clear(&list);
 *     }
 *
 * Model (Bradley-Terry). Each player has one rating R, and a team has the mean of its members. A
 * pair is two entries with a result at one table. The better place scores 1, the other 0, and equal
 * places score 1/2 each. The expected score of a against b is 1 / (1 + 10^((R_b - R_a) / 400)). At
 * a table of n entries every pair weighs 1 / (n - 1), so each entry's results weigh one match
 * (pairwise composite likelihood). In a solution the expected scores of every player add up to the
 * scores that it has. The page docs/explanation/ratings.md explains the model with examples and
 * sources.
 *
 * Prior. A ghost player in the middle of the list has `prior` wins and `prior` losses against every
 * player. These invented results keep the ratings of perfect scores finite.
 *
 * Scale. Only differences of ratings follow from results. So the rating of the anchor, or the mean,
 * is fixed at `anchor_elo`, and every rating and interval is relative to it.
 *
 * Several anchors. If the ratings of several players are given, those of the others follow by
 * maximum likelihood: only they are free. The anchors connect whom they played as one player would,
 * because their differences are known; and the ghost has its wins and losses against one player
 * with the mean of their ratings. Intervals are relative to the anchors, as if their ratings were
 * exact; results of anchors against each other change no rating, but the test of misfit sees
 * whether they contradict what is given.
 *
 * Intervals. The sets vary independently; the matches of one set do not. So the covariance is
 * cluster-robust: V = C (M + P) C. Here C is the inverse information, P the information of the
 * prior, and M the sum over sets of u u', where u is the contribution of a set to the score
 * equations minus the mean of its table. With G sets of a table, M is multiplied by G/(G-1). The
 * interval of a rating that many results decide is elo +- t sqrt(variance), with the 97.5 %
 * quantile t of Student's distribution.
 *
 * Few results decide a rating if the bot lost (or won) little, or played few sets. Then the
 * variance of the results is not known well, and the interval comes from the likelihood
 * (ratings/limits.h): it contains the values with which the results are not too unlikely. The
 * dispersion, by which the variance of results differs from that of independent matches, is
 *
 *     (events * observed / expected + 1) / (events + 1 / matches)
 *
 * with `matches` of a set. So it is the observed one with many events, and `matches`, as if all
 * matches of a set came out alike, with none. ratings/evidence.h says what an event is. The limits
 * come from the likelihood if there are fewer than 60. In lists of more than 50 bots, this is the
 * likelihood of the bot's own results, while those of all others count by their normal
 * approximation (ratings/nearby.h), because a search with all ratings takes a time in proportion to
 * the cube of their number.
 *
 * Example: 20 sets of two matches, all won. The interval of the difference begins at 270 Elo and
 * has no upper limit. Of 20 independent sets, all won, Clopper and Pearson's exact interval begins
 * at 277.
 *
 * Rank ranges. Bot a is surely stronger than b if the 95 % interval of their difference lies above
 * 0. The best rank of a bot is 1 plus the number of bots that are surely stronger. Its worst rank
 * is the number of bots, itself included, that are not surely weaker. The interval of a difference
 * is found as that of a rating. Only in lists of more than 50 bots it follows from those of the two
 * ratings and their correlation (G. Zou and A. Donner 2008), which is faster. Every comparison has
 * its own 95 %: among many bots a few comparisons are wrong. With is_simultaneous all comparisons
 * of the list hold together with 95 %. S. Holm's procedure of 1979 compares the LOS of m pairs, the
 * surest first, with 1 - 0.025 / m, 1 - 0.025 / (m - 1) and so on, and stops at the first that is
 * lower. Then some rank ranges are wider.
 *
 * Tiers. An island is divided wherever every line above is surely stronger than every line below.
 * The lines between two divisions are a tier. Here all comparisons hold together, with
 * is_simultaneous or without: with a probability of 95 % no division of the list is wrong. Within
 * a tier one line may still be surely stronger than another. Its joint_hi (below) is then less than
 * the rank of the tier's last line.
 *
 * Example: four bots, 20 sets of two matches for every two of them. tests/ratings/test_list.c and
 * docs/explanation/ratings.md have the results:
 *
 *     rank  bot     Elo    differences with their 95 % intervals
 *      1-2  ann   1102.1   to bob 48.2 (-41..138), to cleo 90.4 (4..178, sure), to dan sure
 *      1-3  bob   1053.9   to cleo 42.2 (-46..131), to dan sure
 *      2-3  cleo  1011.7   to dan sure
 *        4  dan    832.3
 *
 * Nobody is surely stronger than ann, and two bots are surely weaker, so ann is first or second.
 * By Holm's procedure the difference of ann and cleo is not sure, so ann, bob and cleo are tier 1.
 * All of them are surely above dan, who is tier 2.
 * The intervals of ann (1047..1159) and cleo (958..1066) overlap, but that does not matter: an
 * interval of one rating cannot replace that of a difference.
 *
 * The same pool gives the same list whatever the order of its sets. Ratings and intervals are
 * rounded to a millionth of a point, which hides the last bits in which processors and libraries
 * differ. No number of a list is ever NaN or infinite.
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
    DOM_RATINGS_INTERVALS_SETS, /* cluster-robust, as described above: the official ones */
    DOM_RATINGS_INTERVALS_MODEL /* as if all matches were independent: for comparison */
} dom_ratings_intervals;

/* A player whose rating is given. */
typedef struct {
    uint32_t player;
    double elo; /* -1e6..1e6 */
} dom_ratings_anchor;

/* How a list is made. */
typedef struct {
    double prior;      /* wins and losses of the ghost against every player, 0..1000; 0: no ghost */
    double anchor_elo; /* the rating of the anchor, or of the mean, -1e6..1e6 */
    int32_t anchor;    /* a player, or DOM_RATINGS_LIST_ANCHOR_MEAN: the mean over the main group of
                          each island (see dom_ratings_bound), or over the whole island if it has no
                          main group. An island without the anchor has its own mean fixed in any
                          case */
    const dom_ratings_anchor *more_anchor; /* further players with given ratings, see below; NULL:
                                              none */
    size_t more_anchors;
    dom_ratings_model model;
    dom_ratings_intervals intervals;
    bool wants_covariance, wants_differences;
    bool is_simultaneous; /* rank ranges of all lines hold together with 95 %, see below */
    const bool *hidden; /* by player; NULL: no player is hidden. A hidden player is fitted like all
                           others but has no line, so hiding it changes no other rating */
} dom_ratings_list_options;

/* The options of the official list: half a win and half a loss against the ghost, mean 1000. */
#define DOM_RATINGS_LIST_OPTIONS                                                                   \
    ((dom_ratings_list_options){                                                                   \
        .prior = 0.5, .anchor_elo = 1000, .anchor = DOM_RATINGS_LIST_ANCHOR_MEAN})

/* Whether results limit a rating on both sides.
 *
 * A group is a largest set of players in which everybody scored against everybody else. A chain
 * counts too: a scored against b, and b against c. The main group of an island is the group that is
 * larger than every other; an island may have none. Between two groups, points went in one
 * direction only. So results alone would move a group outside the main one ever further away, and
 * only the prior keeps it at a finite distance. Its ratings are still estimates, which may be too
 * high or too low.
 *
 * The bound of a rating is that relative to the anchor. If the mean is fixed instead, it is
 * relative to the main group, and without a main group to all others. A rating has a lower limit if
 * points lead from it to what is fixed, and an upper one if they lead from there to it.
 *
 * Examples: b and c beat each other once, and a won all its matches against both. The main group is
 * {b, c}; a is a group of one with the bound BELOW, shown as ">". Or a beat b, and b beat c,
 * always. If c is the anchor, a and b have the bound BELOW. If the mean is fixed, b has the bound
 * BOTH.
 *
 * Almost no points are as good as none: less than 0.4 of a set, if the matches of a set come out
 * alike. Such a rating is not part of the mean either, so that one result does not move all others.
 */
typedef enum {
    DOM_RATINGS_BOUND_NONE,  /* results limit the rating on both sides */
    DOM_RATINGS_BOUND_BELOW, /* ">": this bot, or one that links it to the rest, won (almost) every
                                point; the interval has no upper limit */
    DOM_RATINGS_BOUND_ABOVE, /* "<": the same with lost points; the interval has no lower limit */
    DOM_RATINGS_BOUND_BOTH   /* "<>": both; the interval has no limit */
} dom_ratings_bound;

/* Returns the sign in front of such a rating: "", ">", "<" or "<>". */
const char *dom_ratings_bound_word(dom_ratings_bound bound);

/* Return true if the lower, or the upper, limit of the interval follows from results. Otherwise
 * only the prior gives it, and lists do not show it. */
bool dom_ratings_bound_has_lo(dom_ratings_bound bound);
bool dom_ratings_bound_has_hi(dom_ratings_bound bound);

/* Returns what the sign means, as a clause for the reader of a list; "" for
 * DOM_RATINGS_BOUND_NONE. */
const char *dom_ratings_bound_meaning(dom_ratings_bound bound);

/* The difference of the ratings of two players of one island. Unlike the two ratings it does not
 * depend on what is fixed, so its interval does not include the uncertainty of the anchor. */
typedef struct {
    double elo, lo, hi;  /* first minus second, and its 95 % interval */
    bool has_lo, has_hi; /* whether results give this limit; otherwise it equals elo */
    double degrees;      /* degrees of freedom: the smaller number of the two ratings */
    double los;          /* likelihood of superiority: probability that the first is stronger. It is
                            above 97.5 % if and only if `lo` is above 0 */
} dom_ratings_difference;

/* A line of the list: one player. */
typedef struct {
    uint32_t player;
    double elo, elo_lo, elo_hi; /* rating and 95 % interval, relative to the anchor. A limit that
                                   `bound` excludes equals elo */
    double degrees;             /* degrees of freedom of the variance, 1 or more; 0 with
                                   DOM_RATINGS_INTERVALS_MODEL */
    uint32_t rank_lo, rank_hi;  /* rank range, best and worst, among the lines of its island */
    uint32_t joint_hi; /* rank_hi as it is with is_simultaneous, whether that was asked for or not:
                          1 for the first line if it is surely above all others of its island */
    uint32_t tier;     /* its tier, from 1 on each island, see above */
    bool has_next;     /* false: it is the last line, or the next one belongs to another island */
    dom_ratings_difference next; /* to the next line; all zero without has_next */
    dom_ratings_bound bound;
    uint32_t island; /* 1..islands. Players of different islands never met, not even through others,
                        so their ratings cannot be compared */
    bool is_fixed;   /* the rating is fixed: it is the anchor, or alone on its island. Both limits
                        equal elo and mean nothing */
    bool few_sets;   /* fewer than 19 degrees of freedom, because few sets, or few losses or wins,
                        decide the rating: the interval is rough */
    uint64_t sets, matches;
    uint64_t wins, draws, losses; /* of pairs at a table: three opponents make three results a
                                     match */
    bool has_points;              /* it has rounds with points                         */
    double points, points_lo, points_hi; /* points per round and their 95 % interval over sets; with
                                            fewer than two sets both limits equal `points` */
} dom_ratings_rating;

/* Do the results contradict one rating for each player? They do if bots beat each other in a
 * circle, or if a bot is strong against some opponents only.
 *
 * The square of observed minus expected score of each pairing, divided by the variance of as many
 * independent matches, is added up (Pearson). Pairings with fewer than 2 expected wins or losses
 * are left out. The sum is divided by what chance alone would give, which is estimated from the
 * sets of each table, and multiplied by the degrees of freedom (J. Rao and A. Scott 1984). If one
 * rating for each player is enough, the result has about a chi-square distribution. As the divisor
 * is an estimate, p is that of an F distribution.
 *
 * Example: a beats b, b beats c, and c beats a, each in 30 of 40 sets of one match. All ratings are
 * equal, so each pairing has 30 wins where 20 are expected. Each adds 10^2 / 10 = 10 to the sum,
 * which is 30. By chance 0.79 would be expected for the one degree of freedom, 3 pairings minus 2
 * differences. So chi_square is 38, and p is below 0.000001. */
typedef struct {
    double chi_square;
    double degrees; /* pairings minus the differences of ratings that they determine; 0: no test */
    double p; /* probability of such a chi-square or a larger one by chance; 1 without a test */
} dom_ratings_misfit;

/* A ratio of two variances, estimated. */
typedef struct {
    double value; /* 0: not known, and the limits mean nothing */
    double lo,
        hi; /* 95 % interval. That of the worth of sets is the one of an intraclass correlation (R.
               Fisher 1925), by places at least as far up as the number of split sets allows; that
               of information_ratio is wider than necessary, because it takes points and places as
               independent */
} dom_ratings_ratio;

typedef struct {
    size_t count; /* lines: players that are not hidden                                 */
    dom_ratings_rating *row; /* by island, then by rating, then by player number. Island 1 is that
                                of the anchor, or the largest one if the mean is fixed */
    uint64_t sets, matches;  /* of the whole pool                                        */
    uint32_t islands;        /* islands with a line                                      */
    bool is_connected;       /* all players are one group, so a fit without prior exists   */
    double tie_nu;           /* DAVIDSON: weight of draws; 0 otherwise                   */
    double log_likelihood;   /* of the results, without prior and constants              */
    int steps;               /* iterations of the solver                                 */
    dom_ratings_misfit misfit;
    double *elo;                        /* ratings by player number, also of hidden players */
    dom_ratings_difference *difference; /* if wanted: players x players by player number, row minus
                                           column; all zero between islands; else NULL */
    double *covariance; /* if wanted: players x players by player number, Elo^2, relative to the
                           anchor, 0 between islands; else NULL */
    /* Number of separate matches that a match of a duplicate set is worth, by places and by points.
     * It is the variance that as many matches with separate deals and random seats would have,
     * divided by the variance of the sets, over all pairings with two or more sets. Example: 1.3
     * means that 100 matches in sets are worth 130 separate matches. */
    dom_ratings_ratio variance_reduction, points_variance_reduction;
    /* Relative efficiency of points compared with places: above 1, points separate the players
     * better. It is the sum of z^2 - 1 over pairings for the difference in points, divided by the
     * same sum for the score, over pairings with 20 or more sets with points. */
    dom_ratings_ratio information_ratio;
} dom_ratings_list;

/* Fit a list.
 *
 * list     filled; release it with dom_ratings_list_clear after success. After a failure it is
 *          empty.
 * options  NULL means DOM_RATINGS_LIST_OPTIONS
 *
 * Returns DOM_RATINGS_OK; E_EMPTY if the pool has no players; E_INVALID if an option is out of its
 * range or the anchor is not a player of the pool; E_SEPARATED if the prior is 0 and no finite
 * ratings exist; E_CONVERGENCE; or E_NOMEM. */
dom_ratings_rc dom_ratings_list_fit(dom_ratings_list *list, const dom_ratings_pool *pool,
                                    const dom_ratings_list_options *options);
/* Free the memory and set everything to zero. */
void dom_ratings_list_clear(dom_ratings_list *list);

/* The bootstrap interval of one rating, relative to the anchor. In each repetition the sets of
 * every table are drawn again with replacement, and the ratings are fitted anew. A table here is a
 * combination of pairings, such as "a against b" (ratings/pool.h). */
typedef struct {
    double lo, hi;       /* 2.5 % and 97.5 % quantile of the repetitions              */
    double bc_lo, bc_hi; /* the same, corrected for bias                              */
} dom_ratings_bootstrap;

enum { DOM_RATINGS_BOOTSTRAP_MIN = 100, DOM_RATINGS_BOOTSTRAP_MAX = 100000 };

/* Compute bootstrap intervals of all players. The same seed gives the same bytes.
 *
 * out          one element per player of the pool, written by player number; unchanged on failure
 * options      as for dom_ratings_list_fit, but with a prior above 0, because in some repetitions a
 *              bot may have no win or no loss. `intervals`, `solve` and `hidden` are ignored.
 * repetitions  DOM_RATINGS_BOOTSTRAP_MIN..DOM_RATINGS_BOOTSTRAP_MAX; 1000 is usual
 *
 * Returns as dom_ratings_list_fit; E_INVALID also for other repetitions or prior 0. */
dom_ratings_rc dom_ratings_list_bootstrap(dom_ratings_bootstrap out[], const dom_ratings_pool *pool,
                                          const dom_ratings_list_options *options,
                                          uint32_t repetitions, uint64_t seed);

#endif
