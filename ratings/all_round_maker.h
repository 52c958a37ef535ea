/* all_round_maker.h - what an all-round list is made of, while it is made. Private to this folder.
 *
 * all_round.c       the order of the work
 * all_round_lists.c   what each list says about ratings and differences
 * all_round_limits.c  their limits, from what all lists say
 * all_round_rows.c    the rows that callers see
 *
 * Ranked players are those with complete sets in every list, numbered from 0 in the order of their
 * numbers. Ratings are relative to what is fixed on an island: the anchor, or the mean.
 */
#ifndef DOM_RATINGS_ALL_ROUND_MAKER_H
#define DOM_RATINGS_ALL_ROUND_MAKER_H

#include "intervals.h"
#include "nearby.h"
#include "ratings/all_round.h"

/* A fitted list. */
typedef struct {
    const dom_ratings_all_round_list *of;
    double weight; /* its part of all weights */
    dom_ratings_fit fit;
    dom_ratings_intervals_of intervals; /* open while the list is studied */
    dom_ratings_normal normal;          /* of a long list */
    dom_ratings_nearby nearby;
    uint32_t *own;         /* by ranked player: its number in the pool */
    double *w, *g, *fixed; /* by parameter: of one combination, and C times the reference */
    double *work;          /* for limits.h */
} dom_ratings_fitted_list;

/* The rating of one player, or the difference of two, that is looked at. */
typedef struct {
    size_t a, b; /* ranked players; b is count: what is fixed */
} dom_ratings_compared;

typedef struct {
    const dom_ratings_all_round_options *options;
    size_t lists, count; /* of lists, and of ranked players */
    dom_ratings_fitted_list *list;
    uint32_t *player; /* by ranked player: its number in all lists together */
    uint32_t *island; /* by ranked player, from 1 */
    uint32_t islands;
    dom_ratings_bound *bound; /* by ranked player: what lists, then limits, say */
    bool *is_in;              /* by ranked player: it is in the mean of its island */
    double *share;            /* by ranked player: its part of what is fixed on its island */
    double *covariance;       /* of the ranked players, Elo^2 */
    double *elo;              /* by ranked player, relative to what is fixed */
    double *lo, *hi;          /* distances of the limits; INFINITY if there is none */
    double *degrees;
    double *below; /* [a * count + b]: distance of the lower limit of a - b */
    /* [which * lists + list]: ratings by ranked player; then, of few players, pairs. */
    dom_ratings_knowledge *known;
    dom_ratings_combined_list *combined; /* room for one combination */
} dom_ratings_all_round_maker;

/* ---- memory ------------------------------------------------------------------------------- */

/* Open the lists, and after the ranked players were found make room for what is computed. They
 * return false if memory ran out. Close in any case. */
bool dom_ratings_all_round_open_lists(dom_ratings_all_round_maker *m,
                                      const dom_ratings_all_round_list lists[]);
bool dom_ratings_all_round_make_room(dom_ratings_all_round_maker *m);
void dom_ratings_all_round_close_lists(dom_ratings_all_round_maker *m);

/* ---- players and islands -------------------------------------------------------------------- */

void dom_ratings_all_round_find_ranked(dom_ratings_all_round_maker *m);

/* Number the islands: that of the anchor or the largest one first, then by their first players. */
void dom_ratings_all_round_number_islands(dom_ratings_all_round_maker *m);

bool dom_ratings_all_round_is_anchor(const dom_ratings_all_round_maker *m, size_t ranked);

/* Returns true if the anchor is on this island. */
bool dom_ratings_all_round_has_anchor(const dom_ratings_all_round_maker *m, uint32_t island);

/* Returns what the lists say about the limits of a player, before any search. */
dom_ratings_bound dom_ratings_all_round_bound_of(const dom_ratings_all_round_maker *m,
                                                 size_t ranked);

/* Begin with the mean of the players with both limits, or of all if there are none. */
void dom_ratings_all_round_choose_means(dom_ratings_all_round_maker *m);

/* Fill the part of each player of an island in what is fixed. */
void dom_ratings_all_round_share_island(dom_ratings_all_round_maker *m, uint32_t island);

/* ---- combinations --------------------------------------------------------------------------- */

/* Returns true if the differences of two are studied, too; of many players they follow from the
 * limits of both ratings. */
bool dom_ratings_all_round_has_pairs(const dom_ratings_all_round_maker *m);

/* Returns the number of the combination; a < b, or b is count. */
size_t dom_ratings_all_round_number_of(const dom_ratings_all_round_maker *m,
                                       dom_ratings_compared c);

uint32_t dom_ratings_all_round_parameter_of(const dom_ratings_fitted_list *l, size_t ranked);

/* Write w of a combination in a list. */
void dom_ratings_all_round_choose(const dom_ratings_all_round_maker *m,
                                  const dom_ratings_fitted_list *l, dom_ratings_compared c);

/* Returns true if a list is so long that limits are searched for in what lies near a player. */
bool dom_ratings_all_round_is_long(const dom_ratings_fitted_list *l);

/* ---- the work ------------------------------------------------------------------------------- */

/* Study all combinations in a list, add to the ratings and the covariance what it says, and keep
 * what a search for limits needs. `matrix` has room for count x (count + 1) numbers. Returns
 * DOM_RATINGS_OK or DOM_RATINGS_E_NOMEM, as the three below do. */
dom_ratings_rc dom_ratings_all_round_take_list(dom_ratings_all_round_maker *m, size_t list,
                                               double matrix[]);

dom_ratings_rc dom_ratings_all_round_find_limits(dom_ratings_all_round_maker *m);
dom_ratings_rc dom_ratings_all_round_find_differences(dom_ratings_all_round_maker *m);

/* Allocates the rows and the covariance of *out. */
dom_ratings_rc dom_ratings_all_round_make_rows(dom_ratings_all_round_maker *m,
                                               dom_ratings_all_round *out);

#endif
