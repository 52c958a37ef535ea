#include "spring.h"

#include "base/text.h"
#include "shard_tournament.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CYCLE = 6 };

static const scratch *space;
static char plan_id[DOM_FS_FILE_HASH_BYTES];

dom_store_tournament spring(void)
{
    static small_tournament of;
    small_tournament_make(&of, 3);
    strcpy(of.t.name, "spring");
    of.stages[0].sets = 2;
    of.stages[0].secret[0] = 7;
    return of.t;
}

dom_store *spring_store(const char *path, dom_store_tournament *t)
{
    dom_store *store;
    expect_ok(dom_store_open(&store, path, DOM_STORE_WRITE, &last_err));
    expect_ok(dom_store_tournament_add(store, t, &last_err));
    return store;
}

dom_store_match spring_match(int64_t tournament, uint64_t number, int64_t first, int64_t second)
{
    static const uint16_t pair[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    dom_store_match m = small_match(tournament, number);
    for (int seat = 0; seat < 2; seat++)
        m.seat[seat].bot = pair[(m.set - 1) % 3][seat ^ m.rotation];
    m.seat[0].process = first;
    m.seat[1].process = second;
    m.started_ms = (int64_t)number;
    return m;
}

void spring_add_match(dom_store *store, const dom_store_match *m)
{
    expect_ok(dom_store_begin(store, &last_err));
    expect_ok(dom_store_match_add(store, m, &last_err));
    expect_ok(dom_store_commit(store, &last_err));
}

void spring_add_matches(dom_store *store, int64_t tournament, uint64_t first, uint64_t last)
{
    expect_ok(dom_store_begin(store, &last_err));
    for (uint64_t n = first; n <= last; n++) {
        dom_store_match m = spring_match(tournament, n, 0, 0);
        expect_ok(dom_store_match_add(store, &m, &last_err));
    }
    expect_ok(dom_store_commit(store, &last_err));
}

void spring_add_fault(dom_store *store, const dom_store_fault *f)
{
    expect_ok(dom_store_begin(store, &last_err));
    expect_ok(dom_store_fault_add(store, f, &last_err));
    expect_ok(dom_store_commit(store, &last_err));
}

/* ---- the shard folder --------------------------------------------------------------------- */

const char *spring_folder(void)
{
    static char path[DOM_PATH_BYTES];
    dom_text_copy(path, sizeof path, scratch_at(space, "shards"));
    return path;
}

const char *spring_at(const char *name)
{
    char path[DOM_PATH_BYTES];
    (void)snprintf(path, sizeof path, "shards/%s", name);
    return scratch_at(space, path);
}

void spring_plan(const scratch *s, int64_t created_ms)
{
    dom_shard_bot bots[] = {{"a", "a", "1", "1"}, {"b", "b", "1", "1"}, {"c", "c", "1", "1"}};
    dom_store_tournament t = spring();
    dom_shard_plan plan = {.tournament = "spring",
                           .program = DOM_VERSION,
                           .shards = 2,
                           .sets = SPRING_SETS,
                           .matches = SPRING_MATCHES,
                           .created_ms = created_ms,
                           .bot_count = 3,
                           .bots = bots};
    space = s;
    scratch_folder(s, "shards/done");
    scratch_folder(s, "shards/shards");
    cr_assert(zero(int, setenv("TMPDIR", s->path, 1)));
    dom_text_copy(plan.machine, sizeof plan.machine, dom_shard_machine());
    dom_shard_identify(&plan, &t);
    dom_text_copy(plan_id, sizeof plan_id, plan.id);
    for (uint32_t n = 0; n < 2; n++) {
        dom_shard_range sets = {3 * n + 1, 3 * n + 3};
        dom_shard_part part = {
            .shard = n + 1, .matches = CYCLE, .sets = {.item = &sets, .count = 1}};
        expect_ok(dom_shard_part_write(&part, spring_folder(), plan.id, &last_err));
    }
    dom_store *store = spring_store(spring_at("arena.db"), &t);
    dom_store_close(&store);
    expect_ok(dom_shard_plan_write(&plan, spring_folder(), &last_err));
}

dom_shard_report spring_report(uint32_t shard, const char *run, dom_shard_state state)
{
    dom_shard_report report = {.shard = shard, .sequence = 1, .state = state, .where = "node1"};
    dom_text_copy(report.plan, sizeof report.plan, plan_id);
    dom_text_copy(report.run, sizeof report.run, run);
    return report;
}

void spring_publish(dom_shard_report *report, dom_store_tournament *t, uint64_t first,
                    uint64_t last)
{
    char path[DOM_PATH_BYTES];
    expect_ok(dom_shard_report_db(path, report, spring_folder(), &last_err));
    dom_store *store = spring_store(scratch_at(space, "local.db"), t);
    if (last > 0)
        spring_add_matches(store, t->id, first, last);
    dom_store_close(&store);
    expect_ok(dom_fs_file_copy(scratch_at(space, "local.db"), path, 0600, report->hash, &last_err));
    cr_assert(zero(int, unlink(scratch_at(space, "local.db"))));
    expect_ok(dom_shard_report_write(report, spring_folder(), &last_err));
}
