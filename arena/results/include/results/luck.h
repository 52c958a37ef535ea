/* results/luck.h - points without the luck that a baseline measures (ratings/luck.h), for the sets
 * of a tournament that are no full rotation.
 *
 * What counts is a bot's points in a match less the mean of the table, and so is the baseline's
 * in the same seat of the same deals: of zero sum, and 0 on average where seats are alike. Matches
 * that a fault ended say nothing and are left out.
 *
 * An example: a bot made 60, 20, 30 and 10 points less than the mean of the table, and in the same
 * seats of the same deals the baseline was 40, 10, 20 and 10 below it. Most of what the bot lost
 * was the luck of its deals, and most of it is taken out.
 */
#ifndef DOM_RESULTS_LUCK_H
#define DOM_RESULTS_LUCK_H

#include "base/string_list.h"
#include "ratings/luck.h"
#include "store/store.h"

/* A bot's sets in a variant. */
typedef struct {
    size_t set_count, room;
    double *points, *control; /* of each set the mean over the bot's matches: its own points,
                                 and the baseline's in its place                */
    uint64_t matches;
} dom_results_luck_line;

typedef struct {
    uint64_t full_sets, other_sets;
    dom_results_luck_line *lines; /* by bot number, of the other sets           */
} dom_results_luck_variant;

typedef struct {
    dom_store_tournament t;
    dom_results_luck_variant *variants; /* by variant number                    */
} dom_results_luck;

/* Read a tournament, the newest where `tournament` is NULL, and let the baseline play its deals.
 *
 * out       clear it in any case
 * variants  those that will be asked for; each is to be one of the tournament
 *
 * Returns DOM_OK; DOM_E_ABSENT without such a tournament or variant; DOM_E_CONFIG where the
 * tournament was announced with another baseline than the one here, or with none; or what the
 * store returns. */
dom_rc dom_results_luck_read(dom_results_luck *out, dom_store *store, const char *tournament,
                             const dom_strings *variants, dom_err *err);
void dom_results_luck_clear(dom_results_luck *luck);

/* Why there is nothing to adjust in a variant; "" where there is. */
typedef struct {
    char text[160];
} dom_results_luck_refusal;
dom_results_luck_refusal dom_results_luck_refuse(const dom_results_luck *luck, int variant);

/* Adjust the points of a line. False where it has too few sets; *out is then undefined. */
bool dom_results_luck_adjust(dom_ratings_luck *out, const dom_results_luck_line *l);

#endif
