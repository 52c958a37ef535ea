/* base/number_ranges.h - ascending numbers as a short text: "17,20-30" are the numbers 17 and 20 to
 * 30.
 */
#ifndef DOM_BASE_NUMBER_RANGES_H
#define DOM_BASE_NUMBER_RANGES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Writes such a text. All zero but `out` at the beginning. */
typedef struct {
    FILE *out;
    uint32_t first, last; /* of the range that is not written yet; 0: none         */
    bool has_written;
} dom_number_ranges;

/* Adds a number, which is larger than those before it, from 1. */
void dom_number_ranges_add(dom_number_ranges *ranges, uint32_t number);

/* Writes what is not written yet. */
void dom_number_ranges_end(dom_number_ranges *ranges);

/* Returns the n-th number of the text, n from 1; 0 if it has fewer, or is no such text. */
uint32_t dom_number_ranges_nth(const char *text, uint32_t n);

#endif
