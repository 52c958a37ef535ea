/* The cross table: the score of every bot against every other one, as a heat map. */
#include "base/percent.h"
#include "page.h"

#include <math.h>
#include <stdio.h>

enum { SHOWN = 80, SHADES = 20 };

static void put_cell(dom_web_page_frame *p, const dom_web_variant *v, size_t row, size_t column)
{
    dom_web_html *h = p->h;
    const dom_ratings_versus *s = dom_results_crosstable_at(&v->list->cross, row, column);
    if (s->games == 0) {
        dom_web_html_raw(h, "<td></td>");
        return;
    }
    dom_web_html_put(h,
                     "<td class=\"h%d\" title=\"%s against %s: %.1f %% (%.1f to %.1f), expected "
                     "%.1f %%, %llu won, %llu drawn, %llu lost\">"
                     "<a",
                     (int)lround(s->share * SHADES), p->site->bots[v->list->rows[row].bot].label,
                     p->site->bots[v->list->rows[column].bot].label, dom_percent(s->share, 1),
                     dom_percent(s->share_lo, 1), dom_percent(s->share_hi, 1),
                     dom_percent(s->expected, 1), (unsigned long long)s->wins,
                     (unsigned long long)s->draws, (unsigned long long)s->losses);
    char bot[DOM_WEB_SLUG_BYTES], other[DOM_WEB_SLUG_BYTES], variant[DOM_WEB_SLUG_BYTES];
    dom_web_slug(bot, p->site->bots[v->list->rows[row].bot].label);
    dom_web_slug(other, p->site->bots[v->list->rows[column].bot].label);
    dom_web_slug(variant, v->name);
    if (dom_web_page_has_versus(p->site))
        dom_web_html_put(h, " href=\"../versus/%s/%s.html\"", bot, other);
    else
        dom_web_html_put(h, " href=\"../bot/%s.html#%s--%s\"", bot, variant, other);
    dom_web_html_put(h, ">%.0f", dom_percent(s->share, 0));
    if (dom_ratings_versus_is_odd(s))
        dom_web_html_raw(h, "<small class=\"odd\">");
    else
        dom_web_html_raw(h, "<small>");
    dom_web_html_put(h, "%.0f</small></a></td>", dom_percent(s->expected, 0));
}

static void put_table(dom_web_page_frame *p, const dom_web_variant *v)
{
    dom_web_html *h = p->h;
    size_t shown = dom_web_variant_lines(v) < SHOWN ? dom_web_variant_lines(v) : SHOWN;
    dom_web_html_raw(
        h, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Cross table\">"
           "<table class=\"heat\"><thead><tr><th scope=\"col\">Bot</th>");
    for (size_t i = 0; i < shown; i++)
        dom_web_html_put(h, "<th scope=\"col\"><span>%s</span></th>",
                         p->site->bots[v->list->rows[i].bot].label);
    dom_web_html_raw(h, "</tr></thead>\n<tbody>\n");
    for (size_t row = 0; row < shown; row++) {
        dom_web_html_raw(h, "<tr><th scope=\"row\">");
        dom_web_frame_link(p, "bot", p->site->bots[v->list->rows[row].bot].label,
                           p->site->bots[v->list->rows[row].bot].label);
        dom_web_html_raw(h, "</th>");
        for (size_t column = 0; column < shown; column++)
            put_cell(p, v, row, column);
        dom_web_html_raw(h, "</tr>\n");
    }
    dom_web_html_raw(h, "</tbody></table></div>\n");
}

static void put_misfit(dom_web_html *h, const dom_web_variant *v)
{
    dom_web_html_put(h, "<p>%s</p>\n", v->list->misfit_note);
}

void dom_web_page_cross(dom_web_page_frame *p, size_t number)
{
    const dom_web_variant *v = &p->site->variants[number];
    char title[DOM_WEB_VARIANT_BYTES + 24];
    (void)snprintf(title, sizeof title, "%s: cross table", v->name);
    dom_web_frame_begin(p, title);
    dom_web_frame_variants(p, "crosstable", v);
    dom_web_html_raw(p->h,
                     "<p>Score of the bot in the row against the bot in the column, in percent: a "
                     "win counts 1, a draw 1/2. Below it, in small figures, is the score that the "
                     "ratings expect; it is underlined where the 95&nbsp;% interval of the score "
                     "does not contain it. The bots are in the order of the ");
    dom_web_frame_link(p, "leaderboard", v->name, "rating list");
    dom_web_html_raw(p->h, ". Follow the link in a cell to see both bots side by side.");
    if (dom_web_variant_lines(v) > SHOWN)
        dom_web_html_put(p->h, " Only the best %d of %zu bots are shown.", (int)SHOWN,
                         dom_web_variant_lines(v));
    dom_web_html_raw(p->h, "</p>\n");
    if (!dom_web_site_is_listed(p->site, v))
        dom_web_frame_wait(p->h, "The results are");
    else if (dom_web_variant_lines(v) > 0) {
        put_table(p, v);
        put_misfit(p->h, v);
    }
    dom_web_frame_end(p);
}
