/* stream.h - a stream of uniform random numbers, and shuffling with it.
 *
 * One stream per purpose: its key says set, round, redeal, seat and label. The
 * numbers are those of ChaCha20 under that key, read as little-endian words.
 */
#ifndef DOM_DEAL_STREAM_H
#define DOM_DEAL_STREAM_H

#include "deal/deal.h"

enum {
    DOM_DEAL_STREAM_BLOCK_BYTES = 64, /* of ChaCha20                               */
    DOM_DEAL_STREAM_BLOCKS = 8,       /* made at a time: enough for any shuffle    */
    DOM_DEAL_STREAM_BYTES = DOM_DEAL_STREAM_BLOCKS * DOM_DEAL_STREAM_BLOCK_BYTES
};

typedef struct {
    uint8_t key[DOM_DEAL_KEY_BYTES];
    uint32_t block; /* counter of the next block to make                      */
    uint32_t at;    /* next unread byte of `byte`                             */
    uint8_t byte[DOM_DEAL_STREAM_BYTES];
} dom_deal_stream;

/* What a stream is for. */
typedef struct {
    const char *label;
    uint32_t round;
    uint32_t redeal;
    uint32_t seat;
} dom_deal_purpose;

/* Start a stream. Close it with dom_deal_stream_close, which wipes key and numbers. */
void dom_deal_stream_open(dom_deal_stream *stream, const dom_deal_key *set_key,
                          dom_deal_purpose purpose);
void dom_deal_stream_close(dom_deal_stream *stream);

/* A number in 0..n-1, all equally likely. Pre: n > 0. */
uint32_t dom_deal_stream_below(dom_deal_stream *stream, uint32_t n);

/* Put `tile` into an order, all equally likely. */
void dom_deal_stream_shuffle(dom_deal_stream *stream, dom_tile tile[], int count);

/* List the tiles of `set` in tile order and return how many. */
int dom_deal_tiles_of(dom_tile tile[static DOM_TILES_MAX], dom_tileset set);

#endif
