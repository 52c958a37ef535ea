/* Everything that is derived directly from the secret: commitment, set keys, seeds of bots. */
#include "deal/deal.h"

#include "input.h"

#include <sodium.h>
#include <string.h>

/* Initialises libsodium; only the first call does something. Then libsodium has random numbers and
 * uses its fastest code for this processor. Without this call it uses plain code, which gives the
 * same bytes. */
static bool start_library(void)
{
    return sodium_init() >= 0;
}

dom_rc dom_deal_secret_draw(dom_deal_secret *out, dom_err *err)
{
    if (!start_library())
        return dom_err_set(err, DOM_E_IO, "no source of randomness for the tournament's secret");
    randombytes_buf(out->byte, sizeof out->byte);
    return DOM_OK;
}

void dom_deal_secret_of_seed(dom_deal_secret *out, uint64_t seed)
{
    dom_deal_input input;
    dom_deal_input_begin(&input, "seed");
    dom_deal_input_u64(&input, seed);
    dom_deal_input_hash(&input, NULL, out->byte);
}

void dom_deal_secret_clear(dom_deal_secret *secret)
{
    sodium_memzero(secret, sizeof *secret);
}

void dom_deal_key_clear(dom_deal_key *key)
{
    sodium_memzero(key, sizeof *key);
}

void dom_deal_commit_of(dom_deal_commit *out, const dom_deal_secret *secret, const char *tournament)
{
    dom_deal_input input;
    dom_deal_input_begin(&input, "commit");
    dom_deal_input_text(&input, tournament);
    dom_deal_input_bytes(&input, secret->byte, sizeof secret->byte);
    dom_deal_input_hash(&input, NULL, out->byte);
}

void dom_deal_key_of_set(dom_deal_key *out, const dom_deal_secret *secret, const char *tournament,
                         uint32_t set)
{
    (void)start_library(); /* here, because every deal begins with the key of its set */
    dom_deal_input input;
    dom_deal_input_begin(&input, "set");
    dom_deal_input_text(&input, tournament);
    dom_deal_input_u32(&input, set);
    dom_deal_input_hash(&input, secret->byte, out->byte);
}

/* Returns the first eight bytes of the hash, little-endian, as a number of 53 bits. */
static uint64_t hash_to_number(dom_deal_input *input, const dom_deal_secret *secret)
{
    uint8_t hash[DOM_DEAL_KEY_BYTES];
    dom_deal_input_hash(input, secret->byte, hash);
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number |= (uint64_t)hash[i] << 8 * i;
    return number & (((uint64_t)1 << 53) - 1);
}

uint64_t dom_deal_bot_seed(const dom_deal_secret *secret, const char *tournament,
                           dom_deal_chair chair)
{
    dom_deal_input input;
    dom_deal_input_begin(&input, "bot");
    dom_deal_input_text(&input, tournament);
    dom_deal_input_u32(&input, chair.set);
    dom_deal_input_u32(&input, chair.rotation);
    dom_deal_input_u32(&input, chair.seat);
    return hash_to_number(&input, secret);
}

uint64_t dom_deal_lot(const dom_deal_secret *secret, const char *tournament, const char *variant,
                      const char *bot)
{
    dom_deal_input input;
    dom_deal_input_begin(&input, "lot");
    dom_deal_input_text(&input, tournament);
    dom_deal_input_text(&input, variant);
    dom_deal_input_text(&input, bot);
    return hash_to_number(&input, secret);
}

void dom_deal_hex_write(char text[static DOM_DEAL_HEX_BYTES],
                        const uint8_t bytes[static DOM_DEAL_KEY_BYTES])
{
    sodium_bin2hex(text, DOM_DEAL_HEX_BYTES, bytes, DOM_DEAL_KEY_BYTES);
}

dom_rc dom_deal_hex_read(uint8_t bytes[static DOM_DEAL_KEY_BYTES], const char *text)
{
    size_t count = 0;
    size_t length = strlen(text);
    if (length != DOM_DEAL_HEX_BYTES - 1 ||
        sodium_hex2bin(bytes, DOM_DEAL_KEY_BYTES, text, length, NULL, &count, NULL) != 0)
        return DOM_E_MALFORMED;
    return count == DOM_DEAL_KEY_BYTES ? DOM_OK : DOM_E_MALFORMED;
}
