/* results/ranking_kind.h - what may be asked of a rating list, whether it is made from stored
 * matches or from a table.
 */
#ifndef DOM_RESULTS_RANKING_KIND_H
#define DOM_RESULTS_RANKING_KIND_H

#include "base/string_list.h"

#include <stdint.h>

/* What kind of list is wanted. All zero: the official list for people. */
typedef struct {
    bool is_live;         /* the live Elo instead of official ratings; all else is ignored */
    bool is_simultaneous; /* rank ranges hold together (ratings/list.h) */
    bool wants_matrices;  /* covariance and differences of the bots as well */
    bool by_points;       /* pairs score by points instead of places (ratings/pool.h) */
    bool has_draws;       /* draws have a parameter of their own (Davidson) */
    bool wants_second;    /* a second opinion as well (ratings/plackett_luce.h) */
    bool has_prior;       /* `prior` is said */
    double prior;         /* wins and losses of the ghost (ratings/list.h) */
    uint32_t bootstrap;   /* repetitions for bootstrap intervals; 0: none is wanted */
    /* BOT or BOT=ELO, bots by their labels. NULL or empty: none is said. */
    const dom_strings *anchors;
} dom_results_ranking_kind;

#endif
