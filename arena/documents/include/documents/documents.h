/* documents/documents.h - the JSON of a question: what a command prints with --json and the page of
 * the same question sends are one document, made here. A page adds keys that only pages have, such
 * as paths. docs/reference/output.md documents the keys.
 *
 * Every function gives the reference to the caller; NULL, or a missing key, means out of memory.
 */
#ifndef DOM_DOCUMENTS_DOCUMENTS_H
#define DOM_DOCUMENTS_DOCUMENTS_H

#include "documents/values.h"
#include "ratings/history.h"
#include "results/all_round.h"
#include "results/bot_summary.h"
#include "results/crosstable.h"
#include "results/rating_list.h"
#include "results/tournament_standing.h"

/* Returns a rating list, with its lines under "bots". */
json_t *dom_documents_rating_list(const dom_results_rating_list *r);

/* Returns one line of it. */
json_t *dom_documents_rating_line(const dom_results_rating_list *r, const dom_ratings_rating *row);

/* Returns the ranges of sets that a stage took over, as [first, last]; NULL if there are none. */
json_t *dom_documents_moved_sets(const dom_store_tournament *t, int stage);

/* Returns what the pairings of a Swiss follow from, beside its results: its "bots" by number with
 * the variants that they sit out, "variants" and "stages". NULL if the tournament is no Swiss. */
json_t *dom_documents_swiss(const dom_store_tournament *t);

/* Returns a cross table, with its bots under "bots" and for each its results "against" the others.
 */
json_t *dom_documents_crosstable(const dom_results_crosstable *x);

/* Returns the line of a bot with its summary, and under "against" its results against each bot of
 * the list that it met, in the order of the list. */
json_t *dom_documents_bot_summary(const dom_results_bot_summary *summary);

/* Returns {"version", "shown"} of each version of a bot. */
json_t *dom_documents_bot_versions(const dom_results_bot_versions *versions);

/* Returns the lines of a bot in the all-round lists, each with its "family" and "variants". */
json_t *dom_documents_bot_all_rounds(const dom_results_all_rounds *all, const char *name,
                                     const char *version);

/* Returns the history of a list. */
json_t *dom_documents_history(const dom_results_ranking *of, const dom_ratings_history *history);

/* Returns an array of the all-round lists. */
json_t *dom_documents_all_rounds(const dom_results_all_rounds *all);

/* A match with the names that its numbers stand for. */
typedef struct {
    const dom_store_match *match;
    const char *tournament, *variant;
    struct {
        const char *name, *version;
    } bot[DOM_SEATS_MAX]; /* by seat */
} dom_documents_named_match;
json_t *dom_documents_match(const dom_documents_named_match *named);

/* Returns {"illegal": 0, ...}: a number for each code of a fault. */
json_t *dom_documents_faults(const uint64_t count[DOM_FAULT_COUNT]);

/* Adds what a bot has in a variant of a tournament, with its place. */
void dom_documents_add_standing(json_t *line, const dom_results_tournament_standings *s,
                                size_t variant, uint16_t bot);

/* Sets the keys of one bot against another, from "games" to "expected". */
void dom_documents_add_versus(json_t *against, const dom_ratings_versus *v);

#endif
