/* Streams of random numbers: the ChaCha20 key stream, made some blocks at a time. */
#include "stream.h"

#include "input.h"

#include <sodium.h>
#include <string.h>

_Static_assert(DOM_DEAL_KEY_BYTES == crypto_stream_chacha20_ietf_KEYBYTES, "one hash is one key");

void dom_deal_stream_open(dom_deal_stream *stream, const dom_deal_key *set_key,
                          dom_deal_purpose purpose)
{
    dom_deal_input input;
    dom_deal_input_begin(&input, purpose.label);
    dom_deal_input_u32(&input, purpose.round);
    dom_deal_input_u32(&input, purpose.redeal);
    dom_deal_input_u32(&input, purpose.seat);
    dom_deal_input_hash(&input, set_key->byte, stream->key);
    stream->block = 0;
    stream->at = DOM_DEAL_STREAM_BYTES;
}

void dom_deal_stream_close(dom_deal_stream *stream)
{
    sodium_memzero(stream, sizeof *stream);
}

/* Makes the next blocks. The nonce is always zero, because every key is used for one stream only.
 * */
static void refill(dom_deal_stream *stream)
{
    static const uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES];
    uint32_t blocks = stream->block == 0 ? DOM_DEAL_STREAM_FIRST_BLOCKS : DOM_DEAL_STREAM_BLOCKS;
    stream->at = DOM_DEAL_STREAM_BYTES - blocks * DOM_DEAL_STREAM_BLOCK_BYTES;
    uint8_t *byte = stream->byte + stream->at;
    size_t count = sizeof stream->byte - stream->at;
    memset(byte, 0, count);
    (void)crypto_stream_chacha20_ietf_xor_ic(byte, byte, count, nonce, stream->block, stream->key);
    stream->block += blocks;
}

static uint32_t next_word(dom_deal_stream *stream)
{
    if (stream->at == DOM_DEAL_STREAM_BYTES)
        refill(stream);
    const uint8_t *b = stream->byte + stream->at;
    stream->at += 4;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

uint32_t dom_deal_stream_below(dom_deal_stream *stream, uint32_t n)
{
    dom_check(n > 0);
    /* The last 2^32 mod n words would make small numbers more likely, so they are skipped. */
    uint32_t excess = (0u - n) % n;
    uint32_t word;
    do
        word = next_word(stream);
    while (word > UINT32_MAX - excess);
    return word % n;
}

void dom_deal_stream_shuffle(dom_deal_stream *stream, dom_tile tile[], int count)
{
    for (int last = count - 1; last > 0; last--) {
        uint32_t pick = dom_deal_stream_below(stream, (uint32_t)last + 1);
        dom_tile moved = tile[last];
        tile[last] = tile[pick];
        tile[pick] = moved;
    }
}

int dom_deal_tiles_of(dom_tile tile[static DOM_TILES_MAX], dom_tileset set)
{
    int count = 0;
    for (dom_tile t = dom_tileset_next(set, 0); t != DOM_NO_TILE; t = dom_tileset_next(set, t + 1))
        tile[count++] = t;
    return count;
}
