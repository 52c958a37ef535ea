/* Which sets a plan has, how long they are expected to take, and what it writes. */
#include "spring.h"

#include "shard/shard_plan.h"
#include "shard_tournament.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

SCRATCH_SUITE(shard_plan);

#define SPRING                                                                                     \
    "name: spring\nvariants: [block-2]\nsandbox: none\nseed: 7\nbots:\n"                           \
    "  - {name: a, run: [/bin/cat], transport: stdio}\n"                                           \
    "  - {name: b, run: [/bin/cat], transport: stdio}\n"                                           \
    "  - {name: c, run: [/bin/cat], transport: stdio}\n"

static dom_home home = {.host_program = HOST_PROGRAM, .lock_fd = -1};
static dom_shard_plan plan;

static dom_rc try_request(const dom_config_request *request, uint32_t shards)
{
    (void)snprintf(home.home, sizeof home.home, "%s/home", s.path);
    cr_assert(zero(int, setenv("TMPDIR", s.path, 1)));
    cr_assert(zero(int, chmod(s.path, 0711))); /* bots of other users may enter */
    dom_shard_plan_spec spec = {.home = &home,
                                .places = dom_bots_places_of(&home, NULL),
                                .request = *request,
                                .folder = scratch_at(&s, "shards"),
                                .shards = shards};
    dom_shard_plan_clear(&plan);
    return dom_shard_plan_make(&plan, &spec, &last_err);
}

/* Plans this tournament file. */
static dom_rc try_plan(const char *text, uint32_t shards)
{
    char path[DOM_PATH_BYTES];
    scratch_write(&s, "spring.yaml", text);
    (void)snprintf(path, sizeof path, "%s", scratch_at(&s, "spring.yaml"));
    return try_request(&(dom_config_request){.file = path}, shards);
}

static dom_shard_part part_of(uint32_t shard)
{
    dom_shard_part part;
    expect_ok(dom_shard_part_read(&part, scratch_at(&s, "shards"), plan.id, shard, &last_err));
    return part;
}

static dom_store *open_database(const char *name, dom_store_tournament *t)
{
    dom_store *store;
    expect_ok(dom_store_open(&store, scratch_at(&s, name), DOM_STORE_WRITE, &last_err));
    expect_ok(dom_store_tournament_find(store, "spring", t, &last_err));
    return store;
}

/* Stores matches as if they were played and merged. A match takes `us` of the time of bot a, twice
 * as much of b, and nothing of c. */
static void merge_matches(uint64_t first, uint64_t last, int64_t us)
{
    dom_store_tournament t;
    dom_store *store = open_database("shards/arena.db", &t);
    for (uint64_t n = first; n <= last; n++) {
        dom_store_match m = spring_match(t.id, n, 0, 0);
        for (int seat = 0; seat < 2; seat++)
            m.seat[seat].time_us = m.seat[seat].bot == 2 ? 0 : us * (1 + m.seat[seat].bot);
        spring_add_match(store, &m);
    }
    dom_store_tournament_free(&t);
    dom_store_close(&store);
}

static dom_rc count_match(void *context, uint64_t match)
{
    (void)match;
    ++*(int *)context;
    return DOM_OK;
}

static int matches_in(const char *name)
{
    dom_store_tournament t;
    dom_store *store = open_database(name, &t);
    int count = 0;
    expect_ok(dom_store_match_numbers(store, t.id, count_match, &count, &last_err));
    dom_store_tournament_free(&t);
    dom_store_close(&store);
    return count;
}

Test(shard_plan, every_set_is_in_one_shard)
{
    expect_ok(try_plan(SPRING "sets: 2\n", 2));
    cr_expect(eq(u32, plan.shards, 2));
    cr_expect(eq(u64, plan.sets, SPRING_SETS));
    cr_expect(eq(u64, plan.matches, SPRING_MATCHES));
    cr_expect(not(plan.compares));
    dom_shard_part parts[] = {part_of(1), part_of(2)};
    for (int i = 0; i < 2; i++) {
        cr_expect(eq(u64, dom_shard_set_list_size(&parts[i].sets), 3));
        cr_expect(eq(u64, parts[i].matches, 6));
        cr_expect(epsilon_eq(dbl, parts[i].expected_s, 0.012, 1e-9), "6 matches of 2 ms");
    }
    for (uint32_t n = 1; n <= SPRING_SETS; n++)
        cr_expect(dom_shard_set_list_has(&parts[0].sets, n) !=
                      dom_shard_set_list_has(&parts[1].sets, n),
                  "set %u", n);
    for (int i = 0; i < 2; i++)
        dom_shard_part_clear(&parts[i]);
    cr_expect(zero(int, matches_in("shards/arena.db")));
    cr_expect(zero(int, matches_in("shards/plan.db")));
    cr_expect(eq(int, scratch_mode(scratch_at(&s, "shards/plan.db")), 0600), "it has the secret");
    cr_expect(eq(int, scratch_mode(scratch_at(&s, "shards/arena.db")), 0600));
    dom_shard_plan_clear(&plan);
}

static void expect_text(char *found, char *expected)
{
    cr_expect(eq(str, found, expected));
}

Test(shard_plan, the_plan_that_is_returned_is_the_one_that_was_written)
{
    dom_shard_plan written;
    expect_ok(try_plan(SPRING "  - a#2\nsets: 2\n", 1));
    expect_ok(dom_shard_plan_read(&written, scratch_at(&s, "shards"), &last_err));
    expect_text(written.id, plan.id);
    expect_text(written.tournament, "spring");
    expect_text(written.program, DOM_VERSION);
    expect_text(written.machine, plan.machine);
    cr_expect(eq(i64, written.created_ms, plan.created_ms));
    cr_expect(ge(i64, written.created_ms, 1));
    cr_assert(eq(u32, written.bot_count, 4));
    for (uint32_t i = 0; i < 4; i++) {
        expect_text(written.bots[i].name, plan.bots[i].name);
        expect_text(written.bots[i].version, plan.bots[i].version);
        expect_text(written.bots[i].hash, plan.bots[i].hash);
        cr_expect(eq(sz, strlen(written.bots[i].hash), DOM_FS_TREE_HASH_BYTES - 1));
        char name[DOM_PATH_BYTES];
        (void)snprintf(name, sizeof name, "shards/bots/%s/%s/bot.yaml", written.bots[i].snapshot,
                       written.bots[i].version);
        cr_expect(zero(int, access(scratch_at(&s, name), F_OK)), "%s", name);
    }
    expect_text(written.bots[3].name, "a#2");
    expect_text(written.bots[3].snapshot, "a");
    char *file = scratch_read(scratch_at(&s, "shards/tournament.yaml"));
    expect_text(file, SPRING "  - a#2\nsets: 2\n");
    free(file);
    dom_shard_plan_clear(&written);
    dom_shard_plan_clear(&plan);
}

/* The mean of a is 1 s for a match and that of b 2 s; c has taken no time. */
Test(shard_plan, sets_take_as_long_as_their_bots_took_before)
{
    expect_ok(try_plan(SPRING "sets: 2\n", 2));
    merge_matches(1, 6, 500000);
    merge_matches(7, 12, 1500000);
    expect_ok(try_plan(SPRING "sets: 3\n", 3));
    cr_expect(eq(u64, plan.sets, 3));
    cr_expect(eq(u64, plan.matches, 6));
    /* Sets 7, 8 and 9 are a-b, a-c and b-c; the longest is in the first shard. */
    static const struct {
        uint32_t set;
        double expected_s;
    } rows[] = {{7, 6}, {9, 4}, {8, 2}};
    for (uint32_t n = 0; n < 3; n++) {
        dom_shard_part part = part_of(n + 1);
        cr_assert(eq(sz, part.sets.count, 1));
        cr_expect(eq(u32, part.sets.item[0].first, rows[n].set));
        cr_expect(eq(u32, part.sets.item[0].last, rows[n].set));
        cr_expect(epsilon_eq(dbl, part.expected_s, rows[n].expected_s, 1e-9));
        dom_shard_part_clear(&part);
    }
    cr_expect(eq(int, matches_in("shards/arena.db"), 12));
    cr_expect(zero(int, matches_in("shards/plan.db")), "shards begin without matches");
    dom_shard_plan_clear(&plan);
}

Test(shard_plan, a_folder_whose_sets_are_not_merged_gets_no_new_plan)
{
    expect_ok(try_plan(SPRING "sets: 2\n", 2));
    merge_matches(1, 11, 1);
    expect_error(try_plan(SPRING "sets: 3\n", 2), DOM_E_CONFIG,
                 "1 sets of its plan are not merged yet");
    merge_matches(12, 12, 1);
    expect_error(try_plan(SPRING "sets: 2\n", 2), DOM_E_CONFIG, "all matches of spring are played");
    dom_shard_plan_clear(&plan);
}

/* Set 1 of a Swiss of a, b and c in one cycle is a-b; then c has its bye. */
Test(shard_plan, the_next_round_of_a_swiss_begins_with_the_rounds_before)
{
    expect_ok(try_plan(SPRING "schedule: swiss\nrounds: 2\nsets: 1\n", 1));
    cr_expect(eq(u64, plan.sets, 1));
    dom_shard_plan_clear(&plan);
    merge_matches(1, 2, 1);
    expect_ok(try_plan(SPRING "schedule: swiss\nrounds: 2\nsets: 1\n", 1));
    cr_expect(eq(u64, plan.sets, 1));
    dom_shard_part part = part_of(1);
    cr_expect(eq(u32, part.sets.item[0].first, 2));
    dom_shard_part_clear(&part);
    cr_expect(eq(int, matches_in("shards/plan.db"), 2));
    dom_shard_plan_clear(&plan);
}

Test(shard_plan, a_comparison_notes_what_it_tests_and_is_never_extended)
{
    static const char *const variants[] = {"block-2", NULL};
    dom_core_compared compared = {.elo0 = 0, .elo1 = 60, .alpha = 0.05, .beta = 0.1};
    const char *bots[] = {scratch_at(&s, "a"), scratch_at(&s, "b"), NULL};
    scratch_write(&s, "a/bot.yaml", "name: a\nrun: [/bin/cat]\ntransport: stdio\n");
    scratch_write(&s, "b/bot.yaml", "name: b\nrun: [/bin/cat]\ntransport: stdio\n");
    dom_config_request request = {.name = "a-b",
                                  .variants = variants,
                                  .bots = bots,
                                  .sets = 9,
                                  .is_unrated = true,
                                  .compared = &compared};
    expect_ok(try_request(&request, 2));
    cr_expect(plan.compares);
    cr_expect(eq(str, plan.variant, (char *)"block-2"));
    cr_expect(eq(u32, plan.sets_most, 9));
    cr_expect(eq(dbl, plan.compared.elo1, 60));
    cr_expect(not(plan.has_seed));
    cr_expect(eq(int, access(scratch_at(&s, "shards/tournament.yaml"), F_OK), -1));
    expect_error(try_request(&request, 2), DOM_E_CONFIG,
                 "has a comparison, which is never extended");
    dom_shard_plan_clear(&plan);
}

Test(shard_plan, remote_bots_cannot_play_in_shards)
{
    static const char with_remote[] = SPRING
        "  - {name: d, transport: remote, key: 'rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7'}\n";
    expect_error(try_plan(with_remote, 1), DOM_E_CONFIG,
                 "bot 'd' is remote; allowed: only with run");
    dom_shard_plan_clear(&plan);
}

/* ---- identity ------------------------------------------------------------------------------ */

static dom_shard_bot identity_bot;
static dom_store_stage identity_stage;

static void identify(char id[static DOM_FS_FILE_HASH_BYTES], int changed)
{
    dom_store_tournament t = spring();
    dom_shard_plan p = {.shards = 2, .sets = 6, .matches = 12, .bot_count = 1};
    identity_bot = (dom_shard_bot){"a", "a", "1", "1"};
    identity_stage = t.stages[0];
    p.bots = &identity_bot;
    t.stages = &identity_stage;
    char *const texts[] = {t.name, identity_stage.commit, identity_bot.hash, p.program, p.machine};
    uint64_t *const numbers[] = {&p.sets, &p.matches};
    enum { TEXTS = sizeof texts / sizeof *texts, NUMBERS = sizeof numbers / sizeof *numbers };
    if (0 <= changed && changed < TEXTS)
        texts[changed][0] = 'x';
    else if (TEXTS <= changed && changed < TEXTS + NUMBERS)
        ++*numbers[changed - TEXTS];
    else if (changed == TEXTS + NUMBERS)
        p.shards++;
    else if (changed == TEXTS + NUMBERS + 1)
        p.created_ms = INT64_C(1) << 56;
    else if (changed == TEXTS + NUMBERS + 2)
        identity_stage.secret[DOM_STORE_SECRET_BYTES - 1]++;
    else if (changed == TEXTS + NUMBERS + 3)
        t.config = "{}";
    dom_shard_identify(&p, &t);
    memcpy(id, p.id, sizeof p.id);
}

Test(shard_plan, whatever_a_deal_or_a_result_depends_on_makes_another_plan)
{
    enum { CHANGES = 11 };
    char id[CHANGES + 1][DOM_FS_FILE_HASH_BYTES];
    for (int i = 0; i <= CHANGES; i++) {
        identify(id[i], i < CHANGES ? i : -1);
        for (int k = 0; k < i; k++)
            cr_expect(ne(str, id[i], id[k]), "changes %d and %d", i, k);
    }
}
