/* Full disks, failing disks, power cuts and lack of memory: every acknowledged match is stored,
 * groups are complete, and the caller gets an error. */
#include "../tools/scarce.h"
#include "fault_disk.h"
#include "handle.h"
#include "nightly.h"
#include "platter.h"
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

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

/* The same handle works again as soon as there is room. */
Test(store_disk, that_is_full_loses_only_the_current_group)
{
    (void)signal(SIGXFSZ, SIG_IGN);
    dom_store *store = open_store(DOM_STORE_WRITE);
    int64_t spring = add_tournament(store, "spring");
    expect_ok(add_matches(store, spring, 1, 10));
    limit_file_size(size_of(in_folder("arena.db-wal")) + 10000);
    expect_error(add_matches(store, spring, 11, 300), DOM_E_IO,
                 "cannot commit: disk I/O error (SQLite 778)");
    cr_assert(eq(u64, count_matches(store, spring), 10));
    limit_file_size(RLIM_INFINITY);
    expect_ok(add_matches(store, spring, 11, 300));
    cr_assert(eq(u64, count_matches(store, spring), 300));
    dom_store_close(&store);
    store = open_store(DOM_STORE_WRITE);
    cr_assert(eq(u64, count_matches(store, spring), 300));
    dom_store_close(&store);
}

Test(store_disk, that_is_full_at_the_start_gives_an_error)
{
    dom_store *store;
    (void)signal(SIGXFSZ, SIG_IGN);
    limit_file_size(20000);
    dom_rc rc = dom_store_open(&store, db_path(), DOM_STORE_WRITE, &last_err);
    limit_file_size(RLIM_INFINITY);
    expect_error(rc, DOM_E_IO, "cannot prepare the database: disk I/O error (SQLite 778)");
    cr_assert(store == NULL);
    store = open_store(DOM_STORE_WRITE);
    (void)add_tournament(store, "spring");
    dom_store_close(&store);
}

/* ---- failing at any operation --------------------------------------------- */

/* One run of an arena: two groups, and the results of its calls. */
typedef struct {
    uint64_t acked;
    bool has_error;
} life;

static void note_error(life *l, dom_rc rc)
{
    if (rc == DOM_OK)
        return;
    l->has_error = true;
    cr_assert(rc == DOM_E_IO || rc == DOM_E_NOMEM, "%s: %s", dom_rc_name(rc), last_err.text);
    cr_assert(ge(sz, strlen(last_err.text), 10));
}

static dom_rc no_visit(void *context, const dom_store_match *m)
{
    (void)context;
    (void)m;
    return DOM_OK;
}

static dom_rc read_all(life *l, dom_store *store)
{
    dom_store_tournament t;
    dom_rc rc = dom_store_tournament_find(store, NULL, &t, &last_err);
    note_error(l, rc);
    dom_store_tournament_free(&t);
    if (rc != DOM_OK)
        return rc;
    rc = dom_store_match_each(store, 1, 0, 0, true, no_visit, NULL, &last_err);
    note_error(l, rc);
    return rc;
}

/* The calls of an arena besides storing matches. The checksum of a tournament that was extended
 * only in part would be wrong. */
static void do_the_rest(life *l, dom_store *store)
{
    static const dom_store_bot bots[] = {{"greedy", "9f2c"}, {"random", "77ab"}, {"new", "0123"}};
    static const dom_store_stage stages[] = {
        {.first_set = 1, .bots = 2, .sets = 10},
        {.first_set = 11, .bots = 3, .old_bots = 2, .sets = 10, .commit = "aa"}};
    const dom_store_tournament t = {
        .id = 1, .config = "{}", .bot_count = 3, .bots = bots, .stage_count = 2, .stages = stages};
    dom_store_process p = {.tournament = 1}, found;
    dom_rc rc = dom_store_process_add(store, &p, &last_err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_extend(store, &t, &last_err);
    if (rc == DOM_OK)
        rc = dom_store_process_find(store, p.id, &found, &last_err);
    if (rc == DOM_OK)
        rc = dom_store_tournament_finish(store, 1, 7, &last_err);
    note_error(l, rc);
}

static life live(void)
{
    dom_store *store;
    life l = {.acked = 0};
    dom_rc rc = dom_store_open(&store, db_path(), DOM_STORE_WRITE, &last_err);
    note_error(&l, rc);
    if (rc == DOM_OK)
        rc = read_all(&l, store);
    for (uint64_t first = 1; rc == DOM_OK && first <= 2 * GROUP; first += GROUP) {
        rc = add_matches(store, 1, first, first + GROUP - 1);
        note_error(&l, rc);
        l.acked += rc == DOM_OK ? GROUP : 0;
    }
    if (rc == DOM_OK)
        do_the_rest(&l, store);
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

/* Expects complete groups: all that were acknowledged, and at most one more. */
static void expect_whole(const char *path, uint64_t acked)
{
    dom_store *store;
    expect_ok(dom_store_open(&store, path, DOM_STORE_WRITE, &last_err));
    uint64_t stored = count_matches(store, 1);
    cr_assert(ge(u64, stored, acked));
    cr_assert(le(u64, stored, acked + GROUP));
    cr_assert(eq(u64, stored % GROUP, 0));
    dom_store_close(&store);
}

/* Lets the first operation fail, then the second and so on, until a run makes fewer operations. */
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

Test(store_disk, that_fails_at_any_operation_loses_no_acknowledged_match)
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

/* After a failed fsync the kernel may discard the data and report it as written. */
Test(store_disk, that_does_not_confirm_a_sync_stops_the_store)
{
    disk_install();
    dom_store *store = open_store(DOM_STORE_WRITE);
    int64_t spring = add_tournament(store, "spring");
    disk_fail(DISK_SYNC, 1, SQLITE_IOERR_FSYNC);
    expect_error(add_matches(store, spring, 1, 5), DOM_E_IO, "cannot commit: disk I/O");
    disk_fail(DISK_SYNC, 0, 0);
    const char *words = "the disk did not confirm an earlier write; open the database again";
    expect_error(add_matches(store, spring, 1, 5), DOM_E_IO, words);
    dom_store_process p = {.tournament = spring};
    expect_error(dom_store_process_add(store, &p, &last_err), DOM_E_IO, words);
    cr_assert(eq(u64, count_matches(store, spring), 0));
    dom_store_close(&store);
    expect_whole(db_path(), 0);
}

Test(store_disk, that_is_full_for_a_moment_can_be_tried_again)
{
    disk_install();
    dom_store *store = open_store(DOM_STORE_WRITE);
    int64_t spring = add_tournament(store, "spring");
    disk_fail(DISK_WRITE, 3, SQLITE_FULL);
    expect_error(add_matches(store, spring, 1, 50), DOM_E_IO, "database or disk is full");
    expect_ok(add_matches(store, spring, 1, 50));
    cr_assert(eq(u64, count_matches(store, spring), 50));
    dom_store_close(&store);
}

/* ---- power cuts ----------------------------------------------------------- */

/* The state of a test that simulates power cuts, and its findings. */
static struct {
    uint64_t acked;      /* number of matches whose commit returned DOM_OK */
    bool has_tournament; /* dom_store_tournament_add returned DOM_OK */
    bool is_looking;     /* the files after a cut are being checked, which writes, too */
    long moments; /* number of changes; a cut at each of the `first`, then at one in `every` */
    long first, every;
    int cuts, losses;
    char loss[400]; /* the first finding */
} power = {.first = 400, .every = 61};

static dom_rc count_next(void *context, const dom_store_match *m)
{
    uint64_t *count = context;
    (*count)++;
    return m->match == *count ? DOM_OK : DOM_E_IO;
}

/* Expects complete groups: all that were acknowledged, and at most one more. Then it adds a
 * group. */
static dom_rc find_groups(dom_store *store, int64_t tournament)
{
    uint64_t stored = 0;
    dom_rc rc = dom_store_match_each(store, tournament, 0, 0, true, count_next, &stored, &last_err);
    if (rc == DOM_OK)
        rc = dom_store_check_references(store, &last_err);
    if (rc != DOM_OK)
        return rc;
    if (stored < power.acked || stored > power.acked + GROUP || stored % GROUP != 0)
        return dom_err_set(&last_err, DOM_E_IO, "%d matches of %d", (int)stored, (int)power.acked);
    return add_matches(store, tournament, stored + 1, stored + GROUP);
}

static dom_rc find_tournament(dom_store *store)
{
    dom_store_tournament t;
    dom_rc rc = dom_store_tournament_find(store, "spring", &t, &last_err);
    if (rc == DOM_OK)
        rc = find_groups(store, t.id);
    else if (rc == DOM_E_ABSENT && !power.has_tournament)
        rc = add_tournament(store, "spring") > 0 ? DOM_OK : DOM_E_IO;
    dom_store_tournament_free(&t);
    return rc;
}

/* Opens and uses the files, as an arena would after the power cut. */
static dom_rc look(const char *path)
{
    dom_store *store;
    dom_rc rc = dom_store_open(&store, path, DOM_STORE_WRITE, &last_err);
    if (rc == DOM_OK)
        rc = find_tournament(store);
    dom_store_close(&store);
    return rc;
}

static void cut(void)
{
    power.is_looking = true;
    platter_cut(in_folder("cut.db"), (unsigned)++power.cuts);
    if (look(in_folder("cut.db")) != DOM_OK && power.losses++ == 0)
        (void)snprintf(power.loss, sizeof power.loss, "cut %d at moment %ld: %.300s", power.cuts,
                       power.moments, last_err.text);
    power.is_looking = false;
}

static void cut_sometimes(void)
{
    if (power.is_looking)
        return;
    power.moments++;
    if (power.moments <= power.first || power.moments % power.every == 0)
        cut();
}

static void watch(void)
{
    power.acked = 0;
    power.has_tournament = false;
    if (getenv("DOM_ALL_CUTS"))
        power.every = 1;
    platter_watch(db_path());
    disk_before_change(cut_sometimes);
}

/* Stores groups over several checkpoints, with cuts at writes, at syncs and after commits. */
static void play_and_cut(const char *pragma, uint64_t groups)
{
    watch();
    dom_store *store = open_store(DOM_STORE_WRITE);
    if (pragma)
        cr_assert(eq(int, sqlite3_exec(store->db, pragma, NULL, NULL, NULL), SQLITE_OK));
    cr_assert(eq(i64, add_tournament(store, "spring"), 1));
    power.has_tournament = true;
    for (uint64_t first = 1; first <= groups * GROUP; first += GROUP) {
        expect_ok(add_matches(store, 1, first, first + GROUP - 1));
        power.acked += GROUP;
        cut_sometimes();
    }
    dom_store_close(&store);
    disk_before_change(NULL);
}

Test(store_disk, without_power_keeps_every_acknowledged_match)
{
    power.first = in_nightly(400, 60);
    power.every = in_nightly(61, 244);
    disk_install();
    play_and_cut(NULL, 250);
    cr_assert(eq(int, power.losses, 0), "%d of %d: %s", power.losses, power.cuts, power.loss);
    cr_assert(ge(int, power.cuts, (int)power.first + in_nightly(50, 12)));
}

/* Without syncs power cuts lose matches. This shows that the test would notice a loss. */
Test(store_disk, without_power_loses_matches_if_syncs_do_nothing)
{
    disk_install();
    play_and_cut("PRAGMA synchronous = OFF", 30);
    cr_assert(ge(int, power.losses, power.cuts / 4), "%d of %d", power.losses, power.cuts);
}

/* Power cuts while the file is being created, repeated with other seeds. */
Test(store_disk, without_power_during_creation_can_be_opened_again)
{
    disk_install();
    for (int i = in_nightly(10, 2); i > 0; i--) {
        power.moments = 0;
        play_and_cut(NULL, 1);
        cut();
        cr_assert(eq(int, power.losses, 0), "%d of %d: %s", power.losses, power.cuts, power.loss);
        cr_assert(eq(int, remove(db_path()), 0));
    }
}

/* ---- no memory ------------------------------------------------------------ */

static sqlite3_mem_methods real_memory;
static long allocations_left; /* 0: no limit */
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

/* Allocations of the store fail. */
Test(store_disk, without_memory_for_the_store_loses_no_acknowledged_match)
{
    bool has_failed = true;
    make_whole();
    for (long nth = 1; has_failed; nth++) {
        restore();
        scarce_at(nth);
        life l = live();
        has_failed = scarce_end();
        cr_assert(eq(int, l.has_error, has_failed), "%ld", nth);
        expect_whole(db_path(), l.acked);
    }
}

/* Allocations of SQLite fail. */
Test(store_disk, without_memory_for_sqlite_loses_no_acknowledged_match)
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
