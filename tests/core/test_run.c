/* Whole runs: how they begin, stop, continue and end. */
#include "shell_run.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

SHELL_RUN_SUITE(core_run);

Test(core_run, every_match_is_played_and_every_process_told_to_leave)
{
    run_to_end(NULL);
    cr_expect(eq(u64, progress.total, 6));
    cr_expect(zero(int, heard.by_fault));
    cr_expect(zero(int, heard.faults));
    cr_expect(zero(u64, progress.skipped));
    cr_expect(ge(u64, progress.decisions, 6));
    cr_expect(eq(u32, progress.bots, 2));
    cr_expect(zero(u32, progress.starting));
    cr_expect(zero(int, progress.signal_number));
    cr_expect(ge(int, heard.ends, heard.hellos));
    cr_expect(eq(int, heard.told_to_leave, heard.ends));
}

/* Many sets, of which AHEAD matches more than were reported may begin: so most are still to be
 * played when the first match is reported. */
enum { AHEAD = 4, SETS_TO_STOP = 10 };

static void run_and_stop(void)
{
    set_pair(GOOD, GOOD, SETS_TO_STOP);
    orders.ahead = AHEAD;
    run();
    cr_expect(ge(int, heard.matches, 1));
    cr_expect(lt(u64, progress.done, progress.total));
}

/* Nothing is in the way any more. */
static void run_the_rest(void)
{
    heard_news before = heard;
    orders = (hook_orders){.stop_after = NEVER, .signal_after = NEVER, .last_match = UINT64_MAX};
    run_to_end(before.of_match);
    cr_expect(eq(u64, progress.here, progress.total - (uint64_t)before.matches));
}

Test(core_run, a_stopped_run_is_continued)
{
    orders.stop_after = 1;
    orders.stop_how = DOM_CORE_STOP_NOW;
    run_and_stop();
    cr_expect(eq(int, last_err.rc, DOM_E_INTERRUPTED));
    cr_expect(zero(int, heard.faults), "a match that the arena ended costs nothing");
    run_the_rest();
}

Test(core_run, a_signal_ends_a_run_after_the_matches_under_way)
{
    char text[64];
    orders.signal_after = 1;
    run_and_stop();
    cr_expect(eq(int, last_err.rc, DOM_E_INTERRUPTED));
    cr_expect(eq(int, progress.signal_number, SIGINT));
    (void)snprintf(text, sizeof text, "interrupted; %d of %d matches were played", heard.matches,
                   2 * SETS_TO_STOP);
    cr_expect(eq(str, last_err.text, text));
    run_the_rest();
}

Test(core_run, a_played_out_run_begins_nothing_more)
{
    orders.stop_after = 1;
    orders.stop_how = DOM_CORE_STOP_PLAYED_OUT;
    run_and_stop();
    cr_expect(zero(chr, last_err.text[0]), "%s", last_err.text);
}

Test(core_run, no_match_after_the_last_allowed_one_begins)
{
    orders.last_match = 3;
    run();
    cr_expect(zero(chr, last_err.text[0]), "%s", last_err.text);
    cr_expect(eq(u64, progress.done, 3));
    for (int n = 1; n <= 3; n++)
        cr_expect(eq(int, heard.of_match[n], 1));
}

/* Their order may differ: a match whose bots are ready may begin before an earlier one whose bots
 * still start. */
Test(core_run, with_one_table_one_match_is_played_after_the_other)
{
    t.concurrency = 1;
    run();
    cr_expect(lt(int, 2, heard.matches));
    cr_expect(zero(int, heard.overlaps));
}

Test(core_run, without_a_given_concurrency_all_is_played_too)
{
    t.concurrency = 0;
    set_pair(GOOD, GOOD, 20);
    run_to_end(NULL);
    cr_expect(eq(u64, progress.total, 40));
}

Test(core_run, bots_may_be_pinned_to_cores)
{
    t.pins_cores = true;
    t.concurrency = 0;
    run_to_end(NULL);
}

static cpu_set_t own_cpus(void)
{
    cpu_set_t own;
    cr_assert(zero(int, sched_getaffinity(0, sizeof own, &own)));
    return own;
}

/* Does what a host does that moves the core. */
static void move_to_one_cpu(void *context, const dom_core_hello *hello)
{
    cpu_set_t one = own_cpus();
    for (size_t cpu = 0; CPU_COUNT(&one) > 1; cpu++)
        CPU_CLR(cpu, &one);
    cr_assert(zero(int, sched_setaffinity(0, sizeof one, &one)));
    heard.hellos++;
}

Test(core_run, a_core_that_was_moved_has_all_its_cpus_again_after_the_run)
{
    cpu_set_t before = own_cpus();
    spec.observer.on_hello = move_to_one_cpu;
    run_to_end(NULL);
    cpu_set_t after = own_cpus();
    bool is_free = CPU_EQUAL(&before, &after);
    cr_expect(lt(int, 0, (int)heard.hellos));
    cr_expect(is_free);
}

/* A set of a variant with this number of seats, which is played by so many bots of one kind. */
static void set_table(const char *variant, int seats, const char *script)
{
    const char *scripts[BOTS_MAX];
    for (int i = 0; i < seats; i++)
        scripts[i] = script;
    cr_assert(eq(int, dom_variant_find(&t.variants[0], variant, &last_err), DOM_OK));
    plan.variant[0].seats = (uint8_t)seats;
    set_bots(seats, scripts);
    t.sets = plan.stage[0].sets = 1;
}

Test(core_run, four_bots_sit_at_one_table)
{
    set_table("block-4", 4, GOOD);
    run_to_end(NULL);
    cr_expect(eq(u64, progress.total, 4));
    cr_expect(zero(int, heard.faults));
}

Test(core_run, with_one_table_a_bot_has_one_process_for_each_seat)
{
    t.concurrency = 1;
    run_to_end(NULL);
    cr_expect(eq(int, heard.ends, 4));
}

Test(core_run, the_processes_of_the_next_match_start_while_this_one_is_played)
{
    t.concurrency = 1;
    set_pair(GOOD, GOOD, 1);
    run_to_end(NULL);
    cr_expect(eq(int, heard.ends, 4), "two for each match of the set");
    for (int64_t id = 1; id <= 4; id++) {
        dom_store_process p;
        cr_assert(eq(int, dom_store_process_find(store, id, &p, &last_err), DOM_OK), "%s",
                  last_err.text);
        cr_expect(le(i64, p.started_ms, heard.first_end_ms));
    }
}

Test(core_run, in_a_check_each_seat_of_a_bot_has_one_process)
{
    t.concurrency = 0;
    spec.trial.is_one_at_a_time = true;
    set_pair(GOOD, GOOD, 20);
    run_to_end(NULL);
    cr_expect(eq(u64, progress.total, 40));
    cr_expect(eq(int, heard.ends, 4));
}

/* ---- signals ---------------------------------------------------------------- */

static void send_signal(int number)
{
    cr_assert(zero(int, kill(getpid(), number)));
    orders.was_sent = true;
}

/* Sends both signals as soon as a match is under way. */
static void send_two(void *context, const dom_core_progress *p)
{
    heard.reports += orders.was_sent;
    if (p->tables == 0 || orders.was_sent)
        return;
    send_signal(SIGINT);
    send_signal(SIGTERM);
}

/* The next report of progress would be due after 200 ms. A busy machine may be slower than that, so
 * there are several tries. */
Test(core_run, a_signal_is_noticed_before_the_next_report_is_due)
{
    enum { TRIES = 20 };
    spec.observer.on_progress = send_two;
    set_pair(SILENT, SILENT, 1);
    heard.reports = 0;
    for (int i = 0; i < TRIES && heard.reports != 1; i++) {
        orders.was_sent = false;
        run();
        cr_assert(eq(int, last_err.rc, DOM_E_INTERRUPTED));
    }
    cr_expect(eq(int, heard.reports, 1), "only the report at the end");
}

/* Sends a signal as soon as a match is under way, and then allows more matches. Sends another one
 * after some reports. */
static void send_and_allow(void *context, const dom_core_progress *p)
{
    enum { REPORTS = 3 };
    heard.reports += orders.was_sent;
    if (p->tables > 0 && !orders.was_sent) {
        send_signal(SIGINT);
        orders.last_match = 2;
    } else if (heard.reports == REPORTS) {
        send_signal(SIGTERM);
    }
}

Test(core_run, a_run_that_is_being_stopped_sleeps)
{
    enum { TURNS_MAX = 200 };
    spec.observer.on_progress = send_and_allow;
    orders.last_match = 1;
    set_pair(SILENT, SILENT, 1);
    run();
    cr_expect(eq(int, last_err.rc, DOM_E_INTERRUPTED));
    cr_expect(lt(int, heard.turns, TURNS_MAX));
}

/* ---- open files ------------------------------------------------------------- */

static void limit_files(rlim_t soft, rlim_t hard)
{
    struct rlimit files = {soft, hard};
    cr_assert(zero(int, setrlimit(RLIMIT_NOFILE, &files)));
}

static struct rlimit limit_of_files(void)
{
    struct rlimit files;
    cr_assert(zero(int, getrlimit(RLIMIT_NOFILE, &files)));
    return files;
}

/* Returns how many files a run on the cores of this process needs. */
static rlim_t files_needed(void)
{
    cpu_set_t allowed = own_cpus();
    long cores = sysconf(_SC_NPROCESSORS_ONLN), most = CPU_COUNT(&allowed);
    return dom_core_files_needed((uint32_t)(cores < most ? cores : most));
}

Test(core_run, the_soft_limit_of_open_files_is_raised)
{
    rlim_t hard = limit_of_files().rlim_max;
    limit_files(30, hard);
    set_pair(GOOD, GOOD, 1);
    run_to_end(NULL);
    cr_expect(ge(u64, limit_of_files().rlim_cur, dom_core_files_needed(1)));
    cr_expect(eq(u64, limit_of_files().rlim_max, hard));
}

Test(core_run, a_sufficient_limit_of_open_files_stays)
{
    limit_files(4000, 4000);
    set_pair(GOOD, GOOD, 1);
    run_to_end(NULL);
    cr_expect(eq(u64, limit_of_files().rlim_cur, 4000));
}

Test(core_run, the_hard_limit_of_open_files_may_be_just_what_is_needed)
{
    limit_files(30, files_needed());
    set_pair(GOOD, GOOD, 1);
    run_to_end(NULL);
}

static void expect_too_few_files(rlim_t needed, rlim_t had)
{
    char text[128];
    run();
    limit_files(had, had); /* of which this test needs some */
    cr_expect(eq(int, last_err.rc, DOM_E_LIMIT));
    (void)snprintf(text, sizeof text,
                   "this run needs %d open files and may have %d: the hard limit", (int)needed,
                   (int)had);
    cr_expect(ne(ptr, strstr(last_err.text, text), NULL), "%s", last_err.text);
}

Test(core_run, too_low_a_hard_limit_of_open_files_is_named)
{
    rlim_t needed = files_needed();
    limit_files(30, needed - 1);
    expect_too_few_files(needed, needed - 1);
    limit_files(30, 40);
    expect_too_few_files(needed, 40);
}

Test(core_run, every_seat_of_a_remote_bot_needs_one_more_open_file)
{
    rlim_t needed = files_needed();
    limit_files(30, needed + 1);
    bots[1].transport = DOM_CORE_TRANSPORT_REMOTE;
    expect_too_few_files(needed + 2, needed + 1);
}

/* 64 processes, 4 more for each core, and 32 files of the arena itself. */
Test(core_run, the_number_of_open_files_depends_on_the_cores)
{
    cr_expect(eq(u32, dom_core_files_needed(1), 100));
    cr_expect(eq(u32, dom_core_files_needed(10), 136));
}

/* ---- processes of others ---------------------------------------------------- */

Test(core_run, a_child_that_this_process_had_before_lives_on)
{
    pid_t child = fork();
    if (child == 0)
        for (;;)
            pause();
    set_pair(GOOD, GOOD, 1);
    run_to_end(NULL);
    cr_expect(zero(int, waitpid(child, NULL, WNOHANG)));
    (void)kill(child, SIGKILL);
    (void)waitpid(child, NULL, 0);
}
