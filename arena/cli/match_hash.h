/* cli/match_hash.h - the hash of a tournament, as protocol/SPEC.md has it: BLAKE2b-256 over
 * the canonical records of its matches in the order of their numbers, a newline behind
 * each. */
#ifndef DOM_CLI_MATCH_HASH_H
#define DOM_CLI_MATCH_HASH_H

#include "record/record.h"

#include <sodium.h>

typedef struct {
    crypto_generichash_state state;
} match_hash;

void match_hash_begin(match_hash *hash);

/* The next match. DOM_E_MALFORMED when it cannot be played again; DOM_E_NOMEM. */
dom_rc match_hash_add(match_hash *hash, const dom_record *record, dom_err *err);

void match_hash_end(match_hash *hash, char hex[static DOM_HEX_BYTES]);

#endif
