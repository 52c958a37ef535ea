/* results/rating_list.h - a rating list as data: the fit, with the names and faults of its players.
 * output/rating_list.h prints it.
 */
#ifndef DOM_RESULTS_RATING_LIST_H
#define DOM_RESULTS_RATING_LIST_H

#include "base/fault.h"
#include "ratings/list.h"
#include "ratings/plackett_luce.h"

#include <stdbool.h>
#include <stdint.h>

/* What the fit does not know about a player. */
typedef struct {
    const char *name;    /* in JSON and CSV, beside the version               */
    const char *label;   /* for people: distinguishes versions of one name    */
    const char *version; /* "" if there is none                               */
    bool has_live_elo;
    double live_elo;
    uint64_t faults[DOM_FAULT_COUNT]; /* matches in a seat with such a fault   */
    uint64_t faulty;                  /* ... with any fault                    */
} dom_results_rated_bot;

/* All pointers are borrowed. */
typedef struct {
    const char *title;            /* the variant, or the file                         */
    unsigned earlier_rules;       /* of the variant, 0: today's (rules_age.h)         */
    const dom_ratings_list *list; /* if live: only rows, and their `elo` is unused     */
    bool is_live;
    bool is_unrated; /* it covers one tournament whose results count in no other list */
    size_t hidden;   /* number of bots that count in the fit but have no line  */
    size_t players;  /* of the covariance of the list, more than it has rows
                        where some are not shown                              */
    const dom_ratings_list_options *options; /* NULL: live                            */
    const dom_results_rated_bot *bot;        /* by player                             */
    const dom_ratings_bootstrap *bootstrap;  /* by player; NULL: none                 */
    double point;                            /* units of points to one that is shown  */
    const char *per;                         /* what points are counted by: "round", "match" */
    int64_t points_scale; /* the results are scored by points with this scale (ratings/pool.h); 0:
                             by places */
    /* A second opinion, aligned with the list; NULL: none. */
    const dom_ratings_plackett_luce *second;
} dom_results_rating_list;

/* Return true if the lower, or the upper, limit of a row's rating is known. It is not known in a
 * live list, nor if it follows from the prior alone. */
bool dom_results_list_knows_lo(const dom_results_rating_list *r, const dom_ratings_rating *row);
bool dom_results_list_knows_hi(const dom_results_rating_list *r, const dom_ratings_rating *row);

/* Returns the bootstrap interval of a row; NULL if the list has none, or if a limit of the row's
 * rating is not known: a bot that never lost has won in every repetition, so that all have nearly
 * the same rating and neither limit says anything. */
const dom_ratings_bootstrap *dom_results_list_bootstrap(const dom_results_rating_list *r,
                                                        const dom_ratings_rating *row);

/* Returns the anchor. If the mean is fixed instead of a bot, the name is "mean"; in a live list it
 * is empty. */
const dom_results_rated_bot *dom_results_list_anchor(const dom_results_rating_list *r);

#endif
