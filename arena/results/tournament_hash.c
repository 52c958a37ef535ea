#include "results/tournament_hash.h"

#include <stdlib.h>
#include <string.h>

void dom_results_tournament_hash_begin(dom_results_tournament_hash *hash)
{
    crypto_generichash_init(&hash->state, NULL, 0, DOM_DEAL_KEY_BYTES);
}

dom_rc dom_results_tournament_hash_add(dom_results_tournament_hash *hash,
                                       const dom_record_match *record, dom_err *err)
{
    char *line;
    dom_rc rc = dom_record_json(record, DOM_RECORD_CANONICAL, &line, err);
    if (rc != DOM_OK)
        return rc;
    dom_results_tournament_hash_line(hash, line);
    free(line);
    return DOM_OK;
}

void dom_results_tournament_hash_line(dom_results_tournament_hash *hash, const char *line)
{
    crypto_generichash_update(&hash->state, (const uint8_t *)line, strlen(line));
    crypto_generichash_update(&hash->state, (const uint8_t *)"\n", 1);
}

void dom_results_tournament_hash_end(dom_results_tournament_hash *hash,
                                     char hex[static DOM_DEAL_HEX_BYTES])
{
    uint8_t digest[DOM_DEAL_KEY_BYTES];
    crypto_generichash_final(&hash->state, digest, sizeof digest);
    dom_deal_hex_write(hex, digest);
}
