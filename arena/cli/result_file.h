/* cli/result_file.h - results of any game from a plain table. */
#ifndef DOM_CLI_RESULT_FILE_H
#define DOM_CLI_RESULT_FILE_H

#include "base/err.h"
#include "ratings/pool.h"
#include "words.h"

enum {
    RESULT_POINT = 1000, /* units of the pool's points to one of the file      */
    RESULT_NAME_BYTES = 64,
    RESULT_POINTS_MAX = DOM_POOL_POINTS_MAX / RESULT_POINT
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
 * names  written: the bots by name; pool's player i is names->item[i]. Clear it.
 * pool   all sets are added to it; points count RESULT_POINT each, one round a match.
 * Returns DOM_OK; DOM_E_CONFIG for a file that cannot be read or a wrong line, named in
 * `err`; DOM_E_LIMIT for more than a pool takes; DOM_E_NOMEM. After a failure the pool
 * has some of the sets and is good for freeing only. */
dom_rc result_file_read(const char *path, dom_pool *pool, dom_strings *names, dom_err *err);

#endif
