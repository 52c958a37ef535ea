/* cli/ladder.h - registered bots, and what they are placed against.
 *
 * A version of a bot is registered by its placement: gauntlets in the home's database, the
 * bot first, called ladder-VERSION-1, -2, ... with the first LADDER_DIGITS digits of its
 * version. They are the only record of it, and of its removal. The ladder of a
 * variant is the sample bots random, greedy and careful, and of every registered bot that
 * plays the variant the newest version whose snapshot is there.
 */
#ifndef DOM_CLI_LADDER_H
#define DOM_CLI_LADDER_H

#include "home.h"
#include "words.h"

#include <jansson.h>

enum {
    LADDER_DIGITS = 16,
    LADDER_SETS = 20,         /* of every table, if nothing else is said       */
    LADDER_OPPONENTS_MAX = 16 /* of one bot, in games of two                   */
};

typedef struct {
    char name[DOM_BOT_NAME_BYTES];
    char version[DOM_BOT_VERSION_BYTES];
    int64_t registered_ms; /* Unix time                                       */
    dom_strings variants;  /* that it was placed in                           */
    dom_strings played;    /* of them, in a tournament that is finished       */
    dom_strings tournaments;
    bool is_placed;  /* all of `variants` are `played`, and all that it claims, as far as
                        its snapshot is there to say so                       */
    bool is_present; /* its snapshot is there: it can be played against       */
    bool is_removed; /* it was taken off, and not submitted again since        */
} ladder_entry;

/* In the order of their registration. All zero is the empty ladder. */
typedef struct {
    size_t count;
    ladder_entry *entry;
} ladder;

/* Note the tournament if it is a placement. is_placed and is_present are not filled in, because
 * they depend on the home folder. */
dom_rc ladder_add(ladder *l, const dom_store_tournament *t, dom_err *err);

/* Read what is registered. ladder_clear it in any case. */
dom_rc ladder_read(ladder *out, const cli_home *home, dom_store *store, dom_err *err);
void ladder_clear(ladder *l);

/* The version with this hash, or NULL. */
const ladder_entry *ladder_find(const ladder *l, const char *name, const char *version);

/* Note, durably, whether a version is taken off the ladder. The fact is kept in the
 * configuration of its placement, `removed: true`, so that every copy of the database has it.
 * `store` is open for writing. */
dom_rc ladder_set_removed(dom_store *store, const ladder_entry *e, bool is_removed, dom_err *err);

/* Is this the name of a bot that came along with the program? Nobody else's bot may be
 * called so. */
bool ladder_is_sample(const cli_home *home, const char *name);

/* ---- placement ---------------------------------------------------------------- */

typedef struct {
    const cli_home *home; /* locked                                           */
    dom_store *store;     /* open for writing                                 */
    const ladder *ladder;
    const char *name, *version; /* of a snapshot that is there                */
    uint32_t sets;
    bool is_quiet; /* no progress on stderr                                   */
} ladder_spec;

/* Play what is missing of the bot's placement, in every variant that it claims: a set for
 * every table with the bot and others of the ladder. In games of two that is everybody, up
 * to LADDER_OPPONENTS_MAX; in games of more, one table, of the sample bots first, then the
 * newest others, then copies of sample bots. A tournament of it that was begun goes on, unless
 * one of its bots was taken off the ladder: then its games are played anew with who is there.
 *
 * Returns as dom_core_run; with DOM_E_INTERRUPTED the signal in *signal_number. */
dom_rc ladder_place(const ladder_spec *spec, int *signal_number, dom_err *err);

/* ---- its lines of the leaderboard ------------------------------------------------ */

/* Every version of the bot that the leaderboard shows, in every variant that it played, as text
 * or JSON (a new reference in *json). */
dom_rc ladder_print_lines(dom_store *store, const char *name, FILE *out, dom_err *err);
dom_rc ladder_lines_json(dom_store *store, const char *name, json_t **json, dom_err *err);

#endif
