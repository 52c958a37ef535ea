/* match_row.h - a finished match as rows of `match` and `seat`, and the checksum
 * over them that schema.sql describes; and what was decided in it.
 */
#ifndef DOM_STORE_MATCH_ROW_H
#define DOM_STORE_MATCH_ROW_H

#include "checksum.h"
#include "walk.h"

void dom_store_match_checksum(uint8_t out[static DOM_STORE_CHECKSUM_BYTES],
                              const dom_store_match *m);
void dom_store_decisions_checksum(uint8_t out[static DOM_STORE_CHECKSUM_BYTES],
                                  const dom_store_match *m);

/* Bind a row. `checksum` is borrowed until the statement has run, as m is. */
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

/* Add the seat in the row to *m. Returns NULL, or the name of the column. */
const char *dom_store_seat_read(dom_store_match *m, sqlite3_stmt *row,
                                const dom_store_tournament *t);

/* Fill the decisions of *m, which belong to the row. Returns NULL, or what is wrong. */
const char *dom_store_decisions_read(dom_store_match *m, sqlite3_stmt *row);

/* The match that a row of DOM_STORE_SQL_SEATS or DOM_STORE_SQL_DECISIONS belongs to. */
int64_t dom_store_row_match(sqlite3_stmt *row);

#endif
