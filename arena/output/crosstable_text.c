#include "output/crosstable_text.h"

#include "base/percent.h"
#include "results/crosstable.h"
#include "results/misfit_note.h"
#include "results/ranking.h"
#include "results/rules_age.h"

#include <inttypes.h>
#include <string.h>

/* ---- text -------------------------------------------------------------------- */

enum { LABEL_BYTES = 96, CELL_BYTES = 128 };

static void write_cross_label(char label[static LABEL_BYTES], const dom_results_crosstable *x,
                              size_t row)
{
    (void)snprintf(label, LABEL_BYTES, "%zu %s", row + 1,
                   x->of->labels[x->of->list.row[row].player]);
}

static void write_cross_cell(char cell[static CELL_BYTES], const dom_results_crosstable *x,
                             size_t row, size_t column)
{
    const dom_ratings_versus *v = dom_results_crosstable_at(x, row, column);
    if (v->games == 0)
        (void)snprintf(cell, CELL_BYTES, "-");
    else
        (void)snprintf(cell, CELL_BYTES,
                       "%" PRIu64 ": %" PRIu64 "-%" PRIu64 "-%" PRIu64
                       " %.1f%% (%.1f..%.1f) %.1f%s",
                       v->games, v->wins, v->draws, v->losses, dom_percent(v->share, 1),
                       dom_percent(v->share_lo, 1), dom_percent(v->share_hi, 1),
                       dom_percent(v->expected, 1), dom_ratings_versus_is_odd(v) ? "*" : " ");
}

static int longer_width(int width, const char *text)
{
    return (int)strlen(text) > width ? (int)strlen(text) : width;
}

static int label_width(const dom_results_crosstable *x)
{
    char label[LABEL_BYTES];
    int width = 0;
    for (size_t i = 0; i < x->count; i++) {
        write_cross_label(label, x, i);
        width = longer_width(width, label);
    }
    return width;
}

static int cell_width(const dom_results_crosstable *x, size_t column)
{
    char cell[CELL_BYTES];
    write_cross_label(cell, x, column);
    int width = longer_width(0, cell);
    for (size_t row = 0; row < x->count; row++) {
        write_cross_cell(cell, x, row, column);
        width = longer_width(width, cell);
    }
    return width;
}

/* Returns the end of the columns from `first` on that fit beside the labels. At least one column is
 * taken. */
static size_t columns_that_fit(const dom_results_crosstable *x, size_t first, int room)
{
    size_t column = first;
    do
        room -= 2 + cell_width(x, column++);
    while (column < x->count && room >= 2 + cell_width(x, column));
    return column;
}

static void print_cross_columns(FILE *out, const dom_results_crosstable *x, size_t first,
                                size_t end)
{
    char text[CELL_BYTES];
    int labels = label_width(x);
    (void)fprintf(out, "\n%*s", labels, "");
    for (size_t column = first; column < end; column++) {
        write_cross_label(text, x, column);
        (void)fprintf(out, "  %*s", cell_width(x, column), text);
    }
    for (size_t row = 0; row < x->count; row++) {
        write_cross_label(text, x, row);
        (void)fprintf(out, "\n%-*s", labels, text);
        for (size_t column = first; column < end; column++) {
            write_cross_cell(text, x, row, column);
            (void)fprintf(out, "  %*s", cell_width(x, column), text);
        }
    }
    (void)fprintf(out, "\n");
}

static void print_cross_text(FILE *out, const dom_results_crosstable *x)
{
    int room = dom_output_width(out) - label_width(x);
    (void)fprintf(
        out,
        "\n%s%s, row against column: games: wins-draws-losses, share of the points (95 %% "
        "interval), expected share (*: outside)\n",
        x->of->from->variant, dom_results_rules_mark_of(x->of->from->earlier_rules).text);
    for (size_t first = 0, end; first < x->count; first = end) {
        end = columns_that_fit(x, first, room);
        print_cross_columns(out, x, first, end);
    }
    char note[DOM_RESULTS_MISFIT_NOTE_BYTES];
    dom_results_misfit_note(note, &x->of->list.misfit);
    if (note[0])
        (void)fprintf(out, "%s\n", note);
    if (dom_results_misfit_is_alarm(&x->of->list.misfit))
        (void)fprintf(out, "%s\n", DOM_RESULTS_MISFIT_ADVICE);
}

/* ---- for programs ------------------------------------------------------------- */

static const char cross_csv_head[] = "variant,bot,version,against,against_version,games,wins,draws,"
                                     "losses,share,sets,share_lo,share_hi,expected,earlier_rules\n";

static void print_cross_csv(FILE *out, const dom_results_crosstable *x)
{
    for (size_t row = 0; row < x->count; row++)
        for (size_t column = 0; column < x->count; column++) {
            const dom_ratings_versus *v = dom_results_crosstable_at(x, row, column);
            if (row == column)
                continue;
            (void)fprintf(out, "%s,%s,%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
                          x->of->from->variant, dom_results_crosstable_bot(x, row)->name,
                          dom_results_crosstable_bot(x, row)->version,
                          dom_results_crosstable_bot(x, column)->name,
                          dom_results_crosstable_bot(x, column)->version, v->games, v->wins,
                          v->draws, v->losses);
            if (v->games == 0)
                (void)fprintf(out, ",,%" PRIu64 ",,,,%u\n", v->sets, x->of->from->earlier_rules);
            else
                (void)fprintf(out, ",%.6f,%" PRIu64 ",%.6f,%.6f,%.6f,%u\n", v->share, v->sets,
                              v->share_lo, v->share_hi, v->expected, x->of->from->earlier_rules);
        }
}

static json_t *against_json(const dom_store_bot *bot, const dom_ratings_versus *v)
{
    bool met = v->games > 0;
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:I, s:o, s:o, s:o}", "name", bot->name,
                     "version", bot->version, "games", (json_int_t)v->games, "wins",
                     (json_int_t)v->wins, "draws", (json_int_t)v->draws, "losses",
                     (json_int_t)v->losses, "share", dom_output_real_json(met, v->share), "sets",
                     (json_int_t)v->sets, "share_lo", dom_output_real_json(met, v->share_lo),
                     "share_hi", dom_output_real_json(met, v->share_hi), "expected",
                     dom_output_real_json(met, v->expected));
}

static json_t *cross_json(const dom_results_crosstable *x)
{
    json_t *bots = json_array();
    for (size_t row = 0; row < x->count; row++) {
        json_t *against = json_array();
        for (size_t column = 0; column < x->count; column++)
            if (row != column)
                json_array_append_new(against,
                                      against_json(dom_results_crosstable_bot(x, column),
                                                   dom_results_crosstable_at(x, row, column)));
        json_array_append_new(bots, json_pack("{s:s, s:s, s:o}", "name",
                                              dom_results_crosstable_bot(x, row)->name, "version",
                                              dom_results_crosstable_bot(x, row)->version,
                                              "against", against));
    }
    return json_pack("{s:s, s:i, s:o, s:o}", "variant", x->of->from->variant, "earlier_rules",
                     (int)x->of->from->earlier_rules, "misfit",
                     dom_output_misfit_json(&x->of->list.misfit), "bots", bots);
}

/* ---- table after table -------------------------------------------------------- */

typedef struct {
    FILE *out;
    dom_output_format format;
    json_t *tables;
} cross_writer;

static dom_rc show_cross(const cross_writer *w, const dom_results_crosstable *x, dom_err *err)
{
    if (w->format == DOM_OUTPUT_CSV)
        print_cross_csv(w->out, x);
    else if (w->format == DOM_OUTPUT_TEXT)
        print_cross_text(w->out, x);
    else if (json_array_append_new(w->tables, cross_json(x)) != 0)
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
