#include "commands.h"

#include "base/text.h"
#include "filter.h"
#include "home.h"
#include "leaderboard.h"
#include "output.h"
#include "past.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What a bot made of another one, by places. */
typedef struct {
    uint64_t wins, draws, losses;
} score;

/* One variant. */
typedef struct {
    char variant[DOM_VARIANT_NAME_BYTES];
    size_t count;
    dom_store_bot *bots; /* best first                                         */
    score *scores;       /* [row * count + column]                             */
    int *row_of;         /* by bot number in the tournament that is being read, -1: none */
} cross;

typedef struct {
    const cli_args *args;
    dom_store *store;
    dom_err *err;
    const dom_store_tournament *t;
    size_t count;
    cross *tables;
    cross *of_variant[DOM_TOURNAMENT_VARIANTS_MAX]; /* of that tournament, NULL: not wanted */
    json_t *list;
} crosser;

static dom_rc no_memory(const crosser *c)
{
    return dom_err_set(c->err, DOM_E_NOMEM, "out of memory");
}

/* ---- counting --------------------------------------------------------------- */

static dom_rc add_table(void *context, const char *variant, const dom_store_bot *const bots[],
                        size_t count)
{
    crosser *c = context;
    cross *grown = realloc(c->tables, (c->count + 1) * sizeof *grown);
    if (grown == NULL)
        return no_memory(c);
    c->tables = grown;
    cross *x = &c->tables[c->count++];
    *x = (cross){.count = count,
                 .bots = calloc(count, sizeof *x->bots),
                 .scores = calloc(count * count, sizeof *x->scores),
                 .row_of = calloc(DOM_BOTS_MAX, sizeof *x->row_of)};
    if (x->bots == NULL || x->scores == NULL || x->row_of == NULL)
        return no_memory(c);
    dom_text_copy(x->variant, sizeof x->variant, variant);
    for (size_t i = 0; i < count; i++)
        x->bots[i] = *bots[i];
    return DOM_OK;
}

static int row_of(const cross *x, const dom_store_bot *bot)
{
    for (size_t i = 0; i < x->count; i++)
        if (strcmp(x->bots[i].name, bot->name) == 0 &&
            strcmp(x->bots[i].version, bot->version) == 0)
            return (int)i;
    return -1;
}

static cross *table_of(crosser *c, const char *variant)
{
    for (size_t i = 0; i < c->count; i++)
        if (strcmp(c->tables[i].variant, variant) == 0)
            return &c->tables[i];
    return NULL;
}

static void count_pair(cross *x, int a, int b, int place, int other_place)
{
    score *s = &x->scores[(size_t)a * x->count + (size_t)b];
    s->wins += place < other_place;
    s->draws += place == other_place;
    s->losses += place > other_place;
}

static dom_rc take_match(void *context, const dom_store_match *m)
{
    crosser *c = context;
    cross *x = c->of_variant[m->variant];
    const dom_options *o = &c->t->variants[m->variant].options;
    for (int a = 0; x && a < m->seats; a++)
        for (int b = 0; b < m->seats; b++) {
            int row = x->row_of[m->seat[a].bot], column = x->row_of[m->seat[b].bot];
            if (row >= 0 && column >= 0 && past_compares(o, m, a, b))
                count_pair(x, row, column, m->seat[a].place, m->seat[b].place);
        }
    return DOM_OK;
}

static dom_rc take_tournament(void *context, const dom_store_tournament *t)
{
    crosser *c = context;
    c->t = t;
    for (size_t i = 0; i < c->count; i++)
        for (int bot = 0; bot < t->bot_count && bot < DOM_BOTS_MAX; bot++)
            c->tables[i].row_of[bot] = row_of(&c->tables[i], &t->bots[bot]);
    if (t->bot_count > DOM_BOTS_MAX || t->variant_count > DOM_TOURNAMENT_VARIANTS_MAX)
        return dom_err_set(c->err, DOM_E_IO, "%s has more bots or variants than there can be",
                           t->name);
    for (int v = 0; v < t->variant_count; v++)
        c->of_variant[v] = table_of(c, t->variants[v].name);
    return dom_store_match_each(c->store, t->id, 1, 0, false, take_match, c, c->err);
}

static uint64_t games(const score *s)
{
    return s->wins + s->draws + s->losses;
}

static double share(const score *s)
{
    return games(s) ? ((double)s->wins + (double)s->draws / 2) / (double)games(s) : 0;
}

/* ---- text -------------------------------------------------------------------- */

enum { LABEL_BYTES = 64, CELL_BYTES = 96 };

/* Two versions of one name are told apart by the beginning of their hash. */
static void write_label(char label[static LABEL_BYTES], const cross *x, size_t row)
{
    bool is_ambiguous = false;
    for (size_t i = 0; i < x->count; i++)
        is_ambiguous |= i != row && strcmp(x->bots[i].name, x->bots[row].name) == 0;
    (void)snprintf(label, LABEL_BYTES, "%zu %s%s%.8s", row + 1, x->bots[row].name,
                   is_ambiguous ? "@" : "", is_ambiguous ? x->bots[row].version : "");
}

static void write_cell(char cell[static CELL_BYTES], const cross *x, size_t row, size_t column)
{
    const score *s = &x->scores[row * x->count + column];
    if (games(s) == 0)
        (void)snprintf(cell, CELL_BYTES, "-");
    else
        (void)snprintf(cell, CELL_BYTES, "%" PRIu64 ": %" PRIu64 "-%" PRIu64 "-%" PRIu64 " %.1f%%",
                       games(s), s->wins, s->draws, s->losses, 100 * share(s));
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
    (void)printf("\n%s: games: wins-draws-losses and share of the points, row against column\n",
                 x->variant);
    for (size_t first = 0, end; first < x->count; first = end) {
        end = columns_that_fit(x, first, room);
        print_columns(x, first, end);
    }
}

/* ---- for programs ------------------------------------------------------------- */

static void print_csv(const cross *x)
{
    for (size_t row = 0; row < x->count; row++)
        for (size_t column = 0; column < x->count; column++) {
            const score *s = &x->scores[row * x->count + column];
            if (row != column)
                (void)printf(
                    "%s,%s,%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f\n",
                    x->variant, x->bots[row].name, x->bots[row].version, x->bots[column].name,
                    x->bots[column].version, games(s), s->wins, s->draws, s->losses, share(s));
        }
}

static json_t *opponents_json(const cross *x, size_t row)
{
    json_t *array = json_array();
    for (size_t column = 0; column < x->count; column++) {
        const score *s = &x->scores[row * x->count + column];
        if (row != column)
            json_array_append_new(
                array, json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:o}", "name",
                                 x->bots[column].name, "version", x->bots[column].version, "games",
                                 (json_int_t)games(s), "wins", (json_int_t)s->wins, "draws",
                                 (json_int_t)s->draws, "losses", (json_int_t)s->losses, "share",
                                 games(s) ? json_real(share(s)) : json_null()));
    }
    return array;
}

static json_t *table_json(const cross *x)
{
    json_t *bots = json_array();
    for (size_t row = 0; row < x->count; row++)
        json_array_append_new(bots,
                              json_pack("{s:s, s:s, s:o}", "name", x->bots[row].name, "version",
                                        x->bots[row].version, "against", opponents_json(x, row)));
    return json_pack("{s:s, s:o}", "variant", x->variant, "bots", bots);
}

static dom_rc print_all(crosser *c)
{
    if (c->args->is_csv)
        (void)printf("variant,bot,version,against,against_version,games,wins,draws,losses,share\n");
    for (size_t i = 0; i < c->count; i++) {
        if (c->args->is_json && json_array_append_new(c->list, table_json(&c->tables[i])) != 0)
            return no_memory(c);
        if (c->args->is_csv)
            print_csv(&c->tables[i]);
        else if (!c->args->is_json)
            print_table(&c->tables[i]);
    }
    return c->args->is_json ? cli_put_list(stdout, "tables", json_incref(c->list), c->err) : DOM_OK;
}

static void clear(crosser *c)
{
    for (size_t i = 0; i < c->count; i++) {
        free(c->tables[i].bots);
        free(c->tables[i].scores);
        free(c->tables[i].row_of);
    }
    free(c->tables);
    json_decref(c->list);
    dom_store_close(&c->store);
}

int cmd_crosstable(const cli_args *args)
{
    cli_home home;
    dom_err err = {.rc = DOM_OK};
    crosser c = {.args = args, .err = &err, .list = json_array()};
    dom_rc rc = args->is_csv && args->is_json
                    ? dom_err_set(&err, DOM_E_CONFIG, "--csv and --json exclude each other")
                    : DOM_OK;
    if (rc == DOM_OK)
        rc = cli_home_find(&home, args, &err);
    if (rc == DOM_OK)
        rc = cli_home_read(&home, &c.store, &err);
    if (rc == DOM_OK)
        rc = leaderboard_each(c.store, args->tournament, &args->variants, add_table, &c, &err);
    if (rc == DOM_OK)
        rc = past_each_tournament(c.store, args->tournament, take_tournament, &c, &err);
    if (rc == DOM_OK)
        rc = print_all(&c);
    clear(&c);
    return rc == DOM_OK ? CLI_OK : cli_fail(&err);
}
