#include "output/text_table.h"

#include "base/check.h"
#include "base/vec.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 2 };

dom_output_table dom_output_table_of(const dom_output_column column[], size_t columns)
{
    dom_check(columns <= DOM_OUTPUT_COLUMNS_MAX);
    return (dom_output_table){.column = column, .columns = columns};
}

void dom_output_table_clear(dom_output_table *t)
{
    for (size_t i = 0; i < t->cells; i++)
        free(t->cell[i]);
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
    va_start(args, format);
    bool ok = vasprintf(&t->cell[t->cells], format, args) >= 0;
    va_end(args);
    t->is_broken |= !ok;
    t->cells += ok;
}

/* ---- columns --------------------------------------------------------------- */

/* Returns the width in characters; continuation bytes of UTF-8 have no width. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (const char *c = text; *c; c++)
        width += ((unsigned char)*c & 0xc0) != 0x80;
    return width;
}

static size_t column_width(const dom_output_table *t, size_t column)
{
    size_t width = width_of(t->column[column].head);
    for (size_t i = column; i < t->cells; i += t->columns)
        if (width_of(t->cell[i]) > width)
            width = width_of(t->cell[i]);
    return width;
}

/* Compute the widths of the columns; 0 for columns that are left out to keep to `width`. */
static void fit_columns(const dom_output_table *t, size_t most, size_t width[])
{
    size_t line = 0;
    for (size_t i = 0; i < t->columns; i++) {
        width[i] = column_width(t, i);
        line += width[i] + (i > 0) * (size_t)GAP;
    }
    for (int next = 1; line > most && next <= (int)t->columns; next++)
        for (size_t i = 0; i < t->columns; i++)
            if (t->column[i].leave == next) {
                line -= width[i] + GAP;
                width[i] = 0;
            }
}

static void put_cell(const dom_output_table *t, size_t column, size_t width, const char *text,
                     FILE *out)
{
    int pad = (int)(width - width_of(text));
    if (column > 0)
        (void)fprintf(out, "%*s", GAP, "");
    if (!t->column[column].is_left)
        (void)fprintf(out, "%*s", pad, "");
    (void)fputs(text, out);
    if (t->column[column].is_left && column + 1 < t->columns)
        (void)fprintf(out, "%*s", pad, "");
}

dom_rc dom_output_table_print(const dom_output_table *t, size_t width, FILE *out, dom_err *err)
{
    size_t widths[DOM_OUTPUT_COLUMNS_MAX];
    dom_check(t->columns > 0);
    if (t->is_broken)
        return dom_err_no_memory(err);
    fit_columns(t, width, widths);
    for (size_t c = 0; c < t->columns; c++)
        if (widths[c] > 0)
            put_cell(t, c, widths[c], t->column[c].head, out);
    (void)fputc('\n', out);
    for (size_t i = 0; i < t->cells; i++) {
        size_t c = i % t->columns;
        if (widths[c] > 0)
            put_cell(t, c, widths[c], t->cell[i], out);
        if (c + 1 == t->columns)
            (void)fputc('\n', out);
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

static void put_markdown_cell(const char *text, FILE *out)
{
    (void)fputs("| ", out);
    dom_output_put_markdown(text, out);
    (void)fputc(' ', out);
}

dom_rc dom_output_table_markdown(const dom_output_table *t, FILE *out, dom_err *err)
{
    dom_check(t->columns > 0);
    if (t->is_broken)
        return dom_err_no_memory(err);
    for (size_t c = 0; c < t->columns; c++)
        put_markdown_cell(t->column[c].head, out);
    (void)fputs("|\n", out);
    for (size_t c = 0; c < t->columns; c++)
        (void)fputs(t->column[c].is_left ? "|:--" : "|--:", out);
    (void)fputs("|\n", out);
    for (size_t i = 0; i < t->cells; i++) {
        put_markdown_cell(t->cell[i], out);
        if (i % t->columns + 1 == t->columns)
            (void)fputs("|\n", out);
    }
    return DOM_OK;
}
