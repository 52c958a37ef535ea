/* rules/tile.h - tiles and sets of tiles, up to double-twelve.
 *
 * Pure values: no allocation, no I/O. A tile is a number, a set of tiles is two
 * words; both are copied and compared like any number.
 */
#ifndef DOM_RULES_TILE_H
#define DOM_RULES_TILE_H

#include "base/check.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    DOM_PIP_MAX = 12,                                          /* double-twelve */
    DOM_TILES_MAX = (DOM_PIP_MAX + 1) * (DOM_PIP_MAX + 2) / 2, /* 91            */
    DOM_SEATS_MAX = 8,
    DOM_ENDS_MAX = 4, /* arms of a spinner; a line has two                     */
    DOM_NO_TILE = 255 /* in place of a tile: none */
};

/* A tile is its index in the triangle 0-0, 1-0, 1-1, 2-0, ... : 0..90. This
 * order is the order of legal actions and of hands on the wire. */
typedef uint8_t dom_tile;

/* A set of tiles, one bit each. */
typedef struct {
    uint64_t bits[2];
} dom_tileset;

_Static_assert(DOM_TILES_MAX == 91, "double-twelve has 91 tiles");
_Static_assert(DOM_TILES_MAX <= 128, "a tileset is two words");

/* Returns the tile with these halves. Pre: DOM_PIP_MAX >= high >= low >= 0. */
static inline dom_tile dom_tile_of_halves(int high, int low)
{
    return (dom_tile)(high * (high + 1) / 2 + low);
}

/* Returns the tile with halves `a` and `b`, in either order. Pre: 0 <= a, b <= DOM_PIP_MAX. */
static inline dom_tile dom_tile_of(int a, int b)
{
    dom_check(0 <= a && a <= DOM_PIP_MAX && 0 <= b && b <= DOM_PIP_MAX);
    int high = a > b ? a : b;
    int low = a > b ? b : a;
    return dom_tile_of_halves(high, low);
}

/* The halves of every tile, the larger one first, and the tiles that show a pip. They are public
 * only so that the functions below can be inline. */
extern const uint8_t dom_tile_halves[DOM_TILES_MAX][2];
extern const dom_tileset dom_tiles_showing[DOM_PIP_MAX + 1];

/* Return the larger and the smaller half. Pre: tile < DOM_TILES_MAX. */
static inline int dom_tile_high(dom_tile tile)
{
    return dom_tile_halves[tile][0];
}

static inline int dom_tile_low(dom_tile tile)
{
    return dom_tile_halves[tile][1];
}

static inline int dom_tile_pips(dom_tile tile)
{
    return dom_tile_high(tile) + dom_tile_low(tile);
}

static inline bool dom_tile_is_double(dom_tile tile)
{
    return dom_tile_high(tile) == dom_tile_low(tile);
}

/* Returns true if the tile shows `pip`. It is one test of a product and not two tests: which
 * half fits is random, and a branch on it would be mispredicted half of the time. */
static inline bool dom_tile_has(dom_tile tile, int pip)
{
    return (dom_tile_high(tile) - pip) * (dom_tile_low(tile) - pip) == 0;
}

/* Returns the other half: of 6-4 beside 6 it is 4, of 5-5 beside 5 it is 5. It is the open value
 * after a tile was laid with `half` towards the line. Pre: the tile has `half`. */
static inline int dom_tile_other_half(dom_tile tile, int half)
{
    return dom_tile_pips(tile) - half;
}

static inline dom_tileset dom_tileset_empty(void)
{
    return (dom_tileset){{0, 0}};
}

/* Returns the set of one tile. It shifts instead of indexing, so that sets stay in registers.
 * Pre: tile < 128. */
static inline dom_tileset dom_tileset_of(dom_tile tile)
{
    uint64_t second = tile >> 6;
    return (dom_tileset){{(second ^ 1) << (tile & 63), second << (tile & 63)}};
}

static inline bool dom_tileset_has(dom_tileset set, dom_tile tile)
{
    return (tile < 64 ? set.bits[0] : set.bits[1]) >> (tile & 63) & 1;
}

static inline dom_tileset dom_tileset_union(dom_tileset a, dom_tileset b)
{
    return (dom_tileset){{a.bits[0] | b.bits[0], a.bits[1] | b.bits[1]}};
}

static inline dom_tileset dom_tileset_common(dom_tileset a, dom_tileset b)
{
    return (dom_tileset){{a.bits[0] & b.bits[0], a.bits[1] & b.bits[1]}};
}

static inline dom_tileset dom_tileset_with(dom_tileset set, dom_tile tile)
{
    return dom_tileset_union(set, dom_tileset_of(tile));
}

static inline dom_tileset dom_tileset_without(dom_tileset set, dom_tile tile)
{
    dom_tileset one = dom_tileset_of(tile);
    return (dom_tileset){{set.bits[0] & ~one.bits[0], set.bits[1] & ~one.bits[1]}};
}

/* Returns the tiles of `set` that are not in `other`. */
static inline dom_tileset dom_tileset_minus(dom_tileset set, dom_tileset other)
{
    return (dom_tileset){{set.bits[0] & ~other.bits[0], set.bits[1] & ~other.bits[1]}};
}

static inline bool dom_tileset_is_empty(dom_tileset set)
{
    return (set.bits[0] | set.bits[1]) == 0;
}

static inline bool dom_tileset_equal(dom_tileset a, dom_tileset b)
{
    return a.bits[0] == b.bits[0] && a.bits[1] == b.bits[1];
}

/* Returns the number of bits that are 1: sums of two, of four, of eight, and all of them in the
 * top byte. The builtin would be a function call on processors without such an instruction. */
static inline int dom_bits_count(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (int)(bits * 0x0101010101010101 >> 56);
}

/* Returns the number of tiles in the set. */
static inline int dom_tileset_count(dom_tileset set)
{
    return dom_bits_count(set.bits[0]) + dom_bits_count(set.bits[1]);
}

/* Returns the first tile of the set at or after `from`, or DOM_NO_TILE. A loop over a set:
 *     for (dom_tile t = dom_tileset_next(s, 0); t != DOM_NO_TILE;
 *          t = dom_tileset_next(s, t + 1)) */
static inline dom_tile dom_tileset_next(dom_tileset set, int from)
{
    if (from < 64) {
        uint64_t bits = set.bits[0] & ~(uint64_t)0 << from;
        if (bits)
            return (dom_tile)__builtin_ctzll(bits);
        from = 64;
    }
    uint64_t bits = from < 128 ? set.bits[1] & ~(uint64_t)0 << (from - 64) : 0;
    return bits ? (dom_tile)(64 + __builtin_ctzll(bits)) : DOM_NO_TILE;
}

/* Returns all tiles that show `pip`, up to double-twelve. Pre: 0 <= pip <= DOM_PIP_MAX. */
static inline dom_tileset dom_tileset_showing(int pip)
{
    return dom_tiles_showing[pip];
}

/* Returns the set double-`pip_max`, with or without its doubles. */
dom_tileset dom_tileset_full(int pip_max, bool doubles);

/* Returns the pips on all tiles of the set; [0-0] counts `pip00`. */
int dom_tileset_pips(dom_tileset set, int pip00);

#endif
