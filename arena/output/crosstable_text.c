#include "output/crosstable_text.h"

#include "base/percent.h"
#include "documents/documents.h"
#include "output/text_table.h"
#include "results/crosstable.h"
#include "results/misfit_note.h"
#include "results/ranking.h"
#include "results/rules_age.h"

#include <inttypes.h>
#include <string.h>

/* ---- text -------------------------------------------------------------------- */

enum {
    LABELS = 2, /* columns before the shares: the number and the name of the bot    */
    BLOCK_MAX = DOM_OUTPUT_COLUMNS_MAX - LABELS,
    LABELS_WIDTH = 4 + DOM_OUTPUT_BOT_LEAST, /* of the labels, if the names are short */
    SHARE_WIDTH = 6, /* of a column of shares, such as "*100" and two blanks             */
    HEAD_BYTES = 24
};

/* Fill a cell with the share of the points in percent. */
static void put_share(dom_output_table *g, const dom_ratings_versus *v)
{
    if (v->games == 0) {
        dom_output_table_put(g, "-");
        return;
    }
    dom_output_table_put(g, "%s%.0f", dom_ratings_versus_is_odd(v) ? "*" : "",
                         dom_percent(v->share, 0));
    dom_output_table_style(g, v->share_lo > 0.5   ? DOM_OUTPUT_GAIN
                              : v->share_hi < 0.5 ? DOM_OUTPUT_LOSS
                                                  : DOM_OUTPUT_PLAIN);
}

/* Returns how many of `count` columns of shares one block has; `count` is not 0. If not all fit
 * beside the shortest names, the blocks are about equal: 12 columns of which 10 would fit are two
 * blocks of 6. */
static size_t block_size(size_t count, size_t width)
{
    size_t fit = width >= LABELS_WIDTH + SHARE_WIDTH ? (width - LABELS_WIDTH) / SHARE_WIDTH : 1;
    if (fit > BLOCK_MAX)
        fit = BLOCK_MAX;
    size_t blocks = (count + fit - 1) / fit;
    return (count + blocks - 1) / blocks;
}

/* Print the columns from `first` on, `size` at most. */
static dom_rc print_block(FILE *out, const dom_results_crosstable *x, size_t first, size_t size,
                          dom_err *err)
{
    char head[BLOCK_MAX][HEAD_BYTES];
    dom_output_column column[DOM_OUTPUT_COLUMNS_MAX] = {
        {.head = ""}, {.head = "", .is_left = true, .least = DOM_OUTPUT_BOT_LEAST}};
    size_t end = first + size < x->count ? first + size : x->count;
    for (size_t i = first; i < end; i++) {
        (void)snprintf(head[i - first], HEAD_BYTES, "%3zu", i + 1);
        column[LABELS + i - first] = (dom_output_column){.head = head[i - first]};
    }
    dom_output_table g = dom_output_table_of(column, LABELS + end - first);
    for (size_t row = 0; row < x->count; row++) {
        const dom_ratings_rating *rating = &x->of->list.row[row];
        dom_output_table_put(&g, "%zu", row + 1);
        dom_output_table_put(&g, "%s", x->of->labels[rating->player]);
        dom_output_table_style(&g, dom_output_rank_style(rating->rank_lo, rating->rank_hi));
        for (size_t i = first; i < end; i++)
            put_share(&g, dom_results_crosstable_at(x, row, i));
    }
    dom_rc rc = dom_output_table_print(&g, DOM_OUTPUT_TEXT, out, err);
    dom_output_table_clear(&g);
    return rc;
}

static dom_rc print_cross_text(FILE *out, const dom_results_crosstable *x, dom_err *err)
{
    char note[DOM_RESULTS_MISFIT_NOTE_BYTES];
    size_t size = x->count > 0 ? block_size(x->count, dom_output_list_width(out)) : 0;
    dom_rc rc = DOM_OK;
    (void)fprintf(out, "%s%s: points of row against column, in percent\n", x->of->from->variant,
                  dom_results_rules_mark_of(x->of->from->earlier_rules).text);
    for (size_t first = 0; rc == DOM_OK && first < x->count; first += size) {
        (void)fputs(first > 0 ? "\n" : "", out);
        rc = print_block(out, x, first, size, err);
    }
    if (x->count == 0)
        dom_output_put_wrapped(out, "All bots of this variant are hidden; --all shows them.");
    dom_output_put_wrapped(out, "*: the share that the ratings expect is outside of the 95 % "
                                "interval. --csv has games, intervals and expected shares.");
    dom_results_misfit_note(note, &x->of->list.misfit);
    if (note[0])
        dom_output_put_wrapped(out, note);
    if (dom_results_misfit_is_alarm(&x->of->list.misfit))
        dom_output_put_wrapped(out, DOM_RESULTS_MISFIT_ADVICE);
    return rc;
}

/* ---- for programs ------------------------------------------------------------- */

static const char cross_csv_head[] = "variant,bot,version,against,against_version,games,wins,draws,"
                                     "losses,share,sets,share_lo,share_hi,expected,earlier_rules\n";

static void put_bot_csv(FILE *out, const dom_store_bot *bot)
{
    dom_output_put_csv_next(out, bot->name);
    dom_output_put_csv_next(out, bot->version);
}

static void print_cross_csv(FILE *out, const dom_results_crosstable *x)
{
    for (size_t row = 0; row < x->count; row++)
        for (size_t column = 0; column < x->count; column++) {
            const dom_ratings_versus *v = dom_results_crosstable_at(x, row, column);
            if (row == column)
                continue;
            dom_output_put_csv(out, x->of->from->variant);
            put_bot_csv(out, dom_results_crosstable_bot(x, row));
            put_bot_csv(out, dom_results_crosstable_bot(x, column));
            (void)fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, v->games, v->wins,
                          v->draws, v->losses);
            if (v->games == 0)
                (void)fprintf(out, ",,%" PRIu64 ",,,,%u\n", v->sets, x->of->from->earlier_rules);
            else
                (void)fprintf(out, ",%.6f,%" PRIu64 ",%.6f,%.6f,%.6f,%u\n", v->share, v->sets,
                              v->share_lo, v->share_hi, v->expected, x->of->from->earlier_rules);
        }
}

/* ---- table after table -------------------------------------------------------- */

typedef struct {
    FILE *out;
    dom_output_format format;
    size_t count; /* tables so far */
    json_t *tables;
} cross_writer;

static dom_rc show_cross(cross_writer *w, const dom_results_crosstable *x, dom_err *err)
{
    if (w->format == DOM_OUTPUT_CSV)
        print_cross_csv(w->out, x);
    else if (w->format == DOM_OUTPUT_TEXT) {
        (void)fputs(w->count++ > 0 ? "\n" : "", w->out);
        return print_cross_text(w->out, x, err);
    } else if (json_array_append_new(w->tables, dom_documents_crosstable(x)) != 0)
        return dom_err_no_memory(err);
    return DOM_OK;
}

static dom_rc take_cross_list(void *context, const dom_results_standings *s,
                              const dom_results_standing_list *l, dom_err *err)
{
    dom_results_ranking r;
    dom_results_crosstable x;
    dom_rc rc = dom_results_ranking_make(&r, s, l, (dom_results_ranking_kind){0}, err);
    if (rc != DOM_OK)
        return rc;
    rc = dom_results_crosstable_make(&x, &r, err);
    if (rc == DOM_OK)
        rc = show_cross(context, &x, err);
    dom_results_crosstable_clear(&x);
    dom_results_ranking_clear(&r);
    return rc;
}

dom_rc dom_output_crosstables(FILE *out, const dom_results_standings *s,
                              const dom_strings *variants, dom_output_format format, dom_err *err)
{
    cross_writer w = {.out = out, .format = format, .tables = json_array()};
    if (format == DOM_OUTPUT_CSV)
        (void)fputs(cross_csv_head, out);
    dom_rc rc = dom_results_ranking_each(s, variants, take_cross_list, &w, err);
    if (rc == DOM_OK && format == DOM_OUTPUT_JSON)
        rc = dom_output_put_list(out, "tables", json_incref(w.tables), err);
    json_decref(w.tables);
    return rc;
}
