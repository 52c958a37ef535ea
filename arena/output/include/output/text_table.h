/* output/text_table.h - prints a table of texts as aligned columns or as Markdown.
 *
 *     static const dom_output_column columns[] = {{"bot", true, 0}, {"sets", false, 1}};
 *     dom_output_table t = dom_output_table_of(columns, 2);
 *     dom_output_table_put(&t, "%s", "careful");
 *     dom_output_table_put(&t, "%d", 12);
 *     dom_rc rc = dom_output_table_print(&t, 100, stdout, err);
 *     dom_output_table_clear(&t);
 *
 * prints
 *
 *     bot      sets
 *     careful    12
 *
 * If fewer than 13 columns are allowed, it prints the bots only. Cells are filled row by row. If
 * memory runs out while cells are filled, the printing function returns DOM_E_NOMEM.
 */
#ifndef DOM_OUTPUT_TEXT_TABLE_H
#define DOM_OUTPUT_TEXT_TABLE_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { DOM_OUTPUT_COLUMNS_MAX = 16 };

typedef struct {
    const char *head;
    bool is_left; /* aligned to the left; else to the right                   */
    int leave;    /* order in which columns are left out if lines are too long, 1 first; 0: never */
} dom_output_column;

/* A table. Its fields are private to text_table.c. */
typedef struct {
    const dom_output_column *column;
    size_t columns, cells, room; /* columns; filled cells; cells that have memory */
    char **cell;
    bool is_broken; /* memory ran out                                         */
} dom_output_table;

/* Returns an empty table. It borrows the descriptions of its columns, at most
 * DOM_OUTPUT_COLUMNS_MAX. Release it with dom_output_table_clear. */
dom_output_table dom_output_table_of(const dom_output_column column[], size_t columns);
void dom_output_table_clear(dom_output_table *t);

/* Fill the next cell; the row's last cell is followed by the next row's first. */
__attribute__((format(printf, 2, 3))) void dom_output_table_put(dom_output_table *t,
                                                                const char *format, ...);

/* Print head and rows. Each column is as wide as its longest cell, with two blanks between columns.
 * Columns with a `leave` are left out until no line is wider than `width`, counted in UTF-8
 * characters. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_output_table_print(const dom_output_table *t, size_t width, FILE *out, dom_err *err);

/* Print all columns as a Markdown table. Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_output_table_markdown(const dom_output_table *t, FILE *out, dom_err *err);

/* Print a text so that Markdown shows it unchanged: "a|b" as "a\|b". */
void dom_output_put_markdown(const char *text, FILE *out);

#endif
