#include "decision_rows.h"

#include "base/vec.h"
#include "documents/documents.h"
#include "library/row.h"
#include "output/output.h"
#include "record/record.h"
#include "results/infos.h"
#include "results/match_reader.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* A line that waits for the end of its round. */
typedef struct {
    char *text; /* all but the points */
    int seat;
} pending_line;

struct dom_output_decision_rows {
    FILE *out;
    bool is_csv;
    const dom_strings *bots; /* whose choices are written; NULL or empty: everybody's */
    dom_store *store;
    int64_t tournament; /* of the set below */
    uint64_t set;
    bool is_over;
    dom_table table;
    dom_view view;
    /* The match that is written: */
    const dom_store_tournament *t;
    const dom_store_match *m;
    domino_shape shape;
    int step;
    bool has_failed; /* memory has run out */
    int8_t *row;
    int32_t totals[1 + DOM_SEATS_MAX];
    pending_line *line;
    size_t count, room;
};

/* ---- one line -------------------------------------------------------------------- */

/* The fields of a line in their order. Each function writes a value. */
typedef struct {
    FILE *out;
    const dom_output_decision_rows *rows;
    const dom_table_effect *effect;
} decision_line;

static void put_text(const decision_line *l, const char *text)
{
    if (l->rows->is_csv) {
        dom_output_put_csv(l->out, text);
        return;
    }
    json_t *string = dom_documents_text(text);
    (void)json_dumpf(string, l->out, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
    json_decref(string);
}

static void put_int(const decision_line *l, long long value)
{
    (void)fprintf(l->out, "%lld", value);
}

/* A list is JSON's, or in CSV its numbers with blanks between them. */
static void begin_list(const decision_line *l)
{
    (void)fputs(l->rows->is_csv ? "" : "[", l->out);
}

static void put_item(const decision_line *l, bool is_first, int value)
{
    const char *between = is_first ? "" : l->rows->is_csv ? " " : ",";
    (void)fprintf(l->out, "%s%d", between, value);
}

static void end_list(const decision_line *l)
{
    (void)fputs(l->rows->is_csv ? "" : "]", l->out);
}

static const dom_store_bot *bot_in(const dom_output_decision_rows *rows, int seat)
{
    return &rows->t->bots[rows->m->seat[seat].bot];
}

static void put_tournament(const decision_line *l)
{
    put_text(l, l->rows->t->name);
}

static void put_match(const decision_line *l)
{
    put_int(l, (long long)l->rows->m->match);
}

static void put_set(const decision_line *l)
{
    put_int(l, (long long)l->rows->m->set);
}

static void put_rotation(const decision_line *l)
{
    put_int(l, l->rows->m->rotation);
}

static void put_variant(const decision_line *l)
{
    put_text(l, l->rows->t->variants[l->rows->m->variant].name);
}

static void put_step(const decision_line *l)
{
    put_int(l, l->rows->step);
}

static void put_seat(const decision_line *l)
{
    put_int(l, l->effect->seat);
}

static void put_bot(const decision_line *l)
{
    put_text(l, bot_in(l->rows, l->effect->seat)->name);
}

static void put_version(const decision_line *l)
{
    put_text(l, bot_in(l->rows, l->effect->seat)->version);
}

static void put_us(const decision_line *l)
{
    put_int(l, l->effect->us);
}

static void put_action(const decision_line *l)
{
    put_int(l, dom_action_number(&l->rows->shape, &l->effect->action));
}

static void put_legal(const decision_line *l)
{
    begin_list(l);
    for (int i = 0; i < l->rows->view.legal_count; i++)
        put_item(l, i == 0, dom_action_number(&l->rows->shape, &l->rows->view.legal[i]));
    end_list(l);
}

static void put_lead(const decision_line *l)
{
    put_int(l, l->rows->view.lead_rule);
}

static void put_totals(const decision_line *l)
{
    begin_list(l);
    for (int i = 0; i < l->rows->shape.totals; i++)
        put_item(l, i == 0, l->rows->totals[i]);
    end_list(l);
}

static void put_row(const decision_line *l)
{
    begin_list(l);
    for (int i = 0; i < l->rows->shape.columns; i++)
        put_item(l, i == 0, l->rows->row[i]);
    end_list(l);
}

static const struct {
    const char *name;
    void (*put)(const decision_line *l);
} fields[] = {{"tournament", put_tournament},
              {"match", put_match},
              {"set", put_set},
              {"rotation", put_rotation},
              {"variant", put_variant},
              {"step", put_step},
              {"seat", put_seat},
              {"bot", put_bot},
              {"version", put_version},
              {"us", put_us},
              {"action", put_action},
              {"legal", put_legal},
              {"lead", put_lead},
              {"totals", put_totals},
              {"row", put_row}};
enum { FIELDS = sizeof fields / sizeof *fields };
static const char last_field[] = "points";

/* Writes a line without its end. Returns the text, which the caller frees; NULL without memory. */
static char *line_of(const dom_output_decision_rows *rows, const dom_table_effect *effect)
{
    char *text = NULL;
    size_t size = 0;
    const decision_line line = {open_memstream(&text, &size), rows, effect};
    if (line.out == NULL)
        return NULL;
    for (int i = 0; i < FIELDS; i++) {
        if (!rows->is_csv)
            (void)fprintf(line.out, "%s\"%s\":", i == 0 ? "{" : ",", fields[i].name);
        else if (i > 0)
            (void)fputc(',', line.out);
        fields[i].put(&line);
    }
    if (fclose(line.out) == 0)
        return text;
    free(text);
    return NULL;
}

/* Ends the lines of a round with their points; NULL: it was not scored. */
static void end_round(dom_output_decision_rows *rows, const int32_t points[])
{
    for (size_t i = 0; i < rows->count; i++) {
        const pending_line *line = &rows->line[i];
        (void)fputs(line->text, rows->out);
        if (!rows->is_csv)
            (void)fprintf(rows->out, ",\"%s\":", last_field);
        else
            (void)fputc(',', rows->out);
        if (points)
            (void)fprintf(rows->out, "%d", (int)points[line->seat]);
        else
            (void)fputs(rows->is_csv ? "" : "null", rows->out);
        (void)fputs(rows->is_csv ? "\n" : "}\n", rows->out);
        free(line->text);
    }
    rows->count = 0;
}

/* ---- one match ------------------------------------------------------------------- */

static void note_ask(dom_output_decision_rows *rows, const dom_table *table, int seat)
{
    dom_view_of(&rows->view, &table->match, seat);
    dom_row_write(&rows->shape, &rows->view, rows->view.history, rows->view.history_count,
                  rows->row);
    dom_totals_write(&table->match, rows->totals);
}

static bool is_wanted(const dom_output_decision_rows *rows, int seat)
{
    return rows->bots == NULL || dom_strings_want(rows->bots, bot_in(rows, seat)->name);
}

static void note_choice(dom_output_decision_rows *rows, const dom_table_effect *effect)
{
    if (!is_wanted(rows, effect->seat))
        return;
    char *text = line_of(rows, effect);
    pending_line *line = text ? dom_vec_add(rows->line, rows->count, rows->room) : NULL;
    if (line)
        *line = (pending_line){text, effect->seat};
    else
        free(text);
    rows->has_failed |= line == NULL;
}

static void take_effect(void *context, const dom_table *table, const dom_table_effect *effect)
{
    dom_output_decision_rows *rows = context;
    rows->step += dom_record_is_step(effect);
    if (effect->kind == DOM_TABLE_FX_ASK)
        note_ask(rows, table, effect->seat);
    else if (effect->kind == DOM_TABLE_FX_EVENT && effect->why == DOM_TABLE_WHY_CHOSEN)
        note_choice(rows, effect);
    else if (effect->kind == DOM_TABLE_FX_ROUND)
        end_round(rows, table->match.last.points);
}

/* Finds whether the set of the match is over. */
static dom_rc look_at_set(dom_output_decision_rows *rows, dom_err *err)
{
    if (rows->tournament == rows->t->id && rows->set == rows->m->set)
        return DOM_OK;
    rows->tournament = rows->t->id;
    rows->set = rows->m->set;
    return dom_results_set_is_over(rows->store, rows->t, rows->m, &rows->is_over, err);
}

static dom_rc write_match(dom_output_decision_rows *rows, dom_err *err)
{
    const dom_record_match record = dom_results_record_of(rows->t, rows->m);
    rows->shape = dom_shape_of(record.options, 1);
    int8_t *row = realloc(rows->row, (size_t)rows->shape.columns);
    if (row == NULL)
        return dom_err_no_memory(err);
    rows->row = row;
    rows->step = 0;
    dom_rc rc = dom_record_replay(&record, &rows->table, take_effect, rows, err);
    end_round(rows, NULL);
    return rows->has_failed ? dom_err_no_memory(err) : rc;
}

dom_rc dom_output_decision_rows_add(dom_output_decision_rows *rows, const dom_store_tournament *t,
                                    const dom_store_match *m, dom_err *err)
{
    rows->t = t;
    rows->m = m;
    dom_rc rc = look_at_set(rows, err);
    return rc == DOM_OK && rows->is_over ? write_match(rows, err) : rc;
}

/* ---- all -------------------------------------------------------------------------- */

dom_rc dom_output_decision_rows_open(dom_output_decision_rows **rows, FILE *out, bool is_csv,
                                     const dom_strings *bots, dom_store *store, dom_err *err)
{
    *rows = calloc(1, sizeof **rows);
    if (*rows == NULL)
        return dom_err_no_memory(err);
    (*rows)->out = out;
    (*rows)->is_csv = is_csv;
    (*rows)->bots = bots;
    (*rows)->store = store;
    for (int i = 0; is_csv && i < FIELDS; i++)
        (void)fprintf(out, "%s,", fields[i].name);
    if (is_csv)
        (void)fprintf(out, "%s\n", last_field);
    return DOM_OK;
}

void dom_output_decision_rows_close(dom_output_decision_rows **rows)
{
    if (*rows) {
        free((*rows)->row);
        free((*rows)->line);
        free(*rows);
    }
    *rows = NULL;
}
