/* Numbers for names, however many there are. */
#include "csv_names.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>

enum { NAMES = 5000, NAME_BYTES = 12 };

/* Each name is looked for twice before the next one comes: the second time it is known. */
Test(results_csv_names, a_name_keeps_its_number)
{
    static char text[1 + NAMES * NAME_BYTES]; /* the first byte is the empty second part */
    dom_results_csv_names names = {.count = 0};
    uint32_t number;
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < NAMES; i++) {
            dom_results_csv_name name = {1 + i * NAME_BYTES, 0};
            (void)snprintf(text + name.own, NAME_BYTES, "%u-name", (unsigned)i);
            for (int again = 0; again < 2; again++) {
                cr_assert(dom_results_csv_names_number(&names, text, name, &number));
                cr_assert(eq(u32, number, i));
            }
        }
    cr_expect(eq(sz, names.count, NAMES));
    dom_results_csv_names_clear(&names);
}
