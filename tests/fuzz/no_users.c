/* users.h of the core for targets that start no process: bots have no users of their own. */
#include "users.h"

#include "core/core.h"

dom_rc dom_core_check_users(dom_err *err, dom_err *remedy)
{
    (void)err, (void)remedy;
    return DOM_OK;
}

dom_rc dom_core_check_run_base(dom_err *err, dom_err *remedy)
{
    (void)err, (void)remedy;
    return DOM_OK;
}

bool dom_core_bot_users_are_there(void)
{
    return false;
}

dom_rc dom_core_bot_users_reserve(dom_core_bot_users *users, uint32_t count,
                                  const char *host_program, dom_err *err)
{
    (void)users, (void)count, (void)host_program, (void)err;
    return DOM_OK;
}

dom_rc dom_core_bot_users_sweep(dom_core_bot_users *users, uint32_t index, dom_err *err)
{
    (void)users, (void)index, (void)err;
    return DOM_OK;
}

void dom_core_bot_users_release(dom_core_bot_users *users)
{
    (void)users;
}
