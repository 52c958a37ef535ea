/* ladder/ladder.h - registered bots, and what they are placed against.
 *
 * A version of a bot is registered by its placement, gauntlets in the home's database, as
 * results/submissions.h has it. The ladder of a
 * variant is the sample bots random, greedy and careful, and of every registered bot that
 * plays the variant the newest version whose snapshot is there.
 */
#ifndef DOM_LADDER_LADDER_H
#define DOM_LADDER_LADDER_H

#include "base/string_list.h"
#include "home/home.h"
#include "results/submissions.h"

#include <jansson.h>

enum {
    DOM_LADDER_SETS = 20,         /* of every table, if nothing else is said       */
    DOM_LADDER_OPPONENTS_MAX = 16 /* of one bot, in games of two                   */
};

/* A registered version. */
typedef struct {
    dom_results_submission bot;
    bool is_placed;  /* all of `variants` are `played`, and all that it claims, as far as
                        its snapshot is there to say so                       */
    bool is_present; /* its snapshot is there: it can be played against       */
} dom_ladder_entry;

/* In the order of their registration. All zero is the empty ladder. */
typedef struct {
    size_t count;
    dom_ladder_entry *entry;
} dom_ladder;

/* Read what is registered. dom_ladder_clear it in any case. */
dom_rc dom_ladder_read(dom_ladder *out, const dom_home *home, dom_store *store, dom_err *err);
void dom_ladder_clear(dom_ladder *l);

/* The version with this hash, or NULL. */
const dom_ladder_entry *dom_ladder_find(const dom_ladder *l, const char *name, const char *version);

/* Note, durably, whether a version is taken off the ladder. The fact is kept in the
 * configuration of its placement, `removed: true`, so that every copy of the database has it.
 * `store` is open for writing. */
dom_rc dom_ladder_set_removed(dom_store *store, const dom_ladder_entry *e, bool is_removed,
                              dom_err *err);

/* Is this the name of a bot that came along with the program? Nobody else's bot may be
 * called so. */
bool dom_ladder_is_sample(const dom_home *home, const char *name);

#endif
