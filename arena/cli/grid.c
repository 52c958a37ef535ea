#include "grid.h"

#include "base/check.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 2 };

grid grid_of(const grid_column column[], size_t columns)
{
    dom_check(columns <= GRID_COLUMNS_MAX);
    return (grid){.column = column, .columns = columns};
}

void grid_clear(grid *g)
{
    for (size_t i = 0; i < g->cells; i++)
        free(g->cell[i]);
    free(g->cell);
    *g = (grid){.columns = 0};
}

void grid_put(grid *g, const char *format, ...)
{
    va_list args;
    if (g->cells == g->room) {
        size_t room = g->room ? 2 * g->room : 256;
        char **grown = realloc(g->cell, room * sizeof *grown);
        g->is_broken |= grown == NULL;
        if (grown == NULL)
            return;
        g->cell = grown;
        g->room = room;
    }
    va_start(args, format);
    bool ok = vasprintf(&g->cell[g->cells], format, args) >= 0;
    va_end(args);
    g->is_broken |= !ok;
    g->cells += ok;
}

static dom_rc check(const grid *g, dom_err *err)
{
    return g->is_broken ? dom_err_set(err, DOM_E_NOMEM, "out of memory") : DOM_OK;
}

/* ---- columns --------------------------------------------------------------- */

/* As a terminal shows it: bytes that go on a character take no room. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (const char *c = text; *c; c++)
        width += ((unsigned char)*c & 0xc0) != 0x80;
    return width;
}

static size_t column_width(const grid *g, size_t column)
{
    size_t width = width_of(g->column[column].head);
    for (size_t i = column; i < g->cells; i += g->columns)
        if (width_of(g->cell[i]) > width)
            width = width_of(g->cell[i]);
    return width;
}

/* Choose what fits: widths of columns, 0 for those that are left out. */
static void fit(const grid *g, size_t most, size_t width[])
{
    size_t line = 0;
    for (size_t i = 0; i < g->columns; i++) {
        width[i] = column_width(g, i);
        line += width[i] + (i > 0) * (size_t)GAP;
    }
    for (int next = 1; line > most && next <= (int)g->columns; next++)
        for (size_t i = 0; i < g->columns; i++)
            if (g->column[i].leave == next) {
                line -= width[i] + GAP;
                width[i] = 0;
            }
}

static void put_cell(const grid *g, size_t column, size_t width, const char *text, FILE *out)
{
    int pad = (int)(width - width_of(text));
    if (column > 0)
        (void)fprintf(out, "%*s", GAP, "");
    if (!g->column[column].is_left)
        (void)fprintf(out, "%*s", pad, "");
    (void)fputs(text, out);
    if (g->column[column].is_left && column + 1 < g->columns)
        (void)fprintf(out, "%*s", pad, "");
}

dom_rc grid_print(const grid *g, size_t width, FILE *out, dom_err *err)
{
    size_t widths[GRID_COLUMNS_MAX];
    dom_check(g->columns > 0);
    if (check(g, err) != DOM_OK)
        return err->rc;
    fit(g, width, widths);
    for (size_t c = 0; c < g->columns; c++)
        if (widths[c] > 0)
            put_cell(g, c, widths[c], g->column[c].head, out);
    (void)fputc('\n', out);
    for (size_t i = 0; i < g->cells; i++) {
        size_t c = i % g->columns;
        if (widths[c] > 0)
            put_cell(g, c, widths[c], g->cell[i], out);
        if (c + 1 == g->columns)
            (void)fputc('\n', out);
    }
    return DOM_OK;
}

/* ---- Markdown --------------------------------------------------------------- */

void grid_put_escaped(const char *text, FILE *out)
{
    for (const char *c = text; *c; c++) {
        if (strchr("\\|<>*_`[]#&~", *c))
            (void)fputc('\\', out);
        (void)fputc(*c, out);
    }
}

static void put_markdown(const char *text, FILE *out)
{
    (void)fputs("| ", out);
    grid_put_escaped(text, out);
    (void)fputc(' ', out);
}

dom_rc grid_markdown(const grid *g, FILE *out, dom_err *err)
{
    dom_check(g->columns > 0);
    if (check(g, err) != DOM_OK)
        return err->rc;
    for (size_t c = 0; c < g->columns; c++)
        put_markdown(g->column[c].head, out);
    (void)fputs("|\n", out);
    for (size_t c = 0; c < g->columns; c++)
        (void)fputs(g->column[c].is_left ? "|:--" : "|--:", out);
    (void)fputs("|\n", out);
    for (size_t i = 0; i < g->cells; i++) {
        put_markdown(g->cell[i], out);
        if (i % g->columns + 1 == g->columns)
            (void)fputs("|\n", out);
    }
    return DOM_OK;
}
