#include "web/layout.h"

#include "base/check.h"

enum {
    LENGTH = 4, /* of a tile */
    WIDTH = 2,
    /* Distance between two rows: the two tiles of a turn minus the halves that lie beside the rows.
     * Doubles, which lie across their row, fit in between. */
    ROWS_APART = 6,
    INNER = 6 /* with four arms: how near to the lead a row may come back */
};

/* How far rows extend from the lead: with sets up to double-six and with larger ones, on two arms
 * and on four. */
static const int edges[DOM_WEB_WIDTHS][2][2] = {
    [DOM_WEB_WIDE] = {{22, 28}, {18, 28}},
    [DOM_WEB_NARROW] = {{12, 16}, {14, 18}},
};

/* The direction in which each arm leaves the lead, in quarter turns from the x axis. */
static const int direction[DOM_ENDS_MAX] = {2, 0, 3, 1};

/* Turns (x, y) to the right by this many quarter turns. */
static void turn(int quarters, int *x, int *y)
{
    for (int i = 0; i < quarters % 4; i++) {
        int old = *x;
        *x = -*y;
        *y = old;
    }
}

dom_web_area dom_web_place_area(const dom_web_place *place)
{
    bool lies_along_x = place->angle % 180 == 0;
    int w = lies_along_x ? LENGTH / 2 : WIDTH / 2, h = lies_along_x ? WIDTH / 2 : LENGTH / 2;
    return (dom_web_area){place->x - w, place->y - h, place->x + w, place->y + h};
}

static void cover(dom_web_layout *l, const dom_web_place *place)
{
    dom_web_area a = dom_web_place_area(place);
    l->left = a.left < l->left ? a.left : l->left;
    l->top = a.top < l->top ? a.top : l->top;
    l->right = a.right > l->right ? a.right : l->right;
    l->bottom = a.bottom > l->bottom ? a.bottom : l->bottom;
}

int dom_web_layout_edge(dom_web_width width, int ends, int pip_max)
{
    return edges[width][ends > 2][pip_max > 6];
}

dom_web_place dom_web_layout_lead(dom_web_layout *layout, int ends, int edge, int near, int far)
{
    dom_check(ends == 2 || ends == DOM_ENDS_MAX);
    bool is_double = near == far;
    dom_web_place place = {.angle = is_double ? 90 : 0, .near = (uint8_t)near, .far = (uint8_t)far};
    *layout = (dom_web_layout){.ends = ends, .edge = edge};
    for (int end = 0; end < ends; end++) {
        bool is_sideways = direction[end] % 2 == 0;
        layout->arm[end].along = is_sideways != is_double ? LENGTH / 2 : WIDTH / 2;
    }
    cover(layout, &place);
    return place;
}

/* Returns true if the arm's row has no room left for a tile of this length. */
static bool is_full(const dom_web_layout *l, const dom_web_arm *arm, int length)
{
    if (!arm->is_back)
        return arm->along + length > l->edge;
    return arm->along - length < (l->ends > 2 ? INNER : -l->edge);
}

/* Leaves the row: the first tile of the turn will lie beside the last tile of the row. */
static void leave_row(dom_web_arm *arm)
{
    arm->along += arm->is_back ? -WIDTH / 2 : WIDTH / 2;
    arm->aside -= WIDTH / 2;
    arm->heading = 1;
    arm->in_turn = 0;
}

/* Begins the next row, beside the last half of the turn and in the opposite direction. */
static void enter_row(dom_web_arm *arm)
{
    arm->along += arm->is_back ? WIDTH / 2 : -WIDTH / 2;
    arm->aside += ROWS_APART + WIDTH / 2 - 2 * LENGTH;
    arm->is_back = !arm->is_back;
    arm->heading = arm->is_back ? 2 : 0;
}

/* Moves the end of the arm by `length` in its heading. */
static void advance(dom_web_arm *arm, int length)
{
    int x = length, y = 0;
    turn(arm->heading, &x, &y);
    arm->along += x;
    arm->aside += y;
}

dom_web_place dom_web_layout_play(dom_web_layout *layout, int end, int near, int far)
{
    dom_check(0 <= end && end < layout->ends);
    dom_web_arm *arm = &layout->arm[end];
    int length = near == far ? WIDTH : LENGTH;
    if (arm->heading == 1 && arm->in_turn == 2)
        enter_row(arm);
    if (arm->heading != 1 && is_full(layout, arm, length))
        leave_row(arm);
    bool is_across = near == far && arm->heading != 1;
    length = is_across ? WIDTH : LENGTH;
    advance(arm, length / 2);
    dom_web_place place = {
        .x = arm->along, .y = arm->aside, .near = (uint8_t)near, .far = (uint8_t)far};
    advance(arm, length / 2);
    arm->in_turn++;
    turn(direction[end], &place.x, &place.y);
    place.angle = (arm->heading + direction[end] + is_across) % 4 * 90;
    cover(layout, &place);
    return place;
}

dom_web_spot dom_web_layout_open(const dom_web_layout *layout, int end)
{
    dom_check(0 <= end && end < layout->ends);
    dom_web_arm arm = layout->arm[end];
    advance(&arm, 1);
    turn(direction[end], &arm.along, &arm.aside);
    return (dom_web_spot){arm.along, arm.aside};
}
