/* checksum.h - the checksums that schema.sql describes: what finds a flipped bit in
 * the facts.
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
/* `count` columns of a row from `first` on, each as what it is; none is NULL. */
void dom_store_hash_columns(dom_store_hash *hash, sqlite3_stmt *row, int first, int count);
void dom_store_hash_end(dom_store_hash *hash, uint8_t out[static DOM_STORE_CHECKSUM_BYTES]);

#endif
