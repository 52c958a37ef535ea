#include "search/holdings.h"

#include <string.h>

void dom_search_hold_nothing(dom_search_holdings *holdings, const dom_options *options)
{
    holdings->seats = (uint8_t)options->players;
    holdings->group_count = 0;
    holdings->shown_count = 0;
    memset(holdings->newest, DOM_SEARCH_NO_GROUP, sizeof holdings->newest);
    memset(holdings->slot_count, 0, sizeof holdings->slot_count);
    holdings->fresh = dom_tileset_full(options->set_max, options->doubles);
    holdings->kept = dom_tileset_empty();
    holdings->is_coarse = false;
}

/* Returns the last group of the seat, or NULL. */
static dom_search_group *last_group(dom_search_holdings *h, int seat)
{
    for (int g = h->group_count - 1; g >= 0; g--)
        if (h->group[g].seat == seat)
            return &h->group[g];
    return NULL;
}

/* Returns the group to which the seat's next slot belongs. If there is no room for a new group, the
 * seat's last one remains open. */
static int growing_group(dom_search_holdings *h, int seat)
{
    if (h->newest[seat] != DOM_SEARCH_NO_GROUP)
        return h->newest[seat];
    dom_search_group *last = last_group(h, seat);
    int spare = DOM_SEARCH_GROUPS_MAX - h->group_count;
    if (last && spare <= h->seats) { /* every seat needs one */
        h->is_coarse = true;
        last->allowed = h->fresh;
        h->newest[seat] = (uint8_t)(last - h->group);
    } else {
        h->newest[seat] = h->group_count;
        h->group[h->group_count++] = (dom_search_group){.seat = (uint8_t)seat, .allowed = h->fresh};
    }
    return h->newest[seat];
}

static void add_slot(dom_search_holdings *h, int seat, int group, dom_tile tile)
{
    int slot = h->slot_count[seat]++;
    h->slot_group[seat][slot] = (uint8_t)group;
    h->slot_tile[seat][slot] = tile;
}

void dom_search_get(dom_search_holdings *holdings, int seat, int count)
{
    for (int i = 0; i < count; i++) {
        int group = growing_group(holdings, seat);
        holdings->group[group].slots++;
        add_slot(holdings, seat, group, DOM_NO_TILE);
    }
}

void dom_search_get_known(dom_search_holdings *holdings, int seat, dom_tile tile)
{
    add_slot(holdings, seat, DOM_SEARCH_NO_GROUP, tile);
}

void dom_search_lack(dom_search_holdings *holdings, int seat, dom_tileset tiles)
{
    dom_check(0 <= seat && seat < DOM_SEATS_MAX);
    for (int g = 0; g < holdings->group_count; g++)
        if (holdings->group[g].seat == seat)
            holdings->group[g].allowed = dom_tileset_minus(holdings->group[g].allowed, tiles);
    int newest = holdings->newest[seat];
    if (newest != DOM_SEARCH_NO_GROUP &&
        !dom_tileset_equal(holdings->group[newest].allowed, holdings->fresh))
        holdings->newest[seat] = DOM_SEARCH_NO_GROUP;
}

void dom_search_show(dom_search_holdings *holdings, int seat, dom_tile tile)
{
    dom_search_shown shown = {.tile = tile, .seat = (uint8_t)seat, .newest = DOM_SEARCH_NO_GROUP};
    for (int g = 0; g < holdings->group_count; g++) {
        if (holdings->group[g].seat != seat)
            continue;
        if (dom_tileset_has(holdings->group[g].allowed, tile))
            shown.groups |= (uint64_t)1 << g;
        shown.newest = (uint8_t)g;
        shown.before = holdings->group[g].slots;
    }
    dom_check(shown.newest != DOM_SEARCH_NO_GROUP && holdings->shown_count < DOM_TILES_MAX);
    holdings->shown[holdings->shown_count++] = shown;
}

void dom_search_exclude(dom_search_holdings *holdings, dom_tile tile)
{
    holdings->fresh = dom_tileset_without(holdings->fresh, tile);
    holdings->kept = dom_tileset_with(holdings->kept, tile);
    memset(holdings->newest, DOM_SEARCH_NO_GROUP, sizeof holdings->newest);
}

int dom_search_groups_of(const dom_search_holdings *holdings, int seat)
{
    int count = 0;
    for (int g = 0; g < holdings->group_count; g++)
        count += holdings->group[g].seat == seat;
    return count;
}

/* Lets the tile belong to `group`, which now has all slots of its seat. */
static void regroup(dom_search_shown *shown, const dom_search_holdings *h, int group)
{
    int before = shown->before;
    for (int g = 0; g < shown->newest; g++)
        before += h->group[g].seat == shown->seat ? h->group[g].slots : 0;
    shown->before = (uint8_t)before;
    shown->newest = (uint8_t)group;
    shown->groups = shown->groups ? (uint64_t)1 << group : 0;
}

/* Moves the slots of group `from` to group `to` and leaves `from` empty. */
static void move_slots(dom_search_holdings *h, int from, int to)
{
    int seat = h->group[to].seat;
    h->group[to].slots = (uint8_t)(h->group[to].slots + h->group[from].slots);
    h->group[to].allowed = dom_tileset_union(h->group[to].allowed, h->group[from].allowed);
    h->group[from] = (dom_search_group){.seat = DOM_SEARCH_NO_GROUP};
    for (int i = 0; i < h->slot_count[seat]; i++)
        if (h->slot_group[seat][i] == from)
            h->slot_group[seat][i] = (uint8_t)to;
}

bool dom_search_join(dom_search_holdings *holdings, int seat)
{
    int first = DOM_SEARCH_NO_GROUP;
    for (int g = holdings->group_count - 1; g >= 0; g--)
        if (holdings->group[g].seat == seat)
            first = g;
    if (dom_search_groups_of(holdings, seat) < 2)
        return false;
    for (int i = 0; i < holdings->shown_count; i++)
        if (holdings->shown[i].seat == seat)
            regroup(&holdings->shown[i], holdings, first);
    for (int g = first + 1; g < holdings->group_count; g++)
        if (holdings->group[g].seat == seat)
            move_slots(holdings, g, first);
    holdings->is_coarse = true;
    return true;
}

dom_tileset dom_search_allowed(const dom_search_holdings *holdings, int seat)
{
    dom_tileset set = dom_tileset_empty();
    for (int g = 0; g < holdings->group_count; g++)
        if (holdings->group[g].seat == seat)
            set = dom_tileset_union(set, holdings->group[g].allowed);
    return set;
}
