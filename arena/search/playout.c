/* Random rounds. The plays on each end are a set of tiles, so a random action is found by counting
 * and without a list of all actions. */
#include "search/playout.h"

/* The sets of plays of a seat: on each end face up, and on each end face down. */
typedef struct {
    dom_tileset plays[2 * DOM_ENDS_MAX];
    int count[2 * DOM_ENDS_MAX];
    int sets;
    int total; /* plays in all sets */
} choice;

static void add_plays(choice *c, const dom_round *round, bool down)
{
    int arms = round->options->arms;
    for (int end = 0; end < arms; end++) {
        dom_tileset plays = dom_round_plays(round, end, down);
        c->plays[c->sets] = plays;
        c->count[c->sets] = dom_tileset_count(plays);
        c->total += c->count[c->sets++];
    }
}

/* Returns member `number` of the set. Pre: 0 <= number < dom_tileset_count(set). */
static dom_tile member(dom_tileset set, int number)
{
    int low = dom_bits_count(set.bits[0]);
    int first = number < low ? 0 : 64;
    uint64_t bits = number < low ? set.bits[0] : set.bits[1];
    for (int skip = number < low ? number : number - low; skip > 0; skip--)
        bits &= bits - 1;
    return (dom_tile)(first + __builtin_ctzll(bits));
}

/* Returns play `number` of the choice. */
static dom_action play_of(const choice *c, int number, int arms)
{
    int set = 0;
    while (number >= c->count[set])
        number -= c->count[set++];
    return (dom_action){.kind = DOM_PLAY,
                        .tile = member(c->plays[set], number),
                        .end = (uint8_t)(set < arms ? set : set - arms),
                        .down = set >= arms};
}

/* Makes a random action. Pre: the round is not over, there are no opening draws. */
static void play_by_chance(dom_round *round, dom_random *random, dom_event *event)
{
    static const dom_action draw = {.kind = DOM_DRAW};
    choice c;
    c.sets = c.total = 0;
    add_plays(&c, round, false);
    if (round->options->facedown)
        add_plays(&c, round, true);
    if (c.total == 0) { /* must draw or pass */
        (void)dom_round_force(round, event);
        return;
    }
    bool may_draw =
        round->options->draw_mode == DOM_DRAW_OPTIONAL && dom_round_is_legal(round, draw);
    int count = c.total + may_draw;
    int number = count == 1 ? 0 : dom_random_pick(random, count);
    dom_round_make(round, number < c.total ? play_of(&c, number, round->options->arms) : draw,
                   event);
}

void dom_search_playout(dom_round *round, dom_random *random)
{
    dom_event event;
    while (round->opening)
        (void)dom_round_force(round, &event);
    while (round->end == DOM_END_NONE)
        play_by_chance(round, random, &event);
}
