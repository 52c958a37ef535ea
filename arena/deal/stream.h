/* stream.h - a stream of uniform random numbers, and shuffling with it.
 *
 * Every purpose has its own stream. The key of a stream is derived from the key of the set and from
 * label, round, redeal and seat. The numbers are the ChaCha20 key stream under this key, read as
 * little-endian words of 32 bits.
 */
#ifndef DOM_DEAL_STREAM_H
#define DOM_DEAL_STREAM_H

#include "deal/deal.h"

enum {
    DOM_DEAL_STREAM_BLOCK_BYTES = 64, /* size of a block of ChaCha20               */
    DOM_DEAL_STREAM_FIRST_BLOCKS = 2, /* blocks made first: enough to shuffle 33 tiles */
    DOM_DEAL_STREAM_BLOCKS = 8,       /* blocks made at a time after that             */
    DOM_DEAL_STREAM_BYTES = DOM_DEAL_STREAM_BLOCKS * DOM_DEAL_STREAM_BLOCK_BYTES
};

typedef struct {
    uint8_t key[DOM_DEAL_KEY_BYTES];
    uint32_t block; /* number of the next block to make                       */
    uint32_t at;    /* position of the next unread byte in `byte`             */
    uint8_t byte[DOM_DEAL_STREAM_BYTES];
} dom_deal_stream;

/* The purpose of a stream, for example {"stock", 1, 0, 1}: the order of the stock for seat 1 in
 * round
 * 1. */
typedef struct {
    const char *label; /* "deal", "lots", "start" or "stock"                  */
    uint32_t round;    /* from 1                                              */
    uint32_t redeal;   /* from 0; always 0 for "lots"                         */
    uint32_t seat;     /* from 0; always 0 but for "stock"                    */
} dom_deal_purpose;

/* Starts a stream. The caller closes it with dom_deal_stream_close, which overwrites it with zeros.
 * */
void dom_deal_stream_open(dom_deal_stream *stream, const dom_deal_key *set_key,
                          dom_deal_purpose purpose);
void dom_deal_stream_close(dom_deal_stream *stream);

/* Returns a number from 0 to n-1; all are equally likely. Pre: n > 0. */
uint32_t dom_deal_stream_below(dom_deal_stream *stream, uint32_t n);

/* Shuffles the `count` tiles; all orders are equally likely. */
void dom_deal_stream_shuffle(dom_deal_stream *stream, dom_tile tile[], int count);

/* Lists the tiles of `set` in tile order and returns how many there are. */
int dom_deal_tiles_of(dom_tile tile[static DOM_TILES_MAX], dom_tileset set);

#endif
