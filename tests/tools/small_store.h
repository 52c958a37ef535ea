/* small_store.h - a database with small tournaments, for the tests of what reads it.
 *
 *     dom_store *store = small_store_open(&s, "a.db");
 *     small_tournament of;
 *     small_tournament_make(&of, 2);
 *     of.t.is_reproducible = true;
 *     expect_ok(dom_store_tournament_add(store, &of.t, &last_err));
 *     small_store_add(store, of.t.id, 1, 18, small_match);
 */
#ifndef DOM_TESTS_TOOLS_SMALL_STORE_H
#define DOM_TESTS_TOOLS_SMALL_STORE_H

#include "expect.h"
#include "scratch.h"

#include "store/store.h"

enum { SMALL_BOTS = 4, SMALL_SETS = 9, SMALL_STAGES = 2, SMALL_VARIANTS = 2 };

/* A tournament and what it refers to. */
typedef struct {
    dom_store_tournament t;
    dom_store_bot bots[SMALL_BOTS];
    dom_variant variants[SMALL_VARIANTS];
    dom_store_stage stages[SMALL_STAGES];
} small_tournament;

/* Makes a round robin "t" of so many of the bots a, b, c and d, all of version 1, with nine sets
 * of block-2 in one stage. A test changes what it needs otherwise. variants[1] is draw-2, for
 * tournaments of two variants; stages[1] has no sets yet. */
void small_tournament_make(small_tournament *of, uint16_t bots);

/* Opens a database in the folder for writing. The caller closes it. */
dom_store *small_store_open(const scratch *s, const char *name);

/* Returns match `number`, which bot 0 in seat 0 won against bot 1. Matches 1 and 2 are set 1. */
dom_store_match small_match(int64_t tournament, uint64_t number);

/* Stores the matches `first`..`last` that a function returns, in one group. */
typedef dom_store_match small_match_of(int64_t tournament, uint64_t number);
void small_store_add(dom_store *store, int64_t tournament, uint64_t first, uint64_t last,
                     small_match_of *match_of);

#endif
