/* results/tournament_standing.h - the standing of a tournament: what each bot has in each variant,
 * rated or unrated. Rating lists are computed from results/standings.h instead. */
#ifndef DOM_RESULTS_TOURNAMENT_STANDING_H
#define DOM_RESULTS_TOURNAMENT_STANDING_H

#include "ratings/means.h"
#include "results/set_reader.h"
#include "results/withdrawals.h"

/* A bot in one variant of one tournament. All zero: it played nothing. */
typedef struct {
    dom_results_sums sums;     /* of all matches, also of incomplete sets              */
    dom_ratings_sample shares; /* its share of each complete set                       */
} dom_results_tournament_standing;

/* Adds a set to the standings of its variant. Matches at which a bot sits that was withdrawn and
 * lacks matches count for nobody (results/withdrawals.h), and neither does their set.
 *
 * of  by bot number of the tournament */
void dom_results_tournament_standing_add(dom_results_tournament_standing of[],
                                         const dom_results_set *set,
                                         const dom_results_withdrawals *withdrawn);

/* Returns the share in complete sets; before the first one, that of all matches. */
double dom_results_tournament_standing_share(const dom_results_tournament_standing *of);

#endif
