/* The first page: who leads, what is being played, a match to look at, and all variants. */
#include "page.h"

enum { BOTS_SHOWN = 100, TOURNAMENTS_SHOWN = 5 };

/* ---- who leads -------------------------------------------------------------------- */

/* A line of the list: a rating of one variant, or one over several. */
typedef struct {
    uint32_t bot, rank_lo, rank_hi, tier;
    double elo, elo_lo, elo_hi;
    dom_ratings_bound bound;
    bool is_fixed;
} index_line;

static index_line line_of_all(const dom_web_site *site, const dom_ratings_all_round_row *r)
{
    return (index_line){.bot = site->all_round_bots[r->player],
                        .rank_lo = r->rank_lo,
                        .rank_hi = r->rank_hi,
                        .tier = r->tier,
                        .elo = r->elo,
                        .elo_lo = r->elo_lo,
                        .elo_hi = r->elo_hi,
                        .bound = r->bound,
                        .is_fixed = r->is_fixed};
}

static index_line line_of_one(const dom_web_row *row)
{
    const dom_ratings_rating *r = row->rating;
    return (index_line){.bot = row->bot,
                        .rank_lo = r->rank_lo,
                        .rank_hi = r->rank_hi,
                        .tier = r->tier,
                        .elo = r->elo,
                        .elo_lo = r->elo_lo,
                        .elo_hi = r->elo_hi,
                        .bound = r->bound,
                        .is_fixed = r->is_fixed};
}

/* Begins a row. `tier` is that of the row before, which becomes that of this one. */
static void put_line(dom_web_page_frame *p, const index_line *line, uint32_t *tier)
{
    dom_web_html *h = p->h;
    const char *label = p->site->bots[line->bot].label;
    dom_web_frame_tier_row(h, line->tier, *tier);
    *tier = line->tier;
    dom_web_html_put(h, "<td class=\"n rank\" data-v=\"%u\">", line->rank_lo);
    dom_web_frame_rank(h, line->rank_lo, line->rank_hi);
    dom_web_html_raw(h, "</td><th class=\"grow\" scope=\"row\">");
    dom_web_frame_link(p, "bot", label, label);
    dom_web_html_raw(h, "</th>");
    dom_web_frame_elo(h, line->elo, line->bound);
    dom_web_html_raw(h, "<td class=\"n range\">");
    if (!line->is_fixed && dom_ratings_bound_has_lo(line->bound))
        dom_web_html_put(h, "%.0f", line->elo_lo);
    dom_web_html_raw(h, "&ndash;");
    if (!line->is_fixed && dom_ratings_bound_has_hi(line->bound))
        dom_web_html_put(h, "%.0f", line->elo_hi);
    dom_web_html_raw(h, "</td>");
}

static void begin_list(dom_web_page_frame *p, const char *title, dom_results_verdict verdict)
{
    dom_web_html *h = p->h;
    dom_web_html_put(h, "<h2>%s</h2>\n", title);
    dom_web_frame_verdict(h, verdict);
    dom_web_html_put(h,
                     "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"%s\">"
                     "<table class=\"sort filter fold\" id=\"all\"><thead><tr>"
                     "<th class=\"n rank\" scope=\"col\">Rank</th>"
                     "<th class=\"grow\" scope=\"col\">Bot</th>"
                     "<th class=\"n\" scope=\"col\">Elo</th>"
                     "<th class=\"n range\" scope=\"col\">95&nbsp;%%</th>",
                     title);
}

static void end_list(dom_web_page_frame *p, size_t count, unsigned bounds)
{
    dom_web_frame_table_end(p->h);
    if (count > BOTS_SHOWN)
        dom_web_html_put(p->h,
                         "<p>The first %d of %zu bots. The lists of the variants have all.</p>\n",
                         (int)BOTS_SHOWN, count);
    dom_web_frame_bounds(p->h, bounds);
}

/* Writes the rating of a player in another all-round list. */
static void put_family(dom_web_html *h, const dom_results_all_round *list, uint32_t player)
{
    for (size_t i = 0; i < list->ratings.count; i++) {
        const dom_ratings_all_round_row *r = &list->ratings.row[i];
        if (r->player == player) {
            dom_web_frame_late(h, list->family, r->elo, "%s%.0f", dom_ratings_bound_word(r->bound),
                               r->elo);
            return;
        }
    }
    dom_web_frame_late_dash(h, list->family);
}

/* Writes the column heads of the lists after the first one. */
static void put_families(dom_web_html *h, const dom_results_all_rounds *all)
{
    char title[DOM_RESULTS_ALL_ROUND_TITLE_BYTES];
    for (size_t k = 1; k < all->count; k++) {
        dom_results_all_round_title(title, &all->lists[k]);
        dom_web_html_put(h, "<th class=\"n late\" scope=\"col\"><abbr title=\"%s\">%s</abbr></th>",
                         title, all->lists[k].family);
    }
}

/* Writes which variants a list covers, and the bots that have not played all of them. */
static void put_covered(dom_web_page_frame *p, const dom_results_all_round *list)
{
    dom_web_html *h = p->h;
    dom_web_html_put(h, "<p>Variants (weight 1/%zu each):", list->variants);
    for (size_t v = 0; v < list->variants; v++) {
        dom_web_html_put(h, "%s ", v == 0 ? "" : ",");
        dom_web_frame_link(p, "leaderboard", list->variant[v], list->variant[v]);
    }
    dom_web_html_raw(h, ".</p>\n");
    if (list->unranked_count == 0)
        return;
    dom_web_html_raw(h, "<details><summary>Not ranked</summary>\n<ul>\n");
    for (size_t i = 0; i < list->unranked_count && i < BOTS_SHOWN; i++) {
        uint32_t bot = list->unranked[i];
        const char *label = p->site->bots[p->site->all_round_bots[bot]].label, *comma = "";
        dom_web_html_raw(h, "<li>");
        dom_web_frame_link(p, "bot", label, label);
        dom_web_html_raw(h, " has not played");
        for (size_t v = 0; v < list->variants; v++)
            if (!list->has_played[bot * list->variants + v]) {
                dom_web_html_put(h, "%s %s", comma, list->variant[v]);
                comma = ",";
            }
        dom_web_html_raw(h, "</li>\n");
    }
    dom_web_html_raw(h, "</ul></details>\n");
}

/* Writes the list over all families, or else the first family's, with a column for each family
 * after it. */
static void put_all_round(dom_web_page_frame *p)
{
    dom_web_html *h = p->h;
    const dom_results_all_rounds *all = &p->site->all_rounds;
    const dom_results_all_round *list = &all->lists[0];
    char title[DOM_RESULTS_ALL_ROUND_TITLE_BYTES];
    unsigned bounds = 0;
    uint32_t tier = 0;
    dom_results_all_round_title(title, list);
    begin_list(p, title, dom_results_verdict_of_all_round(all, list));
    put_families(h, all);
    dom_web_html_raw(h, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < list->ratings.count && i < BOTS_SHOWN; i++) {
        const dom_ratings_all_round_row *row = &list->ratings.row[i];
        index_line line = line_of_all(p->site, row);
        put_line(p, &line, &tier);
        for (size_t k = 1; k < all->count; k++)
            put_family(h, &all->lists[k], row->player);
        dom_web_html_raw(h, "</tr>\n");
        bounds |= 1u << line.bound;
    }
    end_list(p, list->ratings.count, bounds);
    put_covered(p, list);
    dom_web_html_put(h, "<p>%s %s%s at %.0f.</p>\n", DOM_RESULTS_ALL_ROUND_LEGEND,
                     all->anchor[0] ? "Anchor " : "Mean", all->anchor, all->anchor_elo);
}

/* Writes the list of a variant in short. */
static void put_variant(dom_web_page_frame *p, const dom_web_variant *v)
{
    uint32_t tier = 0;
    begin_list(p, v->name, dom_results_verdict_of(&v->list->ranking.shown));
    dom_web_html_raw(p->h, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < dom_web_variant_lines(v) && i < BOTS_SHOWN; i++) {
        index_line line = line_of_one(&v->list->rows[i]);
        put_line(p, &line, &tier);
        dom_web_html_raw(p->h, "</tr>\n");
    }
    end_list(p, dom_web_variant_lines(v), dom_web_frame_bounds_of(v));
}

static bool has_only_unrated(const dom_web_site *site)
{
    for (size_t i = 0; i < site->tournament_count; i++)
        if (!site->tournaments[i].is_unrated)
            return false;
    return true;
}

static void put_leaders(dom_web_page_frame *p)
{
    const dom_web_variant *v = dom_web_site_main_variant(p->site);
    if (p->site->all_rounds.count > 0)
        put_all_round(p);
    else if (v)
        put_variant(p, v);
    else if (has_only_unrated(p->site))
        dom_web_html_raw(p->h,
                         "<h2>Ratings</h2>\n<p>All tournaments here are unrated, so there are "
                         "no ratings. The page of each tournament has its standings.</p>\n");
}

/* ---- tournaments ------------------------------------------------------------------- */

static void put_tournament(dom_web_page_frame *p, const dom_web_tournament *t)
{
    dom_web_html_raw(p->h, "<section class=\"card\"><h3>");
    dom_web_frame_tournament_link(p, t);
    if (t->is_unrated)
        dom_web_html_raw(p->h, " unrated");
    dom_web_html_raw(p->h, "</h3>\n");
    dom_web_page_progress(p, t);
    dom_web_page_put_open_shortly(p, t);
    dom_web_html_raw(p->h, "</section>\n");
}

/* Writes the tournaments that run, and the newest others. */
static void put_tournaments(dom_web_page_frame *p)
{
    const dom_web_site *site = p->site;
    size_t shown = 0;
    dom_web_html_raw(p->h, "<h2 id=\"tournaments\">Tournaments</h2>\n");
    for (size_t i = site->tournament_count; i-- > 0;)
        if (dom_web_page_is_running(site, &site->tournaments[i])) {
            put_tournament(p, &site->tournaments[i]);
            shown++;
        }
    for (size_t i = site->tournament_count; i-- > 0 && shown < TOURNAMENTS_SHOWN;)
        if (!dom_web_page_is_running(site, &site->tournaments[i])) {
            put_tournament(p, &site->tournaments[i]);
            shown++;
        }
    if (shown < site->tournament_count)
        dom_web_html_put(p->h, "<p><a href=\"tournaments.html\">All %zu tournaments</a></p>\n",
                         site->tournament_count);
}

/* ---- variants ---------------------------------------------------------------------- */

/* Writes a number that may not have been read yet. */
static void put_count(dom_web_html *h, const char *label, bool is_there, uint64_t count)
{
    if (is_there)
        dom_web_frame_late(h, label, (double)count, "%llu", (unsigned long long)count);
    else
        dom_web_html_put(h, "<td class=\"n late\" data-l=\"%s\" data-v=\"-1\">&hellip;</td>",
                         label);
}

/* Writes the bot that is surely first with its rating, or how many may be first. */
static void put_first(dom_web_page_frame *p, const dom_web_variant *v)
{
    dom_web_html *h = p->h;
    const char *label = p->site->bots[v->list->rows[0].bot].label;
    const dom_ratings_rating *r = v->list->rows[0].rating;
    size_t leaders = dom_web_variant_leaders(v);
    if (leaders > 1) {
        dom_web_html_put(h,
                         "<td class=\"grow\">one of %zu</td><td class=\"n\" data-v=\"%.0f\"></td>",
                         leaders, r->elo);
        return;
    }
    dom_web_html_raw(h, "<td class=\"grow\">");
    dom_web_frame_link(p, "bot", label, label);
    dom_web_html_raw(h, "</td>");
    dom_web_frame_elo(h, r->elo, r->bound);
}

/* Writes the leader and the number of bots of a variant. */
static void put_leader(dom_web_page_frame *p, const dom_web_variant *v)
{
    dom_web_html *h = p->h;
    bool is_listed = dom_web_site_is_listed(p->site, v);
    if (!is_listed || !dom_web_variant_is_rated(v) || dom_web_variant_lines(v) == 0) {
        dom_web_html_put(h, "<td class=\"grow\">%s</td><td class=\"n\" data-v=\"-1e9\"></td>",
                         !is_listed                  ? "being read"
                         : has_only_unrated(p->site) ? "unrated"
                                                     : "no complete set yet");
    } else {
        put_first(p, v);
    }
    put_count(h, "Bots", is_listed, dom_web_variant_lines(v));
    put_count(h, "Matches", dom_web_site_is_counted(p->site), v->matches);
}

static void put_variants(dom_web_page_frame *p)
{
    dom_web_html *h = p->h;
    const dom_web_site *site = p->site;
    if (site->variant_count == 0)
        return;
    dom_web_html_raw(h, "<h2 id=\"variants\">Variants</h2>\n<p>Each variant has a list and a scale "
                        "of its own.</p>\n");
    dom_web_frame_table(h, "sort filter fold", "Variants", "*Variant", ">Family", "*Leader", "#Elo",
                        ">#Bots", ">#Matches", NULL);
    for (size_t i = 0; i < site->variant_count; i++) {
        const dom_web_variant *v = &site->variants[i];
        dom_web_html_raw(h, "<tr><th class=\"grow\" scope=\"row\">");
        dom_web_frame_link(p, "leaderboard", v->name, v->name);
        dom_web_html_put(h, "</th><td class=\"t late\">%s</td>", v->family);
        put_leader(p, v);
        dom_web_html_raw(h, "</tr>\n");
    }
    dom_web_frame_table_end(h);
}

/* ---- the page ------------------------------------------------------------------------ */

static void put_first_words(dom_web_page_frame *p)
{
    dom_web_html *h = p->h;
    uint64_t matches = 0;
    for (size_t i = 0; i < p->site->tournament_count; i++)
        matches += p->site->tournaments[i].done;
    dom_web_html_raw(h,
                     "<p>Programs play domino against each other here, and this page says which of "
                     "them are strong. ");
    if (dom_web_site_is_counted(p->site))
        dom_web_html_put(h, "They have played %llu matches in %zu variants. ",
                         (unsigned long long)matches, p->site->variant_count);
    dom_web_html_raw(h, "With 400 Elo more a bot wins ten matches for each that it loses.</p>\n");
}

/* Says what to do with an empty data folder. */
static void put_first_steps(dom_web_page_frame *p)
{
    dom_web_html_raw(p->h, "<p>Three commands to begin with:</p>\n<pre><code>"
                           "domino-arena new python mybot\n"
                           "domino-arena submit ./mybot\n"
                           "domino-arena leaderboard</code></pre>\n");
}

void dom_web_page_empty(dom_web_html *out, const char *path, const char *lobby)
{
    dom_web_page_frame p = {.h = out, .depth = dom_web_frame_depth(path), .lobby = lobby};
    dom_web_frame_begin(&p, "Nothing to show yet");
    dom_web_html_raw(out, "<p>There are no matches here yet.</p>\n");
    put_first_steps(&p);
    dom_web_frame_end(&p);
}

void dom_web_page_index(dom_web_page_frame *p, size_t number)
{
    (void)number;
    dom_web_frame_begin(p, "Leaderboard");
    if (p->site->tournament_count == 0 && p->site->variant_count == 0) {
        put_first_steps(p);
    } else {
        put_first_words(p);
        dom_web_html_raw(p->h, "<div class=\"front\">\n");
        dom_web_page_put_highlight(p);
        dom_web_html_raw(p->h, "<div class=\"leaders\">\n");
        put_leaders(p);
        dom_web_html_raw(p->h, "</div>\n<div>\n");
        put_tournaments(p);
        dom_web_html_raw(p->h, "</div>\n</div>\n");
        put_variants(p);
    }
    dom_web_frame_end(p);
}
