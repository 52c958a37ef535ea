/* results/crosstable.h - the cross table of a variant: the results of every bot of its list against
 * every other. */
#ifndef DOM_RESULTS_CROSSTABLE_H
#define DOM_RESULTS_CROSSTABLE_H

#include "ratings/versus.h"
#include "results/ranking.h"

/* Rows and columns are the lines of the list, 0 .. count - 1, best first. */
typedef struct {
    const dom_results_ranking *of;
    size_t count;
    dom_ratings_versus *versus; /* by player, including hidden versions                  */
} dom_results_crosstable;

/* Compute the table of a list, which must outlive it.
 *
 * out  dom_results_crosstable_clear it in any case
 *
 * Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_results_crosstable_make(dom_results_crosstable *out, const dom_results_ranking *of,
                                   dom_err *err);
void dom_results_crosstable_clear(dom_results_crosstable *x);

/* Returns the results of the bot in line `row` against the bot in line `column`. */
const dom_ratings_versus *dom_results_crosstable_at(const dom_results_crosstable *x, size_t row,
                                                    size_t column);

/* Returns the bot of a line. */
const dom_store_bot *dom_results_crosstable_bot(const dom_results_crosstable *x, size_t row);

#endif
