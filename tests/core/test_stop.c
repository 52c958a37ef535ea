/* Stop requests: signals, the caller's wish, and the wait for another process's writing. */
#include "stop.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static dom_core_spec spec;
static dom_core_run_state state;
static dom_core_stop stop;
static int waits;
static char told[200]; /* by on_stop */
static dom_core_stop_request request;

static void hear_wait(void *context, const char *text)
{
    waits++;
}

static void hear_stop(void *context, const char *text)
{
    cr_expect(zero(sz, strlen(told)), "told once");
    (void)snprintf(told, sizeof told, "%s", text);
}

static dom_core_stop_request ask(void *context)
{
    return request;
}

static void set_up(void)
{
    spec = (dom_core_spec){.observer = {.on_remark = hear_wait, .on_stop = hear_stop},
                           .control = {.stop_request = ask}};
    state = (dom_core_run_state){.spec = &spec, .now_us = 1000000};
    stop = (dom_core_stop){.signal_fd = -1};
    dom_core_stop_open(&stop);
}

static void tear_down(void)
{
    dom_core_stop_close(&stop);
    dom_core_stop_close(&stop);
}

TestSuite(stop, .init = set_up, .fini = tear_down);

static void receive(int signal_number)
{
    cr_assert(zero(int, kill(getpid(), signal_number)));
    dom_core_stop_read_signals(&stop, &state, true);
}

Test(stop, without_a_signal_nothing_stops)
{
    dom_core_stop_read_signals(&stop, &state, false);
    cr_expect(not(stop.is_stopping));
    cr_expect(not(stop.is_stopped));
    cr_expect(zero(int, state.progress.signal_number));
}

Test(stop, after_a_signal_matches_under_way_have_5_s_to_end)
{
    receive(SIGTERM);
    cr_expect(stop.is_stopping);
    cr_expect(not(stop.is_stopped));
    cr_expect(eq(int, state.progress.signal_number, SIGTERM));
    state.now_us += 4999999;
    dom_core_stop_read_signals(&stop, &state, true);
    cr_expect(not(stop.is_stopped));
    state.now_us++;
    dom_core_stop_read_signals(&stop, &state, true);
    cr_expect(stop.is_stopped);
}

Test(stop, a_second_signal_stops_at_once)
{
    receive(SIGINT);
    cr_expect(not(stop.is_stopped));
    receive(SIGINT);
    cr_expect(stop.is_stopped);
}

static bool is_blocked(int signal_number)
{
    sigset_t blocked;
    cr_assert(zero(int, sigprocmask(SIG_BLOCK, NULL, &blocked)));
    return sigismember(&blocked, signal_number) == 1;
}

Test(stop, a_third_signal_cannot_end_the_process)
{
    receive(SIGINT);
    receive(SIGINT);
    cr_assert(zero(int, kill(getpid(), SIGINT)));
    dom_core_stop_close(&stop);
    cr_expect(is_blocked(SIGINT));
    cr_expect(is_blocked(SIGTERM));
}

Test(stop, after_a_run_without_a_signal_the_caller_hears_signals_again)
{
    cr_expect(is_blocked(SIGINT));
    cr_expect(is_blocked(SIGTERM));
    dom_core_stop_close(&stop);
    cr_expect(not(is_blocked(SIGINT)));
    cr_expect(not(is_blocked(SIGTERM)));
}

Test(stop, without_matches_under_way_the_first_signal_stops_at_once)
{
    receive(SIGINT);
    dom_core_stop_read_signals(&stop, &state, false);
    cr_expect(stop.is_stopped);
}

Test(stop, after_a_signal_the_caller_is_told_once_for_what_the_run_waits)
{
    dom_core_stop_report(&stop, &state, 2);
    cr_expect(eq(str, told, ""), "there was no signal");
    receive(SIGINT);
    for (int i = 0; i < 2; i++)
        dom_core_stop_report(&stop, &state, 2);
    cr_expect(
        eq(str, told,
           "ending: 2 matches under way have 5 s to finish; press Ctrl-C again to end at once"));
}

/* For example, it has lost its patience with another process that writes to the database. */
Test(stop, of_a_run_that_has_failed_only_the_failure_is_told)
{
    receive(SIGINT);
    state.rc = DOM_E_IO;
    dom_core_stop_report(&stop, &state, 2);
    cr_expect(eq(str, told, ""));
}

Test(stop, a_batch_system_is_not_told_of_keys)
{
    receive(SIGTERM);
    dom_core_stop_report(&stop, &state, 1);
    cr_expect(
        eq(str, told,
           "ending: 1 match under way has 5 s to finish; a second signal ends the run at once"));
}

Test(stop, nothing_is_told_if_the_run_waits_for_nothing)
{
    cr_assert(zero(int, kill(getpid(), SIGINT)));
    dom_core_stop_read_signals(&stop, &state, false);
    dom_core_stop_report(&stop, &state, 0);
    cr_expect(eq(str, told, ""));
}

Test(stop, the_caller_may_ask)
{
    request = DOM_CORE_STOP_NOT;
    dom_core_stop_ask(&stop, &spec.control);
    cr_expect(not(stop.begins_nothing));
    cr_expect(not(stop.is_stopped));
    request = DOM_CORE_STOP_PLAYED_OUT;
    dom_core_stop_ask(&stop, &spec.control);
    cr_expect(stop.begins_nothing);
    cr_expect(not(stop.is_stopped));
    request = DOM_CORE_STOP_NOW;
    dom_core_stop_ask(&stop, &spec.control);
    cr_expect(stop.is_stopped);
    spec.control.stop_request = NULL;
    stop = (dom_core_stop){.signal_fd = stop.signal_fd};
    dom_core_stop_ask(&stop, &spec.control);
    cr_expect(not(stop.is_stopped), "no request means no stop");
}

Test(stop, the_caller_is_told_once_per_wait)
{
    static const struct {
        int64_t waited_ms;
        int waits;
    } calls[] = {{5000, 1}, {5000, 1}, {5200, 1}, {9000, 1}, {5100, 2}, {5300, 2}, {5000, 3}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        cr_expect(dom_core_stop_is_patient(&stop, &state, true, calls[i].waited_ms));
        cr_expect(eq(int, waits, calls[i].waits), "call %zu", i);
    }
    cr_expect(not(state.has_stopped_waiting));
}

Test(stop, a_signal_ends_the_wait)
{
    cr_assert(zero(int, kill(getpid(), SIGINT)));
    cr_expect(not(dom_core_stop_is_patient(&stop, &state, true, 5000)));
    cr_expect(state.has_stopped_waiting);
    cr_expect(zero(int, waits));
}
