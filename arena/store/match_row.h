/* match_row.h - a finished match as rows of `match`, `seat` and `decisions`, with the checksums
 * that schema.sql describes.
 */
#ifndef DOM_STORE_MATCH_ROW_H
#define DOM_STORE_MATCH_ROW_H

#include "checksum.h"
#include "handle.h"

void dom_store_match_checksum(uint8_t out[static DOM_STORE_CHECKSUM_BYTES],
                              const dom_store_match *m);
void dom_store_decisions_checksum(uint8_t out[static DOM_STORE_CHECKSUM_BYTES],
                                  const dom_store_match *m);

/* Binds a row. `m` and `checksum` are borrowed until the statement has run. */
void dom_store_match_bind(dom_store *store, const dom_store_match *m,
                          const uint8_t checksum[static DOM_STORE_CHECKSUM_BYTES]);
void dom_store_decisions_bind(dom_store *store, const dom_store_match *m,
                              const uint8_t checksum[static DOM_STORE_CHECKSUM_BYTES]);
void dom_store_seat_bind(dom_store *store, const dom_store_match *m, int seat);

/* Fill *m but for its seats and decisions.
 *
 * t         what the row may name
 * checksum  receives the stored one
 * Returns NULL, or the name of the first column that cannot be. */
const char *dom_store_match_read(dom_store_match *m,
                                 uint8_t checksum[static DOM_STORE_CHECKSUM_BYTES],
                                 sqlite3_stmt *row, const dom_store_tournament *t);

/* Adds the seat of the row to *m. Returns NULL, or the name of a column with an impossible value.
 */
const char *dom_store_seat_read(dom_store_match *m, sqlite3_stmt *row,
                                const dom_store_tournament *t);

/* Sets the decisions of *m, whose bytes belong to the row. Returns NULL, or what is wrong. */
const char *dom_store_decisions_read(dom_store_match *m, sqlite3_stmt *row);

/* Returns the number of the match to which a row of DOM_STORE_SQL_SEATS or DOM_STORE_SQL_DECISIONS
 * belongs. */
int64_t dom_store_row_match(sqlite3_stmt *row);

#endif
