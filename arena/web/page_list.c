/* The rating list of a variant. */
#include "chart.h"
#include "page.h"

static bool knows_lo(const dom_rating *r)
{
    return r->bound == DOM_BOUND_NONE || r->bound == DOM_BOUND_BELOW;
}

static bool knows_hi(const dom_rating *r)
{
    return r->bound == DOM_BOUND_NONE || r->bound == DOM_BOUND_ABOVE;
}

static double lo_of(const dom_rating *r)
{
    return knows_lo(r) ? r->elo_lo : r->elo;
}

static double hi_of(const dom_rating *r)
{
    return knows_hi(r) ? r->elo_hi : r->elo;
}

static chart_scale scale_of(const web_variant *v)
{
    chart_scale s = {1e9, -1e9};
    for (size_t i = 0; i < v->row_count; i++) {
        const dom_rating *r = &v->rows[i].rating;
        s.from = lo_of(r) < s.from ? lo_of(r) : s.from;
        s.to = hi_of(r) > s.to ? hi_of(r) : s.to;
    }
    return s;
}

static void put_notes(web_page_of *p, const web_variant *v)
{
    html *h = p->h;
    html_raw(h, "<p>");
    if (web_site_is_counted(p->site))
        html_text(h, "%llu matches, ", (unsigned long long)v->matches);
    html_text(h, "%llu complete duplicate sets. ", (unsigned long long)v->list.sets);
    html_raw(h, "Elo by maximum likelihood, ");
    html_text(h, v->anchor[0] ? "the anchor %s at %.0f" : "the mean%s at %.0f", v->anchor,
              v->anchor_elo);
    html_text(h, ", ghost prior %g. Times are those of the newest %llu matches of a tournament.",
              v->prior, (unsigned long long)p->site->sample);
    if (v->hidden > 0)
        html_text(h, " %zu other version%s of bots count%s in the ratings.", v->hidden,
                  v->hidden == 1 ? "" : "s", v->hidden == 1 ? "s" : "");
    if (v->list.islands > 1)
        html_text(h,
                  " %u islands: each%s is held by its own mean, ratings cannot be compared "
                  "across.",
                  v->list.islands, v->anchor[0] ? " but the anchor's" : "");
    html_raw(h, "</p>\n");
}

static void put_elo(web_page_of *p, const dom_rating *r, chart_scale scale)
{
    html *h = p->h;
    frame_number(h, r->elo, "%s%.0f", dom_bound_word(r->bound), r->elo);
    html_raw(h, "<td class=\"w\">");
    chart_whisker(h, scale, lo_of(r), r->elo, hi_of(r));
    html_raw(h, "</td>");
}

static void put_points(html *h, const dom_rating *r)
{
    if (r->has_points)
        frame_number(h, r->points, "%.2f", r->points);
    else
        html_raw(h, "<td class=\"n\" data-v=\"-1e9\">&ndash;</td>");
}

static void put_share(html *h, const dom_rating *r)
{
    frame_number(h, (double)r->matches, "%llu", (unsigned long long)r->matches);
    html_raw(h, "<td class=\"n\"");
    html_attr(h, "data-v", "%llu", (unsigned long long)r->wins);
    html_raw(h, ">");
    html_text(h, "%llu/%llu/%llu", (unsigned long long)r->wins, (unsigned long long)r->draws,
              (unsigned long long)r->losses);
    html_raw(h, "</td>");
}

static void put_times(html *h, const web_times *times, bool is_counted)
{
    static const double shares[] = {0.5, 0.99};
    for (int i = 0; i < 2; i++) {
        double us = is_counted ? web_times_quantile(times, shares[i]) : -1;
        html_raw(h, "<td class=\"n\"");
        html_attr(h, "data-v", "%.6g", us);
        html_raw(h, ">");
        frame_duration(h, us);
        html_raw(h, "</td>");
    }
}

static void put_row(web_page_of *p, const web_variant *v, size_t index, chart_scale scale)
{
    html *h = p->h;
    const web_row *row = &v->rows[index];
    const dom_rating *r = &row->rating;
    double per_1000 = r->matches ? 1000 * (double)row->faulty / (double)r->matches : 0;
    html_raw(h, "<tr><td class=\"n\"");
    html_attr(h, "data-v", "%u", r->rank_lo);
    html_raw(h, ">");
    frame_rank(h, r);
    html_raw(h, "</td><th scope=\"row\">");
    frame_link(p, "bot", p->site->bots[row->bot].label, p->site->bots[row->bot].label);
    if (r->few_sets)
        html_raw(h, " <small title=\"fewer than 20 sets carry it\">few sets</small>");
    html_raw(h, "</th>");
    put_elo(p, r, scale);
    put_points(h, r);
    put_share(h, r);
    frame_number(h, per_1000, "%.1f", per_1000);
    put_times(h, &row->times, web_site_is_counted(p->site));
    html_raw(h, "<td>");
    chart_spark(h, v, index);
    html_raw(h, "</td></tr>\n");
}

static void put_table(web_page_of *p, const web_variant *v)
{
    html *h = p->h;
    chart_scale scale = scale_of(v);
    html_raw(h, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Rating list\">"
                "<table class=\"sort filter\" id=\"list\"><thead><tr>"
                "<th class=\"n\" scope=\"col\">Rank</th><th scope=\"col\">Bot</th><th class=\"n\" "
                "scope=\"col\">Elo</th>"
                "<td class=\"w ends-of\">");
    html_text(h, "%.0f", scale.from);
    html_raw(h, "<span>");
    html_text(h, "%.0f", scale.to);
    html_raw(h, "</span>");
    html_raw(
        h,
        "</td><th class=\"n\" scope=\"col\">Points per round</th><th class=\"n\" "
        "scope=\"col\">Matches</th>"
        "<th class=\"n\" scope=\"col\"><abbr title=\"pairs at a table: won, drawn, "
        "lost\">W/D/L</abbr>"
        "</th><th class=\"n\" scope=\"col\"><abbr title=\"matches with a fault, of 1,000\">Faults"
        "</abbr></th><th class=\"n\" scope=\"col\"><abbr title=\"median thinking "
        "time\">Median</abbr>"
        "</th><th class=\"n\" scope=\"col\"><abbr title=\"99 of 100 choices took no longer\">p99"
        "</abbr></th><td>Trend</td></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < v->row_count; i++)
        put_row(p, v, i, scale);
    html_raw(h, "</tbody></table></div>\n");
    frame_bounds(h, frame_bounds_of(v));
}

static void put_unrated(web_page_of *p, const web_variant *v)
{
    html *h = p->h;
    html_raw(h, "<p>");
    if (web_site_is_counted(p->site))
        html_text(h, "%llu matches were played, and no duplicate set is complete yet.",
                  (unsigned long long)v->matches);
    else
        html_raw(h, "No duplicate set is complete yet.");
    html_raw(h, "</p>\n");
}

void page_list(web_page_of *p, const web_variant *v)
{
    html *h = p->h;
    p->has_chart = v->point_count > 1;
    frame_begin(p, v->name);
    frame_tabs(p, "leaderboard", v);
    page_variant(p, v);
    html_raw(h, "<p>");
    frame_link(p, "crosstable", v->name, "Cross table");
    html_raw(h, "</p>\n");
    if (!web_site_is_listed(p->site, v)) {
        frame_wait(h, "The ratings are");
    } else if (v->is_rated) {
        put_notes(p, v);
        put_table(p, v);
        chart_history(p->h, p->site, v);
    } else if (v->matches == 0) {
        html_raw(h,
                 "<p>No rated match was played yet. What unrated tournaments came to is on their "
                 "own pages.</p>\n");
    } else {
        put_unrated(p, v);
    }
    frame_end(p);
}
