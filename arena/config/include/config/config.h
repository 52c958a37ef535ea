/* config/config.h - makes a tournament that can be played from a tournament file and the command
 * line.
 *
 * A tournament file is read with libyaml's document API against one table of keys (config_keys.c).
 * An unknown key, a duplicate, a wrong type or a value out of range is refused with file, line and
 * what is allowed.
 */
#ifndef DOM_CONFIG_CONFIG_H
#define DOM_CONFIG_CONFIG_H

#include "base/err.h"
#include "bots/places.h"
#include "core/tournament.h"
#include "store/store.h"
#include "yaml/yaml_schema.h"

/* What the command line says; zero or NULL: not given. A given value takes precedence over the
 * file's; bots and variants replace the file's. */
typedef struct {
    const char *file; /* tournament.yaml, or NULL                  */
    /* Set instead of a file: a stored tournament, whose keys and variants stand for those of a
     * file. `bots` must name its bots. NULL: none. */
    const dom_store_tournament *stored;
    /* NULL, or the open database. If a tournament of this name is in it, the bots that it has play
     * on with the versions with which they began (bots/resolve.h). */
    dom_store *store;
    const char *name;            /* --name; needed when there is no file      */
    const char *const *variants; /* --variant, NULL-terminated                */
    const char *const *bots;     /* --bots, NULL-terminated words             */
    const char *const *shown;    /* --show, NULL-terminated paths             */
    const char *shown_option;    /* how messages call them; NULL: "--show"    */
    uint32_t sets;
    uint32_t concurrency;
    const char *schedule; /* --schedule                                       */
    uint32_t rounds, seeds;
    bool pins_cores;
    bool skip_broken; /* leave out bots whose manifest is wrong or whose build fails */
    /* NULL, or receives the last fault if only bots are wrong and the others could play without
     * them. Then the tournament of the others is returned, so that they are started too and all
     * that have to be mended are named. It must not be played. If nothing is wrong, the error is
     * not touched. */
    dom_err *refused;
    /* For `run --check`: bots are only looked at, not copied or built (bots/resolve.h), and nothing
     * is made in the data folder. */
    bool is_dry_run;
    bool is_unrated; /* by --unrated, or always as in `check` and `compare` */
    /* Set for a comparison of the first two of `bots`. Messages call the bots `bots_option` (NULL:
     * "--bots"). If two bots have the same name, the later ones are called NAME#2, NAME#3, ...; a
     * bot is refused if that is too long. */
    const dom_core_compared *compared;
    const char *bots_option;
    /* NULL, or the deals that a comparison plays again. */
    const dom_core_deals *deals;
    /* Set for one table: `bots` are the seats in their order, and bit i of `people` says that
     * bots[i] is the name of a person. Two equal names become NAME and NAME#2 as in a comparison.
     */
    bool is_seated;
    uint32_t people;
    /* Set if in every variant only the first bots play, as many as its table takes. The others sit
     * it out. */
    bool fills_seats;
    uint32_t tolerate; /* late answers that are forgiven; 0: as in the file */
    uint32_t move_ms;  /* time of a bot for a choice; 0: as in the file     */
} dom_config_request;

/* Reads, completes and checks a tournament. For every bot it finds the bot (bots/resolve.h) and
 * makes a snapshot (bots/snapshot.h). Folders in a tournament file are relative to that file,
 * folders on the command line to the working folder.
 *
 * Besides wrong single values it refuses two bots or variants with one name, fewer bots than a
 * table needs (a team is one bot), a bot that plays none of the variants or needs more than the
 * tournament's limits, and variants of which none has enough bots. A bot sits out the variants that
 * its manifest leaves out, and a variant with too few bots is not played; the listener gets a
 * remark for each. A stored comparison, and a stored table of people, are refused: they are no
 * tournaments of a file.
 *
 * Reading continues after a fault, so that one call names all that has to be mended: the listener
 * gets a remark for each fault but the last, which is the error. What only follows from another
 * fault is not said. If the keys or the variants are wrong, bots are looked at as in a dry run, so
 * nobody waits for builds that are of no use. With skip_broken the listener gets a remark for each
 * bot that is broken (bots/resolve.h), and the tournament is that of the other bots. The seeds of a
 * gauntlet are never left out, because all others play against them.
 *
 * out   filled; release it with dom_config_free. On failure it is zeroed, and only complete
 *       snapshots and logs of builds are left behind.
 *
 * Returns DOM_OK; DOM_E_CONFIG with "FILE:LINE: key: what; allowed: ..." or, for the command line,
 * "--bots: ..."; DOM_E_IO; DOM_E_NOMEM. */
dom_rc dom_config_load(dom_core_tournament *out, const dom_bots_places *places,
                       const dom_config_request *request, dom_err *err);

/* Reads a tournament file, but of its lists only the variants: no bot is looked for, and no
 * database is needed.
 *
 * out     has the variants that are right; release it with dom_config_free. Zeroed on failure
 * faults  every fault of the keys and variants is added, as dom_config_load would say it
 *
 * Returns DOM_OK, also if there are such faults; else as dom_config_load. */
dom_rc dom_config_load_variants(dom_core_tournament *out, const char *file, dom_strings *faults,
                                dom_err *err);

/* Returns the limits of a tournament file that sets none. */
dom_core_limits dom_config_usual_limits(void);

/* Frees the content and zeroes the struct. May be called again, or on a zeroed struct. */
void dom_config_free(dom_core_tournament *tournament);

/* Returns the table of keys of a tournament file, which `settings tournament` prints. */
const dom_yaml_key_table *dom_config_keys(void);

/* Returns the table of keys of a map in `bots` that says more about a bot than which one it is. */
const dom_yaml_key_table *dom_config_entry_keys(void);

#endif
