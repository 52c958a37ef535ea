#include "output.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

enum { WIDTH_MIN = 20, WIDTH_DEFAULT = 80, ROWS_DEFAULT = 24 };
enum { REAL_DIGITS = 15 }; /* a decimal of so many comes back as it was           */

static bool is_visible(uint8_t byte)
{
    return byte >= ' ' && byte < 127;
}

bool cli_is_plain(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        if (!is_visible(at[i]))
            return false;
    return true;
}

void cli_put_bytes(FILE *out, const char *margin, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++) {
        if (i == 0 || at[i - 1] == '\n')
            (void)fputs(margin, out);
        if (is_visible(at[i]) || at[i] == '\n' || at[i] == '\t')
            (void)fputc(at[i], out);
        else
            (void)fprintf(out, "\\x%02x", at[i]);
    }
    if (size > 0 && at[size - 1] != '\n')
        (void)fputc('\n', out);
}

json_t *cli_bytes_json(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    char *text = malloc(4 * size + 1); /* each at most \xNN                    */
    size_t length = 0;
    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < size; i++) {
        if (is_visible(at[i]) || at[i] == '\n' || at[i] == '\t')
            text[length++] = (char)at[i];
        else
            length += (size_t)snprintf(text + length, 5, "\\x%02x", at[i]);
    }
    json_t *string = json_stringn(text, length);
    free(text);
    return string;
}

json_t *cli_text_json(const char *text)
{
    json_t *string = json_string(text);
    return string ? string : cli_bytes_json(text, strlen(text));
}

size_t cli_tail_at(const void *bytes, size_t size, int lines, size_t most)
{
    const uint8_t *text = bytes;
    size_t at = size;
    if (at > 0 && text[at - 1] == '\n')
        at--; /* the end of the last line                                      */
    while (at > 0 && size - at < most && (text[at - 1] != '\n' || --lines > 0))
        at--;
    return at;
}

void cli_window(FILE *out, int *rows, int *columns)
{
    struct winsize window = {.ws_row = 0};
    bool is_told = ioctl(fileno(out), TIOCGWINSZ, &window) == 0;
    *rows = is_told && window.ws_row > 0 ? window.ws_row : ROWS_DEFAULT;
    *columns = is_told && window.ws_col >= WIDTH_MIN ? window.ws_col : WIDTH_DEFAULT;
}

int cli_width(FILE *out)
{
    const char *columns = getenv("COLUMNS");
    long width = columns ? strtol(columns, NULL, 10) : 0;
    int rows, terminal;
    if (width >= WIDTH_MIN && width <= UINT16_MAX)
        return (int)width;
    cli_window(out, &rows, &terminal);
    return terminal;
}

dom_rc cli_put_list(FILE *out, const char *key, json_t *list, dom_err *err)
{
    json_t *root = json_pack("{s:i, s:o}", "schema", 1, key, list);
    dom_rc rc = DOM_OK;
    if (root == NULL)
        rc = dom_err_set(err, DOM_E_NOMEM, "out of memory");
    else if (json_dumpf(root, out,
                        JSON_INDENT(1) | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(REAL_DIGITS)) !=
                 0 ||
             fputc('\n', out) == EOF)
        rc = dom_err_set(err, DOM_E_IO, "cannot write: %s", strerror(errno));
    json_decref(root);
    return rc;
}

dom_rc cli_format_of(const cli_args *args, cli_format *out, dom_err *err)
{
    *out = args->is_json       ? CLI_JSON
           : args->is_csv      ? CLI_CSV
           : args->is_markdown ? CLI_MARKDOWN
                               : CLI_TEXT;
    if (args->is_json + args->is_csv + args->is_markdown > 1)
        return dom_err_set(err, DOM_E_CONFIG, "--json, --csv and --markdown exclude each other");
    return DOM_OK;
}

void cli_put_csv(FILE *out, const char *field)
{
    bool is_quoted = strpbrk(field, ",\"\r\n") != NULL;
    if (is_quoted)
        (void)fputc('"', out);
    for (const char *c = field; *c; c++) {
        if (*c == '"')
            (void)fputc('"', out);
        (void)fputc(*c, out);
    }
    if (is_quoted)
        (void)fputc('"', out);
}

cli_time cli_time_of(int64_t unix_ms)
{
    cli_time t = {.text = "?"};
    char seconds_text[24];
    int64_t ms = (unix_ms % 1000 + 1000) % 1000;
    time_t seconds = (time_t)((unix_ms - ms) / 1000);
    struct tm tm;
    if (gmtime_r(&seconds, &tm) &&
        strftime(seconds_text, sizeof seconds_text, "%Y-%m-%dT%H:%M:%S", &tm) > 0)
        (void)snprintf(t.text, sizeof t.text, "%s.%03dZ", seconds_text, (int)ms);
    return t;
}
