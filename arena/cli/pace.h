/* cli/pace.h - how often serve reads the database: the longer a reading takes, the longer it
 * rests, so that pages cost a tournament little. Times are of one clock, in ms.
 */
#ifndef DOM_CLI_PACE_H
#define DOM_CLI_PACE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PACE_REST_MS = 3000,  /* between two readings, at least                        */
    PACE_REST_FACTOR = 50 /* and so many times what the last one took            */
};

/* Zeros: now. */
typedef struct {
    int64_t next_ms; /* no reading begins before                              */
} pace;

bool pace_is_due(const pace *p, int64_t now_ms);

/* A reading is over. */
void pace_rest(pace *p, int64_t begin_ms, int64_t end_ms);

/* Nothing is shown any more: the next reading begins as soon as if the last had been short. */
void pace_hurry(pace *p, int64_t now_ms);

#endif
