/* Full disks, failing disks, power cuts and no memory: what was acknowledged is
 * there, groups are whole, and somebody is told.
 */
#include "fault_disk.h"
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(store_disk, .init = folder_make, .fini = folder_remove);

enum { GROUP = 5 };

/* ---- full ----------------------------------------------------------------- */

static void limit_file_size(rlim_t bytes)
{
    struct rlimit limit;
    cr_assert(eq(int, getrlimit(RLIMIT_FSIZE, &limit), 0));
    limit.rlim_cur = bytes == RLIM_INFINITY ? limit.rlim_max : bytes;
    cr_assert(eq(int, setrlimit(RLIMIT_FSIZE, &limit), 0));
}

static rlim_t size_of(const char *path)
{
    struct stat st;
    cr_assert(eq(int, stat(path, &st), 0));
    return (rlim_t)st.st_size;
}

/* The same handle goes on when there is room again. */
Test(store_disk, that_is_full_loses_the_group_and_nothing_else)
{
    dom_err err;
    (void)signal(SIGXFSZ, SIG_IGN);
    dom_store *store = open_store(DOM_STORE_WRITE);
    int64_t spring = add_tournament(store, "spring");
    expect_ok(add_matches(store, spring, 1, 10, &err), &err);
    limit_file_size(size_of(in_folder("arena.db-wal")) + 10000);
    expect_error(add_matches(store, spring, 11, 300, &err), DOM_E_IO, &err,
                 "cannot commit: disk I/O error (SQLite 778)");
    cr_assert(eq(u64, count_matches(store, spring), 10));
    limit_file_size(RLIM_INFINITY);
    expect_ok(add_matches(store, spring, 11, 300, &err), &err);
    cr_assert(eq(u64, count_matches(store, spring), 300));
    dom_store_close(&store);
    store = open_store(DOM_STORE_WRITE);
    cr_assert(eq(u64, count_matches(store, spring), 300));
    dom_store_close(&store);
}

Test(store_disk, that_is_full_at_the_start_says_so)
{
    dom_err err;
    dom_store *store;
    (void)signal(SIGXFSZ, SIG_IGN);
    limit_file_size(20000);
    dom_rc rc = dom_store_open(&store, db_path(), DOM_STORE_WRITE, &err);
    limit_file_size(RLIM_INFINITY);
    expect_error(rc, DOM_E_IO, &err, "cannot prepare the database: disk I/O error (SQLite 778)");
    cr_assert(store == NULL);
    store = open_store(DOM_STORE_WRITE);
    (void)add_tournament(store, "spring");
    dom_store_close(&store);
}

/* ---- failing at any operation --------------------------------------------- */

/* One life of an arena: two groups, and what it was told. */
typedef struct {
    uint64_t acked;
    bool has_error;
} life;

static void note_error(life *l, dom_rc rc, const dom_err *err)
{
    if (rc == DOM_OK)
        return;
    l->has_error = true;
    cr_assert(rc == DOM_E_IO || rc == DOM_E_NOMEM, "%s: %s", dom_rc_name(rc), err->text);
    cr_assert(ge(sz, strlen(err->text), 10));
}

static dom_rc no_visit(void *context, const dom_store_match *m)
{
    (void)context;
    (void)m;
    return DOM_OK;
}

static dom_rc read_all(life *l, dom_store *store)
{
    dom_err err;
    dom_store_tournament t;
    dom_rc rc = dom_store_tournament_find(store, NULL, &t, &err);
    note_error(l, rc, &err);
    dom_store_tournament_free(&t);
    if (rc != DOM_OK)
        return rc;
    rc = dom_store_match_each(store, 1, 0, 0, true, no_visit, NULL, &err);
    note_error(l, rc, &err);
    return rc;
}

static life live(void)
{
    dom_err err;
    dom_store *store;
    life l = {.acked = 0};
    dom_rc rc = dom_store_open(&store, db_path(), DOM_STORE_WRITE, &err);
    note_error(&l, rc, &err);
    if (rc == DOM_OK)
        rc = read_all(&l, store);
    for (uint64_t first = 1; rc == DOM_OK && first <= 2 * GROUP; first += GROUP) {
        rc = add_matches(store, 1, first, first + GROUP - 1, &err);
        note_error(&l, rc, &err);
        l.acked += rc == DOM_OK ? GROUP : 0;
    }
    dom_store_close(&store);
    return l;
}

static void make_whole(void)
{
    dom_store *store = open_store(DOM_STORE_WRITE);
    cr_assert(eq(i64, add_tournament(store, "spring"), 1));
    dom_store_close(&store);
    cr_assert(copy_file(db_path(), in_folder("whole")));
}

static void restore(void)
{
    (void)remove(in_folder("arena.db-wal"));
    (void)remove(in_folder("arena.db-shm"));
    cr_assert(copy_file(in_folder("whole"), db_path()));
}

/* Complete groups, all that were acknowledged and at most the next. */
static void expect_whole(const char *path, uint64_t acked)
{
    dom_err err;
    dom_store *store;
    expect_ok(dom_store_open(&store, path, DOM_STORE_WRITE, &err), &err);
    uint64_t stored = count_matches(store, 1);
    cr_assert(ge(u64, stored, acked));
    cr_assert(le(u64, stored, acked + GROUP));
    cr_assert(eq(u64, stored % GROUP, 0));
    dom_store_close(&store);
}

/* Let operation after operation fail, until nothing is left to fail. */
static void fail_each(disk_operation operation, int code)
{
    long nth = 0;
    bool has_failed;
    do {
        restore();
        disk_fail(operation, ++nth, code);
        life l = live();
        has_failed = disk_has_failed();
        disk_fail(operation, 0, 0);
        cr_assert(l.has_error || l.acked == 2 * GROUP);
        expect_whole(db_path(), l.acked);
    } while (has_failed);
    cr_assert(ge(int, (int)nth, 2), "nothing failed");
}

Test(store_disk, that_fails_anywhere_loses_nothing_acknowledged)
{
    static const struct {
        disk_operation operation;
        int code;
    } rows[] = {
        {DISK_WRITE, SQLITE_IOERR_WRITE}, {DISK_WRITE, SQLITE_FULL},
        {DISK_SYNC, SQLITE_IOERR_FSYNC},  {DISK_READ, SQLITE_IOERR_READ},
        {DISK_OPEN, SQLITE_CANTOPEN},
    };
    disk_install();
    make_whole();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        fail_each(rows[i].operation, rows[i].code);
}

/* After a failed fsync the kernel may drop what it held and call it written. */
Test(store_disk, that_does_not_confirm_is_not_asked_again)
{
    dom_err err;
    disk_install();
    dom_store *store = open_store(DOM_STORE_WRITE);
    int64_t spring = add_tournament(store, "spring");
    disk_fail(DISK_SYNC, 1, SQLITE_IOERR_FSYNC);
    expect_error(add_matches(store, spring, 1, 5, &err), DOM_E_IO, &err, "cannot commit: disk I/O");
    disk_fail(DISK_SYNC, 0, 0);
    const char *words = "the disk did not confirm an earlier write; open the database again";
    expect_error(add_matches(store, spring, 1, 5, &err), DOM_E_IO, &err, words);
    dom_store_process p = {.tournament = spring};
    expect_error(dom_store_process_add(store, &p, &err), DOM_E_IO, &err, words);
    cr_assert(eq(u64, count_matches(store, spring), 0));
    dom_store_close(&store);
    expect_whole(db_path(), 0);
}

Test(store_disk, that_is_full_for_a_moment_is_tried_again)
{
    dom_err err;
    disk_install();
    dom_store *store = open_store(DOM_STORE_WRITE);
    int64_t spring = add_tournament(store, "spring");
    disk_fail(DISK_WRITE, 3, SQLITE_FULL);
    expect_error(add_matches(store, spring, 1, 50, &err), DOM_E_IO, &err,
                 "database or disk is full");
    expect_ok(add_matches(store, spring, 1, 50, &err), &err);
    cr_assert(eq(u64, count_matches(store, spring), 50));
    dom_store_close(&store);
}

/* ---- power cuts ----------------------------------------------------------- */

static uint64_t acked;
static int cuts;
static bool is_cut;

static void cut(void)
{
    if (is_cut)
        return;
    is_cut = true; /* what is opened below syncs too */
    disk_cut_power(db_path(), in_folder("cut.db"), (unsigned)++cuts);
    expect_whole(in_folder("cut.db"), acked);
    is_cut = false;
}

/* At every sync and after every commit, past several checkpoints. */
Test(store_disk, without_power_keeps_what_was_acknowledged)
{
    dom_err err;
    disk_install();
    dom_store *store = open_store(DOM_STORE_WRITE);
    cr_assert(eq(i64, add_tournament(store, "spring"), 1));
    disk_before_sync(cut);
    for (uint64_t first = 1; first <= 250 * GROUP; first += GROUP) {
        expect_ok(add_matches(store, 1, first, first + GROUP - 1, &err), &err);
        acked += GROUP;
        if (first % 7 == 0)
            cut();
    }
    dom_store_close(&store);
    disk_before_sync(NULL);
    cr_assert(ge(int, cuts, 250));
}

static bool has_tournament;

static void cut_early(void)
{
    dom_err err;
    dom_store *store;
    dom_store_tournament t;
    if (is_cut)
        return;
    is_cut = true;
    disk_cut_power(db_path(), in_folder("cut.db"), (unsigned)++cuts);
    expect_ok(dom_store_open(&store, in_folder("cut.db"), DOM_STORE_WRITE, &err), &err);
    dom_rc rc = dom_store_tournament_find(store, "spring", &t, &err);
    cr_assert(rc == DOM_OK || (rc == DOM_E_ABSENT && !has_tournament), "%s", err.text);
    dom_store_tournament_free(&t);
    dom_store_close(&store);
    is_cut = false;
}

/* While the file is being made, over and over with other chances. */
Test(store_disk, without_power_can_be_begun_again)
{
    disk_install();
    for (int i = 0; i < 20; i++) {
        has_tournament = false;
        disk_before_sync(cut_early);
        dom_store *store = open_store(DOM_STORE_WRITE);
        (void)add_tournament(store, "spring");
        has_tournament = true;
        cut_early();
        dom_store_close(&store);
        cut_early();
        disk_before_sync(NULL);
        cr_assert(eq(int, remove(db_path()), 0));
    }
}

/* ---- no memory ------------------------------------------------------------ */

static sqlite3_mem_methods real_memory;
static long allocations_left; /* 0 = without end                              */
static bool was_refused;

static bool is_refused(void)
{
    if (allocations_left == 0 || --allocations_left > 0)
        return false;
    was_refused = true;
    return true;
}

static void *allocate(int size)
{
    return is_refused() ? NULL : real_memory.xMalloc(size);
}

static void *reallocate(void *old, int size)
{
    return is_refused() ? NULL : real_memory.xRealloc(old, size);
}

Test(store_disk, without_memory_loses_nothing_acknowledged)
{
    cr_assert(eq(int, sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory), SQLITE_OK));
    sqlite3_mem_methods scarce = real_memory;
    scarce.xMalloc = allocate;
    scarce.xRealloc = reallocate;
    cr_assert(eq(int, sqlite3_config(SQLITE_CONFIG_MALLOC, &scarce), SQLITE_OK));
    make_whole();
    was_refused = true;
    for (long nth = 1; was_refused; nth += 1 + nth / 100) {
        restore();
        was_refused = false;
        allocations_left = nth;
        life l = live();
        allocations_left = 0;
        cr_assert(l.has_error || l.acked == 2 * GROUP);
        expect_whole(db_path(), l.acked);
    }
}
