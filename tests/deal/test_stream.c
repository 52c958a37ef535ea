/* The streams of random numbers from which deals are made. */
#include "stream.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <sodium.h>
#include <string.h>

static dom_deal_stream stream_of_words(uint32_t first, uint32_t second)
{
    dom_deal_stream stream = {.at = 0};
    for (int i = 0; i < 4; i++) {
        stream.byte[i] = (uint8_t)(first >> 8 * i);
        stream.byte[4 + i] = (uint8_t)(second >> 8 * i);
    }
    return stream;
}

static dom_deal_stream open_stream(const char *label, uint32_t round, uint32_t redeal,
                                   uint32_t seat)
{
    dom_deal_key key = {{1, 2, 3}};
    dom_deal_stream stream;
    dom_deal_stream_open(&stream, &key, (dom_deal_purpose){label, round, redeal, seat});
    return stream;
}

Test(deal_stream, words_that_would_favour_small_numbers_are_skipped)
{
    /* 2^32 = 4 mod 28: the last four words would give 0..3 once more than the other numbers. */
    dom_deal_stream stream = stream_of_words(UINT32_MAX - 3, 30);
    cr_assert(eq(u32, dom_deal_stream_below(&stream, 28), 2));
    cr_assert(eq(u32, stream.at, 8));
    stream = stream_of_words(UINT32_MAX - 4, 30);
    cr_assert(eq(u32, dom_deal_stream_below(&stream, 28), 27));
    cr_assert(eq(u32, stream.at, 4));
}

Test(deal_stream, no_word_is_skipped_for_a_power_of_two)
{
    dom_deal_stream stream = stream_of_words(UINT32_MAX, 0);
    cr_assert(eq(u32, dom_deal_stream_below(&stream, 16), 15));
    stream = stream_of_words(UINT32_MAX, 0);
    cr_assert(eq(u32, dom_deal_stream_below(&stream, 1), 0));
    cr_assert(eq(u32, stream.at, 4));
}

Test(deal_stream, numbers_are_the_chacha20_key_stream_over_many_blocks)
{
    enum { WORDS = 1000 };
    dom_deal_stream stream = open_stream("deal", 1, 0, 0);
    uint8_t expected[4 * WORDS];
    uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES] = {0};
    crypto_stream_chacha20_ietf(expected, sizeof expected, nonce, stream.key);
    for (int i = 0; i < WORDS; i++) {
        uint32_t got = dom_deal_stream_below(&stream, (uint32_t)1 << 31);
        const uint8_t *b = expected + 4 * i;
        uint32_t word = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
        cr_assert(eq(u32, got, word & 0x7fffffff));
    }
}

Test(deal_stream, every_purpose_has_its_own_key)
{
    dom_deal_stream streams[] = {
        open_stream("deal", 1, 0, 0),  open_stream("deal", 2, 0, 0),  open_stream("deal", 1, 1, 0),
        open_stream("stock", 1, 0, 0), open_stream("stock", 1, 0, 1), open_stream("lots", 1, 0, 0),
    };
    size_t count = sizeof streams / sizeof *streams;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            cr_assert(ne(int, memcmp(streams[i].key, streams[j].key, DOM_DEAL_KEY_BYTES), 0));
}

Test(deal_stream, closing_overwrites_key_and_numbers_with_zeros)
{
    dom_deal_stream stream = open_stream("deal", 1, 0, 0), zero;
    memset(&zero, 0, sizeof zero);
    dom_deal_stream_below(&stream, 28);
    dom_deal_stream_close(&stream);
    cr_assert(eq(int, memcmp(&stream, &zero, sizeof zero), 0));
}

Test(deal_stream, tiles_are_listed_in_tile_order)
{
    dom_tile tile[DOM_TILES_MAX];
    cr_assert(eq(int, dom_deal_tiles_of(tile, dom_tileset_full(12, true)), 91));
    for (int i = 0; i < 91; i++)
        cr_assert(eq(int, tile[i], i));
    cr_assert(eq(int, dom_deal_tiles_of(tile, dom_tileset_empty()), 0));
}
