/* results/luck.h - points without the luck of the deals, measured by the baseline (ratings/luck.h). It is
 * for the incomplete sets of a tournament; in a full rotation the luck cancels by itself.
 *
 * A bot's points in a match count relative to the mean of the table, and so do the baseline's points in
 * the same seat of the same deals. Both sum to zero over the table, and average 0 if the rules favour no
 * seat. Matches that ended by a fault are left out.
 *
 * Example: in four matches a bot was 60, 20, 30 and 10 points below the mean of the table. In the same
 * seats of the same deals the baseline was 40, 10, 20 and 10 points below it. So most of the bot's loss
 * was bad luck, and most of it is removed.
 */
#ifndef DOM_RESULTS_LUCK_H
#define DOM_RESULTS_LUCK_H

#include "base/string_list.h"
#include "ratings/luck.h"
#include "store/store.h"

/* A bot's sets in a variant. */
typedef struct {
    size_t set_count, room;
    double *points, *control; /* for each set, the mean over the bot's matches of its points, and of
                                 the baseline's points in its place             */
    uint64_t matches;
} dom_results_luck_line;

typedef struct {
    uint64_t full_sets, other_sets;
    dom_results_luck_line *lines; /* by bot number, for the incomplete sets     */
} dom_results_luck_variant;

typedef struct {
    dom_store_tournament t;
    dom_results_luck_variant *variants; /* by variant number                    */
} dom_results_luck;

/* Reads a tournament (the newest if `tournament` is NULL) and lets the baseline play its deals.
 *
 * out       clear it in any case
 * variants  the variants that are needed; each must be one of the tournament's
 *
 * Returns DOM_OK; DOM_E_ABSENT if there is no such tournament or variant; DOM_E_CONFIG if the tournament
 * was announced with another baseline than the present one, or without one; or an error of the store. */
dom_rc dom_results_luck_read(dom_results_luck *out, dom_store *store, const char *tournament,
                             const dom_strings *variants, dom_err *err);
void dom_results_luck_clear(dom_results_luck *luck);

/* The reason why nothing can be adjusted in a variant; "" if something can. */
typedef struct {
    char text[160];
} dom_results_luck_refusal;
dom_results_luck_refusal dom_results_luck_refuse(const dom_results_luck *luck, int variant);

/* Adjusts the points of a line. Returns false, with *out undefined, if it has too few sets. */
bool dom_results_luck_adjust(dom_ratings_luck *out, const dom_results_luck_line *l);

#endif
