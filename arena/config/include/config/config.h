/* config/config.h - what a tournament file and the command line say, made into a
 * tournament that can be played.
 *
 * A tournament file is read with libyaml's document API against one table of
 * keys (config_keys.c): an unknown key, a duplicate, a wrong type or a value out of
 * range is refused with file, line and what is allowed.
 */
#ifndef DOM_CONFIG_CONFIG_H
#define DOM_CONFIG_CONFIG_H

#include "base/err.h"
#include "bots/places.h"
#include "core/tournament.h"
#include "yaml/yaml_schema.h"

/* What the command line says; zero or NULL = not said. What is said here goes
 * before what the file says; bots and variants replace the file's. */
typedef struct {
    const char *file;            /* tournament.yaml, or NULL                  */
    const char *name;            /* --name; needed when there is no file      */
    const char *const *variants; /* --variant, NULL-terminated                */
    const char *const *bots;     /* --bots, NULL-terminated words             */
    uint32_t sets;
    uint32_t concurrency;
    const char *schedule; /* --schedule                                       */
    uint32_t rounds;
    bool pins_cores;
    bool is_unrated; /* by --unrated, or always as in `check` and `compare` */
    /* A comparison of the first two of `bots`, to which messages refer by `bots_option`
     * (NULL: "--bots"). A bot whose name is taken becomes NAME#2, NAME#3, ..., and is
     * refused when that is too long. */
    const dom_core_compared *compared;
    const char *bots_option;
} dom_config_request;

/* Read, complete and check a tournament. Bots are resolved (bots/resolve.h),
 * snapshotted, built and made read-only (bots/snapshot.h); their version is the hash of
 * their content before the build. Folders are relative to the tournament file,
 * those of the command line to the working folder.
 *
 * Refused besides what is wrong by itself: two bots or variants of one name, fewer
 * bots than a table has (a team is one bot), a bot that plays no variant or needs more
 * than the tournament's limits, variants of which none has enough bots that play it. A bot
 * sits out the variants that it does not play, and a variant that too few bots play is not
 * played: the listener of the places gets a remark for each.
 *
 * out   filled; release with dom_config_free. All zero on failure, and nothing is
 *       left behind but snapshots that were complete and logs of builds.
 *
 * Returns DOM_OK, DOM_E_CONFIG with "FILE:LINE: key: what; allowed: ..." ("--bots:
 * ..." for the command line), DOM_E_IO or DOM_E_NOMEM. */
dom_rc dom_config_load(dom_core_tournament *out, const dom_bots_places *places,
                       const dom_config_request *request, dom_err *err);

/* Release and zero. May be called again, or on a zeroed struct. */
void dom_config_free(dom_core_tournament *tournament);

/* The keys of a tournament file, for people. */
const dom_yaml_key_table *dom_config_keys(void);

#endif
