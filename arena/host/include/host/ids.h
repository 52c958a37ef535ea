/* host/ids.h - which users and groups there are for bots.
 */
#ifndef DOM_HOST_IDS_H
#define DOM_HOST_IDS_H

#include <stdbool.h>
#include <stdint.h>

/* The range of ids for bots. A trial of a sandbox gets DOM_TRIAL_ID, which no bot is given. */
enum { DOM_BOT_ID_FIRST = 60578, DOM_TRIAL_ID = 61183, DOM_BOT_ID_LAST = 99999 };

/* Returns whether our user namespace has all ids from `first` to `last`, as users and as groups. A
 * container may have few of them, or root alone. */
bool dom_ids_are_mapped(uint32_t first, uint32_t last);

#endif
