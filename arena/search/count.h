/* count.h - counts the worlds that agree with what the seats got and did not have. */
#ifndef DOM_SEARCH_COUNT_H
#define DOM_SEARCH_COUNT_H

#include "search/belief.h"

/* Sets `ways`, `factor`, `tile` with its counts, `only_group`, `next_like`, `room` and `free_room`
 * from `position` and `holdings`. There are ways.total * factor worlds. If they are too many states
 * to be counted, some of the holdings are forgotten, and is_record_open is set. */
void dom_search_count_worlds(dom_search_belief *belief);

#endif
