/* Tables of matches, and the pages that list those of a tournament, a bot or a variant, or of all,
 * as far as they pass a filter. */
#include "page.h"
#include "rules/round.h"

#include "search/reference.h"

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

static void put_outcome(dom_web_page_frame *p, const dom_web_match_line *m, int seat)
{
    dom_web_outcome of =
        dom_web_outcome_of(&p->site->variants[m->variant].options, &m->stored, seat);
    dom_web_html_put(p->h, "<td>%s</td>", dom_web_result_words[of.result]);
    dom_web_frame_number(p->h, of.margin, "%+d", (int)of.margin);
}

void dom_web_page_put_worth(dom_web_page_frame *p, dom_web_match_ref ref, int seat)
{
    const dom_web_match_worth *worth = dom_web_site_worth(p->site, ref);
    if (worth) {
        dom_web_frame_late(p->h, "Luck", worth->luck[seat], "%+.1f", (double)worth->luck[seat]);
        dom_web_frame_late(p->h, "Skill", worth->skill[seat], "%+.1f", (double)worth->skill[seat]);
    } else {
        dom_web_html_raw(p->h, "<td class=\"late\"></td><td class=\"late\"></td>");
    }
}

void dom_web_page_put_worth_note(dom_web_page_frame *p)
{
    dom_web_html_put(p->h,
                     "<p>Luck and skill are points of the whole match, measured against the "
                     "reference player %s. They are in no rating. <code>domino-arena "
                     "analyse</code> finds them.</p>\n",
                     DOM_SEARCH_REFERENCE_NAME);
}

const char *dom_web_page_end_words(dom_fault end)
{
    return end == DOM_FAULT_NONE ? "by the rules" : dom_fault_word(end);
}

void dom_web_page_match(dom_web_page_frame *p, dom_web_match_columns columns, uint32_t tournament,
                        const dom_web_match_line *m, int seat)
{
    dom_web_html *h = p->h;
    dom_web_html_put(h, "<tr><td class=\"n\" data-v=\"%llu\">",
                     (unsigned long long)m->stored.match);
    dom_web_frame_match_link(p, (dom_web_match_ref){tournament, m->stored.match}, NULL);
    dom_web_html_raw(h, "</td>");
    if (columns.has_outcome)
        put_outcome(p, m, seat);
    if (columns.has_worth)
        dom_web_page_put_worth(p, (dom_web_match_ref){tournament, m->stored.match}, seat);
    dom_web_html_put(h, "<td class=\"t late\">%s</td>", p->site->variants[m->variant].name);
    dom_web_html_raw(h, "<td class=\"grow\">");
    put_seats(p, m);
    dom_web_html_put(h, "</td><td class=\"t late\" data-l=\"Ended\">%s",
                     dom_web_page_end_words(m->stored.end));
    if (m->stored.fault_seat >= 0)
        dom_web_html_put(h, ", seat %d", m->stored.fault_seat);
    dom_web_html_raw(h, "</td>");
    if (columns.has_tournament) {
        dom_web_html_raw(h, "<td class=\"late\">");
        dom_web_frame_tournament_link(p, &p->site->tournaments[tournament]);
        dom_web_html_raw(h, "</td>");
    }
    dom_web_frame_late(h, "Set, rotation", (double)m->stored.set, "%llu.%d",
                       (unsigned long long)m->stored.set, m->stored.rotation);
    dom_web_html_put(h, "<td class=\"n late\" data-l=\"Duration\" data-v=\"%lld\">",
                     (long long)m->stored.duration_ms);
    dom_web_frame_duration(h, 1000.0 * (double)m->stored.duration_ms);
    dom_web_html_raw(h, "</td></tr>\n");
}

void dom_web_page_begin_matches(dom_web_page_frame *p, dom_web_match_columns columns,
                                const char *label)
{
    dom_web_frame_table(
        p->h, "sort filter fold", label, "#Match", columns.has_outcome ? "Result" : "",
        columns.has_outcome ? DOM_WEB_MARGIN_HEAD : "", DOM_WEB_WORTH_HEADS(columns.has_worth),
        ">Variant", "*Bots by seat, score", ">Ended", columns.has_tournament ? ">Tournament" : "",
        ">#Set, rotation", ">#Duration", NULL);
}

void dom_web_page_end_matches(dom_web_page_frame *p)
{
    dom_web_frame_table_end(p->h);
}

/* ---- pages of a list --------------------------------------------------------------- */

/* A page of a list that is being written. */
typedef struct {
    dom_web_page_frame *p;
    const dom_web_match_list *list;
    const dom_web_match_page *page;
} match_pages;

void dom_web_page_matches_link(dom_web_page_frame *p, const dom_web_match_list *list,
                               const dom_web_match_filter *filter, uint64_t page, const char *text,
                               const char *current)
{
    char path[DOM_WEB_MATCH_LIST_PATH_BYTES], query[DOM_WEB_FILTER_BYTES];
    const dom_web_match_list_path of = {list->fixed, list->option, page, false};
    dom_web_match_list_path_write(path, list->site, &of);
    dom_web_match_filter_query(query, filter, list);
    dom_web_html_put(p->h, " <a href=\"%s%s.html%s\"", dom_web_frame_root(p), path, query);
    if (current)
        dom_web_html_put(p->h, " aria-current=\"%s\"", current);
    dom_web_html_put(p->h, ">%s</a>", text);
}

void dom_web_page_all_matches_link(dom_web_page_frame *p, dom_web_filter_key fixed, size_t option,
                                   const char *text)
{
    const dom_web_match_list list = {.site = p->site, .fixed = fixed, .option = (int)option};
    const dom_web_match_filter none = dom_web_match_filter_none(&list);
    dom_web_page_matches_link(p, &list, &none, 1, text, NULL);
}

static void put_link(const match_pages *m, const dom_web_match_filter *filter, uint64_t page,
                     const char *text, const char *current)
{
    dom_web_page_matches_link(m->p, m->list, filter, page, text, current);
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
            put_link(m, &m->page->filter, links[i].page, links[i].text, NULL);
    dom_web_html_raw(m->p->h, "</nav>\n");
}

/* ---- filters ---------------------------------------------------------------------- */

static const struct {
    const char *title, *options, *all;
} filters[DOM_WEB_FILTER_KEYS] = {
    [DOM_WEB_FILTER_TOURNAMENT] = {"Tournament", "Tournaments", "all"},
    [DOM_WEB_FILTER_VARIANT] = {"Variant", "Variants", "all"},
    [DOM_WEB_FILTER_BOT] = {"Bot", "Bots", "all"},
    [DOM_WEB_FILTER_OPPONENT] = {"Against", "Opponents", "anybody"},
    [DOM_WEB_FILTER_SEAT] = {"Seat of the bot", "Seats", "all"},
    [DOM_WEB_FILTER_RESULT] = {"Result of the bot", "Results", "all"},
    [DOM_WEB_FILTER_END] = {"Ended by", "Ends", "anything"},
    [DOM_WEB_FILTER_ORDER] = {"Order", "Orders", NULL},
};

/* What an order is called among the options, and in a sentence. */
static const struct {
    const char *option, *words;
} orders[DOM_WEB_ORDERS] = {
    [DOM_WEB_ORDER_OLDEST] = {"oldest first", "in the order of the schedule"},
    [DOM_WEB_ORDER_NEWEST] = {"newest first", "the newest first"},
    [DOM_WEB_ORDER_LOST_BY] = {"worst losses first", "the worst losses first, measured by the "
                                                     "margin that is usual in the variant"},
    [DOM_WEB_ORDER_LUCK] = {"luckiest first",
                            "the luckiest first, measured by the margin that is usual in the "
                            "variant, and last those that were not valued"},
    [DOM_WEB_ORDER_WON_BY] = {"best wins first",
                              "the best wins first, measured by the margin that is usual in the "
                              "variant"},
};

static const char *option_name(const match_pages *m, dom_web_filter_key key, int option)
{
    if (option == DOM_WEB_FILTER_ALL)
        return filters[key].all;
    if (key == DOM_WEB_FILTER_ORDER)
        return orders[option].option;
    if (key == DOM_WEB_FILTER_END && option <= DOM_WEB_END_BY_FAULT)
        return option == DOM_WEB_END_BY_RULES ? "the rules" : "any fault";
    if (key == DOM_WEB_FILTER_TOURNAMENT)
        return dom_web_tournament_title(&m->p->site->tournaments[option]);
    return dom_web_filter_option_name(m->p->site, key, option);
}

/* Writes the options of a key as links to the first page of each, folded away. */
static void put_options(const match_pages *m, dom_web_filter_key key)
{
    dom_web_html *h = m->p->h;
    const dom_web_match_filter *f = &m->page->filter;
    bool is_order = key == DOM_WEB_FILTER_ORDER; /* there is always one */
    int i = DOM_WEB_FILTER_ALL;
    int current = is_order ? (int)dom_web_match_filter_order(f, m->list) : f->option[key];
    dom_web_html_put(h,
                     "<details class=\"choose\"><summary>%s: %s</summary>\n<nav aria-label=\"%s\">",
                     filters[key].title, option_name(m, key, current), filters[key].options);
    if (is_order)
        i = dom_web_match_filter_next(f, m->list, key, i);
    do {
        dom_web_match_filter with = dom_web_match_filter_with(f, key, i);
        put_link(m, &with, 1, option_name(m, key, i), i == current ? "true" : NULL);
        i = dom_web_match_filter_next(f, m->list, key, i);
    } while (i != DOM_WEB_FILTER_ALL);
    dom_web_html_raw(h, "</nav></details>\n");
}

static void put_filters(const match_pages *m)
{
    dom_web_html_raw(m->p->h, "<div class=\"served filters\">");
    for (dom_web_filter_key key = 0; key < DOM_WEB_FILTER_KEYS; key++)
        if (dom_web_match_filter_is_offered(&m->page->filter, m->list, key))
            put_options(m, key);
    dom_web_html_raw(m->p->h, "</div>\n");
}

/* ---- the page --------------------------------------------------------------------- */

/* Writes what the list is of, as a link to its page. */
static void put_subject(const match_pages *m)
{
    const dom_web_site *site = m->p->site;
    if (m->list->fixed == DOM_WEB_FILTER_TOURNAMENT)
        dom_web_frame_tournament_link(m->p, &site->tournaments[m->list->option]);
    else if (m->list->fixed == DOM_WEB_FILTER_KEYS)
        dom_web_html_raw(m->p->h, "All tournaments");
    else {
        const char *name = dom_web_filter_option_name(site, m->list->fixed, m->list->option);
        dom_web_frame_link(m->p, m->list->fixed == DOM_WEB_FILTER_BOT ? "bot" : "leaderboard", name,
                           name);
    }
}

/* Writes how many matches pass the filter, in which order, and which page of them this is. */
static void put_count(const match_pages *m)
{
    dom_web_html *h = m->p->h;
    const dom_web_match_filter *f = &m->page->filter;
    bool is_all = dom_web_match_filter_is_empty(f, m->list);
    dom_web_html_raw(h, "<p>");
    put_subject(m);
    dom_web_html_put(h, ": %llu ", (unsigned long long)m->page->total);
    if (!is_all)
        dom_web_html_put(h, "of %llu ", (unsigned long long)m->page->all);
    dom_web_html_put(h, "matches, %s; page %llu of %llu.",
                     orders[dom_web_match_filter_order(f, m->list)].words,
                     (unsigned long long)m->page->page,
                     (unsigned long long)dom_web_match_page_last(m->page->total));
    if (!is_all)
        dom_web_page_all_matches_link(m->p, m->list->fixed, (size_t)m->list->option,
                                      "Show all matches");
    dom_web_html_raw(h, "</p>\n");
}

/* Returns whether a match of the page was valued. */
static bool has_worth(const match_pages *m)
{
    for (size_t i = 0; i < m->page->count; i++) {
        dom_web_match_ref ref = dom_web_match_found_ref(&m->page->found[i]);
        if (dom_web_site_worth(m->p->site, ref))
            return true;
    }
    return false;
}

static void begin_page(const match_pages *m)
{
    char title[DOM_WEB_TITLE_BYTES + 32];
    if (m->list->fixed == DOM_WEB_FILTER_KEYS)
        (void)snprintf(title, sizeof title, "All matches");
    else
        (void)snprintf(title, sizeof title, "Matches of %s",
                       option_name(m, m->list->fixed, m->list->option));
    dom_web_frame_begin(m->p, title);
}

void dom_web_page_matches(dom_web_page_frame *p, const dom_web_match_list *list,
                          const dom_web_match_page *page, const dom_web_match_line lines[])
{
    const match_pages m = {p, list, page};
    const bool is_of_bot = page->filter.option[DOM_WEB_FILTER_BOT] != DOM_WEB_FILTER_ALL;
    const dom_web_match_columns columns = {
        .has_tournament = page->filter.option[DOM_WEB_FILTER_TOURNAMENT] == DOM_WEB_FILTER_ALL,
        .has_outcome = is_of_bot,
        .has_worth = is_of_bot && has_worth(&m)};
    begin_page(&m);
    put_count(&m);
    if (p->site->is_served)
        put_filters(&m);
    else
        dom_web_html_raw(p->h,
                         "<p class=\"files\">The pages of <code>domino-arena serve</code> can "
                         "be filtered by tournament, variant, bot, opponent, seat, result and "
                         "end.</p>\n");
    put_pager(&m, "Pages of matches");
    dom_web_page_begin_matches(p, columns, "Matches");
    for (size_t i = 0; i < page->count; i++)
        dom_web_page_match(p, columns, page->found[i].tournament, &lines[i],
                           columns.has_outcome
                               ? dom_web_match_seat(&page->found[i], &page->filter, p->site)
                               : DOM_NOBODY);
    dom_web_page_end_matches(p);
    if (columns.has_worth)
        dom_web_page_put_worth_note(p);
    put_pager(&m, "Pages of matches, below the table");
    dom_web_frame_end(p);
}
