/* cli/output.h - printing for people and programs.
 */
#ifndef DOM_CLI_OUTPUT_H
#define DOM_CLI_OUTPUT_H

#include "args.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Are these bytes nothing but visible ASCII and blanks? */
bool cli_is_plain(const void *bytes, size_t size);

/* Print bytes that a bot may have written so that no terminal obeys them: newlines,
 * tabs, blanks and visible ASCII as they are, everything else as \xNN.
 *
 * margin  printed at the start of every line; the last line is ended with '\n'. */
void cli_put_bytes(FILE *out, const char *margin, const void *bytes, size_t size);

/* The same as a JSON string, newlines and tabs included; a new reference. */
json_t *cli_bytes_json(const void *bytes, size_t size);

/* A text that may hold the name of a file: as it is, or like bytes where it is no UTF-8; a
 * new reference. */
json_t *cli_text_json(const char *text);

/* Where the last lines of a text begin: at most `lines` of them and at most `most`
 * bytes. */
size_t cli_tail_at(const void *bytes, size_t size, int lines, size_t most);

/* The terminal's own size, 24 x 80 when it is none. */
void cli_window(FILE *out, int *rows, int *columns);

/* Columns of the window: $COLUMNS if that is 20 or more, else what the terminal
 * says, else 80. */
int cli_width(FILE *out);

/* Print {"schema": 1, KEY: list} and take over `list`. DOM_E_NOMEM when it is NULL. */
dom_rc cli_put_list(FILE *out, const char *key, json_t *list, dom_err *err);

typedef enum { CLI_TEXT, CLI_JSON, CLI_CSV, CLI_MARKDOWN } cli_format;

/* What --json, --csv or --markdown asks for. DOM_E_CONFIG when two of them do. */
dom_rc cli_format_of(const cli_args *args, cli_format *out, dom_err *err);

/* Print a field of a CSV row, in quotes where it needs them (RFC 4180). */
void cli_put_csv(FILE *out, const char *field);

/* An instant as 2026-11-21T12:50:50.123Z. */
typedef struct {
    char text[32];
} cli_time;
cli_time cli_time_of(int64_t unix_ms);

#endif
