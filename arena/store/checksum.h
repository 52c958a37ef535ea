/* checksum.h - the checksums that schema.sql describes: what finds a flipped bit in
 * the facts.
 */
#ifndef DOM_STORE_CHECKSUM_H
#define DOM_STORE_CHECKSUM_H

#include <sodium.h>
#include <sqlite3.h>

#include <stddef.h>
#include <stdint.h>

enum { DOM_CHECKSUM_BYTES = 8 };

enum { DOM_HASH_BLOCK = 512 };

typedef struct {
    crypto_generichash_state state;
    size_t waiting; /* bytes: a call for each integer would cost more than the hash */
    uint8_t block[DOM_HASH_BLOCK];
} dom_hash;

void dom_hash_begin(dom_hash *hash);
void dom_hash_integer(dom_hash *hash, int64_t number);
void dom_hash_bytes(dom_hash *hash, const void *bytes, size_t count);
/* `count` columns of a row from `first` on, each as what it is; none is NULL. */
void dom_hash_columns(dom_hash *hash, sqlite3_stmt *row, int first, int count);
void dom_hash_end(dom_hash *hash, uint8_t out[static DOM_CHECKSUM_BYTES]);

#endif
