/* Bytes from bots are checked before they are shown. */
#include "base/bytes.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

Test(bytes, only_bytes_without_control_characters_are_plain)
{
    cr_assert(dom_bytes_are_plain("{\"a\": 1}~", 9));
    cr_assert(not(dom_bytes_are_plain("a\n", 2)));
    cr_assert(not(dom_bytes_are_plain("a\0b", 3)));
    cr_assert(not(dom_bytes_are_plain("\xc3\xa4", 2)));
    cr_assert(not(dom_bytes_are_plain("\x7f", 1)));
    cr_assert(dom_bytes_are_plain("", 0));
}

Test(bytes, a_text_is_cut_to_leave_room_for_its_terminator)
{
    cr_assert(dom_bytes_have_end("abc", 4));
    cr_assert(not(dom_bytes_have_end("abc", 3)));
    cr_assert(not(dom_bytes_have_end("", 0)));
}

Test(bytes, the_tail_is_cut_at_a_line_or_else_at_a_byte)
{
    const char *text = "one\ntwo\nthree\n";
    size_t size = strlen(text);
    cr_assert(eq(sz, dom_bytes_tail_at(text, size, 2, 100), 4));
    cr_assert(eq(sz, dom_bytes_tail_at(text, size, 1, 100), 8));
    cr_assert(eq(sz, dom_bytes_tail_at(text, size, 9, 100), 0));
    cr_assert(eq(sz, dom_bytes_tail_at(text, size, 9, 5), size - 5));
    cr_assert(eq(sz, dom_bytes_tail_at(text, 0, 9, 5), 0));
}

static void expect_ends(const char *text, int first, int last, size_t most, size_t head,
                        size_t tail, size_t lines)
{
    dom_bytes_ends ends = dom_bytes_ends_of(text, strlen(text), first, last, most);
    cr_expect(eq(sz, ends.head, head), "%s", text);
    cr_expect(eq(sz, ends.tail, tail), "%s", text);
    cr_expect(eq(sz, ends.lines, lines), "%s", text);
}

Test(bytes, of_a_long_text_the_middle_is_left_out)
{
    expect_ends("1\n2\n3\n4\n5\n", 1, 2, 100, 2, 6, 2);
    expect_ends("1\n2\n3\n4\n5\n", 1, 3, 100, 2, 4, 1);
    expect_ends("1\n2\n3\n4\n5\n", 2, 3, 100, 4, 4, 0);
    expect_ends("1\n2\n3\n4\n5\n", 3, 3, 100, 4, 4, 0);
    expect_ends("1\n2", 4, 10, 100, 0, 0, 0);
    expect_ends("", 4, 10, 100, 0, 0, 0);
    expect_ends("0123456789\nabcdefghij\nend\n", 1, 1, 9, 3, 22, 2);
    expect_ends("012\n456789\nend\n", 1, 1, 9, 4, 11, 1);
}
