/* standing.h - standings of one variant, block-2, made by hand: bot-0, bot-1, ... */
#ifndef STANDING_H
#define STANDING_H

#include "results/standings.h"

/* Makes the standings of one variant with `bots` rows and no matches. */
dom_results_standings standing_of(size_t bots);

/* Adds sets of two matches; `a` has place_a in both. */
void standing_add(dom_results_standings *s, uint32_t a, uint32_t b, uint8_t place_a,
                  uint8_t place_b, int64_t points, int sets);

#endif
