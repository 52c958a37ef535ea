/* walk.h - reads several statements as of one moment. */
#ifndef DOM_STORE_WALK_H
#define DOM_STORE_WALK_H

#include "handle.h"

/* Everything that is read between begin and end is from one moment, or from the open group. Calls
 * may be nested. Each begin that returned DOM_OK needs its end. */
dom_rc dom_store_walk_begin(dom_store *store, dom_err *err);
void dom_store_walk_end(dom_store *store);

/* Reads the tournament with this id, so that its rows can be checked against it. *out is zeroed if
 * there is none. Release it with dom_store_tournament_free. */
dom_rc dom_store_tournament_load(dom_store *store, int64_t id, dom_store_tournament *out,
                                 dom_err *err);

#endif
