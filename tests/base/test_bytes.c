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
