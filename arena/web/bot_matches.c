/* The matches of a bot over all tournaments, in short: its worst losses and its newest ones. */
#include "page.h"

#include <stdlib.h>

enum { SHOWN = 5 };

/* The list of the bot's matches, and those that are to be shown. */
typedef struct {
    dom_web_page_frame *p;
    dom_web_match_scope scope;
    dom_web_match_page page;
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

static void put_found(const bot_matches *b, const dom_web_match_found *found)
{
    dom_web_page_frame *p = b->p;
    const dom_web_tournament *t = &p->site->tournaments[found->tournament];
    const dom_web_match_entry *m = found->entry;
    int seat = dom_web_match_seat(found, &b->page.filter, p->site);
    dom_web_html_raw(p->h, "<tr><td class=\"n\">");
    dom_web_frame_match_link(p, (dom_web_match_ref){found->tournament, m->match}, NULL);
    dom_web_html_put(p->h, "</td><td>%s</td>", dom_web_result_words[m->result[seat]]);
    dom_web_frame_number(p->h, m->margin[seat], "%+d", (int)m->margin[seat]);
    dom_web_html_put(p->h, "<td class=\"t\">%s</td><td>",
                     p->site->variants[t->variants[m->variant]].name);
    put_others(p, found, seat);
    dom_web_html_put(p->h, "</td><td class=\"t\">%s</td><td>",
                     m->end == DOM_FAULT_NONE ? "by the rules" : dom_fault_word(m->end));
    dom_web_frame_tournament_link(p, t);
    dom_web_html_raw(p->h, "</td></tr>\n");
}

/* Writes the first matches that pass a filter; nothing if there are none. */
static void put_table(bot_matches *b, const char *title, dom_web_match_filter filter)
{
    dom_err ignored;
    b->page.filter = filter;
    b->page.page = 1;
    if (dom_web_match_page_find(&b->page, &b->scope, &ignored) != DOM_OK || b->page.count == 0)
        return;
    dom_web_html_put(b->p->h, "<h3>%s</h3>\n", title);
    dom_web_frame_table(b->p->h, "", title, "#Match", "Result",
                        "#Margin: points less those of the best other side; above 0 is good",
                        "Variant", "Against", "Ended", "Tournament", NULL);
    for (size_t i = 0; i < b->page.count && i < SHOWN; i++)
        put_found(b, &b->page.found[i]);
    dom_web_frame_table_end(b->p->h);
    if (!b->p->site->is_served || b->page.total <= SHOWN)
        return;
    dom_web_html_raw(b->p->h, "<p class=\"served\">");
    dom_web_page_matches_link(b->p, &b->scope, &filter, 1, "More of them", NULL);
    dom_web_html_raw(b->p->h, "</p>\n");
}

static void put_tables(bot_matches *b)
{
    const dom_web_match_filter all = dom_web_match_filter_none(&b->scope);
    dom_web_match_filter lost =
        dom_web_match_filter_with(&all, DOM_WEB_FILTER_RESULT, DOM_WEB_LOST);
    lost.option[DOM_WEB_FILTER_ORDER] = DOM_WEB_ORDER_LOST_BY;
    dom_web_html_raw(b->p->h, "<h2>Matches</h2>\n<p>");
    dom_web_page_matches_link(b->p, &b->scope, &all, 1, "All its matches", NULL);
    dom_web_html_raw(b->p->h, ", with result and margin. The worst losses are measured by the "
                              "margin that is usual in the variant.</p>\n");
    put_table(b, "Worst losses", lost);
    put_table(b, "Newest matches", all);
}

void dom_web_page_put_bot_matches(dom_web_page_frame *p, uint32_t bot)
{
    const dom_web_match_path path = {.fixed = DOM_WEB_FILTER_BOT, .option = (int)bot};
    dom_err ignored;
    bot_matches *b = calloc(1, sizeof *b);
    if (b == NULL)
        return;
    b->p = p;
    if (dom_web_match_scope_open(&b->scope, p->site, &path, &ignored) == DOM_OK)
        put_tables(b);
    dom_web_match_scope_close(&b->scope);
    free(b);
}
