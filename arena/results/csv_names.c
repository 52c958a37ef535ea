/* A hash table with linear probing, whose keys stand in the text. */
#include "csv_names.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

/* FNV-1a of all bytes but the last of the name's own part, which chooses one of 16 neighbours:
 * names that differ in it only, such as the numbers of ten sets, share a line of the processor's
 * cache. */
static uint32_t hash_of(const char *text, dom_results_csv_name name)
{
    const char *own = text + name.own, *of = text + name.of;
    uint64_t hash = 14695981039346656037u;
    for (; *of; of++)
        hash = (hash ^ (unsigned char)*of) * 1099511628211u;
    for (; own[0] && own[1]; own++)
        hash = (hash ^ (unsigned char)*own) * 1099511628211u;
    uint32_t spread = (uint32_t)((hash ^ hash >> 29) * 0x9e3779b97f4a7c15u >> 32);
    return (spread << 4) ^ ((unsigned char)*own & 15u);
}

bool dom_results_csv_names_equal(const char *text, dom_results_csv_name a, dom_results_csv_name b)
{
    return strcmp(text + a.own, text + b.own) == 0 && strcmp(text + a.of, text + b.of) == 0;
}

static bool grow(dom_results_csv_names *names)
{
    size_t slots = names->slots ? 2 * names->slots : 1024;
    dom_results_csv_slot *to = calloc(slots, sizeof *to);
    if (to == NULL)
        return false;
    for (size_t i = 0; i < names->slots; i++) {
        size_t at = names->slot[i].hash & (slots - 1);
        if (names->slot[i].number == 0)
            continue;
        while (to[at].number != 0)
            at = (at + 1) & (slots - 1);
        to[at] = names->slot[i];
    }
    free(names->slot);
    names->slot = to;
    names->slots = slots;
    return true;
}

bool dom_results_csv_names_number(dom_results_csv_names *names, const char *text,
                                  dom_results_csv_name name, uint32_t *number)
{
    if (2 * names->count >= names->slots && !grow(names))
        return false;
    uint32_t hash = hash_of(text, name);
    dom_results_csv_slot *slot = &names->slot[hash & (names->slots - 1)];
    while (slot->number != 0 &&
           (slot->hash != hash ||
            !dom_results_csv_names_equal(text, names->name[slot->number - 1], name)))
        slot = slot + 1 < names->slot + names->slots ? slot + 1 : names->slot;
    if (slot->number == 0) {
        dom_results_csv_name *added = dom_vec_add(names->name, names->count, names->room);
        if (added == NULL)
            return false;
        *added = name;
        *slot = (dom_results_csv_slot){hash, (uint32_t)names->count};
    }
    *number = slot->number - 1;
    return true;
}

void dom_results_csv_names_close(dom_results_csv_names *names)
{
    free(names->slot);
    names->slot = NULL;
    names->slots = 0;
}

void dom_results_csv_names_clear(dom_results_csv_names *names)
{
    dom_results_csv_names_close(names);
    free(names->name);
    *names = (dom_results_csv_names){.count = 0};
}
