/* Readings of what real child processes use, and how long they waited for a CPU. */
#include "cpu_watch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Starts a child that computes until it is killed. */
static pid_t start_spinner(void)
{
    pid_t pid = fork();
    volatile long n = 0;
    while (pid == 0)
        n++;
    return pid;
}

Test(host_proc_usage, a_reading_counts_the_descendants)
{
    dom_host_proc_usage before = dom_host_proc_usage_of_descendants(NULL);
    cr_assert(eq(int, before.threads, 0));
    pid_t pid = start_spinner();
    dom_host_proc_usage now = dom_host_proc_usage_of_descendants(NULL);
    while (now.ran_us < 1000)
        now = dom_host_proc_usage_of_descendants(NULL);
    cr_expect(eq(int, now.threads, before.threads + 1));
    cr_expect(ge(i64, now.resident_bytes, 4096));
    cr_expect(now.is_runnable);
    (void)kill(pid, SIGKILL);
    (void)waitpid(pid, NULL, 0);
}

Test(host_proc_usage, a_process_that_waits_for_its_parent_does_not_live)
{
    siginfo_t info;
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    cr_assert(zero(int, waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT)));
    dom_host_proc_usage now = dom_host_proc_usage_of_descendants(NULL);
    cr_expect(eq(int, now.processes, 1));
    cr_expect(eq(int, now.living, 0));
    (void)waitpid(pid, NULL, 0);
    pid_t spinner = start_spinner();
    now = dom_host_proc_usage_of_descendants(NULL);
    cr_expect(eq(int, now.living, 1));
    (void)kill(spinner, SIGKILL);
    (void)waitpid(spinner, NULL, 0);
}

enum { HELD_BYTES = 32 << 20 };

/* Uses shared memory, which RLIMIT_DATA does not count, and stays. */
static void *hold_memory(void *written_to)
{
    int shared = MAP_SHARED | MAP_ANONYMOUS;
    void *memory = mmap(NULL, HELD_BYTES, PROT_READ | PROT_WRITE, shared, -1, 0);
    if (memory != MAP_FAILED)
        memset(memory, 1, HELD_BYTES);
    (void)close(*(int *)written_to);
    while (pause() != 0)
        ;
    return written_to;
}

Test(host_proc_usage, a_process_whose_first_thread_has_ended_keeps_its_memory)
{
    static int done[2];
    char byte;
    pthread_t thread;
    cr_assert(zero(int, pipe(done)));
    pid_t pid = fork();
    if (pid == 0 && pthread_create(&thread, NULL, hold_memory, &done[1]) == 0)
        pthread_exit(NULL);
    (void)close(done[1]);
    cr_assert(zero(sz, (size_t)read(done[0], &byte, 1)), "the pipe closes when it is ready");
    cr_expect(ge(i64, dom_host_proc_usage_of_descendants(NULL).resident_bytes, HELD_BYTES));
    (void)kill(pid, SIGKILL);
    (void)waitpid(pid, NULL, 0);
}

enum { PIECE_US = 10000, PIECES = 8 };

/* Computes until the calling thread has used PIECE_US of CPU time. */
static void *compute(void *unused)
{
    struct timespec t;
    int64_t end = 0, now;
    do {
        (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        now = t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
        end = end ? end : now + PIECE_US;
    } while (now < end);
    return unused;
}

/* Different ways to compute in a thread or process that ends at once. */
static void in_thread(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, compute, NULL) == 0)
        (void)pthread_join(thread, NULL);
}

static void in_child(void)
{
    if (fork() == 0) {
        (void)compute(NULL);
        _exit(0);
    }
    (void)wait(NULL);
}

/* The parent ends first, so the test process adopts the child and waits for it. */
static void in_orphan(void)
{
    if (fork() == 0) {
        if (fork() == 0)
            (void)compute(NULL);
        _exit(0);
    }
    (void)wait(NULL);
}

static void in_child_nobody_waits_for(void)
{
    (void)signal(SIGCHLD, SIG_IGN);
    in_child();
}

/* Starts a process that computes PIECES pieces in this way and then lives on. Returns when it has
 * computed them. */
static pid_t start_relay(void (*piece)(void))
{
    int done[2];
    char byte;
    cr_assert(zero(int, pipe(done)));
    pid_t pid = fork();
    if (pid == 0) {
        for (int i = 0; i < PIECES; i++)
            piece();
        (void)close(done[1]);
        for (;;)
            (void)pause();
    }
    (void)close(done[1]);
    cr_assert(zero(sz, (size_t)read(done[0], &byte, 1)), "the pipe closes when it is ready");
    (void)close(done[0]);
    return pid;
}

static void end(pid_t pid)
{
    (void)kill(pid, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0)
        ;
}

Test(host_proc_usage, a_reading_counts_ended_threads_and_processes)
{
    static void (*const ways[])(void) = {in_thread, in_child, in_orphan};
    cr_assert(zero(int, prctl(PR_SET_CHILD_SUBREAPER, 1)));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        dom_host_proc_usage before = dom_host_proc_usage_of_descendants(NULL);
        pid_t pid = start_relay(ways[i]);
        while (waitpid(-1, NULL, WNOHANG) > 0)
            ;
        dom_host_proc_usage now = dom_host_proc_usage_of_descendants(NULL);
        cr_expect(ge(i64, now.ran_us - before.ran_us, PIECES * PIECE_US - 20000), "way %zu", i);
        cr_expect(not(now.is_untold));
        end(pid);
        dom_host_proc_usage after = dom_host_proc_usage_of_descendants(NULL);
        cr_expect(ge(i64, after.ran_us + 100, now.ran_us), "way %zu", i);
    }
}

Test(host_proc_usage, a_reading_says_when_the_kernel_forgets_ended_children)
{
    pid_t pid = start_relay(in_child_nobody_waits_for);
    cr_expect(dom_host_proc_usage_of_descendants(NULL).is_untold);
    end(pid);
}

Test(host_proc_usage, what_has_run_since_is_told_until_the_process_ends)
{
    pid_t pid = start_spinner();
    dom_host_proc_usage u = dom_host_proc_usage_of_descendants(NULL);
    cr_assert(eq(int, u.clock_count, 1));
    clockid_t clock;
    cr_assert(zero(int, clock_getcpuclockid(pid, &clock)));
    cr_expect(eq(int, u.clock[0].id, clock));
    while (dom_host_proc_usage_ran_since(&u) < 1000)
        ;
    end(pid);
    cr_expect(eq(i64, dom_host_proc_usage_ran_since(&u), -1));
    u.clock_count = 0;
    cr_expect(eq(i64, dom_host_proc_usage_ran_since(&u), -1), "no process is known");
}

/* The child idles until the ask and computes after it. The idle time must not become a credit. */
Test(host_proc_usage, idle_time_before_an_ask_is_not_credited)
{
    enum { ASKED_US = 1000000, THOUGHT_US = 60000 };
    int begin[2];
    cr_assert(zero(int, pipe(begin)));
    pid_t child = fork();
    if (child == 0) {
        char byte;
        while (read(begin[0], &byte, 1) != 1)
            ;
        for (;;)
            ;
    }
    dom_host_cpu_wait w = {.since_us = 0};
    (void)dom_host_cpu_watch_read(&w, NULL, 0);
    dom_host_cpu_watch_set_asked(&w, true, ASKED_US);
    cr_assert(eq(i64, write(begin[1], "x", 1), 1));
    while (dom_host_proc_usage_of_descendants(NULL).ran_us < w.last.ran_us + THOUGHT_US)
        ;
    cr_expect(le(i64, dom_host_cpu_watch_read(&w, NULL, ASKED_US + THOUGHT_US), 0));
    (void)kill(child, SIGKILL);
    (void)waitpid(child, NULL, 0);
}

/* The CPU time that a bot needs to start must not be taken for thinking, not even in a process that
 * no reading has seen yet. On a busy machine its first answer would be late otherwise. */
Test(host_proc_usage, the_cpu_time_of_a_new_process_before_an_ask_is_not_counted)
{
    enum { ASKED_US = 250000, STARTING_US = 30000 };
    for (int looks = 0; looks < 2; looks++) {
        dom_host_cpu_wait w = {.since_us = 0};
        if (looks > 0)
            (void)dom_host_cpu_watch_read(&w, NULL, 0);
        int64_t asked_at = w.last.ran_us + STARTING_US;
        pid_t child = fork();
        if (child == 0)
            for (;;)
                ;
        while (dom_host_proc_usage_of_descendants(NULL).ran_us < asked_at)
            ;
        dom_host_cpu_watch_set_asked(&w, true, ASKED_US);
        cr_expect(ge(i64, w.ran_us, asked_at), "%d looks before", looks);
        (void)kill(child, SIGKILL);
        (void)waitpid(child, NULL, 0);
    }
}

enum { SPLINTER_NS = 200000, LOOK_US = 2000, LONG_US = 400000, TICKS_US = 20000 };

static int64_t now_us(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000) + t.tv_nsec / 1000;
}

static void stay_on_one_cpu(void)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    (void)sched_setaffinity(0, sizeof one, &one);
}

/* Starts a process that computes without a pause, in children that end within one tick. */
static pid_t start_splinters(void)
{
    pid_t pid = fork();
    if (pid == 0)
        stay_on_one_cpu();
    while (pid == 0) {
        if (fork() == 0) {
            struct timespec t;
            do
                (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
            while (t.tv_nsec < SPLINTER_NS);
            _exit(0);
        }
        (void)wait(NULL);
    }
    return pid;
}

Test(host_proc_usage, frequent_readings_do_not_credit_more)
{
    dom_host_cpu_wait w = {0};
    pid_t pid = start_splinters();
    (void)dom_host_cpu_watch_read(&w, NULL, now_us());
    int64_t from_us = w.since_us, before_us = w.last.ran_us, kept_us = 0;
    while (w.last.ran_us < before_us + LONG_US) {
        (void)usleep(LOOK_US);
        kept_us += dom_host_cpu_watch_read(&w, NULL, now_us());
    }
    int64_t idled_us = w.since_us - from_us - (w.last.ran_us - before_us);
    cr_expect(le(i64, kept_us, idled_us + 2 * TICKS_US),
              "up to 20 ms are reported late at the beginning and at the end");
    end(pid);
}
