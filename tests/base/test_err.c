/* A message is one line of whole characters. */
#include "base/err.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

Test(base_err, has_no_character_that_was_cut)
{
    static const struct {
        const char *name, *said;
    } cases[] = {
        {"abcä", "'abcä' is no name"},     {"abcdä", "'abcd' is no name"},
        {"ab€", "'ab€' is no name"},       {"abc€", "'abc' is no name"},
        {"abcd€", "'abcd' is no name"},    {"a🁣", "'a🁣' is no name"},
        {"ab🁣", "'ab' is no name"},        {"abc🁣", "'abc' is no name"},
        {"abcd🁣", "'abcd' is no name"},    {"\xff\x80z", "'\xff\x80z' is no name"},
        {"a\nb\x1b", "'a?b?' is no name"}, {"", "'' is no name"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_err err;
        cr_expect(eq(int, dom_err_set(&err, DOM_E_CONFIG, "'%.5s' is no name", cases[i].name),
                     DOM_E_CONFIG));
        cr_expect(eq(str, err.text, (char *)cases[i].said), "%s", cases[i].name);
    }
}

Test(base_err, is_cut_between_characters)
{
    dom_err err;
    char name[DOM_ERR_BYTES + 1];
    for (size_t i = 0; i + 1 < sizeof name; i++)
        name[i] = "€"[i % 3];
    name[DOM_ERR_BYTES] = '\0';
    (void)dom_err_set(&err, DOM_E_CONFIG, "%s", name);
    cr_assert(eq(sz, strlen(err.text), (DOM_ERR_BYTES - 1) / 3 * 3));
}
