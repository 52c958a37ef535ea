/* results/standings_cache.h - standings as they were, kept in a file beside the database so that
 * the next command need not read a million matches again.
 *
 * The file is DATABASE-cache, for instance arena.db-cache. It is derived from the facts and not a
 * part of them. A user who may not write the file reads without it, it may be removed at any time,
 * and `verify` compares it. It is used only if it is whole (a checksum), belongs to the owner of
 * the database, was written by this version of the arena, and if the database still has the match
 * at its mark; matches that were stored since must lie behind its place. */
#ifndef DOM_RESULTS_STANDINGS_CACHE_H
#define DOM_RESULTS_STANDINGS_CACHE_H

#include "results/standings.h"

/* A place in the order in which the facts are read: everything before this match was read. */
typedef struct {
    dom_store_mark mark;
    int64_t tournament;
    uint64_t match;   /* the first that was not                                */
    uint64_t changes; /* of entries, and rulings: they decide what counts      */
} dom_results_standings_cache_place;

/* What the file says, without its checksum: the place and all of *s but the words, with
 * the faults of tournaments before that of the place. Reading fills zeros; is_broken then
 * tells that it is not to be used, and *s is to be cleared in any case. */
void dom_results_standings_cache_code(dom_ratings_bytes *b,
                                      dom_results_standings_cache_place *place,
                                      dom_results_standings *s);

/* What is in the file, for reading; empty when there is none to be trusted. Free the
 * bytes. */
dom_ratings_bytes dom_results_standings_cache_load(const dom_store *store);

/* Replace the file if that is allowed. */
void dom_results_standings_cache_save(const dom_store *store, const dom_ratings_bytes *written);

#endif
