/* Which sets, faults and processes are copied from the databases of shards, and that each is copied
 * once. */
#include "spring.h"

#include "shard/import.h"
#include "shard_tournament.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

SCRATCH_SUITE(shard_import);

static dom_store *target;
static dom_store_tournament t;
static dom_schedule *schedule;
static dom_shard_import *import;
static dom_shard_imported copied;

/* Begins to copy into a new database. */
static void begin(void)
{
    t = spring();
    target = spring_store(scratch_at(&s, "target.db"), &t);
    expect_ok(dom_shard_schedule_open(&schedule, target, &t, &last_err));
    expect_ok(dom_shard_import_open(&import, target, t.id, schedule, &last_err));
}

/* Does what a second merge does: it begins to copy again. */
static void begin_again(void)
{
    dom_shard_import_close(&import);
    expect_ok(dom_shard_import_open(&import, target, t.id, schedule, &last_err));
}

static void end(void)
{
    dom_shard_import_close(&import);
    dom_schedule_close(&schedule);
    dom_store_close(&target);
}

/* Makes the database of a shard. An earlier tournament in it has another id. */
static dom_store *open_source(const char *name, dom_store_tournament *of)
{
    *of = spring();
    strcpy(of->name, "winter");
    dom_store *source = spring_store(scratch_at(&s, name), of);
    strcpy(of->name, "spring");
    expect_ok(dom_store_tournament_add(source, of, &last_err));
    return source;
}

static dom_rc copy(dom_store *source, const dom_store_tournament *of)
{
    copied = (dom_shard_imported){0};
    return dom_shard_import_from(import, source, of, &copied, &last_err);
}

static void expect_copied(uint64_t sets, uint64_t faults, uint64_t processes)
{
    cr_expect(eq(u64, copied.sets, sets));
    cr_expect(eq(u64, copied.matches, 2 * sets));
    cr_expect(eq(u64, copied.faults, faults));
    cr_expect(eq(u64, copied.processes, processes));
}

/* Copies the matches from `first` to `last`, as the database of a shard has them. */
static void copy_matches(const char *name, uint64_t first, uint64_t last)
{
    dom_store_tournament of;
    dom_store *source = open_source(name, &of);
    spring_add_matches(source, of.id, first, last);
    expect_ok(copy(source, &of));
    dom_store_close(&source);
}

static dom_rc note_match(void *context, const dom_store_match *m)
{
    dom_store_match expected = spring_match(t.id, m->match, 0, 0);
    cr_expect(eq(u64, m->set, expected.set));
    cr_expect(eq(u16, m->seat[0].bot, expected.seat[0].bot));
    cr_expect(eq(i64, m->started_ms, expected.started_ms));
    cr_expect(eq(sz, m->decisions_bytes, expected.decisions_bytes));
    cr_expect(zero(int, memcmp(m->decisions, expected.decisions, m->decisions_bytes)));
    (void)sprintf((char *)context + strlen(context), "%d ", (int)m->match);
    return DOM_OK;
}

static void expect_matches(const char *numbers)
{
    char found[64] = "";
    expect_ok(dom_store_match_each(target, t.id, 1, 0, true, note_match, found, &last_err));
    cr_expect(eq(str, found, (char *)numbers));
}

Test(shard_import, a_set_is_copied_when_it_is_complete_and_new)
{
    begin();
    copy_matches("1.db", 1, 5);
    expect_copied(2, 0, 0);
    expect_matches("1 2 3 4 ");
    cr_expect(dom_shard_import_has(import, 1));
    cr_expect(dom_shard_import_has(import, 2));
    cr_expect(not(dom_shard_import_has(import, 3)));
    copy_matches("2.db", 3, 8);
    expect_copied(2, 0, 0);
    begin_again();
    cr_expect(dom_shard_import_has(import, 4));
    cr_expect(not(dom_shard_import_has(import, 5)));
    copy_matches("3.db", 1, 8);
    expect_copied(0, 0, 0);
    copy_matches("4.db", 9, 12);
    expect_copied(2, 0, 0);
    expect_matches("1 2 3 4 5 6 7 8 9 10 11 12 ");
    end();
}

Test(shard_import, a_match_that_somebody_else_has_stored_counts_as_copied)
{
    begin();
    dom_shard_import_note(import, 2);
    cr_expect(not(dom_shard_import_has(import, 1)));
    dom_shard_import_note(import, 1);
    dom_shard_import_note(import, SPRING_MATCHES + 1);
    cr_expect(dom_shard_import_has(import, 1));
    copy_matches("1.db", 1, 4);
    expect_copied(1, 0, 0);
    expect_matches("3 4 ");
    end();
}

Test(shard_import, a_match_that_the_schedule_does_not_have_is_refused)
{
    static const struct {
        uint64_t match, set;
        uint8_t rotation;
        uint16_t bots[2];
    } rows[] = {
        {13, 7, 0, {0, 1}}, {11, 5, 0, {1, 2}}, {11, 6, 1, {1, 2}},
        {11, 6, 0, {0, 2}}, {11, 6, 0, {1, 0}},
    };
    begin();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[8];
        dom_store_tournament of;
        (void)snprintf(name, sizeof name, "%zu.db", i);
        dom_store *source = open_source(name, &of);
        dom_store_match m = spring_match(of.id, rows[i].match, 0, 0);
        m.set = rows[i].set;
        m.rotation = rows[i].rotation;
        for (int seat = 0; seat < 2; seat++)
            m.seat[seat].bot = rows[i].bots[seat];
        spring_add_match(source, &m);
        expect_error(copy(source, &of), DOM_E_IO, "is not one of the tournament");
        dom_store_close(&source);
    }
    expect_matches("");
    end();
}

/* ---- faults -------------------------------------------------------------------------------- */

static void add_fault(dom_store *store, int64_t tournament, uint64_t match, int64_t when_ms,
                      uint16_t bot, dom_fault code)
{
    dom_store_fault f = {.tournament = tournament,
                         .match = match,
                         .seat = match ? 0 : -1,
                         .bot = bot,
                         .code = code,
                         .when_ms = when_ms,
                         .choice = -1,
                         .text = "a fault"};
    spring_add_fault(store, &f);
}

static dom_rc count_fault(void *context, const dom_store_fault *f)
{
    cr_expect(eq(str, (char *)f->text, (char *)"a fault"));
    ++*(int *)context;
    return DOM_OK;
}

static void expect_faults(int expected)
{
    int count = 0;
    expect_ok(dom_store_fault_each(target, t.id, count_fault, &count, &last_err));
    cr_expect(eq(int, count, expected));
}

Test(shard_import, a_fault_is_copied_with_its_match)
{
    begin();
    dom_store_tournament of;
    dom_store *source = open_source("1.db", &of);
    spring_add_matches(source, of.id, 1, 3);
    add_fault(source, of.id, 2, 5, 1, DOM_FAULT_ILLEGAL);
    add_fault(source, of.id, 3, 5, 0, DOM_FAULT_ILLEGAL); /* its set is not complete */
    expect_ok(copy(source, &of));
    expect_copied(1, 1, 0);
    expect_ok(copy(source, &of));
    expect_copied(0, 0, 0);
    spring_add_matches(source, of.id, 4, 4);
    expect_ok(copy(source, &of));
    expect_copied(1, 1, 0);
    expect_faults(2);
    dom_store_close(&source);
    end();
}

/* A run that is continued begins with the faults of the run before it. */
Test(shard_import, a_fault_of_no_match_is_copied_from_one_of_the_sources_that_have_it)
{
    begin();
    dom_store_tournament of;
    dom_store *first = open_source("1.db", &of);
    add_fault(first, of.id, 0, 5, 1, DOM_FAULT_SPAWN);
    add_fault(first, of.id, 0, 5, 1, DOM_FAULT_SPAWN); /* it failed twice in that millisecond */
    expect_ok(copy(first, &of));
    expect_copied(0, 2, 0);
    dom_store *second = open_source("2.db", &of);
    add_fault(second, of.id, 0, 5, 1, DOM_FAULT_SPAWN);
    add_fault(second, of.id, 0, 6, 1, DOM_FAULT_SPAWN);
    add_fault(second, of.id, 0, 5, 2, DOM_FAULT_SPAWN);
    add_fault(second, of.id, 0, 5, 1, DOM_FAULT_CRASH);
    expect_ok(copy(second, &of));
    expect_copied(0, 3, 0);
    begin_again();
    expect_ok(copy(second, &of));
    expect_copied(0, 0, 0);
    expect_ok(copy(first, &of));
    expect_copied(0, 0, 0);
    expect_faults(5);
    dom_store_close(&first);
    dom_store_close(&second);
    end();
}

/* ---- processes ----------------------------------------------------------------------------- */

static int64_t add_process(dom_store *store, int64_t tournament, uint16_t bot, uint8_t seat)
{
    dom_store_process p = {.tournament = tournament,
                           .bot = bot,
                           .seat = seat,
                           .instance = 1,
                           .started_ms = 1,
                           .language = "c"};
    expect_ok(dom_store_process_add(store, &p, &last_err));
    return p.id;
}

/* Writes a letter and how it ended of each process: "a exit b ". */
static dom_rc note_process(void *context, const dom_store_process *p)
{
    (void)sprintf((char *)context + strlen(context), "%c%s%.*s ", 'a' + p->bot, p->ended,
                  (int)p->log_bytes, p->log ? (const char *)p->log : "");
    return DOM_OK;
}

static void expect_processes(const char *expected)
{
    char found[64] = "";
    expect_ok(dom_store_process_each(target, t.id, note_process, found, &last_err));
    cr_expect(eq(str, found, (char *)expected));
}

static void end_process(dom_store *store, int64_t id)
{
    dom_store_process p;
    expect_ok(dom_store_process_find(store, id, &p, &last_err));
    strcpy(p.ended, ":");
    p.log = (const uint8_t *)"bye";
    p.log_bytes = 3;
    expect_ok(dom_store_process_update(store, &p, &last_err));
}

/* Stores the matches of a set. These processes of a and b play the first one; a process has one
 * seat. */
static void add_played(dom_store *store, int64_t tournament, uint64_t first, int64_t a, int64_t b)
{
    dom_store_match match[] = {spring_match(tournament, first, a, b),
                               spring_match(tournament, first + 1, 0, 0)};
    spring_add_match(store, &match[0]);
    spring_add_match(store, &match[1]);
}

Test(shard_import, a_process_is_copied_once_and_completed_when_it_has_ended)
{
    begin();
    dom_store_tournament of;
    dom_store *source = open_source("1.db", &of);
    (void)add_process(source, of.id, 2, 0); /* it has not played */
    int64_t a = add_process(source, of.id, 0, 0), b = add_process(source, of.id, 1, 1);
    add_played(source, of.id, 1, a, b);
    expect_ok(copy(source, &of));
    expect_copied(1, 0, 0);
    expect_processes("a b ");
    end_process(source, b);
    add_played(source, of.id, 7, a, b);
    begin_again();
    expect_ok(copy(source, &of));
    expect_copied(1, 0, 1);
    expect_processes("a b:bye ");
    end_process(source, a);
    begin_again();
    expect_ok(copy(source, &of));
    expect_copied(0, 0, 1);
    expect_processes("a:bye b:bye ");
    begin_again();
    expect_ok(copy(source, &of));
    expect_copied(0, 0, 0);
    dom_store_close(&source);
    end();
}

/* Another run has played the same match, at the same time, with a process of its own. */
Test(shard_import, a_process_of_another_run_completes_none)
{
    begin();
    dom_store_tournament of;
    dom_store *source = open_source("1.db", &of);
    add_played(source, of.id, 1, add_process(source, of.id, 0, 0),
               add_process(source, of.id, 1, 1));
    expect_ok(copy(source, &of));
    dom_store_close(&source);
    source = open_source("2.db", &of);
    int64_t a = add_process(source, of.id, 0, 1), b = add_process(source, of.id, 2, 1);
    add_played(source, of.id, 1, a, b);
    end_process(source, a);
    end_process(source, b);
    begin_again();
    expect_ok(copy(source, &of));
    expect_copied(0, 0, 0);
    expect_processes("a b ");
    dom_store_close(&source);
    end();
}

/* It has played in none of the first matches. */
Test(shard_import, a_process_that_began_late_is_completed_too)
{
    begin();
    dom_store_tournament of;
    dom_store *source = open_source("1.db", &of);
    int64_t a = add_process(source, of.id, 0, 0), b = add_process(source, of.id, 1, 1);
    spring_add_matches(source, of.id, 1, 6);
    add_played(source, of.id, 7, a, b);
    expect_ok(copy(source, &of));
    expect_copied(4, 0, 0);
    expect_processes("a b ");
    end_process(source, b);
    begin_again();
    expect_ok(copy(source, &of));
    expect_copied(0, 0, 1);
    expect_processes("a b:bye ");
    dom_store_close(&source);
    end();
}
