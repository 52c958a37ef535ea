/* The page of a bot: its results by variant, seat and opponent, its worst losses and newest
 * matches, and its newest faults. */
#include "ask.h"
#include "base/percent.h"
#include "chart.h"
#include "page.h"
#include "tile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSIONS_SHOWN = 20 };

static const dom_web_row *list_row(const dom_web_page_frame *p, const dom_web_variant *v,
                                   const dom_web_bot *bot)
{
    for (size_t i = 0; i < dom_web_variant_lines(v); i++)
        if (&p->site->bots[v->list->rows[i].bot] == bot)
            return &v->list->rows[i];
    return NULL;
}

static bool has_row(const dom_web_page_frame *p, const dom_web_bot *bot)
{
    for (size_t i = 0; i < p->site->variant_count; i++)
        if (list_row(p, &p->site->variants[i], bot))
            return true;
    return false;
}

static bool has_history(const dom_web_page_frame *p, const dom_web_bot *bot)
{
    for (size_t i = 0; i < p->site->variant_count; i++)
        if (p->site->variants[i].list->history.points > 1 &&
            list_row(p, &p->site->variants[i], bot))
            return true;
    return false;
}

/* ---- author and language ------------------------------------------------------- */

static void put_origin(dom_web_page_frame *p, const dom_web_bot *bot)
{
    dom_web_html *h = p->h;
    dom_web_origin origin = {.author = ""};
    if (p->reader)
        origin = p->reader->origin(p->reader->context, bot);
    if (origin.author[0] == '\0' && origin.language[0] == '\0')
        return;
    dom_web_html_raw(h, "<p class=\"origin\">");
    if (origin.author[0])
        dom_web_html_put(h, "By %s.%s", origin.author, origin.language[0] ? " " : "");
    if (origin.language[0])
        dom_web_html_put(h, "Written in %s.", origin.language);
    dom_web_html_raw(h, "</p>\n");
}

/* ---- versions ----------------------------------------------------------------- */

/* Writes links to the newest other versions of the same name. */
static void put_versions(dom_web_page_frame *p, const dom_web_bot *bot)
{
    dom_web_html *h = p->h;
    int shown = 0;
    for (size_t i = p->site->bot_count; i-- > 0 && shown < VERSIONS_SHOWN;) {
        const dom_web_bot *other = &p->site->bots[i];
        if (other == bot || strcmp(other->name, bot->name) != 0)
            continue;
        if (shown++ == 0)
            dom_web_html_raw(h, "<p>Other versions, the newest first:");
        dom_web_html_raw(h, " ");
        dom_web_frame_link(p, "bot", other->label, other->label);
        if (!has_row(p, other))
            dom_web_html_raw(h, " (in no list)");
    }
    if (shown > 0)
        dom_web_html_raw(h, "</p>\n");
}

/* ---- by variant --------------------------------------------------------------- */

/* Writes the Elo; an empty cell if it is not known. */
static void put_elo(dom_web_html *h, bool is_known, const dom_ratings_rating *r)
{
    if (is_known)
        dom_web_frame_number(h, r->elo, "%s%.0f", dom_ratings_bound_word(r->bound), r->elo);
    else
        dom_web_frame_number(h, r->elo, "%s", "");
}

/* Writes the lines of the bot in all-round lists. */
static unsigned put_all_rounds(dom_web_page_frame *p, const dom_web_bot *bot)
{
    const dom_results_all_rounds *all = &p->site->all_rounds;
    dom_web_html *h = p->h;
    unsigned bounds = 0;
    for (size_t i = 0; i < all->count; i++) {
        const dom_ratings_all_round_row *r =
            dom_results_all_round_row_of(all, &all->lists[i], bot->name, bot->version);
        if (r == NULL)
            continue;
        dom_web_html_put(h,
                         "<tr><th class=\"grow\" scope=\"row\">all-round, %s</th>"
                         "<td class=\"n\" data-v=\"%u\">",
                         all->lists[i].family ? all->lists[i].family : "all families", r->rank_lo);
        dom_web_frame_rank(h, r->rank_lo, r->rank_hi);
        dom_web_html_raw(h, "</td>");
        dom_web_frame_number(h, r->elo, "%s%.0f", dom_ratings_bound_word(r->bound), r->elo);
        dom_web_html_raw(h, "<td class=\"late\" colspan=\"4\"></td></tr>\n");
        bounds |= 1u << r->bound;
    }
    return bounds;
}

static dom_results_bot_summary summary_of(const dom_web_variant *v, const dom_web_row *row)
{
    size_t line = (size_t)(row - v->list->rows);
    return dom_results_bot_summary_of(&v->list->cross, line,
                                      v->list->changes ? &v->list->changes[line] : NULL);
}

static void put_line(dom_web_page_frame *p, const dom_web_variant *v, const dom_web_row *row)
{
    dom_web_html *h = p->h;
    const dom_ratings_rating *r = row->rating;
    dom_web_html_raw(h, "<tr><th class=\"grow\" scope=\"row\">");
    dom_web_frame_link(p, "leaderboard", v->name, v->name);
    dom_web_html_put(h, "</th><td class=\"n\" data-v=\"%u\">", r->rank_lo);
    if (dom_web_variant_is_rated(v))
        dom_web_frame_rank(h, r->rank_lo, r->rank_hi);
    dom_web_html_raw(h, "</td>");
    put_elo(h, dom_web_variant_is_rated(v), r);
    dom_web_frame_late_share(h, "Score", summary_of(v, row).score);
    dom_web_frame_late_points(h, r);
    dom_web_frame_late(h, "Matches", (double)r->matches, "%llu", (unsigned long long)r->matches);
    dom_web_frame_late(h, "With faults", (double)row->of->faulty, "%llu",
                       (unsigned long long)row->of->faulty);
    dom_web_html_raw(h, "</tr>\n");
}

static void put_variants(dom_web_page_frame *p, const dom_web_bot *bot)
{
    dom_web_html *h = p->h;
    dom_web_html_raw(h, "<h2>By variant</h2>\n");
    dom_web_frame_table(h, "sort fold", "By variant", "*Variant", "#Rank", "#Elo", ">#Score",
                        ">#Points per round", ">#Matches", ">#With faults", NULL);
    unsigned bounds = put_all_rounds(p, bot);
    for (size_t i = 0; i < p->site->variant_count; i++) {
        const dom_web_row *row = list_row(p, &p->site->variants[i], bot);
        if (row == NULL)
            continue;
        put_line(p, &p->site->variants[i], row);
        bounds |= 1u << row->rating->bound;
    }
    dom_web_frame_table_end(h);
    dom_web_frame_bounds(h, bounds);
}

/* ---- in one variant ------------------------------------------------------------ */

static void put_score(dom_web_html *h, const dom_ratings_score *s)
{
    dom_web_frame_number(h, (double)dom_ratings_score_games(s), "%llu",
                         (unsigned long long)dom_ratings_score_games(s));
    dom_web_frame_results(h, s->wins, s->draws, s->losses);
    dom_web_frame_share(h, dom_ratings_score_share(s));
}

static void put_seats(dom_web_page_frame *p, const dom_web_variant *v, const dom_web_row *row)
{
    dom_web_html *h = p->h;
    dom_web_html_raw(h, "<h3>By seat</h3>\n");
    dom_web_frame_table(h, "", "By seat", "#Seat", "#Games", "#W/D/L", "#Score", NULL);
    for (int s = 0; s < v->seats; s++) {
        dom_web_html_put(h, "<tr><th scope=\"row\">%d</th>", s);
        put_score(h, &row->seat[s]);
        dom_web_html_raw(h, "</tr>\n");
    }
    dom_web_frame_table_end(h);
}

/* Writes the share that the ratings expect, with its limits where they are known. */
static void put_expected(dom_web_html *h, const dom_results_meeting *m)
{
    dom_web_html_put(h, "<td class=\"n late\" data-l=\"Expected\" data-v=\"%.6g\">%.1f%%",
                     m->expected.share, dom_percent(m->expected.share, 1));
    if (m->has_limits)
        dom_web_html_put(h, " (%.0f&ndash;%.0f)", dom_percent(m->expected.lo, 0),
                         dom_percent(m->expected.hi, 0));
    dom_web_html_raw(h, "</td>");
}

static void put_opponent(dom_web_page_frame *p, const dom_web_variant *v, size_t own, size_t other,
                         const dom_results_meeting *m)
{
    dom_web_html *h = p->h;
    char variant[DOM_WEB_SLUG_BYTES], bot[DOM_WEB_SLUG_BYTES];
    const dom_web_row *rows = v->list->rows;
    const char *label = p->site->bots[rows[other].bot].label;
    const dom_ratings_versus *s = m->versus;
    const dom_web_meetings *where = dom_web_page_encounter_at(v, own, other).where;
    dom_web_slug(variant, v->name);
    dom_web_slug(bot, label);
    dom_web_html_put(h, "<tr id=\"%s--%s\"><th class=\"grow\" scope=\"row\">", variant, bot);
    dom_web_frame_link(p, "bot", label, label);
    dom_web_html_raw(h, "</th>");
    dom_web_frame_late(h, "Games", (double)s->games, "%llu", (unsigned long long)s->games);
    dom_web_frame_late_results(h, s->wins, s->draws, s->losses);
    dom_web_frame_late(h, "Points", m->points, "%.6g", m->points);
    dom_web_frame_share(h, s->share);
    dom_web_frame_share_range(h, s->share_lo, s->share_hi);
    put_expected(h, m);
    dom_web_html_raw(h, "<td class=\"late\">");
    if (dom_web_page_has_versus(p->site))
        dom_web_page_versus_link(p, rows[own].bot, rows[other].bot, "compare");
    for (int i = 0; i < DOM_WEB_PAIR_NEWEST && where->newest[i].match; i++) {
        dom_web_html_raw(h, " ");
        dom_web_frame_match_link(p, where->newest[i], NULL);
    }
    dom_web_html_raw(h, "</td></tr>\n");
}

static void put_opponents(dom_web_page_frame *p, const dom_web_variant *v,
                          const dom_results_bot_summary *summary, size_t own)
{
    dom_web_html *h = p->h;
    dom_results_meeting met;
    dom_web_html_raw(h, "<h3>By opponent</h3>\n");
    dom_web_frame_table(h, "sort filter fold", "By opponent", "*Opponent", ">#Games", ">#W/D/L",
                        ">#Points", "#Score", "#95 %",
                        ">#Expected: score that the ratings expect, with its 95 % interval",
                        ">-Newest matches", NULL);
    for (size_t i = 0; i < dom_web_variant_lines(v); i++)
        if (dom_results_bot_meeting(&met, summary, i))
            put_opponent(p, v, own, i, &met);
    dom_web_frame_table_end(h);
}

static void put_end(dom_web_html *h, uint64_t count, const char *text)
{
    if (count == 0)
        return;
    dom_web_html_put(h, "<li><b>%llu</b> %s</li>\n", (unsigned long long)count, text);
}

static void put_ends(dom_web_html *h, const dom_web_row *row)
{
    dom_web_html_raw(h, "<h3>How its matches ended</h3>\n<ul class=\"ends\">\n");
    for (int i = DOM_FAULT_NONE; i < DOM_FAULT_COUNT; i++)
        put_end(h, row->ended[i], dom_web_page_end_words((dom_fault)i));
    put_end(h, row->ended_by_other, "by a fault of another bot");
    dom_web_html_raw(h, "</ul>\n");
}

static void put_variant(dom_web_page_frame *p, const dom_web_variant *v, const dom_web_row *row,
                        bool is_open)
{
    dom_web_html *h = p->h;
    dom_results_bot_summary summary = summary_of(v, row);
    char facts[DOM_RESULTS_BOT_FACTS_BYTES];
    dom_web_html_raw(h, "<details");
    if (is_open)
        dom_web_html_raw(h, " open");
    dom_web_html_put(h, "><summary><h2>%s</h2></summary>\n", v->name);
    dom_results_bot_facts(facts, &summary);
    if (dom_web_variant_is_rated(v))
        dom_web_html_put(h, "<p>%s</p>\n", facts);
    put_ends(h, row);
    if (row->times.choices > 0) {
        dom_web_html_raw(h, "<h3>Thinking time</h3>\n");
        dom_web_chart_times(h, &row->times);
    }
    dom_web_chart_history_of(h, p->site, v, (size_t)(row - v->list->rows));
    put_seats(p, v, row);
    put_opponents(p, v, &summary, (size_t)(row - v->list->rows));
    dom_web_html_raw(h, "</details>\n");
}

/* ---- faults ---------------------------------------------------------------------- */

static void put_answer(dom_web_html *h, const dom_web_fault *f)
{
    if (f->answer_bytes == 0)
        return;
    dom_web_html_raw(h, "<dt>The bot's message</dt><dd><pre tabindex=\"0\">");
    dom_web_html_bytes(h, f->answer, f->answer_bytes);
    dom_web_html_raw(h, "</pre></dd>\n");
}

static void put_ask(dom_web_html *h, const char *ask)
{
    if (ask == NULL)
        return;
    dom_web_html_raw(h, "<dt>The ask</dt><dd>");
    dom_web_ask_put(h, ask);
    dom_web_html_raw(h, "</dd>\n");
}

static void put_fault(dom_web_page_frame *p, const dom_web_fault *f, const char *ask)
{
    dom_web_html *h = p->h;
    dom_web_html_put(h, "<article class=\"fault\"><h3>%s%s</h3><p>", dom_fault_word(f->code),
                     f->tolerated ? " (tolerated)" : "");
    dom_web_frame_tournament_link(p, &p->site->tournaments[f->where.tournament]);
    if (f->where.match > 0) {
        dom_web_html_raw(h, ", match ");
        dom_web_frame_match_link(p, f->where, NULL);
    }
    if (f->seat >= 0)
        dom_web_html_put(h, ", seat %d", f->seat);
    dom_web_html_raw(h, ", ");
    dom_web_frame_time(p, f->when_ms);
    dom_web_html_put(h, ": %s</p>\n<dl>", f->text);
    put_ask(h, ask);
    put_answer(h, f);
    if (p->reader)
        p->reader->log(p->reader->context, f, h);
    dom_web_html_raw(h, "</dl></article>\n");
}

/* Returns fault n of a bot, counted from the newest one. */
static const dom_web_fault *newest_fault(const dom_web_bot *bot, uint64_t n)
{
    return &bot->faults[(bot->fault_count - 1 - n) % DOM_WEB_FAULTS_NEWEST];
}

static void put_faults(dom_web_page_frame *p, const dom_web_bot *bot)
{
    char *asks[DOM_WEB_FAULTS_NEWEST] = {NULL};
    dom_tileset tiles = dom_tileset_empty();
    uint64_t shown =
        bot->fault_count < DOM_WEB_FAULTS_NEWEST ? bot->fault_count : DOM_WEB_FAULTS_NEWEST;
    if (shown == 0)
        return;
    dom_web_html_put(p->h, "<h2>Newest faults</h2>\n<p>%llu in all.</p>\n",
                     (unsigned long long)bot->fault_count);
    for (uint64_t n = 0; p->reader && n < shown; n++) {
        asks[n] = p->reader->ask(p->reader->context, newest_fault(bot, n));
        if (asks[n])
            tiles = dom_tileset_union(tiles, dom_web_ask_tiles(asks[n]));
    }
    if (dom_tileset_next(tiles, 0) != DOM_NO_TILE)
        dom_web_tile_shapes(p->h, tiles, true);
    for (uint64_t n = 0; n < shown; n++) {
        put_fault(p, newest_fault(bot, n), asks[n]);
        free(asks[n]);
    }
}

/* Writes the hash of its files, for people who want to be sure which version this is. */
static void put_version(dom_web_page_frame *p, const dom_web_bot *bot)
{
    if (bot->is_person)
        return;
    dom_web_html_put(p->h, "<p><small>Version <code>%s</code></small></p>\n", bot->version);
}

static void put_each_variant(dom_web_page_frame *p, const dom_web_bot *bot)
{
    bool is_first = true;
    for (size_t i = 0; i < p->site->variant_count; i++) {
        const dom_web_row *row = list_row(p, &p->site->variants[i], bot);
        if (row)
            put_variant(p, &p->site->variants[i], row, is_first);
        is_first = is_first && row == NULL;
    }
}

/* Says why no list has this bot. */
static void put_why_unlisted(dom_web_html *h, const dom_web_bot *bot)
{
    if (bot->is_person)
        dom_web_html_raw(h, "<p>A person. Matches of people are never rated.</p>\n");
    else
        dom_web_html_raw(h, "<p>No rating list shows this version. It was not submitted, it was "
                            "removed, a newer version is shown instead, or it has not played a "
                            "rated match.</p>\n");
}

void dom_web_page_bot(dom_web_page_frame *p, size_t number)
{
    const dom_web_bot *bot = &p->site->bots[number];
    char about[DOM_WEB_LABEL_BYTES + 64];
    (void)snprintf(about, sizeof about, "The domino bot %s: ratings, opponents and faults.",
                   bot->label);
    p->about = about;
    p->has_chart = has_history(p, bot);
    dom_web_frame_begin(p, bot->label);
    put_origin(p, bot);
    put_versions(p, bot);
    if (!bot->is_person || has_row(p, bot))
        put_variants(p, bot);
    if (p->site->reading < DOM_WEB_READING_LISTS && !has_row(p, bot))
        put_why_unlisted(p->h, bot);
    if (dom_web_site_is_counted(p->site)) {
        if (bot->is_person)
            dom_web_page_person(p, (uint32_t)number);
        dom_web_page_put_bot_matches(p, (uint32_t)number);
        put_each_variant(p, bot);
        put_faults(p, bot);
    } else {
        dom_web_frame_wait(p->h, "Matches, results by seat and opponent, and faults are");
    }
    put_version(p, bot);
    dom_web_frame_end(p);
}
