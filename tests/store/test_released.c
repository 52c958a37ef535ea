/* Databases of every released schema, opened by today's code. tests/data/databases/README.md
 * describes the dumps. */
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(store_released, .init = folder_make, .fini = folder_remove);

/* The numbers of rows in the second line of a dump. */
typedef struct {
    int tournaments, matches, processes, faults;
} rows;

static char *read_dump(int schema)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/databases/schema-%d.sql", DOM_TEST_DATA, schema);
    FILE *file = fopen(path, "rb");
    cr_assert(file != NULL, "%s: schema %d needs a dump: tests/tools/dump_schema.py", path, schema);
    cr_assert(eq(int, fseek(file, 0, SEEK_END), 0));
    size_t size = (size_t)ftell(file);
    char *text = malloc(size + 1);
    rewind(file);
    cr_assert(text != NULL && fread(text, 1, size, file) == size);
    text[size] = '\0';
    (void)fclose(file);
    return text;
}

/* Restores the database of a dump. */
static rows restore(int schema)
{
    rows r;
    sqlite3 *db;
    char *text = read_dump(schema);
    const char *line = strstr(text, "-- rows:");
    cr_assert(line != NULL);
    cr_assert(eq(int,
                 sscanf(line, "-- rows: tournament %d match %d process %d fault %d", &r.tournaments,
                        &r.matches, &r.processes, &r.faults),
                 4));
    (void)remove(db_path());
    cr_assert(eq(int, sqlite3_open(db_path(), &db), SQLITE_OK));
    cr_assert(eq(int, sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK), "%s",
              sqlite3_errmsg(db));
    cr_assert(eq(int, sqlite3_close(db), SQLITE_OK));
    cr_assert(eq(int, (int)raw(db_path(), "PRAGMA user_version"), schema));
    free(text);
    return r;
}

typedef struct {
    dom_store *store;
    rows seen;
    int64_t last; /* id of the last visited tournament */
} reader;

static dom_rc see_match(void *context, const dom_store_match *m)
{
    reader *r = context;
    r->seen.matches++;
    cr_assert(ge(sz, m->decisions_bytes, 1));
    return DOM_OK;
}

static dom_rc see_fault(void *context, const dom_store_fault *f)
{
    reader *r = context;
    r->seen.faults++;
    cr_assert(ge(sz, strlen(f->text), 1));
    return DOM_OK;
}

static dom_rc see_tournament(void *context, const dom_store_tournament *t)
{
    reader *r = context;
    r->seen.tournaments++;
    r->last = t->id;
    expect_ok(dom_store_match_each(r->store, t->id, 1, 0, true, see_match, r, &last_err));
    expect_ok(dom_store_fault_each(r->store, t->id, see_fault, r, &last_err));
    return DOM_OK;
}

static reader read_all(dom_store *store)
{
    reader r = {.store = store};
    expect_ok(dom_store_tournament_each(store, see_tournament, &r, &last_err));
    dom_store_process p;
    while (dom_store_process_find(store, r.seen.processes + 1, &p, &last_err) == DOM_OK)
        r.seen.processes++;
    return r;
}

static void expect_rows(const rows *seen, const rows *wanted)
{
    cr_assert(eq(int, seen->tournaments, wanted->tournaments));
    cr_assert(eq(int, seen->matches, wanted->matches));
    cr_assert(eq(int, seen->processes, wanted->processes));
    cr_assert(eq(int, seen->faults, wanted->faults));
}

Test(store_released, reads_everything_and_accepts_more_matches)
{
    for (int schema = 1; schema <= dom_store_schema_version(); schema++) {
        rows wanted = restore(schema);
        cr_assert(ge(int, wanted.faults, 1), "the dump has nothing of a kind");
        dom_store *store = open_store(DOM_STORE_WRITE);
        reader r = read_all(store);
        expect_rows(&r.seen, &wanted);
        dom_store_match m = match_of(r.last, 1000);
        expect_ok(dom_store_begin(store, &last_err));
        expect_ok(dom_store_match_start(store, r.last, 1000, &last_err));
        expect_ok(dom_store_match_add(store, &m, &last_err));
        expect_ok(dom_store_commit(store, &last_err));
        wanted.matches++;
        dom_store_close(&store);
        store = open_store(DOM_STORE_READ);
        r = read_all(store);
        expect_rows(&r.seen, &wanted);
        dom_store_close(&store);
    }
}

/* Returns all columns, keys and indexes as one text. */
static char *shape_of(const char *path)
{
    static const char sql[] =
        "SELECT group_concat(line, char(10)) FROM ("
        "SELECT m.type || ' ' || m.name || '.' || x.name || ' ' || x.type || ' ' || x.\"notnull\" "
        "|| ' ' || x.pk || ' ' || coalesce(x.dflt_value, '-') AS line "
        "FROM sqlite_schema m, pragma_table_xinfo(m.name) x WHERE m.type IN ('table', 'view') "
        "UNION ALL SELECT 'key ' || m.name || '.' || f.\"from\" || ' ' || f.\"table\" || '.' || "
        "coalesce(f.\"to\", '-') FROM sqlite_schema m, pragma_foreign_key_list(m.name) f "
        "UNION ALL SELECT 'index ' || m.name || ' ' || i.name || ' ' || i.\"unique\" || ' ' || "
        "coalesce(x.name, '-') FROM sqlite_schema m, pragma_index_list(m.name) i, "
        "pragma_index_info(i.name) x ORDER BY 1)";
    sqlite3 *db;
    sqlite3_stmt *stmt;
    cr_assert(eq(int, sqlite3_open(path, &db), SQLITE_OK));
    cr_assert(eq(int, sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK), "%s",
              sqlite3_errmsg(db));
    cr_assert(eq(int, sqlite3_step(stmt), SQLITE_ROW));
    char *text = strdup((const char *)sqlite3_column_text(stmt, 0));
    (void)sqlite3_finalize(stmt);
    (void)sqlite3_close(db);
    return text;
}

/* An upgraded database has the same schema as a new one. If the newest schema was changed before
 * its release, make its dump again: tests/tools/dump_schema.py --force. */
Test(store_released, has_the_schema_of_a_new_database_after_the_upgrade)
{
    dom_store *store = open_store(DOM_STORE_WRITE);
    dom_store_close(&store);
    char *wanted = shape_of(db_path());
    cr_assert(ge(sz, strlen(wanted), 1000));
    for (int schema = 1; schema <= dom_store_schema_version(); schema++) {
        (void)restore(schema);
        store = open_store(DOM_STORE_WRITE);
        dom_store_close(&store);
        char *shape = shape_of(db_path());
        cr_assert(eq(str, shape, wanted), "schema-%d.sql: tests/tools/dump_schema.py --force",
                  schema);
        free(shape);
    }
    free(wanted);
}
