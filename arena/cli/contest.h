/* cli/contest.h - a tournament from its configuration into the database: begun, or
 * gone on with, and played.
 *
 *     contest_open   what is asked for, and what of it is stored
 *     contest_play   the core plays what is missing; its hook on_checked calls
 *     contest_store  to store what is new before the first deal
 */
#ifndef DOM_CLI_CONTEST_H
#define DOM_CLI_CONTEST_H

#include "config.h"
#include "core/core.h"
#include "home.h"
#include "sandbox.h"

/* All borrowed, until contest_close. */
typedef struct {
    const cli_home *home;
    const dom_config_places *places; /* NULL: those of `home`                 */
    dom_store *store;                /* open for writing                      */
    dom_config_request request;
    const char *least_sandbox; /* level that is required, NULL = any    */
    bool has_seed;
    uint64_t seed;
    const char *listen; /* where remote bots are awaited, NULL = none may play */
} contest_spec;

typedef struct contest contest;

/* Find out how bots are kept apart here, read the configuration and compare it with the stored
 * tournament of that name, if there is one: it must be the same, or say only more (extend.h). The
 * stored options of a variant take precedence over what its name means today (earlier.h).
 *
 * out  the caller's to close; NULL on failure.
 *
 * Returns DOM_OK; DOM_E_CONFIG, DOM_E_IO, DOM_E_NOMEM as dom_config_load,
 * cli_sandbox_choose, extend_plan and the store do. Nothing is stored yet. */
dom_rc contest_open(contest **out, const contest_spec *spec, dom_err *err);

/* Also overwrites the secrets. NULL inside is fine. */
void contest_close(contest **handle);

const dom_tournament *contest_tournament(const contest *c);
const cli_sandbox *contest_sandbox(const contest *c);

/* Print remarks on stderr: which variants continue under earlier rules, and for a new tournament
 * which ones can hardly reach their target. */
void contest_tell_remarks(const contest *c);

/* Print on stderr where its remote bots are awaited. */
void contest_tell_remote(const contest *c);

/* As it is, or is going to be, stored; id 0 when it is not. */
const dom_store_tournament *contest_row(const contest *c);

/* What of a run is for its caller to say; the rest is filled in. */
typedef struct {
    bool skip_broken;
    unsigned probes;
    dom_core_hooks hooks;
} contest_options;

/* Play what is missing and, when nothing is or the wish is to play out, note the end.
 * Returns as dom_core_run. */
dom_rc contest_play(contest *c, const contest_options *options, dom_core_progress *progress,
                    dom_err *err);

/* Note that no more is played of what is stored. */
dom_rc contest_finish(contest *c, dom_err *err);

/* Store what is new, durably. *id receives the tournament's number. */
dom_rc contest_store(contest *c, int64_t *id, dom_err *err);

#endif
