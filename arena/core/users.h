/* User ids for the bot processes of an arena that root started: a range of its own, so that two
 * arenas at once give no two bots the same user, and no bot a user that another one still is.
 *
 * A range is a lock on so many bytes of one file, by open file description: the kernel gives it
 * back however the arena ends. A byte is 1 while an arena uses its id. Where it is 1 without a lock
 * the arena was killed, and its bots may still run: they are ended before the id is given again,
 * and what they left in folders that everybody may write to is removed. An id that is 0 and whose
 * processes run nevertheless is somebody else's and left alone.
 *
 * Arenas in containers with a /run of their own do not see each other's, nor each other's
 * processes. */
#ifndef DOM_CORE_USERS_H
#define DOM_CORE_USERS_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t first; /* 0: bots run as the arena's own user                    */
    uint32_t count;
    int fd;                   /* holds the range; -1 without one               */
    bool is_left;             /* processes of it could not be ended            */
    const char *host_program; /* borrowed: it sweeps                           */
} dom_core_bot_users;

/* Are there user ids for bots: are we root, and does our user namespace have them? */
bool dom_core_bot_users_are_there(void);

/* Reserve `count` user ids, also of groups, in a row, of which no process runs; nothing where there
 * are none. Returns DOM_OK; DOM_E_LIMIT when none are left; DOM_E_IO. */
dom_rc dom_core_bot_users_reserve(dom_core_bot_users *users, uint32_t count,
                                  const char *host_program, dom_err *err);

/* End what the bot with the id first + `index` left, whose host could not do it. DOM_E_IO when it
 * does not end. */
dom_rc dom_core_bot_users_sweep(dom_core_bot_users *users, uint32_t index, dom_err *err);

/* Give the range back, after the last bot; may be called twice, or with fd -1. */
void dom_core_bot_users_release(dom_core_bot_users *users);

#endif
