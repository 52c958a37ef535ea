/* A backup is complete and shows one point in time. If it fails, no part of it is left. */
#include "fault_disk.h"
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(store_backup, .init = folder_make, .fini = folder_remove);

static int64_t spring;

static dom_store *begin(uint64_t matches)
{
    dom_store *store = open_store(DOM_STORE_WRITE);
    spring = add_tournament(store, "spring");
    for (uint64_t first = 1; first <= matches; first += 1000) {
        uint64_t last = first + 999 < matches ? first + 999 : matches;
        expect_ok(add_matches(store, spring, first, last));
    }
    return store;
}

static const char *copy_path(void)
{
    return in_folder("copy.db");
}

static dom_rc back_up(dom_store *store, bool may_replace, dom_store_contents *out)
{
    dom_store_backup_spec spec = {.path = copy_path(), .may_replace = may_replace};
    return dom_store_backup(store, &spec, out, &last_err);
}

/* Returns the number of files in the folder whose names begin with `prefix`. */
static int count_files(const char *prefix)
{
    int count = 0;
    DIR *dir = opendir(in_folder(""));
    cr_assert(dir != NULL);
    for (const struct dirent *d; (d = readdir(dir)) != NULL;)
        count += strncmp(d->d_name, prefix, strlen(prefix)) == 0;
    (void)closedir(dir);
    return count;
}

static uint64_t matches_of_copy(dom_store_mode mode)
{
    dom_store *copy;
    expect_ok(dom_store_open(&copy, copy_path(), mode, &last_err));
    uint64_t count = count_matches(copy, spring);
    dom_store_close(&copy);
    return count;
}

/* ---- complete ------------------------------------------------------------- */

Test(store_backup, is_one_file_with_mode_0600_and_can_be_used)
{
    dom_store_contents contents;
    mode_t old = umask(0);
    dom_store *store = begin(100);
    expect_ok(back_up(store, false, &contents));
    (void)umask(old);
    cr_assert(eq(u64, contents.tournaments, 1));
    cr_assert(eq(u64, contents.matches, 100));
    struct stat st;
    cr_assert(eq(int, stat(copy_path(), &st), 0));
    cr_assert(eq(int, st.st_mode & 07777, 0600));
    cr_assert(eq(u64, contents.bytes, (uint64_t)st.st_size));
    cr_assert(eq(u64, matches_of_copy(DOM_STORE_READ), 100));
    cr_assert(eq(int, count_files("copy.db"), 1), "reading it makes no files beside it");
    expect_ok(add_matches(store, spring, 101, 200));
    dom_store_close(&store);

    dom_store *copy;
    expect_ok(dom_store_open(&copy, copy_path(), DOM_STORE_WRITE, &last_err));
    expect_ok(add_matches(copy, spring, 101, 150));
    dom_store_close(&copy);
    cr_assert(eq(u64, matches_of_copy(DOM_STORE_READ), 150));
}

/* A match that was not committed is not in the backup. */
Test(store_backup, contains_nothing_of_an_open_group)
{
    dom_store_contents contents;
    dom_store *writer = begin(10), *reader = open_store(DOM_STORE_READ);
    expect_ok(dom_store_begin(writer, &last_err));
    dom_store_match m = match_of(spring, 11);
    expect_ok(dom_store_match_add(writer, &m, &last_err));
    expect_ok(back_up(reader, false, &contents));
    cr_assert(eq(u64, contents.matches, 10));
    expect_ok(dom_store_commit(writer, &last_err));
    expect_ok(back_up(reader, true, &contents));
    cr_assert(eq(u64, contents.matches, 11));
    dom_store_close(&reader);
    dom_store_close(&writer);
}

typedef struct {
    dom_store *writer;
    uint64_t parts, matches;
} meanwhile;

static dom_rc write_meanwhile(void *context, dom_err *err)
{
    meanwhile *m = context;
    m->parts++;
    m->matches += 10;
    return add_matches(m->writer, spring, m->matches - 9, m->matches);
}

/* Another handle writes while parts are copied. The backup shows the database as it was at its
 * beginning. */
Test(store_backup, shows_one_point_in_time)
{
    enum { MATCHES = 90000 };
    dom_store_contents contents;
    meanwhile m = {.writer = begin(MATCHES), .matches = MATCHES};
    dom_store *reader = open_store(DOM_STORE_READ);
    dom_store_backup_spec spec = {.path = copy_path(), .on_part = write_meanwhile, .context = &m};
    expect_ok(dom_store_backup(reader, &spec, &contents, &last_err));
    cr_assert(ge(u64, m.parts, 2), "the copy has several parts");
    cr_assert(eq(u64, contents.matches, MATCHES));
    cr_assert(eq(u64, matches_of_copy(DOM_STORE_READ), MATCHES));
    cr_assert(eq(u64, count_matches(m.writer, spring), m.matches), "the writer was not disturbed");
    dom_store_close(&reader);
    dom_store_close(&m.writer);
}

/* ---- refused -------------------------------------------------------------- */

static void refuse(dom_store *store, bool may_replace, const char *words)
{
    dom_rc rc = back_up(store, may_replace, NULL);
    expect_error(rc, DOM_E_CONFIG, words);
    expect_error(rc, DOM_E_CONFIG, copy_path());
    cr_assert(eq(int, count_files("copy.db.tmp"), 0));
}

Test(store_backup, replaces_a_file_only_on_request)
{
    dom_store *store = begin(10);
    expect_ok(back_up(store, false, NULL));
    expect_ok(add_matches(store, spring, 11, 20));
    refuse(store, false, "already exists");
    cr_assert(eq(u64, matches_of_copy(DOM_STORE_READ), 10));
    expect_ok(back_up(store, true, NULL));
    cr_assert(eq(u64, matches_of_copy(DOM_STORE_READ), 20));
    dom_store_close(&store);
}

Test(store_backup, never_replaces_a_file_that_is_not_a_backup)
{
    dom_store *store = begin(10);
    cr_assert(eq(int, symlink(db_path(), copy_path()), 0));
    refuse(store, true, "is the database itself");
    cr_assert(eq(int, unlink(copy_path()), 0));
    cr_assert(eq(int, link(db_path(), copy_path()), 0));
    refuse(store, true, "is the database itself");
    cr_assert(eq(int, unlink(copy_path()), 0));
    cr_assert(eq(int, mkdir(copy_path(), 0700), 0));
    refuse(store, true, "is not a regular file");
    cr_assert(eq(int, rmdir(copy_path()), 0));
    cr_assert(eq(int, mkfifo(copy_path(), 0600), 0));
    refuse(store, true, "is not a regular file");
    cr_assert(eq(int, unlink(copy_path()), 0));
    dom_store_close(&store);
}

/* SQLite would apply the log of another database to the backup. */
Test(store_backup, is_refused_beside_the_log_of_another_database)
{
    dom_store *store = begin(10);
    cr_assert(copy_file(in_folder("arena.db-wal"), in_folder("copy.db-wal")));
    refuse(store, false, "-wal or -journal");
    refuse(store, true, "-wal or -journal");
    cr_assert(eq(int, truncate(in_folder("copy.db-wal"), 0), 0));
    expect_ok(back_up(store, false, NULL));
    dom_store_close(&store);
}

/* ---- failing -------------------------------------------------------------- */

static dom_rc give_up(void *context, dom_err *err)
{
    (void)context;
    return dom_err_set(err, DOM_E_INTERRUPTED, "interrupted");
}

Test(store_backup, that_is_aborted_leaves_no_file)
{
    dom_store *store = begin(45000);
    dom_store_backup_spec spec = {.path = copy_path(), .on_part = give_up};
    expect_error(dom_store_backup(store, &spec, NULL, &last_err), DOM_E_INTERRUPTED, "interrupted");
    cr_assert(eq(int, count_files("copy.db"), 0));
    expect_ok(back_up(store, false, NULL));
    dom_store_close(&store);
}

/* Makes a database that is copied in more than one part. */
static dom_store *begin_with_long_matches(void)
{
    dom_store *store = begin(0);
    static const uint8_t decisions[1 << 20];
    expect_ok(dom_store_begin(store, &last_err));
    for (uint64_t number = 1; number <= 40; number++) {
        dom_store_match m = match_of(spring, number);
        m.decisions = decisions;
        m.decisions_bytes = sizeof decisions;
        expect_ok(dom_store_match_add(store, &m, &last_err));
    }
    expect_ok(dom_store_commit(store, &last_err));
    return store;
}

static dom_rc write_there(void *context, dom_err *err)
{
    (void)err;
    FILE *file = fopen(context, "w");
    cr_assert(file != NULL);
    cr_assert(ge(int, fputs("mine", file), 0));
    cr_assert(eq(int, fclose(file), 0));
    return DOM_OK;
}

Test(store_backup, leaves_a_file_that_appeared_meanwhile)
{
    char text[8] = "";
    dom_store *store = begin_with_long_matches();
    dom_store_backup_spec spec = {
        .path = copy_path(), .on_part = write_there, .context = (void *)copy_path()};
    expect_error(dom_store_backup(store, &spec, NULL, &last_err), DOM_E_CONFIG,
                 "copy.db: already exists");
    cr_assert(eq(int, count_files("copy.db"), 1));
    FILE *file = fopen(copy_path(), "r");
    cr_assert(file != NULL && fgets(text, sizeof text, file) != NULL);
    cr_assert(eq(str, text, "mine"));
    (void)fclose(file);
    dom_store_close(&store);
}

static dom_rc append_a_byte(void *context, dom_err *err)
{
    (void)err;
    FILE *file = fopen(context, "a");
    return file != NULL && fputc(0, file) == 0 && fclose(file) == 0 ? DOM_OK : DOM_E_ILLEGAL;
}

static int copy_while_it_changes(void)
{
    dom_store *store;
    char path[64];
    (void)snprintf(path, sizeof path, "/tmp/dom-store-copy-%ld.db", (long)getpid());
    dom_store_backup_spec spec = {
        .path = path, .on_part = append_a_byte, .context = (void *)db_path()};
    dom_rc rc = dom_store_open(&store, db_path(), DOM_STORE_READ, &last_err);
    if (rc == DOM_OK)
        rc = dom_store_backup(store, &spec, NULL, &last_err);
    dom_store_close(&store);
    bool is_right =
        rc == DOM_E_IO && strstr(last_err.text, "was changed while it was copied") != NULL;
    if (!is_right)
        (void)fprintf(stderr, "%s: %s\n", dom_rc_name(rc), last_err.text);
    return unlink(path) == 0 || !is_right;
}

static int copy_as_nobody(void)
{
    return as_nobody(copy_while_it_changes);
}

/* If the file cannot be locked, its change counter shows that it was changed. */
Test(store_backup, notices_a_change_if_it_cannot_lock)
{
    dom_store *store = begin_with_long_matches();
    dom_store_close(&store);
    cr_assert(eq(int, chmod(db_path(), 0666), 0));
    cr_assert(eq(int, chmod(in_folder(""), 0555), 0));
    cr_assert(eq(int, in_child(copy_as_nobody), 0));
}

Test(store_backup, on_a_full_disk_leaves_no_file)
{
    dom_store *store = begin(1000);
    struct rlimit before, limit;
    cr_assert(eq(int, getrlimit(RLIMIT_FSIZE, &before), 0));
    limit = before;
    (void)signal(SIGXFSZ, SIG_IGN);
    limit.rlim_cur = 100000;
    cr_assert(eq(int, setrlimit(RLIMIT_FSIZE, &limit), 0));
    dom_rc rc = back_up(store, false, NULL);
    cr_assert(eq(int, setrlimit(RLIMIT_FSIZE, &before), 0));
    expect_error(rc, DOM_E_IO, "copy.db: cannot copy the database");
    cr_assert(eq(int, count_files("copy.db"), 0));
    expect_ok(back_up(store, false, NULL));
    dom_store_close(&store);
}

Test(store_backup, to_an_impossible_path_is_refused)
{
    dom_store *store = begin(1);
    dom_store_backup_spec spec = {.path = "/no-such-folder/copy.db"};
    expect_error(dom_store_backup(store, &spec, NULL, &last_err), DOM_E_IO,
                 "/no-such-folder/copy.db: cannot be made: No such file or directory");
    char path[5000];
    memset(path, 'x', sizeof path);
    path[sizeof path - 1] = '\0';
    spec.path = path;
    expect_error(dom_store_backup(store, &spec, NULL, &last_err), DOM_E_CONFIG, "too long");
    dom_store_close(&store);
}

/* Any operation of the disk may fail: then there is no backup, or a complete one. */
Test(store_backup, on_a_failing_disk_is_complete_or_missing)
{
    static const struct {
        disk_operation operation;
        int code;
    } failures[] = {{DISK_OPEN, SQLITE_CANTOPEN},
                    {DISK_READ, SQLITE_IOERR_READ},
                    {DISK_WRITE, SQLITE_FULL},
                    {DISK_SYNC, SQLITE_IOERR_FSYNC}};
    disk_install();
    dom_store *store = begin(50);
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        bool has_failed = true;
        for (long nth = 1; has_failed; nth++) {
            disk_fail(failures[i].operation, nth, failures[i].code);
            dom_rc rc = back_up(store, true, NULL);
            has_failed = disk_has_failed();
            disk_fail(failures[i].operation, 0, 0);
            cr_assert(eq(int, count_files("copy.db"), rc == DOM_OK), "%zu/%ld", i, nth);
            if (rc == DOM_OK)
                cr_assert(eq(u64, matches_of_copy(DOM_STORE_READ), 50));
            (void)unlink(copy_path());
        }
    }
    dom_store_close(&store);
}
