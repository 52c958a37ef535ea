#include "output/output.h"

#include "base/bytes.h"
#include "documents/values.h"
#include "protocol/utf8.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH_MIN = 20, WIDTH_DEFAULT = 80, LIST_WIDTH_MAX = 120, ROWS_DEFAULT = 24 };
enum { PARAGRAPH_INDENT = 2 };

void dom_output_put_bytes(FILE *out, const char *margin, const void *bytes, size_t size)
{
    const char *at = bytes;
    for (size_t i = 0; i < size;) {
        if (i == 0 || at[i - 1] == '\n')
            (void)fputs(margin, out);
        size_t shown = dom_utf8_shown(at + i, size - i);
        if (shown > 0)
            (void)fwrite(at + i, 1, shown, out);
        else if (dom_bytes_are_text(at + i, shown = 1))
            (void)fputc(at[i], out);
        else
            (void)fprintf(out, "\\x%02x", (uint8_t)at[i]);
        i += shown;
    }
    if (size > 0 && at[size - 1] != '\n')
        (void)fputc('\n', out);
}

void dom_output_put_shell_word(FILE *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-_./,:=@+";
    if (*word && word[strspn(word, plain)] == '\0') {
        (void)fprintf(out, "%s", word);
        return;
    }
    (void)fputc('\'', out);
    for (; *word; word++)
        (void)fprintf(out, "%s%c", *word == '\'' ? "'\\'" : "", *word);
    (void)fputc('\'', out);
}

void dom_output_window(FILE *out, int *rows, int *columns)
{
    struct winsize window = {.ws_row = 0};
    bool is_told = ioctl(fileno(out), TIOCGWINSZ, &window) == 0;
    *rows = is_told && window.ws_row > 0 ? window.ws_row : ROWS_DEFAULT;
    *columns = is_told && window.ws_col >= WIDTH_MIN ? window.ws_col : WIDTH_DEFAULT;
}

/* Returns $COLUMNS, or 0 if it is not set or no reasonable width. */
static int wanted_width(void)
{
    const char *columns = getenv("COLUMNS");
    long width = columns ? strtol(columns, NULL, 10) : 0;
    return width >= WIDTH_MIN && width <= UINT16_MAX ? (int)width : 0;
}

int dom_output_width(FILE *out)
{
    int rows, terminal, wanted = wanted_width();
    dom_output_window(out, &rows, &terminal);
    return wanted ? wanted : terminal;
}

size_t dom_output_list_width(FILE *out)
{
    if (wanted_width() == 0 && !isatty(fileno(out)))
        return SIZE_MAX;
    size_t width = (size_t)dom_output_width(out);
    return wanted_width() == 0 && width > LIST_WIDTH_MAX ? LIST_WIDTH_MAX : width;
}

/* Print words in lines of at most `width` columns.
 *
 * at      columns of the first line that are filled
 * indent  blanks before the further lines */
static void wrap(FILE *out, const char *text, size_t width, size_t at, size_t indent)
{
    bool is_first = true; /* the next word is the first of its line */
    while (*text) {
        size_t length = strcspn(text, " ");
        if (!is_first && at + 1 + length > width) {
            (void)fprintf(out, "\n%*s", (int)indent, "");
            at = indent;
            is_first = true;
        }
        (void)fprintf(out, "%s%.*s", is_first ? "" : " ", (int)length, text);
        at += length + !is_first;
        text += length + (text[length] == ' ');
        is_first = false;
    }
    (void)fputc('\n', out);
}

void dom_output_wrap(FILE *out, const char *text, size_t width)
{
    wrap(out, text, width, 0, PARAGRAPH_INDENT);
}

void dom_output_put_wrapped(FILE *out, const char *text)
{
    dom_output_wrap(out, text, dom_output_list_width(out));
}

void dom_output_put_item(FILE *out, dom_output_style style, const char *label, const char *text)
{
    dom_output_put_styled(out, style, label);
    wrap(out, text, dom_output_list_width(out), strlen(label), strlen(label));
}

dom_rc dom_output_put_json(FILE *out, json_t *root, dom_err *err)
{
    dom_rc rc = DOM_OK;
    if (root == NULL)
        rc = dom_err_no_memory(err);
    else if (json_dumpf(root, out, DOM_DOCUMENTS_FORM) != 0 || fputc('\n', out) == EOF)
        rc = dom_err_set(err, DOM_E_IO, "cannot write: %s", strerror(errno));
    json_decref(root);
    return rc;
}

dom_rc dom_output_put_list(FILE *out, const char *key, json_t *list, dom_err *err)
{
    return dom_output_put_json(
        out, json_pack("{s:i, s:o}", "schema", (int)DOM_DOCUMENTS_SCHEMA, key, list), err);
}

void dom_output_put_csv_real(FILE *out, bool is_known, double value)
{
    (void)(is_known ? fprintf(out, ",%.6f", value) : fputc(',', out));
}

void dom_output_put_csv(FILE *out, const char *field)
{
    bool is_formula = field[0] != '\0' && strchr("=+-@\t\r", field[0]) != NULL;
    bool is_quoted = is_formula || strpbrk(field, ",\"\r\n") != NULL;
    if (is_quoted)
        (void)fputc('"', out);
    if (is_formula)
        (void)fputc('\'', out);
    for (const char *c = field; *c; c++) {
        if (*c == '"')
            (void)fputc('"', out);
        (void)fputc(*c, out);
    }
    if (is_quoted)
        (void)fputc('"', out);
}

void dom_output_put_csv_next(FILE *out, const char *field)
{
    (void)fputc(',', out);
    dom_output_put_csv(out, field);
}
