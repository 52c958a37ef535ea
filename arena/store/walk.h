/* walk.h - reading several statements as of one moment. */
#ifndef DOM_STORE_WALK_H
#define DOM_STORE_WALK_H

#include "handle.h"

/* Everything that is read until the end stems from one moment, or from the group
 * that is open. May be nested. After DOM_OK each begin wants its end. */
dom_rc dom_store_walk_begin(dom_store *store, dom_err *err);
void dom_store_walk_end(dom_store *store);

/* The tournament with that id, which tells what its rows may name. Zeros when
 * there is none. Release with dom_store_tournament_free. */
dom_rc dom_store_tournament_load(dom_store *store, int64_t id, dom_store_tournament *out,
                                 dom_err *err);

#endif
