/* The commit queue with a real store: when a group is committed, and what a commit stores and
 * reports. */
#include "commit_queue.h"
#include "small_store.h"

#include "base/text.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <malloc.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SETS = 300, SLOT = 3, OTHER = 5, TALE_BYTES = 16 };

static char database[] = "/tmp/domino-test.XXXXXX";
static dom_store *store;
static dom_core_entrant bots[2] = {{.name = "anna"}, {.name = "bert"}};
static dom_core_tournament t;
static dom_core_spec spec;
static dom_core_run_state state;
static dom_schedule_plan plan;
static dom_core_agenda agenda;
static dom_core_commit_queue queue;
static dom_core_fault_list no_faults;
static dom_core_infos *no_infos;
static int matches, faults; /* that were reported */

static void count_match(void *context, const dom_core_match *m)
{
    matches++;
    cr_expect(eq(str, (char *)m->variant, (char *)"block-2"));
    cr_expect(eq(str, (char *)m->bots[0], (char *)"anna"));
    cr_expect(eq(str, (char *)m->bots[1], (char *)"bert"));
}

static void count_fault(void *context, const dom_core_fault *fault)
{
    faults++;
    cr_expect(eq(str, (char *)fault->bot, (char *)"bert"));
    cr_expect(eq(str, (char *)fault->text, (char *)"late"));
}

static int64_t add_tournament(void)
{
    static const dom_store_stage stage = {.first_set = 1, .bots = 2, .sets = SETS};
    static const dom_store_bot rows[2] = {{.name = "anna"}, {.name = "bert"}};
    dom_store_tournament row = {.name = "t",
                                .config = "{}",
                                .bot_count = 2,
                                .bots = rows,
                                .variant_count = 1,
                                .variants = t.variants,
                                .stage_count = 1,
                                .stages = &stage};
    expect_ok(dom_store_tournament_add(store, &row, &last_err));
    return row.id;
}

static void open_queue(void)
{
    memset(&queue, 0, sizeof queue);
    expect_ok(dom_core_agenda_open(&agenda, &plan, &last_err));
    cr_assert(eq(int, dom_core_commit_queue_open(&queue, &state, &agenda), DOM_OK), "%s",
              last_err.text);
}

static void close_queue(void)
{
    dom_core_commit_queue_close(&queue);
    dom_core_agenda_close(&agenda);
}

static void begin(void)
{
    int fd = mkstemp(database);
    cr_assert(ge(int, fd, 0));
    close(fd);
    (void)unlink(database);
    expect_ok(dom_store_open(&store, database, DOM_STORE_WRITE, &last_err));
    t = (dom_core_tournament){.name = "t", .variant_count = 1, .bots = bots, .bot_count = 2};
    expect_ok(dom_variant_find(&t.variants[0], "block-2", &last_err));
    plan = (dom_schedule_plan){.variant_count = 1,
                               .variant = {{.seats = 2}},
                               .stage_count = 1,
                               .stage = {{.bots = 2, .sets = SETS}}};
    spec = (dom_core_spec){.store = store,
                           .plan = &plan,
                           .observer = {.on_match = count_match, .on_fault = count_fault}};
    state = (dom_core_run_state){.spec = &spec, .t = &t, .err = &last_err, .now_us = 1000000};
    state.tournament_id = add_tournament();
    open_queue();
}

static void end(void)
{
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    char name[64];
    close_queue();
    dom_store_close(&store);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        (void)snprintf(name, sizeof name, "%s%s", database, suffixes[i]);
        (void)unlink(name);
    }
}

TestSuite(commit_queue, .init = begin, .fini = end);

static dom_store_match row_of(uint64_t number)
{
    static const uint8_t tale[TALE_BYTES];
    dom_store_match m = small_match(state.tournament_id, number);
    m.decisions = tale;
    m.decisions_bytes = sizeof tale;
    return m;
}

static void add_with(uint64_t number, const dom_core_fault_list *list)
{
    dom_store_match m = row_of(number);
    dom_core_commit_queue_add(&queue, SLOT, &m, list, &no_infos);
}

static void add(uint64_t number)
{
    add_with(number, &no_faults);
}

static dom_store_fault fault_of(uint64_t match)
{
    return (dom_store_fault){.match = match, .bot = 1, .code = DOM_FAULT_TIMEOUT, .choice = -1};
}

/* Adds a match with so many faults. */
static void add_faulty(uint64_t number, int count)
{
    dom_core_fault_list list = {.item = NULL};
    dom_store_fault row = fault_of(number);
    dom_ipc_frame_said said = {.size = 2, .bytes = "hm"};
    for (int i = 0; i < count; i++)
        cr_assert(dom_core_fault_list_add(&list, &row, "late", &said));
    add_with(number, &list);
    free(list.item);
}

static void add_lonely_fault(void)
{
    dom_store_fault row = fault_of(0);
    dom_ipc_frame_said said = {.size = 0};
    dom_core_commit_queue_add_fault(&queue, &row, "late", &said);
}

static dom_rc count_stored(void *context, const dom_store_match *m)
{
    cr_expect(eq(sz, m->decisions_bytes, TALE_BYTES));
    ++*(int *)context;
    return DOM_OK;
}

static int stored_matches(void)
{
    int count = 0;
    cr_expect(eq(int,
                 dom_store_match_each(store, state.tournament_id, 1, 0, true, count_stored, &count,
                                      &last_err),
                 DOM_OK));
    return count;
}

static dom_rc count_stored_fault(void *context, const dom_store_fault *fault)
{
    ++*(int *)context;
    return DOM_OK;
}

static int stored_faults(void)
{
    int count = 0;
    cr_expect(
        eq(int,
           dom_store_fault_each(store, state.tournament_id, count_stored_fault, &count, &last_err),
           DOM_OK));
    return count;
}

static dom_rc add_stored_info(void *context, int seat, const dom_store_info *info)
{
    dom_text *text = context;
    dom_text_add_int(text, seat);
    dom_text_add(text, ":");
    dom_text_add_int(text, (int64_t)info->infos_bytes);
    dom_text_add(text, " -");
    dom_text_add_int(text, info->dropped);
    dom_text_add(text, info->reason);
    dom_text_add(text, ";");
    return DOM_OK;
}

/* ---- infos ------------------------------------------------------------------ */

Test(commit_queue, the_infos_of_a_match_are_stored_with_it)
{
    char stored[200];
    dom_text text = dom_text_of(stored, sizeof stored);
    dom_core_infos *infos = NULL;
    dom_ipc_frame_info none = {.kind = DOM_IPC_INFO_NONE},
                       good = {.kind = DOM_IPC_INFO_GIVEN, .size = 3, .bytes = "abc"},
                       bad = {.kind = DOM_IPC_INFO_DROPPED, .size = 3, .bytes = "why"},
                       worse = {.kind = DOM_IPC_INFO_DROPPED, .size = 5, .bytes = "other"};
    cr_assert(dom_core_infos_add(&infos, 2, 1, 0, &none));
    cr_expect(eq(ptr, (void *)infos, NULL), "most bots have none");
    cr_expect(eq(ptr, (void *)(uintptr_t)dom_core_infos_rows(infos), NULL));
    cr_assert(dom_core_infos_add(&infos, 2, 1, 2, &good));
    cr_assert(dom_core_infos_add(&infos, 2, 1, 4, &bad));
    cr_assert(dom_core_infos_add(&infos, 2, 1, 6, &worse));
    dom_store_match m = row_of(1);
    m.info = dom_core_infos_rows(infos);
    dom_core_commit_queue_add(&queue, SLOT, &m, &no_faults, &infos);
    cr_expect(eq(ptr, (void *)infos, NULL), "the queue has them now");
    add(2);
    dom_core_commit_queue_commit(&queue);
    for (uint64_t n = 1; n <= 2; n++)
        expect_ok(
            dom_store_info_each(store, state.tournament_id, n, add_stored_info, &text, &last_err));
    cr_expect(eq(str, stored, "1:8 -2why;"));
}

Test(commit_queue, each_seat_has_its_share_of_the_room_for_infos)
{
    enum { SEATS = 3, SHARE = DOM_INFO_MATCH_BYTES / SEATS };
    dom_core_infos *infos = NULL;
    dom_ipc_frame_info info = {.kind = DOM_IPC_INFO_GIVEN, .size = DOM_INFO_PACKED_BYTES};
    for (uint32_t choice = 0; choice < 1000; choice++)
        cr_assert(dom_core_infos_add(&infos, SEATS, 1, choice, &info));
    cr_assert(dom_core_infos_add(&infos, SEATS, 2, 1000, &info));
    const dom_store_info *rows = dom_core_infos_rows(infos);
    size_t fit = SHARE / (DOM_INFO_PACKED_BYTES + 5);
    cr_expect(eq(sz, rows[0].infos_bytes, 0));
    cr_expect(eq(sz, rows[1].infos_bytes, fit * (DOM_INFO_PACKED_BYTES + 5)));
    cr_expect(eq(u32, rows[1].dropped, 1000 - (uint32_t)fit));
    cr_expect(eq(str, (char *)rows[1].reason, "act.info: the seat has 5461 bytes in a match"));
    cr_expect(eq(sz, rows[2].infos_bytes, DOM_INFO_PACKED_BYTES + 5));
    cr_expect(eq(u32, rows[2].dropped, 0));
    dom_core_infos_free(&infos);
}

/* ---- when a group is due ---------------------------------------------------- */

Test(commit_queue, an_empty_queue_is_never_due)
{
    cr_expect(dom_core_commit_queue_is_empty(&queue));
    cr_expect(not(dom_core_commit_queue_is_due(&queue, false)));
}

Test(commit_queue, a_group_is_due_200_ms_after_its_oldest_match)
{
    add(1);
    cr_expect(not(dom_core_commit_queue_is_empty(&queue)));
    cr_expect(not(dom_core_commit_queue_is_due(&queue, true)));
    state.now_us += 20000;
    add(2);
    state.now_us += 179999;
    cr_expect(not(dom_core_commit_queue_is_due(&queue, true)));
    state.now_us++;
    cr_expect(dom_core_commit_queue_is_due(&queue, true));
    cr_expect(zero(int, matches));
}

Test(commit_queue, a_group_is_due_when_no_table_is_left)
{
    add(1);
    cr_expect(dom_core_commit_queue_is_due(&queue, false));
}

Test(commit_queue, a_full_group_is_due_and_committed_before_the_next_match)
{
    for (uint64_t n = 1; n <= 256; n++) {
        cr_expect(not(dom_core_commit_queue_is_full(&queue)));
        cr_expect(not(dom_core_commit_queue_is_due(&queue, true)));
        add(n);
    }
    cr_expect(dom_core_commit_queue_is_full(&queue));
    cr_expect(dom_core_commit_queue_is_due(&queue, true));
    cr_expect(zero(int, matches));
    add(257);
    cr_expect(eq(int, matches, 256));
    cr_expect(eq(int, stored_matches(), 256));
    cr_expect(not(dom_core_commit_queue_is_full(&queue)));
    cr_expect(not(dom_core_commit_queue_is_empty(&queue)));
}

/* ---- faults ----------------------------------------------------------------- */

Test(commit_queue, a_group_has_at_most_1024_faults)
{
    add_faulty(1, 1000);
    add_faulty(2, 24);
    cr_expect(zero(int, matches), "1024 faults fit");
    add_faulty(3, 1);
    cr_expect(eq(int, matches, 2));
    cr_expect(eq(int, faults, 1024));
    cr_expect(eq(int, stored_faults(), 1024));
    cr_expect(eq(u64, state.progress.faults, 1025));
}

Test(commit_queue, a_single_match_may_have_more_faults)
{
    add_faulty(1, 1025);
    cr_expect(zero(int, matches));
    dom_core_commit_queue_commit(&queue);
    cr_expect(eq(int, matches, 1));
    cr_expect(eq(int, stored_faults(), 1025));
}

Test(commit_queue, faults_without_a_match_are_committed_in_groups_too)
{
    for (int i = 0; i < 1024; i++)
        add_lonely_fault();
    cr_expect(zero(int, faults));
    cr_expect(not(dom_core_commit_queue_is_empty(&queue)));
    add_lonely_fault();
    cr_expect(eq(int, faults, 1024));
}

Test(commit_queue, faults_before_the_tournament_is_stored_wait)
{
    int64_t id = state.tournament_id;
    state.tournament_id = 0;
    for (int i = 0; i < 1025; i++)
        add_lonely_fault();
    cr_expect(zero(int, faults));
    state.tournament_id = id;
    dom_core_commit_queue_commit(&queue);
    cr_expect(eq(int, faults, 1025));
    cr_expect(eq(int, stored_faults(), 1025));
}

/* ---- a commit --------------------------------------------------------------- */

Test(commit_queue, a_commit_stores_and_reports_all_and_empties_the_queue)
{
    add(1);
    add_faulty(2, 1);
    cr_expect(zero(int, matches));
    cr_expect(zero(int, stored_matches()));
    dom_core_commit_queue_commit(&queue);
    cr_expect(eq(int, matches, 2));
    cr_expect(eq(int, faults, 1));
    cr_expect(eq(int, stored_matches(), 2));
    cr_expect(eq(u64, state.progress.done, 2));
    cr_expect(eq(u64, state.progress.here, 2));
    cr_expect(state.has_news, "a Swiss round may be complete");
    cr_expect(dom_core_commit_queue_is_empty(&queue));
}

/* Returns how many bytes malloc has given away; with sanitizers, which have another malloc,
 * nothing. */
static size_t bytes_in_use(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* A long tournament would need more and more memory. */
Test(commit_queue, the_decisions_of_stored_matches_take_no_memory)
{
    enum { MATCHES = 20, BYTES = 500000 };
    static uint8_t tale[BYTES];
    size_t before = bytes_in_use();
    for (uint64_t n = 1; n <= MATCHES; n++) {
        dom_store_match m = row_of(n);
        m.decisions = tale;
        m.decisions_bytes = sizeof tale;
        dom_core_commit_queue_add(&queue, SLOT, &m, &no_faults, &no_infos);
        dom_core_commit_queue_commit(&queue);
    }
    cr_expect(eq(int, matches, MATCHES));
    cr_expect(lt(sz, bytes_in_use(), before + (size_t)MATCHES * BYTES / 2));
}

Test(commit_queue, nothing_is_reported_if_storing_fails)
{
    add(1);
    dom_core_commit_queue_commit(&queue);
    add(2);
    add(1); /* which is stored already */
    dom_core_commit_queue_commit(&queue);
    cr_expect(ne(int, state.rc, DOM_OK));
    cr_expect(eq(int, matches, 1));
    cr_expect(eq(u64, state.progress.done, 1));
    cr_expect(eq(int, stored_matches(), 1));
}

/* ---- what earlier runs stored ----------------------------------------------- */

Test(commit_queue, each_group_stores_the_starts_of_matches_under_way)
{
    dom_core_commit_queue_begin(&queue, 0, 7);
    dom_core_commit_queue_begin(&queue, OTHER, 8);
    dom_core_commit_queue_begin(&queue, SLOT, 9);
    dom_core_commit_queue_begin(&queue, OTHER + 1, 10);
    dom_core_commit_queue_forget(&queue, OTHER + 1);
    add(9);
    dom_core_commit_queue_commit(&queue);
    add(11);
    dom_core_commit_queue_commit(&queue); /* which counts no start again */
    close_queue();
    state.progress.done = 0;
    open_queue();
    cr_expect(eq(u64, state.progress.done, 2));
    static const uint32_t starts[] = {[7] = 1, [8] = 1, [11] = 0};
    for (uint64_t n = 1; n <= 11; n++) {
        cr_expect(eq(u32, dom_core_commit_queue_earlier_starts(&queue, n), starts[n]), "match %d",
                  (int)n);
        cr_expect(eq(int, dom_core_agenda_is_done(&agenda, n), n == 9 || n == 11));
    }
}

static void store_at_once(uint64_t number)
{
    dom_store_match m = row_of(number);
    expect_ok(dom_store_begin(store, &last_err));
    expect_ok(dom_store_match_add(store, &m, &last_err));
    expect_ok(dom_store_commit(store, &last_err));
    close_queue();
    memset(&queue, 0, sizeof queue);
    expect_ok(dom_core_agenda_open(&agenda, &plan, &last_err));
}

Test(commit_queue, a_match_that_the_tournament_does_not_have_is_refused)
{
    store_at_once(2 * SETS); /* its last match */
    cr_expect(eq(int, dom_core_commit_queue_open(&queue, &state, &agenda), DOM_OK));
    store_at_once(2 * SETS + 1);
    cr_expect(eq(int, dom_core_commit_queue_open(&queue, &state, &agenda), DOM_E_IO));
}

/* Gives the only stored match a number that the arena never stores. */
static void renumber(int number)
{
    char sql[64];
    sqlite3 *db;
    (void)snprintf(sql, sizeof sql, "UPDATE match SET match = %d", number);
    cr_assert(eq(int, sqlite3_open(database, &db), SQLITE_OK));
    cr_assert(eq(int, sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK));
    cr_assert(eq(int, sqlite3_close(db), SQLITE_OK));
}

Test(commit_queue, match_0_of_a_damaged_file_is_refused)
{
    store_at_once(1);
    renumber(0);
    cr_expect(eq(int, dom_core_commit_queue_open(&queue, &state, &agenda), DOM_E_IO));
}
