/* nightly.h - how much a test tries: `whole` in the nightly run, `part` in the ordinary one
 * (scripts/test.sh). */
#ifndef DOM_TESTS_NIGHTLY_H
#define DOM_TESTS_NIGHTLY_H

#include <stdlib.h>

static inline int in_nightly(int whole, int part)
{
    const char *nightly = getenv("DOM_NIGHTLY");
    return nightly && *nightly ? whole : part;
}

#endif
