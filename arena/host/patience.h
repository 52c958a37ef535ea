/* A wait for something that a bot is to do, which stands still while the bot is kept waiting for a
 * CPU. Pure; times are microseconds of any one monotonic clock, and nobody here asks for them.
 */
#ifndef DOM_HOST_PATIENCE_H
#define DOM_HOST_PATIENCE_H

#include <stdint.h>

/* How long one stands still in all; and the clock, for an answer. */
enum { PATIENCE_FORGIVEN_MAX_US = 10000000 };

typedef struct {
    int64_t until_us;
    int64_t since_us;    /* from when on what the bot waited is not forgiven yet */
    int64_t forgiven_us; /* so far                                               */
} patience;

/* Wait from now on, and so long. */
patience patience_begin(int64_t now_us, int64_t us);

/* The same again; what was forgiven before counts. */
void patience_go_on(patience *p, int64_t now_us, int64_t us);

/* The bot was kept waiting for `us` of the time until now. What it waited before this began is no
 * excuse. */
void patience_forgive(patience *p, int64_t now_us, int64_t us);

#endif
