/* How much of a bot's output is kept. */
#include "log.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static dom_host_log kept;
static uint8_t out[DOM_HOST_LOG_BYTES_MAX];

static void add(const char *text)
{
    dom_host_log_add(&kept, (const uint8_t *)text, strlen(text));
}

static uint8_t pattern(size_t i)
{
    return (uint8_t)('a' + i % 23);
}

static void add_pattern(size_t size)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t byte = pattern(i);
        dom_host_log_add(&kept, &byte, 1);
    }
}

Test(log, short_output_is_kept_completely)
{
    add("hello ");
    add("world\n");
    size_t size = dom_host_log_write(&kept, out);
    cr_assert(eq(sz, size, 12));
    cr_assert(eq(int, memcmp(out, "hello world\n", 12), 0));
}

Test(log, up_to_two_parts_are_kept_without_a_gap)
{
    size_t all = 2 * DOM_HOST_LOG_PART_BYTES;
    add_pattern(all);
    cr_assert(eq(sz, dom_host_log_write(&kept, out), all));
    for (size_t i = 0; i < all; i++)
        cr_assert(eq(int, out[i], pattern(i)));
}

Test(log, long_output_keeps_its_first_and_last_part_and_says_what_is_missing)
{
    size_t all = 10 * DOM_HOST_LOG_PART_BYTES + 17;
    add_pattern(all);
    size_t size = dom_host_log_write(&kept, out);
    cr_assert(le(sz, size, DOM_HOST_LOG_BYTES_MAX));
    for (size_t i = 0; i < DOM_HOST_LOG_PART_BYTES; i++)
        cr_assert(eq(int, out[i], pattern(i)));
    for (size_t i = 0; i < DOM_HOST_LOG_PART_BYTES; i++)
        cr_assert(eq(int, out[size - 1 - i], pattern(all - 1 - i)));
    char gap[64];
    memcpy(gap, out + DOM_HOST_LOG_PART_BYTES, 63);
    gap[63] = '\0';
    cr_assert(strstr(gap, "[... 262161 bytes left out ...]") != NULL, "%s", gap);
}
