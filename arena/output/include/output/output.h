/* output/output.h - helpers that all printing shares: escaping of untrusted bytes, JSON lists, CSV
 * fields, the size of the window.
 *
 * Each kind of list has a file of its own, NAME_text.h, which prints it for people and programs.
 * docs/reference/output.md documents the keys and columns that programs may rely on. This room
 * computes no results. The functions print to a FILE. Functions that return no code leave it to the
 * caller to check the FILE for errors (ferror).
 */
#ifndef DOM_OUTPUT_OUTPUT_H
#define DOM_OUTPUT_OUTPUT_H

#include "base/err.h"
#include "output/style.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The format of a list: text, or what --json, --csv or --markdown selects. */
typedef enum {
    DOM_OUTPUT_TEXT,
    DOM_OUTPUT_JSON,
    DOM_OUTPUT_CSV,
    DOM_OUTPUT_MARKDOWN
} dom_output_format;

/* ---- untrusted bytes ------------------------------------------------ */

/* Print bytes that a bot may have written. Newlines, tabs and text in UTF-8 are printed as they
 * are; control characters, marks that change the direction of text (protocol/utf8.h) and bytes that
 * are no UTF-8 as \xNN, so that the terminal obeys none of them.
 *
 * margin  printed at the start of every line
 *
 * A last line without '\n' gets one. */
void dom_output_put_bytes(FILE *out, const char *margin, const void *bytes, size_t size);

/* Print a word so that a shell reads it back unchanged: in quotes if it needs them. */
void dom_output_put_shell_word(FILE *out, const char *word);

/* ---- the window --------------------------------------------------------------- */

/* The size of the terminal behind `out` in characters; 24 rows and 80 columns if it is not a
 * terminal. */
void dom_output_window(FILE *out, int *rows, int *columns);

/* The width for text on `out`, in columns: $COLUMNS if that is 20 or more, else the width of the
 * terminal, else 80. */
int dom_output_width(FILE *out);

/* The width for lists: $COLUMNS if that is 20 or more; else that of the terminal, but at most 120;
 * else, if `out` is no terminal, SIZE_MAX, because nothing has to be left out there. */
size_t dom_output_list_width(FILE *out);

/* Print a paragraph and a line feed. It is broken at blanks so that lines keep to the width;
 * further lines begin with two blanks. dom_output_put_wrapped takes the width for lists. */
void dom_output_wrap(FILE *out, const char *text, size_t width);
void dom_output_put_wrapped(FILE *out, const char *text);

/* Print a label in a style and a text beside it. Further lines of the text are indented to its
 * first one. `label` ends with the separating blanks and is ASCII. */
void dom_output_put_item(FILE *out, dom_output_style style, const char *label, const char *text);

/* ---- for programs ------------------------------------------------------------- */

/* Print an object and a line feed. Takes the reference; NULL means out of memory. Returns DOM_OK,
 * DOM_E_NOMEM or DOM_E_IO. */
dom_rc dom_output_put_json(FILE *out, json_t *root, dom_err *err);

/* Print {"schema": 1, KEY: list} and release `list`, also on failure. Returns DOM_OK; DOM_E_NOMEM
 * if `list` is NULL or memory runs out; DOM_E_IO if it cannot be written. */
dom_rc dom_output_put_list(FILE *out, const char *key, json_t *list, dom_err *err);

/* Print a comma and a field of a CSV row: the number with six decimals, or nothing if it is not
 * known. */
void dom_output_put_csv_real(FILE *out, bool is_known, double value);

/* Print a text as a field of a CSV row, quoted if RFC 4180 requires it. All texts of CSV that a
 * person may have chosen are printed by it. A spreadsheet would run a text that begins with '=',
 * '+', '-', '@', a tab or a carriage return. Such a text gets an apostrophe before it, and quotes:
 * "'=1+1". Numbers are not printed by this function. */
void dom_output_put_csv(FILE *out, const char *field);

/* Print a comma and such a field. */
void dom_output_put_csv_next(FILE *out, const char *field);

#endif
