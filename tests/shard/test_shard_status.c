/* What is said of a shard that has not reported for a while. */
#include "../tools/scratch.h"

#include "base/now.h"
#include "shard/shard_status.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

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
