/* site/refresh_interval.h - how often `serve` reads the database. The longer a reading takes, the
 * longer the pause after it, so that the pages take little time from a tournament. Example: after a
 * reading of 200 ms the pause is 50 x 200 ms = 10 s; after one of 20 ms it is the minimum, 3 s.
 *
 * All times are milliseconds of one clock.
 */
#ifndef DOM_SITE_REFRESH_INTERVAL_H
#define DOM_SITE_REFRESH_INTERVAL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_SITE_REST_MS = 3000,  /* shortest pause between two readings                   */
    DOM_SITE_REST_FACTOR = 50 /* the pause is at least this times the last reading   */
};

/* If it is all zero, a reading is due. */
typedef struct {
    int64_t next_ms; /* no reading begins before this time                    */
} dom_site_refresh;

/* Returns true if a reading may begin now. */
bool dom_site_refresh_is_due(const dom_site_refresh *p, int64_t now_ms);

/* A reading has ended: the pause begins. */
void dom_site_refresh_rest(dom_site_refresh *p, int64_t begin_ms, int64_t end_ms);

/* The pages have nothing to show any more, so the pause is shortened: it ends in DOM_SITE_REST_MS
 * from now, or earlier. */
void dom_site_refresh_hurry(dom_site_refresh *p, int64_t now_ms);

#endif
