/* Removes everything that a bot's user id has left on the machine, before the next bot gets this
 * id. */
#ifndef DOM_HOST_SWEEP_H
#define DOM_HOST_SWEEP_H

#include <stdbool.h>
#include <stdint.h>

/* Kills every process of the `count` user ids from `first` on, and removes the files that they own
 * in the folders that everybody may write to: /tmp, /var/tmp, /dev/shm, /dev/mqueue, /run/lock and
 * `base`.
 *
 * For each id a child process changes to this user first, so it cannot harm anything of another
 * user. Only root can do this. The killed processes may still exist for a moment afterwards. Files
 * that cannot be removed stay, without a message.
 *
 * base  one more folder that everybody may write to; NULL for none
 *
 * Returns false, and does nothing, if not all ids are in the range of bots (ipc/bot_ids.h). */
bool dom_host_sweep_users(uint32_t first, uint32_t count, const char *base);

#endif
