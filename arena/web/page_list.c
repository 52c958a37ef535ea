/* The rating list of a variant. */
#include "chart.h"
#include "page.h"
#include "variant_rules.h"

#include <stdio.h>

static double lo_of(const dom_ratings_rating *r)
{
    return dom_ratings_bound_has_lo(r->bound) ? r->elo_lo : r->elo;
}

static double hi_of(const dom_ratings_rating *r)
{
    return dom_ratings_bound_has_hi(r->bound) ? r->elo_hi : r->elo;
}

static dom_web_chart_scale scale_of(const dom_web_variant *v)
{
    dom_web_chart_scale s = {1e9, -1e9};
    for (size_t i = 0; i < dom_web_variant_lines(v); i++) {
        const dom_ratings_rating *r = v->list->rows[i].rating;
        s.from = lo_of(r) < s.from ? lo_of(r) : s.from;
        s.to = hi_of(r) > s.to ? hi_of(r) : s.to;
    }
    return s;
}

static void put_variant(dom_web_page_frame *p, const dom_web_variant *v)
{
    dom_web_html *h = p->h;
    const char *german = dom_web_frame_german_name(v);
    dom_web_html_raw(h, "<p>");
    if (v->summary[0])
        dom_web_html_put(h, "%s.", v->summary);
    else if (v->base[0])
        dom_web_html_put(h, "A variant of %s.", v->base);
    else
        dom_web_html_raw(h, "Defined in a tournament file.");
    if (german)
        dom_web_html_put(h, " <i lang=\"de\">%s</i>", german);
    if (v->earlier_rules > 0)
        dom_web_html_raw(
            h, " Earlier rules: only older tournaments were played under these rules. Today this "
               "name stands for other rules, which have their own list.");
    dom_web_html_raw(h, "</p>\n");
}

static void put_rules(dom_web_html *h, const dom_options *options)
{
    dom_web_html_raw(h, "<details id=\"rules\"><summary>The rules</summary>\n");
    dom_web_variant_rules_sentences(h, options);
    dom_web_html_raw(h, "</details>\n");
}

/* What the columns mean. */
static const struct {
    const char *name, *meaning;
} columns[] = {
    {"Rank",
     "The places that the bot may have. It is surely weaker than those before, if every two bots "
     "are compared by themselves with 95 %."},
    {"Line, surely", "Every bot above a thick line is surely stronger than every bot below it. For "
                     "this, and for the "
                     "sentence above the list, all comparisons hold together with 95 %."},
    {"Elo",
     "The strength of the bot, by maximum likelihood (Bradley-Terry). 400 points more mean ten "
     "wins for each loss. The line beside it is the 95 % interval."},
    {"Gap", "How much stronger the bot is than the next one, with the 95 % interval."},
    {"Points", "Points per round in matches that no fault ended."},
    {"W/D/L", "Wins, draws and losses against each other side at the table."},
    {"Faults", "Matches with a fault of the bot, per 1,000 matches."},
    {"Median, p99", "The thinking time that half of its choices did not exceed, and 99 of 100."},
    {"few sets", "Fewer than 20 sets, or few losses or wins, decide this rating."},
};

static void put_legend(dom_web_page_frame *p, const dom_web_variant *v)
{
    dom_web_html *h = p->h;
    dom_web_html_raw(h, "<details><summary>What do these mean?</summary>\n<dl class=\"words\">");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        dom_web_html_put(h, "<dt>%s</dt><dd>%s</dd>\n", columns[i].name, columns[i].meaning);
    dom_web_html_put(h,
                     "</dl>\n"
                     "<p>The scale: %s%s at %.0f, prior %g. Thinking times are from the newest "
                     "%llu matches of each tournament.</p>\n"
                     "</details>\n",
                     v->list->ranking.options.anchor >= 0 ? "the anchor " : "the mean",
                     v->list->ranking.options.anchor >= 0 ? p->site->bots[v->list->anchor].label
                                                          : "",
                     v->list->ranking.options.anchor_elo, v->list->ranking.options.prior,
                     (unsigned long long)p->site->sample);
}

/* Writes what a reader has to know about this list in particular. */
static void put_notes(dom_web_page_frame *p, const dom_web_variant *v)
{
    dom_web_html *h = p->h;
    dom_web_html_raw(h, "<p>");
    if (dom_web_site_is_counted(p->site))
        dom_web_html_put(h, "%llu matches, ", (unsigned long long)v->matches);
    dom_web_html_put(h, "%llu complete duplicate sets.",
                     (unsigned long long)v->list->ranking.list.sets);
    if (v->list->ranking.shown.hidden > 0)
        dom_web_html_put(
            h, " %zu other version%s of bots, not shown here, also count%s in the ratings.",
            v->list->ranking.shown.hidden, v->list->ranking.shown.hidden == 1 ? "" : "s",
            v->list->ranking.shown.hidden == 1 ? "s" : "");
    if (v->list->ranking.list.islands > 1)
        dom_web_html_put(
            h,
            " The bots form %u islands without common opponents, so ratings of different islands "
            "cannot be compared. The scale of each island%s is set by its own mean.",
            v->list->ranking.list.islands,
            v->list->ranking.options.anchor >= 0 ? " except the anchor's" : "");
    if (v->list->is_misfit)
        dom_web_html_put(h, " %s", v->list->misfit_note);
    dom_web_html_raw(h, "</p>\n");
    put_legend(p, v);
}

static void put_elo(dom_web_page_frame *p, const dom_ratings_rating *r, dom_web_chart_scale scale)
{
    dom_web_html *h = p->h;
    dom_web_frame_elo(h, r->elo, r->bound);
    dom_web_html_raw(h, "<td class=\"w\">");
    dom_web_chart_whisker(h, scale, lo_of(r), r->elo, hi_of(r));
    dom_web_html_raw(h, "</td>");
}

/* The difference to the next line, with its interval where results give it. */
static void put_gap(dom_web_html *h, const dom_ratings_rating *r)
{
    const dom_ratings_difference *d = &r->next;
    if (!r->has_next) {
        dom_web_frame_late_dash(h, "Gap");
        return;
    }
    dom_web_html_put(h, "<td class=\"n late\" data-l=\"Gap\" data-v=\"%.6g\">%.0f <small>", d->elo,
                     d->elo);
    if (d->has_lo)
        dom_web_html_put(h, "%.0f", d->lo);
    dom_web_html_raw(h, "&hellip;");
    if (d->has_hi)
        dom_web_html_put(h, "%.0f", d->hi);
    dom_web_html_raw(h, "</small></td>");
}

static void put_share(dom_web_html *h, const dom_ratings_rating *r)
{
    dom_web_frame_late_points(h, r);
    dom_web_frame_late(h, "Matches", (double)r->matches, "%llu", (unsigned long long)r->matches);
    dom_web_frame_late_results(h, r->wins, r->draws, r->losses);
}

static void put_times(dom_web_html *h, const dom_web_times *times, bool is_counted)
{
    static const struct {
        const char *label;
        double share;
    } shown[] = {{"Median", 0.5}, {"p99", 0.99}};
    for (int i = 0; i < 2; i++) {
        double us = is_counted ? dom_web_times_quantile(times, shown[i].share) : -1;
        dom_web_html_put(h, "<td class=\"n late\" data-l=\"%s\" data-v=\"%.6g\">", shown[i].label,
                         us);
        dom_web_frame_duration(h, us);
        dom_web_html_raw(h, "</td>");
    }
}

static void put_row(dom_web_page_frame *p, const dom_web_variant *v, size_t index,
                    dom_web_chart_scale scale)
{
    dom_web_html *h = p->h;
    const dom_web_row *row = &v->list->rows[index];
    const dom_ratings_rating *r = row->rating;
    double per_1000 = row->played ? 1000 * (double)row->of->faulty / (double)row->played : 0;
    dom_web_frame_tier_row(h, r->tier, index > 0 ? v->list->rows[index - 1].rating->tier : 0);
    dom_web_html_put(h, "<td class=\"n rank\" data-v=\"%u\">", r->rank_lo);
    dom_web_frame_rank(h, r->rank_lo, r->rank_hi);
    dom_web_html_raw(h, "</td><th class=\"grow\" scope=\"row\">");
    dom_web_frame_link(p, "bot", p->site->bots[row->bot].label, p->site->bots[row->bot].label);
    if (r->few_sets)
        dom_web_html_raw(h, " <small title=\"fewer than 20 sets, or few losses or wins, decide "
                            "this rating\">few sets</small>");
    dom_web_html_raw(h, "</th>");
    put_elo(p, r, scale);
    put_gap(h, r);
    put_share(h, r);
    dom_web_frame_late(h, "Faults", per_1000, "%.1f", per_1000);
    put_times(h, &row->times, dom_web_site_is_counted(p->site));
    dom_web_html_raw(h, "<td class=\"late\">");
    dom_web_chart_spark(h, v, index);
    dom_web_html_raw(h, "</td></tr>\n");
}

static void put_table(dom_web_page_frame *p, const dom_web_variant *v)
{
    dom_web_html *h = p->h;
    dom_web_chart_scale scale = scale_of(v);
    dom_web_html_put(
        h,
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Rating list\">"
        "<table class=\"sort filter fold\" id=\"list\"><thead><tr>"
        "<th class=\"n rank\" scope=\"col\">Rank</th><th class=\"grow\" scope=\"col\">Bot</th>"
        "<th class=\"n\" scope=\"col\">Elo</th><td class=\"w ends-of\">%.0f"
        "<span>%.0f</span></td><th class=\"n late\" scope=\"col\">"
        "<abbr title=\"difference to the next bot, with its 95 %% interval\">Gap</abbr></th>"
        "<th class=\"n late\" scope=\"col\">"
        "<abbr title=\"points per round\">Points</abbr></th>"
        "<th class=\"n late\" scope=\"col\">Matches</th>"
        "<th class=\"n late\" scope=\"col\">"
        "<abbr title=\"wins, draws and losses against each other side at the "
        "table\">W/D/L</abbr></th>"
        "<th class=\"n late\" scope=\"col\">"
        "<abbr title=\"matches with a fault, per 1,000 matches\">Faults</abbr></th>"
        "<th class=\"n late\" scope=\"col\">"
        "<abbr title=\"median thinking time\">Median</abbr></th>"
        "<th class=\"n late\" scope=\"col\">"
        "<abbr title=\"thinking time that 99 of 100 choices did not exceed\">p99</abbr></th>"
        "<td class=\"late\">Trend</td></tr></thead>\n<tbody>\n",
        scale.from, scale.to);
    for (size_t i = 0; i < dom_web_variant_lines(v); i++)
        put_row(p, v, i, scale);
    dom_web_html_raw(h, "</tbody></table></div>\n");
    dom_web_frame_bounds(h, dom_web_frame_bounds_of(v));
}

static void put_unrated(dom_web_page_frame *p, const dom_web_variant *v)
{
    if (dom_web_site_is_counted(p->site))
        dom_web_html_put(p->h, "<p>%llu matches were played.</p>\n",
                         (unsigned long long)v->matches);
}

void dom_web_page_list(dom_web_page_frame *p, size_t number)
{
    const dom_web_variant *v = &p->site->variants[number];
    dom_web_html *h = p->h;
    char about[DOM_WEB_VARIANT_BYTES + DOM_RESULTS_VERDICT_BYTES + 40];
    if (dom_web_variant_is_rated(v) && dom_web_variant_lines(v) > 0) {
        (void)snprintf(about, sizeof about, "%s, %zu bots: %s", v->name, dom_web_variant_lines(v),
                       dom_results_verdict_of(&v->list->ranking.shown).text);
        p->about = about;
    }
    p->has_chart = v->list->history.points > 1;
    dom_web_frame_begin(p, v->name);
    dom_web_frame_variants(p, "leaderboard", v);
    put_variant(p, v);
    dom_web_frame_objective(h, v);
    put_rules(h, &v->options);
    dom_web_html_raw(h, "<p>");
    dom_web_frame_link(p, "crosstable", v->name, "Cross table");
    if (p->site->is_served) {
        dom_web_html_raw(h, "<span class=\"served\">");
        dom_web_page_all_matches_link(p, DOM_WEB_FILTER_VARIANT, number, "All matches");
        dom_web_html_raw(h, "</span>");
    }
    dom_web_html_raw(h, "</p>\n");
    if (!dom_web_site_is_listed(p->site, v)) {
        dom_web_frame_wait(h, "The ratings are");
    } else if (dom_web_variant_is_rated(v)) {
        dom_web_frame_verdict(h, dom_results_verdict_of(&v->list->ranking.shown));
        put_notes(p, v);
        put_table(p, v);
        dom_web_chart_history(p->h, p->site, v);
    } else if (v->matches == 0) {
        dom_web_html_raw(
            h, "<p>No rated match was played yet. The results of an unrated tournament are on its "
               "own page.</p>\n");
    } else {
        dom_web_frame_verdict(h, dom_results_verdict_of(&v->list->ranking.shown));
        put_unrated(p, v);
    }
    dom_web_frame_end(p);
}
