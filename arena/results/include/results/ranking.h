/* results/ranking.h - makes rating lists: of standings the official list (maximum likelihood over
 * all complete sets, with the prior and anchor of the newest tournament) or the live Elo, and the
 * list of a table. Both take the same wishes (results/ranking_kind.h). */
#ifndef DOM_RESULTS_RANKING_H
#define DOM_RESULTS_RANKING_H

#include "base/string_list.h"
#include "results/ranking_kind.h"
#include "results/rating_list.h"
#include "results/results_csv.h"
#include "results/standings.h"

enum { DOM_RESULTS_LABEL_BYTES = 64 };

/* The list of one variant, or of a table. It owns everything that it points to, except the
 * standings or the table. */
typedef struct {
    const dom_results_standing_list *from; /* NULL: a table */
    dom_ratings_list list; /* a line for each bot that played and is shown, best first */
    dom_ratings_list_options options;
    bool *hidden;                /* by player: true if it has no line; NULL: all have one     */
    dom_results_rated_bot *bots; /* by player, a row of the standings                       */
    char (*labels)[DOM_RESULTS_LABEL_BYTES]; /* of the bots; NULL: those of the table        */
    dom_ratings_anchor *anchors; /* that were asked for, NULL without; the options point there */
    dom_ratings_plackett_luce second; /* if it was asked for                                  */
    dom_ratings_bootstrap *bootstrap; /* by player; NULL: it was not asked for                */
    dom_results_rating_list shown;    /* all of this for dom_output_rating_lists_add     */
} dom_results_ranking;

/* Makes all of a list but its ratings: names, hidden bots and options. The same otherwise. */
dom_rc dom_results_ranking_open(dom_results_ranking *out, const dom_results_standings *s,
                                const dom_results_standing_list *l,
                                const dom_results_ranking_kind *kind, dom_err *err);

/* Makes the list of one variant. It is live as well if no set is complete. Clear it after DOM_OK;
 * the standings, which were read for this kind, must outlive it.
 *
 * Returns DOM_OK; DOM_E_CONFIG with one line if the list cannot do what the kind asks for;
 * DOM_E_LIMIT if it cannot be rated; DOM_E_NOMEM. */
dom_rc dom_results_ranking_make(dom_results_ranking *out, const dom_results_standings *s,
                                const dom_results_standing_list *l, dom_results_ranking_kind kind,
                                dom_err *err);

/* Makes the list of a table that was read for this kind. The same otherwise.
 *
 * title  of the list: the file */
dom_rc dom_results_ranking_of_table(dom_results_ranking *out, const dom_results_csv *table,
                                    const char *title, dom_results_ranking_kind kind, dom_err *err);
void dom_results_ranking_clear(dom_results_ranking *r);

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

/* Checks that each list that dom_results_ranking_each visits can do what the kind asks for, so that
 * nothing is shown if one cannot. Returns as dom_results_ranking_make. */
dom_rc dom_results_ranking_check(const dom_results_standings *s, const dom_strings *variants,
                                 dom_results_ranking_kind kind, dom_err *err);

#endif
