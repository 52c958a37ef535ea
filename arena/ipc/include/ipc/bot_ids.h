/* ipc/bot_ids.h - which users and groups there are for bots.
 */
#ifndef DOM_IPC_BOT_IDS_H
#define DOM_IPC_BOT_IDS_H

#include <stdbool.h>
#include <stdint.h>

/* The range of ids for bots. A trial of a sandbox gets DOM_IPC_BOT_ID_TRIAL, which no bot is
 * given. */
enum { DOM_IPC_BOT_ID_FIRST = 60578, DOM_IPC_BOT_ID_TRIAL = 61183, DOM_IPC_BOT_ID_LAST = 99999 };

/* Returns whether our user namespace has all ids from `first` to `last`, as users and as groups. A
 * container may have few of them, or root alone. */
bool dom_ipc_bot_ids_are_mapped(uint32_t first, uint32_t last);

#endif
