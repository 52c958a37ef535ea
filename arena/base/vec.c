#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum { ITEMS_FIRST = 8, BYTES_FIRST = 256 };

static size_t max(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Doubles the room. The pointer is copied by memcpy because its type is not known here. */
bool dom_vec_make_room(void *items, size_t size, size_t count, size_t *room, size_t more)
{
    size_t wanted, doubled, bytes;
    void *grown;
    if (__builtin_add_overflow(count, more, &wanted))
        return false;
    if (wanted <= *room)
        return true;
    if (__builtin_mul_overflow(*room, 2, &doubled))
        return false;
    wanted = max(max(wanted, doubled), max(ITEMS_FIRST, BYTES_FIRST / size));
    if (__builtin_mul_overflow(wanted, size, &bytes))
        return false;
    memcpy(&grown, items, sizeof grown);
    grown = realloc(grown, bytes);
    if (grown == NULL)
        return false;
    memcpy(items, &grown, sizeof grown);
    *room = wanted;
    return true;
}
