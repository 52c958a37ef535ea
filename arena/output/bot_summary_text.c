#include "output/bot_summary_text.h"

#include "base/now.h"
#include "base/percent.h"
#include "documents/documents.h"
#include "output/text_table.h"
#include "rating_list_parts.h"
#include "results/bot_summary.h"
#include "results/rules_age.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DATE = 10 /* characters of a date */ };

typedef struct {
    const char *name; /* NAME or NAME@VERSION */
    dom_output_format format;
    FILE *out;
    bool is_one_by_one; /* variants were named: each has its opponents below it */
    size_t count;       /* lists that have it                                   */
    dom_output_table lines;
    json_t *variants;
} bot_printer;

static const char *label_of(const dom_results_ranking *of, const dom_ratings_rating *row)
{
    return of->bots[row->player].label;
}

/* ---- cells --------------------------------------------------------------------- */

static void put_rank(dom_output_table *g, uint32_t lo, uint32_t hi, size_t bots)
{
    if (lo == hi)
        dom_output_table_put(g, "%u of %zu", lo, bots);
    else
        dom_output_table_put(g, "%u-%u of %zu", lo, hi, bots);
}

static void put_share(dom_output_table *g, double share)
{
    dom_output_table_put(g, "%.1f%%", dom_percent(share, 1));
}

static void put_shares(dom_output_table *g, bool is_known, double lo, double hi)
{
    const dom_output_bar bar = {
        .lo = dom_percent(lo, 1), .hi = dom_percent(hi, 1), .has_lo = is_known, .has_hi = is_known};
    dom_output_table_put(g, "%s", dom_output_range_of(1, bar).text);
}

/* The sign of a rating without a limit stands alone: everything was won, or lost. */
static void put_performance(dom_output_table *g, const dom_ratings_performance *p)
{
    if (p->opponents == 0)
        dom_output_table_put(g, "-");
    else if (p->bound != DOM_RATINGS_BOUND_NONE)
        dom_output_table_put(g, "%s", dom_ratings_bound_word(p->bound));
    else
        dom_output_table_put(g, "%.1f", p->elo);
}

/* ---- a line for each list -------------------------------------------------------- */

static const dom_output_column line_columns[] = {
    {.head = "list", .is_left = true},
    {.head = "version", .is_left = true, .leave = 2},
    {.head = "rank"},
    {.head = "Elo"},
    {.head = "interval", .leave = 9},
    {.head = "score", .leave = 10},
    {.head = "draws", .leave = 3},
    {.head = "opponents", .leave = 5},
    {.head = "performance", .leave = 7},
    {.head = "sets", .leave = 8},
    {.head = "matches", .leave = 1},
    {.head = "last played", .leave = 4},
    {.head = "change", .leave = 11},
    {.head = "by", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST, .leave = 6},
};
enum { LINE_COLUMNS = sizeof line_columns / sizeof *line_columns, ALL_ROUND_CELLS = 5 };

static void put_all_round(dom_output_table *g, const dom_results_all_round *list,
                          const dom_ratings_all_round_row *row, const char *version)
{
    dom_output_table_put(g, "all-round, %s", list->family ? list->family : "all families");
    dom_output_table_put(g, "%.8s", version);
    put_rank(g, row->rank_lo, row->rank_hi, list->ratings.count);
    dom_output_table_put(g, "%s%.1f", dom_ratings_bound_word(row->bound), row->elo);
    dom_output_table_put(g, "%s", dom_output_range_of(1, dom_output_all_round_bar(row)).text);
    for (int i = ALL_ROUND_CELLS; i < LINE_COLUMNS; i++)
        dom_output_table_put(g, "%s", "");
}

static void put_change(dom_output_table *g, const dom_results_change *change)
{
    if (change->tournament == NULL)
        dom_output_table_put(g, "-");
    else if (change->has_gain)
        dom_output_table_put(g, "%+.1f", change->gain);
    else
        dom_output_table_put(g, "new");
    dom_output_table_put(g, "%s", change->tournament ? change->tournament : "");
}

static void put_line(dom_output_table *g, const dom_results_bot_summary *b)
{
    const dom_results_ranking *of = b->of->of;
    const dom_ratings_rating *row = b->row;
    dom_output_table_put(g, "%s%s", of->from->variant,
                         dom_results_rules_mark_of(of->from->earlier_rules).text);
    dom_output_table_put(g, "%.8s", b->played->bot.version);
    put_rank(g, row->rank_lo, row->rank_hi, of->list.count);
    dom_output_table_put(g, "%s%.1f", dom_ratings_bound_word(row->bound), row->elo);
    dom_output_table_put(g, "%s",
                         dom_output_range_of(1, dom_output_rating_bar(&of->shown, row)).text);
    put_share(g, b->score);
    put_share(g, b->draws);
    dom_output_table_put(g, "%u (%.1f)", b->performance.opponents, b->performance.opponents_elo);
    put_performance(g, &b->performance);
    dom_output_table_put(g, "%llu", (unsigned long long)row->sets);
    dom_output_table_put(g, "%llu", (unsigned long long)row->matches);
    dom_output_table_put(g, "%.*s", DATE, dom_utc_of(b->played->last_ms).text);
    put_change(g, b->change);
}

static void say_line_legend(const bot_printer *to)
{
    static const char *const lines[] = {
        "Score: share of the points, a draw counting half. "
        "Opponents: how many, and their mean Elo, "
        "each as often as it was met.",
        "Performance: the Elo with which this score would be "
        "expected of it; > and <: it won or lost "
        "everything.",
        "Change: Elo minus that of the same list without the "
        "tournament named beside it, its newest "
        "one; new: without that it has no Elo on this scale. More: docs/explanation/ratings.md"};
    if (to->format == DOM_OUTPUT_MARKDOWN)
        (void)fputc('\n', to->out);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        dom_output_put_line(to->format, to->out, "- ", "%s", lines[i]);
}

/* ---- one list --------------------------------------------------------------------- */

static void say_facts(const bot_printer *to, const dom_results_bot_summary *b)
{
    const dom_results_ranking *of = b->of->of;
    const dom_ratings_rating *row = b->row;
    char rank[24], facts[DOM_RESULTS_BOT_FACTS_BYTES];
    (void)snprintf(rank, sizeof rank, row->rank_lo == row->rank_hi ? "%u" : "%u-%u", row->rank_lo,
                   row->rank_hi);
    dom_output_put_line(to->format, to->out, "## ", "%s%s: %s, rank %s of %zu, Elo %s%.1f (%s)",
                        of->from->variant, dom_results_rules_mark_of(of->from->earlier_rules).text,
                        label_of(of, row), rank, of->list.count, dom_ratings_bound_word(row->bound),
                        row->elo,
                        dom_output_range_of(1, dom_output_rating_bar(&of->shown, row)).text);
    if (to->format == DOM_OUTPUT_MARKDOWN)
        (void)fputc('\n', to->out);
    dom_results_bot_facts(facts, b);
    dom_output_put_line(to->format, to->out, "- ", "%s", facts);
    if (to->format == DOM_OUTPUT_MARKDOWN)
        (void)fputc('\n', to->out);
}

static void put_meeting(dom_output_table *g, const dom_results_bot_summary *b,
                        const dom_results_meeting *m)
{
    const dom_ratings_versus *v = m->versus;
    dom_output_table_put(g, "%s", label_of(b->of->of, m->row));
    dom_output_table_put(g, "%s%.1f", dom_ratings_bound_word(m->row->bound), m->row->elo);
    dom_output_table_put(g, "%llu", (unsigned long long)v->sets);
    dom_output_table_put(g, "%llu", (unsigned long long)v->games);
    dom_output_table_put(g, "%llu-%llu-%llu", (unsigned long long)v->wins,
                         (unsigned long long)v->draws, (unsigned long long)v->losses);
    dom_output_table_put(g, "%.1f", m->points);
    put_share(g, v->share);
    put_shares(g, true, v->share_lo, v->share_hi);
    put_share(g, m->expected.share);
    put_shares(g, m->has_limits, m->expected.lo, m->expected.hi);
}

static dom_rc print_meetings(const bot_printer *to, const dom_results_bot_summary *b, dom_err *err)
{
    static const dom_output_column columns[] = {
        {.head = "opponent", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST},
        {.head = "Elo", .leave = 6},
        {.head = "sets", .leave = 3},
        {.head = "games", .leave = 2},
        {.head = "W-D-L", .leave = 7},
        {.head = "points", .leave = 1},
        {.head = "score"},
        {.head = "interval", .leave = 5},
        {.head = "expected", .leave = 8},
        {.head = "interval", .leave = 4}};
    dom_output_table g = dom_output_table_of(columns, sizeof columns / sizeof *columns);
    dom_results_meeting met;
    uint32_t hidden = b->performance.opponents;
    for (size_t i = 0; i < b->of->count; i++)
        if (dom_results_bot_meeting(&met, b, i)) {
            put_meeting(&g, b, &met);
            hidden--;
        }
    dom_rc rc = dom_output_table_print(&g, to->format, to->out, err);
    dom_output_table_clear(&g);
    if (to->format == DOM_OUTPUT_MARKDOWN)
        (void)fputc('\n', to->out);
    dom_output_put_line(to->format, to->out, "- ",
                        "Games: results against this opponent. Score: its share of the points, a "
                        "draw counting half. Expected: that share by the ratings, in infinitely "
                        "many games. Intervals: 95 %%.");
    if (hidden > 0)
        dom_output_put_line(to->format, to->out, "- ",
                            "%u more opponent%s: versions that the list hides; --all shows them.",
                            hidden, hidden == 1 ? "" : "s");
    return rc;
}

/* ---- CSV ----------------------------------------------------------------------------- */

static void put_csv_begin(const bot_printer *to, const dom_results_bot_summary *b)
{
    dom_output_put_csv(to->out, b->of->of->from->variant);
    dom_output_put_csv_next(to->out, b->played->bot.name);
    dom_output_put_csv_next(to->out, b->played->bot.version);
}

static void put_line_csv(const bot_printer *to, const dom_results_bot_summary *b)
{
    const dom_results_ranking *of = b->of->of;
    const dom_ratings_rating *row = b->row;
    const dom_ratings_performance *p = &b->performance;
    const dom_output_bar bar = dom_output_rating_bar(&of->shown, row);
    bool has_elo = p->opponents > 0 && p->bound == DOM_RATINGS_BOUND_NONE;
    put_csv_begin(to, b);
    (void)fprintf(to->out, ",%u,%u,%zu,%.6f", row->rank_lo, row->rank_hi, of->list.count, row->elo);
    dom_output_put_csv_real(to->out, bar.has_lo, bar.lo);
    dom_output_put_csv_real(to->out, bar.has_hi, bar.hi);
    (void)fprintf(to->out, ",%s,%.6f,%.6f,%u", dom_ratings_bound_word(row->bound), b->score,
                  b->draws, p->opponents);
    dom_output_put_csv_real(to->out, p->opponents > 0, p->opponents_elo);
    dom_output_put_csv_real(to->out, has_elo, p->elo);
    (void)fprintf(to->out, ",%s,%llu,%llu,%llu,%llu,%llu,%s", dom_ratings_bound_word(p->bound),
                  (unsigned long long)row->sets, (unsigned long long)row->matches,
                  (unsigned long long)row->wins, (unsigned long long)row->draws,
                  (unsigned long long)row->losses, dom_utc_of(b->played->last_ms).text);
    dom_output_put_csv_real(to->out, b->change->has_gain, b->change->gain);
    dom_output_put_csv_next(to->out, b->change->tournament ? b->change->tournament : "");
    (void)fprintf(to->out, ",%u\n", of->from->earlier_rules);
}

static void put_meetings_csv(const bot_printer *to, const dom_results_bot_summary *b)
{
    const dom_results_ranking *of = b->of->of;
    dom_results_meeting m;
    for (size_t i = 0; i < b->of->count; i++) {
        if (!dom_results_bot_meeting(&m, b, i))
            continue;
        const dom_ratings_versus *v = m.versus;
        put_csv_begin(to, b);
        dom_output_put_csv_next(to->out, of->bots[m.row->player].name);
        dom_output_put_csv_next(to->out, of->bots[m.row->player].version);
        (void)fprintf(to->out, ",%llu,%llu,%llu,%llu,%llu,%.1f,%.6f,%.6f,%.6f,%.6f",
                      (unsigned long long)v->sets, (unsigned long long)v->games,
                      (unsigned long long)v->wins, (unsigned long long)v->draws,
                      (unsigned long long)v->losses, m.points, v->share, v->share_lo, v->share_hi,
                      m.expected.share);
        dom_output_put_csv_real(to->out, m.has_limits, m.expected.lo);
        dom_output_put_csv_real(to->out, m.has_limits, m.expected.hi);
        (void)fprintf(to->out, ",%u\n", of->from->earlier_rules);
    }
}

static void put_csv_head(const bot_printer *to)
{
    (void)fputs(to->is_one_by_one
                    ? "variant,bot,version,against,against_version,sets,games,wins,draws,losses,"
                      "points,share,share_lo,share_hi,expected,expected_lo,expected_hi,"
                      "earlier_rules\n"
                    : "variant,bot,version,rank_lo,rank_hi,bots,elo,elo_lo,elo_hi,bound,score,"
                      "draw_share,opponents,opponents_elo,performance,performance_bound,sets,"
                      "matches,wins,draws,losses,last_played,change,change_by,earlier_rules\n",
                to->out);
}

/* ---- list after list ------------------------------------------------------------------ */

static dom_rc print_one(const bot_printer *to, const dom_results_bot_summary *b, dom_err *err)
{
    if (to->count > 0)
        (void)fputc('\n', to->out);
    say_facts(to, b);
    return print_meetings(to, b, err);
}

static dom_rc show_summary(bot_printer *to, const dom_results_bot_summary *b, dom_err *err)
{
    dom_rc rc = DOM_OK;
    if (to->format == DOM_OUTPUT_JSON)
        json_array_append_new(to->variants, dom_documents_bot_summary(b));
    else if (to->format == DOM_OUTPUT_CSV && to->is_one_by_one)
        put_meetings_csv(to, b);
    else if (to->format == DOM_OUTPUT_CSV)
        put_line_csv(to, b);
    else if (to->is_one_by_one)
        rc = print_one(to, b, err);
    else
        put_line(&to->lines, b);
    to->count++;
    return rc;
}

/* Returns the line of a player; the number of lines if it is hidden. */
static size_t line_of(const dom_ratings_list *list, uint32_t player)
{
    size_t line = 0;
    while (line < list->count && list->row[line].player != player)
        line++;
    return line;
}

static dom_rc show_line(bot_printer *to, const dom_results_standings *s,
                        const dom_results_ranking *r, uint32_t player, dom_err *err)
{
    dom_results_crosstable x;
    size_t line = line_of(&r->list, player);
    dom_results_change *changes = calloc(r->list.count + 1, sizeof *changes);
    dom_rc rc = dom_results_crosstable_make(&x, r, err);
    if (rc == DOM_OK && changes == NULL)
        rc = dom_err_no_memory(err);
    if (rc == DOM_OK)
        rc = dom_results_changes_find(changes, r, s, line, err);
    if (rc == DOM_OK) {
        dom_results_bot_summary b = dom_results_bot_summary_of(&x, line, &changes[line]);
        rc = show_summary(to, &b, err);
    }
    free(changes);
    dom_results_crosstable_clear(&x);
    return rc;
}

/* Finds the bot in a list before its ratings, which take time, are computed. */
static dom_rc find_bot(const bot_printer *to, const dom_results_standings *s,
                       const dom_results_standing_list *l, uint32_t *player, dom_err *err)
{
    dom_results_ranking r;
    dom_rc rc = dom_results_ranking_open(&r, s, l, &(dom_results_ranking_kind){0}, err);
    if (rc == DOM_OK)
        rc = dom_results_prediction_bot(&r, to->name, player, err);
    if (rc == DOM_OK && r.hidden[*player])
        rc = dom_err_set(err, DOM_E_ABSENT, "the list of %s hides %s; --all shows it", l->variant,
                         r.labels[*player]);
    dom_results_ranking_clear(&r);
    return rc;
}

static dom_rc take_bot_list(void *context, const dom_results_standings *s,
                            const dom_results_standing_list *l, dom_err *err)
{
    bot_printer *to = context;
    bool has_details = to->is_one_by_one || to->format == DOM_OUTPUT_JSON;
    dom_results_ranking r;
    uint32_t player;
    dom_rc rc = find_bot(to, s, l, &player, err);
    if (rc == DOM_E_ABSENT && !to->is_one_by_one)
        return DOM_OK;
    if (rc == DOM_OK)
        rc = dom_results_ranking_make(
            &r, s, l, (dom_results_ranking_kind){.wants_matrices = has_details}, err);
    if (rc != DOM_OK)
        return rc;
    rc = show_line(to, s, &r, player, err);
    dom_results_ranking_clear(&r);
    return rc;
}

/* ---- the bot ----------------------------------------------------------------------------- */

/* Returns the version that the name means, "" if there is none: that of NAME@VERSION, or the one
 * that is shown and played last. */
static const char *version_named(const dom_results_bot_versions *versions, const char *name)
{
    const char *at = strchr(name, '@');
    for (size_t i = 0; i < versions->count; i++)
        if (at ? strncmp(versions->item[i].version, at + 1, strlen(at + 1)) == 0
               : versions->item[i].is_shown)
            return versions->item[i].version;
    return "";
}

static void put_all_rounds(bot_printer *to, const dom_results_all_rounds *all, const char *name,
                           const char *version)
{
    for (size_t i = 0; i < all->count; i++) {
        const dom_ratings_all_round_row *row =
            dom_results_all_round_row_of(all, &all->lists[i], name, version);
        if (row)
            put_all_round(&to->lines, &all->lists[i], row, version);
    }
}

/* Prints the lines of all lists. */
static dom_rc print_lines(const bot_printer *to, const char *name,
                          const dom_results_bot_versions *versions, dom_err *err)
{
    dom_output_put_line(to->format, to->out, "## ", "%s, %zu version%s", name, versions->count,
                        versions->count == 1 ? "" : "s");
    if (to->format == DOM_OUTPUT_MARKDOWN)
        (void)fputc('\n', to->out);
    dom_rc rc = dom_output_table_print(&to->lines, to->format, to->out, err);
    say_line_legend(to);
    for (size_t i = 0; versions->count > 1 && i < versions->count; i++)
        dom_output_put_line(
            to->format, to->out, "- ", "Version %.8s: %s", versions->item[i].version,
            versions->item[i].is_shown ? "shown" : "hidden, but counted in the ratings");
    return rc;
}

static dom_rc show_bot(bot_printer *to, const dom_results_standings *s, const dom_strings *variants,
                       const char *name, const dom_results_bot_versions *versions, dom_err *err)
{
    static const dom_strings covered;
    const char *version = version_named(versions, to->name);
    bool has_all_rounds = to->format != DOM_OUTPUT_CSV && !to->is_one_by_one;
    dom_results_all_rounds all = {.count = 0};
    dom_rc rc = DOM_OK;
    if (has_all_rounds)
        rc = dom_results_all_rounds_make(&all, s, &covered, (dom_results_ranking_kind){0}, err);
    if (rc == DOM_OK)
        put_all_rounds(to, &all, name, version);
    if (rc == DOM_OK)
        rc = dom_results_ranking_each(s, variants, take_bot_list, to, err);
    if (rc == DOM_OK && to->count == 0)
        rc = dom_results_bot_absent(s, to->name, err);
    if (rc == DOM_OK && to->format == DOM_OUTPUT_JSON)
        rc = dom_output_put_json(
            to->out,
            json_pack("{s:i, s:s, s:s, s:o, s:o, s:O}", "schema", (int)DOM_DOCUMENTS_SCHEMA, "name",
                      name, "version", version, "versions", dom_documents_bot_versions(versions),
                      "all_round", dom_documents_bot_all_rounds(&all, name, version), "variants",
                      to->variants),
            err);
    else if (rc == DOM_OK && has_all_rounds)
        rc = print_lines(to, name, versions, err);
    dom_results_all_rounds_clear(&all);
    return rc;
}

dom_rc dom_output_bot_show(const dom_results_standings *s, const dom_strings *variants,
                           const char *name, dom_output_format format, FILE *out, dom_err *err)
{
    bot_printer to = {.name = name,
                      .format = format,
                      .out = out,
                      .is_one_by_one = variants->count > 0,
                      .lines = dom_output_table_of(line_columns, LINE_COLUMNS),
                      .variants = json_array()};
    char bare[DOM_STORE_BOT_NAME_BYTES];
    dom_results_bot_versions versions;
    (void)snprintf(bare, sizeof bare, "%.*s", (int)strcspn(name, "@"), name);
    dom_rc rc = dom_results_bot_versions_find(&versions, s, bare, err);
    if (rc == DOM_OK && format == DOM_OUTPUT_CSV)
        put_csv_head(&to);
    if (rc == DOM_OK)
        rc = show_bot(&to, s, variants, bare, &versions, err);
    free(versions.item);
    json_decref(to.variants);
    dom_output_table_clear(&to.lines);
    return rc;
}
