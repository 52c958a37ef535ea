/* What is noted while a pass is played. */
#include "conformance_internal.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *copy_of(const void *log, size_t size)
{
    return strndup(log, size);
}

static const dom_conformance_words words = {.log_text = copy_of};
static const dom_conformance_spec spec = {.words = &words};
static dom_conformance_pass pass;
static dom_conformance_report report;
static dom_conformance_check_run run;
static dom_core_observer observer;

static void set_up(void)
{
    memset(&report, 0, sizeof report);
    strcpy(report.bot, "mine");
    pass = (dom_conformance_pass){.last_match = 0};
    run = (dom_conformance_check_run){.spec = &spec, .report = &report, .now = {.pass = &pass}};
    run.aside.stop_fd = -1;
    observer = dom_conformance_observer(&run);
}

TestSuite(conformance_observe, .init = set_up);

static dom_core_stop_request wish(void)
{
    return dom_conformance_control(&run).stop_request(&run);
}

Test(conformance_observe, the_slowest_hello_without_a_probe_counts)
{
    static const struct {
        uint32_t bot;
        unsigned probes;
        int64_t ms, longest;
    } rows[] = {{0, 0, 30, 30}, {0, 0, 20, 30}, {1, 0, 90, 30}, {0, 1, 2000, 30}, {0, 0, 31, 31}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_core_hello hello = {.bot = (int)rows[i].bot,
                                .startup_ms = rows[i].ms,
                                .max_tables = 4,
                                .batch = 2,
                                .language = "C"};
        pass.probes = rows[i].probes;
        observer.on_hello(&run, &hello);
        cr_expect(eq(i64, report.startup_ms, rows[i].longest), "row %zu", i);
    }
    cr_expect(run.now.has_hello);
    cr_expect(eq(i32, report.max_tables, 4));
    cr_expect(eq(i32, report.batch, 2));
    cr_expect(eq(str, report.language, "C"));
}

Test(conformance_observe, an_opponent_has_no_hello)
{
    observer.on_hello(&run, &(dom_core_hello){.bot = 1, .max_tables = 4, .language = "C"});
    cr_expect(not(run.now.has_hello));
    cr_expect(zero(i32, report.max_tables));
}

/* A process that was told `bye` is counted, and an end by itself ends the pass. */
Test(conformance_observe, ends_are_counted_or_end_the_pass)
{
    static const struct {
        const char *what;
        dom_core_end end;
        int byes, late;
        bool is_fault;
    } rows[] = {
        {"in time", {.was_leaving = true, .said_hello = true}, 1, 0, false},
        {"late", {.was_leaving = true, .said_hello = true}, 1, 1, false},
        {"before its hello", {.was_leaving = true}, 0, 0, false},
        {"of an opponent", {.bot = 1, .was_leaving = true, .said_hello = true}, 0, 0, false},
        {"which starts again",
         {.was_leaving = true, .said_hello = true, .starts_again = true},
         0,
         0,
         false},
        {"for which a match paid",
         {.said_hello = true, .code = DOM_FAULT_CRASH, .is_paid = true},
         0,
         0,
         false},
        {"without a fault", {.said_hello = true}, 0, 0, false},
        {"a fault of an opponent", {.bot = 1, .code = DOM_FAULT_CRASH}, 0, 0, false},
        {"a crash when leaving",
         {.was_leaving = true, .said_hello = true, .code = DOM_FAULT_CRASH},
         1,
         0,
         false},
        {"a crash", {.said_hello = true, .code = DOM_FAULT_CRASH}, 0, 0, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_core_end end = rows[i].end;
        end.ending = rows[i].late ? DOM_ENDING_ARENA : DOM_ENDING_EXIT;
        end.text = "how it ended";
        end.log = (const uint8_t *)"";
        set_up();
        observer.on_end(&run, &end);
        cr_expect(eq(int, run.tally.byes, rows[i].byes), "%s", rows[i].what);
        cr_expect(eq(int, run.tally.late_byes, rows[i].late), "%s", rows[i].what);
        cr_expect(eq(int, run.now.has_erred, rows[i].is_fault), "%s", rows[i].what);
        cr_expect(eq(int, run.now.left.is_there, rows[i].is_fault), "%s", rows[i].what);
        cr_expect(eq(int, wish(), rows[i].is_fault ? DOM_CORE_STOP_NOW : DOM_CORE_STOP_NOT), "%s",
                  rows[i].what);
        free(run.now.left.details);
    }
}

Test(conformance_observe, the_first_end_is_kept_and_what_follows_is_not_counted)
{
    dom_core_end first = {.code = DOM_FAULT_SPAWN,
                          .text = "it did not start",
                          .log = (const uint8_t *)"no such file",
                          .log_size = 7};
    dom_core_end second = {.code = DOM_FAULT_CRASH,
                           .text = "it crashed",
                           .log = (const uint8_t *)"other",
                           .log_size = 5};
    observer.on_end(&run, &first);
    observer.on_end(&run, &second);
    observer.on_end(&run, &(dom_core_end){.was_leaving = true, .said_hello = true});
    cr_expect(eq(int, run.now.left.code, DOM_FAULT_SPAWN));
    cr_expect(eq(str, run.now.left.text, "it did not start"));
    cr_expect(eq(str, run.now.left.details, "no such"));
    cr_expect(zero(int, run.tally.byes));
    free(run.now.left.details);
}

Test(conformance_observe, a_fault_of_the_bot_ends_the_pass)
{
    observer.on_fault(&run, &(dom_core_fault){.bot = "random#2"});
    cr_expect(eq(int, wish(), DOM_CORE_STOP_NOT));
    observer.on_fault(&run, &(dom_core_fault){.bot = "mine"});
    cr_expect(eq(int, wish(), DOM_CORE_STOP_NOW));
    observer.on_fault(&run, &(dom_core_fault){.bot = "random#2"});
    cr_expect(eq(int, wish(), DOM_CORE_STOP_NOW));
}

/* The other process has closed its end of the pipe, or was killed. */
Test(conformance_observe, a_pass_that_is_played_aside_ends_when_nobody_waits_for_it)
{
    int stop[2];
    cr_assert(zero(int, pipe(stop)));
    run.aside = (dom_conformance_aside){.is_here = true, .stop_fd = stop[0]};
    cr_expect(eq(int, wish(), DOM_CORE_STOP_NOT));
    cr_assert(zero(int, close(stop[1])));
    cr_expect(eq(int, wish(), DOM_CORE_STOP_NOW));
    run.aside.is_here = false;
    cr_expect(eq(int, wish(), DOM_CORE_STOP_NOT), "this is the other process");
    cr_assert(zero(int, close(stop[0])));
}

Test(conformance_observe, a_pass_may_have_a_last_match)
{
    dom_core_control control = dom_conformance_control(&run);
    cr_expect(eq(u64, control.last_match(&run), UINT64_MAX));
    pass.last_match = 1;
    cr_expect(eq(u64, control.last_match(&run), 1));
}
