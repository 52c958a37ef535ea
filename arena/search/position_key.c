#include "position_key.h"

static uint64_t add_set(uint64_t key, const dom_options *options, dom_tileset set)
{
    key = dom_search_key_add(key, set.bits[0]);
    /* up to double-nine all tiles are in the first word */
    return options->set_max > 9 ? dom_search_key_add(key, set.bits[1]) : key;
}

/* Returns the open ends and the seat on turn. The ends are counted by value: it makes no
 * difference which of them shows it, since the legal actions and what follows are the same. Before
 * the lead it is the tile that must be led that counts. */
static uint64_t layout_of(const dom_round *round)
{
    uint64_t turn = (uint64_t)round->turn << 60;
    if (round->end_count == 0)
        return turn | (uint64_t)1 << 59 | round->lead_tile;
    uint64_t ends = 0; /* four bits for each value, closed arms first */
    for (int e = 0; e < round->end_count; e++)
        ends += (uint64_t)1 << 4 * (round->ends[e] + 1);
    return turn | ends;
}

/* The stock decides what will be drawn, since each seat takes the next tile of its own order that
 * is still there. Draws of this turn count only towards a limit. */
static uint64_t add_draws(uint64_t key, const dom_round *round)
{
    const dom_options *options = round->options;
    key = add_set(key, options, round->stock);
    if (options->draw_limit > 0)
        key = dom_search_key_add(key, round->drawn);
    uint64_t paid = 0;
    for (int s = 0; s < options->players; s++)
        paid |= (uint64_t)round->paid[s] << 8 * s;
    return options->draw_cost > 0 ? dom_search_key_add(key, paid) : key;
}

/* Who played last is not in the key: a seat with a choice will play before its turn ends, so it is
 * the last one itself whatever the end of the round. */
uint64_t dom_search_position_key(uint64_t key, const dom_round *round)
{
    const dom_options *options = round->options;
    for (int s = 0; s < options->players; s++)
        key = add_set(key, options, round->hand[s]);
    key = dom_search_key_add(key, layout_of(round));
    return options->draw_mode != DOM_DRAW_NONE ? add_draws(key, round) : key;
}
