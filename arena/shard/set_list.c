#include "shard/set_list.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

bool dom_shard_set_list_add(dom_shard_set_list *list, uint32_t set)
{
    dom_shard_range *last = list->count > 0 ? &list->item[list->count - 1] : NULL;
    if (last && last->last + 1 == set) {
        last->last = set;
        return true;
    }
    dom_shard_range *added = dom_vec_add(list->item, list->count, list->room);
    if (added)
        *added = (dom_shard_range){set, set};
    return added != NULL;
}

bool dom_shard_set_list_has(const dom_shard_set_list *list, uint32_t set)
{
    size_t from = 0, to = list->count; /* the range is one of item[from..to) if there is one */
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (list->item[middle].last < set)
            from = middle + 1;
        else
            to = middle;
    }
    return from < list->count && list->item[from].first <= set;
}

uint32_t dom_shard_set_list_ahead(const dom_shard_set_list *list, size_t range, uint32_t set,
                                  uint32_t more)
{
    for (; more > list->item[range].last - set && range + 1 < list->count; range++) {
        more -= list->item[range].last - set + 1;
        set = list->item[range + 1].first;
    }
    uint32_t left = list->item[range].last - set;
    return set + (more < left ? more : left);
}

uint64_t dom_shard_set_list_size(const dom_shard_set_list *list)
{
    uint64_t size = 0;
    for (size_t i = 0; i < list->count; i++)
        size += list->item[i].last - list->item[i].first + UINT64_C(1);
    return size;
}

void dom_shard_set_list_clear(dom_shard_set_list *list)
{
    free(list->item);
    *list = (dom_shard_set_list){.item = NULL};
}

/* ---- sharing out --------------------------------------------------------------------- */

/* A set with its place in the caller's list. */
typedef struct {
    double expected_s;
    size_t index;
} job;

/* Returns a number that looks random and is different for every index. Each step can be undone, so
 * no two indexes get the same (C. Wellons, "Prospecting for hash functions", 2018: lowbias32). */
static uint32_t scattered(size_t index)
{
    uint32_t x = (uint32_t)index;
    x ^= x >> 16;
    x *= UINT32_C(0x7feb352d);
    x ^= x >> 15;
    x *= UINT32_C(0x846ca68b);
    return x ^ x >> 16;
}

static int by_length(const void *a, const void *b)
{
    const job *x = a, *y = b;
    uint32_t i = scattered(x->index), k = scattered(y->index);
    int shorter = (x->expected_s < y->expected_s) - (x->expected_s > y->expected_s);
    return shorter ? shorter : (i > k) - (i < k);
}

/* The shards as a heap: the first has least so far; of equal ones it is that with the lowest
 * number. */
typedef struct {
    uint32_t *heap;
    const double *load_s;
    uint32_t count;
} queue;

static bool is_before(const queue *q, uint32_t a, uint32_t b)
{
    double x = q->load_s[q->heap[a]], y = q->load_s[q->heap[b]];
    return x < y || (x <= y && q->heap[a] < q->heap[b]);
}

/* Moves the first shard down to its place after its load has grown. */
static void sink(queue *q)
{
    for (uint32_t at = 0;;) {
        uint32_t least = at;
        for (uint32_t child = 2 * at + 1; child <= 2 * at + 2 && child < q->count; child++)
            if (is_before(q, child, least))
                least = child;
        if (least == at)
            return;
        uint32_t moved = q->heap[at];
        q->heap[at] = q->heap[least];
        q->heap[least] = moved;
        at = least;
    }
}

bool dom_shard_share_out(const dom_shard_cost cost[], size_t count, uint32_t shards,
                         uint32_t of_set[], double load_s[])
{
    job *jobs = calloc(count ? count : 1, sizeof *jobs);
    uint32_t *heap = calloc(shards, sizeof *heap);
    queue q = {heap, load_s, shards};
    for (uint32_t s = 0; heap && s < shards; s++) {
        heap[s] = s;
        load_s[s] = 0;
    }
    if (jobs && heap) {
        for (size_t i = 0; i < count; i++)
            jobs[i] = (job){cost[i].expected_s, i};
        qsort(jobs, count, sizeof *jobs, by_length);
        for (size_t i = 0; i < count; i++) {
            of_set[jobs[i].index] = heap[0];
            load_s[heap[0]] += jobs[i].expected_s;
            sink(&q);
        }
    }
    bool is_done = jobs && heap;
    free(jobs);
    free(heap);
    return is_done;
}
