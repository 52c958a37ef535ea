/* The matches of a bot over all tournaments, in short: its worst losses, its luckiest wins and its
 * newest ones. */
#include "page.h"

#include <stdlib.h>

enum { SHOWN = 5 };

/* The list of the bot's matches, and those that are to be shown. */
typedef struct {
    dom_web_page_frame *p;
    dom_web_match_list list;
    dom_web_match_page page;
    bool has_worth; /* a match that is shown was valued */
} bot_matches;

/* Writes who else sat at the table, without partners. */
static void put_others(dom_web_page_frame *p, const dom_web_match_found *found, int seat)
{
    const dom_web_tournament *t = &p->site->tournaments[found->tournament];
    const dom_web_match_entry *m = found->entry;
    bool is_first = true;
    for (int s = 0; s < m->seats; s++) {
        if (s % m->sides == seat % m->sides)
            continue;
        const char *label = p->site->bots[t->bots[m->bot[s]]].label;
        if (!is_first)
            dom_web_html_raw(p->h, ", ");
        dom_web_frame_link(p, "bot", label, label);
        is_first = false;
    }
}

static void put_found(const bot_matches *b, const dom_web_match_found *found, bool has_worth)
{
    dom_web_page_frame *p = b->p;
    const dom_web_tournament *t = &p->site->tournaments[found->tournament];
    const dom_web_match_entry *m = found->entry;
    int seat = dom_web_match_seat(found, &b->page.filter, p->site);
    dom_web_html_raw(p->h, "<tr><td class=\"n\">");
    dom_web_frame_match_link(p, dom_web_match_found_ref(found), NULL);
    dom_web_html_put(p->h, "</td><td>%s</td>", dom_web_result_words[m->result[seat]]);
    dom_web_frame_number(p->h, m->margin[seat], "%+d", (int)m->margin[seat]);
    if (has_worth)
        dom_web_page_put_worth(p, dom_web_match_found_ref(found), seat);
    dom_web_html_put(p->h, "<td class=\"t late\">%s</td><td class=\"grow\">",
                     p->site->variants[t->variants[m->variant]].name);
    put_others(p, found, seat);
    dom_web_html_put(p->h, "</td><td class=\"t late\" data-l=\"Ended\">%s</td><td class=\"late\">",
                     dom_web_page_end_words((dom_fault)m->end));
    dom_web_frame_tournament_link(p, t);
    dom_web_html_raw(p->h, "</td></tr>\n");
}

/* Finds the first matches that pass a filter. Of the luckiest ones only those are left which were
 * valued. */
static size_t find_first(bot_matches *b, dom_web_match_filter filter)
{
    dom_err ignored;
    size_t count = 0;
    b->page.filter = filter;
    b->page.page = 1;
    if (dom_web_match_page_find(&b->page, &b->list, &ignored) != DOM_OK)
        return 0;
    while (count < b->page.count && count < SHOWN &&
           (filter.option[DOM_WEB_FILTER_ORDER] != DOM_WEB_ORDER_LUCK ||
            dom_web_site_worth(b->p->site, dom_web_match_found_ref(&b->page.found[count]))))
        count++;
    return count;
}

/* Writes the first matches that pass a filter; nothing if there are none. */
static void put_table(bot_matches *b, const char *title, dom_web_match_filter filter)
{
    dom_web_html *h = b->p->h;
    bool has_worth = false;
    size_t count = find_first(b, filter);
    if (count == 0)
        return;
    for (size_t i = 0; i < count; i++)
        has_worth |=
            dom_web_site_worth(b->p->site, dom_web_match_found_ref(&b->page.found[i])) != NULL;
    b->has_worth |= has_worth;
    dom_web_html_put(h, "<h3>%s</h3>\n", title);
    dom_web_frame_table(h, "fold", title, "#Match", "Result", DOM_WEB_MARGIN_HEAD,
                        DOM_WEB_WORTH_HEADS(has_worth), ">Variant", "*Against", ">Ended",
                        ">Tournament", NULL);
    for (size_t i = 0; i < count; i++)
        put_found(b, &b->page.found[i], has_worth);
    dom_web_frame_table_end(h);
    if (!b->p->site->is_served || b->page.total <= SHOWN)
        return;
    dom_web_html_raw(h, "<p class=\"served\">");
    dom_web_page_matches_link(b->p, &b->list, &filter, 1, "More of them", NULL);
    dom_web_html_raw(h, "</p>\n");
}

/* Returns the filter of matches with this result in this order. */
static dom_web_match_filter with(const bot_matches *b, dom_web_result result,
                                 dom_web_match_order order)
{
    dom_web_match_filter filter = dom_web_match_filter_none(&b->list);
    filter.option[DOM_WEB_FILTER_RESULT] = (int)result;
    filter.option[DOM_WEB_FILTER_ORDER] = (int)order;
    return filter;
}

static void put_tables(bot_matches *b)
{
    const dom_web_match_filter all = dom_web_match_filter_none(&b->list);
    dom_web_html_raw(b->p->h, "<h2>Matches</h2>\n<p>");
    dom_web_page_matches_link(b->p, &b->list, &all, 1, "All its matches", NULL);
    dom_web_html_raw(b->p->h,
                     ", with result and margin. Losses and luck are measured by the margin "
                     "that is usual in the variant.</p>\n");
    put_table(b, "Worst losses", with(b, DOM_WEB_LOST, DOM_WEB_ORDER_LOST_BY));
    put_table(b, "Luckiest wins", with(b, DOM_WEB_WON, DOM_WEB_ORDER_LUCK));
    put_table(b, "Newest matches", all);
    if (b->has_worth)
        dom_web_page_put_worth_note(b->p);
}

void dom_web_page_put_bot_matches(dom_web_page_frame *p, uint32_t bot)
{
    const dom_web_match_list_path path = {.fixed = DOM_WEB_FILTER_BOT, .option = (int)bot};
    dom_err ignored;
    bot_matches *b = calloc(1, sizeof *b);
    if (b == NULL)
        return;
    b->p = p;
    if (dom_web_match_list_open(&b->list, p->site, &path, &ignored) == DOM_OK)
        put_tables(b);
    dom_web_match_list_close(&b->list);
    free(b);
}
