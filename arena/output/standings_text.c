#include "output/standings_text.h"

#include "base/percent.h"
#include "base/text.h"
#include "documents/documents.h"
#include "output/text_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

typedef dom_results_tournament_standing standing;

/* ---- text ----------------------------------------------------------------------------- */

static const dom_output_column standings_columns[] = {
    {.head = "place"},
    {.head = "bot", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST},
    {.head = "version", .is_left = true, .leave = 1},
    {.head = "score"},
    {.head = "share"},
    {.head = "95 %", .leave = 3},
    {.head = "matches", .leave = 4},
    {.head = "W/D/L", .leave = 5},
    {.head = "points/round", .leave = 2},
    {.head = "forfeits", .leave = 6},
    {.head = "byes", .leave = 7},
    {.head = "unplayed W/L", .leave = 7},
    {.head = "tie-break", .is_left = true, .leave = 8}};

/* Fills a cell with a number, or leaves it empty for 0. */
static void put_count(dom_output_table *g, uint64_t count)
{
    if (count > 0)
        dom_output_table_put(g, "%" PRIu64, count);
    else
        dom_output_table_put(g, "%s", "");
}

/* Fills the cells of the share and its interval. */
static void put_share(dom_output_table *g, const dom_ratings_sample *shares)
{
    dom_ratings_mean_share s = dom_ratings_mean_share_of(shares);
    if (shares->sets == 0) {
        dom_output_table_put(g, "-");
        dom_output_table_put(g, "%s", "");
        return;
    }
    dom_output_table_put(g, "%.1f", dom_percent(s.share, 1));
    dom_output_table_put(g, "%.1f..%.1f", dom_percent(s.share_lo, 1), dom_percent(s.share_hi, 1));
}

static bool is_scored(const standing *of)
{
    return of->won_sets + of->lost_sets > 0;
}

/* Returns true if sets count in the variant that were not played. */
static bool has_scores(const dom_results_tournament_standings *s, size_t variant)
{
    bool has = false;
    for (size_t bot = 0; bot < s->bot_count; bot++)
        has |= is_scored(dom_results_tournament_standing_at(s, variant, bot));
    return has;
}

static void put_standing(dom_output_table *g, const dom_output_standings_source *source,
                         size_t variant, uint16_t bot)
{
    const dom_results_tournament_standings *s = source->standings;
    const standing *of = dom_results_tournament_standing_at(s, variant, bot);
    const dom_results_sums *sums = &of->sums;
    bool is_tied = of->place > 1 && of->set_apart != s->ties.by[0];
    dom_output_table_put(g, "%" PRIu32, of->place);
    dom_output_table_put(g, "%s", source->t->bots[bot].name);
    dom_output_table_put(g, "%.8s", source->t->bots[bot].version);
    if (has_scores(s, variant))
        dom_output_table_put(g, "%.1f", dom_percent(dom_results_tournament_standing_share(of), 1));
    else
        dom_output_table_put(g, "%s", "");
    put_share(g, &of->shares);
    dom_output_table_put(g, "%" PRIu64, sums->matches);
    dom_output_table_put(g, "%" PRIu64 "/%" PRIu64 "/%" PRIu64, sums->score.wins, sums->score.draws,
                         sums->score.losses);
    if (sums->rounds > 0)
        dom_output_table_put(g, "%.2f", (double)sums->points / (double)sums->rounds);
    else
        dom_output_table_put(g, "%s", "");
    put_count(g, sums->forfeits);
    put_count(g, of->byes);
    if (is_scored(of))
        dom_output_table_put(g, "%" PRIu64 "/%" PRIu64, of->won_sets, of->lost_sets);
    else
        dom_output_table_put(g, "%s", "");
    dom_output_table_put(g, "%s", is_tied ? dom_config_tie_words[of->set_apart] : "");
}

static dom_rc put_variant(FILE *out, const dom_output_standings_source *source, size_t variant,
                          const uint16_t order[], size_t count, dom_output_format format,
                          dom_err *err)
{
    dom_output_table g = dom_output_table_of(standings_columns,
                                             sizeof standings_columns / sizeof *standings_columns);
    for (size_t i = 0; i < count; i++)
        put_standing(&g, source, variant, order[i]);
    (void)fputc('\n', out);
    dom_output_put_line(format, out, "### ", "%s", source->t->variants[variant].name);
    (void)fputs(format == DOM_OUTPUT_MARKDOWN ? "\n" : "", out);
    dom_rc rc = dom_output_table_print(&g, format, out, err);
    dom_output_table_clear(&g);
    return rc;
}

static void put_legend(FILE *out, const dom_output_standings_source *of, dom_output_format format)
{
    char words[96];
    dom_text text = dom_text_of(words, sizeof words);
    for (size_t i = 0; i < of->standings->ties.count; i++) {
        dom_text_add(&text, i > 0 ? ", then " : "");
        dom_text_add(&text, dom_config_tie_words[of->standings->ties.by[i]]);
    }
    bool has = false;
    for (size_t v = 0; v < of->standings->variant_count; v++)
        has |= has_scores(of->standings, v);
    (void)fputc('\n', out);
    dom_output_put_line(
        format, out, "",
        "Places by %s. Bots that are equal by all of them share a place. share: of "
        "the points in complete duplicate sets, in percent. forfeits: matches that "
        "a fault of the bot ended.%s",
        words,
        has ? " unplayed: sets that count as won (byes, opponents that left) or lost "
              "(rounds before it came, after it left). score: the share with "
              "them; it decides the place."
            : "");
    for (size_t i = 0; i < of->withdrawals->count; i++) {
        const dom_results_withdrawal *w = &of->withdrawals->item[i];
        dom_output_put_line(format, out, "- ", "%s: %s%s", of->t->bots[w->bot].name, w->text,
                            w->is_void ? "; no match with it counts here" : "");
    }
}

static dom_rc put_text(FILE *out, const dom_output_standings_source *of, dom_output_format format,
                       dom_err *err)
{
    const dom_results_tournament_summary *summary = of->summary;
    uint16_t *order = calloc((size_t)of->t->bot_count + 1, sizeof *order);
    dom_rc rc = order ? DOM_OK : dom_err_no_memory(err);
    size_t shown = 0;
    dom_output_put_line(format, out, "## ", "%s: %s, %" PRIu64 " of %" PRIu64 " matches played%s%s",
                        of->t->name, dom_results_tournament_state_word(summary->state),
                        summary->done, summary->total, summary->is_rated ? "" : ", unrated",
                        summary->is_void ? "; none of its results count" : "");
    for (size_t v = 0; rc == DOM_OK && v < of->standings->variant_count; v++) {
        size_t count = dom_results_tournament_standings_order(of->standings, v, order);
        if (count == 0 || !dom_strings_want(of->variants, of->t->variants[v].name))
            continue;
        rc = put_variant(out, of, v, order, count, format, err);
        shown++;
    }
    free(order);
    if (shown > 0)
        put_legend(out, of, format);
    return rc;
}

/* ---- for programs ---------------------------------------------------------------------- */

static json_t *bot_json(const dom_output_standings_source *of, size_t variant, uint16_t bot)
{
    json_t *line =
        json_pack("{s:s, s:s}", "bot", of->t->bots[bot].name, "version", of->t->bots[bot].version);
    dom_documents_add_standing(line, of->standings, variant, bot);
    return line;
}

static json_t *withdrawn_json(const dom_output_standings_source *of)
{
    json_t *list = json_array();
    for (size_t i = 0; i < of->withdrawals->count; i++) {
        const dom_results_withdrawal *w = &of->withdrawals->item[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:b, s:o}", "bot", of->t->bots[w->bot].name,
                                        "version", of->t->bots[w->bot].version, "void",
                                        (int)w->is_void, "text", dom_documents_text(w->text)));
    }
    return list;
}

static dom_rc put_json(FILE *out, const dom_output_standings_source *of, dom_err *err)
{
    json_t *variants = json_array(), *ties = json_array();
    uint16_t *order = calloc((size_t)of->t->bot_count + 1, sizeof *order);
    for (size_t i = 0; i < of->standings->ties.count; i++)
        json_array_append_new(ties, json_string(dom_config_tie_words[of->standings->ties.by[i]]));
    for (size_t v = 0; order && v < of->standings->variant_count; v++) {
        json_t *bots = json_array();
        size_t count = dom_results_tournament_standings_order(of->standings, v, order);
        for (size_t i = 0; i < count; i++)
            json_array_append_new(bots, bot_json(of, v, order[i]));
        if (count > 0 && dom_strings_want(of->variants, of->t->variants[v].name))
            json_array_append_new(variants, json_pack("{s:s, s:O}", "variant",
                                                      of->t->variants[v].name, "bots", bots));
        json_decref(bots);
    }
    free(order);
    return dom_output_put_json(
        out,
        json_pack("{s:i, s:s, s:s, s:I, s:I, s:b, s:b, s:o, s:o, s:o}", "schema", 1, "tournament",
                  of->t->name, "state", dom_results_tournament_state_word(of->summary->state),
                  "done", (json_int_t)of->summary->done, "total", (json_int_t)of->summary->total,
                  "rated", (int)of->summary->is_rated, "void", (int)of->summary->is_void,
                  "tie_break", ties, "withdrawn", withdrawn_json(of), "variants", variants),
        err);
}

static void put_csv_line(FILE *out, const dom_output_standings_source *of, size_t variant,
                         uint16_t bot)
{
    const standing *line = dom_results_tournament_standing_at(of->standings, variant, bot);
    dom_ratings_mean_share s = dom_ratings_mean_share_of(&line->shares);
    bool has_sets = line->shares.sets > 0;
    dom_output_put_csv(out, of->t->variants[variant].name);
    (void)fprintf(out, ",%" PRIu32, line->place);
    dom_output_put_csv_next(out, of->t->bots[bot].name);
    dom_output_put_csv_next(out, of->t->bots[bot].version);
    dom_output_put_csv_real(out, true, dom_results_tournament_standing_share(line));
    (void)fprintf(out, ",%" PRIu64, line->shares.sets);
    dom_output_put_csv_real(out, has_sets, s.share);
    dom_output_put_csv_real(out, has_sets, s.share_lo);
    dom_output_put_csv_real(out, has_sets, s.share_hi);
    (void)fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, line->sums.matches,
                  line->sums.score.wins, line->sums.score.draws, line->sums.score.losses);
    dom_output_put_csv_real(
        out, line->sums.rounds > 0,
        line->sums.rounds > 0 ? (double)line->sums.points / (double)line->sums.rounds : 0);
    (void)fprintf(out, ",%" PRIu64 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%s\n", line->sums.forfeits,
                  line->byes, line->won_sets, line->lost_sets,
                  line->place > 1 ? dom_config_tie_words[line->set_apart] : "");
}

static dom_rc put_csv(FILE *out, const dom_output_standings_source *of, dom_err *err)
{
    uint16_t *order = calloc((size_t)of->t->bot_count + 1, sizeof *order);
    if (order == NULL)
        return dom_err_no_memory(err);
    (void)fputs("variant,place,bot,version,score,sets,share,share_lo,share_hi,matches,wins,draws,"
                "losses,points_per_round,forfeits,byes,won_sets,lost_sets,set_apart\n",
                out);
    for (size_t v = 0; v < of->standings->variant_count; v++) {
        size_t count = dom_results_tournament_standings_order(of->standings, v, order);
        for (size_t i = 0; i < count && dom_strings_want(of->variants, of->t->variants[v].name);
             i++)
            put_csv_line(out, of, v, order[i]);
    }
    free(order);
    return DOM_OK;
}

dom_rc dom_output_standings(FILE *out, const dom_output_standings_source *of,
                            dom_output_format format, dom_err *err)
{
    if (format == DOM_OUTPUT_JSON)
        return put_json(out, of, err);
    return format == DOM_OUTPUT_CSV ? put_csv(out, of, err) : put_text(out, of, format, err);
}
