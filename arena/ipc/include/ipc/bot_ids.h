/* ipc/bot_ids.h - the user and group ids that root's arena gives to bots.
 *
 * When root runs the arena, each bot process gets a user id of its own from this range, and a group
 * id with the same number. Core and host both need to know whether the range can be used here.
 */
#ifndef DOM_IPC_BOT_IDS_H
#define DOM_IPC_BOT_IDS_H

#include <stdbool.h>
#include <stdint.h>

/* The range of ids for bots. DOM_IPC_BOT_ID_TRIAL is reserved for the trial of a sandbox
 * (ipc/sandbox_trial.h); no bot gets it. */
enum { DOM_IPC_BOT_ID_FIRST = 60578, DOM_IPC_BOT_ID_TRIAL = 61183, DOM_IPC_BOT_ID_LAST = 99999 };

/* Returns true if the user namespace of this process has all ids from `first` to `last`, both as
 * users and as groups. A container may have only a few of them, or only root. */
bool dom_ipc_bot_ids_are_mapped(uint32_t first, uint32_t last);

#endif
