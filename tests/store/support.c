#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <dirent.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];

void folder_make(void)
{
    strcpy(folder, "/tmp/dom-store-XXXXXX");
    cr_assert(mkdtemp(folder) != NULL);
}

void folder_remove(void)
{
    (void)chmod(folder, S_IRWXU);
    DIR *dir = opendir(folder);
    cr_assert(dir != NULL);
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir))
        (void)remove(in_folder(entry->d_name)); /* not "." and ".." */
    (void)closedir(dir);
    cr_assert(eq(int, rmdir(folder), 0), "%s", folder);
}

const char *in_folder(const char *name)
{
    static char paths[8][512];
    static int next;
    char *path = paths[next++ % 8];
    (void)snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

const char *db_path(void)
{
    return in_folder("arena.db");
}

dom_store *open_store(dom_store_mode mode)
{
    dom_store *store;
    expect_ok(dom_store_open(&store, db_path(), mode, &last_err));
    return store;
}

int64_t add_tournament(dom_store *store, const char *name)
{
    static const dom_store_bot bots[] = {{"greedy", "9f2c"}, {"random", "77ab"}};
    dom_variant variant = dom_variant_at(0);
    dom_store_stage stage = {
        .first_set = 1, .bots = 2, .sets = 10, .created_ms = 1763683200000, .commit = "c0ffee"};
    dom_store_tournament t = {.config = "{\"sets\": 10}",
                              .stage_count = 1,
                              .stages = &stage,
                              .bot_count = 2,
                              .bots = bots,
                              .variant_count = 1,
                              .variants = &variant};
    (void)snprintf(t.name, sizeof t.name, "%s", name);
    memset(stage.secret, 0xa5, sizeof stage.secret);
    expect_ok(dom_store_tournament_add(store, &t, &last_err));
    return t.id;
}

dom_store_match match_of(int64_t tournament, uint64_t number)
{
    static uint8_t decisions[300];
    for (size_t i = 0; i < sizeof decisions; i++)
        decisions[i] = (uint8_t)(i * 7 + number);
    dom_store_match m = small_match(tournament, number);
    m.rounds = 6;
    m.started_ms = 1763683200000 + (int64_t)number;
    m.duration_ms = 12;
    strcpy(m.sandbox, "bwrap");
    m.seat[0] = (dom_store_seat){.bot = 0, .place = 1, .score = 104, .time_us = 5312};
    m.seat[1] = (dom_store_seat){.bot = 1, .place = 2, .score = 61, .time_us = 4410};
    m.decisions = decisions;
    m.decisions_bytes = sizeof decisions;
    return m;
}

dom_rc add_matches(dom_store *store, int64_t tournament, uint64_t first, uint64_t last)
{
    dom_rc rc = dom_store_begin(store, &last_err);
    if (rc != DOM_OK)
        return rc;
    for (uint64_t number = first; number <= last; number++) {
        dom_store_match m = match_of(tournament, number);
        (void)dom_store_match_add(store, &m, NULL); /* the group keeps the first error */
    }
    return dom_store_commit(store, &last_err);
}

static dom_rc expect_next(void *context, const dom_store_match *m)
{
    uint64_t *count = context;
    (*count)++;
    cr_assert(eq(u64, m->match, *count));
    return DOM_OK;
}

uint64_t count_matches(dom_store *store, int64_t tournament)
{
    uint64_t count = 0;
    expect_ok(dom_store_match_each(store, tournament, 0, 0, true, expect_next, &count, &last_err));
    return count;
}

int64_t raw(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *stmt = NULL;
    int64_t value = 0;
    cr_assert(eq(int, sqlite3_open(path, &db), SQLITE_OK));
    (void)sqlite3_busy_timeout(db, 5000);
    (void)sqlite3_exec(db, "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON", NULL,
                       NULL, NULL);
    int rc = SQLITE_OK;
    while (rc == SQLITE_OK && *sql != '\0') {
        rc = sqlite3_prepare_v2(db, sql, -1, &stmt, &sql);
        if (rc == SQLITE_OK && stmt != NULL && sqlite3_step(stmt) == SQLITE_ROW)
            value = sqlite3_column_int64(stmt, 0);
        if (rc == SQLITE_OK)
            rc = sqlite3_finalize(stmt);
    }
    cr_assert(eq(int, rc, SQLITE_OK), "%s", sqlite3_errmsg(db));
    cr_assert(eq(int, sqlite3_close(db), SQLITE_OK));
    return value;
}

/* The coverage data of a process is written at exit(), unless they are flushed before. */
static int count_and_return(int status)
{
#ifdef DOM_COVERAGE
    extern void __gcov_dump(void);
    __gcov_dump();
#endif
    return status;
}

/* Becomes another user if this process is root, and root again afterwards, so that it can write
 * its coverage data. */
int as_nobody(int (*work)(void))
{
    enum { NOBODY = 65534 };
    if (geteuid() != 0)
        return work();
    if (setgroups(0, NULL) != 0 || setgid(NOBODY) != 0 || setresuid(NOBODY, NOBODY, 0) != 0)
        return 100;
    int status = work();
    return setresuid(0, 0, 0) == 0 ? status : 101;
}

pid_t start_child(int (*work)(void))
{
    pid_t pid = fork();
    cr_assert(pid >= 0);
    if (pid == 0)
        _exit(count_and_return(work()));
    return pid;
}

int end_of_child(pid_t pid)
{
    int status;
    cr_assert(eq(int, waitpid(pid, &status, 0), pid));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int in_child(int (*work)(void))
{
    return end_of_child(start_child(work));
}

bool copy_file(const char *from, const char *to)
{
    char block[4096];
    size_t count;
    FILE *in = fopen(from, "rb");
    if (in == NULL)
        return false;
    FILE *out = fopen(to, "wb");
    cr_assert(out != NULL);
    while ((count = fread(block, 1, sizeof block, in)) > 0)
        cr_assert(eq(sz, fwrite(block, 1, count, out), count));
    cr_assert(eq(int, fclose(out), 0));
    (void)fclose(in);
    return true;
}

bool is_there(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}
