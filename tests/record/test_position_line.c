/* Positions as lines of text: what is written is read back, and every mistake is named. */
#include "record/position_line.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

#define KEY "d2bad0f289f5c5aca9f212e17498db6fe01efbd350c5b7bbfb7839af4cbdc98d"

static dom_record_position position;
static dom_err err;

static dom_rc read_text(const char *text)
{
    char line[1024];
    (void)snprintf(line, sizeof line, "%s", text);
    return dom_record_position_read(&position, line, &err);
}

static void expect_written(const char *text)
{
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);
    cr_assert(ne(ptr, out, NULL));
    dom_record_position_write(&position, out);
    (void)fclose(out);
    cr_expect(eq(str, written, (char *)text));
    free(written);
}

Test(position_line, what_is_written_is_read_back)
{
    static const char *const lines[] = {
        "block-2 | key " KEY "\n", "block-2 | key " KEY " | do 5-5@0 5-1@0 5-3@1\n",
        "block-2 target=50 | key " KEY " | do 5-5@0 | best 5-1@0 5-4@0\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        cr_assert(eq(int, read_text(lines[i]), DOM_OK), "%s", err.text);
        expect_written(lines[i]);
        dom_record_position_clear(&position);
    }
}

Test(position_line, blanks_and_the_order_of_fields_do_not_matter)
{
    cr_assert(
        eq(int, read_text("  block-2 |do  5-5@0   5-1@0|  best 5-3@1 |key " KEY "  \r\n"), DOM_OK),
        "%s", err.text);
    expect_written("block-2 | key " KEY " | do 5-5@0 5-1@0 | best 5-3@1\n");
    dom_record_position_clear(&position);
}

Test(position_line, the_moment_is_that_of_the_match)
{
    dom_table *table = calloc(1, sizeof *table);
    cr_assert(eq(int, read_text("block-2 | key " KEY " | do 5-5@0 5-1@0"), DOM_OK));
    cr_assert(eq(int, dom_record_position_set_up(&position, table, NULL, NULL, &err), DOM_OK));
    cr_expect(eq(int, table->match.play.turn, 0));
    cr_expect(eq(int, table->match.history.count, 2));
    cr_expect(eq(int, table->legal_count, 5));
    dom_record_position_clear(&position);
    free(table);
}

Test(position_line, every_mistake_is_named)
{
    static const struct {
        const char *line, *says;
    } wrong[] = {
        {"block-9 | key " KEY, "block-9"},
        {"block-2 hand=99 | key " KEY, "hand"},
        {"block-2", "key: is missing"},
        {"block-2 | key 12", "key: '12' is not a key; allowed: 64 hexadecimal digits"},
        {"block-2 | key " KEY " | key " KEY, "key: appears twice"},
        {"block-2 | key " KEY " | turn 1", "'turn' is not a field; allowed: key, do, best"},
        {"block-2 | key " KEY " | do 5-5", "do: '5-5' is not an action; allowed: 6-4@1"},
        {"block-2 | key " KEY " | do pass", "do: 'pass' is not an action"},
        {"block-2 | key " KEY " | do 0-0@0", "do: these choices are impossible with this key"},
        {"block-2 | key " KEY " | best 0-0@0", "best: 0-0@0 is not legal there"},
        {"block-2 | key " KEY " | best x", "best: 'x' is not an action"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cr_expect(eq(int, read_text(wrong[i].line), DOM_E_CONFIG), "%s", wrong[i].line);
        cr_expect(ne(ptr, strstr(err.text, wrong[i].says), NULL), "%s: %s", wrong[i].line,
                  err.text);
        dom_record_position_clear(&position);
    }
}
