/* walk.h - reading several statements as of one moment. */
#ifndef DOM_STORE_WALK_H
#define DOM_STORE_WALK_H

#include "handle.h"

/* Everything that is read until the end stems from one moment, or from the group
 * that is open. May be nested. After DOM_OK each begin wants its end. */
dom_rc dom_walk_begin(dom_store *store, dom_err *err);
void dom_walk_end(dom_store *store);

/* How many bots and variants a tournament has: what its rows may name. Zeros for
 * a tournament that is not there. */
typedef struct {
    int64_t bots;
    int64_t variants;
} dom_counts;

dom_rc dom_counts_of(dom_counts *out, dom_store *store, int64_t tournament, dom_err *err);

#endif
