/* A database that is removed, replaced or moved during use: no further match is acknowledged,
 * and acknowledged matches are kept if the file has a name. */
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { STORED = 300 };

static dom_store *store;
static int64_t spring;

/* Opens a database and stores STORED matches. */
static void begin(void)
{
    folder_make();
    store = open_store(DOM_STORE_WRITE);
    spring = add_tournament(store, "spring");
    expect_ok(add_matches(store, spring, 1, STORED));
}

static void end(void)
{
    dom_store_close(&store);
    folder_remove();
}

TestSuite(store_place, .init = begin, .fini = end);

/* The next group and all further calls are refused with this text. */
static void expect_lost(const char *words)
{
    expect_error(add_matches(store, spring, STORED + 1, STORED + 5), DOM_E_IO, words);
    expect_error(dom_store_tournament_finish(store, spring, 1, &last_err), DOM_E_IO,
                 "during the run");
    cr_expect(strncmp(last_err.text, db_path(), strlen(db_path())) == 0, "%s", last_err.text);
    dom_store_close(&store);
}

static void expect_stored(const char *path)
{
    expect_ok(dom_store_open(&store, path, DOM_STORE_WRITE, &last_err));
    cr_expect(eq(u64, count_matches(store, spring), STORED));
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

Test(store_place, a_removed_database_accepts_nothing_more)
{
    cr_assert(unlink(db_path()) == 0);
    expect_lost("the database was removed during the run; everything in it is lost, including the "
                "300 matches reported since it was opened");
    cr_expect(not(is_there(db_path())));
}

Test(store_place, a_database_in_a_removed_folder_accepts_nothing_more)
{
    static const char *const names[] = {"arena.db-shm", "arena.db-wal", "arena.db"};
    for (size_t i = 0; i < 3; i++)
        cr_assert(unlink(in_folder(names[i])) == 0);
    expect_lost("the database was removed during the run");
}

Test(store_place, a_replaced_database_accepts_nothing_more)
{
    write_file(in_folder("other"), "other");
    cr_assert(rename(in_folder("other"), db_path()) == 0);
    expect_lost("the database was replaced by another file during the run; everything in it is "
                "lost, including the 300 matches");
}

Test(store_place, a_moved_database_keeps_all_acknowledged_matches)
{
    char words[300];
    (void)snprintf(words, sizeof words,
                   "the database was moved to %s during the run; every reported match is there",
                   in_folder("elsewhere.db"));
    cr_assert(rename(db_path(), in_folder("elsewhere.db")) == 0);
    expect_lost(words);
    expect_stored(in_folder("elsewhere.db"));
}

Test(store_place, a_database_moved_with_its_log_keeps_all_acknowledged_matches)
{
    static const char *const suffixes[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < 3; i++) {
        char from[200], to[200];
        (void)snprintf(from, sizeof from, "%s%s", db_path(), suffixes[i]);
        (void)snprintf(to, sizeof to, "%s%s", in_folder("elsewhere.db"), suffixes[i]);
        cr_assert(rename(from, to) == 0);
    }
    expect_lost("the database was moved to ");
    expect_stored(in_folder("elsewhere.db"));
}

Test(store_place, a_removed_log_loses_no_acknowledged_match)
{
    cr_assert(unlink(in_folder("arena.db-wal")) == 0);
    expect_lost("its -wal file was removed during the run; every reported match is stored");
    expect_stored(db_path());
}

Test(store_place, a_replaced_log_is_not_written_into_the_database)
{
    write_file(in_folder("other"), "");
    cr_assert(rename(in_folder("other"), in_folder("arena.db-wal")) == 0);
    expect_lost("its -wal file was replaced by another file during the run; of the 300 matches "
                "reported since it was opened the last ones may be lost");
}

/* SQLite would remove the log of the new file with this name. */
Test(store_place, closing_leaves_the_log_of_a_new_database_alone)
{
    cr_assert(rename(db_path(), in_folder("old.db")) == 0);
    cr_assert(unlink(in_folder("arena.db-wal")) == 0 && unlink(in_folder("arena.db-shm")) == 0);
    dom_store *other = open_store(DOM_STORE_WRITE);
    int64_t id = add_tournament(other, "summer");
    expect_ok(add_matches(other, id, 1, 2));
    dom_store_close(&store);
    cr_expect(is_there(in_folder("arena.db-wal")));
    expect_ok(add_matches(other, id, 3, 4));
    cr_expect(eq(u64, count_matches(other, id), 4));
    dom_store_close(&other);
}

Test(store_place, a_database_with_two_names_is_not_written_to)
{
    dom_store_close(&store);
    cr_assert(link(db_path(), in_folder("second.db")) == 0);
    dom_rc rc = dom_store_open(&store, db_path(), DOM_STORE_WRITE, &last_err);
    expect_error(rc, DOM_E_IO, "has 2 hard links");
    cr_assert(unlink(in_folder("second.db")) == 0);
    expect_stored(db_path());
}

Test(store_place, other_readers_and_writers_change_nothing)
{
    for (int i = 0; i < 3; i++) {
        dom_store *reader = open_store(DOM_STORE_READ);
        dom_store *writer = open_store(DOM_STORE_WRITE);
        uint64_t next = STORED + 1 + 2 * (uint64_t)i;
        expect_ok(add_matches(writer, spring, next, next));
        dom_store_close(&writer);
        dom_store_close(&reader);
        (void)raw(db_path(), "PRAGMA wal_checkpoint(TRUNCATE)");
        expect_ok(add_matches(store, spring, next + 1, next + 1));
    }
}
