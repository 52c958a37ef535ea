/* ledger_hash.h - the second hash of a tournament: of all that its file tells besides the match
 * records. Private to this folder.
 *
 * The tournament hash (results/tournament_hash.h) is the same for all runs of one seed with
 * deterministic bots. The ledger hash is that of one file: it covers configuration, entrants,
 * stages, processes, faults, starts and ends, and the tournament hash itself. Once it is published,
 * none of these can be changed unnoticed. It leaves out what a clock said, ids of rows, and what is
 * computed from the rest.
 *
 * It is BLAKE2b-256 over rows. A row is the name of its kind and then its values: an integer as 8
 * bytes, lowest first, in two's complement; a text as its length in bytes, written like an integer,
 * and its bytes. docs/reference/database.md lists the rows, in the order of the functions below.
 * Each is called for every row of its kind, in the order of the store.
 */
#ifndef DOM_RESULTS_LEDGER_HASH_H
#define DOM_RESULTS_LEDGER_HASH_H

#include "deal/deal.h"
#include "process_index.h"
#include "store/store.h"

#include <sodium.h>

typedef struct {
    crypto_generichash_state state;
} dom_results_ledger_hash;

/* Begins with the tournament, its entrants, variants and stages. */
void dom_results_ledger_hash_begin(dom_results_ledger_hash *hash, const dom_store_tournament *t);

void dom_results_ledger_hash_process(dom_results_ledger_hash *hash, const dom_store_process *p);

/* processes  with all processes of the tournament */
void dom_results_ledger_hash_fault(dom_results_ledger_hash *hash, const dom_store_fault *f,
                                   const dom_results_process_index *processes);
void dom_results_ledger_hash_start(dom_results_ledger_hash *hash, uint64_t match, uint32_t starts);
void dom_results_ledger_hash_match(dom_results_ledger_hash *hash, const dom_store_match *m,
                                   const dom_results_process_index *processes);

/* tournament_hash  64 hex digits
 * hex              receives as many, and a NUL */
void dom_results_ledger_hash_end(dom_results_ledger_hash *hash, const char *tournament_hash,
                                 char hex[static DOM_DEAL_HEX_BYTES]);

#endif
