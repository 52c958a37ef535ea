/* The history of ratings: a drawing in SVG, and the same numbers as JSON, from which the script
 * draws an interactive chart. */
#include "chart.h"

enum {
    WIDTH = 720,
    HEIGHT = 280,
    LEFT = 50,
    BOTTOM = 24,
    TOP = 24, /* above it stands "Elo" */
    MARGIN = 10,
    BOTS_DRAWN = 8, /* the number of colours in style.css */
    SPARK_POINTS = 20,
    SPARK_WIDTH = 80,
    SPARK_HEIGHT = 18
};

typedef struct {
    dom_web_html *h;
    const dom_web_site *site;
    const dom_web_variant *v;
    size_t first, end; /* rows `first` to `end` - 1 are drawn */
    double from, to;
} drawing;

static dom_web_point point_at(const dom_web_variant *v, size_t point, size_t row)
{
    return dom_web_list_point(v->list, point, row);
}

/* Finds the range of Elo: that of the ratings and a tenth more, at least MARGIN. The intervals of
 * several bots may reach beyond it, for the first ones are wide. Those of a single one are within
 * it. The script does the same. */
static void widen(drawing *d)
{
    bool is_alone = d->end - d->first == 1;
    d->from = 1e9;
    d->to = -1e9;
    for (size_t i = 0; i < d->v->list->history.points; i++)
        for (size_t row = d->first; row < d->end; row++) {
            const dom_web_point p = point_at(d->v, i, row);
            double lo = is_alone ? p.lo : p.elo, hi = is_alone ? p.hi : p.elo;
            d->from = p.is_there && lo < d->from ? lo : d->from;
            d->to = p.is_there && hi > d->to ? hi : d->to;
        }
    double margin = (d->to - d->from) / 10 > MARGIN ? (d->to - d->from) / 10 : MARGIN;
    if (d->to >= d->from) {
        d->from -= margin;
        d->to += margin;
    }
}

static double x_of(const drawing *d, size_t point)
{
    double last = (double)d->v->list->history.sets[d->v->list->history.points - 1];
    double first = (double)d->v->list->history.sets[0];
    double share =
        last > first ? ((double)d->v->list->history.sets[point] - first) / (last - first) : 1;
    return LEFT + share * (WIDTH - LEFT - 4);
}

static double y_of(const drawing *d, double elo)
{
    double share = (elo - d->from) / (d->to - d->from);
    return HEIGHT - BOTTOM - (share < 0 ? 0 : share > 1 ? 1 : share) * (HEIGHT - BOTTOM - TOP);
}

static void put_mark(drawing *d, int elo)
{
    dom_web_html_put(d->h,
                     "<path class=\"grid\" d=\"M%d %.1fH%d\"/>"
                     "<text text-anchor=\"end\" x=\"%d\" y=\"%.1f\">%d</text>",
                     (int)LEFT, y_of(d, elo), (int)WIDTH, LEFT - 6, y_of(d, elo) + 4, elo);
}

/* Draws at most six marks, at round numbers, and the first and last number of sets. */
static void put_axis(drawing *d)
{
    static const int rounds[] = {10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
    size_t i = 0;
    while (i + 1 < sizeof rounds / sizeof *rounds && (d->to - d->from) / rounds[i] > 6)
        i++;
    int step = rounds[i], first = (int)(d->from / step);
    for (int n = first; n * step < d->to && n <= first + 100; n++)
        if (n * step > d->from)
            put_mark(d, n * step);
    dom_web_html_put(d->h,
                     "<text text-anchor=\"end\" x=\"44\" y=\"12\">Elo</text>"
                     "<text text-anchor=\"middle\" x=\"385\" y=\"276\">complete sets</text>"
                     "<text y=\"276\" x=\"%d\">%llu</text>"
                     "<text text-anchor=\"end\" x=\"716\" y=\"276\">%llu</text>\n",
                     (int)LEFT, (unsigned long long)d->v->list->history.sets[0],
                     (unsigned long long)d->v->list->history.sets[d->v->list->history.points - 1]);
}

/* Writes " x,y" for each point of a row, where `side` selects its value. `is_back` reverses the
 * order, for the second half of a polygon. */
static void put_points(drawing *d, size_t row, double (*side)(dom_web_point p), bool is_back)
{
    for (size_t n = 0; n < d->v->list->history.points; n++) {
        size_t i = is_back ? d->v->list->history.points - 1 - n : n;
        const dom_web_point p = point_at(d->v, i, row);
        if (p.is_there)
            dom_web_html_put(d->h, " %.1f,%.1f", x_of(d, i), y_of(d, side(p)));
    }
}

static double elo_of(dom_web_point p)
{
    return p.elo;
}

static double lo_of(dom_web_point p)
{
    return p.lo;
}

static double hi_of(dom_web_point p)
{
    return p.hi;
}

static void put_bot(drawing *d, size_t row)
{
    dom_web_html_put(d->h, "<g class=\"s%zu\"><polygon points=\"", row - d->first);
    put_points(d, row, lo_of, false);
    put_points(d, row, hi_of, true);
    dom_web_html_raw(d->h, "\"/><polyline points=\"");
    put_points(d, row, elo_of, false);
    dom_web_html_raw(d->h, "\"/></g>\n");
}

static void put_legend(drawing *d)
{
    dom_web_html_raw(d->h, "<figcaption class=\"legend\">");
    for (size_t row = d->first; row < d->end; row++)
        dom_web_html_put(d->h, "<span class=\"s%zu\">%s</span>", row - d->first,
                         d->site->bots[d->v->list->rows[row].bot].label);
    dom_web_html_raw(d->h, "</figcaption>");
}

/* ---- for the script ------------------------------------------------------------- */

static void put_list(drawing *d, size_t row, double (*side)(dom_web_point p))
{
    for (size_t i = 0; i < d->v->list->history.points; i++) {
        const dom_web_point p = point_at(d->v, i, row);
        if (p.is_there)
            dom_web_html_put(d->h, "%s%.1f", i ? "," : "", side(p));
        else
            dom_web_html_put(d->h, "%snull", i ? "," : "");
    }
}

/* Writes the numbers of the chart as JSON. The script takes the names from the legend. */
static void put_numbers(drawing *d)
{
    dom_web_html_raw(d->h, "<script type=\"application/json\">{\"sets\":[");
    for (size_t i = 0; i < d->v->list->history.points; i++)
        dom_web_html_put(d->h, "%s%llu", i ? "," : "",
                         (unsigned long long)d->v->list->history.sets[i]);
    dom_web_html_raw(d->h, "],\"bots\":[");
    for (size_t row = d->first; row < d->end; row++) {
        dom_web_html_put(d->h, "%s{\"elo\":[", row > d->first ? "," : "");
        put_list(d, row, elo_of);
        dom_web_html_raw(d->h, "],\"lo\":[");
        put_list(d, row, lo_of);
        dom_web_html_raw(d->h, "],\"hi\":[");
        put_list(d, row, hi_of);
        dom_web_html_raw(d->h, "]}");
    }
    dom_web_html_raw(d->h, "]}</script>");
}

/* Returns whether there are two points, which make a line. */
static bool can_draw(drawing *d)
{
    widen(d);
    return d->v->list->history.points > 1 && d->to >= d->from;
}

static void put_figure(drawing *d)
{
    dom_web_html_raw(
        d->h, "<figure class=\"history\">"
              "<svg viewBox=\"0 0 720 280\" role=\"img\" aria-label=\"History of ratings\">\n");
    put_axis(d);
    for (size_t row = d->end; row-- > d->first;)
        put_bot(d, row);
    dom_web_html_raw(d->h, "</svg>");
    put_numbers(d);
    put_legend(d);
    dom_web_html_raw(d->h, "</figure>\n");
}

void dom_web_chart_history(dom_web_html *h, const dom_web_site *site, const dom_web_variant *v)
{
    drawing d = {.h = h,
                 .site = site,
                 .v = v,
                 .end =
                     dom_web_variant_lines(v) < BOTS_DRAWN ? dom_web_variant_lines(v) : BOTS_DRAWN};
    if (!can_draw(&d))
        return;
    dom_web_html_raw(h, "<h2>History</h2>\n<p>Official ratings by the number of complete sets");
    if (d.end < dom_web_variant_lines(v))
        dom_web_html_put(h, ", for the best %zu bots", d.end);
    dom_web_html_put(
        h, ". Point at the line or the name of a bot to see its 95&nbsp;%% interval. %s</p>\n",
        v->list->history_note);
    put_figure(&d);
}

void dom_web_chart_history_of(dom_web_html *h, const dom_web_site *site, const dom_web_variant *v,
                              size_t row)
{
    drawing d = {.h = h, .site = site, .v = v, .first = row, .end = row + 1};
    if (!can_draw(&d))
        return;
    dom_web_html_raw(h,
                     "<h3>History</h3>\n<p>Its official rating by the number of complete sets of "
                     "all bots, with the 95&nbsp;% interval.</p>\n");
    put_figure(&d);
}

void dom_web_chart_spark(dom_web_html *h, const dom_web_variant *v, size_t row)
{
    size_t first =
        v->list->history.points > SPARK_POINTS ? v->list->history.points - SPARK_POINTS : 0;
    double from = 1e9, to = -1e9;
    for (size_t i = first; i < v->list->history.points; i++) {
        const dom_web_point p = point_at(v, i, row);
        from = p.is_there && p.elo < from ? p.elo : from;
        to = p.is_there && p.elo > to ? p.elo : to;
    }
    if (v->list->history.points - first < 2 || to < from)
        return;
    dom_web_html_put(
        h,
        "<svg class=\"spark\" viewBox=\"0 0 80 18\" role=\"img\" aria-label=\"from %.0f to %.0f\">"
        "<polyline points=\"",
        from, to);
    for (size_t i = first; i < v->list->history.points; i++) {
        const dom_web_point p = point_at(v, i, row);
        double x = (double)(i - first) / (double)(v->list->history.points - 1 - first);
        if (p.is_there)
            dom_web_html_put(h, " %.1f,%.1f", 1 + x * (SPARK_WIDTH - 2),
                             SPARK_HEIGHT - 2 -
                                 (p.elo - from) / (to - from + 1) * (SPARK_HEIGHT - 4));
    }
    dom_web_html_raw(h, "\"/></svg>");
}
