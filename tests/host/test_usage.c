/* What a bot uses, and how long a busy machine kept it waiting. */
#include "usage.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

Test(host_usage, waiting_for_a_cpu_is_what_it_was_kept_waiting)
{
    static const struct {
        usage before, now;
        int64_t passed, kept;
    } cases[] = {
        {{0}, {.ran_us = 20, .waited_us = 30}, 100, 30},
        {{.ran_us = 20, .waited_us = 30}, {.ran_us = 20, .waited_us = 30}, 100, 0}, /* slept */
        {{0}, {.ran_us = 100}, 100, 0},                                             /* computed   */
        {{0}, {.ran_us = 180, .waited_us = 50}, 100, 0},     /* on two CPUs */
        {{0}, {.ran_us = 60, .waited_us = 900}, 100, 40},    /* decoys that wait buy nothing */
        {{0}, {.ran_us = 10, .is_runnable = true}, 100, 90}, /* the wait under way     */
        {{.ran_us = 500, .waited_us = 500}, {.ran_us = 20, .waited_us = 10}, 100, 0}, /* ended */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect(eq(i64, usage_kept_waiting_us(&cases[i].before, &cases[i].now, cases[i].passed),
                     cases[i].kept),
                  "row %zu", i);
}

/* A child that computes until it is ended. */
static pid_t start_spinner(void)
{
    pid_t pid = fork();
    volatile long n = 0;
    while (pid == 0)
        n++;
    return pid;
}

Test(host_usage, is_that_of_descendants)
{
    usage before = usage_of_descendants(NULL);
    cr_assert(eq(int, before.threads, 0));
    pid_t pid = start_spinner();
    usage now = usage_of_descendants(NULL);
    while (now.ran_us < 1000)
        now = usage_of_descendants(NULL);
    cr_expect(eq(int, now.threads, before.threads + 1));
    cr_expect(ge(i64, now.resident_bytes, 4096));
    cr_expect(now.is_runnable);
    (void)kill(pid, SIGKILL);
    (void)waitpid(pid, NULL, 0);
}
