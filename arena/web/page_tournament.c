/* The page of a tournament: progress, standings, newest matches and commitment. */
#include "base/percent.h"
#include "page.h"
#include "rules/round.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    STILL_MS = DOM_WEB_PACE_S * 1000, /* without a match so long, the arena plays something else */
    STANDINGS_OPEN = 4,               /* variants whose standings are not folded away */
    FIRST_NAMED = 3                   /* more that share the first place are counted */
};

_Static_assert((int)DOM_WEB_PROGRESS_BYTES > 20 + 20 + 20 + 20 + 80, "three counts and the words");

static bool is_finished(const dom_web_tournament *t)
{
    return t->stage_count > 0 && t->stages[t->stage_count - 1].finished_ms != 0;
}

bool dom_web_page_is_running(const dom_web_site *site, const dom_web_tournament *t)
{
    if (is_finished(t) || !site->is_at_work)
        return false;
    /* A run says which tournament it plays. Before it has said so, a recent match is a sign. */
    if (site->open.is_there)
        return site->open.tournament == (uint32_t)(t - site->tournaments);
    return site->now_ms - t->newest_ms <= STILL_MS;
}

/* The page never says "stopped": an arena may be running whose lock cannot be seen from here. */
void dom_web_page_state(dom_web_page_frame *p, const dom_web_tournament *t)
{
    dom_web_html *h = p->h;
    if (is_finished(t)) {
        dom_web_html_raw(h, "Finished ");
        dom_web_frame_time(p, t->stages[t->stage_count - 1].finished_ms);
    } else if (dom_web_page_is_running(p->site, t)) {
        dom_web_html_raw(h, "Running");
    } else {
        dom_web_html_raw(h, "Not finished; newest match ");
        dom_web_frame_time(p, t->newest_ms);
    }
}

enum { REST_BYTES = 32 };

/* Writes a duration such as "3 h 20 min" or "50 s". */
static void write_rest(char text[static REST_BYTES], double seconds)
{
    double minutes = floor(seconds / 60);
    if (minutes >= 60)
        (void)snprintf(text, REST_BYTES, "%.0f h %02.0f min", floor(minutes / 60),
                       fmod(minutes, 60));
    else if (minutes >= 2)
        (void)snprintf(text, REST_BYTES, "%.0f min", minutes);
    else
        (void)snprintf(text, REST_BYTES, "%.0f s", seconds);
}

bool dom_web_progress(char text[static DOM_WEB_PROGRESS_BYTES], const dom_web_site *site,
                      const dom_web_tournament *t)
{
    char rest[REST_BYTES];
    double per_s = dom_web_pace_per_s(&t->pace, site->now_ms);
    text[0] = '\0';
    if (!dom_web_page_is_running(site, t))
        return false;
    int size = snprintf(text, DOM_WEB_PROGRESS_BYTES, "%llu of %llu matches. Running",
                        (unsigned long long)t->done, (unsigned long long)t->total);
    if (per_s > 0 && t->total > t->done) {
        write_rest(rest, (double)(t->total - t->done) / per_s);
        double pace = round(per_s < 1 ? 60 * per_s : per_s);
        size += snprintf(text + size, DOM_WEB_PROGRESS_BYTES - (size_t)size,
                         ", %.0f match%s per %s, about %s left", pace, pace == 1 ? "" : "es",
                         per_s < 1 ? "minute" : "second", rest);
    }
    (void)snprintf(text + size, DOM_WEB_PROGRESS_BYTES - (size_t)size, ".");
    return true;
}

void dom_web_page_progress(dom_web_page_frame *p, const dom_web_tournament *t)
{
    dom_web_html *h = p->h;
    char running[DOM_WEB_PROGRESS_BYTES];
    if (!dom_web_site_is_counted(p->site)) {
        dom_web_html_put(h,
                         "<p class=\"progress\">"
                         "<progress aria-label=\"Matches played\"></progress> %llu matches; the "
                         "number already played is being read.</p>\n",
                         (unsigned long long)t->total);
        return;
    }
    dom_web_html_put(
        h,
        "<p class=\"progress\" data-tournament=\"%s\">"
        "<progress aria-label=\"Matches played\" max=\"%llu\" value=\"%llu\"></progress> "
        "<span>",
        t->name, (unsigned long long)(t->total ? t->total : 1), (unsigned long long)t->done);
    if (dom_web_progress(running, p->site, t)) {
        dom_web_html_put(h, "%s", running);
    } else {
        dom_web_html_put(h, "%llu of %llu matches. ", (unsigned long long)t->done,
                         (unsigned long long)t->total);
        dom_web_page_state(p, t);
        dom_web_html_raw(h, ".");
    }
    dom_web_html_raw(h, "</span></p>\n");
}

/* Says which bots were withdrawn, why, and what follows for the standings. */
static void put_withdrawals(dom_web_page_frame *p, const dom_web_tournament *t)
{
    for (size_t i = 0; i < t->withdrawal_count; i++) {
        const dom_web_withdrawal *w = &t->withdrawals[i];
        const dom_web_bot *bot = &p->site->bots[w->bot];
        dom_web_html_raw(p->h, "<p class=\"fault\">");
        dom_web_frame_link(p, "bot", bot->label, bot->label);
        dom_web_html_raw(p->h, ", ");
        dom_web_frame_time(p, w->when_ms);
        dom_web_html_put(p->h, ": %s.", w->text);
        if (w->missing > 0)
            dom_web_html_put(p->h, " It lacks %llu match%s, %s.", (unsigned long long)w->missing,
                             w->missing == 1 ? "" : "es",
                             w->is_void ? "so no match with it counts in the standings"
                                        : "which count as lost in the standings");
        else if (w->is_void)
            dom_web_html_raw(p->h, " No match with it counts in the standings.");
        dom_web_html_raw(p->h, "</p>\n");
    }
}

/* Says that it was closed, and which results do not count. */
static void put_rulings(dom_web_page_frame *p, const dom_web_tournament *t)
{
    dom_web_html *h = p->h;
    if (t->is_closed) {
        dom_web_html_raw(h, "<p class=\"fault\">");
        dom_web_frame_time(p, t->closed.when_ms);
        dom_web_html_put(h, ": Closed%s%s.</p>\n", t->closed.reason[0] ? ": " : "",
                         t->closed.reason);
    }
    for (size_t i = 0; i < t->void_count; i++) {
        const dom_web_ruling *ruling = &t->voids[i];
        dom_web_html_raw(h, "<p class=\"fault\">");
        dom_web_frame_time(p, ruling->when_ms);
        if (ruling->match > 0)
            dom_web_html_put(h, ": Match %llu, and its set, do not count: %s.</p>\n",
                             (unsigned long long)ruling->match, ruling->reason);
        else
            dom_web_html_put(h, ": No match of it counts: %s.</p>\n", ruling->reason);
    }
}

/* ---- commitment ----------------------------------------------------------------- */

static void put_stage(dom_web_page_frame *p, const dom_web_stage *s, size_t number)
{
    dom_web_html *h = p->h;
    dom_web_html_put(h, "<tr><th scope=\"row\">%zu</th><td class=\"grow\">", number);
    dom_web_frame_time(p, s->created_ms);
    dom_web_html_put(h, "</td><td class=\"n\">%u</td><td class=\"n\">", s->bots);
    if (s->sets > 0)
        dom_web_html_put(h, "%u", s->sets);
    else
        dom_web_html_put(h, "taken over%s", s->words);
    dom_web_html_put(h,
                     "</td><td class=\"late\"><code>%s</code></td><td class=\"late\" "
                     "data-l=\"Finished\">",
                     s->commit);
    dom_web_frame_time(p, s->finished_ms);
    dom_web_html_raw(h, "</td></tr>\n");
}

static void put_promise(dom_web_page_frame *p, const dom_web_tournament *t)
{
    dom_web_html *h = p->h;
    dom_web_html_raw(
        h, "<h2>Commitment</h2>\n<p>A hash of the secret from which all deals are made. It was "
           "published before the first deal. ");
    if (t->is_reproducible)
        dom_web_html_raw(h, "The secret of this tournament follows from a seed, so anybody who "
                            "knew the seed could compute the deals. ");
    dom_web_html_put(
        h,
        "<code>domino-arena verify %s</code> replays every match and compares the results.</p>\n",
        t->name);
    dom_web_frame_table(h, "fold", "Stages", "#Stage", "*Begun", "#Bots", "#Sets", ">Commitment",
                        ">Finished", NULL);
    for (size_t i = 0; i < t->stage_count; i++)
        put_stage(p, &t->stages[i], i + 1);
    dom_web_frame_table_end(h);
    dom_web_html_raw(h, "<p>Verification hash: ");
    if (t->hash[0]) {
        dom_web_html_put(h, "<code>%s</code>", t->hash);
    } else if (p->site->reading != DOM_WEB_READING_NOTHING) {
        dom_web_html_raw(h, "not computed yet.");
    } else {
        dom_web_html_raw(h, "not computed; the command above prints it.");
    }
    dom_web_html_raw(h, "</p>\n");
}

/* ---- standings ------------------------------------------------------------------ */

/* Which columns the standings in a variant have beside the usual ones. */
typedef struct {
    bool has_score; /* sets count that were not played */
    bool has_ties;  /* a place is due to another tie-break than the first */
} standings_shape;

static standings_shape shape_of(const dom_results_tournament_standings *s, size_t variant)
{
    standings_shape shape = {0};
    for (size_t bot = 0; bot < s->bot_count; bot++) {
        const dom_results_tournament_standing *of =
            dom_results_tournament_standing_at(s, variant, bot);
        shape.has_score |= of->place > 0 && of->won_sets + of->lost_sets > 0;
        shape.has_ties |= of->place > 1 && of->set_apart != s->ties.by[0];
    }
    return shape;
}

/* Writes the share of the points in complete duplicate sets, with its interval. */
static void put_share(dom_web_html *h, const dom_ratings_sample *shares)
{
    dom_ratings_mean_share s = dom_ratings_mean_share_of(shares);
    dom_web_frame_number(h, s.share, "%.1f%%", dom_percent(s.share, 1));
    dom_web_frame_share_range(h, s.share_lo, s.share_hi);
}

/* Writes the cell of the score, which decides the place in a Swiss. */
static void put_score(dom_web_html *h, const dom_results_tournament_standing *of)
{
    double score = dom_results_tournament_standing_share(of);
    dom_web_frame_number(h, score, "%.1f%%", dom_percent(score, 1));
}

/* Writes the cells at the end of a line that not all standings have. */
static void put_more(dom_web_html *h, const dom_results_tournament_standings *s,
                     const dom_results_tournament_standing *of, standings_shape shape)
{
    bool is_tied = of->place > 1 && of->set_apart != s->ties.by[0];
    if (shape.has_score) {
        dom_web_frame_late(h, "Byes", of->byes, "%u", of->byes);
        dom_web_frame_late(h, "Unplayed W/L", (double)of->won_sets, "%llu/%llu",
                           (unsigned long long)of->won_sets, (unsigned long long)of->lost_sets);
    }
    if (shape.has_ties)
        dom_web_html_put(h, "<td class=\"late\" data-l=\"Tie-break\">%s</td>",
                         is_tied ? dom_config_tie_words[of->set_apart] : "");
}

static void put_stander(dom_web_page_frame *p, const dom_results_tournament_standings *s,
                        const dom_results_tournament_standing *of, const dom_web_bot *bot,
                        standings_shape shape)
{
    dom_web_html *h = p->h;
    const dom_ratings_score *score = &of->sums.score;
    dom_web_html_raw(h, "<tr>");
    dom_web_frame_number(h, of->place, "%u", of->place);
    dom_web_html_raw(h, "<th class=\"grow\" scope=\"row\">");
    dom_web_frame_link(p, "bot", bot->label, bot->label);
    dom_web_html_raw(h, "</th>");
    if (shape.has_score)
        put_score(h, of);
    if (of->shares.sets > 0)
        put_share(h, &of->shares);
    else
        dom_web_html_raw(h, "<td class=\"n\" data-v=\"-1\">&ndash;</td><td></td>");
    dom_web_frame_late(h, "Matches", (double)of->sums.matches, "%llu",
                       (unsigned long long)of->sums.matches);
    dom_web_frame_late_results(h, score->wins, score->draws, score->losses);
    double points = of->sums.rounds ? (double)of->sums.points / (double)of->sums.rounds : 0;
    if (of->sums.rounds)
        dom_web_frame_late(h, "Points", points, "%.2f", points);
    else
        dom_web_html_raw(h, "<td class=\"n late\"></td>");
    dom_web_frame_late(h, "Forfeits", (double)of->sums.forfeits, "%llu",
                       (unsigned long long)of->sums.forfeits);
    put_more(h, s, of, shape);
    dom_web_html_raw(h, "</tr>\n");
}

/* Heads of columns that not all standings have. */
static const char head_score[] =
    "#Score: the share with sets that were not played; it decides the place";
static const char head_byes[] = ">#Byes: rounds without an opponent";
static const char head_unplayed[] =
    ">#Unplayed W/L: sets that count as won (byes, opponents that left) or as lost (rounds before "
    "it came, sets after it left)";
static const char head_ties[] = ">Tie-break: what decided the place where the first one was equal";

/* Writes who leads a variant, or has won it: those with the first place. Nothing before a set is
 * complete. */
static void put_first(dom_web_page_frame *p, const dom_web_tournament *t, size_t variant,
                      const uint16_t order[], size_t count)
{
    size_t first = 0;
    const dom_web_set_count *sets = &t->sets[variant];
    while (first < count &&
           dom_results_tournament_standing_at(&t->standings, variant, order[first])->place == 1)
        first++;
    if (sets->done == 0 || first == 0)
        return;
    dom_web_html_put(p->h, ", %s ", sets->done == sets->total ? "won by" : "now leading:");
    if (first > FIRST_NAMED)
        dom_web_html_put(p->h, "%zu bots", first);
    for (size_t i = 0; i < first && first <= FIRST_NAMED; i++)
        dom_web_html_put(p->h, "%s%s",
                         i == 0           ? ""
                         : i + 1 == first ? " and "
                                          : ", ",
                         p->site->bots[t->bots[order[i]]].label);
}

/* Begins the standings in a variant, of the bots in `order`. */
static void put_standings_head(dom_web_page_frame *p, const dom_web_tournament *t, size_t variant,
                               const uint16_t order[], size_t count, bool is_open)
{
    char label[DOM_WEB_VARIANT_BYTES + 16];
    dom_web_html *h = p->h;
    const dom_web_variant *v = &p->site->variants[t->variants[variant]];
    const dom_web_set_count *sets = &t->sets[variant];
    standings_shape shape = shape_of(&t->standings, variant);
    dom_web_html_raw(h, "<details");
    if (is_open)
        dom_web_html_raw(h, " open");
    dom_web_html_put(h, "><summary>%s", v->name);
    if (sets->total > 0)
        dom_web_html_put(h, ": %llu of %llu sets", (unsigned long long)sets->done,
                         (unsigned long long)sets->total);
    put_first(p, t, variant, order, count);
    dom_web_html_raw(h, "</summary>\n");
    (void)snprintf(label, sizeof label, "Standings in %s", v->name);
    dom_web_frame_table(h, "sort fold", label, "#Place", "*Bot", shape.has_score ? head_score : "",
                        "#Share: of the points in complete duplicate sets", "#95 %", ">#Matches",
                        ">#W/D/L: wins, draws and losses against each other side at the table",
                        ">#Points per round", ">#Forfeits: matches that a fault of the bot ended",
                        shape.has_score ? head_byes : "", shape.has_score ? head_unplayed : "",
                        shape.has_ties ? head_ties : "", NULL);
}

/* Writes the standings in one variant; nothing if no match was played. */
static void put_variant(dom_web_page_frame *p, const dom_web_tournament *t, size_t variant,
                        uint16_t order[], bool is_open)
{
    const dom_results_tournament_standings *s = &t->standings;
    size_t count = dom_results_tournament_standings_order(s, variant, order);
    standings_shape shape = shape_of(s, variant);
    if (count == 0)
        return;
    put_standings_head(p, t, variant, order, count, is_open);
    for (size_t i = 0; i < count; i++)
        put_stander(p, s, dom_results_tournament_standing_at(s, variant, order[i]),
                    &p->site->bots[t->bots[order[i]]], shape);
    dom_web_frame_table_end(p->h);
    dom_web_frame_objective(p->h, &p->site->variants[t->variants[variant]]);
    dom_web_html_raw(p->h, "</details>\n");
}

/* Writes the standings of this tournament, variant by variant; the first ones are open. */
static void put_standings(dom_web_page_frame *p, const dom_web_tournament *t)
{
    dom_web_html *h = p->h;
    uint16_t *order = calloc(t->bot_count + 1, sizeof *order);
    if (order == NULL)
        return;
    dom_web_html_raw(h, "<h2>Standings</h2>\n<p>Places by");
    for (size_t i = 0; i < t->standings.ties.count; i++)
        dom_web_html_put(h, "%s %s", i > 0 ? ", then" : "",
                         dom_config_tie_words[t->standings.ties.by[i]]);
    dom_web_html_raw(h, ". Bots that are equal by all of them share a place.");
    if (t->is_unrated)
        dom_web_html_raw(h,
                         " This tournament is unrated: its matches do not count in the ratings.");
    dom_web_html_raw(h, "</p>\n");
    for (size_t v = 0; v < t->standings.variant_count; v++)
        put_variant(p, t, v, order, v < STANDINGS_OPEN);
    free(order);
}

/* ---- matches ------------------------------------------------------------------- */

/* Writes the newest matches, newest first, and the way to all of them. */
static void put_matches(dom_web_page_frame *p, const dom_web_tournament *t)
{
    const dom_web_match_columns columns = {.has_tournament = false};
    dom_web_page_begin_matches(p, columns, "Newest matches");
    for (uint64_t n = 0; n < DOM_WEB_MATCHES_NEWEST && n < t->line_count; n++)
        dom_web_page_match(p, columns, (uint32_t)(t - p->site->tournaments),
                           &t->newest[(t->line_count - 1 - n) % DOM_WEB_MATCHES_NEWEST],
                           DOM_NOBODY);
    dom_web_page_end_matches(p);
    if (t->line_count > 0) {
        dom_web_html_raw(p->h, "<p>");
        dom_web_page_all_matches_link(p, DOM_WEB_FILTER_TOURNAMENT,
                                      (size_t)(t - p->site->tournaments), "All matches");
        dom_web_html_raw(p->h, "</p>\n");
    }
}

void dom_web_page_tournament(dom_web_page_frame *p, size_t number)
{
    const dom_web_tournament *t = &p->site->tournaments[number];
    dom_web_html *h = p->h;
    char about[128];
    (void)snprintf(about, sizeof about, "A tournament of %zu domino bots in %zu variant%s.",
                   t->bot_count, t->variant_count, t->variant_count == 1 ? "" : "s");
    p->about = about;
    dom_web_frame_begin(p, dom_web_tournament_title(t));
    dom_web_page_progress(p, t);
    dom_web_html_put(h, "<p>%s, %zu bots%s%s. Variants: ", t->schedule, t->bot_count,
                     t->is_unrated ? ", unrated" : "",
                     t->has_spectators ? ", with spectators" : "");
    for (size_t i = 0; i < t->variant_count; i++) {
        dom_web_html_raw(h, " ");
        dom_web_frame_link(p, "leaderboard", p->site->variants[t->variants[i]].name,
                           p->site->variants[t->variants[i]].name);
    }
    dom_web_html_raw(h, "</p>\n");
    if (dom_web_site_is_counted(p->site)) {
        put_withdrawals(p, t);
        put_rulings(p, t);
        put_standings(p, t);
        dom_web_page_put_open(p, t);
        dom_web_html_raw(h, "<h2>Newest matches</h2>\n");
        put_matches(p, t);
    } else {
        dom_web_frame_wait(h, "Its newest matches are");
    }
    put_promise(p, t);
    dom_web_frame_end(p);
}
