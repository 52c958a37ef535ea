/* What the bot and everything it started use right now, read from /proc. */
#ifndef DOM_HOST_USAGE_H
#define DOM_HOST_USAGE_H

#include <stdint.h>

typedef struct {
    int64_t resident_bytes;
    int threads; /* of all processes together; a process has at least one      */
} usage;

/* Sum over all descendants of this process. What ends while it is read is left
 * out. */
usage usage_of_descendants(void);

#endif
