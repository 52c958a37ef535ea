/* cli/summary.h - a standing as it was, kept in a file beside the database so that the next
 * command need not read a million matches again.
 *
 * Derived from the facts and no part of them: whoever may not write the file does without,
 * it may be removed at any time, and `verify` compares it. It is taken for what it says only
 * if it is whole (a checksum), belongs to the owner of the database, was written by this
 * version of the arena, and if the database still has the match at its mark; matches that
 * were stored since must lie behind its place. */
#ifndef DOM_CLI_SUMMARY_H
#define DOM_CLI_SUMMARY_H

#include "standing.h"

/* Everything before a match of a tournament, as the facts are gone through, was read. */
typedef struct {
    dom_store_mark mark;
    int64_t tournament;
    uint64_t match; /* the first that was not                                  */
} summary_place;

/* What a summary says, without its checksum: the place and all of *s but the words, with
 * the faults of tournaments before that of the place. Reading fills zeros; is_broken then
 * tells that it is not to be used, and *s is to be cleared in any case. */
void summary_code(dom_bytes *b, summary_place *place, standing *s);

/* What is in the file, for reading; empty when there is none to be trusted. Free the
 * bytes. */
dom_bytes summary_load(const dom_store *store);

/* Replace the file if that is allowed. */
void summary_save(const dom_store *store, const dom_bytes *written);

#endif
