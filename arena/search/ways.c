/* Counts the ways to fill groups of slots with tiles (search/ways.h has the method). */
#include "search/ways.h"

#include <string.h>

enum {
    STEP_BITS = 9, /* of a key: the step                                  */
    LEFT_BITS = 7, /* the tiles of the class that are left                */
    ROOM_BITS = 47 /* the rooms; the topmost bit is set in every key      */
};

_Static_assert(1 << STEP_BITS == DOM_SEARCH_STEPS_MAX, "a step fits into a key");

void dom_search_ways_begin(dom_search_ways *ways)
{
    ways->step_count = 0;
    ways->state_count = 0;
    ways->bin_count = 0;
    ways->bits = 0;
    ways->is_full = false;
    ways->total = 0;
    ways->room = 0;
}

void dom_search_ways_add_group(dom_search_ways *ways, int group, int slots, int room)
{
    int bits = 0;
    while (room >> bits)
        bits++;
    if (ways->bin_count == DOM_SEARCH_BINS_MAX || ways->bits + bits > ROOM_BITS) {
        ways->is_full = true;
        return;
    }
    ways->bin[ways->bin_count++] = (dom_search_step){.group = (uint8_t)group,
                                                     .shift = ways->bits,
                                                     .mask = (uint8_t)((1 << bits) - 1),
                                                     .slots = (uint8_t)slots};
    ways->room |= (uint64_t)room << ways->bits;
    ways->bits = (uint8_t)(ways->bits + bits);
}

void dom_search_ways_add_class(dom_search_ways *ways, const dom_search_class *tiles)
{
    int first = ways->step_count;
    for (int b = 0; b < ways->bin_count; b++) {
        dom_search_step *bin = &ways->bin[b];
        if (!(tiles->groups >> bin->group & 1))
            continue;
        if (ways->step_count == DOM_SEARCH_STEPS_MAX) {
            ways->is_full = true;
            return;
        }
        dom_search_step *step = &ways->step[ways->step_count++];
        *step = *bin;
        step->before = bin->group == tiles->newest ? tiles->before : bin->slots;
        bin->coming = (uint8_t)(bin->coming + tiles->size);
    }
    if (first == ways->step_count)
        return;
    ways->step[first].class_size = tiles->size;
    ways->step[ways->step_count - 1].takes_rest = !tiles->may_stay_out;
}

/* ---- steps --------------------------------------------------------------------- */

/* The choices of a step in a state: it takes least..most tiles. */
typedef struct {
    int left; /* tiles of the class that are left */
    int least;
    int most;
    double share; /* of its ways if it takes the only tile of a class */
} choices;

static choices choices_at(const dom_search_step *step, uint64_t room, int left)
{
    int here = (int)(room >> step->shift) & step->mask;
    int used = step->slots - here;
    choices c = {.left = step->class_size ? step->class_size : left, .share = 1};
    c.least = here > step->coming ? here - step->coming : 0;
    c.most = here < c.left ? here : c.left;
    if (step->takes_rest && c.least < c.left)
        c.least = c.left;
    if (step->before < step->slots && here > 0)
        c.share = (double)(step->before - used) / here;
    return c;
}

/* Returns the number of ways to choose `count` of `of` things. */
static double choose(int of, int count)
{
    double ways = 1;
    for (int i = 0; i < count; i++)
        ways = ways * (of - i) / (i + 1);
    return ways;
}

/* Returns in how many ways the step takes `count` tiles. */
static double ways_to_take(const choices *c, int count)
{
    return choose(c->left, count) * (count > 0 ? c->share : 1);
}

/* ---- the table ------------------------------------------------------------------- */

static uint64_t key_of(int step, uint64_t room, int left)
{
    return (uint64_t)1 << 63 | room << (STEP_BITS + LEFT_BITS) | (uint64_t)left << STEP_BITS |
           (uint64_t)step;
}

/* Returns the place of the key in the table: its entry, or the empty one where it belongs. */
static size_t place_of(const dom_search_ways *ways, uint64_t key)
{
    size_t place = (size_t)(key * 0x9e3779b97f4a7c15 >> (64 - DOM_SEARCH_TABLE_BITS));
    while (ways->state[place].key && ways->state[place].key != key)
        place = (place + 1) & (DOM_SEARCH_STATES_MAX - 1);
    return place;
}

/* Returns the ways from a state that was counted. */
static double ways_from(const dom_search_ways *ways, int step, uint64_t room, int left)
{
    if (step == ways->step_count)
        return 1;
    left = ways->step[step].class_size ? 0 : left;
    return ways->state[place_of(ways, key_of(step, room, left))].ways;
}

static void keep(dom_search_ways *ways, uint64_t key, double count)
{
    if (ways->state_count >= DOM_SEARCH_STATES_MAX / 4 * 3) {
        ways->is_full = true;
        return;
    }
    ways->state_count++;
    ways->state[place_of(ways, key)] = (dom_search_state){.key = key, .ways = count};
}

/* Counts the ways from a state on, and keeps the count of every state on the way. Each step leads
 * to the next one, so it goes no deeper than there are steps. */
static double count_from(dom_search_ways *ways, int at, uint64_t room, int left)
{
    if (at == ways->step_count || ways->is_full)
        return 1;
    const dom_search_step *step = &ways->step[at];
    uint64_t key = key_of(at, room, step->class_size ? 0 : left);
    const dom_search_state *known = &ways->state[place_of(ways, key)];
    if (known->key)
        return known->ways;
    choices c = choices_at(step, room, left);
    double sum = 0;
    for (int n = c.least; n <= c.most; n++) {
        double ways_here = ways_to_take(&c, n);
        if (ways_here > 0)
            sum += ways_here *
                   count_from(ways, at + 1, room - ((uint64_t)n << step->shift), c.left - n);
    }
    keep(ways, key, sum);
    return sum;
}

/* Sets for each step how many tiles later classes may bring to its group. */
static void count_coming(dom_search_ways *ways)
{
    uint8_t later[256] = {0};
    for (int end = ways->step_count; end > 0;) {
        int first = end - 1;
        while (ways->step[first].class_size == 0)
            first--;
        for (int i = first; i < end; i++) {
            dom_search_step *step = &ways->step[i];
            step->coming = later[step->group];
            later[step->group] = (uint8_t)(later[step->group] + ways->step[first].class_size);
        }
        end = first;
    }
}

/* Returns true if every group can be filled as far as its own tiles go. */
static bool can_be_filled(const dom_search_ways *ways)
{
    for (int b = 0; b < ways->bin_count; b++)
        if (((ways->room >> ways->bin[b].shift) & ways->bin[b].mask) > ways->bin[b].coming)
            return false;
    return true;
}

bool dom_search_ways_count(dom_search_ways *ways)
{
    if (ways->is_full)
        return false;
    count_coming(ways);
    memset(ways->state, 0, sizeof ways->state);
    ways->total = can_be_filled(ways) ? count_from(ways, 0, ways->room, 0) : 0;
    return !ways->is_full;
}

/* ---- a random way ------------------------------------------------------------------ */

/* Returns a random number of [0, below). */
static double random_number(dom_random *random, double below)
{
    return (double)(dom_random_bits(random) >> 11) * 0x1p-53 * below;
}

/* Returns how many tiles the step takes in a random way from this state. What rounding leaves over
 * goes to the last number that is possible. */
static int take_at_random(const dom_search_ways *ways, int at, uint64_t room, const choices *c,
                          double rest)
{
    int shift = ways->step[at].shift;
    int taken = c->least;
    for (int n = c->least; n <= c->most && rest >= 0; n++) {
        double here = ways_to_take(c, n);
        if (here > 0)
            here *= ways_from(ways, at + 1, room - ((uint64_t)n << shift), c->left - n);
        if (here > 0)
            taken = n;
        rest -= here > 0 ? here : 0;
    }
    return taken;
}

void dom_search_ways_pick(const dom_search_ways *ways, dom_random *random,
                          uint8_t takes[static DOM_SEARCH_STEPS_MAX])
{
    uint64_t room = ways->room;
    int left = 0;
    for (int at = 0; at < ways->step_count; at++) {
        choices c = choices_at(&ways->step[at], room, left);
        int taken = c.least;
        if (c.least < c.most)
            taken = take_at_random(ways, at, room, &c,
                                   random_number(random, ways_from(ways, at, room, left)));
        takes[at] = (uint8_t)taken;
        room -= (uint64_t)taken << ways->step[at].shift;
        left = c.left - taken;
    }
}
