/* Upgrades from schema to schema run completely or not at all, and once, even if a step fails or
 * another process upgrades the same file. The steps belong to this test; each writes to the
 * table `note`. */
#include "file.h"
#include "migrate.h"
#include "settings.h"
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(store_migrate, .init = folder_make, .fini = folder_remove);

#define FIRST                                                                                      \
    "CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT) STRICT;"                              \
    "CREATE TABLE child (parent INTEGER NOT NULL REFERENCES parent (id)) STRICT;"                  \
    "CREATE TABLE note (step INTEGER NOT NULL) STRICT;"                                            \
    "INSERT INTO parent VALUES (1, 'a'), (2, 'b');"                                                \
    "INSERT INTO child VALUES (1), (2);"                                                           \
    "INSERT INTO note VALUES (1);"
#define ADD_COLUMN                                                                                 \
    "ALTER TABLE child ADD COLUMN age INTEGER NOT NULL DEFAULT 7;"                                 \
    "INSERT INTO note VALUES (2);"
/* A table that other tables refer to is rebuilt. */
#define REBUILD                                                                                    \
    "CREATE TABLE other (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;"                      \
    "INSERT INTO other SELECT id, name FROM parent;"                                               \
    "DROP TABLE parent; ALTER TABLE other RENAME TO parent;"                                       \
    "INSERT INTO note VALUES (3);"
#define LAST "INSERT INTO note VALUES (4);"

static const char *const good[] = {FIRST, ADD_COLUMN, REBUILD, LAST};

/* Opens a connection as dom_store_open does, without the tables of an arena. */
static dom_store *connect_to(const char *path)
{
    dom_store *store = calloc(1, sizeof *store);
    cr_assert(store != NULL);
    store->path = strdup(path);
    expect_ok(dom_store_file_find(store, DOM_STORE_WRITE, &last_err));
    expect_ok(dom_store_file_open(store, DOM_STORE_WRITE, &last_err));
    expect_ok(dom_store_settings_connection(store, &last_err));
    return store;
}

static dom_rc migrate(const char *const *steps, int count)
{
    dom_store *store = connect_to(db_path());
    dom_rc rc =
        dom_store_migrate(store, (dom_store_migrations){.step = steps, .count = count}, &last_err);
    int enforced = 0;
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_FKEY, -1, &enforced);
    cr_assert(eq(int, enforced, 1), "references are enforced again");
    dom_store_close(&store);
    return rc;
}

static int number(const char *sql)
{
    return (int)raw(db_path(), sql);
}

/* Expects that steps 1 to `last` have run once each. */
static void expect_schema(int last)
{
    cr_assert(eq(int, number("PRAGMA user_version"), last));
    cr_assert(eq(int, number("SELECT count(*) FROM note"), last));
    cr_assert(eq(int, number("SELECT max(step) FROM note"), last));
    cr_assert(eq(int, number("SELECT count(*) FROM child JOIN parent ON id = parent"), 2));
    cr_assert(eq(int, number("SELECT count(*) FROM pragma_table_info('child')"), last < 2 ? 1 : 2));
    cr_assert(eq(int,
                 number("SELECT \"notnull\" FROM pragma_table_info('parent') "
                        "WHERE name = 'name'"),
                 last >= 3));
    cr_assert(eq(int, number("SELECT count(*) FROM pragma_foreign_key_check"), 0));
    cr_assert(eq(int, number("SELECT quick_check = 'ok' FROM pragma_quick_check"), 1));
}

Test(store_migrate, runs_the_steps_that_are_missing)
{
    for (int last = 1; last <= 4; last++) {
        expect_ok(migrate(good, last));
        expect_schema(last);
        expect_ok(migrate(good, last));
        expect_schema(last);
    }
}

Test(store_migrate, may_take_several_steps_at_once)
{
    expect_ok(migrate(good, 4));
    expect_schema(4);
}

Test(store_migrate, leaves_a_newer_schema_alone)
{
    expect_ok(migrate(good, 4));
    expect_error(migrate(good, 3), DOM_E_SCHEMA, "newer arena (schema 4)");
    expect_schema(4);
}

/* ---- failing -------------------------------------------------------------- */

Test(store_migrate, keeps_the_old_schema_if_a_step_fails)
{
    static const char *const bad[] = {FIRST, ADD_COLUMN, REBUILD "INSERT INTO nowhere VALUES (1)"};
    expect_ok(migrate(good, 1));
    expect_error(migrate(bad, 3), DOM_E_IO, "no such table: nowhere");
    expect_schema(1);
    expect_ok(migrate(good, 4));
    expect_schema(4);
}

Test(store_migrate, leaves_an_empty_file_if_the_first_step_fails)
{
    static const char *const bad[] = {FIRST "nonsense"};
    expect_error(migrate(bad, 1), DOM_E_IO, "syntax error");
    cr_assert(eq(int, number("SELECT count(*) FROM sqlite_schema"), 0));
    expect_ok(migrate(good, 4));
    expect_schema(4);
}

Test(store_migrate, refuses_a_step_that_breaks_a_reference)
{
    static const char *const bad[] = {FIRST, ADD_COLUMN "DELETE FROM parent WHERE id = 2;"};
    expect_ok(migrate(good, 1));
    expect_error(migrate(bad, 2), DOM_E_IO, "a row of 'child' refers to a missing row");
    expect_schema(1);
}

/* ---- killed --------------------------------------------------------------- */

/* SQL functions that a step calls, to do something in the middle of it. */
static void call_die(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)context;
    (void)count;
    (void)values;
    (void)raise(SIGKILL);
}

static int migrate_and_die(void)
{
    static const char *const deadly[] = {FIRST, ADD_COLUMN, REBUILD "SELECT die()"};
    dom_store *store = connect_to(db_path());
    (void)sqlite3_create_function(store->db, "die", 0, SQLITE_UTF8, NULL, call_die, NULL, NULL);
    (void)sqlite3_exec(store->db, "PRAGMA cache_size = 1", NULL, NULL,
                       NULL); /* write pages to the disk immediately */
    (void)dom_store_migrate(store, (dom_store_migrations){.step = deadly, .count = 3}, NULL);
    return 0;
}

Test(store_migrate, keeps_the_old_schema_if_it_is_killed)
{
    static const char *const modes[] = {"PRAGMA journal_mode = DELETE",
                                        "PRAGMA journal_mode = WAL"};
    expect_ok(migrate(good, 1));
    for (int i = 0; i < 2; i++) {
        (void)raw(db_path(), modes[i]);
        cr_assert(eq(int, in_child(migrate_and_die), -SIGKILL));
        expect_schema(1);
    }
    expect_ok(migrate(good, 4));
    expect_schema(4);
}

/* ---- two at once ---------------------------------------------------------- */

static int inside[2]; /* a process that is inside a step writes to this pipe */

/* Waits so that the other process tries to open the file meanwhile. If it does not, the test
 * proves less and still passes. */
static void call_dwell(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    (void)values;
    (void)!write(inside[1], "x", 1);
    (void)poll(NULL, 0, 200);
    sqlite3_result_null(context);
}

static int migrate_slowly(void)
{
    static const char *const slow[] = {FIRST, ADD_COLUMN "SELECT dwell()", REBUILD, LAST};
    dom_store *store = connect_to(db_path());
    (void)sqlite3_create_function(store->db, "dwell", 0, SQLITE_UTF8, NULL, call_dwell, NULL, NULL);
    dom_rc rc =
        dom_store_migrate(store, (dom_store_migrations){.step = slow, .count = 4}, &last_err);
    if (rc != DOM_OK)
        (void)fprintf(stderr, "%s\n", last_err.text);
    dom_store_close(&store);
    return rc == DOM_OK ? 0 : 1;
}

Test(store_migrate, is_done_once_if_two_processes_open)
{
    char word;
    int status;
    expect_ok(migrate(good, 1));
    cr_assert(eq(int, pipe(inside), 0));
    pid_t pid = fork();
    cr_assert(ge(int, pid, 0));
    if (pid == 0)
        _exit(migrate_slowly());
    cr_assert(
        eq(int, (int)read(inside[0], &word, 1), 1)); /* the first process holds the lock now */
    expect_ok(migrate(good, 4));
    cr_assert(eq(int, waitpid(pid, &status, 0), pid));
    cr_assert(eq(int, status, 0));
    expect_schema(4);
}
