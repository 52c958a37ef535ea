/* Tiles and sets of tiles: RULES.md section 0, "Tiles". */
#include "rules/tile.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

/* The numbering is part of the protocol: 0-0, 1-0, 1-1, 2-0, ... 12-12. */
Test(rules_tile, the_91_tiles_are_numbered_by_high_half_then_low_half)
{
    int expected = 0;
    for (int high = 0; high <= 12; high++)
        for (int low = 0; low <= high; low++, expected++) {
            dom_tile tile = dom_tile_of(high, low);
            cr_assert(eq(int, tile, expected));
            cr_assert(eq(int, dom_tile_high(tile), high));
            cr_assert(eq(int, dom_tile_low(tile), low));
        }
    cr_assert(eq(int, expected, DOM_TILES_MAX));
}

Test(rules_tile, the_order_of_the_halves_does_not_matter)
{
    for (int a = 0; a <= 12; a++)
        for (int b = 0; b <= 12; b++)
            cr_assert(eq(int, dom_tile_of(a, b), dom_tile_of(b, a)));
}

Test(rules_tile, a_tile_is_worth_the_sum_of_its_halves)
{
    for (int a = 0; a <= 12; a++)
        for (int b = 0; b <= 12; b++)
            cr_assert(eq(int, dom_tile_pips(dom_tile_of(a, b)), a + b));
}

Test(rules_tile, the_other_half_is_found)
{
    cr_assert(eq(int, dom_tile_other_half(dom_tile_of(6, 4), 6), 4));
    cr_assert(eq(int, dom_tile_other_half(dom_tile_of(6, 4), 4), 6));
    cr_assert(eq(int, dom_tile_other_half(dom_tile_of(5, 5), 5), 5));
}

Test(rules_tile, thirteen_tiles_are_doubles)
{
    int doubles = 0;
    for (dom_tile t = 0; t < DOM_TILES_MAX; t++) {
        cr_assert(eq(int, dom_tile_is_double(t), dom_tile_high(t) == dom_tile_low(t)));
        doubles += dom_tile_is_double(t);
    }
    cr_assert(eq(int, doubles, 13));
}

Test(rules_tile, a_tile_shows_its_two_halves_and_no_other_value)
{
    for (int a = 0; a <= 12; a++)
        for (int b = 0; b <= 12; b++)
            for (int pip = 0; pip <= 12; pip++)
                cr_assert(eq(int, dom_tile_has(dom_tile_of(a, b), pip), pip == a || pip == b));
}

Test(rules_tile, every_value_is_shown_by_thirteen_tiles_of_double_twelve)
{
    for (int pip = 0; pip <= 12; pip++) {
        dom_tileset showing = dom_tileset_showing(pip);
        cr_assert(eq(int, dom_tileset_count(showing), 13));
        for (dom_tile t = 0; t < DOM_TILES_MAX; t++)
            cr_assert(eq(int, dom_tileset_has(showing, t), dom_tile_has(t, pip)));
    }
}

static const struct {
    int pip_max;
    bool doubles;
    int tiles, pips;
} sets[] = {
    {6, true, 28, 168},  {8, true, 45, 360},  {9, true, 55, 495},  {12, true, 91, 1092},
    {6, false, 21, 126}, {8, false, 36, 288}, {9, false, 45, 405}, {12, false, 78, 936},
};

Test(rules_tileset, the_sets_have_the_tiles_and_pips_of_the_rules)
{
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        dom_tileset set = dom_tileset_full(sets[i].pip_max, sets[i].doubles);
        cr_assert(eq(int, dom_tileset_count(set), sets[i].tiles));
        cr_assert(eq(int, dom_tileset_pips(set, 0), sets[i].pips));
        for (dom_tile t = 0; t < DOM_TILES_MAX; t++) {
            bool in = dom_tile_high(t) <= sets[i].pip_max;
            in = in && (sets[i].doubles || !dom_tile_is_double(t));
            cr_assert(eq(int, dom_tileset_has(set, t), in));
        }
    }
}

Test(rules_tileset, the_double_blank_may_count_thirteen_pips)
{
    dom_tileset full = dom_tileset_full(6, true);
    dom_tileset rest = dom_tileset_without(full, dom_tile_of(0, 0));
    cr_assert(eq(int, dom_tileset_pips(full, 13), 181));
    cr_assert(eq(int, dom_tileset_pips(rest, 13), 168));
    cr_assert(eq(int, dom_tileset_pips(dom_tileset_empty(), 13), 0));
}

/* Sets of one tile: they cover every bit of both words of a set. */
Test(rules_tileset, every_tile_can_be_put_in_found_and_taken_out)
{
    for (dom_tile t = 0; t < DOM_TILES_MAX; t++) {
        dom_tileset one = dom_tileset_with(dom_tileset_empty(), t);
        cr_assert(eq(int, dom_tileset_count(one), 1));
        cr_assert(eq(int, dom_tileset_next(one, 0), t));
        cr_assert(eq(int, dom_tileset_next(one, t), t));
        cr_assert(eq(int, dom_tileset_next(one, t + 1), DOM_NO_TILE));
        cr_assert(eq(int, dom_tileset_pips(one, 0), dom_tile_pips(t)));
        cr_assert(dom_tileset_equal(dom_tileset_with(one, t), one));
        for (dom_tile u = 0; u < DOM_TILES_MAX; u++)
            cr_assert(eq(int, dom_tileset_has(one, u), u == t));
        cr_assert(dom_tileset_is_empty(dom_tileset_without(one, t)));
    }
}

Test(rules_tileset, walking_a_set_meets_each_tile_once_and_in_order)
{
    dom_tileset full = dom_tileset_full(12, true);
    int expected = 0;
    for (dom_tile t = dom_tileset_next(full, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(full, t + 1))
        cr_assert(eq(int, t, expected++));
    cr_assert(eq(int, expected, DOM_TILES_MAX));
    cr_assert(eq(int, dom_tileset_next(dom_tileset_empty(), 0), DOM_NO_TILE));
}

Test(rules_tileset, union_and_common_are_those_of_sets)
{
    for (int a = 0; a <= 12; a++)
        for (int b = 0; b <= 12; b++) {
            dom_tileset one = dom_tileset_showing(a);
            dom_tileset other = dom_tileset_showing(b);
            dom_tileset both = dom_tileset_common(one, other);
            cr_assert(eq(int, dom_tileset_count(both), a == b ? 13 : 1));
            cr_assert(dom_tileset_has(both, dom_tile_of(a, b)));
            cr_assert(eq(int, dom_tileset_count(dom_tileset_union(one, other)), a == b ? 13 : 25));
        }
}

Test(rules_tileset, sets_are_equal_when_they_hold_the_same_tiles)
{
    dom_tileset low = dom_tileset_with(dom_tileset_empty(), 3);
    dom_tileset high = dom_tileset_with(dom_tileset_empty(), 90);
    cr_assert(not(dom_tileset_equal(low, high)));
    cr_assert(dom_tileset_equal(dom_tileset_union(low, high), dom_tileset_union(high, low)));
    cr_assert(not(dom_tileset_is_empty(low)));
    cr_assert(not(dom_tileset_is_empty(high)));
}
