/* The matches under way: on the page of their tournament, on a page of their own, and a few of them
 * on the first page. */
#include "page.h"

/* ---- the list ------------------------------------------------------------------- */

static void put_open_match(dom_web_page_frame *p, const dom_web_open_matches *open,
                           const dom_core_open_match *m)
{
    dom_web_html *h = p->h;
    const dom_web_tournament *t = &p->site->tournaments[open->tournament];
    const dom_web_match_ref ref = {open->tournament, m->match};
    dom_web_html_put(h, "<li data-key=\"match %llu\"><span>", (unsigned long long)m->match);
    for (int seat = 0; seat < m->seats; seat++) {
        const char *label = p->site->bots[t->bots[m->bot[seat]]].label;
        dom_web_html_put(h, "%s", seat ? ", " : "");
        dom_web_frame_link(p, "bot", label, label);
        dom_web_html_put(h, " %d", (int)m->score[seat]);
    }
    dom_web_html_put(h, "</span> <small>Match %llu, %s, round %d, since ",
                     (unsigned long long)m->match, p->site->variants[t->variants[m->variant]].name,
                     m->round);
    dom_web_frame_clock(p, m->started_ms);
    dom_web_html_raw(h, "</small> ");
    if (dom_web_site_watched(p->site, ref)) /* opens the newest round at once */
        dom_web_frame_round_link(p, ref, (uint32_t)m->round, "Watch");
    else
        dom_web_frame_match_link(p, ref, "Follow");
    dom_web_html_raw(h, "</li>\n");
}

/* Says why no match is listed. */
static void put_none(dom_web_page_frame *p, const dom_web_tournament *t)
{
    double per_s = dom_web_pace_per_s(&t->pace, p->site->now_ms);
    dom_web_html_raw(p->h, "<p>");
    if (per_s >= 1)
        dom_web_html_put(p->h, "About %.0f matches end per second: too many to watch.", per_s);
    else
        dom_web_html_put(p->h, "No match has lasted %d seconds yet.",
                         DOM_CORE_WATCH_AFTER_MS / 1000);
    dom_web_html_raw(p->h, "</p>\n");
}

/* Writes the first matches under way, at most so many. */
static void put_list(dom_web_page_frame *p, const dom_web_open_matches *open, size_t most)
{
    size_t shown = open->shown < most ? open->shown : most;
    if (shown == 0) {
        put_none(p, &p->site->tournaments[open->tournament]);
        return;
    }
    dom_web_html_raw(p->h, "<ul>\n");
    for (size_t i = 0; i < shown; i++)
        put_open_match(p, open, &open->match[i]);
    dom_web_html_raw(p->h, "</ul>\n");
}

/* Writes how many more there are. */
static void put_more(dom_web_page_frame *p, const dom_web_open_matches *open)
{
    if (open->count <= open->shown)
        return;
    dom_web_html_raw(p->h, "<p>");
    unsigned more = (unsigned)(open->count - open->shown);
    dom_web_html_put(p->h, "%u more match%s being played.</p>\n", more,
                     more == 1 ? " is" : "es are");
}

/* ---- the three places ------------------------------------------------------------- */

void dom_web_page_put_open(dom_web_page_frame *p, const dom_web_tournament *t)
{
    char slug[DOM_WEB_SLUG_BYTES];
    const dom_web_open_matches *open =
        dom_web_site_open_matches(p->site, (uint32_t)(t - p->site->tournaments));
    if (open == NULL)
        return;
    dom_web_slug(slug, t->name);
    dom_web_html_put(p->h,
                     "<section class=\"now\" data-tables=\"../now/%s.html\">\n"
                     "<h2>At the table now</h2>\n",
                     slug);
    put_list(p, open, DOM_CORE_WATCH_MATCHES_MAX);
    put_more(p, open);
    dom_web_html_raw(p->h, "</section>\n");
}

void dom_web_page_put_open_shortly(dom_web_page_frame *p, const dom_web_tournament *t)
{
    enum { SHORT = 3 };
    const dom_web_open_matches *open =
        dom_web_site_open_matches(p->site, (uint32_t)(t - p->site->tournaments));
    if (open == NULL)
        return;
    dom_web_html_raw(
        p->h, "<section class=\"now\" data-tables=\"index.html\">\n<h4>At the table now</h4>\n");
    put_list(p, open, SHORT);
    if (open->count > SHORT) {
        dom_web_html_raw(p->h, "<p>");
        dom_web_frame_link(p, "now", t->name, "All tables");
        dom_web_html_raw(p->h, "</p>\n");
    }
    dom_web_html_raw(p->h, "</section>\n");
}

void dom_web_page_open(dom_web_page_frame *p, size_t number)
{
    const dom_web_tournament *t = &p->site->tournaments[number];
    dom_web_frame_begin(p, dom_web_tournament_title(t));
    if (dom_web_site_open_matches(p->site, (uint32_t)(t - p->site->tournaments)))
        dom_web_page_put_open(p, t);
    else
        dom_web_html_raw(p->h, "<p>Nothing is being played in this tournament now.</p>\n");
    dom_web_html_raw(p->h, "<p>");
    dom_web_frame_link(p, "tournament", t->name, "Standings and matches");
    dom_web_html_raw(p->h, "</p>\n");
    dom_web_frame_end(p);
}
