/* results/rating_list.h - a rating list as data: what a fit says of its players, and what it cannot
 * know of them. output/rating_list.h prints it.
 */
#ifndef DOM_RESULTS_RATING_LIST_H
#define DOM_RESULTS_RATING_LIST_H

#include "base/fault.h"
#include "ratings/list.h"

#include <stdbool.h>
#include <stdint.h>

/* What a list cannot know of a player. */
typedef struct {
    const char *name;    /* in JSON and CSV, beside the version               */
    const char *label;   /* for people: versions of one name told apart       */
    const char *version; /* "" for none                                       */
    bool has_live_elo;
    double live_elo;
    uint64_t faults[DOM_FAULT_COUNT]; /* seat-games with such a fault          */
    uint64_t faulty;                  /* ... with any                          */
} dom_results_rated_bot;

/* Borrows all that it points to. */
typedef struct {
    const char *title;            /* the variant, or the file                         */
    unsigned earlier_rules;       /* of the variant, 0: today's (rules_age.h)         */
    const dom_ratings_list *list; /* live: rows alone, their `elo` is nothing          */
    bool is_live;
    bool is_unrated; /* of one tournament whose results count in no other list */
    size_t hidden;   /* bots that played, count in the fit and have no line    */
    size_t players;  /* of the covariance of the list, more than it has rows
                                         where some are not shown                              */
    const dom_ratings_list_options *options; /* NULL: live                            */
    const dom_results_rated_bot *bot;        /* by player                             */
    const dom_ratings_bootstrap *bootstrap;  /* by player; NULL: none                 */
    double point;                            /* units of points to one that is shown  */
    const char *per;                         /* what points are counted by: "round", "match" */
} dom_results_rating_list;

#endif
