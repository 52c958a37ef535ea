/* tournament/tournament_run.h - a tournament from its configuration into the database: begun, or
 * gone on with, and played.
 *
 *     dom_tournament_run_open   what is asked for, and what of it is stored
 *     dom_tournament_run_play   the core plays what is missing; its hook on_checked calls
 *     dom_tournament_run_store  to store what is new before the first deal
 */
#ifndef DOM_TOURNAMENT_TOURNAMENT_RUN_H
#define DOM_TOURNAMENT_TOURNAMENT_RUN_H

#include "config/config.h"
#include "core/core.h"
#include "home/home.h"
#include "tournament/sandbox_select.h"

/* All borrowed, until dom_tournament_run_close. */
typedef struct {
    const dom_home *home;
    dom_bots_places places; /* where its bots are, and who hears of them */
    dom_store *store;       /* open for writing                      */
    dom_config_request request;
    const char *least_sandbox; /* level that is required, NULL = any    */
    bool has_seed;
    uint64_t seed;
    const char *listen; /* where remote bots are awaited, NULL = none may play */
} dom_tournament_run_spec;

typedef struct dom_tournament_run dom_tournament_run;

/* Find out how bots are kept apart here, read the configuration and compare it with the stored
 * tournament of that name, if there is one: it must be the same, or say only more (stage_plan.h).
 * The stored options of a variant take precedence over what its name means today (earlier_rules.h).
 *
 * out  the caller's to close; NULL on failure.
 *
 * Returns DOM_OK; DOM_E_CONFIG, DOM_E_IO, DOM_E_NOMEM as dom_config_load,
 * dom_tournament_sandbox_choose, dom_tournament_stage_plan and the store do. Nothing is stored
 * yet. */
dom_rc dom_tournament_run_open(dom_tournament_run **out, const dom_tournament_run_spec *spec,
                               dom_err *err);

/* Also overwrites the secrets. NULL inside is fine. */
void dom_tournament_run_close(dom_tournament_run **handle);

const dom_core_tournament *dom_tournament_run_tournament(const dom_tournament_run *c);
const dom_tournament_sandbox *dom_tournament_run_sandbox(const dom_tournament_run *c);

/* Lines for a person: which variants continue under earlier rules, and for a new tournament which
 * ones can hardly reach their target. */
const dom_strings *dom_tournament_run_remarks(const dom_tournament_run *c);

/* Where its remote bots are awaited; port 0 without one. */
const dom_core_listen *dom_tournament_run_listen(const dom_tournament_run *c);

/* As it is, or is going to be, stored; id 0 when it is not. */
const dom_store_tournament *dom_tournament_run_row(const dom_tournament_run *c);

/* What of a run is for its caller to say; the rest is filled in. */
typedef struct {
    bool skip_broken;
    unsigned probes;
    dom_core_hooks hooks;
} dom_tournament_run_options;

/* Play what is missing and, when nothing is or the stop request is to play out, note the end.
 * Returns as dom_core_run. */
dom_rc dom_tournament_run_play(dom_tournament_run *c, const dom_tournament_run_options *options,
                               dom_core_progress *progress, dom_err *err);

/* Note that no more is played of what is stored. */
dom_rc dom_tournament_run_finish(dom_tournament_run *c, dom_err *err);

/* Store what is new, durably. *id receives the tournament's number. */
dom_rc dom_tournament_run_store(dom_tournament_run *c, int64_t *id, dom_err *err);

#endif
