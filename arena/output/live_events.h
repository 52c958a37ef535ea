/* live_events.h - makes the JSON events of a run (docs/reference/output.md, run --json). Each
 * function returns a reference that the caller owns, or NULL if memory runs out.
 */
#ifndef DOM_OUTPUT_LIVE_EVENTS_H
#define DOM_OUTPUT_LIVE_EVENTS_H

#include "core/core.h"
#include "tournament/sandbox_select.h"

#include <jansson.h>

json_t *dom_output_live_started_json(const dom_store_tournament *t,
                                     const dom_tournament_sandbox *sandbox,
                                     const dom_core_progress *now);
json_t *dom_output_live_match_json(const dom_core_match *match);
json_t *dom_output_live_fault_json(const dom_core_fault *fault);
json_t *dom_output_live_withdrawn_json(const dom_core_tournament *t,
                                       const dom_core_withdrawal *withdrawal);
json_t *dom_output_live_progress_json(const dom_core_progress *now);
json_t *dom_output_live_finished_json(const dom_core_progress *now);

#endif
