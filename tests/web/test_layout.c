/* Each tile touches the half that it matches, and tiles never overlap. */
#include "web/layout.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

enum { ROUNDS = 300 };

/* Random numbers, the same in every run. */
static uint32_t next(uint32_t *state, uint32_t below)
{
    *state = *state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)*state * below) >> 32);
}

typedef struct {
    int x, y;
} point;

/* Returns the centre of one half. For a double that lies across its line, this is the centre of the
 * tile, because its neighbours touch it there. */
static point half_of(const dom_web_place *p, bool is_far, bool is_across)
{
    static const point step[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    point s = step[p->angle / 90];
    int sign = is_across ? 0 : is_far ? 1 : -1;
    return (point){p->x + sign * s.x, p->y + sign * s.y};
}

static bool overlap(const dom_web_place *a, const dom_web_place *b)
{
    dom_web_area x = dom_web_place_area(a), y = dom_web_place_area(b);
    return x.left < y.right && y.left < x.right && x.top < y.bottom && y.top < x.bottom;
}

/* Returns true if two halves touch: their centres are one half apart. */
static bool touch(point a, point b)
{
    return abs(a.x - b.x) + abs(a.y - b.y) == 2;
}

/* No tile lies where the label of an open end is: a square of two units around its point. */
static void check_open_ends(const dom_web_layout *layout, const dom_web_place place[], int count)
{
    for (int end = 0; end < layout->ends; end++) {
        dom_web_spot s = dom_web_layout_open(layout, end);
        for (int i = 0; i < count; i++) {
            dom_web_area a = dom_web_place_area(&place[i]);
            cr_assert(
                not(a.left < s.x + 1 && s.x - 1 < a.right && a.top < s.y + 1 && s.y - 1 < a.bottom),
                "the label of end %d lies on tile %d of %d", end, i, count);
        }
        cr_assert(layout->left - 2 <= s.x - 1 && s.x + 1 <= layout->right + 2 &&
                  layout->top - 2 <= s.y - 1 && s.y + 1 <= layout->bottom + 2);
    }
}

static void lay_round(int ends, int edge, int tiles, uint32_t *state)
{
    dom_web_layout layout;
    dom_web_place place[DOM_TILES_MAX];
    int count = 1, last[DOM_ENDS_MAX] = {0};
    bool is_across[DOM_TILES_MAX] = {false};
    int lead = (int)next(state, 2);
    place[0] = dom_web_layout_lead(&layout, ends, edge, 3, ends > 2 ? 3 : 3 + lead);
    for (; count < tiles; count++) {
        int end = (int)next(state, (uint32_t)ends);
        bool is_double = next(state, 4) == 0;
        place[count] = dom_web_layout_play(&layout, end, 1, is_double ? 1 : 2);
        for (int i = 0; i < count; i++)
            cr_assert(not(overlap(&place[i], &place[count])), "tile %d lies on tile %d", count, i);
        dom_web_area a = dom_web_place_area(&place[count]);
        cr_assert(layout.left <= a.left && a.right <= layout.right && layout.top <= a.top &&
                  a.bottom <= layout.bottom);
        check_open_ends(&layout, place, count + 1);
        is_across[count] = is_double; /* the first tile of an arm is not part of a turn */
        if (last[end] > 0) {
            point open = half_of(&place[last[end]], true, is_across[last[end]]);
            is_across[count] = is_double && touch(open, (point){place[count].x, place[count].y});
            cr_assert(touch(open, half_of(&place[count], false, is_across[count])),
                      "tile %d does not touch tile %d before it", count, last[end]);
        }
        last[end] = count;
    }
}

/* Lays rounds of a set of dominoes in all widths. */
static void lay_rounds(int ends, int pip_max, int tiles, uint32_t state)
{
    for (int width = 0; width < DOM_WEB_WIDTHS; width++)
        for (int i = 0; i < ROUNDS; i++)
            lay_round(ends, dom_web_layout_edge((dom_web_width)width, ends, pip_max), tiles,
                      &state);
}

Test(layout, tiles_of_a_line_touch_and_never_overlap)
{
    lay_rounds(2, 6, 28, 1);
}

Test(layout, tiles_of_large_sets_touch_and_never_overlap)
{
    lay_rounds(2, 12, DOM_TILES_MAX, 2);
}

Test(layout, tiles_on_four_arms_touch_and_never_overlap)
{
    lay_rounds(DOM_ENDS_MAX, 6, 28, 3);
    lay_rounds(DOM_ENDS_MAX, 9, 55, 4);
}

Test(layout, a_narrow_line_is_less_wide)
{
    for (int ends = 2; ends <= DOM_ENDS_MAX; ends += 2)
        for (int pip_max = 6; pip_max <= 12; pip_max += 3)
            cr_assert(lt(int, dom_web_layout_edge(DOM_WEB_NARROW, ends, pip_max),
                         dom_web_layout_edge(DOM_WEB_WIDE, ends, pip_max)));
}

Test(layout, a_line_turns_at_the_edge)
{
    dom_web_layout l;
    (void)dom_web_layout_lead(&l, 2, 22, 6, 5);
    for (int i = 0; i < 5; i++)
        cr_assert(eq(int, dom_web_layout_play(&l, 1, 5, 4).angle, 0));
    dom_web_place down = dom_web_layout_play(&l, 1, 4, 3), on = dom_web_layout_play(&l, 1, 3, 2);
    dom_web_place back = dom_web_layout_play(&l, 1, 2, 1);
    cr_assert(eq(int, down.angle, 90));
    cr_assert(eq(int, on.angle, 90));
    cr_assert(eq(int, back.angle, 180));
    cr_assert(eq(int, back.y, 6));
    cr_assert(eq(int, back.x, down.x - 3));
}

Test(layout, doubles_lie_across_the_line_except_in_a_turn)
{
    dom_web_layout l;
    (void)dom_web_layout_lead(&l, 2, 22, 6, 5);
    cr_assert(eq(int, dom_web_layout_play(&l, 1, 5, 5).angle, 90));
    cr_assert(eq(int, dom_web_layout_play(&l, 0, 6, 6).angle, 270));
    for (int i = 0; i < 4; i++)
        (void)dom_web_layout_play(&l, 1, 5, 4);
    cr_assert(eq(int, dom_web_layout_play(&l, 1, 5, 4).angle, 90), "the turn begins");
    cr_assert(eq(int, dom_web_layout_play(&l, 1, 4, 4).angle, 90), "in the turn it lies along");
}
