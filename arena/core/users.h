/* User ids for bot processes, if root runs the arena. Each run reserves a range of ids of its own.
 * So two arenas that run at the same time never give two bots the same user, and no bot gets a user
 * whose processes still run.
 *
 * All arenas of a machine share one lock file, in which each id has one byte. A range is reserved
 * by a lock on its bytes (an open file description lock), which the kernel releases however the
 * arena ends. A byte is 1 while an arena uses its id:
 *
 *     locked               an arena that runs has reserved the id
 *     1, not locked        an arena was killed, and its bots may still run. Before the id is used
 *                          again, they are killed, and the files that they left in folders open to
 *                          everybody are removed.
 *     0, processes run     the id belongs to another program; it is left alone
 *     0, no process runs   the id is free
 *
 * Arenas in containers, each with its own /run, do not see each other's locks or processes. */
#ifndef DOM_CORE_USERS_H
#define DOM_CORE_USERS_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t first; /* the first id; 0: bots run as the user of the arena     */
    uint32_t count;
    int fd;                   /* the lock file that holds the range; -1: none  */
    bool is_left;             /* some processes of these users could not be killed */
    const char *host_program; /* borrowed; `domino-host --sweep` kills processes of these users */
} dom_core_bot_users;

/* Returns true if bots can have user ids of their own: root runs the arena, and its user namespace
 * has such ids. */
bool dom_core_bot_users_are_there(void);

/* Reserves `count` consecutive ids, for users and groups, that have no processes. If bots cannot
 * have ids of their own, reserves nothing and returns DOM_OK with first = 0. Returns DOM_OK;
 * DOM_E_LIMIT if no such range is free; DOM_E_IO; DOM_E_NOMEM. */
dom_rc dom_core_bot_users_reserve(dom_core_bot_users *users, uint32_t count,
                                  const char *host_program, dom_err *err);

/* Kills all processes of the user first + `index`, whose host died and could not do it, and removes
 * their files. Returns DOM_OK, or DOM_E_IO if they cannot be killed. Without a range it does
 * nothing. */
dom_rc dom_core_bot_users_sweep(dom_core_bot_users *users, uint32_t index, dom_err *err);

/* Releases the range after the last bot has ended. May be called twice, or with fd = -1. */
void dom_core_bot_users_release(dom_core_bot_users *users);

#endif
