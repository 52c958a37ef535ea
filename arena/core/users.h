/* User ids for the bot processes of an arena that root started: a range of its own,
 * so that two arenas at once give no two bots the same user.
 *
 * A range is a lock on so many bytes of one file, by open file description: the
 * kernel gives it back however the arena ends. Arenas in containers with a /run of
 * their own do not see each other's, nor each other's processes. */
#ifndef DOM_CORE_USERS_H
#define DOM_CORE_USERS_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t first; /* 0: bots run as the arena's own user                    */
    int fd;         /* holds the range; -1 without one                        */
} bot_users;

/* Are there user ids for bots: are we root, and does our user namespace have them? */
bool bot_users_are_there(void);

/* Reserve `count` user ids, also of groups, in a row; nothing where there are none.
 * Returns DOM_OK; DOM_E_LIMIT when other arenas leave none; DOM_E_IO. */
dom_rc bot_users_reserve(bot_users *users, uint32_t count, dom_err *err);

/* Give the range back; may be called twice, or with fd -1. */
void bot_users_release(bot_users *users);

#endif
