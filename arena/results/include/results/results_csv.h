/* results/results_csv.h - reads the results of any game from a CSV table. */
#ifndef DOM_RESULTS_RESULTS_CSV_H
#define DOM_RESULTS_RESULTS_CSV_H

#include "base/err.h"
#include "base/string_list.h"
#include "ratings/plackett_luce.h"
#include "ratings/pool.h"
#include "results/points_spread.h"

enum {
    DOM_RESULTS_CSV_NAME_BYTES = 64,
    DOM_RESULTS_CSV_POINTS_MAX = DOM_RATINGS_POOL_POINTS_MAX / DOM_RESULTS_POINT
};

/* Where a table goes. The caller owns the pool and the rankings. */
typedef struct {
    dom_ratings_pool *pool; /* all sets are added to it. Points count DOM_RESULTS_POINT each */
    dom_ratings_rankings *rankings; /* all matches are added to it; NULL: they are not wanted */
    bool by_points; /* pairs score by points (ratings/pool.h), and every match that no fault
                       ended must have them */
    /* Written: of the players, in the order of names and versions. */
    dom_strings names, versions; /* a version is "" without one */
    dom_strings labels;   /* the name, and NAME@VERSION if another player has the same name */
    bool has_rounds;      /* written: the table says in how many rounds points were made */
    int64_t points_scale; /* written: by_points: the root mean square of the differences of points
                             in pairs, 1 or more; else 0 */
} dom_results_csv;

/* Reads a table with one row for each seat of each match, in any order. The first line names the
 * columns, which may have any order; others are ignored:
 *
 *     set          needed. Matches of one set are not independent: mostly the same deal in other
 *                  seats
 *     match        needed. The name of a match need only be unique within its set
 *     bot          needed
 *     place        needed. 1..255; 1 is best, and equal places are a draw
 *     points       a decimal number with at most three digits after the point, for all bots of a
 *                  match or for none; `score` is the same
 *     team         the two rows of a match with the same text here are partners; then every row has
 *                  a team, and partners have the same place and points
 *     seat         0..254, unlike in each row of a match. With it a bot may have several seats;
 *                  there is no result between them
 *     fault_seat   the seat whose fault ended the match, which then has only results against it
 *                  (ratings/match.h), and its points do not count; empty or -1: none
 *     end          a word other than `normal` says the same of the points
 *     rounds       in how many rounds the points were made (1)
 *     tournament   sets of different tournaments are different
 *     version      versions of a bot are different players
 *     variant      must be the same in all rows, because each variant has a list of its own
 *
 * So the table of `export --csv` can be read, and makes the same list as its matches in the
 * database: all that are in it, also those of incomplete sets. A match has 2..8 bots or teams.
 * Fields may be quoted (RFC 4180); a line ends with LF or CRLF; a byte order mark and empty lines
 * are ignored.
 *
 *     set,match,bot,place,points
 *     1,a,zoe,1,3.5
 *     1,a,amy,2,-3.5
 *
 * is one set of one match; amy is player 0 with -3500 points, zoe player 1 with 3500.
 *
 * Time is proportional to the rows if those of a set are not many. Memory is some 60 bytes a row,
 * the file included, and 90 if the rows of a set do not follow each other. A file has at most 4
 * GiB.
 *
 * path  a file, or "-" for standard input
 *
 * Returns DOM_OK; DOM_E_CONFIG if the file cannot be read, a line is wrong, with its number in
 * `err`, or points or single bots are missing that `to` wants; DOM_E_LIMIT if the pool cannot hold
 * all; DOM_E_NOMEM. After a failure the pool and the rankings have some of the sets and can only be
 * freed. */
dom_rc dom_results_csv_read(dom_results_csv *to, const char *path, dom_err *err);

/* Frees the names. */
void dom_results_csv_clear(dom_results_csv *table);

#endif
