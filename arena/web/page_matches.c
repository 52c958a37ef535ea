/* Tables of matches, and the pages that have all matches of a tournament. */
#include "page.h"

#include <stdio.h>

static void put_seats(dom_web_page_frame *p, const dom_web_match_line *m)
{
    dom_web_html *h = p->h;
    for (int s = 0; s < m->seats; s++) {
        if (s > 0)
            dom_web_html_raw(h, ", ");
        dom_web_frame_link(p, "bot", p->site->bots[m->bot[s]].label,
                           p->site->bots[m->bot[s]].label);
        dom_web_html_text(h, " %d", (int)m->score[s]);
        if (m->place[s] == 1)
            dom_web_html_raw(h, " <b>1st</b>");
    }
}

void dom_web_page_match(dom_web_page_frame *p, uint32_t tournament, const dom_web_match_line *m)
{
    dom_web_html *h = p->h;
    dom_web_html_raw(h, "<tr><td class=\"n\"");
    dom_web_html_attr(h, "data-v", "%llu", (unsigned long long)m->match);
    dom_web_html_raw(h, ">");
    dom_web_frame_match_link(p, (dom_web_match_ref){tournament, m->match}, NULL);
    dom_web_html_raw(h, "</td><td class=\"t\">");
    dom_web_html_text(h, "%s", p->site->variants[m->variant].name);
    dom_web_html_raw(h, "</td><td>");
    put_seats(p, m);
    dom_web_html_raw(h, "</td><td class=\"t\">");
    dom_web_html_text(h, "%s", m->end == DOM_FAULT_NONE ? "by the rules" : dom_fault_word(m->end));
    if (m->fault_seat >= 0)
        dom_web_html_text(h, ", seat %d", m->fault_seat);
    dom_web_html_raw(h, "</td>");
    dom_web_frame_number(h, (double)m->set, "%llu.%d", (unsigned long long)m->set, m->rotation);
    dom_web_frame_number(h, (double)m->duration_ms, "%lld ms", (long long)m->duration_ms);
    dom_web_html_raw(h, "</tr>\n");
}

void dom_web_page_begin_matches(dom_web_page_frame *p, const char *label)
{
    dom_web_html *h = p->h;
    dom_web_html_raw(h, "<div class=\"wide\" tabindex=\"0\" role=\"region\"");
    dom_web_html_attr(h, "aria-label", "%s", label);
    dom_web_html_raw(
        h, "><table class=\"sort filter\"><thead><tr><th class=\"n\" scope=\"col\">Match</th>"
           "<th scope=\"col\">Variant</th><th scope=\"col\">Bots by seat, score</th>"
           "<th scope=\"col\">Ended</th><th class=\"n\" scope=\"col\">Set, rotation</th>"
           "<th class=\"n\" scope=\"col\">Duration</th></tr></thead>\n<tbody>\n");
}

void dom_web_page_end_matches(dom_web_page_frame *p)
{
    dom_web_html_raw(p->h, "</tbody></table></div>\n");
}

/* ---- all matches ------------------------------------------------------------------ */

uint64_t dom_web_matches_pages(const dom_web_tournament *t)
{
    return (t->last_match + DOM_WEB_MATCHES_PAGE - 1) / DOM_WEB_MATCHES_PAGE;
}

void dom_web_page_matches_link(dom_web_page_frame *p, const dom_web_tournament *t, uint64_t page,
                               const char *text)
{
    char folder[DOM_WEB_SLUG_BYTES + 16], slug[DOM_WEB_SLUG_BYTES], number[24];
    dom_web_slug(slug, t->name);
    (void)snprintf(folder, sizeof folder, "matches/%s", slug);
    (void)snprintf(number, sizeof number, "%llu", (unsigned long long)page);
    dom_web_frame_link(p, folder, number, text);
}

/* Writes links to the first, previous, next and last page. */
static void put_pager(dom_web_page_frame *p, const dom_web_tournament *t, uint64_t page)
{
    const uint64_t last = dom_web_matches_pages(t);
    const struct {
        uint64_t page;
        bool is_there;
        const char *text;
    } links[] = {{1, page > 2, "First"},
                 {page - 1, page > 1, "Previous"},
                 {page + 1, page < last, "Next"},
                 {last, page + 1 < last, "Last"}};
    dom_web_html_raw(p->h, "<nav class=\"pager\" aria-label=\"Pages of matches\">");
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        if (links[i].is_there) {
            dom_web_html_raw(p->h, " ");
            dom_web_page_matches_link(p, t, links[i].page, links[i].text);
        }
    dom_web_html_raw(p->h, "</nav>\n");
}

void dom_web_matches_page(dom_web_html *out, const dom_web_site *site, uint32_t tournament,
                          uint64_t page, const dom_web_match_line lines[], size_t count)
{
    dom_web_page_frame p = {.h = out, .site = site, .depth = 2};
    const dom_web_tournament *t = &site->tournaments[tournament];
    char title[DOM_WEB_TOURNAMENT_BYTES + 32];
    (void)snprintf(title, sizeof title, "Matches of %s", t->name);
    dom_web_frame_begin(&p, title);
    dom_web_html_raw(out, "<p>");
    dom_web_frame_link(&p, "tournament", t->name, t->name);
    dom_web_html_text(out, ", page %llu of %llu, in the order of the schedule.",
                      (unsigned long long)page, (unsigned long long)dom_web_matches_pages(t));
    dom_web_html_raw(out, "</p>\n");
    put_pager(&p, t, page);
    dom_web_page_begin_matches(&p, "Matches");
    for (size_t i = 0; i < count; i++)
        dom_web_page_match(&p, tournament, &lines[i]);
    dom_web_page_end_matches(&p);
    put_pager(&p, t, page);
    dom_web_frame_end(&p);
}
