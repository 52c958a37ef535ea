/* analysis/differences.h - the choices in which two bots differ though they saw the same.
 *
 *     dom_analysis_differences d = {.bot = {"mine@3fa2c1d4", "mine@77ab0123"}, .most = 10};
 *     for each tournament:
 *         for each match: rc = dom_analysis_differences_add(&d, t, m, &values, err);
 *         rc = dom_analysis_differences_end(&d, err);
 *     ...
 *     dom_analysis_differences_clear(&d);
 *
 * In a duplicate set both bots had the same deal in the same seat. As long as everybody chooses the
 * same, both see the same. The first choice of a round in which they differ tells them apart; what
 * follows is its consequence. If another seat is the first to differ, nothing can be said about the
 * rest of the round. The scores before the round may differ; values do not depend on them.
 *
 * The *worth* of a difference is the value of the first bot's action less that of the second's, in
 * match points. Example: mine@3fa2c1d4 lays 6-6, worth 4, where mine@77ab0123 lays 5-4, worth 1.5.
 * The worth is 2.5.
 */
#ifndef DOM_ANALYSIS_DIFFERENCES_H
#define DOM_ANALYSIS_DIFFERENCES_H

#include "analysis/summary.h"

/* A difference, as the first bot saw it. */
typedef struct {
    char tournament[DOM_STORE_TOURNAMENT_NAME_BYTES];
    char variant[DOM_VARIANT_NAME_BYTES];
    uint64_t match[2]; /* of each bot */
    uint32_t step[2];
    dom_analysis_choice choice;
    dom_action taken[2];
    double value[2];
} dom_analysis_difference;

/* A copy of a match of the set that is being added. */
typedef struct {
    dom_store_match match; /* without decisions */
    dom_analysis_match values;
} dom_analysis_set_match;

/* `bot` (NAME, or NAME@VERSION with the first digits of a version; borrowed) and `most` are set
 * before the first match; the rest is for reading. */
typedef struct {
    const char *bot[2];
    size_t most; /* differences that are kept: those with the largest worth in either direction */
    uint64_t rounds;    /* pairs of rounds in which both had the same deal in the same seat */
    uint64_t differing; /* of them, in which one of them was the first to differ */
    dom_analysis_mean worth;
    dom_analysis_difference *item; /* the largest worth first */
    size_t count, room;
    dom_analysis_set_match *set; /* matches of the set that is being added */
    size_t set_count, set_room;
    const dom_store_tournament *of; /* of that set; borrowed until the set ends */
} dom_analysis_differences;

/* Returns true if the word names this bot. */
bool dom_analysis_is_named(const char *word, const dom_store_bot *bot);

/* Adds a match. Matches of a set come one after another, and the tournament outlives its last set.
 * Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_analysis_differences_add(dom_analysis_differences *d, const dom_store_tournament *t,
                                    const dom_store_match *m, const dom_analysis_match *values,
                                    dom_err *err);

/* Ends the last set of a tournament. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_analysis_differences_end(dom_analysis_differences *d, dom_err *err);
void dom_analysis_differences_clear(dom_analysis_differences *d);

#endif
