/* The page of all tournaments. */
#include "page.h"

static void put_row(dom_web_page_frame *p, const dom_web_tournament *t)
{
    dom_web_html *h = p->h;
    bool is_counted = dom_web_site_is_counted(p->site);
    dom_web_html_raw(h, "<tr><th class=\"grow\" scope=\"row\">");
    dom_web_frame_tournament_link(p, t);
    dom_web_html_raw(h, "</th><td class=\"late\">");
    if (is_counted)
        dom_web_page_state(p, t);
    dom_web_html_raw(h, "</td>");
    if (is_counted)
        dom_web_frame_late(h, "Matches", (double)t->done, "%llu of %llu",
                           (unsigned long long)t->done, (unsigned long long)t->total);
    else
        dom_web_frame_late(h, "Matches", -1, "of %llu", (unsigned long long)t->total);
    dom_web_frame_late(h, "Bots", (double)t->bot_count, "%zu", t->bot_count);
    dom_web_frame_late(h, "Variants", (double)t->variant_count, "%zu", t->variant_count);
    dom_web_html_put(h, "<td class=\"t late\">%s%s</td></tr>\n", t->schedule,
                     t->is_unrated ? ", unrated" : "");
}

void dom_web_page_tournaments(dom_web_page_frame *p, size_t number)
{
    (void)number;
    dom_web_html *h = p->h;
    dom_web_frame_begin(p, "Tournaments");
    dom_web_frame_table(h, "sort filter fold", "Tournaments", "*Tournament", ">State", ">#Matches",
                        ">#Bots", ">#Variants", ">Schedule", NULL);
    for (size_t i = p->site->tournament_count; i-- > 0;)
        put_row(p, &p->site->tournaments[i]);
    dom_web_frame_table_end(h);
    if (p->site->is_served) {
        dom_web_html_raw(h, "<p class=\"served\">");
        dom_web_page_all_matches_link(p, DOM_WEB_FILTER_KEYS, 0, "All matches of all tournaments");
        dom_web_html_raw(h, "</p>\n");
    }
    dom_web_frame_end(p);
}
