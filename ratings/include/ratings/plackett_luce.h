/* ratings/plackett_luce.h - ratings from whole rankings, as a second opinion to ratings/list.h.
 *
 * The official list looks at pairs: of the ranking a, b, c it takes that a was before b, a before c
 * and b before c. This model looks at the ranking as one choice after another: a is chosen as the
 * first of three, then b as the first of the two that are left. Where both give nearly the same
 * ratings, the choice of the model does not matter for the results at hand.
 *
 * Model (Plackett-Luce with ties; H. Turner and others, Computational Statistics 2020). A player
 * has a worth w = 10^(elo / 400). A set S of k players that share a place is chosen with a
 * probability proportional to f(S):
 *
 *     f(S) = d_k * (product of the worths in S)^(1 / k),     d_1 = 1
 *
 * among all sets of players who have no place yet. Sets of k players count if k players ever shared
 * a place. Without ties the probability of a first place is w / (sum of worths). With two players
 * this is the model of Bradley and Terry, with ties that of Davidson.
 *
 * Example: a, b and c have 400, 0 and 0 Elo, so their worths are 10, 1 and 1, and nobody ever
 * shared a place. a is first with probability 10 / 12. The ranking a, b, c has the probability 10 /
 * 12 * 1 / 2 = 0.42.
 *
 * Prior. A ghost with worth 1 has `prior` wins and `prior` losses against every player, in matches
 * of two, in which a tie was possible.
 */
#ifndef DOM_RATINGS_PLACKETT_LUCE_H
#define DOM_RATINGS_PLACKETT_LUCE_H

#include "ratings/list.h"
#include "ratings/pool.h"
#include "ratings/rc.h"

typedef struct dom_ratings_rankings dom_ratings_rankings;

/* Returns an empty collection that the caller frees, or NULL if memory ran out. */
dom_ratings_rankings *dom_ratings_rankings_new(void);
/* Free the collection and set *rankings to NULL. Does nothing if *rankings is NULL. */
void dom_ratings_rankings_free(dom_ratings_rankings **rankings);

/* Add the places of a match. A match that ended by a fault has no whole ranking and is left out.
 * Memory grows with the number of different rankings, 32 bytes each.
 *
 * Returns DOM_RATINGS_OK; E_INVALID for teams of two members and for fields out of their range;
 * E_LIMIT for a player number of DOM_RATINGS_POOL_PLAYERS_MAX or more; or E_NOMEM. After a failure
 * the match does not count. */
dom_ratings_rc dom_ratings_rankings_add(dom_ratings_rankings *rankings,
                                        const dom_ratings_match *match);

/* Make players 0..players-1 known, so that each has a rating even without a ranking. Players of
 * added rankings become known without this call. */
void dom_ratings_rankings_players(dom_ratings_rankings *rankings, uint32_t players);

typedef struct {
    size_t players; /* that are known: 1 plus the highest player number */
    double *elo;    /* by player number; the ghost has 0, and without a prior the mean is 0 */
    double tie[DOM_RATINGS_MATCH_ENTRIES_MAX +
               1];         /* d_k of the model, and 0 if k players never shared a
                              place. Two players of equal worth tie with
                              probability d_2 / (2 + d_2) */
    double log_likelihood; /* of the rankings, without the prior */
    int steps;             /* of Newton's method */
} dom_ratings_plackett_luce;

/* Find the ratings that make the rankings most likely. The order of the matches makes no
 * difference.
 *
 * out    filled; release it with dom_ratings_plackett_luce_clear after success; empty after a
 *        failure
 * prior  wins and losses against the ghost, 0..1000
 *
 * Returns DOM_RATINGS_OK; E_INVALID for another prior; E_EMPTY without rankings; E_SEPARATED if the
 * prior is 0 and no finite ratings exist; E_CONVERGENCE, for example if all matches were ties and
 * the prior is 0; or E_NOMEM. */
dom_ratings_rc dom_ratings_plackett_luce_fit(dom_ratings_plackett_luce *out,
                                             dom_ratings_rankings *rankings, double prior);

/* Add one number to all ratings, so that those of the two models can be compared: afterwards the
 * anchor, or the mean for DOM_RATINGS_LIST_ANCHOR_MEAN, is the same as in the official list. `elo`
 * has its ratings, at least fit->players of them. */
void dom_ratings_plackett_luce_align(dom_ratings_plackett_luce *fit, const double elo[],
                                     int32_t anchor);

void dom_ratings_plackett_luce_clear(dom_ratings_plackett_luce *fit);

#endif
