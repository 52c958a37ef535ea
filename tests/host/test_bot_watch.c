/* Which connections, exits and uses of resources become faults, and when. The session, the
 * processes and their readings are replaced here. */
#include "bot_watch.h"

#include "cpu_watch.h"
#include "sandbox.h"
#include "spawn.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SECOND = 1000000, STARTUP_MS = 1000, MEMORY_MB = 100, PROCESSES = 10 };

static dom_host_state h;
static dom_host_transport transport;
static bool is_connected, has_hello, is_stopped_inside, is_timed, will_ask, is_asked;
static dom_fault fault;
static const char *fault_text;
static dom_host_spawn_state bot_state;
static int exit_status; /* as of waitpid */
static int64_t credit_due_us, waited_us, credited_us;
static int looks;

/* ---- what is replaced ------------------------------------------------------- */

static bool tell_connected(dom_host_transport *t)
{
    return is_connected;
}

bool dom_host_session_has_hello(const dom_host_session *s)
{
    return has_hello;
}

void dom_host_session_fail(dom_host_session *s, dom_fault code, const char *text)
{
    static char kept[DOM_IPC_REASON_BYTES];
    fault = code;
    (void)snprintf(kept, sizeof kept, "%s", text);
    fault_text = kept;
}

int dom_host_session_tables(const dom_host_session *s)
{
    return 1;
}

bool dom_host_session_is_timed(const dom_host_session *s)
{
    return is_timed;
}

bool dom_host_session_will_ask(const dom_host_session *s, int64_t now_us)
{
    return will_ask;
}

int64_t dom_host_session_credit_due(const dom_host_session *s)
{
    return credit_due_us;
}

void dom_host_session_credit(dom_host_session *s, int64_t us, int64_t now_us)
{
    credited_us += us;
}

dom_host_spawn_state dom_host_spawn_reap(pid_t pid, dom_sandbox sandbox, int *status)
{
    *status = exit_status;
    return bot_state;
}

bool dom_host_spawn_is_stopped_inside(pid_t pid)
{
    return is_stopped_inside;
}

int64_t dom_host_cpu_watch_read(dom_host_cpu_wait *wait, const dom_host_thread_turns *turns,
                                int64_t now_us)
{
    looks++;
    wait->since_us = now_us;
    return waited_us;
}

bool dom_host_cpu_watch_set_asked(dom_host_cpu_wait *wait, bool is_asked_now, int64_t now_us)
{
    is_asked = is_asked_now;
    return false;
}

/* ---- setting up ------------------------------------------------------------- */

static void begin(void)
{
    transport.is_connected = tell_connected;
    h.bot.transport = &transport;
    h.bot.spec.limits.startup_ms = STARTUP_MS;
    h.bot.spec.memory_mb = MEMORY_MB;
    h.bot.spec.processes = PROCESSES;
    h.signal_fd = h.bot.log_fd = -1;
    h.connection.lost_us = credit_due_us = DOM_HOST_NEVER;
    dom_host_timers_init(&h.timers);
    is_connected = has_hello = true;
}

TestSuite(host_bot_watch, .init = begin);

static void begin_watch(bool is_remote)
{
    h.bot.spec.is_remote = is_remote;
    dom_host_bot_watch_begin(&h, 0);
}

/* Watches the connection at `now_us`, and returns the fault so far. */
static dom_fault connected(bool is, int64_t now_us)
{
    is_connected = is;
    dom_host_bot_watch_connection(&h, now_us);
    return fault;
}

/* ---- the connection --------------------------------------------------------- */

Test(host_bot_watch, a_remote_bot_may_be_away_for_startup_ms_in_total)
{
    begin_watch(true);
    cr_expect(eq(int, connected(true, 0), DOM_FAULT_NONE));
    cr_expect(not(dom_host_bot_watch_is_lost(&h)));
    (void)connected(false, SECOND);
    (void)connected(false, SECOND + 100000);
    cr_expect(dom_host_bot_watch_is_lost(&h));
    cr_expect(not(dom_host_bot_watch_is_ending(&h)), "it may connect again");
    (void)connected(true, SECOND + 400000);
    cr_expect(not(dom_host_bot_watch_is_lost(&h)));
    cr_expect(eq(int, connected(true, 10 * SECOND), DOM_FAULT_NONE));
    (void)connected(false, 10 * SECOND);
    cr_expect(eq(int, connected(false, 10 * SECOND + 600000), DOM_FAULT_NONE));
    cr_expect(eq(int, connected(false, 10 * SECOND + 600001), DOM_FAULT_CRASH));
    cr_expect(eq(str, (char *)fault_text,
                 (char *)"its connection was lost, in all for longer than startup_ms"));
}

Test(host_bot_watch, after_bye_a_lost_connection_is_the_exit_of_a_remote_bot)
{
    begin_watch(true);
    h.shutdown.is_told = true;
    (void)connected(true, 0);
    cr_expect(not(h.exit.is_seen));
    (void)connected(false, SECOND);
    cr_expect(h.exit.is_seen);
    cr_expect(eq(int, connected(false, 9 * SECOND), DOM_FAULT_NONE));
}

Test(host_bot_watch, a_local_bot_without_a_connection_has_a_second_to_exit)
{
    begin_watch(false);
    (void)connected(true, 0);
    cr_expect(not(dom_host_bot_watch_is_ending(&h)));
    (void)connected(false, SECOND);
    cr_expect(dom_host_bot_watch_is_ending(&h));
    cr_expect(eq(int, connected(false, 2 * SECOND - 1), DOM_FAULT_NONE));
    cr_expect(eq(int, connected(false, 2 * SECOND), DOM_FAULT_PROTOCOL));
}

Test(host_bot_watch, a_bot_of_which_only_the_sandbox_is_left_is_waited_for)
{
    begin_watch(false);
    h.bot.spec.sandbox = DOM_SANDBOX_BWRAP;
    h.usage.cpu_wait.last.living = DOM_HOST_SANDBOX_PROCESSES;
    (void)connected(false, SECOND);
    cr_expect(eq(int, connected(false, 2 * SECOND), DOM_FAULT_NONE));
    cr_expect(eq(int, connected(false, 9 * SECOND), DOM_FAULT_NONE));
    h.usage.cpu_wait.last.living++;
    cr_expect(eq(int, connected(false, 10 * SECOND), DOM_FAULT_PROTOCOL));
}

Test(host_bot_watch, a_local_bot_that_exits_in_time_is_at_no_fault)
{
    begin_watch(false);
    (void)connected(false, SECOND);
    bot_state = DOM_HOST_SPAWN_EXITED;
    dom_host_bot_watch_exit(&h, SECOND + 500000);
    cr_expect(eq(int, connected(false, 9 * SECOND), DOM_FAULT_NONE));
}

Test(host_bot_watch, after_bye_a_local_bot_may_close_its_connection)
{
    begin_watch(false);
    h.shutdown.is_told = true;
    cr_expect(eq(int, connected(false, SECOND), DOM_FAULT_NONE));
    cr_expect(eq(int, connected(false, 9 * SECOND), DOM_FAULT_NONE));
}

Test(host_bot_watch, before_the_hello_no_connection_is_lost)
{
    begin_watch(false);
    has_hello = false;
    (void)connected(false, SECOND);
    cr_expect(not(dom_host_bot_watch_is_lost(&h)));
    cr_expect(eq(int, connected(false, 9 * SECOND), DOM_FAULT_NONE));
}

/* ---- the exit --------------------------------------------------------------- */

Test(host_bot_watch, a_bot_that_was_stopped_is_at_fault)
{
    begin_watch(false);
    dom_host_bot_watch_exit(&h, SECOND);
    cr_expect(eq(int, fault, DOM_FAULT_NONE), "it runs");
    bot_state = DOM_HOST_SPAWN_STOPPED;
    dom_host_bot_watch_exit(&h, SECOND);
    cr_expect(eq(int, fault, DOM_FAULT_STALL));
    cr_expect(not(h.exit.is_seen));
}

Test(host_bot_watch, the_last_messages_of_a_bot_are_waited_for)
{
    begin_watch(false);
    bot_state = DOM_HOST_SPAWN_EXITED;
    dom_host_bot_watch_exit(&h, SECOND);
    cr_expect(h.exit.is_seen);
    cr_expect(dom_host_bot_watch_is_ending(&h));
    cr_expect(not(dom_host_timers_has_come(&h.timers, DOM_HOST_TIMER_LINGER, SECOND + 100000)));
    cr_expect(dom_host_timers_has_come(&h.timers, DOM_HOST_TIMER_LINGER, SECOND + 100001));
    dom_host_bot_watch_exit(&h, SECOND + 50000);
    cr_expect(dom_host_timers_has_come(&h.timers, DOM_HOST_TIMER_LINGER, SECOND + 100001),
              "a second exit changes nothing");
}

Test(host_bot_watch, an_end_by_a_sigterm_of_others_is_told_half_a_second_later)
{
    static const struct {
        const char *what;
        int status;
        bool is_told, is_later;
    } cases[] = {{"a signal", SIGTERM, false, true},
                 {"the status of a signal", (128 + SIGTERM) << 8, false, true},
                 {"another signal", SIGSEGV, false, false},
                 {"another status", 1 << 8, false, false},
                 {"the arena's own signal", SIGTERM, true, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin_watch(false);
        h.exit.is_seen = false;
        h.shutdown.is_told = cases[i].is_told;
        bot_state = DOM_HOST_SPAWN_EXITED;
        exit_status = cases[i].status;
        dom_host_bot_watch_exit(&h, SECOND);
        int64_t at = SECOND + (cases[i].is_later ? 500001 : 100001);
        cr_expect(not(dom_host_timers_has_come(&h.timers, DOM_HOST_TIMER_LINGER, at - 1)), "%s",
                  cases[i].what);
        cr_expect(dom_host_timers_has_come(&h.timers, DOM_HOST_TIMER_LINGER, at), "%s",
                  cases[i].what);
        cr_expect(eq(int, h.exit.was_stopped, cases[i].is_later), "%s", cases[i].what);
    }
}

/* ---- what it prints --------------------------------------------------------- */

Test(host_bot_watch, what_a_bot_prints_is_kept_to_its_end)
{
    static uint8_t kept[DOM_HOST_LOG_BYTES_MAX];
    int out[2];
    cr_assert(zero(int, pipe(out)));
    cr_assert(eq(int, (int)write(out[1], "hello", 5), 5));
    (void)close(out[1]);
    h.bot.log_fd = out[0];
    dom_host_bot_watch_log(&h);
    cr_expect(eq(int, h.bot.log_fd, -1));
    cr_assert(eq(sz, dom_host_log_write(&h.log, kept), 5));
    cr_expect(zero(int, memcmp(kept, "hello", 5)));
    cr_expect(eq(int, close(out[0]), -1), "the descriptor is left open");
}

/* ---- what it uses ----------------------------------------------------------- */

static const struct {
    dom_sandbox level;
    int memory_mb, threads;
    const char *said; /* NULL: no fault */
} uses[] = {
    {DOM_SANDBOX_LIMITS, MEMORY_MB, PROCESSES, NULL},
    {DOM_SANDBOX_LIMITS, MEMORY_MB + 1, 1, "it uses 101 MB of memory; allowed: 100"},
    {DOM_SANDBOX_LIMITS, 1, PROCESSES + 1, "it runs 11 processes and threads; allowed: 10"},
    {DOM_SANDBOX_BWRAP, 1, PROCESSES + DOM_HOST_SANDBOX_PROCESSES, NULL},
    {DOM_SANDBOX_BWRAP, 1, PROCESSES + DOM_HOST_SANDBOX_PROCESSES + 1,
     "it runs 11 processes and threads; allowed: 10"},
    {DOM_SANDBOX_NONE, MEMORY_MB + 1, PROCESSES + 1, NULL},
};

Test(host_bot_watch, the_limits_of_memory_and_processes)
{
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        begin_watch(false);
        fault = DOM_FAULT_NONE;
        h.bot.spec.sandbox = uses[i].level;
        h.usage.cpu_wait.last.resident_bytes = (int64_t)uses[i].memory_mb << 20;
        h.usage.cpu_wait.last.threads = uses[i].threads;
        dom_host_bot_watch_limits(&h, SECOND);
        cr_expect(eq(int, fault, uses[i].said ? DOM_FAULT_RESOURCE : DOM_FAULT_NONE), "row %zu", i);
        if (uses[i].said)
            cr_expect(eq(str, (char *)fault_text, (char *)uses[i].said), "row %zu", i);
    }
}

Test(host_bot_watch, a_bot_that_was_stopped_inside_bubblewrap_is_at_fault)
{
    begin_watch(false);
    is_stopped_inside = true;
    dom_host_bot_watch_credit(&h, SECOND);
    dom_host_bot_watch_limits(&h, SECOND);
    cr_expect(eq(int, fault, DOM_FAULT_NONE));
    h.bot.spec.sandbox = DOM_SANDBOX_BWRAP;
    dom_host_bot_watch_credit(&h, SECOND + 1); /* no reading is due */
    dom_host_bot_watch_limits(&h, SECOND + 1);
    cr_expect(eq(int, fault, DOM_FAULT_NONE));
    dom_host_bot_watch_credit(&h, 4 * SECOND);
    dom_host_bot_watch_limits(&h, 4 * SECOND);
    cr_expect(eq(int, fault, DOM_FAULT_STALL));
}

Test(host_bot_watch, a_stopped_bot_is_found_before_it_would_be_blamed_for_its_time)
{
    begin_watch(false);
    is_stopped_inside = true;
    h.bot.spec.sandbox = DOM_SANDBOX_BWRAP;
    dom_host_bot_watch_credit(&h, 1);
    dom_host_bot_watch_limits(&h, 1);
    cr_expect(eq(int, fault, DOM_FAULT_NONE), "not due yet");
    credit_due_us = 2;
    dom_host_bot_watch_credit(&h, 2);
    dom_host_bot_watch_limits(&h, 2);
    cr_expect(eq(int, fault, DOM_FAULT_STALL));
}

/* Returns how many readings a credit at this time makes. */
static int looks_at(int64_t now_us)
{
    looks = 0;
    dom_host_bot_watch_credit(&h, now_us);
    return looks;
}

Test(host_bot_watch, what_it_uses_is_read_when_that_is_due_or_the_bot_is_about_to_pay)
{
    begin_watch(false);
    cr_expect(zero(int, looks_at(1)));
    credit_due_us = 1000;
    cr_expect(zero(int, looks_at(999)));
    cr_expect(eq(int, looks_at(1000), 1));
    cr_expect(zero(int, looks_at(1000)), "it was read just now");
    credit_due_us = DOM_HOST_NEVER;
    cr_expect(eq(int, looks_at(SECOND), 1));
    h.bot.spec.is_remote = true;
    cr_expect(zero(int, looks_at(2 * SECOND)), "its processes are elsewhere");
}

Test(host_bot_watch, a_wait_for_a_cpu_also_extends_the_wait_for_the_exit)
{
    begin_watch(false);
    (void)connected(false, SECOND);
    waited_us = 300000;
    dom_host_bot_watch_credit(&h, 2 * SECOND);
    cr_expect(eq(i64, credited_us, waited_us));
    cr_expect(eq(int, connected(false, 2 * SECOND + 299999), DOM_FAULT_NONE));
    cr_expect(eq(int, connected(false, 2 * SECOND + 300000), DOM_FAULT_PROTOCOL));
}

/* An ask that goes out in this turn counts already: the bot may think before the host runs again.
 */
Test(host_bot_watch, the_arena_waits_from_the_turn_in_which_it_asks)
{
    static const struct {
        bool is_timed, will_ask, is_ending, is_asked;
    } cases[] = {
        {false, false, false, false}, {true, false, false, true}, {false, true, false, true},
        {true, true, false, true},    {false, true, true, false}, {true, false, true, true},
    };
    begin_watch(false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        is_timed = cases[i].is_timed;
        will_ask = cases[i].will_ask;
        h.exit.is_seen = cases[i].is_ending;
        dom_host_bot_watch_set_asked(&h, SECOND);
        cr_expect(eq(int, is_asked, cases[i].is_asked), "row %zu", i);
    }
}
