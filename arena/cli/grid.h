/* cli/grid.h - a table of texts, as aligned columns or as Markdown. */
#ifndef DOM_CLI_GRID_H
#define DOM_CLI_GRID_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { GRID_COLUMNS_MAX = 16 };

typedef struct {
    const char *head;
    bool is_left; /* aligned; else to the right                               */
    int leave;    /* left out in this order, 1 first, where a line grows too long; 0: never */
} grid_column;

typedef struct {
    const grid_column *column;
    size_t columns, cells, room; /* cells: filled row by row                     */
    char **cell;
    bool is_broken; /* memory was missing                                     */
} grid;

/* An empty grid of at most GRID_COLUMNS_MAX columns, which are borrowed. */
grid grid_of(const grid_column column[], size_t columns);
void grid_clear(grid *g);

/* Fill the next cell. */
__attribute__((format(printf, 2, 3))) void grid_put(grid *g, const char *format, ...);

/* Print head and rows, each column as wide as its longest cell, two blanks between, no
 * line longer than `width` as long as there is a column to leave out. DOM_E_NOMEM. */
dom_rc grid_print(const grid *g, size_t width, FILE *out, dom_err *err);

/* Print all of it as a Markdown table. */
dom_rc grid_markdown(const grid *g, FILE *out, dom_err *err);

/* Print a text so that Markdown shows it as it is. */
void grid_put_escaped(const char *text, FILE *out);

#endif
