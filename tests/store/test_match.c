/* Matches, starts and faults are read back unchanged and in order. */
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

static dom_store *store;
static int64_t spring;

static void begin(void)
{
    folder_make();
    store = open_store(DOM_STORE_WRITE);
    spring = add_tournament(store, "spring");
}

static void end(void)
{
    dom_store_close(&store);
    folder_remove();
}

TestSuite(store_match, .init = begin, .fini = end);
TestSuite(store_start, .init = begin, .fini = end);
TestSuite(store_fault, .init = begin, .fini = end);
TestSuite(store_info, .init = begin, .fini = end);

static void reopen(void)
{
    dom_store_close(&store);
    store = open_store(DOM_STORE_READ);
}

static void add(dom_store_match m)
{
    expect_ok(dom_store_begin(store, &last_err));
    expect_ok(dom_store_match_add(store, &m, &last_err));
    expect_ok(dom_store_commit(store, &last_err));
}

/* ---- round trips ---------------------------------------------------------- */

static void expect_same_seat(const dom_store_seat *a, const dom_store_seat *b)
{
    cr_assert(eq(int, a->bot, b->bot));
    cr_assert(eq(int, a->place, b->place));
    cr_assert(eq(int, a->score, b->score));
    cr_assert(eq(i64, a->time_us, b->time_us));
    cr_assert(eq(i64, a->process, b->process));
}

static void expect_same(const dom_store_match *a, const dom_store_match *b)
{
    cr_assert(eq(i64, a->tournament, b->tournament));
    cr_assert(eq(u64, a->match, b->match));
    cr_assert(eq(u64, a->set, b->set));
    cr_assert(eq(int, a->rotation, b->rotation));
    cr_assert(eq(int, a->variant, b->variant));
    cr_assert(eq(u32, a->attempt, b->attempt));
    cr_assert(eq(int, (int)a->end, (int)b->end));
    cr_assert(eq(int, a->fault_seat, b->fault_seat));
    cr_assert(eq(int, a->rounds, b->rounds));
    cr_assert(eq(i64, a->started_ms, b->started_ms));
    cr_assert(eq(i64, a->duration_ms, b->duration_ms));
    cr_assert(eq(str, (char *)a->sandbox, (char *)b->sandbox));
    cr_assert(eq(int, a->seats, b->seats));
    for (int i = 0; i < a->seats; i++)
        expect_same_seat(&a->seat[i], &b->seat[i]);
    cr_assert(eq(sz, a->decisions_bytes, b->decisions_bytes));
    cr_assert(a->decisions != NULL);
    cr_assert(eq(int, memcmp(a->decisions, b->decisions, a->decisions_bytes), 0));
}

static dom_rc compare(void *context, const dom_store_match *m)
{
    const dom_store_match **wanted = context;
    cr_assert(wanted[0] != NULL);
    expect_same(m, *wanted);
    *wanted = NULL;
    return DOM_OK;
}

static void round_trip(const dom_store_match *m)
{
    const dom_store_match *wanted = m;
    add(*m);
    reopen();
    expect_ok(dom_store_match_each(store, m->tournament, 0, 0, true, compare, &wanted, &last_err));
    cr_assert(wanted == NULL);
}

Test(store_match, is_read_back_with_the_smallest_values)
{
    dom_store_match m = {.tournament = spring,
                         .match = 1,
                         .set = 1,
                         .sandbox = "x",
                         .seats = 2,
                         .seat = {{.place = 1, .score = INT32_MIN, .time_us = INT64_MIN},
                                  {.place = 1, .score = -1, .time_us = -1}},
                         .started_ms = INT64_MIN,
                         .duration_ms = INT64_MIN,
                         .fault_seat = -1,
                         .decisions = (const uint8_t *)""};
    round_trip(&m);
}

/* A tournament of two bots at tables of eight. */
static int64_t add_large_tables(void)
{
    static const dom_store_bot bots[] = {{"greedy", "9f2c"}, {"random", "77ab"}};
    dom_variant variant = {.name = "eight", .options = dom_options_default()};
    expect_ok(dom_options_apply(&variant.options, "players=8 hand=3", &last_err));
    dom_store_stage stage = {.first_set = 1};
    dom_store_tournament t = {.name = "eight",
                              .config = "{}",
                              .stage_count = 1,
                              .stages = &stage,
                              .bot_count = 2,
                              .bots = bots,
                              .variant_count = 1,
                              .variants = &variant};
    expect_ok(dom_store_tournament_add(store, &t, &last_err));
    return t.id;
}

Test(store_match, is_read_back_with_the_largest_values)
{
    static uint8_t decisions[DOM_STORE_VALUE_BYTES - 1000];
    dom_store_match m = {.tournament = add_large_tables(),
                         .match = INT64_MAX,
                         .set = INT64_MAX,
                         .rotation = DOM_STORE_SET_MATCHES_MAX - 1,
                         .attempt = UINT32_MAX,
                         .end = DOM_FAULT_SPAWN,
                         .fault_seat = DOM_SEATS_MAX - 1,
                         .rounds = UINT16_MAX,
                         .started_ms = INT64_MAX,
                         .duration_ms = INT64_MAX,
                         .sandbox = "12345678",
                         .seats = DOM_SEATS_MAX,
                         .decisions = decisions,
                         .decisions_bytes = sizeof decisions};
    dom_store_process p = {.tournament = m.tournament};
    expect_ok(dom_store_process_add(store, &p, &last_err));
    (void)raw(db_path(), "UPDATE process SET id = 9223372036854775807");
    for (int i = 0; i < DOM_SEATS_MAX; i++)
        m.seat[i] = (dom_store_seat){.bot = (uint16_t)(i % 2),
                                     .place = DOM_SEATS_MAX,
                                     .score = INT32_MAX,
                                     .time_us = INT64_MAX,
                                     .process = INT64_MAX};
    for (size_t i = 0; i < sizeof decisions; i++)
        decisions[i] = (uint8_t)(i * i);
    round_trip(&m);
}

Test(store_match, is_read_back_with_every_end)
{
    for (int end_code = 0; end_code < DOM_FAULT_COUNT; end_code++) {
        dom_store_match m = match_of(spring, 1 + (uint64_t)end_code);
        const dom_store_match *wanted = &m;
        m.end = (dom_fault)end_code;
        m.fault_seat = (int8_t)(end_code ? 1 : -1);
        add(m);
        expect_ok(dom_store_match_each(store, spring, m.match, m.match, true, compare, &wanted,
                                       &last_err));
        cr_assert(wanted == NULL);
    }
}

/* The example of the encoding in schema.sql. The expected value was computed with Python's
 * hashlib. */
Test(store_match, has_the_checksum_that_the_schema_describes)
{
    dom_store_match m = match_of(spring, 1);
    m.decisions = (const uint8_t *)"abc";
    m.decisions_bytes = 3;
    add(m);
    cr_assert(eq(i64, spring, 1));
    cr_assert(
        eq(int, (int)raw(db_path(), "SELECT hex(checksum) = '327EFA972F1ACD70' FROM match"), 1));
    cr_assert(eq(
        int, (int)raw(db_path(), "SELECT hex(checksum) = 'C48EC3DA03B6B698' FROM decisions"), 1));
}

/* ---- order and bounds ----------------------------------------------------- */

typedef struct {
    char text[200];
    bool has_decisions;
} listing;

static dom_rc list_match(void *context, const dom_store_match *m)
{
    listing *list = context;
    char number[24];
    (void)snprintf(number, sizeof number, "%d ", (int)m->match);
    strcat(list->text, number);
    list->has_decisions = m->decisions != NULL;
    cr_assert(eq(sz, m->decisions_bytes, m->decisions ? 300 : 0));
    return m->match == 40 ? DOM_E_INTERRUPTED : DOM_OK;
}

static void expect_range(uint64_t from, uint64_t to, bool with_decisions, dom_rc wanted,
                         const char *numbers)
{
    listing list = {.text = ""};
    dom_rc rc =
        dom_store_match_each(store, spring, from, to, with_decisions, list_match, &list, &last_err);
    cr_assert(eq(int, rc, wanted), "%s", last_err.text);
    cr_assert(eq(str, list.text, (char *)numbers));
    cr_assert(eq(int, list.has_decisions, with_decisions &&numbers[0] != '\0'));
}

Test(store_match, is_visited_in_order_within_bounds)
{
    static const uint64_t numbers[] = {30, 10, 3, 20, 100};
    int64_t summer = add_tournament(store, "summer");
    add(match_of(summer, 15));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        add(match_of(spring, numbers[i]));
    expect_range(0, 0, true, DOM_OK, "3 10 20 30 100 ");
    expect_range(1, 0, false, DOM_OK, "3 10 20 30 100 ");
    expect_range(10, 30, true, DOM_OK, "10 20 30 ");
    expect_range(11, 29, false, DOM_OK, "20 ");
    expect_range(4, 9, true, DOM_OK, "");
    expect_range(30, 10, true, DOM_OK, "");
    expect_range(100, UINT64_MAX, true, DOM_OK, "100 ");
    expect_range(UINT64_MAX, UINT64_MAX, true, DOM_OK, "");
    add(match_of(spring, 40));
    expect_range(0, 0, true, DOM_E_INTERRUPTED, "3 10 20 30 40 ");
    expect_range(0, 30, true, DOM_OK, "3 10 20 30 ");
    spring = 99;
    expect_range(0, 0, true, DOM_OK, "");
}

Test(store_match, some_are_visited_by_their_numbers)
{
    static const uint64_t stored[] = {1, 2, 3, 5, 6, 9}, wanted[] = {2, 3, 4, 5, 9, 10, 11};
    listing list = {.text = ""};
    for (size_t i = 0; i < sizeof stored / sizeof *stored; i++)
        add(match_of(spring, stored[i]));
    cr_expect(eq(int, dom_store_match_list(store, spring, wanted, 7, list_match, &list, &last_err),
                 DOM_OK));
    cr_expect(eq(str, list.text, (char *)"2 3 5 9 "));
    list.text[0] = '\0';
    cr_expect(eq(int, dom_store_match_list(store, spring, NULL, 0, list_match, &list, &last_err),
                 DOM_OK));
    cr_expect(eq(str, list.text, (char *)""));
    add(match_of(spring, 40));
    cr_expect(eq(int,
                 dom_store_match_list(store, spring, (uint64_t[]){9, 40, 41}, 3, list_match, &list,
                                      &last_err),
                 DOM_E_INTERRUPTED));
}

static dom_rc list_number(void *context, uint64_t match)
{
    listing *list = context;
    char number[24];
    (void)snprintf(number, sizeof number, "%d ", (int)match);
    strcat(list->text, number);
    return match == 40 ? DOM_E_INTERRUPTED : DOM_OK;
}

Test(store_match, numbers_are_listed_ascending)
{
    static const uint64_t numbers[] = {30, 10, 40, 3, 100};
    listing list = {.text = ""};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        add(match_of(spring, numbers[i]));
    dom_rc rc = dom_store_match_numbers(store, spring, list_number, &list, &last_err);
    cr_assert(eq(int, rc, DOM_E_INTERRUPTED));
    cr_assert(eq(str, list.text, "3 10 30 40 "));
    list.text[0] = '\0';
    expect_ok(dom_store_match_numbers(store, 99, list_number, &list, &last_err));
    cr_assert(eq(str, list.text, ""));
}

/* A visitor may read: here it walks over all matches during a walk. */
static dom_rc visit_and_read(void *context, const dom_store_match *m)
{
    listing *list = context;
    dom_store_tournament t;
    dom_store_process p;
    expect_ok(dom_store_tournament_find(store, "spring", &t, &last_err));
    cr_assert(eq(i64, t.id, m->tournament));
    dom_store_tournament_free(&t);
    expect_ok(dom_store_process_find(store, m->seat[0].process, &p, &last_err));
    return dom_store_match_numbers(store, spring, list_number, list, &last_err);
}

Test(store_match, visitors_may_read)
{
    listing list = {.text = ""};
    dom_store_process p = {.tournament = spring};
    expect_ok(dom_store_process_add(store, &p, &last_err));
    for (uint64_t number = 1; number <= 2; number++) {
        dom_store_match m = match_of(spring, number);
        m.seat[0].process = p.id;
        add(m);
    }
    expect_ok(dom_store_match_each(store, spring, 0, 0, true, visit_and_read, &list, &last_err));
    cr_assert(eq(str, list.text, "1 2 1 2 "));
    expect_ok(add_matches(store, spring, 3, 3));
}

/* A walk inside a group also visits the matches of the group. */
Test(store_match, is_visited_within_its_group)
{
    expect_ok(dom_store_begin(store, &last_err));
    dom_store_match m = match_of(spring, 1);
    expect_ok(dom_store_match_add(store, &m, &last_err));
    cr_assert(eq(u64, count_matches(store, spring), 1));
    expect_ok(dom_store_commit(store, &last_err));
    cr_assert(eq(u64, count_matches(store, spring), 1));
}

/* ---- impossible values ---------------------------------------------------- */

static void expect_refused(const dom_store_match *m, const char *words)
{
    expect_ok(dom_store_begin(store, &last_err));
    expect_error(dom_store_match_add(store, m, &last_err), DOM_E_ILLEGAL, words);
    expect_error(dom_store_commit(store, &last_err), DOM_E_ILLEGAL, words);
}

Test(store_match, is_stored_once)
{
    dom_store_match m = match_of(spring, 1);
    add(m);
    expect_refused(&m, "cannot store a match: UNIQUE");
    cr_assert(eq(u64, count_matches(store, spring), 1));
}

Test(store_match, refers_only_to_existing_rows)
{
    dom_store_match m = match_of(spring, 1);
    m.variant = 1;
    expect_refused(&m, "cannot store a match: FOREIGN KEY");
    m = match_of(spring, 1);
    m.seat[1].bot = 2;
    expect_refused(&m, "cannot store a seat: FOREIGN KEY");
    m = match_of(spring, 1);
    m.seat[1].process = 7;
    expect_refused(&m, "cannot store a seat: FOREIGN KEY");
    m = match_of(spring + 1, 1);
    expect_refused(&m, "FOREIGN KEY");
    cr_assert(eq(u64, count_matches(store, spring), 0));
}

Test(store_match, has_a_largest_size)
{
    static uint8_t decisions[DOM_STORE_VALUE_BYTES + 1];
    dom_store_match m = match_of(spring, 1);
    m.decisions = decisions;
    m.decisions_bytes = sizeof decisions;
    expect_ok(dom_store_begin(store, &last_err));
    expect_error(dom_store_match_add(store, &m, &last_err), DOM_E_LIMIT, "too big");
    expect_error(dom_store_commit(store, &last_err), DOM_E_LIMIT, "too big");
    expect_ok(add_matches(store, spring, 1, 1));
}

Test(store_match, has_as_many_seats_as_its_variant)
{
    const dom_store_match *none = NULL;
    dom_store_match m = match_of(add_large_tables(), 1);
    add(m);
    dom_rc rc = dom_store_match_each(store, m.tournament, 0, 0, true, compare, &none, &last_err);
    expect_error(rc, DOM_E_IO, "match 1: its number of seats differs from its variant");
}

/* ---- starts --------------------------------------------------------------- */

static dom_rc list_start(void *context, uint64_t match, uint32_t starts)
{
    listing *list = context;
    char text[48];
    (void)snprintf(text, sizeof text, "%d:%u ", (int)match, (unsigned)starts);
    strcat(list->text, text);
    return DOM_OK;
}

static void expect_starts(const char *wanted)
{
    listing list = {.text = ""};
    expect_ok(dom_store_match_starts(store, spring, list_start, &list, &last_err));
    cr_assert(eq(str, list.text, (char *)wanted));
}

static void start(uint64_t match)
{
    expect_ok(dom_store_begin(store, &last_err));
    expect_ok(dom_store_match_start(store, spring, match, &last_err));
    expect_ok(dom_store_commit(store, &last_err));
}

Test(store_start, is_counted_until_the_match_is_stored)
{
    expect_starts("");
    start(7);
    start(3);
    start(7);
    start(7);
    expect_starts("3:1 7:3 ");
    add(match_of(spring, 7));
    expect_starts("3:1 ");
    reopen();
    expect_starts("3:1 ");
}

Test(store_start, is_for_matches_that_are_not_finished)
{
    add(match_of(spring, 7));
    expect_ok(dom_store_begin(store, &last_err));
    expect_error(dom_store_match_start(store, spring, 7, &last_err), DOM_E_ILLEGAL,
                 "match 7 is already finished");
    expect_error(dom_store_commit(store, &last_err), DOM_E_ILLEGAL, "match 7");
    expect_starts("");
    expect_ok(dom_store_begin(store, &last_err));
    expect_error(dom_store_match_start(store, 99, 1, &last_err), DOM_E_ILLEGAL, "FOREIGN KEY");
    expect_error(dom_store_commit(store, &last_err), DOM_E_ILLEGAL, "FOREIGN KEY");
}

Test(store_start, with_damaged_values_is_refused)
{
    listing list = {.text = ""};
    start(3);
    (void)raw(db_path(), "UPDATE match_start SET starts = 0");
    expect_error(dom_store_match_starts(store, spring, list_start, &list, &last_err), DOM_E_IO,
                 "damaged: match 3 has a wrong number of starts");
    (void)raw(db_path(), "UPDATE match_start SET starts = 4294967296");
    expect_error(dom_store_match_starts(store, spring, list_start, &list, &last_err), DOM_E_IO,
                 "damaged: match 3");
}

/* ---- faults --------------------------------------------------------------- */

enum { FAULTS = DOM_FAULT_COUNT - 1 };

static dom_store_fault fault_of(int i)
{
    /* Arbitrary bytes, including a NUL. */
    static const uint8_t answer[DOM_STORE_ANSWER_BYTES + 1] = {0x80, 0, 0xff, '\n'};
    return (dom_store_fault){.tournament = spring,
                             .match = i == 1 ? INT64_MAX : (uint64_t)i,
                             .seat = (int8_t)(i == 0 ? -1 : DOM_SEATS_MAX - 1),
                             .bot = (uint16_t)(i % 2),
                             .code = (dom_fault)(i + 1),
                             .tolerated = i % 2,
                             .when_ms = i == 0 ? INT64_MAX : -i,
                             .text = i ? "late: \xc3\xa4 1200 ms" : "",
                             .choice = i == 0   ? -1
                                       : i == 1 ? INT32_MAX
                                                : i,
                             .answer = i ? answer : NULL,
                             .answer_bytes = i ? sizeof answer - (size_t)i : 0};
}

static dom_rc expect_fault(void *context, const dom_store_fault *f)
{
    int *count = context;
    dom_store_fault wanted = fault_of(*count);
    cr_assert(eq(i64, f->tournament, wanted.tournament));
    cr_assert(eq(u64, f->match, wanted.match));
    cr_assert(eq(int, f->seat, wanted.seat));
    cr_assert(eq(int, f->bot, wanted.bot));
    cr_assert(eq(i64, f->process, *count == 2 ? 1 : 0));
    cr_assert(eq(int, (int)f->code, (int)wanted.code));
    cr_assert(eq(int, f->tolerated, wanted.tolerated));
    cr_assert(eq(i64, f->when_ms, wanted.when_ms));
    cr_assert(eq(str, (char *)f->text, (char *)wanted.text));
    cr_assert(eq(int, f->choice, wanted.choice));
    cr_assert(eq(sz, f->answer_bytes, wanted.answer_bytes));
    cr_assert(f->answer_bytes == 0 || memcmp(f->answer, wanted.answer, f->answer_bytes) == 0);
    (*count)++;
    return *count == FAULTS ? DOM_E_INTERRUPTED : DOM_OK;
}

static void add_faults(void)
{
    dom_store_process p = {.tournament = spring};
    expect_ok(dom_store_begin(store, &last_err));
    expect_ok(dom_store_process_add(store, &p, &last_err));
    for (int i = 0; i < FAULTS; i++) {
        dom_store_fault f = fault_of(i);
        f.process = i == 2 ? p.id : 0;
        expect_ok(dom_store_fault_add(store, &f, &last_err));
    }
    expect_ok(dom_store_commit(store, &last_err));
}

Test(store_fault, is_read_back_in_the_order_of_arrival)
{
    int count = 0;
    add_faults();
    reopen();
    dom_rc rc = dom_store_fault_each(store, spring, expect_fault, &count, &last_err);
    cr_assert(eq(int, rc, DOM_E_INTERRUPTED));
    cr_assert(eq(int, count, FAULTS));
    expect_ok(dom_store_fault_each(store, spring + 1, expect_fault, &count, &last_err));
    cr_assert(eq(int, count, FAULTS));
}

Test(store_fault, refers_only_to_existing_rows)
{
    dom_store_fault f = fault_of(1);
    f.bot = 2;
    expect_ok(dom_store_begin(store, &last_err));
    expect_error(dom_store_fault_add(store, &f, &last_err), DOM_E_ILLEGAL, "FOREIGN KEY");
    expect_error(dom_store_commit(store, &last_err), DOM_E_ILLEGAL, "FOREIGN KEY");
}

Test(store_fault, with_damaged_values_is_refused)
{
    static const struct {
        const char *sql, *words;
    } rows[] = {
        {"UPDATE fault SET code = 0", "code"},
        {"UPDATE fault SET code = 8", "code"},
        {"UPDATE fault SET seat = 8", "seat"},
        {"UPDATE fault SET seat = -2", "seat"},
        {"UPDATE fault SET bot = 2", "bot"},
        {"UPDATE fault SET match = -1", "match"},
        {"UPDATE fault SET process = -1", "process"},
        {"UPDATE fault SET tolerated = 2", "tolerated"},
        {"UPDATE fault SET choice = -2", "choice"},
        {"UPDATE fault SET answer = zeroblob(257)", "answer"},
        {"UPDATE fault SET text = 'late' WHERE code = 2", "checksum"},
        {"UPDATE fault SET checksum = x'00'", "checksum"},
    };
    add_faults();
    dom_store_close(&store);
    cr_assert(copy_file(db_path(), in_folder("whole")));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_assert(copy_file(in_folder("whole"), db_path()));
        (void)raw(db_path(), rows[i].sql);
        store = open_store(DOM_STORE_READ);
        int count = 0;
        expect_error(dom_store_fault_each(store, spring, expect_fault, &count, &last_err), DOM_E_IO,
                     rows[i].words);
        dom_store_close(&store);
    }
}

/* ---- infos ------------------------------------------------------------------ */

static const uint8_t some_infos[DOM_STORE_INFOS_BYTES] = {0, 0, 0, 0, 1, 8, 0xff, '\n'};
static const dom_store_info infos_of_seats[2] = {
    {.dropped = UINT32_MAX, .reason = "too long: \xc3\xa4"},
    {.infos = some_infos, .infos_bytes = sizeof some_infos},
};

static void add_with_infos(uint64_t number, const dom_store_info *info)
{
    dom_store_match m = match_of(spring, number);
    m.info = info;
    add(m);
}

static dom_rc expect_info(void *context, int seat, const dom_store_info *info)
{
    const dom_store_info *wanted = &infos_of_seats[seat];
    cr_assert(eq(int, seat, (*(int *)context)++));
    cr_assert(eq(u32, info->dropped, wanted->dropped));
    cr_assert(eq(str, (char *)info->reason, (char *)(wanted->reason ? wanted->reason : "")));
    cr_assert(eq(sz, info->infos_bytes, wanted->infos_bytes));
    cr_assert(info->infos_bytes == 0 || memcmp(info->infos, some_infos, sizeof some_infos) == 0);
    return DOM_OK;
}

static int count_infos(uint64_t match)
{
    int count = 0;
    expect_ok(dom_store_info_each(store, spring, match, expect_info, &count, &last_err));
    return count;
}

Test(store_info, is_read_back_by_seat)
{
    add_with_infos(1, infos_of_seats);
    add_with_infos(2, NULL);
    add_with_infos(3, (dom_store_info[2]){{.dropped = 0}});
    reopen();
    cr_expect(eq(int, count_infos(1), 2));
    cr_expect(eq(int, count_infos(2), 0));
    cr_expect(eq(int, count_infos(3), 0), "nothing was given");
    cr_expect(eq(u64, count_matches(store, spring), 3));
}

Test(store_info, is_missing_in_a_database_of_an_earlier_schema)
{
    add_with_infos(1, infos_of_seats);
    dom_store_close(&store);
    (void)raw(db_path(), "DROP TABLE info; PRAGMA user_version = 2");
    store = open_store(DOM_STORE_READ);
    cr_expect(eq(int, count_infos(1), 0));
    dom_store_close(&store);
    store = open_store(DOM_STORE_WRITE);
    add_with_infos(2, infos_of_seats);
    cr_expect(eq(int, count_infos(2), 2));
}

Test(store_info, with_damaged_values_is_refused)
{
    static const struct {
        const char *sql, *words;
    } rows[] = {
        {"UPDATE info SET seat = 8 WHERE seat = 1", "seat"},
        {"UPDATE info SET dropped = -1", "dropped"},
        {"UPDATE info SET dropped = 4 WHERE seat = 1", "checksum"},
        {"UPDATE info SET reason = 'so'", "checksum"},
        {"UPDATE info SET infos = zeroblob(16385)", "infos"},
        {"UPDATE info SET infos = x'00' WHERE seat = 1", "checksum"},
        {"UPDATE info SET checksum = x'00'", "checksum"},
    };
    add_with_infos(1, infos_of_seats);
    dom_store_close(&store);
    cr_assert(copy_file(db_path(), in_folder("whole")));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int count = 0;
        cr_assert(copy_file(in_folder("whole"), db_path()));
        (void)raw(db_path(), rows[i].sql);
        store = open_store(DOM_STORE_READ);
        dom_rc rc = dom_store_info_each(store, spring, 1, expect_info, &count, &last_err);
        expect_error(rc, DOM_E_IO, rows[i].words);
        dom_store_close(&store);
    }
    store = NULL;
}
