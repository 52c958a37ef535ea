/* The first page: every variant, every bot, every tournament. */
#include "page.h"

void page_variant(web_page_of *p, const web_variant *v)
{
    html *h = p->h;
    const char *german = frame_german(v);
    html_raw(h, "<p>");
    if (v->summary[0])
        html_text(h, "%s.", v->summary);
    else
        html_text(h, v->base[0] ? "A variant of %s." : "A variant of a tournament file.%s",
                  v->base);
    if (german) {
        html_raw(h, " <i lang=\"de\">");
        html_text(h, "%s", german);
        html_raw(h, "</i>");
    }
    if (v->is_of_earlier_rules)
        html_raw(h, " Earlier rules: older tournaments were played under them, and today the name "
                    "means others.");
    html_raw(h, "</p>\n");
}

static void put_cell(web_page_of *p, const web_variant *v, uint32_t bot)
{
    html *h = p->h;
    for (size_t i = 0; i < v->row_count; i++) {
        const dom_rating *r = &v->rows[i].rating;
        if (v->rows[i].bot != bot || !v->is_rated)
            continue;
        html_raw(h, "<td class=\"n\"");
        html_attr(h, "data-v", "%.6g", r->elo);
        html_raw(h, ">");
        html_text(h, "%s%.0f ", dom_bound_word(r->bound), r->elo);
        html_raw(h, "<small>#");
        frame_rank(h, r);
        html_raw(h, "</small></td>");
        return;
    }
    if (web_site_is_listed(p->site, v))
        html_raw(h, "<td class=\"n\" data-v=\"-1e9\">&ndash;</td>");
    else
        html_raw(h, "<td class=\"n\" data-v=\"-1e9\">&hellip;</td>");
}

/* Versions that no list shows are on the pages of their tournaments. */
static bool is_shown(const web_site *site, size_t bot)
{
    bool may_come = false; /* a list that is not read yet may show it             */
    for (size_t v = 0; v < site->variant_count; v++) {
        may_come |= !web_site_is_listed(site, &site->variants[v]);
        for (size_t i = 0; i < site->variants[v].row_count; i++)
            if (site->variants[v].rows[i].bot == bot)
                return true;
    }
    return may_come;
}

static void put_bots(web_page_of *p)
{
    html *h = p->h;
    const web_site *site = p->site;
    html_raw(h, "<p>Elo and rank of every bot in every variant. Ratings of different variants "
                "cannot be compared.</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
                "aria-label=\"All bots\"><table class=\"sort filter\" id=\"all\"><thead><tr>"
                "<th scope=\"col\">Bot</th>");
    for (size_t i = 0; i < site->variant_count; i++) {
        html_raw(h, "<th class=\"n\" scope=\"col\">");
        html_text(h, "%s", site->variants[i].name);
        html_raw(h, "</th>");
    }
    html_raw(h, "</tr></thead>\n<tbody>\n");
    for (size_t b = 0; b < site->bot_count; b++) {
        if (!is_shown(site, b))
            continue;
        html_raw(h, "<tr><th scope=\"row\">");
        frame_link(p, "bot", site->bots[b].label, site->bots[b].label);
        html_raw(h, "</th>");
        for (size_t i = 0; i < site->variant_count; i++)
            put_cell(p, &site->variants[i], (uint32_t)b);
        html_raw(h, "</tr>\n");
    }
    html_raw(h, "</tbody></table></div>\n");
    unsigned bounds = 0;
    for (size_t i = 0; i < site->variant_count; i++)
        bounds |= frame_bounds_of(&site->variants[i]);
    frame_bounds(h, bounds);
}

static void put_tournaments(web_page_of *p)
{
    html *h = p->h;
    html_raw(h, "<h2 id=\"tournaments\">Tournaments</h2>\n");
    for (size_t i = p->site->tournament_count; i-- > 0;) {
        const web_tournament *t = &p->site->tournaments[i];
        html_raw(h, "<section class=\"card\"><h3>");
        frame_link(p, "tournament", t->name, t->name);
        if (t->is_unrated)
            html_raw(h, " unrated");
        html_raw(h, "</h3>\n");
        page_progress(p, t);
        html_raw(h, "</section>\n");
    }
}

void page_index(web_page_of *p)
{
    frame_begin(p, "Leaderboards");
    frame_tabs(p, "leaderboard", NULL);
    put_bots(p);
    put_tournaments(p);
    frame_end(p);
}
