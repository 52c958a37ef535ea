/* What the reports of shards say together, and of a shard that has not reported for a while. */
#include "spring.h"

#include "base/now.h"
#include "shard/shard_status.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>

#define PLAN "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
enum { MINUTE_MS = 60000, HOUR_MS = 60 * MINUTE_MS };

/* Writes the folder of one shard with a report of this age. */
static void write_folder(const scratch *s, dom_shard_state state, int64_t age_ms, int64_t every_ms)
{
    dom_err err = {.rc = DOM_OK};
    dom_shard_bot bots[] = {{"greedy", "greedy", "ab12", PLAN}, {"random", "random", "ab13", PLAN}};
    dom_shard_plan plan = {.id = PLAN,
                           .tournament = "spring",
                           .program = "1",
                           .machine = "x86_64",
                           .shards = 1,
                           .sets = 8,
                           .matches = 16,
                           .created_ms = 1,
                           .bot_count = 2,
                           .bots = bots};
    dom_shard_range all = {1, 8};
    dom_shard_part part = {.shard = 1, .matches = 16, .sets = {.item = &all, .count = 1}};
    dom_shard_report report = {.plan = PLAN,
                               .shard = 1,
                               .run = "0a1b2c3d",
                               .sequence = 3,
                               .state = state,
                               .done = 4,
                               .here = 4,
                               .total = 16,
                               .played_ms = 1000,
                               .every_ms = every_ms,
                               .updated_ms = dom_now_ms() - age_ms,
                               .hash = PLAN};
    scratch_folder(s, "done");
    scratch_folder(s, "shards");
    cr_assert(eq(int, dom_shard_plan_write(&plan, s->path, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, dom_shard_part_write(&part, s->path, PLAN, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, dom_shard_report_write(&report, s->path, &err), DOM_OK), "%s", err.text);
}

Test(shard_status, a_shard_that_has_not_reported_for_long_is_silent)
{
    static const struct {
        dom_shard_state told;
        int64_t age_ms, every_ms;
        dom_shard_state shown;
    } rows[] = {
        {DOM_SHARD_RUNNING, 4 * MINUTE_MS, MINUTE_MS / 2, DOM_SHARD_RUNNING},
        {DOM_SHARD_RUNNING, 6 * MINUTE_MS, MINUTE_MS / 2, DOM_SHARD_SILENT},
        {DOM_SHARD_RUNNING, 6 * MINUTE_MS, 0, DOM_SHARD_SILENT},
        {DOM_SHARD_RUNNING, 3 * HOUR_MS, HOUR_MS, DOM_SHARD_RUNNING},
        {DOM_SHARD_RUNNING, 5 * HOUR_MS, HOUR_MS, DOM_SHARD_SILENT},
        {DOM_SHARD_RUNNING, -5 * HOUR_MS, MINUTE_MS, DOM_SHARD_RUNNING}, /* a clock is ahead */
        {DOM_SHARD_INTERRUPTED, 5 * HOUR_MS, MINUTE_MS, DOM_SHARD_INTERRUPTED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        scratch s;
        dom_err err = {.rc = DOM_OK};
        dom_shard_status status;
        scratch_open(&s);
        write_folder(&s, rows[i].told, rows[i].age_ms, rows[i].every_ms);
        cr_assert(eq(int, dom_shard_status_read(&status, s.path, &err), DOM_OK), "%s", err.text);
        cr_expect(eq(int, status.shard[0].state, rows[i].shown), "row %zu", i);
        bool runs = rows[i].shown == DOM_SHARD_RUNNING;
        cr_expect(eq(u32, status.running, runs ? 1 : 0));
        cr_expect(eq(u32, status.silent, rows[i].shown == DOM_SHARD_SILENT ? 1 : 0));
        cr_expect(eq(dbl, status.per_s, runs ? 4 : 0));
        dom_shard_status_clear(&status);
        scratch_close(&s);
    }
}

/* ---- several reports --------------------------------------------------------------------- */

SCRATCH_SUITE(shard_status_sums);

static dom_shard_status status;
static int64_t begin_ms; /* the time at which the test began */

/* Writes a report of a run that has played so many matches of its shard, all in this time. */
static void report(uint32_t shard, const char *run, dom_shard_state state, uint64_t done,
                   int64_t played_ms, int64_t age_ms)
{
    dom_shard_report r = spring_report(shard, run, state);
    begin_ms = begin_ms ? begin_ms : dom_now_ms();
    r.done = r.here = done;
    r.total = SPRING_MATCHES;
    r.faults = 1;
    r.played_ms = played_ms;
    r.updated_ms = begin_ms - age_ms;
    (void)snprintf(r.where, sizeof r.where, "node of %s", run);
    (void)snprintf(r.text, sizeof r.text, "text of %s", run);
    expect_ok(dom_shard_report_write(&r, spring_folder(), &last_err));
}

static void read_status(void)
{
    dom_shard_status_clear(&status);
    expect_ok(dom_shard_status_read(&status, spring_folder(), &last_err));
}

Test(shard_status_sums, matches_and_rates_of_all_shards_are_added)
{
    spring_plan(&s, 1);
    read_status();
    cr_expect(eq(u32, status.waiting, 2));
    cr_expect(zero(u64, status.done));
    cr_expect(eq(dbl, status.left_s, -1), "nobody plays");
    cr_expect(not(status.shard[0].is_begun));
    cr_expect(eq(u64, status.shard[0].total, 6));
    report(1, "00000001", DOM_SHARD_RUNNING, 4, 2000, 0);
    read_status();
    cr_expect(eq(u32, status.running, 1));
    cr_expect(eq(u32, status.waiting, 1));
    cr_expect(status.shard[0].is_begun);
    cr_expect(eq(dbl, status.per_s, 2));
    cr_expect(eq(dbl, status.left_s, 4), "8 matches");
    report(2, "00000002", DOM_SHARD_FAILED, 1, 1000, 0);
    report(0, "00000003", DOM_SHARD_RUNNING, 4, 2000, 0);
    report(3, "00000004", DOM_SHARD_RUNNING, 4, 1000, 0); /* of no shard of the plan */
    read_status();
    cr_expect(eq(u32, status.failed, 1));
    cr_expect(zero(u32, status.waiting));
    cr_expect(eq(dbl, status.per_s, 4));
    cr_expect(eq(u64, status.extra, 4), "of what was missing");
    cr_expect(eq(u64, status.done, 9));
    cr_expect(eq(u64, status.faults, 3));
    cr_expect(eq(dbl, status.left_s, 0.75));
    dom_shard_status_clear(&status);
}

/* The run of what was missing has played more than is now missing. */
Test(shard_status_sums, no_more_is_done_than_was_planned)
{
    spring_plan(&s, 1);
    report(1, "00000001", DOM_SHARD_DONE, 9, 1000, 0);
    report(2, "00000002", DOM_SHARD_INTERRUPTED, 4, 1000, 0);
    report(0, "00000003", DOM_SHARD_RUNNING, 3, 1000, 0);
    read_status();
    cr_expect(eq(u64, status.shard[0].done, 6));
    cr_expect(eq(u32, status.finished, 1));
    cr_expect(eq(u32, status.interrupted, 1));
    cr_expect(eq(u64, status.done, SPRING_MATCHES));
    cr_expect(eq(dbl, status.left_s, 0));
    dom_shard_status_clear(&status);
}

Test(shard_status_sums, the_report_that_says_most_of_a_shard_is_shown)
{
    static const struct {
        dom_shard_state state;
        uint64_t done;
        int64_t age_ms;
    } rows[] = {
        /* each says more than the one before */
        {DOM_SHARD_RUNNING, 4, 9},
        {DOM_SHARD_FAILED, 4, 8},
        {DOM_SHARD_INTERRUPTED, 5, 900},
        {DOM_SHARD_DONE, 3, 900},
    };
    for (unsigned k = 1; k < sizeof rows / sizeof *rows; k++)
        for (unsigned is_swapped = 0; is_swapped < 2; is_swapped++) {
            spring_plan(&s, 1);
            report(2, is_swapped ? "00000002" : "00000001", rows[k].state, rows[k].done, 1,
                   rows[k].age_ms);
            report(2, is_swapped ? "00000001" : "00000002", rows[k - 1].state, rows[k - 1].done, 1,
                   rows[k - 1].age_ms);
            read_status();
            const dom_shard_line *line = &status.shard[1];
            cr_expect(eq(int, line->state, rows[k].state), "row %u", k);
            cr_expect(eq(u64, line->done, rows[k].done));
            cr_expect(eq(u64, line->faults, 2), "of both");
            cr_expect(eq(str, (char *)line->where,
                         (char *)(is_swapped ? "node of 00000002" : "node of 00000001")));
            cr_expect(eq(str, (char *)line->text,
                         (char *)(is_swapped ? "text of 00000002" : "text of 00000001")));
            cr_assert(zero(int, remove(spring_at("arena.db"))));
        }
    dom_shard_status_clear(&status);
}

/* The list of reports is full then: nothing is read behind its end. */
Test(shard_status_sums, the_last_shard_may_have_eight_runs)
{
    char run[16];
    spring_plan(&s, 1);
    for (unsigned n = 1; n <= 8; n++) {
        (void)snprintf(run, sizeof run, "%08x", n);
        report(2, run, DOM_SHARD_INTERRUPTED, n < 6 ? n : 6, 1, 0);
    }
    read_status();
    cr_expect(eq(u64, status.shard[1].done, 6));
    cr_expect(eq(u64, status.faults, 8));
    cr_expect(eq(u32, status.interrupted, 1));
    dom_shard_status_clear(&status);
}
