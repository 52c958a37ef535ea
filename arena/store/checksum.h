/* checksum.h - the checksums of stored facts, as schema.sql describes them. They detect a flipped
 * bit in the file.
 */
#ifndef DOM_STORE_CHECKSUM_H
#define DOM_STORE_CHECKSUM_H

#include <sodium.h>
#include <sqlite3.h>

#include <stddef.h>
#include <stdint.h>

enum { DOM_STORE_CHECKSUM_BYTES = 8 };

enum { DOM_STORE_HASH_BLOCK = 512 };

typedef struct {
    crypto_generichash_state state;
    size_t waiting; /* bytes: a call for each integer would cost more than the hash */
    uint8_t block[DOM_STORE_HASH_BLOCK];
} dom_store_hash;

void dom_store_hash_begin(dom_store_hash *hash);
void dom_store_hash_integer(dom_store_hash *hash, int64_t number);
void dom_store_hash_bytes(dom_store_hash *hash, const void *bytes, size_t count);
/* Adds `count` columns of a row, from `first` on, each with its own type. None may be NULL. */
void dom_store_hash_columns(dom_store_hash *hash, sqlite3_stmt *row, int first, int count);
void dom_store_hash_end(dom_store_hash *hash, uint8_t out[static DOM_STORE_CHECKSUM_BYTES]);

#endif
