/* live/open_matches_file.h - the matches under way of a run, in a file beside its database from
 * which `serve` reads them.
 *
 * The file is private (mode 0600) and called DATABASE-live. The run replaces it whenever something
 * has changed, at most twice a second, and removes it at its end. If the run is killed, the file
 * stays until the next run takes the lock of the database and removes it (home/home.h). So a file
 * is read only while some process holds the lock.
 *
 * One line of JSON; numbers of bots and variants are those of the tournament, and times Unix
 * milliseconds:
 *
 *     {"version":1,"tournament":"spring","count":1,"matches":[
 *      {"match":7,"set":4,"rotation":0,"variant":0,"bots":[0,1],"scores":[12,40],"round":3,
 *       "started":1782000000000,"play":{"turn":1,"asked":1782000004000,"choices":"0900c801"}}]}
 *
 * `choices` are the decisions of the match so far (record/decisions.h) in hexadecimal digits. With
 * them anybody who knows the secret of the deals sees all hands, so `play` is written only if the
 * tournament has spectators. `turn` is -1 and `asked` 0 while no seat is asked.
 */
#ifndef DOM_LIVE_OPEN_MATCHES_FILE_H
#define DOM_LIVE_OPEN_MATCHES_FILE_H

#include "core/core.h"
#include "home/home.h"

/* ---- written by a run ------------------------------------------------------- */

typedef struct dom_live_writer dom_live_writer;

/* Returns a writer, or NULL if memory is out. `home` and `tournament` are borrowed until
 * dom_live_writer_close. A run that does not hold the lock publishes nothing. */
dom_live_writer *dom_live_writer_open(const dom_home *home, const dom_core_tournament *tournament);

/* The watcher of a core that writes the file. A file that cannot be written is left as it is: the
 * matches do not depend on it. */
dom_core_watcher dom_live_watcher(dom_live_writer *writer);

/* Removes the file and frees the writer. NULL is accepted. */
void dom_live_writer_close(dom_live_writer *writer);

/* ---- read for the pages ----------------------------------------------------- */

/* What a run has published. All zero: nothing. */
typedef struct {
    char tournament[65];
    dom_core_open_matches open;
    uint8_t *decisions; /* of all matches; they borrow from it                     */
} dom_live_open_matches;

/* Reads the file. A match without `play` has no decisions (NULL), and its turn is DOM_NOBODY. Every
 * number is in the range that its type in core/open_matches.h promises; whether the tournament has
 * such bots and variants is for the caller to check.
 *
 * out  released with dom_live_open_matches_clear in any case
 *
 * Returns DOM_OK; DOM_E_ABSENT if there is no file; DOM_E_MALFORMED if it is damaged or of another
 * version; DOM_E_IO; DOM_E_NOMEM. On failure *out is all zero. */
dom_rc dom_live_open_matches_read(dom_live_open_matches *out, const dom_home *home);

void dom_live_open_matches_clear(dom_live_open_matches *open);

#endif
