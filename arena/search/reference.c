/* The reference policy. Of a hand it looks at the values that its tiles show, as a set of bits. */
#include "search/reference.h"

/* Of 1000 actions so many are those of `careful`. The others are taken by chance. */
enum { OF_CAREFUL = 900, OF_ALL = 1000 };

/* The values that the tiles of a hand show, one bit each. */
typedef struct {
    unsigned shown;
    unsigned repeated; /* shown by more than one tile */
} values;

static unsigned values_of_tile(dom_tile tile)
{
    return 1u << dom_tile_high(tile) | 1u << dom_tile_low(tile);
}

static values values_of_hand(dom_tileset hand)
{
    values v = {0, 0};
    for (dom_tile t = dom_tileset_next(hand, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(hand, t + 1)) {
        v.repeated |= v.shown & values_of_tile(t);
        v.shown |= values_of_tile(t);
    }
    return v;
}

/* Returns how many different values the hand shows without the tile. */
static int values_without(values v, dom_tile tile)
{
    unsigned lost = values_of_tile(tile) & ~v.repeated;
    return dom_bits_count(v.shown & ~lost);
}

/* Returns the tiles that fit some end after the play. */
static dom_tileset fits_after(const dom_round *round, dom_action play)
{
    if (round->end_count == 0)
        return dom_tileset_union(dom_tileset_showing(dom_tile_high(play.tile)),
                                 dom_tileset_showing(dom_tile_low(play.tile)));
    dom_tileset fits = dom_tileset_empty();
    for (int e = 0; e < round->end_count; e++) {
        int value = round->ends[e];
        if (e == play.end)
            value = play.down ? DOM_ARM_CLOSED : dom_tile_other_half(play.tile, value);
        if (value != DOM_ARM_CLOSED)
            fits = dom_tileset_union(fits, dom_tileset_showing(value));
    }
    return fits;
}

/* Returns the criteria of `careful` for a play as one number, the most important in front. */
static int liking(const dom_round *round, values v, dom_action play)
{
    enum { PIPS = 2 * DOM_PIP_MAX + 1, VALUES = DOM_PIP_MAX + 2, TILES = DOM_TILES_MAX + 1 };
    dom_tileset rest = dom_tileset_without(round->hand[round->turn], play.tile);
    int fitting = dom_tileset_count(dom_tileset_common(rest, fits_after(round, play)));
    int criteria = dom_tile_is_double(play.tile);
    criteria = criteria * VALUES + values_without(v, play.tile);
    criteria = criteria * PIPS + dom_tile_pips(play.tile);
    criteria = criteria * TILES + fitting;
    return criteria * 2 + play.down;
}

/* Returns the index of the play that `careful` takes, or 0 if there is no play: then there is only
 * one action. */
static int preferred_of(const dom_search_choice *choice, const dom_round *round)
{
    values v = values_of_hand(round->hand[round->turn]);
    int best = 0;
    int most = -1;
    for (int i = 0; i < choice->count && choice->action[i].kind == DOM_PLAY; i++) {
        int liked = liking(round, v, choice->action[i]);
        if (liked > most) {
            most = liked;
            best = i;
        }
    }
    return best;
}

void dom_search_choice_of(dom_search_choice *choice, const dom_round *round)
{
    choice->count = dom_round_legal(round, choice->action);
    choice->preferred = choice->count > 1 ? preferred_of(choice, round) : 0;
}

static bool is_same(dom_action a, dom_action b)
{
    return a.kind == b.kind && a.tile == b.tile && a.end == b.end && a.down == b.down;
}

double dom_search_reference_chance(const dom_search_choice *choice, dom_action action)
{
    double careful = (double)OF_CAREFUL / OF_ALL;
    bool is_preferred = is_same(action, choice->action[choice->preferred]);
    return (1 - careful) / choice->count + (is_preferred ? careful : 0);
}

/* Returns the action that the policy takes for a random number. The number decides first whether it
 * plays like `careful`, and what is left of it which other action it takes. */
static dom_action action_of(const dom_search_choice *choice, uint64_t bits)
{
    uint64_t number = (bits >> 32) * OF_ALL;
    uint64_t by_chance = (number & UINT32_MAX) * (uint64_t)choice->count >> 32;
    bool is_careful = number >> 32 < OF_CAREFUL;
    return choice->action[is_careful ? (uint64_t)choice->preferred : by_chance];
}

void dom_search_reference_playout(dom_round *round, dom_random *random)
{
    dom_search_choice choice;
    dom_event event;
    while (round->end == DOM_END_NONE) {
        dom_search_choice_of(&choice, round);
        dom_round_make(round, action_of(&choice, dom_random_bits(random)), &event);
    }
}
