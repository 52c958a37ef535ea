/* site/refresh_interval.h - how often serve reads the database: the longer a reading takes, the
 * longer it rests, so that pages cost a tournament little. Times are of one clock, in ms.
 */
#ifndef DOM_SITE_REFRESH_INTERVAL_H
#define DOM_SITE_REFRESH_INTERVAL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_SITE_REST_MS = 3000,  /* between two readings, at least                        */
    DOM_SITE_REST_FACTOR = 50 /* and so many times what the last one took            */
};

/* Zeros: now. */
typedef struct {
    int64_t next_ms; /* no reading begins before                              */
} dom_site_refresh;

bool dom_site_refresh_is_due(const dom_site_refresh *p, int64_t now_ms);

/* A reading is over. */
void dom_site_refresh_rest(dom_site_refresh *p, int64_t begin_ms, int64_t end_ms);

/* Nothing is shown any more: the next reading begins as soon as if the last had been short. */
void dom_site_refresh_hurry(dom_site_refresh *p, int64_t now_ms);

#endif
