/* results/ranking.h - from what was played to lists: the official one by maximum likelihood
 * over all complete sets, with the prior and anchor of the newest tournament, or the live
 * Elo as it ran. */
#ifndef DOM_RESULTS_RANKING_H
#define DOM_RESULTS_RANKING_H

#include "base/string_list.h"
#include "results/rating_list.h"
#include "results/standings.h"

enum { DOM_RESULTS_LABEL_BYTES = 64 };

/* One variant's list; everything it points to is its own but the standings. */
typedef struct {
    const dom_results_standing_list *from;
    dom_ratings_list list; /* a line for each bot that played and is shown, best first */
    dom_ratings_list_options options;
    bool *hidden;                /* by player: it has no line                                 */
    dom_results_rated_bot *bots; /* by player, a row of the standings                       */
    char (*labels)[DOM_RESULTS_LABEL_BYTES]; /* of the bots                          */
    dom_results_rating_list shown;           /* all of this for dom_output_rating_lists_add     */
} dom_results_ranking;

/* Live when asked for, or where no set is complete. Clear it after DOM_OK; the standings
 * must outlive it.
 *
 * wants_covariance  of the official list. */
dom_rc dom_results_ranking_make(dom_results_ranking *out, const dom_results_standings *s,
                                const dom_results_standing_list *l, bool is_live,
                                bool wants_covariance, dom_err *err);
void dom_results_ranking_clear(dom_results_ranking *r);

/* Says how to see the newest tournament that was left out as unrated, as the end of a sentence;
 * "" if none was. */
typedef struct {
    char text[160];
} dom_results_unrated_hint;
dom_results_unrated_hint dom_results_unrated_hint_of(const dom_results_standings *s);

typedef dom_rc dom_results_list_visitor(void *context, const dom_results_standings *s,
                                        const dom_results_standing_list *l, dom_err *err);

/* Call `visit` with every list that has matches and is wanted; no variants: all.
 * DOM_E_ABSENT for a variant of which no match was played. */
dom_rc dom_results_ranking_each(const dom_results_standings *s, const dom_strings *variants,
                                dom_results_list_visitor *visit, void *context, dom_err *err);

#endif
