/* results/results_csv.h - results of any game from a plain table. */
#ifndef DOM_RESULTS_RESULTS_CSV_H
#define DOM_RESULTS_RESULTS_CSV_H

#include "base/err.h"
#include "base/string_list.h"
#include "ratings/pool.h"

enum {
    DOM_RESULTS_CSV_POINT = 1000, /* units of the pool's points to one of the file */
    DOM_RESULTS_CSV_NAME_BYTES = 64,
    DOM_RESULTS_CSV_POINTS_MAX = DOM_RATINGS_POOL_POINTS_MAX / DOM_RESULTS_CSV_POINT
};

/* Read a table with the header
 *
 *     set,match,bot,place,points
 *
 * and one row for each bot of each match, in any order. A match is named within its
 * set; it has 2..8 bots, each once. `place` is 1..255, 1 best, equal places are a draw.
 * `points` is a decimal number with at most three digits behind the point, or nothing,
 * the same for all bots of a match. Fields are bare: no quotes, no commas within.
 * Empty lines do not matter.
 *
 *     set,match,bot,place,points
 *     1,a,zoe,1,3.5
 *     1,a,amy,2,-3.5
 *
 * is one set of one match; amy is player 0 with -3500 points, zoe player 1 with 3500.
 *
 * names  written: the bots by name; pool's player i is names->item[i]. Clear it.
 * pool   all sets are added to it; points count DOM_RESULTS_CSV_POINT each, one round a match.
 * Returns DOM_OK; DOM_E_CONFIG for a file that cannot be read or a wrong line, named in
 * `err`; DOM_E_LIMIT for more than a pool takes; DOM_E_NOMEM. After a failure the pool
 * has some of the sets and is good for freeing only. */
dom_rc dom_results_csv_read(const char *path, dom_ratings_pool *pool, dom_strings *names,
                            dom_err *err);

#endif
