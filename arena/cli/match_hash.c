#include "match_hash.h"

#include <stdlib.h>
#include <string.h>

void match_hash_begin(match_hash *hash)
{
    crypto_generichash_init(&hash->state, NULL, 0, DOM_KEY_BYTES);
}

dom_rc match_hash_add(match_hash *hash, const dom_record *record, dom_err *err)
{
    char *line;
    dom_rc rc = dom_record_json(record, DOM_RECORD_CANONICAL, &line, err);
    if (rc != DOM_OK)
        return rc;
    crypto_generichash_update(&hash->state, (const uint8_t *)line, strlen(line));
    crypto_generichash_update(&hash->state, (const uint8_t *)"\n", 1);
    free(line);
    return DOM_OK;
}

void match_hash_end(match_hash *hash, char hex[static DOM_HEX_BYTES])
{
    uint8_t digest[DOM_KEY_BYTES];
    crypto_generichash_final(&hash->state, digest, sizeof digest);
    dom_hex_write(hex, digest);
}
