/* Leaving nothing of a user id that the next bot is given. */
#ifndef DOM_HOST_SWEEP_H
#define DOM_HOST_SWEEP_H

#include <stdint.h>

/* End every process of the `count` user ids from `first` on, and remove what they own in the
 * folders that everybody may write to: /tmp, /var/tmp, /dev/shm, /dev/mqueue, /run/lock and `base`.
 * Each is done by a process that has become this user, so it can harm nothing that is not this
 * user's. Only for root. Processes may take a moment to be gone; what cannot be removed stays,
 * silently.
 *
 * base  a further such folder, NULL for none */
void dom_host_sweep_users(uint32_t first, uint32_t count, const char *base);

#endif
