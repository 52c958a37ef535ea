/* The list of descriptors for which the loop waits. */
#include "ready_list.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <sys/socket.h>
#include <unistd.h>

static dom_core_ready_list list;
static int near[2], far[2];
static dom_err err;

static void set_up(void)
{
    cr_assert(eq(int, dom_core_ready_list_open(&list, 2, &err), DOM_OK));
    for (int i = 0; i < 2; i++) {
        int pair[2];
        cr_assert(zero(int, socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair)));
        near[i] = pair[0];
        far[i] = pair[1];
        cr_assert(eq(int, dom_core_ready_list_add(&list, near[i], 10 + (uint32_t)i, &err), DOM_OK));
    }
}

static void tear_down(void)
{
    dom_core_ready_list_close(&list);
    for (int i = 0; i < 2; i++) {
        close(near[i]);
        close(far[i]);
    }
}

TestSuite(ready_list, .init = set_up, .fini = tear_down);

/* Returns the number of the only descriptor that is ready; -1 if none is. */
static int ready_now(void)
{
    int count = dom_core_ready_list_wait(&list, 0);
    cr_assert(le(int, count, 1));
    return count == 1 ? (int)list.ready[0].data.u32 : -1;
}

Test(ready_list, it_has_what_can_be_read)
{
    cr_expect(eq(int, ready_now(), -1));
    cr_assert(eq(int, (int)write(far[1], "x", 1), 1));
    cr_expect(eq(int, ready_now(), 11));
    cr_expect(eq(int, ready_now(), 11), "until it is read");
}

Test(ready_list, it_has_what_was_closed_at_the_other_end)
{
    close(far[0]);
    far[0] = -1;
    cr_expect(eq(int, ready_now(), 10));
}

Test(ready_list, it_has_what_can_be_sent_only_if_asked_to)
{
    dom_core_ready_list_watch_room(&list, near[0], 10, true);
    cr_expect(eq(int, ready_now(), 10));
    dom_core_ready_list_watch_room(&list, near[0], 10, false);
    cr_expect(eq(int, ready_now(), -1));
}

/* A descriptor that is closed stays in the kernel's list while a copy of it is open. */
Test(ready_list, what_was_removed_is_not_ready_though_a_copy_is_open)
{
    int copy = dup(near[0]);
    cr_assert(eq(int, (int)write(far[0], "x", 1), 1));
    dom_core_ready_list_remove(&list, near[0]);
    close(near[0]);
    cr_expect(eq(int, ready_now(), -1));
    near[0] = copy;
}

Test(ready_list, what_cannot_be_waited_for_is_refused)
{
    cr_expect(eq(int, dom_core_ready_list_add(&list, -1, 12, &err), DOM_E_IO));
    cr_expect(eq(int, dom_core_ready_list_add(&list, near[0], 12, &err), DOM_E_IO),
              "it is in the list already");
}
