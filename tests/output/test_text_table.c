/* Prints tables in columns and as Markdown. */
#include "output/text_table.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

static const dom_output_column columns[] = {{"bot", true, 0}, {"sets", false, 1}};

static dom_output_table table_of(const char *name, int sets)
{
    dom_output_table t = dom_output_table_of(columns, 2);
    dom_output_table_put(&t, "%s", name);
    dom_output_table_put(&t, "%d", sets);
    return t;
}

static void expect_printed(const char *name, size_t width, const char *wanted)
{
    char *text = NULL;
    size_t size;
    dom_err err;
    dom_output_table t = table_of(name, 12);
    FILE *out = open_memstream(&text, &size);
    cr_assert(eq(int, dom_output_table_print(&t, width, out, &err), DOM_OK));
    (void)fclose(out);
    cr_expect(eq(str, text, (char *)wanted));
    free(text);
    dom_output_table_clear(&t);
}

Test(text_table, columns_are_as_wide_as_their_longest_cell)
{
    expect_printed("careful", 100, "bot      sets\ncareful    12\n");
    expect_printed("careful", 13, "bot      sets\ncareful    12\n");
    expect_printed("\xc3\xa4", 100, "bot  sets\n\xc3\xa4      12\n");
}

Test(text_table, a_column_is_left_out_if_lines_are_too_long)
{
    expect_printed("careful", 12, "bot    \ncareful\n");
}

Test(text_table, markdown_shows_texts_unchanged)
{
    char *text = NULL;
    size_t size;
    dom_err err;
    dom_output_table t = table_of("a|b", 12);
    FILE *out = open_memstream(&text, &size);
    cr_assert(eq(int, dom_output_table_markdown(&t, out, &err), DOM_OK));
    (void)fclose(out);
    cr_expect(eq(str, text, "| bot | sets |\n|:--|--:|\n| a\\|b | 12 |\n"));
    free(text);
    dom_output_table_clear(&t);
}
