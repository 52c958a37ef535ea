#include "standing.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

dom_results_standings standing_of(size_t bots)
{
    dom_results_standings s = {.list_count = 1, .lists = calloc(1, sizeof *s.lists)};
    dom_results_standing_list *l = s.lists;
    s.words = (dom_config_rating){.prior = 0.5, .anchor_elo = 1000, .anchor = "bot-9"};
    strcpy(l->variant, "block-2");
    l->pool = dom_ratings_pool_new();
    l->rows = calloc(bots, sizeof *l->rows);
    l->row_count = bots;
    for (size_t i = 0; i < bots; i++) {
        l->rows[i].live_elo = 1000;
        (void)snprintf(l->rows[i].bot.name, sizeof l->rows[i].bot.name, "bot-%zu", i);
    }
    cr_assert(eq(int, dom_ratings_pool_players(l->pool, (uint32_t)bots), DOM_RATINGS_OK));
    return s;
}

void standing_add(dom_results_standings *s, uint32_t a, uint32_t b, uint8_t place_a,
                  uint8_t place_b, int64_t points, int sets)
{
    dom_results_standing_list *l = s->lists;
    const dom_ratings_match m = {.entries = 2,
                                 .members = 1,
                                 .fault = DOM_RATINGS_NO_FAULT,
                                 .player = {{a}, {b}},
                                 .place = {place_a, place_b},
                                 .rounds = points != 0,
                                 .points = {points, -points}};
    const dom_ratings_match set[2] = {m, m};
    const uint32_t who[2] = {a, b};
    for (int i = 0; i < sets; i++)
        cr_assert(eq(int, dom_ratings_pool_add_set(l->pool, set, 2), DOM_RATINGS_OK));
    for (int i = 0; i < 2; i++) {
        l->rows[who[i]].sets += (uint64_t)sets;
        l->rows[who[i]].sums.matches += 2 * (uint64_t)sets;
    }
    l->sets += (uint64_t)sets;
    l->matches += 2 * (uint64_t)sets;
}
