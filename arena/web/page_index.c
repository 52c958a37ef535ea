/* The first page: every variant, every bot, every tournament. */
#include "page.h"

enum { ALL_ROUND_SHOWN = 20 };

void dom_web_page_variant(dom_web_page_frame *p, const dom_web_variant *v)
{
    dom_web_html *h = p->h;
    const char *german = dom_web_frame_german(v);
    dom_web_html_raw(h, "<p>");
    if (v->summary[0])
        dom_web_html_text(h, "%s.", v->summary);
    else
        dom_web_html_text(h, v->base[0] ? "A variant of %s." : "Defined in a tournament file.%s",
                          v->base);
    if (german) {
        dom_web_html_raw(h, " <i lang=\"de\">");
        dom_web_html_text(h, "%s", german);
        dom_web_html_raw(h, "</i>");
    }
    if (v->is_of_earlier_rules)
        dom_web_html_raw(
            h, " Earlier rules: only older tournaments were played under these rules. Today this "
               "name stands for other rules, which have their own list.");
    dom_web_html_raw(h, "</p>\n");
}

static void put_cell(dom_web_page_frame *p, const dom_web_variant *v, uint32_t bot)
{
    dom_web_html *h = p->h;
    for (size_t i = 0; i < v->row_count; i++) {
        const dom_ratings_rating *r = &v->rows[i].rating;
        if (v->rows[i].bot != bot || !v->is_rated)
            continue;
        dom_web_html_raw(h, "<td class=\"n\"");
        dom_web_html_attr(h, "data-v", "%.6g", r->elo);
        dom_web_html_raw(h, ">");
        dom_web_html_text(h, "%s%.0f ", dom_ratings_bound_word(r->bound), r->elo);
        dom_web_html_raw(h, "<small>#");
        dom_web_frame_rank(h, r);
        dom_web_html_raw(h, "</small></td>");
        return;
    }
    if (dom_web_site_is_listed(p->site, v))
        dom_web_html_raw(h, "<td class=\"n\" data-v=\"-1e9\">&ndash;</td>");
    else
        dom_web_html_raw(h, "<td class=\"n\" data-v=\"-1e9\">&hellip;</td>");
}

/* Returns true if a rating list shows this version. Other versions appear only on the pages of
 * their tournaments. */
static bool is_shown(const dom_web_site *site, size_t bot)
{
    bool may_come = false; /* a list that has not been read yet may show it */
    for (size_t v = 0; v < site->variant_count; v++) {
        may_come |= !dom_web_site_is_listed(site, &site->variants[v]);
        for (size_t i = 0; i < site->variants[v].row_count; i++)
            if (site->variants[v].rows[i].bot == bot)
                return true;
    }
    return may_come;
}

static void put_bots(dom_web_page_frame *p)
{
    dom_web_html *h = p->h;
    const dom_web_site *site = p->site;
    dom_web_html_raw(h,
                     "<p>Elo and rank of each bot in each variant. Each variant has a scale of "
                     "its own.</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
                     "aria-label=\"All bots\"><table class=\"sort filter\" id=\"all\"><thead><tr>"
                     "<th scope=\"col\">Bot</th>");
    for (size_t i = 0; i < site->variant_count; i++) {
        dom_web_html_raw(h, "<th class=\"n\" scope=\"col\">");
        dom_web_html_text(h, "%s", site->variants[i].name);
        dom_web_html_raw(h, "</th>");
    }
    dom_web_html_raw(h, "</tr></thead>\n<tbody>\n");
    for (size_t b = 0; b < site->bot_count; b++) {
        if (!is_shown(site, b))
            continue;
        dom_web_html_raw(h, "<tr><th scope=\"row\">");
        dom_web_frame_link(p, "bot", site->bots[b].label, site->bots[b].label);
        dom_web_html_raw(h, "</th>");
        for (size_t i = 0; i < site->variant_count; i++)
            put_cell(p, &site->variants[i], (uint32_t)b);
        dom_web_html_raw(h, "</tr>\n");
    }
    dom_web_html_raw(h, "</tbody></table></div>\n");
    unsigned bounds = 0;
    for (size_t i = 0; i < site->variant_count; i++)
        bounds |= dom_web_frame_bounds_of(&site->variants[i]);
    dom_web_frame_bounds(h, bounds);
}

static void put_tournaments(dom_web_page_frame *p)
{
    dom_web_html *h = p->h;
    dom_web_html_raw(h, "<h2 id=\"tournaments\">Tournaments</h2>\n");
    for (size_t i = p->site->tournament_count; i-- > 0;) {
        const dom_web_tournament *t = &p->site->tournaments[i];
        dom_web_html_raw(h, "<section class=\"card\"><h3>");
        dom_web_frame_link(p, "tournament", t->name, t->name);
        if (t->is_unrated)
            dom_web_html_raw(h, " unrated");
        dom_web_html_raw(h, "</h3>\n");
        dom_web_page_progress(p, t);
        dom_web_html_raw(h, "</section>\n");
    }
}

static void put_all_round_row(dom_web_page_frame *p, const dom_web_all_round *list,
                              const dom_web_all_round_row *row)
{
    dom_web_html *h = p->h;
    const dom_ratings_all_round_row *r = &row->rating;
    const char *label = p->site->bots[row->bot].label;
    dom_web_html_raw(h, "<tr><td class=\"n\">");
    dom_web_html_text(h, "%u", r->rank_lo);
    if (r->rank_hi != r->rank_lo) {
        dom_web_html_raw(h, "&ndash;");
        dom_web_html_text(h, "%u", r->rank_hi);
    }
    dom_web_html_raw(h, "</td><th scope=\"row\">");
    dom_web_frame_link(p, "bot", label, label);
    dom_web_html_raw(h, "</th>");
    dom_web_frame_number(h, r->elo, "%s%.0f", dom_ratings_bound_word(r->bound), r->elo);
    dom_web_html_raw(h, "<td class=\"n\">");
    if (!r->is_fixed && dom_ratings_bound_has_lo(r->bound))
        dom_web_html_text(h, "%.0f", r->elo_lo);
    dom_web_html_raw(h, "&ndash;");
    if (!r->is_fixed && dom_ratings_bound_has_hi(r->bound))
        dom_web_html_text(h, "%.0f", r->elo_hi);
    dom_web_html_raw(h, "</td><td class=\"n\">");
    dom_web_html_text(h, "%u of %zu", r->lists, list->variants);
    dom_web_html_raw(h, "</td></tr>\n");
}

static void put_all_round(dom_web_page_frame *p, const dom_web_all_round *list)
{
    dom_web_html *h = p->h;
    dom_web_html_raw(h, "<section class=\"card\"><h2>");
    dom_web_html_text(h, "%s", list->title);
    dom_web_html_raw(h, "</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\"");
    dom_web_html_attr(h, "aria-label", "%s", list->title);
    dom_web_html_raw(h, "><table><thead><tr><th class=\"n\" scope=\"col\">Rank</th>"
                        "<th scope=\"col\">Bot</th><th class=\"n\" scope=\"col\">Elo</th>"
                        "<th class=\"n\" scope=\"col\">95&nbsp;%</th>"
                        "<th class=\"n\" scope=\"col\">Variants</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < list->row_count && i < ALL_ROUND_SHOWN; i++)
        put_all_round_row(p, list, &list->rows[i]);
    dom_web_html_raw(h, "</tbody></table></div>");
    if (list->row_count > ALL_ROUND_SHOWN)
        dom_web_html_text(h, "The best %d of %zu bots.", (int)ALL_ROUND_SHOWN, list->row_count);
    dom_web_html_raw(h, "</section>\n");
}

static void put_all_rounds(dom_web_page_frame *p)
{
    if (p->site->all_round_count == 0)
        return;
    dom_web_html_raw(p->h, "<div class=\"cards\">");
    for (size_t i = 0; i < p->site->all_round_count; i++)
        put_all_round(p, &p->site->all_rounds[i]);
    dom_web_html_raw(p->h, "</div>\n<p>");
    dom_web_html_text(p->h, "%s", p->site->all_round_legend);
    dom_web_html_raw(p->h, "</p>\n<h2>By variant</h2>\n");
}

void dom_web_page_index(dom_web_page_frame *p)
{
    dom_web_frame_begin(p, "Leaderboards");
    dom_web_frame_tabs(p, "leaderboard", NULL);
    put_all_rounds(p);
    put_bots(p);
    put_tournaments(p);
    dom_web_frame_end(p);
}
