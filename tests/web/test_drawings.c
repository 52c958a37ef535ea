/* Drawings: the pips of tiles, and the history of ratings. */
#include "chart.h"
#include "tile.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

/* ---- tiles ---------------------------------------------------------------------------------- */

/* Counts the circles of a half that are there, and those whose mirror image at the centre is there
 * as well. */
static void count_pips(const char *half, const char *end, int *pips, int *mirrored)
{
    int x, y;
    *pips = *mirrored = 0;
    for (const char *at = half; (at = strstr(at, "<circle cx=\"")) != NULL && at < end; at++) {
        char image[80];
        cr_assert(eq(int, sscanf(at, "<circle cx=\"%d\" cy=\"%d\"", &x, &y), 2));
        (void)snprintf(image, sizeof image, "<circle cx=\"%d\" cy=\"%d\"", -x, -y);
        const char *found = strstr(half, image);
        *mirrored += found != NULL && found < end;
        ++*pips;
    }
}

Test(drawings, a_half_has_as_many_pips_as_its_number_and_looks_alike_upside_down)
{
    dom_web_html h = {0};
    dom_tileset tiles = dom_tileset_empty();
    for (int number = 0; number <= DOM_PIP_MAX; number++)
        tiles = dom_tileset_with(tiles, dom_tile_of(number, number));
    dom_web_tile_shapes(&h, tiles, false);
    for (int number = 0; number <= DOM_PIP_MAX; number++) {
        char begins[20];
        int pips, mirrored;
        (void)snprintf(begins, sizeof begins, "<g id=\"p%d\">", number);
        const char *half = strstr(h.bytes, begins);
        cr_assert(half != NULL, "%d", number);
        count_pips(half, strstr(half, "</g>"), &pips, &mirrored);
        cr_expect(eq(int, pips, number));
        cr_expect(eq(int, mirrored, number));
    }
    dom_web_html_clear(&h);
}

/* ---- histories ------------------------------------------------------------------------------ */

enum { POINTS = 3, ROWS = 2 };

/* Two bots after 50, 100 and 200 sets. The second one had no rating at first. */
static void draw_history(dom_web_html *h)
{
    static dom_web_bot bots[] = {{.label = "anna"}, {.label = "ben"}};
    static dom_web_row rows[] = {{.bot = 0}, {.bot = 1}};
    static dom_ratings_rating ratings[] = {{.player = 0}, {.player = 1}};
    static dom_ratings_history_rating points[POINTS * ROWS] = {
        {.has_rating = true, .elo = 1000, .elo_lo = 900, .elo_hi = 1100},
        {.has_rating = false},
        {.has_rating = true, .elo = 1100, .elo_lo = 1050, .elo_hi = 1150},
        {.has_rating = true, .elo = 900, .elo_lo = 850, .elo_hi = 950},
        {.has_rating = true, .elo = 1200, .elo_lo = 1180, .elo_hi = 1220},
        {.has_rating = true, .elo = 800, .elo_lo = 780, .elo_hi = 820}};
    static uint64_t sets[POINTS] = {50, 100, 200};
    static dom_web_list list = {
        .rows = rows,
        .ranking.list = {.sets = 200, .count = ROWS, .row = ratings},
        .history = {.players = ROWS, .points = POINTS, .sets = sets, .rating = points}};
    static const dom_web_variant v = {.name = "draw-2", .list = &list};
    static const dom_web_site site = {.bot_count = ROWS, .bots = bots};
    dom_web_chart_history(h, &site, &v);
}

static void expect_part(const dom_web_html *h, const char *part)
{
    cr_expect(strstr(h->bytes, part) != NULL, "%s\nis not in\n%s", part, h->bytes);
}

Test(drawings, a_history_has_its_points_where_their_sets_are)
{
    dom_web_html h = {0};
    draw_history(&h);
    expect_part(&h, "<text y=\"276\" x=\"50\">50</text>");
    expect_part(&h, "x=\"716\" y=\"276\">200</text>");
    const char *line = strstr(h.bytes, "<g class=\"s0\">");
    cr_assert(line != NULL && (line = strstr(line, "<polyline points=\"")) != NULL);
    double x[POINTS], y[POINTS];
    cr_assert(eq(int,
                 sscanf(line, "<polyline points=\" %lf,%lf %lf,%lf %lf,%lf\"", &x[0], &y[0], &x[1],
                        &y[1], &x[2], &y[2]),
                 6));
    cr_expect(epsilon_eq(dbl, x[0], 50, 1e-9));
    cr_expect(epsilon_eq(dbl, x[1], 272, 1e-9), "a third of the way");
    cr_expect(epsilon_eq(dbl, x[2], 716, 1e-9));
    cr_expect(lt(dbl, y[2], y[1]));
    cr_expect(lt(dbl, y[1], y[0]), "a higher rating is above");
    dom_web_html_clear(&h);
}

Test(drawings, a_history_has_its_numbers_for_the_script)
{
    dom_web_html h = {0};
    draw_history(&h);
    expect_part(&h, "{\"sets\":[50,100,200],\"bots\":["
                    "{\"elo\":[1000.0,1100.0,1200.0],\"lo\":[900.0,1050.0,1180.0],"
                    "\"hi\":[1100.0,1150.0,1220.0]},"
                    "{\"elo\":[null,900.0,800.0],\"lo\":[null,850.0,780.0],"
                    "\"hi\":[null,950.0,820.0]}]}</script>");
    expect_part(&h, "<span class=\"s0\">anna</span><span class=\"s1\">ben</span>");
    dom_web_html_clear(&h);
}
