/* What the thread that reports does while a shard plays, and at its end. */
#include "spring.h"

#include "base/text.h"
#include "reporter.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOOK_US = 10000 };

static scratch s;
static dom_shard_work work;
static char database[DOM_PATH_BYTES];
static dom_shard_reporter reporter;

/* What the run was told. */
static char notes[1000];
static atomic_bool was_told;

static void on_note(void *context, const char *text)
{
    size_t length = strlen(notes);
    (void)context;
    (void)snprintf(notes + length, sizeof notes - length, "%s\n", text);
    atomic_store(&was_told, true);
}

static const dom_shard_listener listener = {.on_note = on_note};

/* The folder has a plan, and the run has a database with a cycle. */
static void set_up(void)
{
    scratch_open(&s);
    spring_plan(&s, 1);
    dom_store_tournament t = spring();
    dom_text_copy(database, sizeof database, scratch_at(&s, "run.db"));
    dom_store *store = spring_store(database, &t);
    spring_add_matches(store, t.id, 1, 6);
    dom_store_close(&store);
    expect_ok(dom_shard_work_open(&work, &last_err));
}

static void clean_up(void)
{
    dom_shard_work_close(&work);
    scratch_close(&s);
}

TestSuite(shard_reporter, .init = set_up, .fini = clean_up);

/* Begins run 0000000b of shard 1. */
static void begin(int64_t interval_s)
{
    dom_shard_report first = spring_report(1, "0000000b", DOM_SHARD_RUNNING);
    first.sequence = 0;
    first.total = 6;
    reporter = (dom_shard_reporter){.folder = spring_folder(),
                                    .database = database,
                                    .work = &work,
                                    .listener = &listener,
                                    .interval_s = interval_s};
    expect_ok(dom_shard_reporter_begin(&reporter, &first, &last_err));
}

static dom_rc end(dom_shard_state state, const char *text)
{
    return dom_shard_reporter_end(&reporter, state, text, 0, &last_err);
}

/* Reads the report of a run of shard 1. */
static dom_shard_report report_of(const char *run)
{
    dom_shard_report report = spring_report(1, run, DOM_SHARD_FAILED);
    expect_ok(dom_shard_report_read_again(&report, spring_folder(), &last_err));
    return report;
}

/* Waits until the run has written so many reports with databases. */
static void wait_for_report(uint32_t sequence)
{
    while (report_of("0000000b").sequence < sequence)
        (void)usleep(LOOK_US);
}

static bool is_there(const char *name)
{
    return access(spring_at(name), F_OK) == 0;
}

Test(shard_reporter, reports_say_how_far_the_run_is_and_the_last_one_how_it_ended)
{
    begin(1);
    dom_shard_report report = report_of("0000000b");
    cr_expect(zero(u32, report.sequence), "the first report has no database");
    cr_expect(eq(str, report.hash, (char *)""));
    dom_shard_reporter_tell(&reporter, 4, 6, 3, 2, 1500);
    while (report_of("0000000b").done < 4)
        (void)usleep(LOOK_US);
    report = report_of("0000000b");
    cr_expect(eq(int, report.state, DOM_SHARD_RUNNING));
    cr_expect(eq(u64, report.done, 4));
    cr_expect(eq(u64, report.total, 6));
    cr_expect(eq(u64, report.here, 3));
    cr_expect(eq(u64, report.faults, 2));
    cr_expect(eq(i64, report.played_ms, 1500));
    cr_expect(eq(sz, strlen(report.hash), DOM_FS_FILE_HASH_BYTES - 1));
    dom_shard_reporter_tell(&reporter, 6, 6, 5, 2, 2500);
    expect_ok(end(DOM_SHARD_DONE, "all is played"));
    report = report_of("0000000b");
    cr_expect(eq(int, report.state, DOM_SHARD_DONE));
    cr_expect(eq(str, report.text, (char *)"all is played"));
    cr_expect(eq(u64, report.done, 6));
    cr_expect(eq(str, notes, (char *)""));
}

/* Readers may just have read the name of the database before. */
Test(shard_reporter, the_database_of_the_report_before_stays)
{
    begin(1);
    wait_for_report(2);
    expect_ok(end(DOM_SHARD_DONE, ""));
    cr_expect(eq(int, scratch_count(spring_at("done")), 3), "the report and two databases");
    cr_expect(not(is_there("done/0001-0000000b-1.db")));
}

Test(shard_reporter, a_run_that_ends_before_its_first_report_is_reported)
{
    begin(3600);
    expect_ok(end(DOM_SHARD_INTERRUPTED, ""));
    cr_expect(is_there("done/0001-0000000b-1.db"));
    cr_expect(eq(int, scratch_count(spring_at("done")), 2));
    expect_ok(end(DOM_SHARD_DONE, "")); /* a second time changes nothing */
    cr_expect(eq(int, report_of("0000000b").state, DOM_SHARD_INTERRUPTED));
}

/* ---- rivals -------------------------------------------------------------------------------- */

static void write_rival(uint32_t shard, const char *run, dom_shard_state state, uint32_t sequence)
{
    dom_shard_report rival = spring_report(shard, run, state);
    rival.sequence = sequence;
    expect_ok(dom_shard_report_write(&rival, spring_folder(), &last_err));
}

Test(shard_reporter, a_run_continues_beside_runs_that_are_no_rivals)
{
    write_rival(1, "0000000a", DOM_SHARD_RUNNING, 7); /* it was killed before */
    begin(1);
    write_rival(1, "0000000c", DOM_SHARD_RUNNING, 7); /* it has to end */
    write_rival(2, "00000001", DOM_SHARD_RUNNING, 7); /* of another shard */
    write_rival(1, "00000002", DOM_SHARD_INTERRUPTED, 7);
    wait_for_report(1); /* after each report it looks for rivals */
    expect_ok(end(DOM_SHARD_DONE, ""));
    cr_expect(not(atomic_load(&reporter.has_to_end)));
    cr_expect(eq(str, notes, (char *)""));
}

Test(shard_reporter, a_run_ends_beside_one_of_its_shard_with_a_lower_id)
{
    write_rival(1, "0000000a", DOM_SHARD_RUNNING, 7);
    begin(1);
    write_rival(1, "0000000a", DOM_SHARD_RUNNING, 8);
    wait_for_report(1);
    expect_ok(end(DOM_SHARD_INTERRUPTED, ""));
    cr_expect(atomic_load(&reporter.has_to_end));
    cr_expect(eq(str, notes,
                 (char *)"shard 1 is also played by node1; this run ends, and nothing is lost\n"));
}

/* ---- a folder that fails ------------------------------------------------------------------- */

Test(shard_reporter, reports_that_fail_are_told_once_and_so_is_their_end)
{
    begin(1);
    cr_assert(zero(int, rename(spring_at("done"), spring_at("away"))));
    while (!atomic_load(&was_told))
        (void)usleep(LOOK_US);
    cr_assert(zero(int, rename(spring_at("away"), spring_at("done"))));
    wait_for_report(1);
    expect_ok(end(DOM_SHARD_DONE, ""));
    char *second = strchr(notes, '\n') + 1;
    cr_expect(strstr(notes, "no report was written, play continues and it is tried again: ") ==
                  notes,
              "%s", notes);
    cr_expect(eq(str, second, (char *)"reports are written again\n"));
}

Test(shard_reporter, what_cannot_be_reported_at_the_end_is_kept)
{
    char kept[DOM_PATH_BYTES], path[DOM_PATH_BYTES + 40];
    begin(3600);
    cr_assert(zero(int, rename(spring_at("done"), spring_at("away"))));
    expect_error(end(DOM_SHARD_DONE, ""), DOM_E_IO, "done/0001-0000000b-1.db");
    expect_ok(dom_shard_reporter_keep(&reporter, kept, &last_err));
    cr_expect(strstr(kept, "/kept-0001-0000000b") != NULL, "%s", kept);
    (void)snprintf(path, sizeof path, "%s/done", kept);
    cr_expect(eq(int, scratch_count(path), 2));
    cr_assert(zero(int, rename(path, spring_at("done"))));
    dom_shard_report report = report_of("0000000b");
    cr_expect(eq(int, report.state, DOM_SHARD_DONE));
}

Test(shard_reporter, a_run_of_another_plan_ends)
{
    begin(1);
    dom_shard_plan plan;
    expect_ok(dom_shard_plan_read(&plan, spring_folder(), &last_err));
    plan.id[0] = plan.id[0] == '0' ? '1' : '0';
    expect_ok(dom_shard_plan_write(&plan, spring_folder(), &last_err));
    dom_shard_plan_clear(&plan);
    while (!atomic_load(&reporter.has_to_end))
        (void)usleep(LOOK_US);
    expect_error(end(DOM_SHARD_INTERRUPTED, ""), DOM_E_ABSENT, "has another plan now");
    cr_expect(strstr(notes, "has another plan now") != NULL, "%s", notes);
    cr_expect(eq(ptr, strchr(notes, '\n') + 1, notes + strlen(notes)), "it is told once");
    cr_assert(zero(int, unlink(spring_at("plan.json"))));
    begin(3600);
    expect_error(end(DOM_SHARD_INTERRUPTED, ""), DOM_E_IO, "plan.json: is missing");
}
