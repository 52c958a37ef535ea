/* ladder/ladder.h - the registered versions of bots, and the ladder against which bots are placed.
 *
 * A version is registered by its placement, which is a number of gauntlets in the database
 * (results/submissions.h). The ladder of a variant consists of the sample bots random, greedy and
 * careful, on request also of those that search (ladder/placement.h), and of the newest version
 * with a snapshot of every registered bot that plays the variant.
 */
#ifndef DOM_LADDER_LADDER_H
#define DOM_LADDER_LADDER_H

#include "base/string_list.h"
#include "home/home.h"
#include "results/submissions.h"

#include <jansson.h>

enum {
    DOM_LADDER_SETS = 20,         /* sets of every table, unless --sets says otherwise */
    DOM_LADDER_OPPONENTS_MAX = 16 /* opponents of one bot in games for two         */
};

/* A registered version. */
typedef struct {
    dom_results_submission bot;
    bool is_placed;  /* it has played all of `variants`, and every variant that its manifest claims,
                        if its snapshot still exists                          */
    bool is_present; /* its snapshot exists, so it can be an opponent         */
} dom_ladder_entry;

/* The entries are in the order of their registration. A zeroed struct is an empty ladder. */
typedef struct {
    size_t count;
    dom_ladder_entry *entry;
} dom_ladder;

/* Reads all registered versions. Call dom_ladder_clear in any case. */
dom_rc dom_ladder_read(dom_ladder *out, const dom_home *home, dom_store *store, dom_err *err);
void dom_ladder_clear(dom_ladder *l);

/* Returns the entry of this version, or NULL. */
const dom_ladder_entry *dom_ladder_find(const dom_ladder *l, const char *name, const char *version);

/* Stores durably whether a version is removed from the ladder, and its tag. The mark is part of the
 * configuration of its first placement (config/stored_config.h), so every copy of the database has
 * it. `store` is open for writing. */
dom_rc dom_ladder_set_mark(dom_store *store, const dom_ladder_entry *e, const dom_config_mark *mark,
                           dom_err *err);

/* Returns true if this is the name of an installed sample bot. No other bot may have such a name.
 */
bool dom_ladder_is_sample(const dom_home *home, const char *name);

#endif
