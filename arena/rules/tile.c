#include "rules/tile.h"

/* Row h lists h-0 to h-h, so that entry t is tile t. */
/* clang-format off */
const uint8_t dom_tile_halves[DOM_TILES_MAX][2] = {
    {0, 0},
    {1, 0}, {1, 1},
    {2, 0}, {2, 1}, {2, 2},
    {3, 0}, {3, 1}, {3, 2}, {3, 3},
    {4, 0}, {4, 1}, {4, 2}, {4, 3}, {4, 4},
    {5, 0}, {5, 1}, {5, 2}, {5, 3}, {5, 4}, {5, 5},
    {6, 0}, {6, 1}, {6, 2}, {6, 3}, {6, 4}, {6, 5}, {6, 6},
    {7, 0}, {7, 1}, {7, 2}, {7, 3}, {7, 4}, {7, 5}, {7, 6}, {7, 7},
    {8, 0}, {8, 1}, {8, 2}, {8, 3}, {8, 4}, {8, 5}, {8, 6}, {8, 7}, {8, 8},
    {9, 0}, {9, 1}, {9, 2}, {9, 3}, {9, 4}, {9, 5}, {9, 6}, {9, 7}, {9, 8}, {9, 9},
    {10, 0}, {10, 1}, {10, 2}, {10, 3}, {10, 4}, {10, 5}, {10, 6}, {10, 7}, {10, 8}, {10, 9}, {10, 10},
    {11, 0}, {11, 1}, {11, 2}, {11, 3}, {11, 4}, {11, 5}, {11, 6}, {11, 7}, {11, 8}, {11, 9}, {11, 10}, {11, 11},
    {12, 0}, {12, 1}, {12, 2}, {12, 3}, {12, 4}, {12, 5}, {12, 6}, {12, 7}, {12, 8}, {12, 9}, {12, 10}, {12, 11}, {12, 12},
};

/* Bit t of entry p is set if tile t shows pip p. A test compares it with dom_tile_halves. */
const dom_tileset dom_tiles_showing[DOM_PIP_MAX + 1] = {
    {{0x008020101020844b, 0x0000000000004004}},
    {{0x0100402020410896, 0x0000000000008008}},
    {{0x0200804040821138, 0x0000000000010010}},
    {{0x04010080810423c0, 0x0000000000020020}},
    {{0x0802010102087c00, 0x0000000000040040}},
    {{0x10040202041f8000, 0x0000000000080080}},
    {{0x200804040fe00000, 0x0000000000100100}},
    {{0x4010080ff0000000, 0x0000000000200200}},
    {{0x80201ff000000000, 0x0000000000400400}},
    {{0x007fe00000000000, 0x0000000000800801}},
    {{0xff80000000000000, 0x0000000001001003}},
    {{0x0000000000000000, 0x0000000002003ffc}},
    {{0x0000000000000000, 0x0000000007ffc000}},
};
/* clang-format on */

dom_tileset dom_tileset_full(int pip_max, bool doubles)
{
    dom_tileset set = dom_tileset_empty();
    for (int high = 0; high <= pip_max; high++)
        for (int low = 0; low < high + (doubles ? 1 : 0); low++)
            set = dom_tileset_with(set, dom_tile_of(high, low));
    return set;
}

int dom_tileset_pips(dom_tileset set, int pip00)
{
    int pips = dom_tileset_has(set, 0) ? pip00 : 0;
    for (dom_tile t = dom_tileset_next(set, 0); t != DOM_NO_TILE; t = dom_tileset_next(set, t + 1))
        pips += dom_tile_pips(t);
    return pips;
}
