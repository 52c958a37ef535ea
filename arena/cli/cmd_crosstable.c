#include "commands.h"

#include "home.h"
#include "ranking.h"
#include "ratings/versus.h"
#include "rules_age.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* One variant; rows and columns are the lines of its list. */
typedef struct {
    const ranking *of;
    size_t count;
    dom_versus *versus; /* by player                                           */
} cross;

typedef struct {
    cli_format format;
    json_t *tables;
} crosser;

static const dom_versus *versus_at(const cross *x, size_t row, size_t column)
{
    const dom_rating *lines = x->of->list.row;
    return &x->versus[lines[row].player * x->of->from->row_count + lines[column].player];
}

static const dom_store_bot *bot_at(const cross *x, size_t row)
{
    return &x->of->from->rows[x->of->list.row[row].player].bot;
}

/* ---- text -------------------------------------------------------------------- */

enum { LABEL_BYTES = 96, CELL_BYTES = 128 };

static void write_label(char label[static LABEL_BYTES], const cross *x, size_t row)
{
    (void)snprintf(label, LABEL_BYTES, "%zu %s", row + 1,
                   x->of->labels[x->of->list.row[row].player]);
}

static void write_cell(char cell[static CELL_BYTES], const cross *x, size_t row, size_t column)
{
    const dom_versus *v = versus_at(x, row, column);
    if (v->games == 0)
        (void)snprintf(cell, CELL_BYTES, "-");
    else
        (void)snprintf(cell, CELL_BYTES,
                       "%" PRIu64 ": %" PRIu64 "-%" PRIu64 "-%" PRIu64 " %.1f%% (%.1f..%.1f)",
                       v->games, v->wins, v->draws, v->losses, 100 * v->share, 100 * v->share_lo,
                       100 * v->share_hi);
}

static int longer(int width, const char *text)
{
    return (int)strlen(text) > width ? (int)strlen(text) : width;
}

static int label_width(const cross *x)
{
    char label[LABEL_BYTES];
    int width = 0;
    for (size_t i = 0; i < x->count; i++) {
        write_label(label, x, i);
        width = longer(width, label);
    }
    return width;
}

static int cell_width(const cross *x, size_t column)
{
    char cell[CELL_BYTES];
    write_label(cell, x, column);
    int width = longer(0, cell);
    for (size_t row = 0; row < x->count; row++) {
        write_cell(cell, x, row, column);
        width = longer(width, cell);
    }
    return width;
}

/* The columns from `first` on that fit beside the labels, at least one. */
static size_t columns_that_fit(const cross *x, size_t first, int room)
{
    size_t column = first;
    do
        room -= 2 + cell_width(x, column++);
    while (column < x->count && room >= 2 + cell_width(x, column));
    return column;
}

static void print_columns(const cross *x, size_t first, size_t end)
{
    char text[CELL_BYTES];
    int labels = label_width(x);
    (void)printf("\n%*s", labels, "");
    for (size_t column = first; column < end; column++) {
        write_label(text, x, column);
        (void)printf("  %*s", cell_width(x, column), text);
    }
    for (size_t row = 0; row < x->count; row++) {
        write_label(text, x, row);
        (void)printf("\n%-*s", labels, text);
        for (size_t column = first; column < end; column++) {
            write_cell(text, x, row, column);
            (void)printf("  %*s", cell_width(x, column), text);
        }
    }
    (void)printf("\n");
}

static void print_table(const cross *x)
{
    int room = cli_width(stdout) - label_width(x);
    (void)printf(
        "\n%s%s: games: wins-draws-losses, share of the points (95 %% over sets), row against "
        "column\n",
        x->of->from->variant, rules_mark_of(x->of->from->earlier_rules).text);
    for (size_t first = 0, end; first < x->count; first = end) {
        end = columns_that_fit(x, first, room);
        print_columns(x, first, end);
    }
}

/* ---- for programs ------------------------------------------------------------- */

static const char csv_head[] = "variant,bot,version,against,against_version,games,wins,draws,"
                               "losses,share,sets,share_lo,share_hi,earlier_rules\n";

static void print_csv(const cross *x)
{
    for (size_t row = 0; row < x->count; row++)
        for (size_t column = 0; column < x->count; column++) {
            const dom_versus *v = versus_at(x, row, column);
            if (row == column)
                continue;
            (void)printf("%s,%s,%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
                         x->of->from->variant, bot_at(x, row)->name, bot_at(x, row)->version,
                         bot_at(x, column)->name, bot_at(x, column)->version, v->games, v->wins,
                         v->draws, v->losses);
            if (v->games == 0)
                (void)printf(",,%" PRIu64 ",,,%u\n", v->sets, x->of->from->earlier_rules);
            else
                (void)printf(",%.6f,%" PRIu64 ",%.6f,%.6f,%u\n", v->share, v->sets, v->share_lo,
                             v->share_hi, x->of->from->earlier_rules);
        }
}

static json_t *real_or_null(bool is_there, double value)
{
    return is_there ? json_real(value) : json_null();
}

static json_t *against_json(const dom_store_bot *bot, const dom_versus *v)
{
    bool met = v->games > 0;
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:I, s:o, s:o}", "name", bot->name,
                     "version", bot->version, "games", (json_int_t)v->games, "wins",
                     (json_int_t)v->wins, "draws", (json_int_t)v->draws, "losses",
                     (json_int_t)v->losses, "share", real_or_null(met, v->share), "sets",
                     (json_int_t)v->sets, "share_lo", real_or_null(met, v->share_lo), "share_hi",
                     real_or_null(met, v->share_hi));
}

static json_t *table_json(const cross *x)
{
    json_t *bots = json_array();
    for (size_t row = 0; row < x->count; row++) {
        json_t *against = json_array();
        for (size_t column = 0; column < x->count; column++)
            if (row != column)
                json_array_append_new(against,
                                      against_json(bot_at(x, column), versus_at(x, row, column)));
        json_array_append_new(bots,
                              json_pack("{s:s, s:s, s:o}", "name", bot_at(x, row)->name, "version",
                                        bot_at(x, row)->version, "against", against));
    }
    return json_pack("{s:s, s:i, s:o}", "variant", x->of->from->variant, "earlier_rules",
                     (int)x->of->from->earlier_rules, "bots", bots);
}

/* ---- the command --------------------------------------------------------------- */

static dom_rc show(const crosser *c, const cross *x, dom_err *err)
{
    if (c->format == CLI_CSV)
        print_csv(x);
    else if (c->format == CLI_TEXT)
        print_table(x);
    else if (json_array_append_new(c->tables, table_json(x)) != 0)
        return dom_err_set(err, DOM_E_NOMEM, "out of memory");
    return DOM_OK;
}

static dom_rc cross_list(void *context, const standing *s, const standing_list *l, dom_err *err)
{
    ranking r;
    dom_rc rc = ranking_make(&r, s, l, false, false, err);
    if (rc != DOM_OK)
        return rc;
    cross x = {.of = &r,
               .count = r.list.count,
               .versus = malloc((l->row_count * l->row_count + 1) * sizeof *x.versus)};
    dom_ratings_rc made =
        x.versus ? dom_versus_all(x.versus, (uint32_t)l->row_count, l->pool) : DOM_RATINGS_E_NOMEM;
    rc = made == DOM_RATINGS_OK ? show(context, &x, err)
                                : dom_err_set(err, DOM_E_NOMEM, "%s", dom_ratings_text(made));
    free(x.versus);
    ranking_clear(&r);
    return rc;
}

static dom_rc cross_all(const cli_args *args, dom_store *store, cli_format format, dom_err *err)
{
    standing s;
    crosser c = {.format = format, .tables = json_array()};
    dom_rc rc = standing_read(&s, store, args->tournament, err);
    if (rc == DOM_OK)
        ranking_note_unrated(&s, stderr);
    if (args->wants_all)
        standing_show_all(&s);
    if (rc == DOM_OK && c.format == CLI_CSV)
        (void)fputs(csv_head, stdout);
    if (rc == DOM_OK)
        rc = ranking_each(&s, &args->variants, cross_list, &c, err);
    if (rc == DOM_OK && c.format == CLI_JSON)
        rc = cli_put_list(stdout, "tables", json_incref(c.tables), err);
    json_decref(c.tables);
    standing_clear(&s);
    return rc;
}

int cmd_crosstable(const cli_args *args)
{
    cli_home home;
    cli_format format;
    dom_store *store = NULL;
    dom_err err = {.rc = DOM_OK};
    dom_rc rc = cli_format_of(args, &format, &err);
    if (rc == DOM_OK)
        rc = cli_home_find(&home, args, &err);
    if (rc == DOM_OK)
        rc = cli_home_read(&home, &store, &err);
    if (rc == DOM_OK)
        rc = cross_all(args, store, format, &err);
    dom_store_close(&store);
    return rc == DOM_OK ? CLI_OK : cli_fail(&err);
}
