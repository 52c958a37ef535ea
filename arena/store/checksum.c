#include "checksum.h"

#include <string.h>

void dom_hash_begin(dom_hash *hash)
{
    (void)crypto_generichash_init(&hash->state, NULL, 0, crypto_generichash_BYTES);
}

void dom_hash_integer(dom_hash *hash, int64_t number)
{
    uint64_t bits = (uint64_t)number;
    uint8_t bytes[8];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(bits >> 8 * i);
    (void)crypto_generichash_update(&hash->state, bytes, sizeof bytes);
}

void dom_hash_bytes(dom_hash *hash, const void *bytes, size_t count)
{
    dom_hash_integer(hash, (int64_t)count);
    (void)crypto_generichash_update(&hash->state, bytes, count);
}

void dom_hash_columns(dom_hash *hash, sqlite3_stmt *row, int first, int count)
{
    for (int i = first; i < first + count; i++) {
        if (sqlite3_column_type(row, i) == SQLITE_INTEGER)
            dom_hash_integer(hash, sqlite3_column_int64(row, i));
        else
            dom_hash_bytes(hash, sqlite3_column_blob(row, i), (size_t)sqlite3_column_bytes(row, i));
    }
}

void dom_hash_end(dom_hash *hash, uint8_t out[static DOM_CHECKSUM_BYTES])
{
    uint8_t digest[crypto_generichash_BYTES];
    (void)crypto_generichash_final(&hash->state, digest, sizeof digest);
    memcpy(out, digest, DOM_CHECKSUM_BYTES);
}
