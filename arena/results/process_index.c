#include "process_index.h"

#include "base/vec.h"

#include <stdlib.h>

dom_rc dom_results_process_index_add(dom_results_process_index *index, const dom_store_process *p,
                                     dom_err *err)
{
    dom_results_process_entry *added = dom_vec_add(index->item, index->count, index->room);
    if (added == NULL)
        return dom_err_no_memory(err);
    *added = (dom_results_process_entry){.id = p->id, .bot = p->bot, .seat = p->seat};
    return DOM_OK;
}

static int compare_ids(const void *key, const void *item)
{
    int64_t a = *(const int64_t *)key, b = ((const dom_results_process_entry *)item)->id;
    return a < b ? -1 : a > b;
}

size_t dom_results_process_index_find(const dom_results_process_index *index, int64_t id)
{
    const dom_results_process_entry *found =
        index->count ? bsearch(&id, index->item, index->count, sizeof *index->item, compare_ids)
                     : NULL;
    return found ? (size_t)(found - index->item) + 1 : 0;
}

void dom_results_process_index_clear(dom_results_process_index *index)
{
    free(index->item);
    *index = (dom_results_process_index){0};
}
