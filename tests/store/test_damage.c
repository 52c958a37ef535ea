/* A walk over the matches finds every change that was not made by the store. */
#include "nightly.h"
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

enum { MATCHES = 5, DAMAGED = 3 };

static int64_t spring;

/* Five matches; no value of the middle one is zero. */
static void begin(void)
{
    folder_make();
    dom_store *store = open_store(DOM_STORE_WRITE);
    spring = add_tournament(store, "spring");
    dom_store_process p = {.tournament = spring};
    expect_ok(dom_store_process_add(store, &p, &last_err));
    expect_ok(dom_store_begin(store, &last_err));
    for (uint64_t number = 1; number <= MATCHES; number++) {
        dom_store_match m = match_of(spring, number);
        m.seat[0].process = m.seat[1].process = number == DAMAGED ? p.id : 0;
        expect_ok(dom_store_match_add(store, &m, &last_err));
    }
    expect_ok(dom_store_commit(store, &last_err));
    dom_store_close(&store);
    cr_assert(copy_file(db_path(), in_folder("whole")));
}

TestSuite(store_damage, .init = begin, .fini = folder_remove);

static dom_rc no_visit(void *context, const dom_store_match *m)
{
    int *visited = context;
    (*visited)++;
    cr_assert(ne(u64, m->match, DAMAGED), "a damaged match was handed out");
    return DOM_OK;
}

/* The walk must stop at the damaged match and name it. */
static void expect_found(bool with_decisions, const char *what)
{
    int visited = 0;
    dom_store *store = open_store(DOM_STORE_READ);
    dom_rc rc =
        dom_store_match_each(store, spring, 0, 0, with_decisions, no_visit, &visited, &last_err);
    cr_assert(eq(int, rc, DOM_E_IO), "%s: %s", what, last_err.text);
    cr_assert(strstr(last_err.text, "damaged: match ") != NULL, "%s: %s", what, last_err.text);
    cr_assert(ge(int, visited, DAMAGED - 1), "%s", what);
    dom_store_close(&store);
}

/* ---- one bit -------------------------------------------------------------- */

/* One value of one row. */
typedef struct {
    char table[16], column[32], row[64];
    int64_t number;      /* value of an integer */
    uint8_t bytes[1000]; /* value of a text or blob */
    int type, size;
} value;

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *stmt = NULL;
    cr_assert(eq(int, sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK), "%s: %s", sql,
              sqlite3_errmsg(db));
    return stmt;
}

static void read_value(sqlite3 *db, value *v)
{
    char sql[200];
    (void)snprintf(sql, sizeof sql, "SELECT %s FROM %s WHERE %s", v->column, v->table, v->row);
    sqlite3_stmt *stmt = prepare(db, sql);
    cr_assert(eq(int, sqlite3_step(stmt), SQLITE_ROW));
    v->type = sqlite3_column_type(stmt, 0);
    v->number = sqlite3_column_int64(stmt, 0);
    v->size = sqlite3_column_bytes(stmt, 0);
    cr_assert(le(int, v->size, (int)sizeof v->bytes));
    if (v->size > 0)
        memcpy(v->bytes, sqlite3_column_blob(stmt, 0), (size_t)v->size);
    (void)sqlite3_finalize(stmt);
}

static void bind_value(sqlite3_stmt *stmt, const value *v)
{
    if (v->type == SQLITE_INTEGER)
        (void)sqlite3_bind_int64(stmt, 1, v->number);
    else if (v->type == SQLITE_TEXT)
        (void)sqlite3_bind_text(stmt, 1, (const char *)v->bytes, v->size, SQLITE_STATIC);
    else
        (void)sqlite3_bind_blob(stmt, 1, v->bytes, v->size, SQLITE_STATIC);
}

/* Returns false if the table refuses the value, because two rows would have one key. */
static bool write_value(sqlite3 *db, const value *v)
{
    char sql[200];
    (void)snprintf(sql, sizeof sql, "UPDATE %s SET %s = ?1 WHERE %s", v->table, v->column, v->row);
    sqlite3_stmt *stmt = prepare(db, sql);
    bind_value(stmt, v);
    int rc = sqlite3_step(stmt);
    cr_assert(rc == SQLITE_DONE || rc == SQLITE_CONSTRAINT, "%s", sqlite3_errmsg(db));
    (void)sqlite3_finalize(stmt);
    return rc == SQLITE_DONE;
}

static int bits_of(const value *v)
{
    return v->type == SQLITE_INTEGER ? 64 : v->size * 8;
}

static void flip(value *v, int bit)
{
    if (v->type == SQLITE_INTEGER)
        v->number = (int64_t)((uint64_t)v->number ^ (uint64_t)1 << bit);
    else
        v->bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
}

static bool damage(value *v, int bit)
{
    sqlite3 *db;
    cr_assert(copy_file(in_folder("whole"), db_path()));
    cr_assert(eq(int, sqlite3_open(db_path(), &db), SQLITE_OK));
    cr_assert(
        eq(int, sqlite3_exec(db, "PRAGMA ignore_check_constraints = ON", 0, 0, 0), SQLITE_OK));
    read_value(db, v);
    bool is_in_range = bit < bits_of(v);
    if (is_in_range)
        flip(v, bit);
    bool is_damaged = is_in_range && write_value(db, v);
    cr_assert(eq(int, sqlite3_close(db), SQLITE_OK));
    return is_damaged;
}

/* Tries the low bits and some high bits of integers, and one bit of each byte of texts and
 * blobs; of all of them only some in the ordinary run. */
static int step_of(const value *v, int bit)
{
    if (v->type != SQLITE_INTEGER)
        return in_nightly(9, 73);
    return bit < 16 ? in_nightly(1, 5) : in_nightly(7, 21);
}

static int damage_column(value *v)
{
    int found = 0;
    char what[256];
    damage(v, INT32_MAX);
    int bits = bits_of(v);
    for (int bit = 0; bit < bits; bit += step_of(v, bit)) {
        (void)snprintf(what, sizeof what, "%s.%s where %s, bit %d", v->table, v->column, v->row,
                       bit);
        if (!damage(v, bit))
            continue;
        expect_found(bit % 2 || strcmp(v->table, "decisions") == 0, what);
        found++;
    }
    return found;
}

static void damage_row(const char *table, const char *row)
{
    char sql[100];
    sqlite3 *db;
    cr_assert(eq(int, sqlite3_open(in_folder("whole"), &db), SQLITE_OK));
    (void)snprintf(sql, sizeof sql, "SELECT name FROM pragma_table_info('%s') WHERE name <> 'id'",
                   table);
    sqlite3_stmt *columns = prepare(db, sql);
    int count = 0;
    for (; sqlite3_step(columns) == SQLITE_ROW; count++) {
        value v = {.number = 0};
        (void)snprintf(v.table, sizeof v.table, "%s", table);
        (void)snprintf(v.row, sizeof v.row, "%s", row);
        (void)snprintf(v.column, sizeof v.column, "%s",
                       (const char *)sqlite3_column_text(columns, 0));
        cr_assert(ge(int, damage_column(&v), 1), "%s", v.column);
    }
    cr_assert(ge(int, count, 4));
    (void)sqlite3_finalize(columns);
    cr_assert(eq(int, sqlite3_close(db), SQLITE_OK));
}

Test(store_damage, of_one_bit_of_a_match_is_found)
{
    damage_row("match", "match = 3");
}

Test(store_damage, of_one_bit_of_the_decisions_is_found)
{
    damage_row("decisions", "match = 3");
}

Test(store_damage, of_one_bit_of_a_seat_is_found)
{
    damage_row("seat", "match = 3 AND seat = 0");
    damage_row("seat", "match = 3 AND seat = 1");
}

/* ---- more than a bit ------------------------------------------------------ */

Test(store_damage, of_whole_rows_is_found)
{
    static const char *const sql[] = {
        "DELETE FROM seat WHERE match = 3 AND seat = 0",
        "DELETE FROM seat WHERE match = 3 AND seat = 1",
        "DELETE FROM seat WHERE match = 3",
        "DELETE FROM match WHERE match = 3",
        "INSERT INTO seat SELECT tournament, match, 2, bot, place, score, time_us, process "
        "FROM seat WHERE match = 3 AND seat = 1",
        "INSERT INTO seat SELECT tournament, match, 8, bot, place, score, time_us, process "
        "FROM seat WHERE match = 3 AND seat = 1",
        "WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 300) "
        "INSERT INTO seat SELECT tournament, match, i, bot, place, score, time_us, process "
        "FROM seat, n WHERE match = 3 AND seat = 1",
        "UPDATE seat SET seat = 1 - seat + 10 WHERE match = 3; "
        "UPDATE seat SET seat = seat - 10 WHERE match = 3",
        "UPDATE seat SET process = NULL WHERE match = 3 AND seat = 1",
        "UPDATE decisions SET decisions = x'' WHERE match = 3",
        "UPDATE decisions SET decisions = (SELECT decisions FROM decisions WHERE match = 4) "
        "WHERE match = 3",
        "UPDATE decisions SET checksum = x'' WHERE match = 3",
        "DELETE FROM decisions WHERE match = 3",
        "DELETE FROM match WHERE match = 3; DELETE FROM seat WHERE match = 3",
        "UPDATE match SET checksum = (SELECT checksum FROM match WHERE match = 4) WHERE match = 3",
        "UPDATE match SET checksum = x'' WHERE match = 3",
        "UPDATE match SET sandbox = '' WHERE match = 3",
        "UPDATE match SET sandbox = '123456789' WHERE match = 3",
        "UPDATE match SET sandbox = 'a' || char(27) WHERE match = 3",
    };
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++) {
        cr_assert(copy_file(in_folder("whole"), db_path()));
        (void)raw(db_path(), sql[i]);
        expect_found(i % 2 || strstr(sql[i], "decisions") != NULL || strchr(sql[i], ';') != NULL,
                     sql[i]);
    }
}

/* After the last match, before the first one, and in a tournament without matches. */
Test(store_damage, of_seats_without_a_match_is_found_anywhere)
{
    for (int match = 1; match <= MATCHES; match++) {
        char sql[100];
        int visited = DAMAGED;
        (void)snprintf(sql, sizeof sql, "DELETE FROM match WHERE match = %d", match);
        (void)raw(db_path(), sql);
        dom_store *store = open_store(DOM_STORE_READ);
        dom_rc rc = dom_store_match_each(store, spring, (uint64_t)match, 0, false, no_visit,
                                         &visited, &last_err);
        (void)snprintf(sql, sizeof sql, "match %d: it has only seats", match);
        expect_error(rc, DOM_E_IO, sql);
        dom_store_close(&store);
    }
}

Test(store_damage, of_a_missing_bot_is_found)
{
    dom_store *store = open_store(DOM_STORE_READ);
    expect_ok(dom_store_check_references(store, &last_err));
    (void)raw(db_path(), "DELETE FROM match WHERE match = 4");
    expect_error(dom_store_check_references(store, &last_err), DOM_E_IO,
                 "damaged: a row of decisions refers to a missing row");
    dom_store_close(&store);
}

/* The store takes matches in any order of sets, and the walk does not. */
Test(store_damage, of_the_order_of_sets_is_found)
{
    static const struct {
        const char *what;
        uint64_t set;
        uint8_t rotation;
    } next[] = {{"an earlier set", 2, 1},
                {"a rotation again", 3, 0},
                {"a rotation that no set has", 3, 4},
                {"a rotation that no set has, in a new set", 4, UINT8_MAX}};
    for (size_t i = 0; i < sizeof next / sizeof *next; i++) {
        cr_assert(copy_file(in_folder("whole"), db_path()));
        dom_store *store = open_store(DOM_STORE_WRITE);
        dom_store_match m = match_of(spring, MATCHES + 1);
        m.set = next[i].set;
        m.rotation = next[i].rotation;
        expect_ok(dom_store_begin(store, &last_err));
        expect_ok(dom_store_match_add(store, &m, &last_err));
        expect_ok(dom_store_commit(store, &last_err));
        int visited = 0;
        dom_rc rc = dom_store_match_each(store, spring, DAMAGED + 1, 0, true, no_visit, &visited,
                                         &last_err);
        expect_error(rc, DOM_E_IO, "damaged: match 6: it is out of order");
        cr_expect(eq(int, visited, 2), "%s", next[i].what);
        dom_store_close(&store);
    }
}

/* Damage outside the bounds of the walk is not reported. */
Test(store_damage, outside_the_bounds_is_ignored)
{
    int visited = 0;
    (void)raw(db_path(), "UPDATE match SET rounds = 99 WHERE match = 3");
    dom_store *store = open_store(DOM_STORE_READ);
    expect_ok(dom_store_match_each(store, spring, 1, 2, true, no_visit, &visited, &last_err));
    expect_ok(dom_store_match_each(store, spring, 4, 5, true, no_visit, &visited, &last_err));
    cr_assert(eq(int, visited, 4));
    dom_store_close(&store);
}
