/* Which files are accepted, which are refused, and that refused files stay unchanged. */
#include "nightly.h"
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(store_open, .init = folder_make, .fini = folder_remove);

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    cr_assert(file != NULL);
    cr_assert(ge(int, fputs(text, file), 0));
    cr_assert(eq(int, fclose(file), 0));
}

static bool is_same_file(const char *a, const char *b)
{
    char left[4096], right[4096];
    FILE *first = fopen(a, "rb"), *second = fopen(b, "rb");
    cr_assert(first != NULL && second != NULL);
    size_t count, other;
    do {
        count = fread(left, 1, sizeof left, first);
        other = fread(right, 1, sizeof right, second);
    } while (count == other && count > 0 && memcmp(left, right, count) == 0);
    (void)fclose(first);
    (void)fclose(second);
    return count == 0 && other == 0;
}

static void refuse(const char *path, dom_store_mode mode, dom_rc wanted, const char *words)
{
    dom_store *store = (dom_store *)1;
    dom_rc rc = dom_store_open(&store, path, mode, &last_err);
    cr_assert(store == NULL);
    expect_error(rc, wanted, words);
    expect_error(rc, wanted, path);
    rc = dom_store_open(&store, path, mode, NULL);
    cr_assert(eq(int, rc, wanted));
}

/* Both modes return the same error. The file is unchanged, and no other file appears. */
static void refuse_untouched(const char *path, dom_rc wanted, const char *words)
{
    const char *before = in_folder("before");
    cr_assert(copy_file(path, before));
    refuse(path, DOM_STORE_WRITE, wanted, words);
    refuse(path, DOM_STORE_READ, wanted, words);
    cr_assert(is_same_file(path, before));
    cr_assert(not(is_there(in_folder("arena.db-wal"))));
    cr_assert(not(is_there(in_folder("arena.db-shm"))));
    cr_assert(not(is_there(in_folder("arena.db-journal"))));
}

static void make_database(void)
{
    dom_store *store = open_store(DOM_STORE_WRITE);
    int64_t id = add_tournament(store, "spring");
    expect_ok(add_matches(store, id, 1, 100));
    dom_store_close(&store);
}

/* ---- accepted ------------------------------------------------------------- */

Test(store_open, makes_a_file_and_finds_it_again)
{
    make_database();
    cr_assert(not(is_there(in_folder("arena.db-wal"))), "the last to close leaves one file");
    dom_store *store = open_store(DOM_STORE_WRITE);
    cr_assert(eq(u64, count_matches(store, 1), 100));
    dom_store_close(&store);
    cr_assert(store == NULL);
    dom_store_close(&store);
    store = open_store(DOM_STORE_READ);
    cr_assert(eq(u64, count_matches(store, 1), 100));
    dom_store_close(&store);
}

static int mode_of(const char *path)
{
    struct stat st;
    cr_assert(eq(int, stat(path, &st), 0), "%s", path);
    return st.st_mode & 07777;
}

Test(store_open, makes_files_with_mode_0600)
{
    mode_t old = umask(0);
    dom_store *store = open_store(DOM_STORE_WRITE);
    (void)add_tournament(store, "spring");
    cr_assert(eq(int, mode_of(db_path()), 0600));
    cr_assert(eq(int, mode_of(in_folder("arena.db-wal")), 0600));
    cr_assert(eq(int, mode_of(in_folder("arena.db-shm")), 0600));
    dom_store_close(&store);
    (void)umask(old);
}

Test(store_open, treats_an_empty_file_as_new)
{
    write_file(db_path(), "");
    cr_assert(eq(int, chmod(db_path(), 0644), 0));
    refuse(db_path(), DOM_STORE_READ, DOM_E_ABSENT, "is empty");
    make_database();
    cr_assert(eq(int, mode_of(db_path()), 0600));
    cr_assert(eq(int, (int)raw(db_path(), "SELECT count(*) FROM match"), 100));
}

Test(store_open, accepts_names_with_a_meaning_to_sqlite)
{
    static const char *const names[] = {":memory:", "file:x", "a?b#c%41", " ", "d\xc3\xbc'\"x"};
    cr_assert(eq(int, chdir(in_folder("")), 0));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        dom_store *store;
        expect_ok(dom_store_open(&store, names[i], DOM_STORE_WRITE, &last_err));
        (void)add_tournament(store, "spring");
        dom_store_close(&store);
        cr_assert(is_there(in_folder(names[i])));
    }
    cr_assert(eq(int, chdir("/"), 0));
}

Test(store_open, follows_a_link)
{
    make_database();
    cr_assert(eq(int, symlink(db_path(), in_folder("link.db")), 0));
    dom_store *store;
    expect_ok(dom_store_open(&store, in_folder("link.db"), DOM_STORE_WRITE, &last_err));
    cr_assert(is_there(in_folder("arena.db-shm")));
    cr_assert(eq(u64, count_matches(store, 1), 100));
    dom_store_close(&store);
}

Test(store_open, has_the_application_id_of_an_arena)
{
    make_database();
    cr_assert(eq(int, (int)raw(db_path(), "PRAGMA application_id"), 0x446f6d41));
    cr_assert(eq(int, (int)raw(db_path(), "PRAGMA user_version"), dom_store_schema_version()));
    cr_assert(eq(int,
                 (int)raw(db_path(), "SELECT count(*) FROM pragma_journal_mode "
                                     "WHERE journal_mode = 'wal'"),
                 1));
}

/* ---- refused -------------------------------------------------------------- */

Test(store_open, refuses_everything_but_regular_files)
{
    refuse(in_folder(""), DOM_STORE_WRITE, DOM_E_IO, "is a folder");
    refuse(in_folder(""), DOM_STORE_READ, DOM_E_IO, "is a folder");
    cr_assert(eq(int, mkfifo(in_folder("fifo"), 0600), 0));
    refuse(in_folder("fifo"), DOM_STORE_WRITE, DOM_E_IO, "is not a regular file");
    refuse(in_folder("fifo"), DOM_STORE_READ, DOM_E_IO, "is not a regular file");
    refuse("/dev/null", DOM_STORE_WRITE, DOM_E_IO, "is not a regular file");
}

Test(store_open, refuses_missing_files)
{
    refuse(db_path(), DOM_STORE_READ, DOM_E_ABSENT, "there is no such file");
    cr_assert(not(is_there(db_path())));
    refuse(in_folder("no/arena.db"), DOM_STORE_READ, DOM_E_ABSENT, "there is no such file");
    refuse(in_folder("no/arena.db"), DOM_STORE_WRITE, DOM_E_IO, "its folder does not exist");
    write_file(in_folder("file"), "x");
    refuse(in_folder("file/arena.db"), DOM_STORE_WRITE, DOM_E_IO, "Not a directory");
    refuse(in_folder("file/arena.db"), DOM_STORE_READ, DOM_E_IO, "Not a directory");
    refuse("/proc/arena.db", DOM_STORE_WRITE, DOM_E_IO, "/proc/arena.db: ");
}

Test(store_open, refuses_text_files)
{
    write_file(db_path(), "name: spring\nvariants: [block-2]\n");
    refuse_untouched(db_path(), DOM_E_SCHEMA, "is not a database");
    char text[5000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    write_file(db_path(), text);
    refuse_untouched(db_path(), DOM_E_SCHEMA, "is not a database");
    write_file(db_path(), "SQLite format 3");
    refuse_untouched(db_path(), DOM_E_SCHEMA, "database of another program");
}

Test(store_open, refuses_databases_of_other_programs)
{
    (void)raw(db_path(), "CREATE TABLE t (x); INSERT INTO t VALUES (1)");
    refuse_untouched(db_path(), DOM_E_SCHEMA, "database of another program");
    (void)raw(db_path(), "PRAGMA application_id = 252006673");
    refuse_untouched(db_path(), DOM_E_SCHEMA, "database of another program");
    (void)raw(db_path(), "PRAGMA journal_mode = WAL; INSERT INTO t VALUES (2)");
    refuse_untouched(db_path(), DOM_E_SCHEMA, "database of another program");
}

Test(store_open, refuses_databases_of_newer_arenas)
{
    make_database();
    (void)raw(db_path(), "PRAGMA user_version = 4");
    refuse_untouched(db_path(), DOM_E_SCHEMA, "newer arena (schema 4");
    (void)raw(db_path(), "PRAGMA user_version = -1");
    refuse_untouched(db_path(), DOM_E_SCHEMA, "newer arena");
}

/* The change of a newer arena is only in the log. The schema is read through SQLite, and nothing
 * is written back to the file. */
Test(store_open, refuses_a_newer_schema_that_is_only_in_the_log)
{
    make_database();
    sqlite3 *db;
    cr_assert(eq(int, sqlite3_open(db_path(), &db), SQLITE_OK));
    cr_assert(eq(int, sqlite3_exec(db, "PRAGMA user_version = 4", NULL, NULL, NULL), SQLITE_OK));
    refuse(db_path(), DOM_STORE_WRITE, DOM_E_SCHEMA, "newer arena (schema 4");
    refuse(db_path(), DOM_STORE_READ, DOM_E_SCHEMA, "newer arena (schema 4");
    cr_assert(eq(int, sqlite3_close(db), SQLITE_OK));
}

Test(store_open, refuses_a_file_without_tables_only_when_reading)
{
    write_file(db_path(), "");
    (void)raw(db_path(), "PRAGMA application_id = 0x446f6d41");
    refuse(db_path(), DOM_STORE_READ, DOM_E_SCHEMA, "has no tables");
    dom_store *store = open_store(DOM_STORE_WRITE);
    (void)add_tournament(store, "spring");
    dom_store_close(&store);
}

static int expect_in_child(dom_store_mode mode, dom_rc wanted, const char *words)
{
    dom_store *store;
    dom_rc rc = dom_store_open(&store, db_path(), mode, &last_err);
    bool is_right = rc == wanted && strstr(last_err.text, words) != NULL;
    if (!is_right)
        (void)fprintf(stderr, "%s: %s\n", dom_rc_name(rc), last_err.text);
    dom_store_close(&store);
    return !is_right;
}

static int write_unreadable(void)
{
    return expect_in_child(DOM_STORE_WRITE, DOM_E_IO, "cannot be read: Permission denied");
}

static int read_unreadable(void)
{
    return expect_in_child(DOM_STORE_READ, DOM_E_IO, "cannot be read: Permission denied");
}

static int write_read_only(void)
{
    return expect_in_child(DOM_STORE_WRITE, DOM_E_IO, "cannot be written: Permission denied");
}

static int write_in_closed_folder(void)
{
    return expect_in_child(DOM_STORE_WRITE, DOM_E_IO,
                           "its folder cannot be written: Permission denied");
}

static int make_in_closed_folder(void)
{
    return expect_in_child(DOM_STORE_WRITE, DOM_E_IO, "cannot be made: Permission denied");
}

static const struct {
    int (*work)(void);
    int file_mode, folder_mode;
} rights[] = {
    {write_unreadable, 0000, 0777},
    {read_unreadable, 0000, 0777},
    {write_read_only, 0444, 0777},
    {write_in_closed_folder, 0666, 0555},
};

static int (*chosen)(void);

static int chosen_as_nobody(void)
{
    return as_nobody(chosen);
}

static int run_as_nobody(int (*work)(void))
{
    chosen = work;
    return in_child(chosen_as_nobody);
}

Test(store_open, refuses_files_without_permission)
{
    make_database();
    cr_assert(copy_file(db_path(), in_folder("before")));
    for (size_t i = 0; i < sizeof rights / sizeof *rights; i++) {
        cr_assert(eq(int, chmod(db_path(), (mode_t)rights[i].file_mode), 0));
        cr_assert(eq(int, chmod(in_folder(""), (mode_t)rights[i].folder_mode), 0));
        cr_assert(eq(int, run_as_nobody(rights[i].work), 0), "row %zu", i);
    }
    cr_assert(eq(int, chmod(db_path(), 0600), 0));
    cr_assert(is_same_file(db_path(), in_folder("before")));
    cr_assert(eq(int, chmod(in_folder(""), 0700), 0));
    cr_assert(eq(int, unlink(db_path()), 0));
    cr_assert(eq(int, chmod(in_folder(""), 0555), 0));
    cr_assert(eq(int, run_as_nobody(make_in_closed_folder), 0));
}

static int read_in_a_hidden_folder(void)
{
    return expect_in_child(DOM_STORE_READ, DOM_E_IO, "cannot be opened: Permission denied");
}

Test(store_open, refuses_files_in_folders_without_permission)
{
    make_database();
    cr_assert(eq(int, chmod(in_folder(""), 0), 0));
    cr_assert(eq(int, run_as_nobody(read_in_a_hidden_folder), 0));
}

/* ---- reading without write permission -------------------------------------- */

static int read_sealed(void)
{
    dom_store *store;
    uint64_t matches = 0;
    if (dom_store_open(&store, db_path(), DOM_STORE_READ, &last_err) == DOM_OK)
        matches = count_matches(store, 1);
    dom_store_close(&store);
    return matches == 100 ? 0 : 1;
}

Test(store_open, reads_in_a_folder_without_write_permission)
{
    make_database();
    cr_assert(eq(int, rename(db_path(), in_folder("a?b#c%41")), 0));
    cr_assert(eq(int, symlink(in_folder("a?b#c%41"), db_path()), 0));
    cr_assert(eq(int, chmod(db_path(), 0444), 0));
    cr_assert(eq(int, chmod(in_folder(""), 0555), 0));
    cr_assert(eq(int, run_as_nobody(read_sealed), 0));
    cr_assert(not(is_there(in_folder("a?b#c%41-shm"))));
    cr_assert(not(is_there(in_folder("a?b#c%41-wal"))));
    cr_assert(not(is_there(in_folder("arena.db-shm"))));
    cr_assert(not(is_there(in_folder("arena.db-wal"))));
}

static int read_needs_log(void)
{
    return expect_in_child(DOM_STORE_READ, DOM_E_IO, "copy both files to another folder");
}

Test(store_open, refuses_a_log_that_it_cannot_read)
{
    make_database();
    dom_store *store = open_store(DOM_STORE_WRITE);
    (void)add_tournament(store, "summer");
    cr_assert(copy_file(db_path(), in_folder("copy")));
    cr_assert(copy_file(in_folder("arena.db-wal"), in_folder("copy-wal")));
    dom_store_close(&store);
    cr_assert(eq(int, rename(in_folder("copy"), db_path()), 0));
    cr_assert(eq(int, rename(in_folder("copy-wal"), in_folder("arena.db-wal")), 0));
    cr_assert(eq(int, chmod(db_path(), 0444), 0));
    cr_assert(eq(int, chmod(in_folder("arena.db-wal"), 0444), 0));
    cr_assert(eq(int, chmod(in_folder(""), 0555), 0));
    cr_assert(eq(int, run_as_nobody(read_needs_log), 0));
    cr_assert(eq(int, chmod(in_folder(""), 0755), 0));
    store = open_store(DOM_STORE_READ);
    dom_store_tournament t;
    expect_ok(dom_store_tournament_find(store, "summer", &t, &last_err));
    dom_store_tournament_free(&t);
    dom_store_close(&store);
}

static int tell_fd, ask_fd;

static int read_while_it_changes(void)
{
    dom_store *store;
    char go;
    if (dom_store_open(&store, db_path(), DOM_STORE_READ, &last_err) != DOM_OK ||
        count_matches(store, 1) != 100 || write(tell_fd, "x", 1) != 1 || read(ask_fd, &go, 1) != 1)
        return 1;
    dom_store_tournament t;
    dom_rc rc = dom_store_tournament_find(store, "spring", &t, &last_err);
    bool is_right =
        rc == DOM_E_IO && strstr(last_err.text, "was changed while it was read") != NULL;
    dom_store_close(&store);
    return is_right ? 0 : 2;
}

static int read_as_nobody(void)
{
    return as_nobody(read_while_it_changes);
}

static int change_while_it_is_read(void)
{
    int there[2], back[2];
    if (pipe(there) != 0 || pipe(back) != 0)
        return 3;
    tell_fd = there[1];
    ask_fd = back[0];
    pid_t pid = start_child(read_as_nobody);
    char ready;
    (void)close(there[1]);
    if (read(there[0], &ready, 1) != 1)
        return 4;
    (void)chmod(db_path(), 0666);
    (void)chmod(in_folder(""), 0777);
    (void)raw(db_path(), "UPDATE stage SET finished_ms = 7");
    (void)!write(back[1], "x", 1);
    return end_of_child(pid);
}

Test(store_open, notices_a_change_if_it_cannot_lock)
{
    make_database();
    cr_assert(eq(int, chmod(db_path(), 0444), 0));
    cr_assert(eq(int, chmod(in_folder(""), 0555), 0));
    cr_assert(eq(int, change_while_it_is_read(), 0));
}

/* ---- damage --------------------------------------------------------------- */

static void flip(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    cr_assert(file != NULL);
    cr_assert(eq(int, fseek(file, at, SEEK_SET), 0));
    int c = fgetc(file);
    cr_assert(eq(int, fseek(file, at, SEEK_SET), 0));
    cr_assert(ne(int, fputc(c ^ 0x55, file), EOF));
    cr_assert(eq(int, fclose(file), 0));
}

static dom_rc no_visit(void *context, const dom_store_match *m)
{
    (void)context;
    (void)m;
    return DOM_OK;
}

/* The first bytes of every page hold its kind and counts. Opening finds damage there. */
Test(store_open, finds_damaged_pages)
{
    make_database();
    cr_assert(copy_file(db_path(), in_folder("whole")));
    struct stat st;
    cr_assert(eq(int, stat(db_path(), &st), 0));
    for (long page = 0; page < st.st_size / 4096; page++) {
        cr_assert(copy_file(in_folder("whole"), db_path()));
        flip(db_path(), page == 0 ? 100 : page * 4096);
        dom_store *store;
        dom_rc rc = dom_store_open(&store, db_path(), DOM_STORE_WRITE, &last_err);
        expect_error(rc, DOM_E_IO, "damaged");
    }
}

/* Any byte of the file is changed: the file is refused, or read without a crash and without a
 * wrong match. */
Test(store_open, survives_any_damaged_byte)
{
    make_database();
    cr_assert(copy_file(db_path(), in_folder("whole")));
    struct stat st;
    cr_assert(eq(int, stat(db_path(), &st), 0));
    for (long at = 16; at < st.st_size; at += in_nightly(97, 970 + 1)) {
        cr_assert(copy_file(in_folder("whole"), db_path()));
        flip(db_path(), at);
        dom_store *store;
        dom_store_tournament t = {0};
        if (dom_store_open(&store, db_path(), at % 2 ? DOM_STORE_READ : DOM_STORE_WRITE, &last_err))
            continue;
        (void)dom_store_tournament_find(store, "spring", &t, &last_err);
        (void)dom_store_match_each(store, 1, 0, 0, true, no_visit, NULL, &last_err);
        dom_store_tournament_free(&t);
        dom_store_close(&store);
    }
}

/* If the power fails while the log is copied into the file, the first page of the file may be
 * damaged; the log has the complete page. */
Test(store_open, repairs_a_torn_page_from_the_log)
{
    char garbage[512];
    memset(garbage, 0x5a, sizeof garbage);
    make_database();
    dom_store *store = open_store(DOM_STORE_WRITE);
    expect_ok(add_matches(store, 1, 101, 200));
    cr_assert(copy_file(in_folder("arena.db-wal"), in_folder("torn-wal")));
    dom_store_close(&store);
    cr_assert(copy_file(db_path(), in_folder("torn")));
    FILE *file = fopen(in_folder("torn"), "r+b");
    cr_assert(file != NULL);
    cr_assert(eq(sz, fwrite(garbage, 1, sizeof garbage, file), sizeof garbage));
    cr_assert(eq(int, fclose(file), 0));
    cr_assert(eq(int, rename(in_folder("torn"), db_path()), 0));
    cr_assert(eq(int, rename(in_folder("torn-wal"), in_folder("arena.db-wal")), 0));
    store = open_store(DOM_STORE_READ);
    cr_assert(eq(u64, count_matches(store, 1), 200));
    dom_store_close(&store);
    store = open_store(DOM_STORE_WRITE);
    cr_assert(eq(u64, count_matches(store, 1), 200));
    dom_store_close(&store);
}

/* A file that was cut at any place, as by copying to a full disk. */
Test(store_open, refuses_a_short_file)
{
    make_database();
    struct stat st;
    cr_assert(eq(int, stat(db_path(), &st), 0));
    cr_assert(eq(int, truncate(db_path(), st.st_size / 2), 0));
    dom_store *store;
    expect_error(dom_store_open(&store, db_path(), DOM_STORE_WRITE, &last_err), DOM_E_IO,
                 "damaged");
    cr_assert(eq(int, truncate(db_path(), 50), 0));
    expect_error(dom_store_open(&store, db_path(), DOM_STORE_READ, &last_err), DOM_E_SCHEMA,
                 "database of another program");
}

Test(store_open, refuses_a_file_that_lacks_a_table)
{
    make_database();
    (void)raw(db_path(), "DROP TABLE match_start");
    refuse(db_path(), DOM_STORE_WRITE, DOM_E_IO, "no such table: match_start");
    refuse(db_path(), DOM_STORE_READ, DOM_E_IO, "no such table: match_start");
}

/* No code in the file may run. */
Test(store_open, runs_no_trigger_of_the_file)
{
    make_database();
    (void)raw(db_path(), "CREATE TRIGGER x AFTER INSERT ON tournament "
                         "BEGIN UPDATE tournament SET name = 'hacked'; END");
    dom_store *store = open_store(DOM_STORE_WRITE);
    (void)add_tournament(store, "summer");
    dom_store_close(&store);
    cr_assert(
        eq(int, (int)raw(db_path(), "SELECT count(*) FROM tournament WHERE name = 'hacked'"), 0));
}
