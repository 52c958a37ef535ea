/* results/tournament_hash.h - the hash of a tournament, as protocol/SPEC.md has it: BLAKE2b-256
 * over the canonical records of its matches in the order of their numbers, a newline behind
 * each. */
#ifndef DOM_RESULTS_TOURNAMENT_HASH_H
#define DOM_RESULTS_TOURNAMENT_HASH_H

#include "record/record.h"

#include <sodium.h>

typedef struct {
    crypto_generichash_state state;
} dom_results_tournament_hash;

void dom_results_tournament_hash_begin(dom_results_tournament_hash *hash);

/* The next match. DOM_E_MALFORMED when it cannot be played again; DOM_E_NOMEM. */
dom_rc dom_results_tournament_hash_add(dom_results_tournament_hash *hash,
                                       const dom_record_match *record, dom_err *err);

/* The same, of a match whose canonical record is made already, without a newline. */
void dom_results_tournament_hash_line(dom_results_tournament_hash *hash, const char *line);

void dom_results_tournament_hash_end(dom_results_tournament_hash *hash,
                                     char hex[static DOM_DEAL_HEX_BYTES]);

#endif
