#include "pool_index.h"

#include <stdlib.h>

enum { ROOM_FIRST = 64 };

static void put_slot(dom_ratings_index *index, dom_ratings_index_slot slot)
{
    size_t at = (slot.mark >> 2) & (index->room - 1);
    while (index->slot[at].item)
        at = (at + 1) & (index->room - 1);
    index->slot[at] = slot;
}

void dom_ratings_index_put(dom_ratings_index *index, uint32_t mark, uint32_t item)
{
    put_slot(index, (dom_ratings_index_slot){.mark = mark, .item = item + 1});
    index->count++;
}

bool dom_ratings_index_reserve(dom_ratings_index *index, size_t more)
{
    size_t room = index->room ? index->room : ROOM_FIRST;
    while (3 * (index->count + more) >= 2 * room)
        room *= 2;
    if (room == index->room)
        return true;
    dom_ratings_index grown = {.slot = calloc(room, sizeof *grown.slot), .room = room};
    if (grown.slot == NULL)
        return false;
    for (size_t i = 0; i < index->room; i++)
        if (index->slot[i].item)
            put_slot(&grown, index->slot[i]);
    grown.count = index->count;
    free(index->slot);
    *index = grown;
    return true;
}
