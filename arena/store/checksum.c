#include "checksum.h"

#include <endian.h>
#include <string.h>

void dom_store_hash_begin(dom_store_hash *hash)
{
    (void)crypto_generichash_init(&hash->state, NULL, 0, crypto_generichash_BYTES);
    hash->waiting = 0;
}

static void flush(dom_store_hash *hash)
{
    (void)crypto_generichash_update(&hash->state, hash->block, hash->waiting);
    hash->waiting = 0;
}

static void add(dom_store_hash *hash, const void *bytes, size_t count)
{
    if (count > sizeof hash->block - hash->waiting)
        flush(hash);
    if (count > sizeof hash->block) {
        (void)crypto_generichash_update(&hash->state, bytes, count);
    } else if (count > 0) {
        memcpy(hash->block + hash->waiting, bytes, count);
        hash->waiting += count;
    }
}

void dom_store_hash_integer(dom_store_hash *hash, int64_t number)
{
    uint64_t bytes = htole64((uint64_t)number);
    add(hash, &bytes, sizeof bytes);
}

void dom_store_hash_bytes(dom_store_hash *hash, const void *bytes, size_t count)
{
    dom_store_hash_integer(hash, (int64_t)count);
    add(hash, bytes, count);
}

void dom_store_hash_columns(dom_store_hash *hash, sqlite3_stmt *row, int first, int count)
{
    for (int i = first; i < first + count; i++) {
        if (sqlite3_column_type(row, i) == SQLITE_INTEGER)
            dom_store_hash_integer(hash, sqlite3_column_int64(row, i));
        else
            dom_store_hash_bytes(hash, sqlite3_column_blob(row, i),
                                 (size_t)sqlite3_column_bytes(row, i));
    }
}

void dom_store_hash_end(dom_store_hash *hash, uint8_t out[static DOM_STORE_CHECKSUM_BYTES])
{
    uint8_t digest[crypto_generichash_BYTES];
    flush(hash);
    (void)crypto_generichash_final(&hash->state, digest, sizeof digest);
    memcpy(out, digest, DOM_STORE_CHECKSUM_BYTES);
}
