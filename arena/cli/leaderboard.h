/* cli/leaderboard.h - the standing of every variant, computed from the stored
 * matches. */
#ifndef DOM_CLI_LEADERBOARD_H
#define DOM_CLI_LEADERBOARD_H

#include "store/store.h"
#include "words.h"

#include <stdio.h>

/* Print the lists as text: the official ratings over all complete sets, with the prior
 * and anchor of the newest tournament; or the live Elo, provisional, which is also
 * what a variant without a complete set has.
 *
 * tournament  one tournament's matches only; NULL: of all.
 * variants    these variants only; empty: all. DOM_E_ABSENT for one of which no
 *             match was played. */
dom_rc leaderboard_print(dom_store *store, const char *tournament, const dom_strings *variants,
                         bool is_live, FILE *out, dom_err *err);
/* The same as one JSON object with "schema": 1. */
dom_rc leaderboard_print_json(dom_store *store, const char *tournament, const dom_strings *variants,
                              bool is_live, FILE *out, dom_err *err);

/* Call `visit` with the bots of every list, best first; they live until it returns. */
dom_rc leaderboard_each(dom_store *store, const char *tournament, const dom_strings *variants,
                        dom_rc (*visit)(void *context, const char *variant,
                                        const dom_store_bot *const bots[], size_t count),
                        void *context, dom_err *err);

#endif
