/* cli/past.h - what was played: tournaments and matches as the reading commands
 * want them. */
#ifndef DOM_CLI_PAST_H
#define DOM_CLI_PAST_H

#include "record/record.h"
#include "store/store.h"

/* The facts of a stored match as a record. Borrows from both arguments. The deal
 * key is revealed once the tournament is finished. */
dom_record past_record(const dom_store_tournament *t, const dom_store_match *m);

/* The tournament's secret. */
dom_secret past_secret(const dom_store_tournament *t);

/* Call `visit` for every tournament, or for the one of that name. */
dom_rc past_each_tournament(dom_store *store, const char *name,
                            dom_rc (*visit)(void *context, const dom_store_tournament *t),
                            void *context, dom_err *err);

#endif
