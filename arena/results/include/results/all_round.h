/* results/all_round.h - the all-round lists: how strong the bots are in a family of variants, and
 * over all families. ratings/all_round.h has the model. */
#ifndef DOM_RESULTS_ALL_ROUND_H
#define DOM_RESULTS_ALL_ROUND_H

#include "ratings/all_round.h"
#include "results/ranking.h"

/* A bot with a line in some official list. */
typedef struct {
    dom_store_bot bot;
    char label[DOM_RESULTS_LABEL_BYTES]; /* NAME, or NAME@ and 8 digits of the version */
} dom_results_all_round_bot;

/* The ratings over one family, or over all families. */
typedef struct {
    const char *family;            /* static storage; NULL: all families */
    size_t variants;               /* number of variants that it covers, 2 or more */
    dom_ratings_all_round ratings; /* players are indexes into `bots` */
} dom_results_all_round;

typedef struct {
    size_t bot_count, count;
    dom_results_all_round_bot *bots;
    dom_results_all_round *lists; /* over all families first, then family by family */
    const char *anchor;           /* label of the bot that is fixed; "" if the mean is */
    double anchor_elo;
} dom_results_all_rounds;

/* Make the all-round lists. They cover the named variants under today's rules that have a complete
 * set. A family has a list if two of its variants were played; all families together have one if
 * two families were. So there may be no list.
 *
 * out  dom_results_all_rounds_clear it in any case
 *
 * Returns DOM_OK; DOM_E_LIMIT if a variant cannot be rated; or DOM_E_NOMEM. */
dom_rc dom_results_all_rounds_make(dom_results_all_rounds *out, const dom_results_standings *s,
                                   dom_err *err);
void dom_results_all_rounds_clear(dom_results_all_rounds *all);

/* Writes what a list is about, such as "Block: all-round rating over 4 variants". */
enum { DOM_RESULTS_ALL_ROUND_TITLE_BYTES = 120 };
void dom_results_all_round_title(char title[static DOM_RESULTS_ALL_ROUND_TITLE_BYTES],
                                 const dom_results_all_round *list);

/* How the ratings are to be read. */
#define DOM_RESULTS_ALL_ROUND_LEGEND                                                               \
    "All-round rating: mean of a bot's ratings in these variants; each family has the same "       \
    "weight."

#endif
