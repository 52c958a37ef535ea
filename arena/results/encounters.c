#include "encounters.h"

#include <stdbool.h>
#include <stdlib.h>

enum { ROOM_LEAST = 64 };

static bool is_empty(const dom_results_encounter *slot)
{
    return slot->half_points[0] + slot->half_points[1] == 0;
}

static bool is_same(const dom_results_two_bots *a, const dom_results_two_bots *b)
{
    return a->variant == b->variant && a->bot[0] == b->bot[0] && a->bot[1] == b->bot[1];
}

/* Returns the slot of a pair whose lower number comes first, or the empty slot for it. */
static dom_results_encounter *slot_of(const dom_results_encounters *e,
                                      const dom_results_two_bots *pair)
{
    uint64_t key = ((uint64_t)pair->variant << 32) | ((uint64_t)pair->bot[0] << 16) | pair->bot[1];
    size_t at = (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (e->room - 1);
    while (!is_empty(&e->slot[at]) && !is_same(&e->slot[at].pair, pair))
        at = (at + 1) & (e->room - 1);
    return &e->slot[at];
}

/* Makes room for one pair more, so that at least half of the slots stay empty. */
static bool reserve(dom_results_encounters *e)
{
    if (2 * (e->count + 1) <= e->room)
        return true;
    dom_results_encounters grown = {.count = e->count, .room = e->room ? 2 * e->room : ROOM_LEAST};
    grown.slot = calloc(grown.room, sizeof *grown.slot);
    if (grown.slot == NULL)
        return false;
    for (size_t i = 0; i < e->room; i++)
        if (!is_empty(&e->slot[i]))
            *slot_of(&grown, &e->slot[i].pair) = e->slot[i];
    free(e->slot);
    *e = grown;
    return true;
}

/* Puts the lower number first. Returns the index that bot[0] had before. */
static int put_in_order(dom_results_two_bots *pair)
{
    if (pair->bot[0] < pair->bot[1])
        return 0;
    uint16_t lower = pair->bot[1];
    pair->bot[1] = pair->bot[0];
    pair->bot[0] = lower;
    return 1;
}

dom_rc dom_results_encounters_add(dom_results_encounters *e, dom_results_two_bots pair,
                                  int half_points, dom_err *err)
{
    if (!reserve(e))
        return dom_err_no_memory(err);
    int own = put_in_order(&pair);
    dom_results_encounter *slot = slot_of(e, &pair);
    e->count += is_empty(slot);
    slot->pair = pair;
    slot->half_points[own] += (uint64_t)half_points;
    slot->half_points[1 - own] += (uint64_t)(2 - half_points);
    return DOM_OK;
}

uint64_t dom_results_encounters_score(const dom_results_encounters *e, dom_results_two_bots pair,
                                      uint64_t *other)
{
    *other = 0;
    if (e->room == 0)
        return 0;
    int own = put_in_order(&pair);
    const dom_results_encounter *slot = slot_of(e, &pair);
    *other = slot->half_points[1 - own];
    return slot->half_points[own];
}

void dom_results_encounters_clear(dom_results_encounters *e)
{
    free(e->slot);
    *e = (dom_results_encounters){0};
}
