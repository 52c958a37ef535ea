/* results/results_csv.h - reads the results of any game from a CSV table. */
#ifndef DOM_RESULTS_RESULTS_CSV_H
#define DOM_RESULTS_RESULTS_CSV_H

#include "base/err.h"
#include "base/string_list.h"
#include "ratings/plackett_luce.h"
#include "ratings/pool.h"

enum {
    DOM_RESULTS_CSV_POINT = 1000, /* units of the pool's points to one of the file */
    DOM_RESULTS_CSV_NAME_BYTES = 64,
    DOM_RESULTS_CSV_POINTS_MAX = DOM_RATINGS_POOL_POINTS_MAX / DOM_RESULTS_CSV_POINT
};

/* Where a table goes. The caller owns all of it. */
typedef struct {
    dom_ratings_pool *pool;         /* all sets are added to it. Points count DOM_RESULTS_CSV_POINT
                                       each, one round a match */
    dom_ratings_rankings *rankings; /* all matches are added to it; NULL: they are not wanted */
    bool by_points; /* pairs score by points (ratings/pool.h), and every match must have them */
    dom_strings
        names; /* written: the bots by name; player i of the pool is names.item[i]. Clear it */
    int64_t
        points_scale; /* written: by_points: the root mean square of the differences of points in
                             pairs, 1 or more; else 0 */
} dom_results_csv;

/* Reads a table with the header
 *
 *     set,match,bot,place,points
 *
 * and one row for each bot of each match, in any order. The name of a match need only be unique within
 * its set. A match has 2..8 different bots. `place` is 1..255; 1 is best, and equal places are a draw.
 * `points` is a decimal number with at most three digits after the point. It is given for all bots of a
 * match or for none. Fields have no quotes and no commas. Empty lines are ignored.
 *
 *     set,match,bot,place,points
 *     1,a,zoe,1,3.5
 *     1,a,amy,2,-3.5
 *
 * is one set of one match; amy is player 0 with -3500 points, zoe player 1 with 3500.
 *
 * With `team` as a sixth column, the two bots of a match that have the same text there are partners.
 * Then every bot of the match has a team, and partners have the same place and points:
 *
 *     set,match,bot,place,points,team
 *     1,a,zoe,1,,N
 *     1,a,amy,1,,N
 *     1,a,bob,2,,S
 *     1,a,eve,2,,S
 *
 * Time is proportional to the rows if those of a set are not many. Memory is some 50 bytes a row, the file
 * included, and 70 if the rows of a set do not follow each other. A file has at most 4 GiB.
 *
 * Returns DOM_OK; DOM_E_CONFIG if the file cannot be read, a line is wrong, with its number in `err`, or
 * points or single bots are missing that `to` wants; DOM_E_LIMIT if the pool cannot hold all;
 * DOM_E_NOMEM. After a failure the pool and the rankings have some of the sets and can only be freed. */
dom_rc dom_results_csv_read(dom_results_csv *to, const char *path, dom_err *err);

#endif
