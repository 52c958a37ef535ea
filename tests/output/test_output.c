/* Bytes that bots wrote are safe to print. */
#include "output/output.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

static char *put(const char *margin, const char *bytes, size_t size)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    dom_output_put_bytes(out, margin, bytes, size);
    (void)fclose(out);
    return text;
}

static void expect_put(const char *margin, const char *bytes, size_t size, const char *wanted)
{
    char *text = put(margin, bytes, size);
    cr_assert(eq(str, text, (char *)wanted));
    free(text);
}

Test(output, every_line_has_the_margin_and_a_newline)
{
    expect_put("| ", "one\n\ntwo", 8, "| one\n| \n| two\n");
    expect_put("| ", "one\n", 4, "| one\n");
    expect_put("| ", "", 0, "");
}

static bool is_safe(char c)
{
    return (c >= ' ' && c < 127) || c == '\n' || c == '\t';
}

Test(output, no_byte_that_a_terminal_obeys_is_printed)
{
    for (int byte = 0; byte < 256; byte++) {
        char c = (char)byte;
        char *text = put("", &c, 1);
        for (const char *at = text; *at; at++)
            cr_assert(is_safe(*at), "%d", byte);
        cr_assert(ne(str, text, (char *)""));
        free(text);
    }
    expect_put("", "\033[2J\xc2\x9b", 6, "\\x1b[2J\\xc2\\x9b\n");
}

Test(output, bytes_become_a_json_string)
{
    json_t *string = dom_output_bytes_json("a\n\0\xff", 4);
    cr_assert(eq(str, (char *)json_string_value(string), "a\n\\x00\\xff"));
    json_decref(string);
}

Test(output, the_width_is_that_of_COLUMNS_if_it_is_20_or_more)
{
    FILE *file = tmpfile();
    static const struct {
        const char *columns;
        int width;
    } cases[] = {{"120", 120}, {"19", 80}, {"many", 80}, {"-5", 80}, {"99999999", 80}, {"", 80}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        (void)setenv("COLUMNS", cases[i].columns, 1);
        cr_assert(eq(int, dom_output_width(file), cases[i].width));
    }
    (void)fclose(file);
}

Test(output, times_are_in_utc)
{
    cr_assert(eq(str, dom_output_time_of(1763683200123).text, "2025-11-21T00:00:00.123Z"));
    cr_assert(eq(str, dom_output_time_of(-1).text, "1969-12-31T23:59:59.999Z"));
}
