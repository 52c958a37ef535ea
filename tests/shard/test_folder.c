/* What damaged and hostile files of a shard folder do to their readers: an error that names the
 * file, or values in their ranges. */
#include "base/string_list.h"
#include "fs/remove_tree.h"
#include "nightly.h"
#include "shard/folder.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PLAN "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
enum { ROUNDS = 20000 };

static char folder[64];

static void write_good_files(void)
{
    static const char *const folders[] = {"shards", "done"};
    dom_shard_bot bots[2] = {{"greedy", "greedy", "ab12", PLAN},
                             {"greedy#2", "greedy", "ab12", PLAN}};
    dom_shard_plan plan = {.id = PLAN,
                           .tournament = "spring",
                           .program = "1",
                           .machine = "x86_64",
                           .shards = 3,
                           .sets = 12,
                           .matches = 24,
                           .created_ms = 1,
                           .bot_count = 2,
                           .bots = bots};
    dom_shard_range ranges[] = {{1, 3}, {5, 5}, {9, 12}};
    dom_shard_part part = {
        .shard = 2, .matches = 16, .expected_s = 1.5, .sets = {.item = ranges, .count = 3}};
    dom_shard_report report = {.plan = PLAN,
                               .shard = 2,
                               .run = "0a1b2c3d",
                               .sequence = 7,
                               .state = DOM_SHARD_RUNNING,
                               .where = "node1, process 17",
                               .done = 4,
                               .total = 16,
                               .updated_ms = 5,
                               .hash = PLAN};
    (void)snprintf(folder, sizeof folder, "/tmp/domino-shard.XXXXXX");
    cr_assert(mkdtemp(folder) != NULL);
    for (int i = 0; i < 2; i++) {
        char path[DOM_PATH_BYTES];
        cr_assert(eq(int, dom_shard_path(path, folder, folders[i], NULL), DOM_OK));
        cr_assert(eq(int, mkdir(path, 0700), 0));
    }
    cr_assert(eq(int, dom_shard_plan_write(&plan, folder, NULL), DOM_OK));
    cr_assert(eq(int, dom_shard_part_write(&part, folder, PLAN, NULL), DOM_OK));
    cr_assert(eq(int, dom_shard_report_write(&report, folder, NULL), DOM_OK));
}

/* ---- the readers, with what they promise ------------------------------------------------- */

static dom_rc read_plan(dom_err *err)
{
    dom_shard_plan plan;
    dom_rc rc = dom_shard_plan_read(&plan, folder, err);
    if (rc == DOM_OK) {
        cr_assert(ge(u32, plan.shards, 1));
        cr_assert(le(u32, plan.shards, DOM_SHARD_COUNT_MAX));
        cr_assert(ge(u32, plan.bot_count, 1));
        cr_assert(le(u32, plan.bot_count, DOM_SHARD_BOTS_MAX));
        for (uint32_t i = 0; i < plan.bot_count; i++) {
            cr_assert(dom_name_is_valid(plan.bots[i].snapshot, 64), "%s", plan.bots[i].snapshot);
            cr_assert(dom_name_is_valid(plan.bots[i].version, 64), "%s", plan.bots[i].version);
        }
    }
    dom_shard_plan_clear(&plan);
    return rc;
}

static dom_rc read_part(dom_err *err)
{
    dom_shard_part part;
    dom_rc rc = dom_shard_part_read(&part, folder, PLAN, 2, err);
    uint32_t after = 0;
    for (size_t i = 0; rc == DOM_OK && i < part.sets.count; i++) {
        cr_assert(lt(u32, after, part.sets.item[i].first));
        cr_assert(ge(u32, part.sets.item[i].last, part.sets.item[i].first));
        after = part.sets.item[i].last;
    }
    if (rc == DOM_OK)
        cr_assert(part.expected_s >= 0 && part.expected_s < 1e13);
    dom_shard_part_clear(&part);
    return rc;
}

static dom_rc read_reports(dom_err *err)
{
    dom_shard_reports reports;
    dom_rc rc = dom_shard_reports_read(&reports, folder, PLAN, err);
    for (size_t i = 0; rc == DOM_OK && i < reports.count; i++) {
        const dom_shard_report *r = &reports.item[i];
        cr_assert(le(u64, r->done, r->total));
        cr_assert(dom_shard_state_word(r->state) != NULL);
        for (const char *c = r->where; *c; c++)
            cr_assert(ge(int, (unsigned char)*c, 32));
    }
    free(reports.item);
    return rc;
}

typedef struct {
    const char *name;
    dom_rc (*read)(dom_err *err);
} reader;

static const reader readers[] = {{"plan.json", read_plan},
                                 {"shards/0002.json", read_part},
                                 {"done/0002-0a1b2c3d.json", read_reports}};
enum { READERS = sizeof readers / sizeof *readers };

/* Writes the bytes as the file, reads it, and expects success or an error that names the file. */
static dom_rc try_bytes(const reader *r, const char *bytes, size_t size)
{
    char path[DOM_PATH_BYTES];
    dom_err err = {.text = ""};
    cr_assert(eq(int, dom_shard_path(path, folder, r->name, NULL), DOM_OK));
    (void)remove(path); /* a file system may flush a file that is truncated and written anew */
    FILE *file = fopen(path, "w"); /* without the fsync of dom_fs_file_put */
    cr_assert(file != NULL);
    cr_assert(eq(sz, fwrite(bytes, 1, size, file), size));
    (void)fclose(file);
    dom_rc rc = r->read(&err);
    cr_assert(rc == DOM_OK || rc == DOM_E_IO, "%d: %.*s", (int)rc, (int)size, bytes);
    cr_assert(rc == DOM_OK || strstr(err.text, r->name), "%s", err.text);
    return rc;
}

static char *good_text(const reader *r)
{
    char path[DOM_PATH_BYTES], *text;
    cr_assert(eq(int, dom_shard_path(path, folder, r->name, NULL), DOM_OK));
    cr_assert(eq(int, dom_fs_file_text(&text, path, 1 << 20, NULL), DOM_OK));
    cr_assert(eq(int, try_bytes(r, text, strlen(text)), DOM_OK));
    return text;
}

/* ---- wrong values -------------------------------------------------------------------------- */

static const char *const values[] = {
    "null",
    "true",
    "-1",
    "1e308",
    "9223372036854775807",
    "4294967296",
    "\"\"",
    "\"..\"",
    "\"../../etc\"",
    "\"a/b\"",
    "\"\\u001b[2J\"",
    "\"line\\nline\"",
    "[]",
    "{}",
    "[[2,1]]",
    "[[0,0]]",
    "[[1,4294967295]]",
    "[[1,1],[1,1]]",
    "[[1]]",
    "[[1,2,3]]",
    "[null]",
    "[{}]",
    "[{\"name\":\"a\",\"snapshot\":\"..\",\"version\":\"1\",\"hash\":\"\"}]"};
enum { VALUES = sizeof values / sizeof *values };

Test(shard_folder, a_wrong_value_or_a_missing_key_is_refused_or_harmless)
{
    write_good_files();
    for (int f = 0; f < READERS; f++) {
        char *text = good_text(&readers[f]);
        json_t *good = json_loads(text, 0, NULL);
        const char *key;
        json_t *ignored;
        json_object_foreach(good, key, ignored)
        {
            json_t *bad = json_deep_copy(good);
            cr_assert(eq(int, json_object_del(bad, key), 0));
            char *bytes = json_dumps(bad, 0);
            bool may_lack_it = strcmp(key, "every_ms") == 0; /* reports of earlier programs do */
            cr_assert(eq(int, try_bytes(&readers[f], bytes, strlen(bytes)),
                         may_lack_it ? DOM_OK : DOM_E_IO),
                      "%s", key);
            free(bytes);
            for (int v = 0; v < VALUES; v++) {
                json_object_set_new(bad, key, json_loads(values[v], JSON_DECODE_ANY, NULL));
                bytes = json_dumps(bad, 0);
                (void)try_bytes(&readers[f], bytes, strlen(bytes));
                free(bytes);
            }
            json_decref(bad);
        }
        (void)try_bytes(&readers[f], text, strlen(text));
        json_decref(good);
        free(text);
    }
    dom_fs_remove_tree(folder);
}

static void expect_refused(int f, const char *key, const char *value)
{
    char *text = good_text(&readers[f]);
    json_t *bad = json_loads(text, 0, NULL);
    json_object_set_new(bad, key, json_loads(value, JSON_DECODE_ANY, NULL));
    char *bytes = json_dumps(bad, 0);
    cr_assert(eq(int, try_bytes(&readers[f], bytes, strlen(bytes)), DOM_E_IO), "%s: %s", key,
              value);
    (void)try_bytes(&readers[f], text, strlen(text));
    json_decref(bad);
    free(bytes);
    free(text);
}

Test(shard_folder, values_beyond_their_range_are_refused)
{
    write_good_files();
    expect_refused(0, "format", "2");
    expect_refused(0, "shards", "10000");
    expect_refused(0, "tournament", "\"../x\"");
    expect_refused(0, "bots",
                   "[{\"name\":\"a\",\"snapshot\":\"..\",\"version\":\"1\",\"hash\":\"\"}]");
    expect_refused(0, "bots",
                   "[{\"name\":\"a\",\"snapshot\":\"a\",\"version\":\"b/c\",\"hash\":\"\"}]");
    expect_refused(1, "sets", "{}");
    expect_refused(1, "sets", "[[3,2]]");
    expect_refused(1, "sets", "[[1,2],[2,3]]");
    expect_refused(1, "sets", "[[1,4294967295]]");
    expect_refused(1, "sets", "[[1.0,2.0]]");
    expect_refused(1, "expected_s", "-1");
    expect_refused(1, "shard", "3");
    expect_refused(2, "done", "17");
    expect_refused(2, "shard", "3"); /* the name of the file says 2 */
    expect_refused(2, "run", "\"ffffffff\"");
    expect_refused(2, "state", "\"dead\"");
    dom_fs_remove_tree(folder);
}

/* ---- damaged bytes -------------------------------------------------------------------------- */

static uint32_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

/* Damages a copy of the text in one to four places; returns its new size. */
static size_t damage(char *bytes, const char *text, size_t size, uint64_t *random)
{
    static const char often[] = "0189-.,:[]{}\"\\etn \x7f\xff";
    memcpy(bytes, text, size);
    for (uint32_t n = 1 + next_random(random) % 4; n > 0 && size > 1; n--) {
        size_t at = next_random(random) % size, length = 1 + next_random(random) % 8;
        switch (next_random(random) % 4) {
        case 0: /* another byte */
            bytes[at] = often[next_random(random) % sizeof often];
            break;
        case 1: /* some are lost */
            length = length < size - at ? length : size - at;
            memmove(bytes + at, bytes + at + length, size - at - length);
            size -= length;
            break;
        case 2: /* some are repeated */
            length = length < size - at ? length : size - at;
            memmove(bytes + at + length, bytes + at, size - at);
            size += length;
            break;
        default: /* a bit */
            bytes[at] = (char)(bytes[at] ^ (char)(1u << next_random(random) % 7));
        }
    }
    return next_random(random) % 16 ? size : next_random(random) % (size + 1);
}

Test(shard_folder, damaged_bytes_are_refused_or_harmless)
{
    uint64_t random = 24;
    write_good_files();
    for (int f = 0; f < READERS; f++) {
        char *text = good_text(&readers[f]);
        size_t size = strlen(text);
        char *bytes = malloc(size + 64);
        int refused = 0;
        int rounds = in_nightly(ROUNDS, ROUNDS / 10) / READERS;
        for (int i = 0; i < rounds; i++)
            refused += try_bytes(&readers[f], bytes, damage(bytes, text, size, &random)) != DOM_OK;
        cr_assert(lt(int, rounds / 2, refused));
        (void)try_bytes(&readers[f], text, size);
        free(bytes);
        free(text);
    }
    dom_fs_remove_tree(folder);
}

/* ---- what was written is read again --------------------------------------------------------- */

Test(shard_folder, a_plan_that_was_written_is_read_again)
{
    dom_shard_plan plan;
    write_good_files();
    cr_assert(eq(int, dom_shard_plan_read(&plan, folder, NULL), DOM_OK));
    cr_expect(eq(str, plan.id, (char *)PLAN));
    cr_expect(eq(str, plan.tournament, (char *)"spring"));
    cr_expect(eq(str, plan.program, (char *)"1"));
    cr_expect(eq(str, plan.machine, (char *)"x86_64"));
    cr_expect(eq(u32, plan.shards, 3));
    cr_expect(eq(u64, plan.sets, 12));
    cr_expect(eq(u64, plan.matches, 24));
    cr_expect(eq(i64, plan.created_ms, 1));
    cr_expect(not(plan.compares));
    cr_assert(eq(u32, plan.bot_count, 2));
    cr_expect(eq(str, plan.bots[1].name, (char *)"greedy#2"));
    cr_expect(eq(str, plan.bots[1].snapshot, (char *)"greedy"));
    cr_expect(eq(str, plan.bots[1].version, (char *)"ab12"));
    cr_expect(eq(str, plan.bots[1].hash, (char *)PLAN));
    plan.bot_count = 1; /* the smallest number that is allowed */
    strcpy(plan.variant, "block-2");
    plan.compares = plan.has_seed = plan.compared.is_normalised = true;
    plan.sets_most = 9;
    plan.seed = 0;
    plan.compared = (dom_core_compared){
        .is_normalised = true, .elo0 = -1.5, .elo1 = 60, .alpha = 1e-6, .beta = 0.5};
    cr_assert(eq(int, dom_shard_plan_write(&plan, folder, NULL), DOM_OK));
    dom_shard_plan_clear(&plan);
    cr_assert(eq(int, dom_shard_plan_read(&plan, folder, NULL), DOM_OK));
    cr_expect(eq(u32, plan.bot_count, 1));
    cr_expect(plan.compares);
    cr_expect(eq(str, plan.variant, (char *)"block-2"));
    cr_expect(eq(u32, plan.sets_most, 9));
    cr_expect(plan.has_seed);
    cr_expect(zero(u64, plan.seed));
    cr_expect(plan.compared.is_normalised);
    cr_expect(eq(dbl, plan.compared.elo0, -1.5));
    cr_expect(eq(dbl, plan.compared.elo1, 60));
    cr_expect(eq(dbl, plan.compared.alpha, 1e-6));
    cr_expect(eq(dbl, plan.compared.beta, 0.5));
    dom_shard_plan_clear(&plan);
    dom_fs_remove_tree(folder);
}

Test(shard_folder, a_shard_and_its_report_that_were_written_are_read_again)
{
    dom_shard_part part;
    dom_shard_reports reports;
    write_good_files();
    cr_assert(eq(int, dom_shard_part_read(&part, folder, PLAN, 2, NULL), DOM_OK));
    cr_expect(eq(u32, part.shard, 2));
    cr_expect(eq(u64, part.matches, 16));
    cr_expect(eq(dbl, part.expected_s, 1.5));
    cr_assert(eq(sz, part.sets.count, 3));
    cr_expect(eq(u32, part.sets.item[2].first, 9));
    cr_expect(eq(u32, part.sets.item[2].last, 12));
    dom_shard_part_clear(&part);
    cr_assert(eq(int, dom_shard_reports_read(&reports, folder, PLAN, NULL), DOM_OK));
    cr_assert(eq(sz, reports.count, 1));
    const dom_shard_report *r = &reports.item[0];
    cr_expect(eq(u32, r->shard, 2));
    cr_expect(eq(str, (char *)r->run, (char *)"0a1b2c3d"));
    cr_expect(eq(u32, r->sequence, 7));
    cr_expect(eq(int, r->state, DOM_SHARD_RUNNING));
    cr_expect(eq(str, (char *)r->where, (char *)"node1, process 17"));
    cr_expect(eq(u64, r->done, 4));
    cr_expect(eq(u64, r->total, 16));
    cr_expect(eq(i64, r->updated_ms, 5));
    cr_expect(eq(str, (char *)r->hash, (char *)PLAN));
    free(reports.item);
    dom_fs_remove_tree(folder);
}

/* ---- texts ----------------------------------------------------------------------------- */

Test(shard_folder, a_report_with_any_bytes_in_its_texts_can_be_written_and_read)
{
    dom_shard_reports reports;
    write_good_files();
    dom_shard_report report = {.plan = PLAN,
                               .shard = 3,
                               .run = "00000001",
                               .where = "node\xff, job \xe4\xf6",
                               .text = "/caf\xe9/x: a\nb\x1b[2J"};
    cr_assert(eq(int, dom_shard_report_write(&report, folder, NULL), DOM_OK));
    cr_assert(eq(int, dom_shard_reports_read(&reports, folder, PLAN, NULL), DOM_OK));
    cr_assert(eq(sz, reports.count, 2));
    cr_assert(eq(str, reports.item[1].where, (char *)"node?, job ??"));
    cr_assert(eq(str, reports.item[1].text, (char *)"/caf?/x: a\\x0ab\\x1b[2J"));
    free(reports.item);
    dom_fs_remove_tree(folder);
}

Test(shard_folder, a_folder_in_place_of_a_file_is_refused)
{
    char path[DOM_PATH_BYTES];
    dom_err err = {.text = ""};
    write_good_files();
    for (int f = 0; f < READERS; f++) {
        cr_assert(eq(int, dom_shard_path(path, folder, readers[f].name, NULL), DOM_OK));
        cr_assert(eq(int, remove(path), 0));
        cr_assert(eq(int, mkdir(path, 0700), 0));
        cr_assert(eq(int, readers[f].read(&err), DOM_E_IO));
        cr_assert(strstr(err.text, readers[f].name) != NULL, "%s", err.text);
    }
    dom_fs_remove_tree(folder);
}
