/* Everything about a bot. */
#include "chart.h"
#include "page.h"

#include <stdlib.h>

static const web_row *row_of(const web_page_of *p, const web_variant *v, const web_bot *bot)
{
    for (size_t i = 0; i < v->row_count; i++)
        if (&p->site->bots[v->rows[i].bot] == bot)
            return &v->rows[i];
    return NULL;
}

static bool has_row(const web_page_of *p, const web_bot *bot)
{
    for (size_t i = 0; i < p->site->variant_count; i++)
        if (row_of(p, &p->site->variants[i], bot))
            return true;
    return false;
}

/* ---- by variant --------------------------------------------------------------- */

/* A cell is empty where the number is not known. */
static void put_elo(html *h, bool is_known, const dom_rating *r)
{
    if (is_known)
        frame_number(h, r->elo, "%s%.0f", dom_bound_word(r->bound), r->elo);
    else
        frame_number(h, r->elo, "%s", "");
}

static void put_points(html *h, const dom_rating *r)
{
    if (r->has_points)
        frame_number(h, r->points, "%.2f", r->points);
    else
        frame_number(h, r->points, "%s", "");
}

static void put_line(web_page_of *p, const web_variant *v, const web_row *row)
{
    html *h = p->h;
    const dom_rating *r = &row->rating;
    html_raw(h, "<tr><th scope=\"row\">");
    frame_link(p, "leaderboard", v->name, v->name);
    html_raw(h, "</th><td class=\"n\"");
    html_attr(h, "data-v", "%u", r->rank_lo);
    html_raw(h, ">");
    if (v->is_rated)
        frame_rank(h, r);
    html_raw(h, "</td>");
    put_elo(h, v->is_rated, r);
    put_points(h, r);
    frame_number(h, (double)r->matches, "%llu", (unsigned long long)r->matches);
    frame_number(h, (double)row->faulty, "%llu", (unsigned long long)row->faulty);
    html_raw(h, "</tr>\n");
}

static void put_variants(web_page_of *p, const web_bot *bot)
{
    html *h = p->h;
    unsigned bounds = 0;
    html_raw(
        h,
        "<h2>By variant</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"By variant\"><table class=\"sort\"><thead><tr>"
        "<th scope=\"col\">Variant</th><th class=\"n\" scope=\"col\">Rank</th>"
        "<th class=\"n\" scope=\"col\">Elo</th><th class=\"n\" scope=\"col\">Points per round</th>"
        "<th class=\"n\" scope=\"col\">Matches</th><th class=\"n\" scope=\"col\">With "
        "faults</th></tr></thead>"
        "\n<tbody>\n");
    for (size_t i = 0; i < p->site->variant_count; i++) {
        const web_row *row = row_of(p, &p->site->variants[i], bot);
        if (row == NULL)
            continue;
        put_line(p, &p->site->variants[i], row);
        bounds |= 1u << row->rating.bound;
    }
    html_raw(h, "</tbody></table></div>\n");
    frame_bounds(h, bounds);
}

/* ---- in one variant ------------------------------------------------------------ */

static void put_score(html *h, const web_score *s)
{
    frame_number(h, (double)web_score_games(s), "%llu", (unsigned long long)web_score_games(s));
    frame_number(h, (double)s->wins, "%llu", (unsigned long long)s->wins);
    frame_number(h, (double)s->draws, "%llu", (unsigned long long)s->draws);
    frame_number(h, (double)s->losses, "%llu", (unsigned long long)s->losses);
    frame_number(h, web_score_share(s), "%.1f%%", 100 * web_score_share(s));
}

static web_score score_of(const dom_versus *v)
{
    return (web_score){v->wins, v->draws, v->losses};
}

static void put_seats(web_page_of *p, const web_variant *v, const web_row *row)
{
    html *h = p->h;
    html_raw(h, "<h3>By seat</h3>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
                "aria-label=\"By seat\"><table><thead><tr><th class=\"n\" scope=\"col\">Seat</th>"
                "<th class=\"n\" scope=\"col\">Games</th><th class=\"n\" scope=\"col\">Won</th><th "
                "class=\"n\" scope=\"col\">Drawn</th>"
                "<th class=\"n\" scope=\"col\">Lost</th><th class=\"n\" "
                "scope=\"col\">Share</th></tr></thead>\n<tbody>\n");
    for (int s = 0; s < v->seats; s++) {
        html_raw(h, "<tr><th scope=\"row\">");
        html_text(h, "%d", s);
        html_raw(h, "</th>");
        put_score(h, &row->seat[s]);
        html_raw(h, "</tr>\n");
    }
    html_raw(h, "</tbody></table></div>\n");
}

static void put_opponent(web_page_of *p, const web_variant *v, const web_pair *pair, size_t other)
{
    html *h = p->h;
    char variant[WEB_SLUG_BYTES], bot[WEB_SLUG_BYTES];
    const char *label = p->site->bots[v->rows[other].bot].label;
    web_slug(variant, v->name);
    web_slug(bot, label);
    html_raw(h, "<tr");
    html_attr(h, "id", "%s--%s", variant, bot);
    html_raw(h, "><th scope=\"row\">");
    frame_link(p, "bot", label, label);
    html_raw(h, "</th>");
    web_score score = score_of(&pair->versus);
    put_score(h, &score);
    html_raw(h, "<td class=\"n\">");
    html_text(h, "%.1f", 100 * pair->versus.share_lo);
    html_raw(h, "&ndash;");
    html_text(h, "%.1f", 100 * pair->versus.share_hi);
    html_raw(h, "</td><td>");
    for (int i = 0; i < WEB_PAIR_NEWEST && pair->newest[i].match; i++) {
        html_raw(h, " ");
        frame_match_link(p, pair->newest[i]);
    }
    html_raw(h, "</td></tr>\n");
}

static void put_opponents(web_page_of *p, const web_variant *v, const web_row *row)
{
    html *h = p->h;
    size_t own = (size_t)(row - v->rows);
    html_raw(h, "<h3>By opponent</h3>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
                "aria-label=\"By opponent\"><table class=\"sort filter\"><thead><tr>"
                "<th scope=\"col\">Opponent</th><th class=\"n\" scope=\"col\">Games</th>"
                "<th class=\"n\" scope=\"col\">Won</th><th class=\"n\" scope=\"col\">Drawn</th>"
                "<th class=\"n\" scope=\"col\">Lost</th><th class=\"n\" scope=\"col\">Share</th>"
                "<th class=\"n\" scope=\"col\">95&nbsp;%</th><td>Newest matches</td></tr></thead>\n"
                "<tbody>\n");
    for (size_t i = 0; i < v->row_count; i++) {
        const web_pair *pair = &v->pairs[own * v->row_count + i];
        if (i != own && pair->versus.games > 0)
            put_opponent(p, v, pair, i);
    }
    html_raw(h, "</tbody></table></div>\n");
}

static void put_end(html *h, uint64_t count, const char *text)
{
    if (count == 0)
        return;
    html_raw(h, "<li><b>");
    html_text(h, "%llu", (unsigned long long)count);
    html_raw(h, "</b> ");
    html_text(h, "%s", text);
    html_raw(h, "</li>\n");
}

static void put_ends(html *h, const web_row *row)
{
    html_raw(h, "<h3>How its matches ended</h3>\n<ul class=\"ends\">\n");
    put_end(h, row->ended[DOM_FAULT_NONE], "by the rules");
    for (int i = DOM_FAULT_NONE + 1; i < DOM_FAULT_COUNT; i++)
        put_end(h, row->ended[i], dom_fault_word((dom_fault)i));
    put_end(h, row->ended_by_other, "by a fault of another bot");
    html_raw(h, "</ul>\n");
}

static void put_variant(web_page_of *p, const web_variant *v, const web_row *row, bool is_open)
{
    html *h = p->h;
    html_raw(h, "<details");
    if (is_open)
        html_raw(h, " open");
    html_raw(h, "><summary><h2>");
    html_text(h, "%s", v->name);
    html_raw(h, "</h2></summary>\n");
    put_ends(h, row);
    if (row->times.choices > 0) {
        html_raw(h, "<h3>Thinking time</h3>\n");
        chart_times(h, &row->times);
    }
    put_seats(p, v, row);
    put_opponents(p, v, row);
    html_raw(h, "</details>\n");
}

/* ---- faults ---------------------------------------------------------------------- */

static void put_answer(html *h, const web_fault *f)
{
    if (f->answer_bytes == 0)
        return;
    html_raw(h, "<dt>It sent</dt><dd><pre tabindex=\"0\">");
    html_bytes(h, f->answer, f->answer_bytes);
    html_raw(h, "</pre></dd>\n");
}

static void put_ask(web_page_of *p, const web_fault *f)
{
    char *ask = p->reader ? p->reader->ask(p->reader->context, f) : NULL;
    if (ask) {
        html_raw(p->h, "<dt>It was asked</dt><dd><pre tabindex=\"0\">");
        html_text(p->h, "%s", ask);
        html_raw(p->h, "</pre></dd>\n");
    }
    free(ask);
}

static void put_fault(web_page_of *p, const web_fault *f)
{
    html *h = p->h;
    html_raw(h, "<article class=\"fault\"><h3>");
    html_text(h, "%s%s", dom_fault_word(f->code), f->tolerated ? " (tolerated)" : "");
    html_raw(h, "</h3><p>");
    frame_link(p, "tournament", p->site->tournaments[f->where.tournament].name,
               p->site->tournaments[f->where.tournament].name);
    if (f->where.match > 0) {
        html_raw(h, ", match ");
        frame_match_link(p, f->where);
    }
    if (f->seat >= 0)
        html_text(h, ", seat %d", f->seat);
    html_raw(h, ", ");
    frame_time(p, f->when_ms);
    html_raw(h, ": ");
    html_text(h, "%s", f->text);
    html_raw(h, "</p>\n<dl>");
    put_ask(p, f);
    put_answer(h, f);
    if (p->reader)
        p->reader->log(p->reader->context, f, h);
    html_raw(h, "</dl></article>\n");
}

static void put_faults(web_page_of *p, const web_bot *bot)
{
    if (bot->fault_count == 0)
        return;
    html_raw(p->h, "<h2>Newest faults</h2>\n<p>");
    html_text(p->h, "%llu in all.", (unsigned long long)bot->fault_count);
    html_raw(p->h, "</p>\n");
    for (uint64_t n = 0; n < WEB_FAULTS_NEWEST && n < bot->fault_count; n++)
        put_fault(p, &bot->faults[(bot->fault_count - 1 - n) % WEB_FAULTS_NEWEST]);
}

static void put_each_variant(web_page_of *p, const web_bot *bot)
{
    bool is_first = true;
    for (size_t i = 0; i < p->site->variant_count; i++) {
        const web_row *row = row_of(p, &p->site->variants[i], bot);
        if (row)
            put_variant(p, &p->site->variants[i], row, is_first);
        is_first = is_first && row == NULL;
    }
}

void page_bot(web_page_of *p, const web_bot *bot)
{
    frame_begin(p, bot->label);
    html_raw(p->h, "<p>Version <code>");
    html_text(p->h, "%s", bot->version);
    html_raw(p->h, "</code></p>\n");
    put_variants(p, bot);
    if (p->site->reading < WEB_READING_LISTS && !has_row(p, bot))
        html_raw(p->h,
                 "<p>No rating list shows this version: it was not submitted, was removed, is not "
                 "the newest, or played in no rated tournament.</p>\n");
    if (web_site_is_counted(p->site)) {
        put_each_variant(p, bot);
        put_faults(p, bot);
    } else {
        frame_wait(p->h, "Results by seat and opponent, and faults, are");
    }
    frame_end(p);
}
