/* Numbers as a short text: what is written, and what is read of any text. */
#include "base/number_ranges.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

static void expect_written(const uint32_t numbers[], size_t count, const char *text)
{
    char *written = NULL;
    size_t size;
    dom_number_ranges ranges = {.out = open_memstream(&written, &size)};
    cr_assert(ne(ptr, ranges.out, NULL));
    for (size_t i = 0; i < count; i++)
        dom_number_ranges_add(&ranges, numbers[i]);
    dom_number_ranges_end(&ranges);
    (void)fclose(ranges.out);
    cr_expect(eq(str, written, (char *)text));
    for (size_t i = 0; i < count; i++)
        cr_expect(eq(u32, dom_number_ranges_nth(written, (uint32_t)i + 1), numbers[i]));
    cr_expect(zero(u32, dom_number_ranges_nth(written, (uint32_t)count + 1)));
    cr_expect(zero(u32, dom_number_ranges_nth(written, 0)));
    free(written);
}

Test(number_ranges, what_is_written_is_read_back)
{
    expect_written(NULL, 0, "");
    expect_written((uint32_t[]){7}, 1, "7");
    expect_written((uint32_t[]){1, 2}, 2, "1-2");
    expect_written((uint32_t[]){17, 20, 21, 22, 30, UINT32_MAX - 1, UINT32_MAX}, 7,
                   "17,20-22,30,4294967294-4294967295");
}

Test(number_ranges, a_wrong_text_has_no_numbers_from_the_mistake_on)
{
    static const char *const texts[] = {"x",   "0",           "-1", "5-4", "5-",
                                        "5-x", "99999999999", " 5", "5-0"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        cr_expect(zero(u32, dom_number_ranges_nth(texts[i], 1)), "%s", texts[i]);
    cr_expect(eq(u32, dom_number_ranges_nth("5;6", 1), 5));
    cr_expect(zero(u32, dom_number_ranges_nth("5;6", 2)));
    cr_expect(zero(u32, dom_number_ranges_nth("5,,6", 2)));
}
