/* Counts the worlds of a view. Tiles are sorted into classes, and groups into those that `ways`
 * fills and those that any hidden tile may fill. */
#include "count.h"

#include <string.h>

/* ---- which groups need counting ---------------------------------------------------- */

/* Seats of three kinds:
 *   - several groups: all their tiles go through `ways`, because it is open which tile was in which
 *   - one group, and some hidden tile cannot be in it: only their hidden tiles go through `ways`
 *   - one group in which every hidden tile may be: they take what is left, like the stock */
typedef struct {
    dom_search_belief *belief;
    int own;
    dom_tileset hidden;
    dom_tileset held;   /* hidden tiles that may be in some hand */
    uint64_t counted;   /* the groups that `ways` fills, one bit each */
    bool is_impossible; /* a tile that is in a hand can be in none    */
} sorting;

/* Returns how many of the seat's slots belong to tiles that were laid or are in the own hand. */
static int shown_of(const dom_search_belief *b, int seat)
{
    int count = 0;
    for (int i = 0; i < b->holdings.shown_count; i++)
        count += b->holdings.shown[i].seat == seat;
    return count;
}

/* Returns how many tiles of the seat are hidden. Pre: it is not the own seat. */
static int hidden_of(const dom_search_belief *b, int seat)
{
    int count = -shown_of(b, seat);
    for (int g = 0; g < b->holdings.group_count; g++)
        if (b->holdings.group[g].seat == seat)
            count += b->holdings.group[g].slots;
    return count;
}

static void find_held(sorting *s)
{
    s->held = dom_tileset_empty();
    for (int seat = 0; seat < s->belief->holdings.seats; seat++)
        if (seat != s->own)
            s->held = dom_tileset_union(s->held, dom_search_allowed(&s->belief->holdings, seat));
    s->held = dom_tileset_common(s->held, s->hidden);
}

/* Returns true if every hidden tile that may be in a hand may be in the seat's only group. */
static bool is_free(const sorting *s, int seat)
{
    const dom_search_belief *b = s->belief;
    dom_tileset kept = dom_tileset_common(b->holdings.kept, s->hidden);
    return dom_tileset_is_empty(kept) &&
           dom_tileset_is_empty(dom_tileset_minus(s->held, dom_search_allowed(&b->holdings, seat)));
}

/* Adds all groups of a seat that has several. */
static void add_groups_of(sorting *s, int seat)
{
    const dom_search_holdings *h = &s->belief->holdings;
    for (int g = 0; g < h->group_count; g++) {
        if (h->group[g].seat != seat)
            continue;
        dom_search_ways_add_group(&s->belief->ways, g, h->group[g].slots, h->group[g].slots);
        s->counted |= (uint64_t)1 << g;
    }
}

/* Returns the first of the seats that have one group in which the same hidden tiles may be. */
static int first_like(const sorting *s, int seat)
{
    const dom_search_belief *b = s->belief;
    dom_tileset tiles = dom_tileset_common(dom_search_allowed(&b->holdings, seat), s->held);
    int first = 0;
    while (first == s->own || b->only_group[first] == DOM_SEARCH_NO_GROUP ||
           !dom_tileset_equal(dom_tileset_common(dom_search_allowed(&b->holdings, first), s->held),
                              tiles))
        first++;
    return first;
}

/* Adds the only groups of seats as one, if the same tiles may be in them. */
static void add_alike(sorting *s, int first)
{
    dom_search_belief *b = s->belief;
    int last = b->only_group[first];
    int room = b->room[last];
    for (int seat = first + 1; seat < b->holdings.seats; seat++) {
        if (seat == s->own || b->only_group[seat] == DOM_SEARCH_NO_GROUP ||
            first_like(s, seat) != first)
            continue;
        b->next_like[last] = b->only_group[seat];
        last = b->only_group[seat];
        room += b->room[last];
    }
    dom_search_ways_add_group(&b->ways, b->only_group[first], room, room);
    s->counted |= (uint64_t)1 << b->only_group[first];
}

static void sort_groups(sorting *s)
{
    dom_search_belief *b = s->belief;
    dom_search_ways_begin(&b->ways);
    memset(b->free_room, 0, sizeof b->free_room);
    memset(b->next_like, DOM_SEARCH_NO_GROUP, sizeof b->next_like);
    for (int seat = 0; seat < b->holdings.seats; seat++) {
        if (b->only_group[seat] == DOM_SEARCH_NO_GROUP)
            add_groups_of(s, seat);
        else if (seat != s->own && is_free(s, seat))
            b->free_room[seat] = b->room[b->only_group[seat]];
        else if (seat != s->own && first_like(s, seat) == seat)
            add_alike(s, seat);
    }
}

/* ---- classes of tiles ---------------------------------------------------------------- */

static void add_class(sorting *s, const dom_search_class *tiles, dom_tileset set)
{
    dom_search_belief *b = s->belief;
    dom_search_ways_add_class(&b->ways, tiles);
    for (dom_tile t = dom_tileset_next(set, 0); t != DOM_NO_TILE; t = dom_tileset_next(set, t + 1))
        b->tile[b->class_tiles++] = t;
}

/* Makes a class of each tile that the seat was seen to have. */
static void add_shown(sorting *s, int seat)
{
    const dom_search_holdings *h = &s->belief->holdings;
    for (int i = 0; i < h->shown_count; i++) {
        const dom_search_shown *shown = &h->shown[i];
        if (shown->seat != seat)
            continue;
        dom_search_class tiles = {
            .size = 1, .groups = shown->groups, .newest = shown->newest, .before = shown->before};
        add_class(s, &tiles, dom_tileset_of(shown->tile));
    }
}

/* Returns the counted groups of other seats in which a hidden tile may be. */
static uint64_t groups_for(const sorting *s, dom_tile tile)
{
    const dom_search_holdings *h = &s->belief->holdings;
    uint64_t groups = 0;
    for (int g = 0; g < h->group_count; g++)
        if (s->counted >> g & 1 && h->group[g].seat != s->own &&
            dom_tileset_has(h->group[g].allowed, tile))
            groups |= (uint64_t)1 << g;
    return groups;
}

/* A class of hidden tiles. */
typedef struct {
    dom_search_class rule;
    dom_tileset tiles;
} hidden_class;

/* Puts the tile into the class with the same groups. Returns the new number of classes. */
static int put_in_class(hidden_class classes[], int count, dom_tile tile, uint64_t groups,
                        bool is_kept)
{
    int i = 0;
    while (i < count &&
           (classes[i].rule.groups != groups || classes[i].rule.may_stay_out == is_kept))
        i++;
    if (i == count)
        classes[count++] = (hidden_class){
            .rule = {.groups = groups, .newest = DOM_SEARCH_NO_GROUP, .may_stay_out = !is_kept}};
    classes[i].tiles = dom_tileset_with(classes[i].tiles, tile);
    classes[i].rule.size++;
    return count;
}

/* Makes classes of the hidden tiles, those with the fewest groups first. So the last class has
 * hardly a choice, and the table stays small. Tiles without a group are left for the other places.
 */
static void add_hidden(sorting *s)
{
    hidden_class classes[DOM_TILES_MAX];
    int count = 0;
    dom_search_belief *b = s->belief;
    b->free_tiles = 0;
    for (dom_tile t = dom_tileset_next(s->held, 0); t != DOM_NO_TILE;
         t = dom_tileset_next(s->held, t + 1)) {
        uint64_t groups = groups_for(s, t);
        bool is_kept = dom_tileset_has(b->holdings.kept, t);
        s->is_impossible |= is_kept && groups == 0;
        if (groups)
            count = put_in_class(classes, count, t, groups, is_kept);
    }
    for (int size = 1; size <= b->ways.bin_count; size++)
        for (int i = 0; i < count; i++)
            if (dom_bits_count(classes[i].rule.groups) == size)
                add_class(s, &classes[i].rule, classes[i].tiles);
}

/* Adds the tiles of a set to `tile` behind the classes. Returns how many they are. */
static uint8_t add_tiles(dom_search_belief *b, int at, dom_tileset set)
{
    uint8_t count = 0;
    for (dom_tile t = dom_tileset_next(set, 0); t != DOM_NO_TILE; t = dom_tileset_next(set, t + 1))
        b->tile[at + count++] = t;
    return count;
}

static void sort_tiles(sorting *s)
{
    dom_search_belief *b = s->belief;
    dom_tileset in_class = dom_tileset_empty();
    b->class_tiles = 0;
    if (b->only_group[s->own] == DOM_SEARCH_NO_GROUP)
        add_shown(s, s->own);
    for (int seat = 0; seat < b->holdings.seats; seat++)
        if (seat != s->own && b->only_group[seat] == DOM_SEARCH_NO_GROUP)
            add_shown(s, seat);
    add_hidden(s);
    for (int i = 0; i < b->class_tiles; i++)
        in_class = dom_tileset_with(in_class, b->tile[i]);
    b->free_tiles = add_tiles(b, b->class_tiles, dom_tileset_minus(s->held, in_class));
    b->stock_tiles =
        add_tiles(b, b->class_tiles + b->free_tiles, dom_tileset_minus(s->hidden, s->held));
}

/* ---- the number of worlds -------------------------------------------------------------- */

/* Returns the product of from..to. */
static double product(int from, int to)
{
    double result = 1;
    for (int i = from; i <= to; i++)
        result *= i;
    return result;
}

/* Returns in how many orders the seat can have got the tiles of its groups. Those that were dealt
 * have none. */
static double orders_of(const dom_search_belief *b, int seat)
{
    double orders = 1;
    int dealt = b->position.options->hand;
    for (int g = 0; g < b->holdings.group_count; g++) {
        const dom_search_group *group = &b->holdings.group[g];
        if (group->seat != seat)
            continue;
        orders *= product(dealt + 1, group->slots);
        dealt = 0;
    }
    return orders;
}

/* Returns the share of these orders in which no tile was laid before the seat got it. */
static double share_of_orders(const dom_search_belief *b, int seat)
{
    double share = 1;
    int used = 0;
    for (int i = 0; i < b->holdings.shown_count; i++) {
        const dom_search_shown *shown = &b->holdings.shown[i];
        if (shown->seat != seat)
            continue;
        share *= (double)(shown->before - used) / (b->holdings.group[shown->newest].slots - used);
        used++;
    }
    return share;
}

/* Returns in how many ways the free seats and the stock can share the tiles that are left. */
static double ways_to_share(const sorting *s)
{
    const dom_search_belief *b = s->belief;
    int left = dom_tileset_count(s->held);
    for (int seat = 0; seat < b->holdings.seats; seat++)
        if (seat != s->own && b->free_room[seat] == 0)
            left -= hidden_of(b, seat);
    double ways = 1;
    for (int seat = 0; seat < b->holdings.seats; seat++)
        for (int i = 1; i <= b->free_room[seat]; i++)
            ways = ways * left-- / i;
    return ways;
}

/* Returns in how many ways the seats of groups that are filled together can share their tiles. */
static double ways_to_split(const dom_search_belief *b, int group)
{
    double ways = 1;
    for (int filled = 0; group != DOM_SEARCH_NO_GROUP; group = b->next_like[group]) {
        for (int i = 1; i <= b->room[group]; i++)
            ways = ways * ++filled / i;
    }
    return ways;
}

static double worlds_per_way(const sorting *s)
{
    const dom_search_belief *b = s->belief;
    double factor = ways_to_share(s);
    for (int i = 0; i < b->ways.bin_count; i++)
        if (b->next_like[b->ways.bin[i].group] != DOM_SEARCH_NO_GROUP)
            factor *= ways_to_split(b, b->ways.bin[i].group);
    for (int seat = 0; seat < b->holdings.seats; seat++) {
        factor *= orders_of(b, seat);
        if (b->only_group[seat] != DOM_SEARCH_NO_GROUP)
            factor *= share_of_orders(b, seat);
    }
    return factor;
}

/* ---- too many groups ------------------------------------------------------------------- */

/* Lets the seat have any hidden tile. */
static void forget_seat(dom_search_belief *b, int seat)
{
    dom_search_group *group = &b->holdings.group[b->only_group[seat]];
    group->allowed = dom_tileset_union(group->allowed, b->position.stock);
}

/* Returns the seat of which the least is known, among those about which something is known. */
static int least_known(const dom_search_belief *b, int own)
{
    int best = own;
    int most = -1;
    for (int seat = 0; seat < b->holdings.seats; seat++) {
        int count = dom_tileset_count(dom_search_allowed(&b->holdings, seat));
        if (seat != own && b->free_room[seat] == 0 && count > most) {
            best = seat;
            most = count;
        }
    }
    return best;
}

/* Forgets something that was learned, so that fewer states must be counted: first what lies between
 * the groups of the seat that has the most, and when all have one, what is known of a seat. */
static void forget(dom_search_belief *b, int own)
{
    dom_search_holdings *h = &b->holdings;
    int most = 0;
    for (int seat = 1; seat < h->seats; seat++)
        if (dom_search_groups_of(h, seat) > dom_search_groups_of(h, most))
            most = seat;
    b->is_record_open = true;
    if (dom_search_join(h, most))
        return;
    h->kept = dom_tileset_empty();
    forget_seat(b, least_known(b, own));
}

static void find_only_groups(dom_search_belief *b)
{
    const dom_search_holdings *h = &b->holdings;
    memset(b->only_group, DOM_SEARCH_NO_GROUP, sizeof b->only_group);
    for (int g = 0; g < h->group_count; g++) {
        int seat = h->group[g].seat;
        if (seat == DOM_SEARCH_NO_GROUP || dom_search_groups_of(h, seat) > 1)
            continue;
        b->only_group[seat] = (uint8_t)g;
        b->room[g] = (uint8_t)hidden_of(b, seat);
    }
}

/* Counts the ways. Returns false if they do not fit into the table. */
static bool count_ways(dom_search_belief *b, int own)
{
    sorting s = {.belief = b, .own = own, .hidden = b->position.stock};
    find_only_groups(b);
    find_held(&s);
    sort_groups(&s);
    sort_tiles(&s);
    if (!dom_search_ways_count(&b->ways))
        return false;
    bool is_nowhere = !dom_tileset_is_empty(
        dom_tileset_minus(dom_tileset_common(b->holdings.kept, s.hidden), s.held));
    b->factor = is_nowhere || s.is_impossible ? 0 : worlds_per_way(&s);
    return true;
}

void dom_search_count_worlds(dom_search_belief *belief)
{
    int own = belief->seat;
    while (!count_ways(belief, own))
        forget(belief, own);
}
