/* output/text_table.h - prints a table of texts as aligned columns or as Markdown. All lists are
 * printed by it.
 *
 *     static const dom_output_column columns[] = {
 *         {.head = "bot", .is_left = true, .least = 6}, {.head = "sets", .leave = 1}};
 *     dom_output_table t = dom_output_table_of(columns, 2);
 *     dom_output_table_put(&t, "%s", "careful");
 *     dom_output_table_put(&t, "%d", 12);
 *     dom_rc rc = dom_output_table_print(&t, DOM_OUTPUT_TEXT, stdout, err);
 *     dom_output_table_clear(&t);
 *
 * prints
 *
 *     bot      sets
 *     careful    12
 *
 * On a terminal, lines keep to its width (dom_output_list_width), in three steps. First, texts are
 * shortened: if only 12 columns are allowed, the name is "car…ul". Then columns are left out: with
 * 11, only the bots are printed. Last, shortened texts are widened again into the room that is
 * left: "careful".
 *
 * A column of bars shows intervals on a scale that its rows share. It is printed only where lines
 * have a width, and takes the room that the other columns leave:
 *
 *     ├──•──┤
 *            ├─•──>
 *
 * Cells are filled row by row. If memory runs out while cells are filled, the printing function
 * returns DOM_E_NOMEM.
 */
#ifndef DOM_OUTPUT_TEXT_TABLE_H
#define DOM_OUTPUT_TEXT_TABLE_H

#include "base/err.h"
#include "output/output.h"
#include "output/style.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    DOM_OUTPUT_COLUMNS_MAX = 64,
    DOM_OUTPUT_BOT_LEAST = 14, /* `least` of columns with names of bots */
    DOM_OUTPUT_BAR_LEAST = 12  /* `least` of columns of bars */
};

/* A column. It is left out if it is empty in every row. If all heads are empty, they have no line.
 */
typedef struct {
    const char *head;
    bool is_left; /* aligned to the left; else to the right                    */
    /* true: texts are shortened at their end ("block, …"); false: in the middle of the first word.
     */
    bool is_clipped;
    bool is_bars; /* its cells are filled by dom_output_table_put_bar */
    /* The order in which columns are left out if lines are too long, 1 first; 0: never. */
    int leave;
    /* 0: never shortened. Else the smallest width of the column, but not less than its head. */
    size_t least;
} dom_output_column;

/* An interval with a mark in it. A limit that is not known is not used: the bar is open there. */
typedef struct {
    double at, lo, hi;
    bool has_lo, has_hi;
} dom_output_bar;

/* A table. Its fields are private to text_table.c. */
typedef struct {
    const dom_output_column *column;
    size_t columns, cells, room; /* columns; filled cells; cells that have memory */
    struct dom_output_cell *cell;
    bool is_broken; /* memory ran out                                         */
} dom_output_table;

/* Returns an empty table. It borrows the descriptions of its columns, at most
 * DOM_OUTPUT_COLUMNS_MAX. Release it with dom_output_table_clear. */
dom_output_table dom_output_table_of(const dom_output_column column[], size_t columns);
void dom_output_table_clear(dom_output_table *t);

/* Fill the next cell; the row's last cell is followed by the next row's first. */
__attribute__((format(printf, 2, 3))) void dom_output_table_put(dom_output_table *t,
                                                                const char *format, ...);

/* The same for a column of bars. */
void dom_output_table_put_bar(dom_output_table *t, dom_output_bar bar);

/* Give the cell that was filled last a style. */
void dom_output_table_style(dom_output_table *t, dom_output_style style);

/* Print heads and rows: with DOM_OUTPUT_MARKDOWN all columns as a Markdown table; else with two
 * blanks between columns, as wide as dom_output_list_width allows and with the colours of `out`.
 * Returns DOM_OK or DOM_E_NOMEM. */
dom_rc dom_output_table_print(const dom_output_table *t, dom_output_format format, FILE *out,
                              dom_err *err);

/* Print how the bars are to be read, as a line below the table, if it has a column of bars and was
 * printed with it.
 *
 * what  the bars show, such as "95 % interval of Elo" */
void dom_output_table_explain_bars(const dom_output_table *t, dom_output_format format,
                                   const char *what, FILE *out);

/* Print text in lines of at most `width` UTF-8 characters, as far as possible. */
dom_rc dom_output_table_fit(const dom_output_table *t, size_t width, bool has_colours, FILE *out,
                            dom_err *err);

/* Print a text so that Markdown shows it unchanged: "a|b" as "a\|b". */
void dom_output_put_markdown(const char *text, FILE *out);

/* Print a line beside a table: with DOM_OUTPUT_MARKDOWN `mark` and the text as Markdown shows it
 * unchanged; else the text in lines of the width for lists. Nothing is printed if memory runs out.
 */
__attribute__((format(printf, 4, 5))) void
dom_output_put_line(dom_output_format format, FILE *out, const char *mark, const char *text, ...);

/* Print a text with at most `width` characters. A longer one has "…" for what it loses: the middle
 * of its first word, so that "careful 100 (1)" becomes "ca…l 100 (1)", or with `is_clipped` its
 * end. Pre: width > 0. */
void dom_output_put_shortened(FILE *out, const char *text, size_t width, bool is_clipped);

#endif
