#include "leave.h"

void leave_tell(leave *l, int64_t now_us)
{
    *l = (leave){.is_told = true, .next_us = now_us + LEAVE_BYE_US};
}

void leave_forgive(leave *l, int64_t us)
{
    if (leave_deadline(l) == INT64_MAX)
        return;
    if (us > LEAVE_FORGIVEN_MAX_US - l->forgiven_us)
        us = LEAVE_FORGIVEN_MAX_US - l->forgiven_us;
    l->forgiven_us += us;
    l->next_us += us;
}

leave_step leave_press(leave *l, int64_t now_us)
{
    if (now_us < leave_deadline(l))
        return LEAVE_WAIT;
    l->next_us = l->is_terminated ? INT64_MAX : now_us + LEAVE_TERM_US;
    if (l->is_terminated)
        return LEAVE_KILL;
    l->is_terminated = true;
    return LEAVE_TERMINATE;
}

int64_t leave_deadline(const leave *l)
{
    return l->is_told ? l->next_us : INT64_MAX;
}
