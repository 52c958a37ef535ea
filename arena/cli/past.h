/* cli/past.h - what was played: tournaments and matches as the reading commands
 * want them. */
#ifndef DOM_CLI_PAST_H
#define DOM_CLI_PAST_H

#include "record/record.h"
#include "schedule/schedule.h"
#include "store/store.h"

/* The facts of a stored match as a record. Borrows from both arguments. The deal
 * key is revealed once its stage is finished. */
dom_record past_record(const dom_store_tournament *t, const dom_store_match *m);

/* The stage that a set belongs to. A tournament has at least one. */
const dom_store_stage *past_stage(const dom_store_tournament *t, uint64_t set);

dom_secret past_secret(const dom_store_stage *stage);

/* Who meets whom in this tournament. DOM_E_IO when its configuration does not say. */
dom_rc past_plan(const dom_store_tournament *t, dom_plan *out, dom_err *err);

/* Call `visit` for every tournament, or for the one of that name. */
dom_rc past_each_tournament(dom_store *store, const char *name,
                            dom_rc (*visit)(void *context, const dom_store_tournament *t),
                            void *context, dom_err *err);

#endif
