/* How long a bot waited for a CPU, by made-up readings of what its processes used (time_budget.h).
 */
#include "time_budget.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

Test(host_cpu_wait, never_exceeds_the_time_in_which_the_bot_did_not_run)
{
    static const struct {
        dom_host_proc_usage before, now;
        int64_t passed, kept;
    } cases[] = {
        {{0}, {.ran_us = 20, .waited_us = 30}, 100, 30},
        {{.ran_us = 20, .waited_us = 30}, {.ran_us = 20, .waited_us = 30}, 100, 0}, /* slept */
        {{0}, {.ran_us = 100}, 100, 0},                                             /* computed   */
        {{0}, {.ran_us = 180, .waited_us = 50}, 100, 0},     /* on two CPUs */
        {{0}, {.ran_us = 60, .waited_us = 900}, 100, 40},    /* decoy threads gain nothing */
        {{0}, {.ran_us = 10, .is_runnable = true}, 100, 90}, /* the wait under way     */
        /* the kernel has forgotten CPU time */
        {{.ran_us = 500, .waited_us = 500}, {.ran_us = 20, .waited_us = 10}, 100, 0},
        {{.ran_us = 500}, {.ran_us = 20, .is_runnable = true}, 100, 0},
        {{.ran_us = 500}, {.ran_us = 500, .is_runnable = true, .is_torn = true}, 100, 0},
        {{.ran_us = 500}, {.ran_us = 500, .waited_us = 90, .is_untold = true}, 100, 0},
        /* CPU time of children is not reported yet: up to 20 ms for each process */
        {{.ran_us = 30000}, {.ran_us = 10001, .processes = 1, .is_runnable = true}, 100, 100},
        {{.ran_us = 30000}, {.ran_us = 9999, .processes = 1, .is_runnable = true}, 100, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect(eq(i64,
                     dom_host_cpu_wait_between(&cases[i].before, &cases[i].now, cases[i].passed),
                     cases[i].kept),
                  "row %zu", i);
}

/* The kernel reports more CPU time of children than time has passed. No part of it is lost. */
Test(host_cpu_wait, surplus_cpu_time_counts_at_the_next_reading)
{
    dom_host_proc_usage now = {
        .ran_us = 30000, .told_us = 20000, .processes = 1, .waited_us = 40000};
    dom_host_cpu_wait wait = {.since_us = 0};
    cr_expect(eq(i64, dom_host_cpu_wait_read(&wait, &now, 15000), 0));
    cr_expect(eq(i64, wait.ran_us, 15000));
    now.waited_us = 80000;
    cr_expect(eq(i64, dom_host_cpu_wait_read(&wait, &now, 30000), 0), "it ran all that time");
    now.waited_us = 120000;
    cr_expect(eq(i64, dom_host_cpu_wait_read(&wait, &now, 40000), 10000));
}

Test(host_cpu_wait, clocks_are_read_where_the_time_without_an_ask_begins_and_ends)
{
    static const struct {
        bool was_asked, is_asked;
        int64_t now_us;
        bool is_read;
    } cases[] = {
        {false, false, 900000, false}, {true, true, 900000, false}, {true, false, 900000, true},
        {true, false, 0, true},        {false, true, 10000, false}, {false, true, 10001, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_host_cpu_wait wait = {.is_asked = cases[i].was_asked};
        cr_expect(eq(int, dom_host_cpu_wait_set_asked(&wait, cases[i].is_asked, cases[i].now_us),
                     cases[i].is_read),
                  "row %zu", i);
        cr_expect(eq(int, wait.is_asked, cases[i].is_asked), "row %zu", i);
    }
}

/* A bot that slept has started no process. */
Test(host_cpu_wait, a_time_without_an_ask_is_skipped)
{
    static const struct {
        int64_t idle_ran_us, ran_us; /* since the last reading: when it ceased to wait, and now */
        bool is_read;
    } cases[] = {
        {3000, 3000, false}, {3000, 4000, false}, {3000, 4001, true},
        {-1, 3000, true},    {3000, -1, true},    {-1, -1, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const dom_host_proc_usage reading = {.ran_us = 70000, .clock_count = 1};
        dom_host_cpu_wait wait = {.is_asked = true};
        (void)dom_host_cpu_wait_read(&wait, &reading, 100000);
        (void)dom_host_cpu_wait_set_asked(&wait, false, 110000);
        cr_expect(not(dom_host_cpu_wait_resume(&wait, cases[i].idle_ran_us, 110000)));
        cr_assert(dom_host_cpu_wait_set_asked(&wait, true, 500000));
        cr_expect(
            eq(int, dom_host_cpu_wait_resume(&wait, cases[i].ran_us, 500000), cases[i].is_read),
            "row %zu", i);
        cr_expect(eq(i64, wait.since_us, cases[i].is_read ? 100000 : 500000), "row %zu", i);
        cr_expect(eq(i64, wait.ran_us, 70000 + (cases[i].is_read ? 0 : cases[i].ran_us)), "row %zu",
                  i);
    }
}

/* A reading in between knows all processes that were started before it. */
Test(host_cpu_wait, a_reading_without_an_ask_begins_the_comparison_anew)
{
    dom_host_proc_usage reading = {.ran_us = 70000, .clock_count = 1};
    dom_host_cpu_wait wait = {.is_asked = true};
    (void)dom_host_cpu_wait_set_asked(&wait, false, 110000);
    (void)dom_host_cpu_wait_resume(&wait, 5000, 110000);
    (void)dom_host_cpu_wait_read(&wait, &reading, 200000);
    cr_assert(dom_host_cpu_wait_set_asked(&wait, true, 500000));
    cr_expect(not(dom_host_cpu_wait_resume(&wait, 90, 500000)));
    reading.clock_count = 0;
    (void)dom_host_cpu_wait_read(&wait, &reading, 600000);
    cr_expect(dom_host_cpu_wait_resume(&wait, 90, 700000), "it knows no process");
}
