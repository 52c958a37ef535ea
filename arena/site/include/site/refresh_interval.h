/* site/refresh_interval.h - how often `serve` reads the database. The more processor time a reading
 * takes, the longer the pause after it, so that the pages take little time from a tournament.
 *
 * Examples: after a reading of 100 ms the pause is 50 x 100 ms = 5 s; after one of 20 ms it is the
 * shortest, 3 s; after one of a second it is the longest, 10 s. The time on the clock does not
 * matter: on a busy machine a reading of 20 ms may last for seconds, and the pause is still 3 s.
 *
 * All times are milliseconds of one clock, except processor time.
 */
#ifndef DOM_SITE_REFRESH_INTERVAL_H
#define DOM_SITE_REFRESH_INTERVAL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_SITE_REST_MS = 3000,       /* shortest pause between two readings                */
    DOM_SITE_REST_MOST_MS = 10000, /* longest pause                                      */
    DOM_SITE_REST_FACTOR = 50      /* in between: this times the last reading            */
};

/* If it is all zero, a reading is due. */
typedef struct {
    int64_t next_ms;     /* no reading begins before this time                           */
    int64_t earliest_ms; /* and none that is in a hurry before this one                  */
} dom_site_refresh;

/* Returns true if a reading may begin now. */
bool dom_site_refresh_is_due(const dom_site_refresh *p, int64_t now_ms);

/* A reading has ended now, and it took cpu_ms of the processor time of its thread: the pause
 * begins. */
void dom_site_refresh_rest(dom_site_refresh *p, int64_t now_ms, int64_t cpu_ms);

/* The pages lack something that nobody should wait for, such as a new tournament: the pause is the
 * shortest one. If that is over, a reading is due at once. */
void dom_site_refresh_hurry(dom_site_refresh *p);

#endif
