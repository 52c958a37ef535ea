#include "leave.h"

void leave_tell(leave *l, int64_t now_us)
{
    *l = (leave){.is_told = true, .wait = patience_begin(now_us, LEAVE_BYE_US)};
}

void leave_forgive(leave *l, int64_t now_us, int64_t us)
{
    patience_forgive(&l->wait, now_us, us);
}

leave_step leave_press(leave *l, int64_t now_us)
{
    if (now_us < leave_deadline(l))
        return LEAVE_WAIT;
    l->is_killed = l->is_terminated;
    if (l->is_killed)
        return LEAVE_KILL;
    patience_go_on(&l->wait, now_us, LEAVE_TERM_US);
    l->is_terminated = true;
    return LEAVE_TERMINATE;
}

int64_t leave_deadline(const leave *l)
{
    return l->is_told && !l->is_killed ? l->wait.until_us : INT64_MAX;
}
