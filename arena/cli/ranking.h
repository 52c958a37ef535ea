/* cli/ranking.h - from what was played to lists: the official one by maximum likelihood
 * over all complete sets, with the prior and anchor of the newest tournament, or the live
 * Elo as it ran. */
#ifndef DOM_CLI_RANKING_H
#define DOM_CLI_RANKING_H

#include "rating_list.h"
#include "standing.h"
#include "words.h"

enum { RANKING_LABEL_BYTES = 64 };

/* One variant's list; everything it points to is its own but the standing. */
typedef struct {
    const standing_list *from;
    dom_list list; /* a line for each bot that played and is shown, best first */
    dom_list_options options;
    bool *hidden;     /* by player: it has no line                                 */
    rating_bot *bots; /* by player, a row of the standing                       */
    char (*labels)[RANKING_LABEL_BYTES]; /* of the bots                          */
    rating_list shown;                   /* all of this for rating_show_list     */
} ranking;

/* Live when asked for, or where no set is complete. Clear it after DOM_OK; the standing
 * must outlive it.
 *
 * wants_covariance  of the official list. */
dom_rc ranking_make(ranking *out, const standing *s, const standing_list *l, bool is_live,
                    bool wants_covariance, dom_err *err);
void ranking_clear(ranking *r);

/* Print a line if unrated tournaments were left out and no rated match is there. */
void ranking_note_unrated(const standing *s, FILE *out);

/* Call `visit` with every list that has matches and is wanted; no variants: all.
 * DOM_E_ABSENT for a variant of which no match was played. */
dom_rc ranking_each(const standing *s, const dom_strings *variants,
                    dom_rc (*visit)(void *context, const standing *s, const standing_list *l,
                                    dom_err *err),
                    void *context, dom_err *err);

/* Show the lists of the variants that are wanted; none: all. DOM_E_ABSENT as above. */
dom_rc ranking_show(const standing *s, const dom_strings *variants, bool is_live, cli_format format,
                    FILE *out, dom_err *err);

#endif
