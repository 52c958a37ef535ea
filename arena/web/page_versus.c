/* The page of two bots: their results against each other, and the deals on which they differed
 * most. */
#include "base/percent.h"
#include "page.h"

#include <stdio.h>
#include <stdlib.h>

enum { FILES_BOTS_MAX = 30 }; /* with more, a report would have thousands of these pages */

bool dom_web_page_has_versus(const dom_web_site *site)
{
    return site->is_served || site->bot_count <= FILES_BOTS_MAX;
}

dom_web_encounter dom_web_page_encounter_at(const dom_web_variant *v, size_t row, size_t column)
{
    if (row == column || v->list->cross.versus == NULL)
        return (dom_web_encounter){NULL, NULL};
    const dom_ratings_versus *versus = dom_results_crosstable_at(&v->list->cross, row, column);
    const dom_web_meetings *where = &v->list->meetings[row * dom_web_variant_lines(v) + column];
    return versus->games > 0 ? (dom_web_encounter){versus, where} : (dom_web_encounter){NULL, NULL};
}

dom_web_encounter dom_web_page_encounter(const dom_web_variant *v, uint32_t bot, uint32_t other)
{
    size_t lines = dom_web_variant_lines(v), row = lines, column = lines;
    for (size_t i = 0; i < lines; i++) {
        row = v->list->rows[i].bot == bot ? i : row;
        column = v->list->rows[i].bot == other ? i : column;
    }
    return row < lines && column < lines ? dom_web_page_encounter_at(v, row, column)
                                         : (dom_web_encounter){NULL, NULL};
}

bool dom_web_page_have_met(const dom_web_site *site, uint32_t bot, uint32_t other)
{
    for (size_t i = 0; bot != other && i < site->variant_count; i++)
        if (dom_web_page_encounter(&site->variants[i], bot, other).versus)
            return true;
    return false;
}

static void put_variant(dom_web_page_frame *p, const dom_web_variant *v, dom_web_encounter met)
{
    dom_web_html *h = p->h;
    const dom_ratings_versus *s = met.versus;
    dom_web_html_raw(h, "<tr><th class=\"grow\" scope=\"row\">");
    dom_web_frame_link(p, "leaderboard", v->name, v->name);
    dom_web_html_raw(h, "</th>");
    dom_web_frame_late(h, "Sets", (double)s->sets, "%llu", (unsigned long long)s->sets);
    dom_web_frame_late_results(h, s->wins, s->draws, s->losses);
    dom_web_frame_share(h, s->share);
    dom_web_frame_share_range(h, s->share_lo, s->share_hi);
    dom_web_frame_late_share(h, "Expected", s->expected);
    dom_web_html_raw(h, "<td class=\"late\">");
    for (int i = 0; i < DOM_WEB_PAIR_NEWEST && met.where->newest[i].match; i++) {
        dom_web_html_raw(h, " ");
        dom_web_frame_match_link(p, met.where->newest[i], NULL);
    }
    dom_web_html_raw(h, "</td></tr>\n");
}

static void put_results(dom_web_page_frame *p, uint32_t bot, uint32_t other)
{
    dom_web_html *h = p->h;
    dom_web_frame_table(h, "sort fold", "By variant", "*Variant", ">#Sets", ">#W/D/L", "#Share",
                        "#95 %", ">#Expected: share that the ratings expect", ">-Newest matches",
                        NULL);
    for (size_t i = 0; i < p->site->variant_count; i++) {
        dom_web_encounter met = dom_web_page_encounter(&p->site->variants[i], bot, other);
        if (met.versus)
            put_variant(p, &p->site->variants[i], met);
    }
    dom_web_frame_table_end(h);
}

static void put_swing(dom_web_page_frame *p, const dom_web_variant *v, const dom_web_swing *swing)
{
    dom_web_html *h = p->h;
    dom_web_html_put(h, "<tr><td class=\"t\">%s</td>", v->name);
    dom_web_frame_number(h, swing->points, "%+d", (int)swing->points);
    dom_web_html_raw(h, "<td>");
    dom_web_frame_match_link(p, swing->first, NULL);
    dom_web_html_raw(h, " in ");
    dom_web_frame_tournament_link(p, &p->site->tournaments[swing->first.tournament]);
    dom_web_html_raw(h, "</td></tr>\n");
}

/* Writes the duplicate sets with the largest differences of points. */
static void put_swings(dom_web_page_frame *p, uint32_t bot, uint32_t other)
{
    dom_web_html *h = p->h;
    dom_web_html_put(h,
                     "<h2>Where they differed most</h2>\n<p>Duplicate sets, in which both had the "
                     "same tiles in turn. The points are what %s had more than %s over all matches "
                     "of the set. Where penalty points are counted, fewer are better. The page of "
                     "the first match leads to the others.</p>\n",
                     p->site->bots[bot].label, p->site->bots[other].label);
    dom_web_frame_table(h, "sort", "Sets", "Variant", "#Points", "First match", NULL);
    size_t shown = 0;
    for (size_t i = 0; i < p->site->variant_count; i++) {
        const dom_web_meetings *where =
            dom_web_page_encounter(&p->site->variants[i], bot, other).where;
        for (int k = 0; where && k < DOM_WEB_PAIR_SWINGS && where->swing[k].first.match;
             k++, shown++)
            put_swing(p, &p->site->variants[i], &where->swing[k]);
    }
    dom_web_frame_table_end(h);
    if (shown == 0)
        dom_web_html_raw(h, "<p>None yet: there is no complete set without a fault in which they "
                            "differed.</p>\n");
}

void dom_web_page_versus(dom_web_page_frame *p, size_t number)
{
    uint32_t bot = (uint32_t)(number / p->site->bot_count),
             other = (uint32_t)(number % p->site->bot_count);
    const char *name = p->site->bots[bot].label, *rival = p->site->bots[other].label;
    char title[2 * DOM_WEB_LABEL_BYTES + 16];
    (void)snprintf(title, sizeof title, "%s against %s", name, rival);
    dom_web_frame_begin(p, title);
    dom_web_html_raw(p->h, "<p>");
    dom_web_frame_link(p, "bot", name, name);
    dom_web_html_raw(p->h, " and ");
    dom_web_frame_link(p, "bot", rival, rival);
    if (!dom_web_page_have_met(p->site, bot, other)) {
        dom_web_html_raw(p->h,
                         " have not met in a complete duplicate set of a rated tournament.</p>\n");
        dom_web_frame_end(p);
        return;
    }
    dom_web_html_put(p->h, ", seen from %s.</p>\n", name);
    put_results(p, bot, other);
    if (dom_web_site_is_counted(p->site))
        put_swings(p, bot, other);
    else
        dom_web_frame_wait(p->h, "The sets in which they differed most are");
    dom_web_frame_end(p);
}

void dom_web_page_versus_link(dom_web_page_frame *p, uint32_t bot, uint32_t other, const char *text)
{
    char folder[DOM_WEB_SLUG_BYTES + 8], slug[DOM_WEB_SLUG_BYTES];
    dom_web_slug(slug, p->site->bots[bot].label);
    (void)snprintf(folder, sizeof folder, "versus/%s", slug);
    dom_web_frame_link(p, folder, p->site->bots[other].label, text);
}
