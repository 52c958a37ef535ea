/* What is printed of shards, registered bots, verifications, faults, matches, seats and variants
 * that were made by hand. */
#include "expect.h"
#include "memory_file.h"

#include "base/now.h"
#include "base/text.h"
#include "output/bot_list_text.h"
#include "output/fault_list_text.h"
#include "output/fault_text.h"
#include "output/match_list_text.h"
#include "output/remarks.h"
#include "output/seats_text.h"
#include "output/shard_text.h"
#include "output/variant_list_text.h"
#include "output/verification_text.h"
#include "rules/sentences.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/redirect.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void set_up(void)
{
    (void)setenv("COLUMNS", "120", 1);
}

TestSuite(record_texts, .init = set_up);

static void expect_part(const char *part)
{
    cr_expect(strstr(memory_text(), part) != NULL, "%s\nis not in\n%s", part, memory_text());
}

static void expect_no_part(const char *part)
{
    cr_expect(strstr(memory_text(), part) == NULL, "%s\nis in\n%s", part, memory_text());
}

/* ---- shards -------------------------------------------------------------------------------- */

enum { SHARDS = 45 };

/* Shards 1 to 42 are interrupted; 43 is done, 44 waits, and 45 has failed. */
static void print_status(dom_shard_status *status, dom_shard_line lines[])
{
    for (uint32_t i = 0; i < SHARDS; i++) {
        dom_shard_state state = i < 42   ? DOM_SHARD_INTERRUPTED
                                : i < 43 ? DOM_SHARD_DONE
                                         : DOM_SHARD_FAILED;
        lines[i] = (dom_shard_line){
            .shard = i + 1, .is_begun = i != 43, .state = state, .done = i, .total = 50};
    }
    status->shard = lines;
    expect_ok(dom_output_shard_status(status, false, memory_file(), &last_err));
}

Test(record_texts, the_shards_that_are_not_done_are_listed_up_to_a_limit)
{
    dom_shard_line lines[SHARDS];
    dom_shard_status status = {.plan = {.tournament = "spring", .shards = SHARDS, .matches = 900},
                               .done = 44,
                               .faults = 3,
                               .waiting = 1,
                               .interrupted = 42,
                               .finished = 1,
                               .failed = 1,
                               .per_s = 2,
                               .left_s = 150};
    print_status(&status, lines);
    expect_part("spring: 44 of 900 matches, 3 faults\n"
                "45 shards: 1 done, 0 running, 0 silent, 1 waiting, 42 interrupted, 1 failed\n"
                "2.0 matches/s, about 2 min left\n"
                "shard 1   interrupted   0 of 50\n");
    expect_part("shard 40  interrupted  39 of 50\nand 3 more; --json has all\n");
    expect_no_part("shard 41");
    status.plan.shards = 40;
    status.left_s = 0;
    print_status(&status, lines);
    expect_part("shard 40  interrupted  39 of 50\n");
    expect_no_part("more; --json");
    expect_no_part("min left");
}

Test(record_texts, a_silent_shard_says_since_when)
{
    dom_shard_line line = {.shard = 1,
                           .is_begun = true,
                           .state = DOM_SHARD_SILENT,
                           .done = 4,
                           .total = 50,
                           .updated_ms = dom_now_ms() - 61 * 60000 - 30000,
                           .where = "node1",
                           .text = "slow"};
    dom_shard_status status = {.plan = {.tournament = "spring", .shards = 1}, .shard = &line};
    expect_ok(dom_output_shard_status(&status, false, memory_file(), &last_err));
    expect_part("shard 1  silent  4 of 50  node1  slow; last report 61 min ago\n");
    line.text[0] = '\0';
    expect_ok(dom_output_shard_status(&status, true, memory_file(), &last_err));
    json_t *root = json_loads(memory_text(), 0, NULL);
    json_t *shard = json_array_get(json_object_get(root, "shards"), 0);
    cr_expect(eq(int, (int)json_integer_value(json_object_get(shard, "done")), 4));
    cr_expect(
        eq(str, (char *)json_string_value(json_object_get(shard, "state")), (char *)"silent"));
    json_decref(root);
}

Test(record_texts, a_plan_names_the_next_commands)
{
    dom_shard_plan plan = {.tournament = "spring", .shards = 3, .sets = 12, .matches = 24};
    dom_output_shard_plan(&plan, "DIR", memory_file());
    expect_text("plan", "DIR: spring, 24 matches in 12 duplicate sets, in 3 shards\n"
                        "play:  domino-arena shard run DIR 1   (to 3, on any machine that sees the "
                        "folder)\n"
                        "merge: domino-arena shard merge DIR\n");
}

Test(record_texts, a_merge_names_what_is_missing)
{
    enum { RANGES = 21 };
    dom_shard_range ranges[RANGES];
    for (uint32_t i = 0; i < RANGES; i++)
        ranges[i] = (dom_shard_range){10 * i + 1, 10 * i + 1 + i % 2};
    char *remarks[] = {"shard 2 is not complete"};
    dom_shard_merged merged = {.added = {.sets = 2, .matches = 4, .faults = 1},
                               .missing = {.item = ranges, .count = 2},
                               .remarks = {.item = remarks, .count = 1}};
    dom_output_shard_merged(&merged, "DIR", false, memory_file());
    expect_text("merge", "shard 2 is not complete\n"
                         "DIR/arena.db: 4 matches in 2 sets added, 1 faults\n"
                         "missing: 3 sets: 1 11-12\n"
                         "play them: domino-arena shard run DIR --missing, then merge again\n");
    merged.missing.count = 20;
    dom_output_shard_merged(&merged, "DIR", false, memory_file());
    expect_part(" 181 191-192\nplay them");
    merged.missing.count = RANGES;
    dom_output_shard_merged(&merged, "DIR", false, memory_file());
    expect_part(" 181 191-192 ...\nplay them");
    dom_output_shard_merged(&merged, "DIR", true, memory_file());
    json_t *root = json_loads(memory_text(), 0, NULL);
    cr_expect(eq(sz, json_array_size(json_object_get(root, "missing")), RANGES));
    cr_expect(eq(sz, json_array_size(json_object_get(root, "remarks")), 1));
    cr_expect(eq(int, (int)json_integer_value(json_object_get(root, "schema")), 1));
    json_decref(root);
    merged = (dom_shard_merged){.is_finished = true};
    dom_output_shard_merged(&merged, "DIR", false, memory_file());
    expect_text("end", "DIR/arena.db: 0 matches in 0 sets added, 0 faults\n"
                       "the tournament is complete; see it with --db DIR/arena.db\n");
}

/* ---- registered bots ----------------------------------------------------------------------- */

Test(record_texts, registered_bots_have_a_state)
{
    char *variants[] = {"block-2", "draw-2"};
    dom_ladder_entry entries[] = {
        {.bot = {.name = "mine",
                 .version = "0123456789",
                 .variants = {.item = variants, .count = 2},
                 .mark = {.tag = "spring"}},
         .is_placed = true,
         .is_present = true},
        {.bot = {.name = "yours", .version = "abcdef0123"}, .is_present = true},
        {.bot = {.name = "gone", .version = "fedcba9876", .registered_ms = 1000},
         .is_placed = true},
    };
    dom_ladder l = {.entry = entries, .count = 3};
    expect_ok(dom_output_bots_text(memory_file(), &l, &last_err));
    expect_text("bots",
                "bot    version   tag     registered                variants  state\n"
                "mine   01234567  spring  1970-01-01T00:00:00.000Z         2  placed\n"
                "yours  abcdef01          1970-01-01T00:00:00.000Z         0  not placed yet\n"
                "gone   fedcba98          1970-01-01T00:00:01.000Z         0  removed\n");
    expect_ok(dom_output_bots_json(memory_file(), &l, &last_err));
    json_t *root = json_loads(memory_text(), 0, NULL), *list = json_object_get(root, "bots");
    cr_assert(eq(sz, json_array_size(list), 3));
    json_t *first = json_array_get(list, 0);
    cr_expect(eq(str, (char *)json_string_value(json_object_get(first, "tag")), (char *)"spring"));
    cr_expect(eq(sz, json_array_size(json_object_get(first, "variants")), 2));
    cr_expect(json_object_get(json_array_get(list, 1), "tag") == json_null());
    json_decref(root);
    l.count = 0;
    expect_ok(dom_output_bots_text(memory_file(), &l, &last_err));
    expect_part("No bot is registered yet. Type: domino-arena submit DIR");
}

/* ---- verifications ------------------------------------------------------------------------- */

Test(record_texts, a_verification_shows_commitments_and_revealed_secrets)
{
    dom_store_stage stages[] = {
        {.first_set = 1, .finished_ms = 5, .secret = {0xab}, .commit = "c0"},
        {.first_set = 7, .sets = 1, .secret = {0xcd}, .commit = "c1"}};
    dom_results_verification v = {.t = {.name = "spring", .stage_count = 2, .stages = stages},
                                  .matches = 12,
                                  .differences = 1,
                                  .hash = "h",
                                  .ledger_hash = "l"};
    FILE *out = memory_file();
    dom_output_verification w = dom_output_verification_begin(out, false);
    dom_output_verification_difference(&w, "match 3 differs");
    expect_ok(dom_output_verification_show(&w, &v, &last_err));
    dom_output_verification_end(&w);
    expect_text("text", "match 3 differs\n"
                        "spring: 12 matches, 1 differences\n"
                        "commitment c0\n"
                        "secret ab00000000000000000000000000000000000000000000000000000000000000\n"
                        "commitment from set 7 on c1\n"
                        "secret from set 7 on is revealed after the last match\n"
                        "hash h\nledger hash l\n"
                        "(The ledger hash identifies what this file says; two runs of one seed "
                        "need not have the same.)\n");
    out = memory_file();
    w = dom_output_verification_begin(out, true);
    dom_output_verification_difference(&w, "match 3 differs");
    expect_ok(dom_output_verification_show(&w, &v, &last_err));
    dom_output_verification_end(&w);
    json_t *root = json_loads(memory_text(), 0, NULL), *list = json_object_get(root, "stages");
    cr_assert(eq(sz, json_array_size(list), 2));
    json_t *second = json_array_get(list, 1);
    cr_expect(eq(str, (char *)json_string_value(json_object_get(second, "secret")), (char *)""));
    cr_expect(eq(sz, json_array_size(json_object_get(root, "differences")), 1));
    json_decref(root);
}

/* ---- faults -------------------------------------------------------------------------------- */

Test(record_texts, the_middle_of_a_long_log_is_left_out)
{
    char log[400] = "";
    for (int line = 1; line <= 15; line++) {
        if (line == 15) {
            dom_output_fault_print_log("  ", log, strlen(log), memory_file());
            expect_no_part("left out");
        }
        (void)sprintf(log + strlen(log), "line %d\n", line);
    }
    dom_output_fault_print_log("  ", log, strlen(log), memory_file());
    expect_part("  | line 4\n  | [... 1 line left out ...]\n  | line 6\n");
    strcat(log, "line 16\n");
    dom_output_fault_print_log("", log, strlen(log), memory_file());
    expect_part("| line 4\n| [... 2 lines left out ...]\n| line 7\n");
}

Test(record_texts, the_evidence_of_a_fault_is_printed)
{
    static const uint8_t bytes[DOM_STORE_ANSWER_BYTES] = {0x92, 0x01};
    dom_results_fault_report r = {
        .fault = {.answer = (const uint8_t *)"play 7", .answer_bytes = 6},
        .ask = {.step = 7, .line = "{\"hand\":[]}"},
        .has_process = true,
        .process = {
            .instance = 7, .ended = "exited", .log = (const uint8_t *)"bye", .log_bytes = 3}};
    dom_output_fault_print(&r, "  ", memory_file());
    expect_part("  it was asked  {\"hand\":[]}\n  it sent  play 7\n  process 7: ");
    expect_part("  | bye\n");
    r = (dom_results_fault_report){.fault = {.answer = bytes, .answer_bytes = 2}};
    dom_output_fault_print(&r, "", memory_file());
    expect_text("bytes", "it sent  9201\n");
    r.fault.answer_bytes = DOM_STORE_ANSWER_BYTES;
    dom_output_fault_print(&r, "", memory_file());
    expect_part("00 ...\n");
}

static void add_fault(dom_output_fault_list *l, dom_fault code)
{
    const dom_results_fault_report r = {
        .bot = {"anna", "1"}, .tournament = "t", .fault = {.code = code, .seat = -1, .text = ""}};
    dom_results_fault_watch watch = dom_output_fault_list_watch(l);
    cr_assert(eq(int, watch.on_fault(watch.context, &r), DOM_OK));
}

Test(record_texts, a_list_of_faults_ends_with_the_rule_where_a_process_failed)
{
    static const struct {
        size_t count;
        dom_fault codes[2];
        bool has_rule;
    } rows[] = {{1, {DOM_FAULT_ILLEGAL}, false},
                {2, {DOM_FAULT_TIMEOUT, DOM_FAULT_ILLEGAL}, false},
                {2, {DOM_FAULT_CRASH, DOM_FAULT_ILLEGAL}, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dom_output_fault_list l = {.out = memory_file(), .err = &last_err};
        for (size_t k = 0; k < rows[i].count; k++)
            add_fault(&l, rows[i].codes[k]);
        cr_assert(eq(int, dom_output_fault_list_end(&l, DOM_OK), DOM_OK));
        expect_part(dom_fault_word(rows[i].codes[0]));
        cr_expect(eq(int, strstr(memory_text(), "A fault of a process costs one match") != NULL,
                     rows[i].has_rule));
    }
    dom_output_fault_list none = {.out = memory_file(), .err = &last_err};
    cr_assert(eq(int, dom_output_fault_list_end(&none, DOM_OK), DOM_OK));
    expect_text("none", "no faults\n");
}

/* ---- matches ------------------------------------------------------------------------------- */

static const dom_store_bot bots[] = {{"anna", "1"}, {"ben", "1"}, {"carl", "1"}};

static dom_store_tournament tournament(dom_variant *variant)
{
    expect_ok(dom_variant_find(variant, "block-3", &last_err));
    return (dom_store_tournament){
        .name = "spring", .bot_count = 3, .bots = bots, .variant_count = 1, .variants = variant};
}

/* Prints two matches of three seats; the second one ended by a fault at its second attempt. */
static void print_matches(dom_output_format format)
{
    dom_variant variant;
    dom_store_tournament t = tournament(&variant);
    dom_store_match m = {.match = 7,
                         .set = 3,
                         .attempt = 1,
                         .fault_seat = -1,
                         .rounds = 5,
                         .duration_ms = 1500,
                         .seats = 3,
                         .seat = {{0, 1, 12, 0, 0}, {1, 2, -4, 0, 0}, {2, 3, 0, 0, 0}}};
    dom_output_match_list l = {.out = memory_file(), .format = format, .err = &last_err};
    l.list = format == DOM_OUTPUT_JSON ? json_array() : NULL;
    dom_results_match_watch watch = dom_output_match_list_watch(&l);
    watch.on_count(watch.context, &t, 2, true);
    cr_assert(eq(int, watch.on_match(watch.context, &t, &m), DOM_OK));
    m.match = 8;
    m.rotation = 1;
    m.attempt = 2;
    m.end = DOM_FAULT_CRASH;
    m.fault_seat = 1;
    cr_assert(eq(int, watch.on_match(watch.context, &t, &m), DOM_OK));
    cr_assert(eq(int, dom_output_match_list_end(&l, DOM_OK), DOM_OK));
}

Test(record_texts, matches_are_listed_in_every_format)
{
    (void)setenv("COLUMNS", "150", 1);
    print_matches(DOM_OUTPUT_TEXT);
    expect_text(
        "text",
        "spring: 2 matches; only the last ones are shown, --limit N shows more; by seat: "
        "bot, score (place)\n"
        "match  set.rot  variant  end            rounds   time  starts  seat 0       seat "
        "1      seat 2\n"
        "    7      3.0  block-3  normal              5  1.5 s          anna 12 (1)  ben -4 "
        "(2)  carl 0 (3)\n"
        "    8      3.1  block-3  crash, seat 1       5  1.5 s       2  anna 12 (1)  ben -4 "
        "(2)  carl 0 (3)\n");
    print_matches(DOM_OUTPUT_CSV);
    expect_text(
        "csv",
        "match,set,rotation,variant,end,fault_seat,rounds,ms,starts,started,bots,places,"
        "scores\n"
        "7,3,0,block-3,normal,-1,5,1500,1,1970-01-01T00:00:00.000Z,anna ben carl,1 2 3,12 -4 "
        "0\n"
        "8,3,1,block-3,crash,1,5,1500,2,1970-01-01T00:00:00.000Z,anna ben carl,1 2 3,12 -4 "
        "0\n");
    print_matches(DOM_OUTPUT_JSON);
    json_t *root = json_loads(memory_text(), 0, NULL), *list = json_object_get(root, "matches");
    cr_assert(eq(sz, json_array_size(list), 2));
    json_decref(root);
}

/* The seats beyond the second leave from the last one on. */
Test(record_texts, a_narrow_list_of_matches_keeps_the_first_seats)
{
    (void)setenv("COLUMNS", "55", 1);
    print_matches(DOM_OUTPUT_TEXT);
    expect_part("match  end            seat 0       seat 1\n");
}

Test(record_texts, open_matches_are_counted)
{
    dom_variant variant;
    dom_store_tournament t = tournament(&variant);
    dom_output_match_list l = {.out = memory_file(), .is_open = true, .err = &last_err};
    dom_results_match_watch watch = dom_output_match_list_watch(&l);
    watch.on_count(watch.context, &t, 1, false);
    cr_assert(eq(int, watch.on_start(watch.context, &t, 9, 1), DOM_OK));
    cr_assert(eq(int, watch.on_start(watch.context, &t, 10, 2), DOM_OK));
    cr_assert(eq(int, dom_output_match_list_end(&l, DOM_OK), DOM_OK));
    expect_text("open", "spring: 1 match begun and not finished\n"
                        "      9  started 1 time\n     10  started 2 times\n");
}

/* ---- seats --------------------------------------------------------------------------------- */

static dom_results_seat_worth worth(double share, double points)
{
    dom_results_seat_worth w = {.share = {.sets = 0}};
    for (int i = 0; i < 10; i++) {
        dom_ratings_sample_add(&w.share, share + (i % 2 ? 0.125 : -0.125));
        dom_ratings_sample_add(&w.points, points + (i % 2 ? 1 : -1));
    }
    return w;
}

Test(record_texts, seats_and_turns_have_a_worth)
{
    dom_results_seat_list lists[3] = {{.sets = 10, .left_out = 1}, {.sets = 0}, {.left_out = 3}};
    dom_results_seats seats = {.list = lists, .list_count = 3};
    dom_variant v;
    expect_ok(dom_variant_find(&v, "block-teams", &last_err));
    for (int i = 0; i < 3; i++) {
        strcpy(lists[i].rules.name, i < 2 ? "block-teams" : "draw-2");
        lists[i].rules.options = v.options;
    }
    for (int side = 0; side < 2; side++) {
        lists[0].seat[side] = worth(side ? 0.375 : 0.625, side ? -2 : 2);
        lists[0].turn[side] = worth(0.5, 0);
    }
    expect_ok(dom_output_seats_text(memory_file(), &seats, &last_err));
    expect_text("seats",
                "block-teams: 10 full rotations; 1 other sets left out\n"
                "                            share              Elo                points\n"
                "seats 0 and 2  62.5% (44.6..76.2)  +89 (-38..+203)  +2.00 (+1.25..+2.75)\n"
                "seats 1 and 3  37.5% (23.8..55.4)  -89 (-203..+38)  -2.00 (-2.75..-1.25)\n"
                "leads round 1  50.0% (34.5..65.5)  +0 (-112..+112)  +0.00 (-0.75..+0.75)\n"
                "plays second   50.0% (34.5..65.5)  +0 (-112..+112)  +0.00 (-0.75..+0.75)\n"
                "\n"
                "draw-2: 0 full rotations; 3 other sets left out\n"
                "\n"
                "Share of the points against the other seats, and points above the mean of the "
                "table. Both are means over full rotations,\n"
                "  in which the strength of the bots cancels; 95 % intervals over sets.\n");
    expect_ok(dom_output_seats_json(memory_file(), &seats, &last_err));
    json_t *root = json_loads(memory_text(), 0, NULL), *list = json_object_get(root, "variants");
    cr_assert(eq(sz, json_array_size(list), 2));
    json_t *turn = json_array_get(json_object_get(json_array_get(list, 0), "turns"), 1);
    cr_expect(eq(int, (int)json_integer_value(json_object_get(turn, "turn")), 2));
    json_t *unknown = json_array_get(json_object_get(json_array_get(list, 1), "seats"), 1);
    cr_expect(json_object_get(unknown, "share") == json_null());
    json_decref(root);
    seats.list_count = 0;
    expect_ok(dom_output_seats_text(memory_file(), &seats, &last_err));
    expect_text("no seats", "no match was played yet\n");
}

/* ---- remote bots --------------------------------------------------------------------------- */

Test(record_texts, every_remote_bot_has_its_key)
{
    dom_bots_remote_key item[] = {{"(arena)", "aaaa"}, {"far", "bbbb"}, {"off", "cccc"}};
    const dom_bots_remote_keys keys = {.count = 3, .item = item};
    expect_ok(dom_output_remote_keys(memory_file(), &keys, false, &last_err));
    expect_text("text", "(arena)  aaaa\nfar      bbbb\noff      cccc\n");
    expect_ok(dom_output_remote_keys(memory_file(), &keys, true, &last_err));
    json_t *root = json_loads(memory_text(), 0, NULL), *list = json_object_get(root, "keys");
    cr_assert(eq(sz, json_array_size(list), 3));
    cr_expect(eq(str, (char *)json_string_value(json_object_get(json_array_get(list, 2), "key")),
                 (char *)"cccc"));
    json_decref(root);
}

/* Each seat of each remote bot has a port of its own. */
Test(record_texts, every_seat_of_a_remote_bot_has_an_address, .init = cr_redirect_stderr)
{
    static const dom_core_listen listen = {.address = "127.0.0.1", .port = 5000, .own_key = {1}};
    static dom_core_entrant entrants[] = {{.name = "near"},
                                          {.name = "far", .transport = DOM_CORE_TRANSPORT_REMOTE},
                                          {.name = "off", .transport = DOM_CORE_TRANSPORT_REMOTE}};
    static const dom_core_tournament remote = {.variant_count = 1,
                                               .variants = {{.options = {.players = 2}}},
                                               .bot_count = 3,
                                               .bots = entrants};
    char key[DOM_CURVE_LETTERS + 1], wanted[400];
    dom_bots_own_key(key, &listen);
    cr_assert(eq(sz, strlen(key), DOM_CURVE_LETTERS));
    dom_output_print_addresses(&listen, &remote);
    (void)fflush(stderr);
    (void)snprintf(wanted, sizeof wanted,
                   "far, seat 0: tcp://127.0.0.1:5000\nfar, seat 1: tcp://127.0.0.1:5001\n"
                   "off, seat 0: tcp://127.0.0.1:5008\noff, seat 1: tcp://127.0.0.1:5009\n"
                   "the arena's public key: %s\n",
                   key);
    cr_assert_stderr_eq_str(wanted);
}

/* ---- variants ------------------------------------------------------------------------------ */

Test(record_texts, variants_are_listed_family_by_family)
{
    (void)setenv("COLUMNS", "200", 1);
    expect_ok(dom_output_variants_text(memory_file(), &last_err));
    expect_part("block-2  ");
    size_t lines = 0;
    for (const char *c = memory_text(); *c; c++)
        lines += *c == '\n';
    cr_expect(eq(sz, lines, dom_variant_count()));
}

/* Every variant has its rules as sentences. */
Test(record_texts, variants_in_json_have_their_rules)
{
    const dom_variant variant = dom_variant_at(0);
    expect_ok(dom_output_variants_json(memory_file(), &variant, 1, &last_err));
    json_t *root = json_loads(memory_text(), 0, NULL), *list = json_object_get(root, "variants");
    cr_assert(eq(sz, json_array_size(list), 1));
    json_t *rules = json_object_get(json_array_get(list, 0), "rules");
    dom_sentences sentences;
    dom_sentences_write(&sentences, &variant.options);
    cr_assert(eq(sz, json_array_size(rules), sentences.count));
    for (size_t i = 0; i < sentences.count; i++)
        cr_expect(eq(str, (char *)json_string_value(json_array_get(rules, i)), sentences.text[i]));
    json_decref(root);
}

Test(record_texts, an_own_variant_says_what_it_changes_in_its_base)
{
    dom_variant v;
    expect_ok(dom_variant_find(&v, "block-2", &last_err));
    dom_output_variant_text(memory_file(), &v);
    expect_part("block-2: Block for two: 7 tiles each, no drawing, to 100.\n\n");
    expect_part("\nOptions:\n");
    v.family = NULL;
    strcpy(v.base, "block-2");
    strcpy(v.name, "mine");
    dom_output_variant_text(memory_file(), &v);
    expect_part("mine: block-2 with no change.\n\n");
    v.options.hand = 6;
    v.options.target = 50;
    dom_output_variant_text(memory_file(), &v);
    expect_part("mine: block-2 with hand 6, target 50.\n\n");
}

/* ---- failed builds ------------------------------------------------------------------------- */

static void print_build(const scratch *s, const char *text)
{
    scratch_write(s, "build.log", text);
    dom_output_listener.on_build_failed(NULL, scratch_at(s, "build.log"));
    (void)fflush(stderr);
}

Test(record_texts, a_failed_build_is_shown_from_its_first_error_on, .init = cr_redirect_stderr)
{
    scratch s;
    char text[4000] = "";
    scratch_open(&s);
    for (int i = 0; i < 30; i++)
        (void)sprintf(text + strlen(text), i == 7 ? "bot.c:3: error: bad\n" : "line %d\n", i);
    print_build(&s, text);
    scratch_close(&s);
    cr_assert_stderr_eq_str("| bot.c:3: error: bad\n| line 8\n| line 9\n| line 10\n| line 11\n"
                            "| line 12\n| line 13\n| line 14\n| line 15\n| line 16\n");
}

Test(record_texts, of_a_failed_build_without_an_error_the_end_is_shown, .init = cr_redirect_stderr)
{
    scratch s;
    char text[4000] = "";
    scratch_open(&s);
    for (int i = 0; i < 30; i++)
        (void)sprintf(text + strlen(text), "line %d\n", i);
    print_build(&s, text);
    scratch_close(&s);
    cr_assert_stderr_eq_str("| line 20\n| line 21\n| line 22\n| line 23\n| line 24\n| line 25\n"
                            "| line 26\n| line 27\n| line 28\n| line 29\n");
}
