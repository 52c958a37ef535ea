/* Who beat whom: a heat map. */
#include "page.h"

#include <math.h>
#include <stdio.h>

enum { SHOWN = 80, SHADES = 20 };

static void put_cell(web_page_of *p, const web_variant *v, size_t row, size_t column)
{
    html *h = p->h;
    const dom_versus *s = &v->pairs[row * v->row_count + column].versus;
    if (s->games == 0) {
        html_raw(h, "<td></td>");
        return;
    }
    html_raw(h, "<td");
    html_attr(h, "class", "h%d", (int)lround(s->share * SHADES));
    html_attr(h, "title", "%s against %s: %.1f %% (%.1f to %.1f), %llu won, %llu drawn, %llu lost",
              p->site->bots[v->rows[row].bot].label, p->site->bots[v->rows[column].bot].label,
              100 * s->share, 100 * s->share_lo, 100 * s->share_hi, (unsigned long long)s->wins,
              (unsigned long long)s->draws, (unsigned long long)s->losses);
    html_raw(h, "><a");
    char bot[WEB_SLUG_BYTES], other[WEB_SLUG_BYTES], variant[WEB_SLUG_BYTES];
    web_slug(bot, p->site->bots[v->rows[row].bot].label);
    web_slug(other, p->site->bots[v->rows[column].bot].label);
    web_slug(variant, v->name);
    html_attr(h, "href", "../bot/%s.html#%s--%s", bot, variant, other);
    html_raw(h, ">");
    html_text(h, "%.0f", 100 * s->share);
    html_raw(h, "</a></td>");
}

static void put_table(web_page_of *p, const web_variant *v)
{
    html *h = p->h;
    size_t shown = v->row_count < SHOWN ? v->row_count : SHOWN;
    html_raw(h, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Cross table\">"
                "<table class=\"heat\"><thead><tr><th scope=\"col\">Bot</th>");
    for (size_t i = 0; i < shown; i++) {
        html_raw(h, "<th scope=\"col\"><span>");
        html_text(h, "%s", p->site->bots[v->rows[i].bot].label);
        html_raw(h, "</span></th>");
    }
    html_raw(h, "</tr></thead>\n<tbody>\n");
    for (size_t row = 0; row < shown; row++) {
        html_raw(h, "<tr><th scope=\"row\">");
        frame_link(p, "bot", p->site->bots[v->rows[row].bot].label,
                   p->site->bots[v->rows[row].bot].label);
        html_raw(h, "</th>");
        for (size_t column = 0; column < shown; column++)
            put_cell(p, v, row, column);
        html_raw(h, "</tr>\n");
    }
    html_raw(h, "</tbody></table></div>\n");
}

void page_cross(web_page_of *p, const web_variant *v)
{
    char title[WEB_VARIANT_BYTES + 24];
    (void)snprintf(title, sizeof title, "%s: cross table", v->name);
    frame_begin(p, title);
    frame_tabs(p, "crosstable", v);
    html_raw(p->h, "<p>Percent of the points that the bot of the row made against the bot of the "
                   "column; a draw is half a point. Best first, as in the ");
    frame_link(p, "leaderboard", v->name, "rating list");
    html_raw(p->h, ". A cell leads to the matches.");
    if (v->row_count > SHOWN)
        html_text(p->h, " The first %d of %zu bots.", (int)SHOWN, v->row_count);
    html_raw(p->h, "</p>\n");
    if (!web_site_is_listed(p->site, v))
        frame_wait(p->h, "The results are");
    else if (v->row_count > 0)
        put_table(p, v);
    frame_end(p);
}
