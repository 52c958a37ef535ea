/* Tournaments, bots, variants and processes are read back unchanged. */
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dom_store *store;

static void begin(void)
{
    folder_make();
    store = open_store(DOM_STORE_WRITE);
}

static void end(void)
{
    dom_store_close(&store);
    folder_remove();
}

TestSuite(store_tournament, .init = begin, .fini = end);
TestSuite(store_process, .init = begin, .fini = end);

/* Opens the database again, with a handle that has nothing in memory. */
static void reopen(dom_store_mode mode)
{
    dom_store_close(&store);
    store = open_store(mode);
}

static void fill(char *text, size_t size, char c)
{
    memset(text, c, size - 1);
    text[size - 1] = '\0';
}

static void expect_same(const dom_store_tournament *a, const dom_store_tournament *b)
{
    cr_assert(eq(i64, a->id, b->id));
    cr_assert(eq(str, (char *)a->name, (char *)b->name));
    cr_assert(eq(str, (char *)a->config, (char *)b->config));
    cr_assert(eq(int, a->is_reproducible, b->is_reproducible));
    cr_assert(eq(int, a->bot_count, b->bot_count));
    cr_assert(eq(int, a->variant_count, b->variant_count));
    for (int i = 0; i < a->bot_count; i++) {
        cr_assert(eq(str, (char *)a->bots[i].name, (char *)b->bots[i].name));
        cr_assert(eq(str, (char *)a->bots[i].version, (char *)b->bots[i].version));
    }
    for (int i = 0; i < a->variant_count; i++) {
        const dom_variant *left = &a->variants[i], *right = &b->variants[i];
        cr_assert(eq(str, (char *)left->name, (char *)right->name));
        cr_assert(eq(str, (char *)left->base, (char *)right->base));
        cr_assert(eq(int, memcmp(&left->options, &right->options, sizeof left->options), 0));
        cr_assert(eq(str, (char *)left->summary, ""));
    }
    cr_assert(eq(int, a->stage_count, b->stage_count));
    for (int i = 0; i < a->stage_count; i++) {
        const dom_store_stage *left = &a->stages[i], *right = &b->stages[i];
        cr_assert(eq(u32, left->first_set, right->first_set));
        cr_assert(eq(int, left->bots, right->bots));
        cr_assert(eq(int, left->old_bots, right->old_bots));
        cr_assert(eq(u32, left->sets, right->sets));
        cr_assert(eq(u32, left->rounds, right->rounds));
        cr_assert(eq(i64, left->created_ms, right->created_ms));
        cr_assert(eq(i64, left->finished_ms, right->finished_ms));
        cr_assert(eq(int, memcmp(left->secret, right->secret, sizeof left->secret), 0));
        cr_assert(eq(str, (char *)left->commit, (char *)right->commit));
    }
}

static void round_trip(dom_store_tournament *t)
{
    dom_store_tournament found;
    expect_ok(dom_store_tournament_add(store, t, &last_err));
    cr_assert(ge(i64, t->id, 1));
    reopen(DOM_STORE_READ);
    expect_ok(dom_store_tournament_find(store, t->name, &found, &last_err));
    expect_same(&found, t);
    dom_store_tournament_free(&found);
    dom_store_tournament_free(&found);
    dom_store_tournament_free(NULL);
}

/* ---- round trips ---------------------------------------------------------- */

Test(store_tournament, is_read_back_with_the_smallest_values)
{
    dom_store_stage stage = {.first_set = 1};
    dom_store_tournament t = {.name = "a", .config = "", .stage_count = 1, .stages = &stage};
    round_trip(&t);
}

Test(store_tournament, is_read_back_with_the_largest_values)
{
    enum { BOTS = 3000 };
    static dom_store_bot bots[BOTS];
    static char config[1 << 20];
    static dom_variant variants[64];
    dom_store_stage stages[] = {{.first_set = 1, .created_ms = INT64_MIN},
                                {.first_set = UINT32_MAX,
                                 .bots = BOTS,
                                 .old_bots = UINT16_MAX,
                                 .sets = UINT32_MAX,
                                 .rounds = UINT32_MAX,
                                 .created_ms = INT64_MAX,
                                 .finished_ms = INT64_MAX}};
    dom_store_tournament t = {.config = config,
                              .is_reproducible = true,
                              .stage_count = 2,
                              .stages = stages,
                              .bot_count = BOTS,
                              .bots = bots,
                              .variants = variants};
    fill(t.name, sizeof t.name, 'z');
    fill(config, sizeof config, '{');
    fill(stages[1].commit, sizeof stages[1].commit, 'f');
    for (size_t i = 0; i < sizeof stages[1].secret; i++)
        stages[1].secret[i] = (uint8_t)(i % 2 ? 0xff : 0);
    for (int i = 0; i < BOTS; i++) {
        fill(bots[i].version, sizeof bots[i].version, 'a');
        (void)snprintf(bots[i].name, sizeof bots[i].name, "%032d", i);
    }
    for (; t.variant_count < dom_variant_count() && t.variant_count < 64; t.variant_count++)
        variants[t.variant_count] = dom_variant_at(t.variant_count);
    round_trip(&t);
}

Test(store_tournament, stores_a_custom_variant)
{
    dom_variant variant = {.name = "my-block", .base = "block-2", .options = dom_options_default()};
    expect_ok(dom_options_apply(&variant.options, "hand=6 target=0 rounds=3", &last_err));
    dom_store_stage stage = {.first_set = 1};
    dom_store_tournament t = {.name = "spring",
                              .config = "{}",
                              .variant_count = 1,
                              .variants = &variant,
                              .stage_count = 1,
                              .stages = &stage};
    round_trip(&t);
}

/* In older tournaments an option that was added later has its fallback value. The checksum was
 * computed independently, by the description in schema.sql. */
Test(store_tournament, reads_variants_stored_before_an_option_existed)
{
    int64_t id = add_tournament(store, "spring");
    cr_assert(eq(i64, id, 1));
    (void)raw(db_path(), "UPDATE tournament_variant SET options = 'hand=6'");
    (void)raw(db_path(), "UPDATE tournament SET checksum = x'7cb0116a8a916baa'");
    dom_store_tournament t;
    expect_ok(dom_store_tournament_find(store, "spring", &t, &last_err));
    cr_assert(eq(int, t.variants[0].options.hand, 6));
    cr_assert(eq(int, t.variants[0].options.players, 2));
    dom_store_tournament_free(&t);
}

Test(store_tournament, shares_bots_between_tournaments)
{
    (void)add_tournament(store, "spring");
    (void)add_tournament(store, "summer");
    cr_assert(eq(int, (int)raw(db_path(), "SELECT count(*) FROM bot"), 2));
    cr_assert(eq(int, (int)raw(db_path(), "SELECT count(*) FROM entrant"), 4));
}

/* ---- entries -------------------------------------------------------------- */

/* A change adds a version, a stage and moves to what is stored. */
Test(store_tournament, keeps_changes_of_entries)
{
    dom_store_tournament old, t, found;
    int64_t id = add_tournament(store, "spring");
    expect_ok(dom_store_tournament_find(store, "spring", &old, &last_err));
    dom_store_bot bots[] = {old.bots[0], old.bots[1], {"alpha", "ff"}};
    dom_store_stage stages[] = {old.stages[0], {.first_set = 9, .bots = 3, .commit = "c2"}};
    dom_store_change changes[] = {{1, 0, 2, DOM_STORE_ENTRY_PLAYS, 5, ""},
                                  {2, 1, 1, DOM_STORE_ENTRY_DISQUALIFIED, 6, "it looked at tiles"}};
    dom_schedule_plan_move moves[] = {{1, 3, 3}, {1, 5, UINT32_MAX}};
    (void)snprintf(bots[2].name, sizeof bots[2].name, "%s", old.bots[0].name);
    t = old;
    t.bot_count = 3, t.bots = bots;
    t.stage_count = 2, t.stages = stages;
    t.change_count = 2, t.changes = changes;
    t.move_count = 2, t.moves = moves;
    expect_ok(dom_store_tournament_extend(store, &t, &last_err));
    reopen(DOM_STORE_READ);
    expect_ok(dom_store_tournament_find(store, "spring", &found, &last_err));
    cr_assert(eq(i64, found.id, id));
    cr_assert(eq(sz, found.change_count, 2));
    cr_assert(eq(sz, found.move_count, 2));
    for (int i = 0; i < 2; i++) {
        cr_assert(eq(u32, found.changes[i].stage, changes[i].stage));
        cr_assert(eq(int, found.changes[i].entry, changes[i].entry));
        cr_assert(eq(int, found.changes[i].bot, changes[i].bot));
        cr_assert(eq(int, found.changes[i].state, changes[i].state));
        cr_assert(eq(i64, found.changes[i].when_ms, changes[i].when_ms));
        cr_assert(eq(str, (char *)found.changes[i].reason, changes[i].reason));
        cr_assert(eq(u32, found.moves[i].stage, moves[i].stage));
        cr_assert(eq(u32, found.moves[i].first_set, moves[i].first_set));
        cr_assert(eq(u32, found.moves[i].last_set, moves[i].last_set));
    }
    dom_store_tournament_free(&found);
    dom_store_tournament_free(&old);
}

static void expect_damaged(const char *sql, const char *words)
{
    dom_store_tournament t;
    (void)raw(db_path(), sql);
    expect_error(dom_store_tournament_find(store, "spring", &t, &last_err), DOM_E_IO, words);
}

Test(store_tournament, refuses_impossible_changes)
{
    (void)add_tournament(store, "spring");
    expect_damaged("INSERT INTO entry_change VALUES (1, 0, 1, 0, 0, 1, 0, '')", "checksum differs");
    expect_damaged("UPDATE entry_change SET state = 3", "impossible state");
    expect_damaged("UPDATE entry_change SET state = 1, stage = 2", "impossible change of an entry");
    expect_damaged("UPDATE entry_change SET stage = 1, number = 1", "impossible number");
    expect_damaged("UPDATE entry_change SET number = 0, reason = hex(zeroblob(61))",
                   "impossible reason of a change");
    expect_damaged("DELETE FROM entry_change; INSERT INTO moved_sets VALUES (1, 1, 1, 2)",
                   "impossible stage of sets that moved");
    expect_damaged("UPDATE moved_sets SET stage = 0", "impossible stage");
}

/* ---- finding -------------------------------------------------------------- */

static void expect_found(const char *name, int64_t id)
{
    dom_store_tournament t;
    expect_ok(dom_store_tournament_find(store, name, &t, &last_err));
    cr_assert(eq(i64, t.id, id));
    dom_store_tournament_free(&t);
    cr_assert(t.config == NULL && t.bots == NULL && t.variants == NULL);
}

static void expect_absent(const char *name, const char *words)
{
    dom_store_tournament t = {.id = 7};
    expect_error(dom_store_tournament_find(store, name, &t, &last_err), DOM_E_ABSENT, words);
    cr_assert(eq(i64, t.id, 0));
    dom_store_tournament_free(&t);
}

Test(store_tournament, is_found_by_name_or_as_the_last_one)
{
    expect_absent(NULL, "there is no tournament yet");
    expect_absent("spring", "there is no tournament yet");
    int64_t spring = add_tournament(store, "spring");
    expect_found(NULL, spring);
    int64_t autumn = add_tournament(store, "autumn");
    expect_found(NULL, autumn);
    expect_found("spring", spring);
    expect_absent("winter", "there is no tournament 'winter'; there are: autumn, spring");
    expect_absent("", "there are: autumn, spring");
    reopen(DOM_STORE_READ);
    expect_found(NULL, autumn);
}

Test(store_tournament, is_listed_in_an_error_as_far_as_there_is_room)
{
    for (int i = 0; i < 100; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "a-name-that-takes-its-room-%d", i);
        (void)add_tournament(store, name);
    }
    expect_absent("x", "there are: a-name-that-takes-its-room-99, a-name-that-takes-its-room-98, ");
}

Test(store_tournament, has_a_unique_name)
{
    (void)add_tournament(store, "spring");
    dom_store_stage stage = {.first_set = 1};
    dom_store_tournament t = {.name = "spring", .config = "{}", .stage_count = 1, .stages = &stage};
    expect_error(dom_store_tournament_add(store, &t, &last_err), DOM_E_CONFIG,
                 "there is already a tournament 'spring'");
    cr_assert(eq(i64, t.id, 0));
    cr_assert(ge(i64, add_tournament(store, "summer"), 1));
}

static dom_rc add_name(void *context, const dom_store_tournament *t)
{
    char *names = context;
    strcat(names, t->name);
    strcat(names, " ");
    cr_assert(eq(int, t->bot_count, 2));
    return strcmp(t->name, "stop") == 0 ? DOM_E_INTERRUPTED : DOM_OK;
}

Test(store_tournament, each_visits_the_oldest_first)
{
    char names[100] = "";
    expect_ok(dom_store_tournament_each(store, add_name, names, &last_err));
    cr_assert(eq(str, names, ""));
    (void)add_tournament(store, "spring");
    (void)add_tournament(store, "autumn");
    expect_ok(dom_store_tournament_each(store, add_name, names, &last_err));
    cr_assert(eq(str, names, "spring autumn "));
}

Test(store_tournament, each_ends_if_the_visitor_returns_an_error)
{
    char names[100] = "";
    (void)add_tournament(store, "spring");
    (void)add_tournament(store, "stop");
    (void)add_tournament(store, "autumn");
    dom_rc rc = dom_store_tournament_each(store, add_name, names, NULL);
    cr_assert(eq(int, rc, DOM_E_INTERRUPTED));
    cr_assert(eq(str, names, "spring stop "));
}

static int64_t finished_ms(int64_t id)
{
    dom_store_tournament t;
    expect_ok(dom_store_tournament_find(store, NULL, &t, &last_err));
    cr_assert(eq(i64, t.id, id));
    int64_t finished = t.stages[0].finished_ms;
    dom_store_tournament_free(&t);
    return finished;
}

Test(store_tournament, is_finished_immediately_or_with_its_group)
{
    int64_t id = add_tournament(store, "spring");
    cr_assert(eq(i64, finished_ms(id), 0));
    expect_ok(dom_store_tournament_finish(store, id, 1763700000000, &last_err));
    reopen(DOM_STORE_WRITE);
    cr_assert(eq(i64, finished_ms(id), 1763700000000));
    expect_ok(dom_store_begin(store, &last_err));
    expect_ok(dom_store_tournament_finish(store, id, 0, &last_err));
    reopen(DOM_STORE_WRITE);
    cr_assert(eq(i64, finished_ms(id), 1763700000000));
    expect_error(dom_store_tournament_finish(store, id + 1, 1, &last_err), DOM_E_ABSENT,
                 "there is no tournament with id 2");
}

/* Adds one bot and two stages to the tournament of add_tournament. */
static dom_rc extend(int64_t id)
{
    static const dom_store_bot bots[] = {{"greedy", "9f2c"}, {"random", "77ab"}, {"new", "0123"}};
    static const dom_store_stage stages[] = {
        {.first_set = 1, .bots = 2, .sets = 10, .created_ms = 1763683200000},
        {.first_set = 11, .bots = 3, .old_bots = 2, .sets = 10, .created_ms = 7, .commit = "aa"},
        {.first_set = 41, .bots = 3, .sets = 5, .created_ms = 8, .secret = {1}, .commit = "bb"}};
    dom_store_tournament t = {.id = id,
                              .config = "{\"sets\": 15}",
                              .bot_count = 3,
                              .bots = bots,
                              .stage_count = 3,
                              .stages = stages};
    return dom_store_tournament_extend(store, &t, &last_err);
}

Test(store_tournament, is_extended_by_new_bots_and_stages)
{
    dom_store_tournament before, after;
    int64_t id = add_tournament(store, "spring");
    expect_ok(dom_store_tournament_finish(store, id, 5, &last_err));
    expect_ok(dom_store_tournament_find(store, "spring", &before, &last_err));
    expect_ok(extend(id));
    reopen(DOM_STORE_READ);
    expect_ok(dom_store_tournament_find(store, "spring", &after, &last_err));
    cr_assert(eq(str, (char *)after.config, "{\"sets\": 15}"));
    cr_assert(eq(int, after.bot_count, 3));
    cr_assert(eq(str, (char *)after.bots[2].name, "new"));
    cr_assert(eq(int, after.stage_count, 3));
    /* existing stages are unchanged, even if the argument has other values for them */
    cr_assert(eq(str, (char *)after.stages[0].commit, (char *)before.stages[0].commit));
    cr_assert(eq(i64, after.stages[0].finished_ms, 5));
    cr_assert(eq(u32, after.stages[1].first_set, 11));
    cr_assert(eq(int, after.stages[1].old_bots, 2));
    cr_assert(eq(int, after.stages[2].secret[0], 1));
    cr_assert(eq(i64, after.stages[2].finished_ms, 0));
    cr_assert(eq(int, after.variant_count, before.variant_count));
    dom_store_tournament_free(&before);
    dom_store_tournament_free(&after);
}

Test(store_tournament, is_not_extended_if_it_is_damaged_or_missing)
{
    int64_t id = add_tournament(store, "spring");
    expect_error(extend(id + 1), DOM_E_ABSENT, "there is no tournament with id 2");
    (void)raw(db_path(), "UPDATE tournament SET config = 'x'");
    expect_error(extend(id), DOM_E_IO, "its checksum differs");
    cr_assert(eq(i64, raw(db_path(), "SELECT count(*) FROM entrant"), 2));
    cr_assert(eq(i64, raw(db_path(), "SELECT count(*) FROM stage"), 1));
}

/* ---- damaged or hostile files ----------------------------------------------- */

Test(store_tournament, with_damaged_values_is_refused)
{
    static const struct {
        const char *sql, *words;
    } rows[] = {
        {"UPDATE tournament SET name = ''", "impossible name"},
        {"UPDATE tournament SET name = 'a' || char(27) || '[2J'", "impossible name"},
        {"UPDATE tournament SET name = printf('%065d', 0)", "impossible name"},
        {"UPDATE tournament SET name = CAST(x'616200' AS TEXT)", "impossible name"},
        {"UPDATE tournament SET is_reproducible = 2", "is_reproducible"},
        {"UPDATE tournament SET is_reproducible = 1", "checksum differs"},
        {"UPDATE tournament SET config = ''", "checksum differs"},
        {"UPDATE tournament SET checksum = x''", "impossible checksum"},
        {"UPDATE stage SET secret = zeroblob(31)", "impossible secret"},
        {"UPDATE stage SET secret = zeroblob(33)", "impossible secret"},
        {"UPDATE stage SET secret = zeroblob(32)", "checksum differs"},
        {"UPDATE stage SET commitment = printf('%065d', 0)", "impossible commitment"},
        {"UPDATE stage SET finished_ms = -1", "finished_ms"},
        {"UPDATE stage SET first_set = 0", "first_set"},
        {"UPDATE stage SET bots = 3", "impossible bots of a stage"},
        {"UPDATE stage SET sets = 11", "checksum differs"},
        {"DELETE FROM stage", "checksum differs"},
        {"UPDATE bot SET version = 'abcd' WHERE id = 2", "checksum differs"},
        {"UPDATE bot SET name = printf('%033d', 0) WHERE id = 2", "impossible name of a bot"},
        {"UPDATE bot SET name = 'two words' WHERE id = 2", "impossible name of a bot"},
        {"UPDATE bot SET version = printf('%065d', 0)", "impossible version of a bot"},
        {"UPDATE entrant SET number = 7 WHERE number = 1",
         "impossible number of a bot, variant or stage"},
        {"DELETE FROM entrant WHERE number = 0", "impossible number of a bot, variant or stage"},
        {"UPDATE tournament_variant SET number = 1",
         "impossible number of a bot, variant or stage"},
        {"UPDATE tournament_variant SET name = printf('%033d', 0)", "impossible name of a variant"},
        {"UPDATE tournament_variant SET base = printf('%033d', 0)", "impossible base"},
        {"UPDATE tournament_variant SET options = 'players=9'", "players"},
        {"UPDATE tournament_variant SET options = 'players=4 hand=13'", "the set has 28 tiles"},
        {"UPDATE tournament_variant SET options = 'x=1'", "no option 'x'"},
        {"UPDATE tournament_variant SET options = printf('%05000d', 0)", "impossible options"},
    };
    (void)add_tournament(store, "spring");
    dom_store_close(&store);
    cr_assert(copy_file(db_path(), in_folder("whole")));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_assert(copy_file(in_folder("whole"), db_path()));
        (void)raw(db_path(), rows[i].sql);
        store = open_store(DOM_STORE_READ);
        dom_store_tournament t;
        expect_error(dom_store_tournament_find(store, NULL, &t, &last_err), DOM_E_IO,
                     "damaged: tournament 1: ");
        expect_error(dom_store_tournament_each(store, add_name, NULL, &last_err), DOM_E_IO,
                     rows[i].words);
        dom_store_close(&store);
    }
}

Test(store_tournament, with_an_impossible_id_is_damage)
{
    dom_store_tournament t;
    (void)add_tournament(store, "spring");
    (void)raw(db_path(), "UPDATE tournament SET id = 0");
    expect_error(dom_store_tournament_find(store, NULL, &t, &last_err), DOM_E_IO,
                 "damaged: all ids of tournaments are impossible");
}

/* ---- processes ------------------------------------------------------------ */

static void expect_same_process(const dom_store_process *p)
{
    dom_store_process found;
    expect_ok(dom_store_process_find(store, p->id, &found, &last_err));
    cr_assert(eq(i64, found.id, p->id));
    cr_assert(eq(i64, found.tournament, p->tournament));
    cr_assert(eq(int, found.bot, p->bot));
    cr_assert(eq(int, found.seat, p->seat));
    cr_assert(eq(u32, found.instance, p->instance));
    cr_assert(eq(i64, found.started_ms, p->started_ms));
    cr_assert(eq(str, found.language, (char *)p->language));
    cr_assert(eq(str, found.version, (char *)p->version));
    cr_assert(eq(str, found.ended, (char *)p->ended));
    cr_assert(eq(sz, found.log_bytes, p->log_bytes));
    cr_assert(found.log != NULL);
    cr_assert(eq(int, p->log_bytes ? memcmp(found.log, p->log, p->log_bytes) : 0, 0));
}

Test(store_process, is_read_back_from_start_to_end)
{
    static uint8_t log[65600];
    dom_store_process p = {.tournament = add_tournament(store, "spring")};
    expect_ok(dom_store_process_add(store, &p, &last_err));
    reopen(DOM_STORE_WRITE);
    expect_same_process(&p);

    dom_store_process other = {.tournament = p.tournament,
                               .bot = 1,
                               .seat = DOM_SEATS_MAX - 1,
                               .instance = UINT32_MAX,
                               .started_ms = INT64_MAX};
    expect_ok(dom_store_process_add(store, &other, &last_err));
    cr_assert(ne(i64, other.id, p.id));
    for (size_t i = 0; i < sizeof log; i++)
        log[i] = (uint8_t)i;
    other.log = log;
    other.log_bytes = sizeof log;
    fill(other.language, sizeof other.language, 'l');
    fill(other.version, sizeof other.version, '\t');
    fill(other.ended, sizeof other.ended, '\xc3');
    expect_ok(dom_store_process_update(store, &other, &last_err));
    reopen(DOM_STORE_READ);
    expect_same_process(&other);
    expect_same_process(&p);
    expect_same_process(&other);
}

Test(store_process, belongs_to_a_tournament_and_a_bot)
{
    dom_store_process p = {.tournament = add_tournament(store, "spring"), .bot = 2};
    expect_error(dom_store_process_add(store, &p, &last_err), DOM_E_ILLEGAL,
                 "cannot store a process: FOREIGN KEY");
    p = (dom_store_process){.tournament = 99};
    expect_error(dom_store_process_add(store, &p, &last_err), DOM_E_ILLEGAL, "FOREIGN KEY");
    p.id = 1;
    expect_error(dom_store_process_update(store, &p, &last_err), DOM_E_ABSENT, "no process 1");
    expect_error(dom_store_process_find(store, 1, &p, &last_err), DOM_E_ABSENT, "no process 1");
}

Test(store_process, has_a_log_of_limited_size)
{
    dom_store_process p = {.tournament = add_tournament(store, "spring")};
    p.log_bytes = DOM_STORE_VALUE_BYTES + 1;
    p.log = calloc(p.log_bytes, 1);
    expect_error(dom_store_process_add(store, &p, &last_err), DOM_E_LIMIT, "too big");
    p.log_bytes = DOM_STORE_VALUE_BYTES - 1000;
    expect_ok(dom_store_process_add(store, &p, &last_err));
    expect_same_process(&p);
    free((void *)p.log);
}

static dom_rc expect_next_process(void *context, const dom_store_process *p)
{
    int64_t *last = context;
    cr_assert(ge(i64, p->id, *last + 1));
    *last = p->id;
    return p->instance == 9 ? DOM_E_INTERRUPTED : DOM_OK;
}

Test(store_process, each_visits_those_of_one_tournament_in_order)
{
    int64_t spring = add_tournament(store, "spring"), summer = add_tournament(store, "summer");
    int64_t last = 0, of_spring = 0;
    for (uint32_t i = 1; i <= 10; i++) {
        dom_store_process p = {.tournament = i % 2 ? summer : spring, .instance = i};
        expect_ok(dom_store_process_add(store, &p, &last_err));
        of_spring = i % 2 ? of_spring : p.id;
    }
    expect_ok(dom_store_process_each(store, spring, expect_next_process, &last, &last_err));
    cr_assert(eq(i64, last, of_spring));
    last = 0;
    dom_rc rc = dom_store_process_each(store, summer, expect_next_process, &last, &last_err);
    cr_assert(eq(int, rc, DOM_E_INTERRUPTED));
    (void)raw(db_path(), "UPDATE process SET log = x'00' WHERE instance = 4");
    last = 0;
    expect_error(dom_store_process_each(store, spring, expect_next_process, &last, &last_err),
                 DOM_E_IO, "damaged: process 4: impossible checksum");
    cr_assert(eq(i64, last, 2));
}

Test(store_process, with_damaged_values_is_refused)
{
    static const struct {
        const char *sql, *words;
    } rows[] = {
        {"UPDATE process SET seat = 8", "impossible seat"},
        {"UPDATE process SET seat = -1", "impossible seat"},
        {"UPDATE process SET instance = 4294967296", "impossible instance"},
        {"UPDATE process SET language = printf('%065d', 0)", "impossible language"},
        {"UPDATE process SET version = printf('%065d', 0)", "impossible version"},
        {"UPDATE process SET ended = CAST(x'610062' AS TEXT)", "impossible ended"},
        {"UPDATE process SET log = x'00'", "process 1: impossible checksum"},
        {"UPDATE process SET checksum = x'00'", "process 1: impossible checksum"},
    };
    dom_store_process p = {.tournament = add_tournament(store, "spring")};
    expect_ok(dom_store_process_add(store, &p, &last_err));
    dom_store_close(&store);
    cr_assert(copy_file(db_path(), in_folder("whole")));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_assert(copy_file(in_folder("whole"), db_path()));
        (void)raw(db_path(), rows[i].sql);
        store = open_store(DOM_STORE_READ);
        expect_error(dom_store_process_find(store, 1, &p, &last_err), DOM_E_IO, rows[i].words);
        dom_store_close(&store);
    }
    cr_assert(copy_file(in_folder("whole"), db_path()));
    (void)raw(db_path(), "UPDATE process SET bot = 2");
    store = open_store(DOM_STORE_READ);
    expect_error(dom_store_process_find(store, 1, &p, &last_err), DOM_E_ABSENT, "no process 1");
}

/* A file that says that it has a schema, and lacks a table of it, is refused. */
Test(store_tournament, a_file_without_a_table_of_its_schema_is_not_written_to)
{
    (void)add_tournament(store, "spring");
    dom_store_close(&store);
    (void)raw(db_path(), "DROP TABLE ruling");
    expect_error(dom_store_open(&store, db_path(), DOM_STORE_WRITE, &last_err), DOM_E_IO,
                 "cannot read its tables");
    expect_ok(dom_store_open(&store, db_path(), DOM_STORE_READ, &last_err));
    expect_found("spring", 1);
}
