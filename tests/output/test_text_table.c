/* Prints tables in columns and as Markdown. */
#include "output/text_table.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

static const dom_output_column columns[] = {{.head = "bot", .is_left = true, .least = 6},
                                            {.head = "sets", .leave = 1}};

static dom_output_table table_of(const char *name, int sets)
{
    dom_output_table t = dom_output_table_of(columns, 2);
    dom_output_table_put(&t, "%s", name);
    dom_output_table_put(&t, "%d", sets);
    return t;
}

/* Returns the table in lines of that width; clears it. */
static char *printed(dom_output_table *t, size_t width, bool has_colours)
{
    char *text = NULL;
    size_t size;
    dom_err err;
    FILE *out = open_memstream(&text, &size);
    cr_assert(eq(int, dom_output_table_fit(t, width, has_colours, out, &err), DOM_OK));
    (void)fclose(out);
    dom_output_table_clear(t);
    return text;
}

static void expect_printed(const char *name, size_t width, const char *wanted)
{
    dom_output_table t = table_of(name, 12);
    char *text = printed(&t, width, false);
    cr_expect(eq(str, text, (char *)wanted));
    free(text);
}

Test(text_table, columns_are_as_wide_as_their_longest_cell)
{
    expect_printed("careful", 100, "bot      sets\ncareful    12\n");
    expect_printed("careful", 13, "bot      sets\ncareful    12\n");
    expect_printed("\xc3\xa4", 100, "bot  sets\n\xc3\xa4      12\n");
}

Test(text_table, names_are_shortened_before_a_column_is_left_out)
{
    expect_printed("careful", 12, "bot     sets\ncar\u2026ul    12\n");
    expect_printed("careful", 11, "bot\ncareful\n");
    expect_printed("careful", 6, "bot\ncar\u2026ul\n");
    expect_printed("careful", 2, "bot\ncar\u2026ul\n");
    expect_printed("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 12,
                   "bot     sets\n\xc3\xa4\xc3\xa4\xc3\xa4\u2026\xc3\xa4\xc3\xa4    12\n");
}

/* However wide the window is: no line is wider than the narrowest form, or than the window. */
Test(text_table, lines_keep_to_every_width)
{
    for (size_t width = 1; width < 60; width++) {
        dom_output_table t = table_of("a-bot-with-a-name-of-32-letters-", 1234567);
        char *text = printed(&t, width, false), *at = text;
        for (char *line; (line = strsep(&at, "\n"));) {
            size_t length = strlen(line) - (strstr(line, "\u2026") ? strlen("\u2026") - 1 : 0);
            cr_expect(le(sz, length, width > 6 ? width : 6), "%zu: %s", width, line);
            cr_expect(zero(int, line[0] && line[strlen(line) - 1] == ' '), "%zu: %s", width, line);
        }
        free(text);
    }
}

Test(text_table, a_clipped_text_loses_its_end)
{
    static const dom_output_column summary[] = {
        {.head = "", .is_left = true, .is_clipped = true, .least = 5}};
    dom_output_table t = dom_output_table_of(summary, 1);
    dom_output_table_put(&t, "block, two players");
    char *text = printed(&t, 8, false);
    cr_expect(eq(str, text, "block, \u2026\n"), "and without heads there is no line of them");
    free(text);
}

/* What follows the first blank stays, as long as something of the first word is left. */
Test(text_table, the_first_word_of_a_text_is_shortened)
{
    static const struct {
        size_t width;
        const char *wanted;
    } rows[] = {{15, "abcdefgh 12 345"},
                {14, "abc\u2026fgh 12 345"},
                {10, "a\u2026h 12 345"},
                {9, "abcd\u2026 345"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        dom_output_put_shortened(out, "abcdefgh 12 345", rows[i].width, false);
        (void)fclose(out);
        cr_expect(eq(str, text, (char *)rows[i].wanted), "%zu", rows[i].width);
        free(text);
    }
}

Test(text_table, a_column_that_is_empty_in_every_row_is_left_out)
{
    static const dom_output_column seats[] = {{.head = "0"}, {.head = "1"}, {.head = "2"}};
    static const char *const cells[] = {"a", "", "", "a", "b", ""};
    dom_output_table t = dom_output_table_of(seats, 3);
    for (size_t i = 0; i < 6; i++)
        dom_output_table_put(&t, "%s", cells[i]);
    char *text = printed(&t, 80, false);
    cr_expect(eq(str, text, "0  1\na\na  b\n"));
    free(text);
}

Test(text_table, a_style_colours_the_text_and_takes_no_room)
{
    dom_output_table t = table_of("careful", 12);
    dom_output_table_style(&t, DOM_OUTPUT_LOSS);
    char *text = printed(&t, 13, true);
    cr_expect(eq(str, text, "bot      sets\ncareful    \033[31m12\033[0m\n"));
    free(text);
    t = table_of("careful", 12);
    dom_output_table_style(&t, DOM_OUTPUT_LOSS);
    text = printed(&t, 13, false);
    cr_expect(eq(str, text, "bot      sets\ncareful    12\n"));
    free(text);
}

/* Returns a table with three bars on a scale from 0 to 100. */
static dom_output_table bars_of(void)
{
    static const dom_output_column bars[] = {
        {.head = "bot", .is_left = true},
        {.head = "", .is_bars = true, .least = DOM_OUTPUT_BAR_LEAST, .leave = 1},
        {.head = "sets"}};
    static const dom_output_bar bar[] = {{.at = 20, .lo = 0, .hi = 40, .has_lo = 1, .has_hi = 1},
                                         {.at = 60, .lo = 50, .hi = 1e9, .has_lo = 1},
                                         {.at = 70, .lo = -1e9, .hi = 100, .has_hi = 1}};
    dom_output_table t = dom_output_table_of(bars, 3);
    for (int i = 0; i < 3; i++) {
        dom_output_table_put(&t, "%c", 'a' + i);
        dom_output_table_put_bar(&t, bar[i]);
        dom_output_table_put(&t, "%d", i);
    }
    return t;
}

Test(text_table, bars_share_a_scale_and_are_open_where_a_limit_is_unknown)
{
    dom_output_table t = bars_of();
    char *text = printed(&t, 24, false);
    cr_expect(eq(str, text,
                 "bot                 sets\n"
                 "a     ├─•─┤            0\n"
                 "b          ├•────>     1\n"
                 "c    <───────•──┤      2\n"));
    free(text);
}

/* Bars are for terminals: a file has the numbers. */
Test(text_table, bars_are_left_out_without_room_and_without_a_width)
{
    static const char bare[] = "bot  sets\na       0\nb       1\nc       2\n";
    static const size_t widths[] = {22, SIZE_MAX};
    for (size_t i = 0; i < 2; i++) {
        dom_output_table t = bars_of();
        char *text = printed(&t, widths[i], false);
        cr_expect(eq(str, text, (char *)bare));
        free(text);
    }
}

/* Returns what is said about the bars on a screen of so many columns. */
static char *explained(const char *width, dom_output_format format)
{
    char *text = NULL;
    size_t size;
    dom_output_table t = bars_of();
    FILE *out = open_memstream(&text, &size);
    (void)setenv("COLUMNS", width, 1);
    dom_output_table_explain_bars(&t, format, "a test", out);
    (void)unsetenv("COLUMNS");
    (void)fclose(out);
    dom_output_table_clear(&t);
    return text;
}

Test(text_table, bars_are_explained_where_they_are_shown)
{
    char *text = explained("120", DOM_OUTPUT_TEXT);
    cr_expect(
        eq(str, text, "Bars: a test, on a scale from 0 to 100; > and <: an end without limit.\n"));
    free(text);
    text = explained("20", DOM_OUTPUT_TEXT);
    cr_expect(eq(str, text, ""), "there is no room");
    free(text);
    text = explained("120", DOM_OUTPUT_MARKDOWN);
    cr_expect(eq(str, text, ""), "Markdown has no bars");
    free(text);
}

Test(text_table, markdown_shows_texts_unchanged)
{
    char *text = NULL;
    size_t size;
    dom_err err;
    dom_output_table t = table_of("a|b", 12);
    FILE *out = open_memstream(&text, &size);
    cr_assert(eq(int, dom_output_table_print(&t, DOM_OUTPUT_MARKDOWN, out, &err), DOM_OK));
    (void)fclose(out);
    cr_expect(eq(str, text, "| bot | sets |\n|:--|--:|\n| a\\|b | 12 |\n"));
    free(text);
    dom_output_table_clear(&t);
}
