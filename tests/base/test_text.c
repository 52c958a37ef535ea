/* Texts that are too long are cut, and only between characters. */
#include "base/text.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

Test(base_text, is_cut_only_between_characters)
{
    static const struct {
        const char *string, *copied;
    } cases[] = {
        {"", ""},          {"abcde", "abcde"}, {"abcdef", "abcde"}, {"abcä", "abcä"},
        {"abcäd", "abcä"}, {"abcdä", "abcd"},  {"ab€", "ab€"},      {"abc€", "abc"},
        {"abcd€", "abcd"}, {"ab🁣", "ab"},      {"abcd🁣", "abcd"},   {"äääää", "ää"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[6];
        dom_text_copy(text, sizeof text, cases[i].string);
        cr_expect(eq(str, text, (char *)cases[i].copied), "%s", cases[i].string);
    }
}

Test(base_text, an_ending_needs_something_before_it)
{
    cr_expect(dom_text_has_ending("a.db", ".db"));
    cr_expect(dom_text_has_ending("x.csv.gz", ".gz"));
    static const char *const others[] = {".db", "db", "", "a.dbx", "a.DB"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect(not(dom_text_has_ending(others[i], ".db")), "%s", others[i]);
}

Test(base_text, takes_nothing_more_after_it_was_cut)
{
    char buffer[6];
    dom_text text = dom_text_of(buffer, sizeof buffer);
    dom_text_add(&text, "abc");
    cr_expect(not(text.cut));
    dom_text_add(&text, "€");
    cr_expect(text.cut);
    dom_text_add(&text, "d");
    dom_text_add_char(&text, 'e');
    cr_expect(eq(str, buffer, "abc"));
}

Test(base_text, a_buffer_of_one_byte_holds_only_the_terminator)
{
    char text[1];
    dom_text_copy(text, sizeof text, "ä");
    cr_expect(eq(str, text, ""));
}
