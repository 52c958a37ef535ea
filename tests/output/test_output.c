/* Bytes that bots wrote are safe to print. */
#include "output/output.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <pty.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

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
    expect_put("",
               "a\xe2\x80\xae"
               "b",
               5, "a\\xe2\\x80\\xaeb\n"); /* U+202E turns text around */
}

/* As the quotes of gcc. */
Test(output, text_in_utf8_is_printed_as_it_is)
{
    static const char text[] = "bot.c:3: \xe2\x80\x98x\xe2\x80\x99 undeclared\nW\xc3\xa4hler\n";
    expect_put("", text, sizeof text - 1, text);
    expect_put("", text, 11, "bot.c:3: \\xe2\\x80\n"); /* a cut character */
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

Test(output, a_list_is_as_wide_as_COLUMNS_or_the_terminal_but_never_narrowed_elsewhere)
{
    static const struct {
        const char *columns; /* $COLUMNS */
        unsigned short terminal;
        size_t there, elsewhere;
    } cases[] = {{"", 80, 80, SIZE_MAX}, {"", 119, 119, SIZE_MAX},   {"", 300, 120, SIZE_MAX},
                 {"200", 80, 200, 200},  {"19", 100, 100, SIZE_MAX}, {"", 0, 80, SIZE_MAX}};
    int master, slave;
    FILE *file = tmpfile();
    cr_assert(zero(int, openpty(&master, &slave, NULL, NULL, NULL)));
    FILE *terminal = fdopen(slave, "w");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct winsize window = {.ws_row = 24, .ws_col = cases[i].terminal};
        (void)setenv("COLUMNS", cases[i].columns, 1);
        cr_assert(zero(int, ioctl(master, TIOCSWINSZ, &window)));
        cr_expect(eq(sz, dom_output_list_width(terminal), cases[i].there), "%zu", i);
        cr_expect(eq(sz, dom_output_list_width(file), cases[i].elsewhere), "%zu", i);
    }
    (void)fclose(file);
    (void)fclose(terminal);
}

static void expect_wrapped(const char *text, size_t width, const char *wanted)
{
    char *got = NULL;
    size_t size;
    FILE *out = open_memstream(&got, &size);
    dom_output_wrap(out, text, width);
    (void)fclose(out);
    cr_expect(eq(str, got, (char *)wanted));
    free(got);
}

Test(output, a_paragraph_is_broken_at_blanks)
{
    expect_wrapped("one two three", 13, "one two three\n");
    expect_wrapped("one two three", 12, "one two\n  three\n");
    expect_wrapped("one two three", 6, "one\n  two\n  three\n");
    expect_wrapped("one two three", SIZE_MAX, "one two three\n");
    expect_wrapped("", 80, "\n");
}

Test(output, the_text_of_an_item_stays_beside_its_label)
{
    char *got = NULL;
    size_t size;
    FILE *out = open_memstream(&got, &size);
    (void)setenv("COLUMNS", "20", 1);
    dom_output_put_item(out, DOM_OUTPUT_PLAIN, "PASS  ", "all is well with this machine");
    (void)unsetenv("COLUMNS");
    dom_output_put_item(out, DOM_OUTPUT_PLAIN, "PASS  ", "all is well with this machine");
    (void)fclose(out);
    cr_expect(eq(str, got,
                 "PASS  all is well\n      with this\n      machine\n"
                 "PASS  all is well with this machine\n"));
    free(got);
}

static char *put_csv(const char *field)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    dom_output_put_csv(out, field);
    (void)fclose(out);
    return text;
}

Test(output, csv_has_no_text_that_a_spreadsheet_would_run)
{
    static const struct {
        const char *field, *printed;
    } cases[] = {{"=1+1", "\"'=1+1\""},
                 {"+1", "\"'+1\""},
                 {"-x", "\"'-x\""},
                 {"@SUM(1)", "\"'@SUM(1)\""},
                 {"\tx", "\"'\tx\""},
                 {"\rx", "\"'\rx\""},
                 {"=\"a\"", "\"'=\"\"a\"\"\""},
                 {"=", "\"'=\""},
                 {"", ""},
                 {"a=1", "a=1"},
                 {"a-b", "a-b"},
                 {"'=1", "'=1"},
                 {"a,b", "\"a,b\""},
                 {"a\"b", "\"a\"\"b\""},
                 {" =1", " =1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = put_csv(cases[i].field);
        cr_assert(eq(str, text, (char *)cases[i].printed));
        free(text);
    }
}
