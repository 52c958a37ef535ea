/* tournament/tournament_run.h - runs a tournament from its configuration: begins, resumes or
 * extends it.
 *
 *     dom_tournament_run_open   compares the configuration with what is stored
 *     dom_tournament_run_play   stores what is new and lets the core play what is missing
 */
#ifndef DOM_TOURNAMENT_TOURNAMENT_RUN_H
#define DOM_TOURNAMENT_TOURNAMENT_RUN_H

#include "config/config.h"
#include "core/core.h"
#include "home/home.h"
#include "tournament/sandbox_select.h"

/* All pointers are borrowed until dom_tournament_run_close. */
typedef struct {
    const dom_home *home;
    dom_bots_places places; /* where its bots are found, and the listener */
    dom_store *store;       /* open for writing; for a dry run only for reading, or NULL without a
                               database */
    dom_config_request request;
    const char *least_sandbox; /* lowest acceptable level, NULL = any    */
    bool has_seed;
    uint64_t seed;
    const dom_deal_secret *secret; /* that of request.deals; NULL without them */
    const char *listen;            /* address for remote bots; NULL = no remote bot may play */
    uint32_t cores;                /* how many may be used; 0: all that the process may run on */
} dom_tournament_run_spec;

typedef struct dom_tournament_run dom_tournament_run;

/* Chooses the sandbox level, reads the configuration, and compares it with the stored tournament of
 * that name if there is one. It must be equal, or only add to it (stage_plan.h). The stored options
 * of a variant take precedence over what its name means today (earlier_rules.h).
 *
 * After a dry run (request.is_dry_run) no sandbox was chosen, because it depends on the machine and
 * not on the configuration. The handle then serves the queries below and
 * dom_tournament_run_progress; it cannot play.
 *
 * out  receives a handle that the caller closes; NULL on failure
 *
 * Returns DOM_OK; DOM_E_CONFIG, DOM_E_IO or DOM_E_NOMEM from dom_config_load,
 * dom_tournament_sandbox_choose, dom_tournament_stage_plan or the store. Nothing is stored yet. */
dom_rc dom_tournament_run_open(dom_tournament_run **out, const dom_tournament_run_spec *spec,
                               dom_err *err);

/* Frees the handle and overwrites the secrets. A NULL handle is accepted. */
void dom_tournament_run_close(dom_tournament_run **handle);

const dom_core_tournament *dom_tournament_run_tournament(const dom_tournament_run *run);
const dom_tournament_sandbox *dom_tournament_run_sandbox(const dom_tournament_run *run);

/* Lines for a person: which variants continue under earlier rules, and for a new tournament which
 * ones can hardly reach their target. */
const dom_strings *dom_tournament_run_remarks(const dom_tournament_run *run);

/* Returns the address for remote bots; its port is 0 if no bot is remote. */
const dom_core_listen *dom_tournament_run_listen(const dom_tournament_run *run);

/* Returns the tournament as it is or will be stored; its id is 0 before it is stored. */
const dom_store_tournament *dom_tournament_run_row(const dom_tournament_run *run);

/* Counts the matches that the tournament has and those that are stored; the other fields are 0.
 * Returns DOM_OK or a code of the store. */
dom_rc dom_tournament_run_progress(const dom_tournament_run *run, dom_core_progress *out,
                                   dom_err *err);

/* The parts of dom_core_spec that the caller chooses. */
typedef struct {
    bool skip_broken;
    const char *refused; /* dom_core_spec.refused                                */
    dom_core_trial trial;
    const int *person_fds; /* dom_core_spec.person_fds; NULL: no person plays */
    dom_core_control control;
    dom_core_observer observer;
} dom_tournament_run_options;

/* Returns true if the control wants no more matches: nothing is begun, and the tournament may be
 * ended. */
bool dom_tournament_run_is_over(const dom_core_control *control);

/* Stores what is new once every bot has been started, before the first deal, and plays what is
 * missing. The lock file of the data folder names the run directory meanwhile. When nothing is
 * missing any more, or the stop request was to play out, it stores the end of the tournament.
 * Returns the codes of dom_core_run. */
dom_rc dom_tournament_run_play(dom_tournament_run *run, const dom_tournament_run_options *options,
                               dom_core_progress *progress, dom_err *err);

/* Stores the end of a tournament of which nothing more is played. */
dom_rc dom_tournament_run_finish(dom_tournament_run *run, dom_err *err);

/* Stores a new tournament or its new stages durably without playing. *id receives the tournament's
 * number. */
dom_rc dom_tournament_run_store(dom_tournament_run *run, int64_t *id, dom_err *err);

#endif
