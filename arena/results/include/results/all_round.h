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
    const char **variant;          /* their names, of the standings */
    double *weight;                /* by variant: its part of the rating; the sum is 1 */
    dom_ratings_all_round ratings; /* players are indexes into `bots` */
    /* Bots that have played some of the variants, but not all: those that lack the fewest first. */
    size_t unranked_count;
    uint32_t *unranked; /* indexes into `bots` */
    bool *has_played;   /* [bot * variants + variant]: it has complete sets */
} dom_results_all_round;

typedef struct {
    size_t bot_count, count;
    dom_results_all_round_bot *bots;
    dom_results_all_round *lists; /* over all families first, then family by family */
    const char *anchor;           /* label of the bot that is fixed; "" if the mean is */
    double anchor_elo;
} dom_results_all_rounds;

/* Make the all-round lists.
 *
 * They cover the named variants under today's rules. A family has a list, and so have all families
 * together if two were played. The variants of a list are those in which at least three bots, and
 * at least half of the bots of the list, have complete sets. A list needs two variants, and two
 * bots that have played all of them. So there may be no list.
 *
 * Example: four bots have played block-2, four draw-2, and one of them block-3. The list covers
 * block-2 and draw-2, and all four are ranked.
 *
 * out       dom_results_all_rounds_clear it in any case
 * s         stays in use until then
 * variants  the variants of the list over all families instead; those of a family are in the
 *           family's list. Empty: those that the tournaments name (rating.all_round), whose list
 *           appears once all were played; without them those above
 *
 * kind      of the lists that they are made of
 *
 * Returns DOM_OK; DOM_E_ABSENT if one of `variants` was not played; DOM_E_LIMIT if a variant cannot
 * be rated; or DOM_E_NOMEM. */
dom_rc dom_results_all_rounds_make(dom_results_all_rounds *out, const dom_results_standings *s,
                                   const dom_strings *variants, dom_results_ranking_kind kind,
                                   dom_err *err);
void dom_results_all_rounds_clear(dom_results_all_rounds *all);

/* Writes what a list is about, such as "All-round, block: 4 variants". */
enum { DOM_RESULTS_ALL_ROUND_TITLE_BYTES = 120 };
void dom_results_all_round_title(char title[static DOM_RESULTS_ALL_ROUND_TITLE_BYTES],
                                 const dom_results_all_round *list);

/* How the ratings are to be read. */
#define DOM_RESULTS_ALL_ROUND_LEGEND                                                               \
    "All-round rating: mean of a bot's ratings in these variants, each with the same weight. "     \
    "Bots "                                                                                        \
    "that have not played all of them are not ranked."

#endif
