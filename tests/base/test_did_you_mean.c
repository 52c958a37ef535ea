/* Suggestions for misspelt words, and valid names. */
#include "base/did_you_mean.h"
#include "base/string_list.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

Test(cli_suggest, the_distance_counts_typing_errors)
{
    cr_expect(eq(int, dom_suggest_distance("", ""), 0));
    cr_expect(eq(int, dom_suggest_distance("", "sets"), 4));
    cr_expect(eq(int, dom_suggest_distance("sets", ""), 4));
    cr_expect(eq(int, dom_suggest_distance("sets", "sets"), 0));
    cr_expect(eq(int, dom_suggest_distance("setz", "sets"), 1));
    cr_expect(eq(int, dom_suggest_distance("sest", "sets"), 1), "neighbours swapped");
    cr_expect(eq(int, dom_suggest_distance("ets", "sets"), 1));
    cr_expect(eq(int, dom_suggest_distance("settts", "sets"), 2));
    cr_expect(eq(int, dom_suggest_distance("kitten", "sitting"), 3));
    cr_expect(eq(int, dom_suggest_distance("ca", "abc"), 3));
}

Test(cli_suggest, very_long_words_have_the_largest_distance)
{
    char longest[] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"; /* 48 */
    cr_expect(eq(int, dom_suggest_distance(longest, longest), DOM_SUGGEST_BYTES));
    cr_expect(eq(int, dom_suggest_distance(longest + 1, longest + 1), 0));
    cr_expect(eq(int, dom_suggest_distance("x", longest), DOM_SUGGEST_BYTES));
}

static dom_hint hint_for(const char *word)
{
    static const char *const commands[] = {"run",         "new",        "check",   "submit",
                                           "leaderboard", "crosstable", "compare", "replay",
                                           "verify",      "backup"};
    dom_suggest near = dom_suggest_of(word);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        dom_suggest_try(&near, commands[i]);
    return dom_suggest_hint(&near);
}

Test(cli_suggest, the_nearest_word_is_suggested)
{
    cr_expect(eq(str, hint_for("leaderbord").text, " (did you mean leaderboard?)"));
    cr_expect(eq(str, hint_for("rnu").text, " (did you mean run?)"));
    cr_expect(eq(str, hint_for("chekc").text, " (did you mean check?)"));
    cr_expect(eq(str, hint_for("compair").text, " (did you mean compare?)"));
    cr_expect(eq(str, hint_for("lead").text, " (did you mean leaderboard?)"), "its beginning");
}

Test(cli_suggest, nothing_is_suggested_if_no_word_is_near)
{
    cr_expect(eq(str, hint_for("tournament").text, ""));
    cr_expect(eq(str, hint_for("").text, ""));
    cr_expect(eq(str, hint_for("x").text, ""));
    cr_expect(eq(str, hint_for("\xff\xfe\x01").text, ""));
}

Test(cli_words, names)
{
    static const char *const good[] = {"a", "0", "block-2", "a..b", "x_y.z-9"};
    static const char *const bad[] = {"",    "-a",  ".a",       "_a",        "A",  "a/b",
                                      "a b", "a\n", "\xc3\xbc", "a\xc3\xbc", "..", "../a"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        cr_expect(dom_name_is_valid(good[i], 32), "%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        cr_expect(not(dom_name_is_valid(bad[i], 32)), "%s", bad[i]);
    cr_expect(dom_name_is_valid("12345678", 8));
    cr_expect(not(dom_name_is_valid("123456789", 8)));
}

Test(cli_words, lists_end_with_null)
{
    dom_strings list = {.count = 0};
    cr_assert(dom_strings_add(&list, "one") && dom_strings_add(&list, ""));
    cr_expect(eq(sz, list.count, 2));
    cr_expect(eq(str, list.item[0], "one"));
    cr_expect(eq(str, list.item[1], ""));
    cr_expect(list.item[2] == NULL);
    dom_strings_clear(&list);
    dom_strings_clear(&list);
    cr_expect(list.count == 0 && list.item == NULL);
}
