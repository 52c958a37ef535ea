/* What a merge joins, what it says of the rest, and which databases it refuses. */
#include "spring.h"

#include "report_database.h"
#include "shard/shard_merge.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

SCRATCH_SUITE(shard_merge);

static dom_shard_merged merged;

static void merge(uint64_t sets, size_t missing, size_t remarks)
{
    dom_shard_merged_clear(&merged);
    expect_ok(dom_shard_merge(&merged, spring_folder(), &last_err));
    cr_expect(eq(u64, merged.added.sets, sets));
    cr_expect(eq(u64, merged.added.matches, 2 * sets));
    cr_expect(eq(u64, dom_shard_set_list_size(&merged.missing), missing));
    cr_expect(eq(sz, merged.remarks.count, remarks));
}

/* Publishes what a run has played: these matches. */
static void publish(uint32_t shard, const char *run, dom_shard_state state, uint64_t first,
                    uint64_t last)
{
    dom_store_tournament t = spring();
    dom_shard_report report = spring_report(shard, run, state);
    spring_publish(&report, &t, first, last);
}

static dom_rc count_match(void *context, const dom_store_match *m)
{
    (void)m;
    ++*(int *)context;
    return DOM_OK;
}

/* Expects so many matches in arena.db; says whether its tournament is finished. */
static bool is_finished(int matches)
{
    dom_store *store;
    dom_store_tournament t;
    int count = 0;
    expect_ok(dom_store_open(&store, spring_at("arena.db"), DOM_STORE_READ, &last_err));
    expect_ok(dom_store_tournament_find(store, "spring", &t, &last_err));
    expect_ok(dom_store_match_each(store, t.id, 1, 0, true, count_match, &count, &last_err));
    cr_expect(eq(int, count, matches));
    int64_t finished_ms = t.stages[0].finished_ms;
    dom_store_tournament_free(&t);
    dom_store_close(&store);
    return finished_ms > 0;
}

/* Names arena.db as it is now: every new one is a new file. */
static unsigned long database(void)
{
    struct stat st;
    cr_assert(zero(int, stat(spring_at("arena.db"), &st)));
    return (unsigned long)st.st_ino;
}

Test(shard_merge, what_the_shards_have_played_becomes_one_database)
{
    spring_plan(&s, 1);
    publish(2, "00000002", DOM_SHARD_RUNNING, 7, 11);
    merge(2, 4, 1);
    cr_expect(not(merged.is_finished));
    cr_expect(not(is_finished(4)));
    publish(1, "00000001", DOM_SHARD_DONE, 1, 6);
    publish(2, "00000003", DOM_SHARD_DONE, 9, 12);
    merge(4, 0, 0);
    cr_expect(merged.is_finished);
    cr_expect(is_finished(12));
    cr_expect(not(dom_shard_is_decided(spring_folder())), "only a comparison is");
    dom_shard_merged_clear(&merged);
}

Test(shard_merge, a_merge_with_nothing_new_leaves_the_database_as_it_is)
{
    spring_plan(&s, 1);
    unsigned long before = database();
    merge(0, 6, 0);
    cr_expect(eq(u64, database(), before), "there are no reports");
    publish(1, "00000001", DOM_SHARD_DONE, 1, 6);
    merge(3, 3, 0);
    unsigned long after = database();
    cr_expect(ne(u64, after, before));
    merge(0, 3, 0);
    cr_expect(eq(u64, database(), after));
    publish(2, "00000001", DOM_SHARD_DONE, 7, 12);
    merge(3, 0, 0);
    after = database();
    merge(0, 0, 0);
    cr_expect(eq(u64, database(), after), "the end is stored already");
    cr_expect(merged.is_finished);
    dom_shard_merged_clear(&merged);
}

/* A killed merge may have stored everything but the end. */
Test(shard_merge, the_end_is_stored_when_every_match_is_there)
{
    dom_store *store;
    dom_store_tournament t;
    spring_plan(&s, 1);
    expect_ok(dom_store_open(&store, spring_at("arena.db"), DOM_STORE_WRITE, &last_err));
    expect_ok(dom_store_tournament_find(store, "spring", &t, &last_err));
    spring_add_matches(store, t.id, 1, SPRING_MATCHES);
    dom_store_tournament_free(&t);
    dom_store_close(&store);
    merge(0, 0, 0);
    cr_expect(is_finished(12));
    dom_shard_merged_clear(&merged);
}

/* Of a shard whose sets are all there nobody needs to know how its runs ended. */
Test(shard_merge, a_run_that_did_not_end_well_is_named_while_its_shard_lacks_sets)
{
    spring_plan(&s, 1);
    dom_store_tournament t = spring();
    dom_shard_report failed = spring_report(2, "00000002", DOM_SHARD_FAILED);
    strcpy(failed.text, "a bot was withdrawn");
    spring_publish(&failed, &t, 7, 8);
    publish(1, "00000001", DOM_SHARD_INTERRUPTED, 1, 6);
    publish(0, "00000003", DOM_SHARD_INTERRUPTED, 9, 10);
    merge(5, 1, 2);
    cr_expect(
        eq(str, merged.remarks.item[0], (char *)"shard 0 (node1) is not complete: interrupted"));
    cr_expect(eq(str, merged.remarks.item[1],
                 (char *)"shard 2 (node1) is not complete: failed: a bot was withdrawn"));
    cr_expect(eq(u32, merged.missing.item[0].first, 6));
    dom_shard_merged_clear(&merged);
}

Test(shard_merge, a_report_without_a_database_adds_nothing)
{
    spring_plan(&s, 1);
    dom_shard_report report = spring_report(1, "00000001", DOM_SHARD_RUNNING);
    expect_ok(dom_shard_report_write(&report, spring_folder(), &last_err));
    merge(0, 6, 1);
    dom_shard_merged_clear(&merged);
}

static void expect_refused(dom_rc rc, const char *words)
{
    expect_error(dom_shard_merge(&merged, spring_folder(), &last_err), rc, words);
    cr_expect(strstr(last_err.text, spring_folder()) != NULL, "%s", last_err.text);
    dom_shard_merged_clear(&merged);
    cr_expect(not(is_finished(0)));
}

/* ---- databases of something else ------------------------------------------------------------ */

static dom_variant other_variant;
static dom_store_stage other_stages[2];

static void rename_tournament(dom_store_tournament *t)
{
    strcpy(t->name, "summer");
}

static void change_config(dom_store_tournament *t)
{
    t->config = "{\"schedule\":\"round-robin\",\"rated\":false}";
}

static void add_stage(dom_store_tournament *t)
{
    other_stages[1].first_set = SPRING_SETS + 1;
    t->stage_count = 2;
}

static void change_secret(dom_store_tournament *t)
{
    (void)t;
    other_stages[0].secret[DOM_STORE_SECRET_BYTES - 1] ^= 1;
}

static void change_commitment(dom_store_tournament *t)
{
    (void)t;
    strcpy(other_stages[0].commit, "1");
}

static void change_rules(dom_store_tournament *t)
{
    (void)t;
    other_variant.options.target++;
}

Test(shard_merge, the_database_of_another_tournament_is_refused)
{
    static const struct {
        void (*change)(dom_store_tournament *t);
        const char *words;
    } rows[] = {
        {rename_tournament, "has no tournament of this name"},
        {change_config, "has another configuration"},
        {add_stage, "has other stages"},
        {change_secret, "has another secret"},
        {change_commitment, "has another secret"},
        {change_rules, "has other rules"},
    };
    spring_plan(&s, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_store_tournament t = spring();
        other_variant = t.variants[0];
        other_stages[0] = other_stages[1] = t.stages[0];
        t.variants = &other_variant;
        t.stages = other_stages;
        rows[i].change(&t);
        dom_shard_report report = spring_report(1, "00000001", DOM_SHARD_DONE);
        spring_publish(&report, &t, 1, 2);
        expect_refused(DOM_E_IO, rows[i].words);
    }
}

Test(shard_merge, a_database_that_is_damaged_or_missing_is_refused)
{
    spring_plan(&s, 1);
    publish(1, "00000001", DOM_SHARD_DONE, 1, 2);
    FILE *file = fopen(spring_at("done/0001-00000001-1.db"), "a");
    cr_assert(file && fputc('x', file) == 'x' && fclose(file) == 0);
    expect_refused(DOM_E_MALFORMED, "0001-00000001-1.db: is damaged, its checksum is wrong");
    cr_assert(zero(int, unlink(spring_at("done/0001-00000001-1.db"))));
    expect_refused(DOM_E_MALFORMED, "0001-00000001-1.db: is missing");
}

/* A run that still plays replaces its report, and removes the database of an older one. */
Test(shard_merge, a_report_that_was_replaced_meanwhile_is_read_again)
{
    dom_shard_work work;
    dom_shard_report_database database;
    dom_store_tournament t = spring();
    spring_plan(&s, 1);
    dom_shard_report read = spring_report(1, "00000001", DOM_SHARD_RUNNING), newer = read;
    spring_publish(&read, &t, 1, 2);
    newer.sequence = 2;
    spring_publish(&newer, &t, 1, 4);
    cr_assert(zero(int, unlink(spring_at("done/0001-00000001-1.db"))));
    expect_ok(dom_shard_work_open(&work, &last_err));
    expect_ok(dom_shard_report_database_open(&database, &read, &work, spring_folder(), &last_err));
    cr_expect(eq(u32, read.sequence, 2));
    cr_expect(database.store != NULL);
    dom_shard_report_database_close(&database);
    cr_assert(zero(int, unlink(spring_at("done/0001-00000001-2.db"))));
    expect_error(
        dom_shard_report_database_open(&database, &read, &work, spring_folder(), &last_err),
        DOM_E_MALFORMED, "0001-00000001-2.db: is missing");
    dom_shard_report_database_close(&database);
    dom_shard_work_close(&work);
}

Test(shard_merge, a_folder_of_another_plan_is_refused)
{
    spring_plan(&s, 1);
    dom_shard_plan plan;
    expect_ok(dom_shard_plan_read(&plan, spring_folder(), &last_err));
    plan.matches++;
    expect_ok(dom_shard_plan_write(&plan, spring_folder(), &last_err));
    expect_refused(DOM_E_IO, "do not belong together");
    strcpy(plan.program, "0");
    expect_ok(dom_shard_plan_write(&plan, spring_folder(), &last_err));
    expect_refused(DOM_E_IO, "was planned by version 0 of this program");
    dom_shard_plan_clear(&plan);
    cr_assert(zero(int, unlink(spring_at("plan.json"))));
    expect_refused(DOM_E_ABSENT, "is not a shard folder");
    cr_expect(strncmp(last_err.text, spring_folder(), strlen(spring_folder())) == 0);
    cr_expect(eq(ptr, strstr(last_err.text + 1, spring_folder()), NULL), "it is named once");
}

Test(shard_merge, one_process_at_a_time_merges)
{
    int lock = -1, second = -1;
    spring_plan(&s, 1);
    publish(1, "00000001", DOM_SHARD_DONE, 1, 2);
    expect_ok(dom_shard_folder_lock(&lock, spring_folder(), &last_err));
    expect_error(dom_shard_folder_try_lock(&second, spring_folder(), &last_err), DOM_E_LIMIT,
                 "another process plans or merges here");
    cr_expect(eq(int, second, -1));
    expect_error(dom_shard_merge_if_free(&merged, spring_folder(), &last_err), DOM_E_LIMIT,
                 "another process plans or merges here");
    dom_shard_merged_clear(&merged);
    dom_shard_folder_unlock(&lock);
    expect_ok(dom_shard_merge_if_free(&merged, spring_folder(), &last_err));
    cr_expect(eq(u64, merged.added.sets, 1));
    dom_shard_merged_clear(&merged);
}
