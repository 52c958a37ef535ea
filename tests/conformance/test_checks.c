/* Checks whose result depends on all passes together. tests/e2e/test_check.py tests the others. */
#include "conformance_internal.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

static dom_conformance_report report;
static dom_conformance_spec spec;
static dom_conformance_check_run check_run;
static int announced;

static void count(void *context, const dom_conformance_report *r, dom_conformance_check check)
{
    announced++;
}

static void set_up(void)
{
    memset(&report, 0, sizeof report);
    spec = (dom_conformance_spec){.on_finding = count};
    check_run = (dom_conformance_check_run){.spec = &spec, .report = &report};
    announced = 0;
}

TestSuite(conformance_checks, .init = set_up);

Test(conformance_checks, few_late_byes_are_a_remark_and_many_a_failure)
{
    static const struct {
        int byes, late;
        dom_conformance_result result;
        const char *text;
    } cases[] = {
        {0, 0, DOM_CONFORMANCE_NOT_TRIED, ""},
        {1, 0, DOM_CONFORMANCE_PASSED, "all 1 processes ended after `bye`"},
        {7, 0, DOM_CONFORMANCE_PASSED, "all 7 processes ended after `bye`"},
        {3, 1, DOM_CONFORMANCE_PASSED,
         "1 of 3 processes did not end within 2 s of `bye`, and the arena ended them; for so few, "
         "a busy machine may be the cause"},
        {3, 2, DOM_CONFORMANCE_FAILED,
         "2 of 3 processes did not end within 2 s of `bye`, and the arena ended them"},
        {100, 10, DOM_CONFORMANCE_PASSED,
         "10 of 100 processes did not end within 2 s of `bye`, and the arena ended them; for so "
         "few, a busy machine may be the cause"},
        {100, 11, DOM_CONFORMANCE_FAILED,
         "11 of 100 processes did not end within 2 s of `bye`, and the arena ended them"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set_up();
        check_run.tally.byes = cases[i].byes;
        check_run.tally.late_byes = cases[i].late;
        dom_conformance_check_bye(&check_run);
        const dom_conformance_finding *f = &report.finding[DOM_CONFORMANCE_BYE];
        cr_expect(eq(int, f->result, cases[i].result), "%d of %d", cases[i].late, cases[i].byes);
        cr_expect(eq(str, (char *)f->text, (char *)cases[i].text));
        cr_expect(eq(int, announced, 1));
    }
}

Test(conformance_checks, a_hello_passes_the_handshake_and_says_what_the_bot_takes)
{
    static const struct {
        int tables, batch;
        const char *text;
    } cases[] = {{1, 1,
                  "hello after 40 ms at most; up to 1 table at the same time, up to 1 ask per "
                  "message"},
                 {2, 16,
                  "hello after 40 ms at most; up to 2 tables at the same time, up to 16 asks per "
                  "message"}};
    const dom_conformance_finding *f = &report.finding[DOM_CONFORMANCE_HANDSHAKE];
    dom_conformance_check_handshake(&check_run);
    cr_expect(eq(int, f->result, DOM_CONFORMANCE_NOT_TRIED), "there was no hello");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set_up();
        check_run.now.has_hello = true;
        report.startup_ms = 40;
        report.max_tables = cases[i].tables;
        report.batch = cases[i].batch;
        dom_conformance_check_handshake(&check_run);
        cr_expect(eq(int, f->result, DOM_CONFORMANCE_PASSED));
        cr_expect(eq(str, (char *)f->text, (char *)cases[i].text));
    }
    dom_conformance_find(&check_run, DOM_CONFORMANCE_HANDSHAKE, DOM_CONFORMANCE_FAILED, "too late");
    dom_conformance_check_handshake(&check_run);
    cr_expect(eq(int, f->result, DOM_CONFORMANCE_FAILED));
}

Test(conformance_checks, latencies_are_percentiles_by_nearest_rank)
{
    check_run.tally.us = malloc(1000 * sizeof *check_run.tally.us);
    cr_assert(check_run.tally.us != NULL);
    for (uint32_t i = 0; i < 1000; i++)
        check_run.tally.us[i] = 1000 - i;
    report.asks = 1000;
    report.finding[DOM_CONFORMANCE_ASKS].result = DOM_CONFORMANCE_PASSED;
    dom_conformance_check_deadlines(&check_run);
    const dom_conformance_latency *l = &report.latency;
    cr_expect(eq(u32, l->p50, 500));
    cr_expect(eq(u32, l->p90, 900));
    cr_expect(eq(u32, l->p99, 990));
    cr_expect(eq(u32, l->p999, 999));
    cr_expect(eq(u32, l->max, 1000));
    cr_expect(eq(int, report.finding[DOM_CONFORMANCE_DEADLINES].result, DOM_CONFORMANCE_PASSED));
    free(check_run.tally.us);
}

Test(conformance_checks, deadlines_are_not_decided_without_enough_asks)
{
    dom_conformance_check_deadlines(&check_run);
    cr_expect(eq(int, report.finding[DOM_CONFORMANCE_DEADLINES].result, DOM_CONFORMANCE_NOT_TRIED));
    cr_expect(eq(u32, report.latency.max, 0));
    cr_expect(eq(int, announced, 1));
}

Test(conformance_checks, a_report_passes_only_if_every_check_has_passed)
{
    for (int check = 0; check < DOM_CONFORMANCE_CHECKS; check++)
        report.finding[check].result = DOM_CONFORMANCE_PASSED;
    cr_expect(dom_conformance_has_passed(&report));
    report.finding[DOM_CONFORMANCE_BYE].result = DOM_CONFORMANCE_NOT_TRIED;
    cr_expect(not(dom_conformance_has_passed(&report)));
}

Test(conformance_checks, a_report_may_be_cleared_again)
{
    report.finding[DOM_CONFORMANCE_BYE].details = strdup("what it printed");
    report.finding[DOM_CONFORMANCE_ASKS].fault = json_object();
    report.asks = 7;
    dom_conformance_clear(&report);
    cr_expect(zero(u64, report.asks));
    cr_expect(eq(ptr, report.finding[DOM_CONFORMANCE_BYE].details, NULL));
    dom_conformance_clear(&report);
}
