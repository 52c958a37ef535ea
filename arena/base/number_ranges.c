#include "base/number_ranges.h"

#include <stdlib.h>

static void write_range(dom_number_ranges *ranges)
{
    if (ranges->first == 0)
        return;
    (void)fprintf(ranges->out, "%s%u", ranges->has_written ? "," : "", (unsigned)ranges->first);
    if (ranges->last > ranges->first)
        (void)fprintf(ranges->out, "-%u", (unsigned)ranges->last);
    ranges->has_written = true;
}

void dom_number_ranges_add(dom_number_ranges *ranges, uint32_t number)
{
    if (number != ranges->last + 1 || ranges->first == 0) {
        write_range(ranges);
        ranges->first = number;
    }
    ranges->last = number;
}

void dom_number_ranges_end(dom_number_ranges *ranges)
{
    write_range(ranges);
    ranges->first = 0;
}

/* Reads a number and moves *text past it. Returns 0 if there is none. */
static uint32_t read_number(const char **text)
{
    char *end;
    if (**text < '1' || **text > '9')
        return 0;
    unsigned long long number = strtoull(*text, &end, 10);
    *text = end;
    return number <= UINT32_MAX ? (uint32_t)number : 0;
}

uint32_t dom_number_ranges_nth(const char *text, uint32_t n)
{
    uint32_t first;
    while ((first = read_number(&text)) > 0) {
        uint32_t last = first;
        if (*text == '-') {
            text++;
            last = read_number(&text);
        }
        if (last < first || n == 0)
            return 0;
        if (n <= last - first + 1)
            return first + n - 1;
        n -= last - first + 1;
        if (*text++ != ',')
            return 0;
    }
    return 0;
}
