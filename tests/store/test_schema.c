/* The database as users of the sqlite3 program see it. */
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

static int64_t spring;

static void begin(void)
{
    folder_make();
    dom_store *store = open_store(DOM_STORE_WRITE);
    spring = add_tournament(store, "spring");
    dom_store_process p = {.tournament = spring, .bot = 1, .instance = 3, .language = "c"};
    dom_store_fault f = {.tournament = spring,
                         .match = 2,
                         .seat = 1,
                         .bot = 1,
                         .code = DOM_FAULT_TIMEOUT,
                         .when_ms = 1763683200123,
                         .text = "no answer in 1000 ms",
                         .choice = 17,
                         .answer = (const uint8_t *)"\x80\n",
                         .answer_bytes = 2};
    expect_ok(add_matches(store, spring, 1, 2));
    expect_ok(dom_store_begin(store, &last_err));
    expect_ok(dom_store_process_add(store, &p, &last_err));
    f.process = p.id;
    expect_ok(dom_store_fault_add(store, &f, &last_err));
    f = (dom_store_fault){.tournament = spring, .seat = -1, .choice = -1, .code = DOM_FAULT_SPAWN};
    expect_ok(dom_store_fault_add(store, &f, &last_err));
    expect_ok(dom_store_commit(store, &last_err));
    dom_store_close(&store);
}

TestSuite(store_schema, .init = begin, .fini = folder_remove);

/* Expects the first row of a query, with its columns joined by '|'. */
static void expect_row(const char *sql, const char *wanted)
{
    char row[1000] = "";
    sqlite3 *db;
    sqlite3_stmt *stmt;
    cr_assert(eq(int, sqlite3_open(db_path(), &db), SQLITE_OK));
    cr_assert(eq(int, sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK), "%s",
              sqlite3_errmsg(db));
    cr_assert(eq(int, sqlite3_step(stmt), SQLITE_ROW));
    for (int i = 0; i < sqlite3_column_count(stmt); i++) {
        const char *text = (const char *)sqlite3_column_text(stmt, i);
        size_t end = strlen(row);
        (void)snprintf(row + end, sizeof row - end, "%s%s", i ? "|" : "", text ? text : "NULL");
    }
    cr_assert(eq(str, row, (char *)wanted));
    (void)sqlite3_finalize(stmt);
    cr_assert(eq(int, sqlite3_close(db), SQLITE_OK));
}

Test(store_schema, v_matches_has_names_instead_of_ids)
{
    expect_row("SELECT tournament, match, \"set\", rotation, variant, bots, places, scores, ended, "
               "fault_seat, rounds, attempt, started, duration_ms, sandbox, decisions_bytes "
               "FROM v_matches WHERE match = 2",
               "spring|2|1|1|block-2|greedy random|1 2|104 61|normal|NULL|6|1|"
               "2025-11-21T00:00:00.002Z|12|bwrap|300");
    expect_row("SELECT count(*) FROM v_matches", "2");
}

Test(store_schema, v_faults_has_names_instead_of_ids)
{
    expect_row("SELECT tournament, match, seat, bot, version, fault, tolerated, \"when\", text, "
               "choice, answer_hex, instance, language FROM v_faults WHERE id = 1",
               "spring|2|1|random|77ab|timeout|0|2025-11-21T00:00:00.123Z|no answer in 1000 ms|17|"
               "800A|3|c");
    expect_row("SELECT match, seat, bot, fault, text, choice, answer_hex, instance FROM v_faults "
               "WHERE id = 2",
               "NULL|NULL|greedy|spawn||NULL||NULL");
}

/* schema.sql repeats this one list of words. */
Test(store_schema, has_the_same_words_for_faults_as_the_program)
{
    char sql[100];
    for (int code = 0; code < DOM_FAULT_COUNT; code++) {
        (void)snprintf(sql, sizeof sql, "SELECT word FROM fault_word WHERE code = %d", code);
        expect_row(sql, dom_fault_word((dom_fault)code));
    }
    (void)snprintf(sql, sizeof sql, "%d", DOM_FAULT_COUNT);
    expect_row("SELECT count(*) FROM fault_word", sql);
}

Test(store_schema, has_every_option_of_a_variant)
{
    char options[2000];
    dom_variant variant = dom_variant_at(0);
    dom_text text = dom_text_of(options, sizeof options);
    for (size_t i = 0; i < DOM_OPTION_COUNT; i++) {
        const dom_option *option = dom_option_at(i);
        dom_text_add(&text, i ? " " : "");
        dom_text_add(&text, option->name);
        dom_text_add(&text, "=");
        dom_option_write(option, dom_option_get(&variant.options, option), &text);
    }
    expect_row("SELECT options FROM tournament_variant", options);
}

Test(store_schema, has_constraints_that_every_stored_row_satisfies)
{
    expect_row("SELECT count(*) FROM pragma_foreign_key_check", "0");
    expect_row("PRAGMA integrity_check", "ok");
    expect_row("SELECT count(*) FROM pragma_table_list WHERE type = 'table' AND NOT strict "
               "AND name NOT LIKE 'sqlite_%'",
               "0");
}

/* The size of a match with 300 bytes of decisions, including its seats and all indexes. */
Test(store_schema, is_compact)
{
    enum { MATCHES = 10000 };
    int64_t before = raw(db_path(), "SELECT page_count * page_size FROM pragma_page_count, "
                                    "pragma_page_size");
    dom_store *store = open_store(DOM_STORE_WRITE);
    for (uint64_t first = 3; first < 3 + MATCHES; first += 250)
        expect_ok(add_matches(store, spring, first, first + 249));
    dom_store_close(&store);
    int64_t after = raw(db_path(), "SELECT page_count * page_size FROM pragma_page_count, "
                                   "pragma_page_size");
    int64_t bytes = (after - before) / MATCHES;
    cr_log_info("%d bytes a match", (int)bytes);
    cr_assert(le(i64, bytes, 450));
}
