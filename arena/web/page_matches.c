/* Tables of matches, and the pages that have all matches of a tournament, or those that pass a
 * filter. */
#include "page.h"

#include <stdio.h>

static void put_seats(dom_web_page_frame *p, const dom_web_match_line *m)
{
    dom_web_html *h = p->h;
    for (int s = 0; s < m->stored.seats; s++) {
        if (s > 0)
            dom_web_html_raw(h, ", ");
        dom_web_frame_link(p, "bot", p->site->bots[m->bot[s]].label,
                           p->site->bots[m->bot[s]].label);
        dom_web_html_put(h, " %d", (int)m->stored.seat[s].score);
        if (m->stored.seat[s].place == 1)
            dom_web_html_raw(h, " <b>1st</b>");
    }
}

void dom_web_page_match(dom_web_page_frame *p, uint32_t tournament, const dom_web_match_line *m)
{
    dom_web_html *h = p->h;
    dom_web_html_put(h, "<tr><td class=\"n\" data-v=\"%llu\">",
                     (unsigned long long)m->stored.match);
    dom_web_frame_match_link(p, (dom_web_match_ref){tournament, m->stored.match}, NULL);
    dom_web_html_put(h, "</td><td class=\"t\">%s</td><td>", p->site->variants[m->variant].name);
    put_seats(p, m);
    dom_web_html_put(h, "</td><td class=\"t\">%s",
                     m->stored.end == DOM_FAULT_NONE ? "by the rules"
                                                     : dom_fault_word(m->stored.end));
    if (m->stored.fault_seat >= 0)
        dom_web_html_put(h, ", seat %d", m->stored.fault_seat);
    dom_web_html_raw(h, "</td>");
    dom_web_frame_number(h, (double)m->stored.set, "%llu.%d", (unsigned long long)m->stored.set,
                         m->stored.rotation);
    dom_web_frame_number(h, (double)m->stored.duration_ms, "%lld ms",
                         (long long)m->stored.duration_ms);
    dom_web_html_raw(h, "</tr>\n");
}

void dom_web_page_begin_matches(dom_web_page_frame *p, const char *label)
{
    dom_web_html *h = p->h;
    dom_web_frame_table(h, "sort filter", label, "#Match", "Variant", "Bots by seat, score",
                        "Ended", "#Set, rotation", "#Duration", NULL);
}

void dom_web_page_end_matches(dom_web_page_frame *p)
{
    dom_web_frame_table_end(p->h);
}

/* ---- all matches ------------------------------------------------------------------ */

enum { OPTIONS_OPEN_MAX = 12 };

/* A page of matches that is being written. */
typedef struct {
    dom_web_page_frame *p;
    const dom_web_tournament *t;
    const dom_web_match_page *page;
} match_pages;

/* Writes a link to a page of the matches that pass a filter. */
static void put_page_link(const match_pages *m, const dom_web_match_filter *filter, uint64_t page,
                          const char *text, const char *current)
{
    char slug[DOM_WEB_SLUG_BYTES], query[DOM_WEB_FILTER_BYTES];
    dom_web_html *h = m->p->h;
    dom_web_slug(slug, m->t->name);
    dom_web_match_filter_query(query, filter, m->p->site, m->t);
    dom_web_html_put(h, " <a href=\"%smatches/%s/%llu.html%s\"", dom_web_frame_root(m->p), slug,
                     (unsigned long long)page, query);
    if (current)
        dom_web_html_put(h, " aria-current=\"%s\"", current);
    dom_web_html_put(h, ">%s</a>", text);
}

void dom_web_page_matches_link(dom_web_page_frame *p, const dom_web_tournament *t, const char *text)
{
    const dom_web_match_filter none = dom_web_match_filter_none();
    put_page_link(&(match_pages){.p = p, .t = t}, &none, 1, text, NULL);
}

/* Writes links to the first, previous, next and last page. */
static void put_pager(const match_pages *m, const char *label)
{
    const uint64_t page = m->page->page, last = dom_web_match_page_last(m->page->total);
    const struct {
        uint64_t page;
        bool is_there;
        const char *text;
    } links[] = {{1, page > 2, "First"},
                 {page - 1, page > 1, "Previous"},
                 {page + 1, page < last, "Next"},
                 {last, page + 1 < last, "Last"}};
    if (last == 1)
        return;
    dom_web_html_put(m->p->h, "<nav class=\"pager\" aria-label=\"%s\">", label);
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        if (links[i].is_there)
            put_page_link(m, &m->page->filter, links[i].page, links[i].text, NULL);
    dom_web_html_raw(m->p->h, "</nav>\n");
}

/* ---- filters ---------------------------------------------------------------------- */

static const struct {
    const char *title, *options;
} filters[DOM_WEB_FILTER_KEYS] = {
    [DOM_WEB_FILTER_VARIANT] = {"Variant", "Variants"},
    [DOM_WEB_FILTER_BOT] = {"Bot", "Bots"},
    [DOM_WEB_FILTER_SEAT] = {"Seat of this bot", "Seats"},
    [DOM_WEB_FILTER_END] = {"Ended by", "Ends"},
};

static const char *option_name(const match_pages *m, dom_web_filter_key key, int option)
{
    if (option == DOM_WEB_FILTER_ALL)
        return key == DOM_WEB_FILTER_END ? "anything" : "all";
    if (key == DOM_WEB_FILTER_END && option < 2)
        return option == 0 ? "the rules" : "any fault";
    return dom_web_filter_name(key, m->p->site, m->t, option);
}

/* Writes the options of a key as links to the first page of each. They are folded away if there are
 * many. */
static void put_options(const match_pages *m, dom_web_filter_key key)
{
    dom_web_html *h = m->p->h;
    int count = dom_web_filter_options(key, m->p->site, m->t);
    int current = m->page->filter.option[key];
    dom_web_html_raw(h, "<details class=\"choose\"");
    if (count <= OPTIONS_OPEN_MAX)
        dom_web_html_raw(h, " open");
    dom_web_html_put(h, "><summary>%s: %s</summary>\n<nav aria-label=\"%s\">", filters[key].title,
                     option_name(m, key, current), filters[key].options);
    for (int i = DOM_WEB_FILTER_ALL; i < count; i++) {
        dom_web_match_filter with = dom_web_match_filter_with(&m->page->filter, key, i);
        put_page_link(m, &with, 1, option_name(m, key, i), i == current ? "true" : NULL);
    }
    dom_web_html_raw(h, "</nav></details>\n");
}

static void put_filters(const match_pages *m)
{
    for (dom_web_filter_key key = 0; key < DOM_WEB_FILTER_KEYS; key++)
        if (key != DOM_WEB_FILTER_SEAT ||
            m->page->filter.option[DOM_WEB_FILTER_BOT] != DOM_WEB_FILTER_ALL)
            put_options(m, key);
}

/* Writes how many matches pass the filter, and which page of them this is. */
static void put_count(const match_pages *m)
{
    dom_web_html *h = m->p->h;
    bool is_all = dom_web_match_filter_is_empty(&m->page->filter);
    dom_web_html_raw(h, "<p>");
    dom_web_frame_tournament_link(m->p, m->t);
    dom_web_html_put(h, ": %llu ", (unsigned long long)m->page->total);
    if (!is_all)
        dom_web_html_put(h, "of %llu ", (unsigned long long)m->t->line_count);
    dom_web_html_put(h, "matches, in the order of the schedule; page %llu of %llu.",
                     (unsigned long long)m->page->page,
                     (unsigned long long)dom_web_match_page_last(m->page->total));
    if (!is_all)
        dom_web_page_matches_link(m->p, m->t, "Show all matches");
    dom_web_html_raw(h, "</p>\n");
}

void dom_web_page_matches(dom_web_page_frame *p, uint32_t tournament,
                          const dom_web_match_page *page, const dom_web_match_line lines[],
                          size_t count)
{
    const match_pages m = {p, &p->site->tournaments[tournament], page};
    char title[DOM_WEB_TITLE_BYTES + 32];
    (void)snprintf(title, sizeof title, "Matches of %s", dom_web_tournament_title(m.t));
    dom_web_frame_begin(p, title);
    put_count(&m);
    if (p->site->is_served)
        put_filters(&m);
    else
        dom_web_html_raw(p->h, "<p>The pages of <code>domino-arena serve</code> can be filtered by "
                               "variant, bot, seat and end.</p>\n");
    put_pager(&m, "Pages of matches");
    dom_web_page_begin_matches(p, "Matches");
    for (size_t i = 0; i < count; i++)
        dom_web_page_match(p, tournament, &lines[i]);
    dom_web_page_end_matches(p);
    put_pager(&m, "Pages of matches, below the table");
    dom_web_frame_end(p);
}
