/* The secret and what is derived from it. */
#include "deal/deal.h"

#include "input.h"

#include <sodium.h>
#include <string.h>

/* Picks the fastest code for this processor, at most once per process. Without it
 * there is the plain code, which gives the same bytes, but no randomness. */
static bool start_library(void)
{
    return sodium_init() >= 0;
}

dom_rc dom_secret_draw(dom_secret *out, dom_err *err)
{
    if (!start_library())
        return dom_err_set(err, DOM_E_IO, "no source of randomness for the tournament's secret");
    randombytes_buf(out->byte, sizeof out->byte);
    return DOM_OK;
}

void dom_secret_of_seed(dom_secret *out, uint64_t seed)
{
    dom_input input;
    dom_input_begin(&input, "seed");
    dom_input_u64(&input, seed);
    dom_input_hash(&input, NULL, out->byte);
}

void dom_secret_clear(dom_secret *secret)
{
    sodium_memzero(secret, sizeof *secret);
}

void dom_key_clear(dom_key *key)
{
    sodium_memzero(key, sizeof *key);
}

void dom_commit_of(dom_commit *out, const dom_secret *secret, const char *tournament)
{
    dom_input input;
    dom_input_begin(&input, "commit");
    dom_input_text(&input, tournament);
    dom_input_bytes(&input, secret->byte, sizeof secret->byte);
    dom_input_hash(&input, NULL, out->byte);
}

void dom_key_of_set(dom_key *out, const dom_secret *secret, const char *tournament, uint32_t set)
{
    (void)start_library(); /* every deal begins with its set's key            */
    dom_input input;
    dom_input_begin(&input, "set");
    dom_input_text(&input, tournament);
    dom_input_u32(&input, set);
    dom_input_hash(&input, secret->byte, out->byte);
}

uint64_t dom_bot_seed(const dom_secret *secret, const char *tournament, dom_chair chair)
{
    dom_input input;
    dom_input_begin(&input, "bot");
    dom_input_text(&input, tournament);
    dom_input_u32(&input, chair.set);
    dom_input_u32(&input, chair.rotation);
    dom_input_u32(&input, chair.seat);
    uint8_t hash[DOM_KEY_BYTES];
    dom_input_hash(&input, secret->byte, hash);
    uint64_t seed = 0;
    for (int i = 0; i < 8; i++)
        seed |= (uint64_t)hash[i] << 8 * i;
    return seed & (((uint64_t)1 << 53) - 1);
}

void dom_hex_write(char text[static DOM_HEX_BYTES], const uint8_t bytes[static DOM_KEY_BYTES])
{
    sodium_bin2hex(text, DOM_HEX_BYTES, bytes, DOM_KEY_BYTES);
}

dom_rc dom_hex_read(uint8_t bytes[static DOM_KEY_BYTES], const char *text)
{
    size_t count = 0;
    size_t length = strlen(text);
    if (length != DOM_HEX_BYTES - 1 ||
        sodium_hex2bin(bytes, DOM_KEY_BYTES, text, length, NULL, &count, NULL) != 0)
        return DOM_E_MALFORMED;
    return count == DOM_KEY_BYTES ? DOM_OK : DOM_E_MALFORMED;
}
