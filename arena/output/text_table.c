#include "output/text_table.h"

#include "base/check.h"
#include "base/text.h"
#include "base/vec.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAP = 2,
    WORD_LEAST = 3, /* characters that are left of a shortened word, "…" included */
    BAR_MOST = 40   /* columns of a bar */
};

/* A cell of a table. */
struct dom_output_cell {
    char *text;
    dom_output_style style;
    dom_output_bar bar; /* in a column of bars */
};

dom_output_table dom_output_table_of(const dom_output_column column[], size_t columns)
{
    dom_check(columns <= DOM_OUTPUT_COLUMNS_MAX);
    return (dom_output_table){.column = column, .columns = columns};
}

void dom_output_table_clear(dom_output_table *t)
{
    for (size_t i = 0; i < t->cells; i++)
        free(t->cell[i].text);
    free(t->cell);
    *t = (dom_output_table){.columns = 0};
}

void dom_output_table_put(dom_output_table *t, const char *format, ...)
{
    va_list args;
    if (!dom_vec_reserve(t->cell, t->cells, t->room, 1)) {
        t->is_broken = true;
        return;
    }
    t->cell[t->cells] = (struct dom_output_cell){.style = DOM_OUTPUT_PLAIN};
    va_start(args, format);
    bool ok = vasprintf(&t->cell[t->cells].text, format, args) >= 0;
    va_end(args);
    t->is_broken |= !ok;
    t->cells += ok;
}

void dom_output_table_put_bar(dom_output_table *t, dom_output_bar bar)
{
    size_t before = t->cells;
    dom_output_table_put(t, "%s", "");
    if (t->cells > before)
        t->cell[before].bar = bar;
}

void dom_output_table_style(dom_output_table *t, dom_output_style style)
{
    if (t->cells > 0)
        t->cell[t->cells - 1].style = style;
}

/* ---- characters ------------------------------------------------------------- */

/* Continuation bytes have no width. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (const char *c = text; *c; c++)
        width += !dom_text_is_continuation(*c);
    return width;
}

/* Returns where the character number `count` begins. */
static const char *skip(const char *text, size_t count)
{
    while (*text && (count > 0 || dom_text_is_continuation(*text)))
        count -= !dom_text_is_continuation(*text++);
    return text;
}

/* Print the first `front` and the last `back` characters of `all`, and "…" between. */
static void put_parts(FILE *out, const char *text, size_t all, size_t front, size_t back)
{
    (void)fprintf(out, "%.*s\u2026%s", (int)(skip(text, front) - text), text,
                  skip(text, all - back));
}

void dom_output_put_shortened(FILE *out, const char *text, size_t width, bool is_clipped)
{
    size_t all = width_of(text), rest = width_of(text + strcspn(text, " "));
    if (all <= width)
        (void)fputs(text, out);
    else if (is_clipped)
        put_parts(out, text, all, width - 1, 0);
    else if (rest + WORD_LEAST > width)
        put_parts(out, text, all, width / 2, (width - 1) / 2);
    else /* the middle of the first word */
        put_parts(out, text, all, (width - rest) / 2, (width - rest - 1) / 2 + rest);
}

/* ---- columns --------------------------------------------------------------- */

/* Returns the width of the longest text; 0 if no row has one. */
static size_t column_width(const dom_output_table *t, size_t column)
{
    size_t width = 0, head = width_of(t->column[column].head);
    for (size_t i = column; i < t->cells; i += t->columns)
        if (width_of(t->cell[i].text) > width)
            width = width_of(t->cell[i].text);
    bool is_empty = width == 0 && t->cells > 0;
    return is_empty || width > head ? width : head;
}

/* Returns the width to which a column may be shortened. */
static size_t least_width(const dom_output_column *column, size_t whole)
{
    size_t head = width_of(column->head);
    size_t least = column->least > head ? column->least : head;
    return column->least > 0 && least < whole ? least : whole;
}

static size_t line_width(const dom_output_table *t, const size_t width[])
{
    size_t line = 0;
    for (size_t i = 0; i < t->columns; i++)
        if (width[i] > 0)
            line += width[i] + (line > 0) * (size_t)GAP;
    return line;
}

/* Give the shortened columns the room that is left, in equal parts. */
static void widen(const dom_output_table *t, size_t most, const size_t whole[], size_t width[])
{
    size_t line = line_width(t, width), before;
    do {
        before = line;
        for (size_t i = 0; i < t->columns && line < most; i++)
            if (width[i] > 0 && width[i] < whole[i]) {
                width[i]++;
                line++;
            }
    } while (line > before);
}

/* Compute the widths of the columns; 0 for columns that are left out to keep to `most`. */
static void fit_columns(const dom_output_table *t, size_t most, size_t width[])
{
    size_t whole[DOM_OUTPUT_COLUMNS_MAX];
    for (size_t i = 0; i < t->columns; i++) {
        whole[i] = t->column[i].is_bars ? (most < SIZE_MAX ? BAR_MOST : 0) : column_width(t, i);
        width[i] = least_width(&t->column[i], whole[i]);
    }
    for (int next = 1; line_width(t, width) > most && next <= (int)t->columns; next++)
        for (size_t i = 0; i < t->columns; i++)
            if (t->column[i].leave == next)
                width[i] = 0;
    widen(t, most, whole, width);
}

/* ---- bars ------------------------------------------------------------------- */

typedef struct {
    double from, to;
} bar_scale;

static bar_scale scale_of(const dom_output_table *t, size_t column)
{
    bar_scale s = {INFINITY, -INFINITY};
    for (size_t i = column; i < t->cells; i += t->columns) {
        const dom_output_bar *bar = &t->cell[i].bar;
        s.from = fmin(s.from, bar->has_lo ? bar->lo : bar->at);
        s.to = fmax(s.to, bar->has_hi ? bar->hi : bar->at);
    }
    return s;
}

/* Returns the column of a value. The first and the last one are kept for open ends. */
static size_t place_of(bar_scale s, double value, size_t width)
{
    double share = s.to > s.from ? (value - s.from) / (s.to - s.from) : 0.5;
    return 1 + (size_t)lround(share * (double)(width - 3));
}

/* Returns the character in column `i` of a bar from `lo` to `hi`. */
static const char *bar_part(const dom_output_bar *bar, size_t lo, size_t at, size_t hi, size_t i)
{
    if (i == at)
        return "\u2022";
    if (i == lo)
        return bar->has_lo ? "\u251c" : "<";
    if (i == hi)
        return bar->has_hi ? "\u2524" : ">";
    return "\u2500";
}

/* ---- lines ------------------------------------------------------------------ */

typedef struct {
    const dom_output_table *t;
    size_t width[DOM_OUTPUT_COLUMNS_MAX]; /* of the columns; 0: not shown           */
    size_t owed; /* blanks before the next text; no line ends with blanks           */
    bar_scale scale[DOM_OUTPUT_COLUMNS_MAX]; /* of columns of bars                  */
    bool has_colours;
    FILE *out;
} table_printer;

static void put_bar(table_printer *p, size_t column, const dom_output_bar *bar)
{
    size_t width = p->width[column], at = place_of(p->scale[column], bar->at, width);
    size_t lo = bar->has_lo ? place_of(p->scale[column], bar->lo, width) : 0;
    size_t hi = bar->has_hi ? place_of(p->scale[column], bar->hi, width) : width - 1;
    (void)fprintf(p->out, "%*s", (int)(p->owed + lo), "");
    for (size_t i = lo; i <= hi; i++)
        (void)fputs(bar_part(bar, lo, at, hi, i), p->out);
    p->owed = GAP + width - 1 - hi;
}

static void put_cell(table_printer *p, size_t column, struct dom_output_cell cell)
{
    const dom_output_column *c = &p->t->column[column];
    size_t width = p->width[column], length = width_of(cell.text);
    size_t pad = length < width ? width - length : 0;
    if (width == 0)
        return;
    p->owed += c->is_left ? 0 : pad;
    if (length > 0) {
        (void)fprintf(p->out, "%*s%s", (int)p->owed, "",
                      dom_output_style_on(cell.style, p->has_colours));
        dom_output_put_shortened(p->out, cell.text, width, c->is_clipped);
        (void)fputs(dom_output_style_off(cell.style, p->has_colours), p->out);
        p->owed = 0;
    }
    p->owed += GAP + (c->is_left ? pad : 0);
}

static void end_line(table_printer *p)
{
    (void)fputc('\n', p->out);
    p->owed = 0;
}

static void put_heads(table_printer *p)
{
    bool has_any = false;
    for (size_t i = 0; i < p->t->columns; i++)
        has_any |= p->t->column[i].head[0] != '\0';
    for (size_t i = 0; has_any && i < p->t->columns; i++)
        put_cell(p, i, (struct dom_output_cell){.text = (char *)p->t->column[i].head});
    if (has_any)
        end_line(p);
}

dom_rc dom_output_table_fit(const dom_output_table *t, size_t width, bool has_colours, FILE *out,
                            dom_err *err)
{
    table_printer p = {.t = t, .has_colours = has_colours, .out = out};
    dom_check(t->columns > 0);
    if (t->is_broken)
        return dom_err_no_memory(err);
    fit_columns(t, width, p.width);
    put_heads(&p);
    for (size_t i = 0; i < t->columns; i++)
        if (t->column[i].is_bars)
            p.scale[i] = scale_of(t, i);
    for (size_t i = 0; i < t->cells; i++) {
        size_t column = i % t->columns;
        if (t->column[column].is_bars && p.width[column] > 0)
            put_bar(&p, column, &t->cell[i].bar);
        else
            put_cell(&p, column, t->cell[i]);
        if (column + 1 == t->columns)
            end_line(&p);
    }
    return DOM_OK;
}

/* ---- Markdown --------------------------------------------------------------- */

void dom_output_put_markdown(const char *text, FILE *out)
{
    for (const char *c = text; *c; c++) {
        if (strchr("\\|<>*_`[]#&~", *c))
            (void)fputc('\\', out);
        (void)fputc(*c, out);
    }
}

void dom_output_put_line(dom_output_format format, FILE *out, const char *mark, const char *text,
                         ...)
{
    va_list args;
    char *line;
    va_start(args, text);
    if (vasprintf(&line, text, args) < 0)
        line = NULL;
    va_end(args);
    if (line && format == DOM_OUTPUT_MARKDOWN) {
        (void)fputs(mark, out);
        dom_output_put_markdown(line, out);
        (void)fputc('\n', out);
    } else if (line) {
        dom_output_put_wrapped(out, line);
    }
    free(line);
}

static void put_markdown_cell(const char *text, FILE *out)
{
    (void)fputs("| ", out);
    dom_output_put_markdown(text, out);
    (void)fputc(' ', out);
}

static dom_rc print_markdown(const dom_output_table *t, FILE *out, dom_err *err)
{
    dom_check(t->columns > 0);
    if (t->is_broken)
        return dom_err_no_memory(err);
    for (size_t c = 0; c < t->columns; c++)
        if (!t->column[c].is_bars)
            put_markdown_cell(t->column[c].head, out);
    (void)fputs("|\n", out);
    for (size_t c = 0; c < t->columns; c++)
        if (!t->column[c].is_bars)
            (void)fputs(t->column[c].is_left ? "|:--" : "|--:", out);
    (void)fputs("|\n", out);
    for (size_t i = 0; i < t->cells; i++) {
        if (!t->column[i % t->columns].is_bars)
            put_markdown_cell(t->cell[i].text, out);
        if (i % t->columns + 1 == t->columns)
            (void)fputs("|\n", out);
    }
    return DOM_OK;
}

/* ---- either ------------------------------------------------------------------ */

dom_rc dom_output_table_print(const dom_output_table *t, dom_output_format format, FILE *out,
                              dom_err *err)
{
    if (format == DOM_OUTPUT_MARKDOWN)
        return print_markdown(t, out, err);
    return dom_output_table_fit(t, dom_output_list_width(out), dom_output_has_colours(out), out,
                                err);
}

void dom_output_table_explain_bars(const dom_output_table *t, dom_output_format format,
                                   const char *what, FILE *out)
{
    size_t width[DOM_OUTPUT_COLUMNS_MAX];
    fit_columns(t, dom_output_list_width(out), width);
    for (size_t i = 0; i < t->columns; i++)
        if (t->column[i].is_bars && width[i] > 0 && format == DOM_OUTPUT_TEXT) {
            bar_scale s = scale_of(t, i);
            dom_output_put_line(
                format, out, "",
                "Bars: %s, on a scale from %.0f to %.0f; > and <: an end without limit.", what,
                s.from, s.to);
        }
}
