#include "leave.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

enum { TOLD_US = 5000000 };

static leave told(void)
{
    leave l = {.is_told = false};
    leave_tell(&l, TOLD_US);
    return l;
}

Test(host_leave, nobody_is_pressed_who_was_not_told)
{
    leave l = {.is_told = false};
    leave_forgive(&l, TOLD_US, 1);
    cr_expect(eq(i64, leave_deadline(&l), INT64_MAX));
    cr_expect(eq(int, (int)leave_press(&l, TOLD_US), LEAVE_WAIT));
    cr_expect(not(l.is_terminated));
}

Test(host_leave, is_pressed_twice)
{
    leave l = told();
    int64_t at = TOLD_US + LEAVE_BYE_US;
    cr_expect(eq(i64, leave_deadline(&l), at));
    cr_expect(eq(int, (int)leave_press(&l, at - 1), LEAVE_WAIT));
    cr_expect(eq(int, (int)leave_press(&l, at), LEAVE_TERMINATE));
    cr_expect(l.is_terminated);
    at += LEAVE_TERM_US;
    cr_expect(eq(i64, leave_deadline(&l), at));
    cr_expect(eq(int, (int)leave_press(&l, at - 1), LEAVE_WAIT));
    cr_expect(eq(int, (int)leave_press(&l, at), LEAVE_KILL));
    cr_expect(eq(i64, leave_deadline(&l), INT64_MAX));
    cr_expect(eq(int, (int)leave_press(&l, at + 1), LEAVE_WAIT));
}

Test(host_leave, a_busy_machine_gives_both_times_again)
{
    leave l = told();
    leave_forgive(&l, TOLD_US + LEAVE_BYE_US, LEAVE_BYE_US);
    int64_t at = TOLD_US + 2 * LEAVE_BYE_US;
    cr_expect(eq(int, (int)leave_press(&l, at - 1), LEAVE_WAIT));
    cr_expect(eq(int, (int)leave_press(&l, at), LEAVE_TERMINATE));
    leave_forgive(&l, at + LEAVE_TERM_US, LEAVE_TERM_US);
    at += 2 * LEAVE_TERM_US;
    cr_expect(eq(int, (int)leave_press(&l, at - 1), LEAVE_WAIT));
    cr_expect(eq(int, (int)leave_press(&l, at), LEAVE_KILL));
}

Test(host_leave, but_no_more_than_one_wait_does)
{
    leave l = told();
    int64_t at = TOLD_US + LEAVE_BYE_US + PATIENCE_FORGIVEN_MAX_US;
    leave_forgive(&l, at, INT64_MAX);
    cr_expect(eq(int, (int)leave_press(&l, at - 1), LEAVE_WAIT));
    cr_expect(eq(int, (int)leave_press(&l, at), LEAVE_TERMINATE));
    at += LEAVE_TERM_US;
    leave_forgive(&l, at, LEAVE_TERM_US);
    cr_expect(eq(i64, leave_deadline(&l), at), "both steps are one wait");
}
