/* results/ranking.h - makes rating lists from standings: the official list (maximum likelihood over
 * all complete sets, with the prior and anchor of the newest tournament) or the live Elo. */
#ifndef DOM_RESULTS_RANKING_H
#define DOM_RESULTS_RANKING_H

#include "base/string_list.h"
#include "results/rating_list.h"
#include "results/standings.h"

enum { DOM_RESULTS_LABEL_BYTES = 64 };

/* The list of one variant. It owns everything that it points to, except the standings. */
typedef struct {
    const dom_results_standing_list *from;
    dom_ratings_list list; /* a line for each bot that played and is shown, best first */
    dom_ratings_list_options options;
    bool *hidden;                /* by player: true if it has no line                         */
    dom_results_rated_bot *bots; /* by player, a row of the standings                       */
    char (*labels)[DOM_RESULTS_LABEL_BYTES]; /* of the bots                          */
    dom_results_rating_list shown;           /* all of this for dom_output_rating_lists_add     */
} dom_results_ranking;

/* What kind of list is wanted. All false: the official list for people. */
typedef struct {
    bool is_live;         /* the live Elo instead of the official ratings */
    bool is_simultaneous; /* rank ranges hold together (ratings/list.h) */
    bool wants_matrices;  /* covariance and differences of the bots as well */
} dom_results_ranking_kind;

/* Makes the list of one variant. It is live as well if no set is complete. Clear it after DOM_OK;
 * the standings must outlive it. */
dom_rc dom_results_ranking_make(dom_results_ranking *out, const dom_results_standings *s,
                                const dom_results_standing_list *l, dom_results_ranking_kind kind,
                                dom_err *err);
void dom_results_ranking_clear(dom_results_ranking *r);

/* Returns how the official list of a variant is made, without `hidden`: with the prior and the
 * anchor of the newest tournament. */
dom_ratings_list_options dom_results_ranking_options(const dom_results_standings *s,
                                                     const dom_results_standing_list *l);

/* Fills by player which have no line: hidden versions, and bots without a match. */
void dom_results_ranking_hide(const dom_results_standing_list *l, bool hidden[]);

/* Returns DOM_OK, or DOM_E_ABSENT for a named variant without matches. */
dom_rc dom_results_ranking_check(const dom_results_standings *s, const dom_strings *variants,
                                 dom_err *err);

/* The end of a sentence that says how to see the newest unrated tournament; "" if there is none. */
typedef struct {
    char text[160];
} dom_results_unrated_hint;
dom_results_unrated_hint dom_results_unrated_hint_of(const dom_results_standings *s);

typedef dom_rc dom_results_list_visitor(void *context, const dom_results_standings *s,
                                        const dom_results_standing_list *l, dom_err *err);

/* Calls `visit` with every list that has matches and whose variant is in `variants`; an empty list
 * means all. Returns DOM_OK; DOM_E_ABSENT for a named variant without matches; or the visitor's
 * result. */
dom_rc dom_results_ranking_each(const dom_results_standings *s, const dom_strings *variants,
                                dom_results_list_visitor *visit, void *context, dom_err *err);

#endif
