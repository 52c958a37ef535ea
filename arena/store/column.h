/* column.h - moves values between structs and rows.
 *
 * A value from a file is untrusted: it is copied only after its size and range were checked.
 */
#ifndef DOM_STORE_COLUMN_H
#define DOM_STORE_COLUMN_H

#include "checksum.h"
#include "handle.h"

#include <stddef.h>

/* An integer of a struct that is a column of a row, and what it can be. */
typedef struct {
    const char *name; /* as in schema.sql                                     */
    size_t offset;
    size_t bytes; /* 1, 2, 4 or 8; signed when `min` is negative              */
    int64_t min, max;
} dom_store_field;

#define DOM_STORE_FIELD(type, member, name, min, max)                                              \
    {                                                                                              \
        name, offsetof(type, member), sizeof(((type *)0)->member), min, max                        \
    }

/* Bind the fields of *from to the parameters from `first` on.
 * Pre: each is in its range. */
void dom_store_fields_bind(sqlite3_stmt *stmt, int first, const dom_store_field fields[],
                           size_t count, const void *from);

/* Add the fields of *from to a checksum. */
void dom_store_fields_hash(dom_store_hash *hash, const dom_store_field fields[], size_t count,
                           const void *from);

/* Fill the fields of *to from the columns from `first` on.
 * Returns NULL, or the name of the first field that is out of its range. */
const char *dom_store_fields_read(void *to, const dom_store_field fields[], size_t count,
                                  sqlite3_stmt *row, int first);

/* Bind a text, NULL meaning "", or bytes. What is too long is remembered and
 * fails the run of the statement. Both are borrowed until then. */
void dom_store_text_bind(dom_store *store, sqlite3_stmt *stmt, int parameter, const char *text);
void dom_store_bytes_bind(dom_store *store, sqlite3_stmt *stmt, int parameter, const void *bytes,
                          size_t count);

/* Copy a text of fewer than `size` bytes, or exactly `size` bytes. False, with
 * *to untouched, when the column holds anything else. */
bool dom_store_text_read(char *to, size_t size, sqlite3_stmt *row, int column);
bool dom_store_bytes_read(uint8_t *to, size_t size, sqlite3_stmt *row, int column);

/* Nothing but visible ASCII: safe to print. A word is not empty. */
bool dom_store_text_is_visible(const char *text);
bool dom_store_text_is_word(const char *text);

#endif
