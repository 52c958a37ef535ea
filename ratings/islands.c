/* Islands are found by flooding the graph of results without regard to direction, groups by
 * Kosaraju's algorithm. The recursion is at most as deep as there are players. */
#include "islands.h"

#include <stdlib.h>
#include <string.h>

/* The graph of results. */
typedef struct {
    size_t players;
    uint8_t *beats;  /* [i * players + k]: i scored against k; a draw counts for both */
    uint32_t *group; /* by player: number of its group, from 1; 0: not known yet */
    uint32_t *order; /* players in the order in which their visits ended */
    uint8_t *is_seen;
    size_t visited;
} map;

/* Note that every player of the positive side, or of the negative one, scored against every player
 * of the other side. */
static void note_contrast(map *m, const dom_ratings_contrast *c, bool for_positive)
{
    for (int i = 0; i < c->terms; i++)
        for (int k = 0; k < c->terms; k++)
            if ((c->x[i] > 0) == for_positive && (c->x[k] > 0) != for_positive)
                m->beats[c->player[i] * m->players + c->player[k]] = 1;
}

static void draw_map(map *m, const dom_ratings_design *d)
{
    for (size_t i = 0; i < d->contrasts; i++) {
        if (d->contrast[i].score > 0)
            note_contrast(m, &d->contrast[i], true);
        if (d->contrast[i].score < d->contrast[i].n)
            note_contrast(m, &d->contrast[i], false);
    }
}

/* The first pass of Kosaraju's algorithm: along the arrows. */
static void visit(map *m, uint32_t player)
{
    m->is_seen[player] = 1;
    for (uint32_t k = 0; k < m->players; k++)
        if (m->beats[player * m->players + k] && !m->is_seen[k])
            visit(m, k);
    m->order[m->visited++] = player;
}

/* The second pass: against the arrows. */
static void gather(map *m, uint32_t player, uint32_t group)
{
    m->group[player] = group;
    for (uint32_t k = 0; k < m->players; k++)
        if (m->beats[k * m->players + player] && m->group[k] == 0)
            gather(m, k, group);
}

static void find_groups(map *m)
{
    uint32_t groups = 0;
    for (uint32_t i = 0; i < m->players; i++)
        if (!m->is_seen[i])
            visit(m, i);
    for (size_t i = m->players; i > 0; i--)
        if (m->group[m->order[i - 1]] == 0)
            gather(m, m->order[i - 1], ++groups);
}

/* Returns true if the island has another group that is at least as large as the player's. */
static bool is_matched(const map *m, const dom_ratings_island_place place[], size_t player)
{
    for (size_t i = 0; i < m->players; i++)
        if (place[i].island == place[player].island && place[i].group != place[player].group &&
            place[i].size >= place[player].size)
            return true;
    return false;
}

/* Returns the bound of a group: whether it won against, or lost to, other groups. */
static dom_ratings_bound bound_of(const map *m, uint32_t group)
{
    bool won = false, lost = false;
    for (size_t i = 0; i < m->players; i++)
        for (size_t k = 0; m->group[i] == group && k < m->players; k++)
            if (m->group[k] != group) {
                won |= m->beats[i * m->players + k];
                lost |= m->beats[k * m->players + i];
            }
    if (won && lost)
        return DOM_RATINGS_BOUND_BOTH;
    return won ? DOM_RATINGS_BOUND_BELOW : lost ? DOM_RATINGS_BOUND_ABOVE : DOM_RATINGS_BOUND_NONE;
}

/* Marks in is_seen, as bits: the player is reached along the arrows, or against them. */
enum { REACHED = 1, REACHES = 2 };

static void reach(map *m, size_t player, uint8_t mark)
{
    m->is_seen[player] |= mark;
    for (size_t k = 0; k < m->players; k++) {
        bool has_arrow =
            mark == REACHED ? m->beats[player * m->players + k] : m->beats[k * m->players + player];
        if (has_arrow && !(m->is_seen[k] & mark))
            reach(m, k, mark);
    }
}

/* Returns the anchor, if it is on this island, or else a player of the main group; `players` if
 * there is neither. */
static size_t fixed_of(const map *m, const dom_ratings_island_place place[], int32_t anchor,
                       uint32_t island)
{
    if (anchor >= 0 && place[anchor].island == island)
        return (size_t)anchor;
    for (size_t i = 0; i < m->players; i++)
        if (place[i].island == island && !is_matched(m, place, i))
            return i;
    return m->players;
}

/* Find the bounds on one island. A rating has a lower limit if the player scored against what is
 * fixed, if need be over others, and an upper one if that scored against the player. */
static void find_bounds(map *m, dom_ratings_island_place place[], int32_t anchor, uint32_t island)
{
    static const dom_ratings_bound bounds[] = {[0] = DOM_RATINGS_BOUND_BOTH,
                                               [REACHED] = DOM_RATINGS_BOUND_ABOVE,
                                               [REACHES] = DOM_RATINGS_BOUND_BELOW,
                                               [REACHED | REACHES] = DOM_RATINGS_BOUND_NONE};
    size_t fixed = fixed_of(m, place, anchor, island);
    if (fixed < m->players) {
        reach(m, fixed, REACHED);
        reach(m, fixed, REACHES);
    }
    for (size_t i = 0; i < m->players; i++)
        if (place[i].island == island)
            place[i].bound = fixed < m->players ? bounds[m->is_seen[i]] : bound_of(m, m->group[i]);
}

/* Number everybody whom results connect to the player. Returns how many these are. */
static uint32_t flood(const map *m, dom_ratings_island_place place[], uint32_t player,
                      uint32_t island)
{
    uint32_t size = 1;
    place[player].island = island;
    for (uint32_t k = 0; k < m->players; k++)
        if ((m->beats[player * m->players + k] || m->beats[k * m->players + player]) &&
            place[k].island == 0)
            size += flood(m, place, k, island);
    return size;
}

/* Number the islands by their lowest player. Returns the island that gets number 1 in the end. */
static uint32_t find_islands(const map *m, int32_t anchor, dom_ratings_island_place place[],
                             uint32_t *islands)
{
    uint32_t largest = 0, first = 1;
    *islands = 0;
    for (uint32_t i = 0; i < m->players; i++) {
        if (place[i].island)
            continue;
        uint32_t size = flood(m, place, i, ++*islands);
        if (size > largest) {
            largest = size;
            first = *islands;
        }
    }
    return anchor >= 0 ? place[anchor].island : first;
}

/* Fill the final island number, the group and its size. */
static void describe(const map *m, dom_ratings_island_place *place, uint32_t first, uint32_t group)
{
    uint32_t island = place->island;
    place->island = island == first ? 1 : island < first ? island + 1 : island;
    place->group = group;
    for (size_t i = 0; i < m->players; i++)
        place->size += m->group[i] == group;
}

static void place_all(map *m, const dom_ratings_design *design, int32_t anchor,
                      dom_ratings_island_place place[], uint32_t *islands, bool *is_connected)
{
    draw_map(m, design);
    find_groups(m);
    memset(place, 0, m->players * sizeof *place);
    uint32_t first = find_islands(m, anchor, place, islands);
    for (size_t i = 0; i < m->players; i++)
        describe(m, &place[i], first, m->group[i]);
    memset(m->is_seen, 0, m->players);
    for (uint32_t island = 1; island <= *islands; island++)
        find_bounds(m, place, anchor, island);
    *is_connected = place[0].size == m->players;
}

dom_ratings_rc dom_ratings_islands_find(const dom_ratings_design *design, int32_t anchor,
                                        dom_ratings_island_place place[], uint32_t *islands,
                                        bool *is_connected)
{
    size_t players = design->players;
    map m = {.players = players,
             .beats = calloc(players * players, 1),
             .group = calloc(players, sizeof *m.group),
             .order = calloc(players, sizeof *m.order),
             .is_seen = calloc(players, 1)};
    bool ok = m.beats && m.group && m.order && m.is_seen;
    if (ok)
        place_all(&m, design, anchor, place, islands, is_connected);
    free(m.beats);
    free(m.group);
    free(m.order);
    free(m.is_seen);
    return ok ? DOM_RATINGS_OK : DOM_RATINGS_E_NOMEM;
}
