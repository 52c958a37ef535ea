/* A group is stored completely or not at all, also with several processes, and is acknowledged
 * only after its commit. */
#include "support.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static dom_store *store;
static int64_t spring;

static void begin(void)
{
    folder_make();
    store = open_store(DOM_STORE_WRITE);
    spring = add_tournament(store, "spring");
    dom_store_close(&store); /* a handle must not be used after a fork */
}

static void end(void)
{
    dom_store_close(&store);
    folder_remove();
}

TestSuite(store_group, .init = begin, .fini = end);
TestSuite(store_processes, .init = begin, .fini = end);

static int64_t now_ms(void)
{
    struct timespec t;
    cr_assert(eq(int, clock_gettime(CLOCK_MONOTONIC, &t), 0));
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- failures inside a group ---------------------------------------------- */

Test(store_group, is_stored_completely)
{
    store = open_store(DOM_STORE_WRITE);
    expect_ok(add_matches(store, spring, 1, 256));
    expect_ok(add_matches(store, spring, 257, 257));
    expect_ok(add_matches(store, spring, 1, 0));
    cr_assert(eq(u64, count_matches(store, spring), 257));
}

Test(store_group, counts_as_a_change_for_other_handles_only)
{
    int64_t before, after, own;
    store = open_store(DOM_STORE_WRITE);
    dom_store *reader = open_store(DOM_STORE_READ);
    expect_ok(dom_store_data_version(reader, &before, &last_err));
    (void)count_matches(reader, spring);
    expect_ok(dom_store_data_version(reader, &after, &last_err));
    cr_assert(eq(i64, before, after), "reading is no news");
    expect_ok(dom_store_data_version(store, &own, &last_err));
    expect_ok(add_matches(store, spring, 1, 2));
    expect_ok(dom_store_data_version(store, &after, &last_err));
    cr_assert(eq(i64, own, after), "nor is what one wrote");
    expect_ok(dom_store_data_version(reader, &after, &last_err));
    cr_assert(ne(i64, before, after));
    dom_store_close(&reader);
}

Test(store_group, the_stage_version_grows_when_a_stage_begins_or_ends)
{
    int64_t begun, played, ended;
    store = open_store(DOM_STORE_WRITE);
    dom_store *reader = open_store(DOM_STORE_READ);
    expect_ok(dom_store_stage_version(reader, &begun, &last_err));
    cr_assert(eq(i64, begun, 1), "one stage has begun");
    expect_ok(add_matches(store, spring, 1, 2));
    expect_ok(dom_store_stage_version(reader, &played, &last_err));
    cr_assert(eq(i64, played, begun), "matches do not count");
    expect_ok(dom_store_tournament_finish(store, spring, 7, &last_err));
    expect_ok(dom_store_stage_version(reader, &ended, &last_err));
    cr_assert(eq(i64, ended, begun + 1));
    dom_store_close(&reader);
}

Test(store_group, is_lost_if_it_is_not_committed)
{
    dom_store_match m = match_of(spring, 1);
    store = open_store(DOM_STORE_WRITE);
    expect_ok(dom_store_begin(store, &last_err));
    expect_ok(dom_store_match_add(store, &m, &last_err));
    dom_store_close(&store);
    store = open_store(DOM_STORE_WRITE);
    cr_assert(eq(u64, count_matches(store, spring), 0));
}

/* After a failure every further call of the group returns the same error, and nothing of the
 * group is stored. The next group works. */
Test(store_group, remembers_its_first_failure)
{
    dom_store_match good = match_of(spring, 1), wrong = match_of(spring, 2);
    dom_store_fault fault = {.tournament = spring, .code = DOM_FAULT_CRASH};
    dom_store_process process = {.tournament = spring};
    wrong.seat[1].bot = 9;
    store = open_store(DOM_STORE_WRITE);
    expect_ok(dom_store_begin(store, &last_err));
    expect_ok(dom_store_process_add(store, &process, &last_err));
    expect_ok(dom_store_match_start(store, spring, 5, &last_err));
    expect_ok(dom_store_match_add(store, &good, &last_err));
    expect_ok(dom_store_fault_add(store, &fault, &last_err));
    const char *words = "cannot store a seat: FOREIGN KEY";
    expect_error(dom_store_match_add(store, &wrong, &last_err), DOM_E_ILLEGAL, words);
    expect_error(dom_store_match_add(store, &good, &last_err), DOM_E_ILLEGAL, words);
    expect_error(dom_store_match_start(store, spring, 5, &last_err), DOM_E_ILLEGAL, words);
    expect_error(dom_store_fault_add(store, &fault, &last_err), DOM_E_ILLEGAL, words);
    expect_error(dom_store_process_add(store, &process, &last_err), DOM_E_ILLEGAL, words);
    expect_error(dom_store_process_update(store, &process, &last_err), DOM_E_ILLEGAL, words);
    expect_error(dom_store_tournament_finish(store, spring, 1, &last_err), DOM_E_ILLEGAL, words);
    expect_error(dom_store_commit(store, &last_err), DOM_E_ILLEGAL, words);
    cr_assert(eq(u64, count_matches(store, spring), 0));
    cr_assert(eq(int,
                 (int)raw(db_path(), "SELECT (SELECT count(*) FROM process) + "
                                     "(SELECT count(*) FROM match_start) + "
                                     "(SELECT count(*) FROM fault) + "
                                     "(SELECT finished_ms FROM stage)"),
                 0));
    expect_ok(add_matches(store, spring, 1, 3));
    cr_assert(eq(u64, count_matches(store, spring), 3));
}

Test(store_group, is_discarded_by_the_next_begin)
{
    store = open_store(DOM_STORE_WRITE);
    expect_ok(dom_store_begin(store, &last_err));
    dom_store_match m = match_of(spring, 1);
    m.variant = 9;
    cr_assert(eq(int, dom_store_match_add(store, &m, NULL), DOM_E_ILLEGAL));
    expect_ok(add_matches(store, spring, 1, 2));
    cr_assert(eq(u64, count_matches(store, spring), 2));
}

Test(store_group, is_refused_for_readers)
{
    store = open_store(DOM_STORE_READ);
    dom_rc rc = add_matches(store, spring, 1, 1);
    expect_error(rc, DOM_E_IO, "readonly");
    dom_store_process p = {.tournament = spring};
    expect_error(dom_store_process_add(store, &p, &last_err), DOM_E_IO, "readonly");
}

/* ---- preconditions -------------------------------------------------------- */

static dom_store *begin_in_child(void)
{
    static dom_store *mine;     /* referenced until the child aborts, so that no leak is reported */
    (void)close(STDERR_FILENO); /* hides the expected message about the broken precondition */
    if (dom_store_open(&mine, db_path(), DOM_STORE_WRITE, NULL) != DOM_OK ||
        dom_store_begin(mine, NULL) != DOM_OK)
        _exit(1);
    return mine;
}

static int add_after_commit(void)
{
    dom_store *mine = begin_in_child();
    dom_store_match m = match_of(spring, 1);
    (void)dom_store_commit(mine, NULL);
    (void)dom_store_match_add(mine, &m, NULL);
    return 0;
}

static int begin_twice(void)
{
    (void)dom_store_begin(begin_in_child(), NULL);
    return 0;
}

static int add_impossible_place(void)
{
    dom_store_match m = match_of(spring, 1);
    m.seat[0].place = 0;
    (void)dom_store_match_add(begin_in_child(), &m, NULL);
    return 0;
}

static int add_too_many_seats(void)
{
    dom_store_match m = match_of(spring, 1);
    m.seats = DOM_SEATS_MAX + 1;
    (void)dom_store_match_add(begin_in_child(), &m, NULL);
    return 0;
}

static dom_rc write_while_visited(void *context, const dom_store_match *m)
{
    return dom_store_match_start(context, m->tournament, 7, NULL);
}

static int write_in_a_visit(void)
{
    dom_store *mine = begin_in_child();
    dom_store_match m = match_of(spring, 1);
    (void)dom_store_match_add(mine, &m, NULL);
    (void)dom_store_match_each(mine, spring, 0, 0, true, write_while_visited, mine, NULL);
    return 0;
}

Test(store_group, aborts_if_its_preconditions_are_broken)
{
    static int (*const broken[])(void) = {add_after_commit, begin_twice, add_impossible_place,
                                          add_too_many_seats, write_in_a_visit};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        cr_assert(eq(int, in_child(broken[i]), -SIGABRT), "row %zu", i);
}

/* ---- killed --------------------------------------------------------------- */

static int die_in_the_middle(void)
{
    dom_store *mine;
    if (dom_store_open(&mine, db_path(), DOM_STORE_WRITE, &last_err) != DOM_OK ||
        add_matches(mine, spring, 1, 10) != DOM_OK || dom_store_begin(mine, &last_err) != DOM_OK)
        return 1;
    /* More than the page cache holds, so that a part of it is in the log before the commit. */
    static uint8_t decisions[100000];
    for (uint64_t number = 11; number <= 100; number++) {
        dom_store_match m = match_of(spring, number);
        m.decisions = decisions;
        m.decisions_bytes = sizeof decisions;
        if (dom_store_match_add(mine, &m, &last_err) != DOM_OK)
            return 2;
    }
    (void)raise(SIGKILL);
    return 3;
}

Test(store_processes, killed_between_begin_and_commit_keep_earlier_commits)
{
    cr_assert(eq(int, in_child(die_in_the_middle), -SIGKILL));
    store = open_store(DOM_STORE_READ);
    cr_assert(eq(u64, count_matches(store, spring), 10));
    dom_store_close(&store);
    store = open_store(DOM_STORE_WRITE);
    cr_assert(eq(u64, count_matches(store, spring), 10));
    expect_ok(add_matches(store, spring, 11, 20));
    cr_assert(eq(u64, count_matches(store, spring), 20));
}

enum { GROUP = 5 };

/* Commits groups without end, and tells the parent about each. */
static int ack_fd;

static int commit_until_killed(void)
{
    dom_store *mine;
    uint64_t first = 1;
    if (dom_store_open(&mine, db_path(), DOM_STORE_WRITE, &last_err) != DOM_OK)
        return 1;
    for (;; first += GROUP) {
        if (add_matches(mine, spring, first, first + GROUP - 1) != DOM_OK)
            return 2;
        if (write(ack_fd, &first, sizeof first) != sizeof first)
            return 3;
    }
}

/* One run: returns the number of matches that were acknowledged before the kill. */
static uint64_t live_and_die(int life)
{
    int pipe_fd[2];
    uint64_t first, acked = 0;
    cr_assert(eq(int, pipe(pipe_fd), 0));
    ack_fd = pipe_fd[1];
    pid_t pid = fork();
    if (pid == 0)
        _exit(commit_until_killed());
    (void)close(pipe_fd[1]);
    cr_assert(eq(int, (int)read(pipe_fd[0], &first, sizeof first), (int)sizeof first));
    acked = first + GROUP - 1;
    (void)usleep((useconds_t)(life * 777 % 10000));
    cr_assert(eq(int, kill(pid, SIGKILL), 0));
    while (read(pipe_fd[0], &first, sizeof first) == sizeof first)
        acked = first + GROUP - 1;
    (void)close(pipe_fd[0]);
    int status;
    (void)waitpid(pid, &status, 0);
    cr_assert(eq(int, status, SIGKILL)); /* ended by the kill */
    return acked;
}

Test(store_processes, killed_at_any_instant_lose_no_acknowledged_match)
{
    cr_assert(copy_file(db_path(), in_folder("empty")));
    uint64_t all = 0;
    for (int life = 0; life < 40; life++) {
        (void)remove(in_folder("arena.db-wal"));
        (void)remove(in_folder("arena.db-shm"));
        cr_assert(copy_file(in_folder("empty"), db_path()));
        uint64_t acked = live_and_die(life);
        store = open_store(DOM_STORE_WRITE);
        uint64_t stored = count_matches(store, spring);
        cr_assert(ge(u64, stored, acked));
        cr_assert(le(u64, stored, acked + GROUP), "at most the group that was not yet told");
        cr_assert(eq(u64, stored % GROUP, 0));
        all += acked;
        dom_store_close(&store);
    }
    cr_assert(ge(u64, all, 40 * GROUP));
}

/* ---- at the same time ----------------------------------------------------- */

/* Holds a lock on a database for a while, as a person with the sqlite3 program might. */
static int hold_lock(const char *path, const char *take, int ms, int held_fd)
{
    sqlite3 *db;
    if (sqlite3_open(path, &db) != SQLITE_OK ||
        sqlite3_exec(db, take, NULL, NULL, NULL) != SQLITE_OK || write(held_fd, "x", 1) != 1)
        return 1;
    (void)usleep((useconds_t)ms * 1000);
    return sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK ||
           sqlite3_close(db) != SQLITE_OK;
}

/* Starts a process that holds a lock, and waits until it has it. */
static pid_t start_to_hold(const char *path, const char *take, int ms)
{
    int pipe_fd[2];
    char held;
    cr_assert(eq(int, pipe(pipe_fd), 0));
    pid_t pid = fork();
    if (pid == 0)
        _exit(hold_lock(path, take, ms, pipe_fd[1]));
    (void)close(pipe_fd[1]);
    cr_assert(eq(int, (int)read(pipe_fd[0], &held, 1), 1));
    (void)close(pipe_fd[0]);
    return pid;
}

static pid_t start_holder(int ms)
{
    return start_to_hold(db_path(), "BEGIN IMMEDIATE; UPDATE bot SET id = id", ms);
}

static void expect_done(pid_t pid)
{
    int status;
    cr_assert(eq(int, waitpid(pid, &status, 0), pid));
    cr_assert(eq(int, status, 0));
}

Test(store_processes, wait_for_another_writer)
{
    int64_t before = now_ms();
    pid_t holder = start_holder(500);
    store = open_store(DOM_STORE_WRITE);
    expect_ok(add_matches(store, spring, 1, 2));
    cr_assert(ge(i64, now_ms() - before, 500));
    expect_done(holder);
    cr_assert(eq(u64, count_matches(store, spring), 2));
}

Test(store_processes, stop_waiting_after_the_limit_and_can_try_again)
{
    store = open_store(DOM_STORE_WRITE);
    pid_t holder = start_holder(60000);
    int64_t before = now_ms();
    expect_error(add_matches(store, spring, 1, 2), DOM_E_LIMIT,
                 "another process has been writing for 5 s");
    int64_t waited = now_ms() - before;
    cr_assert(ge(i64, waited, 4500), "%d ms", (int)waited);
    cr_assert(eq(int, kill(holder, SIGKILL), 0));
    cr_assert(eq(int, waitpid(holder, NULL, 0), holder));
    expect_ok(add_matches(store, spring, 1, 2));
    cr_assert(eq(u64, count_matches(store, spring), 2));
}

typedef struct {
    int asked, agrees; /* number of times it agrees to wait; then the lock is released */
    int64_t waited_ms;
    pid_t holder;
} waiter;

static bool is_patient(void *context, int64_t waited_ms)
{
    waiter *w = context;
    cr_assert(ge(i64, waited_ms, 5000));
    cr_assert(ge(i64, waited_ms, w->waited_ms));
    w->waited_ms = waited_ms;
    if (++w->asked == w->agrees)
        (void)kill(w->holder, SIGKILL);
    return w->agrees > 0;
}

Test(store_processes, wait_as_long_as_they_are_told)
{
    store = open_store(DOM_STORE_WRITE);
    waiter never = {.agrees = 0, .holder = start_holder(60000)};
    dom_store_wait_for_writers(store, is_patient, &never);
    expect_error(add_matches(store, spring, 1, 2), DOM_E_LIMIT,
                 "another process has been writing for 5 s");
    cr_assert(eq(int, never.asked, 1));
    waiter thrice = {.agrees = 3, .holder = never.holder};
    dom_store_wait_for_writers(store, is_patient, &thrice);
    expect_ok(add_matches(store, spring, 1, 2));
    cr_assert(ge(int, thrice.asked, 3));
    cr_assert(eq(int, waitpid(never.holder, NULL, 0), never.holder));
    cr_assert(eq(u64, count_matches(store, spring), 2));
    pid_t brief = start_holder(500);
    waiter unasked = {.agrees = 0, .holder = brief};
    dom_store_wait_for_writers(store, is_patient, &unasked);
    expect_ok(add_matches(store, spring, 3, 4));
    expect_done(brief);
    cr_assert(eq(int, unasked.asked, 0));
}

Test(store_processes, read_committed_matches_while_others_write)
{
    store = open_store(DOM_STORE_WRITE);
    dom_store *reader = open_store(DOM_STORE_READ);
    for (uint64_t number = 1; number <= 50; number++) {
        dom_store_match m = match_of(spring, number);
        expect_ok(dom_store_begin(store, &last_err));
        expect_ok(dom_store_match_add(store, &m, &last_err));
        cr_assert(eq(u64, count_matches(reader, spring), number - 1));
        expect_ok(dom_store_commit(store, &last_err));
        cr_assert(eq(u64, count_matches(reader, spring), number));
    }
    dom_store_close(&reader);
    dom_store *late = open_store(DOM_STORE_READ);
    cr_assert(eq(u64, count_matches(late, spring), 50));
    dom_store_close(&store);
    cr_assert(eq(u64, count_matches(late, spring), 50));
    dom_store_close(&late);
}

/* The visitor of a reader sees the state at the beginning of the walk. */
static dom_rc write_elsewhere(void *context, const dom_store_match *m)
{
    uint64_t *visited = context;
    (*visited)++;
    expect_ok(add_matches(store, spring, m->match + 10, m->match + 10));
    return DOM_OK;
}

Test(store_processes, see_one_point_in_time_during_a_walk)
{
    uint64_t visited = 0;
    store = open_store(DOM_STORE_WRITE);
    expect_ok(add_matches(store, spring, 1, 10));
    dom_store *reader = open_store(DOM_STORE_READ);
    expect_ok(
        dom_store_match_each(reader, spring, 0, 0, false, write_elsewhere, &visited, &last_err));
    cr_assert(eq(u64, visited, 10));
    cr_assert(eq(u64, count_matches(reader, spring), 20));
    dom_store_close(&reader);
}

/* SQLite does not wait for such a lock by itself when it changes to a write-ahead log, which is the
 * last step of making a database. */
Test(store_processes, wait_for_another_one_before_the_log_of_a_new_database)
{
    store = open_store(DOM_STORE_WRITE);
    dom_store_close(&store);
    (void)raw(db_path(), "PRAGMA journal_mode = DELETE");
    pid_t other = start_holder(300);
    expect_ok(dom_store_open(&store, db_path(), DOM_STORE_WRITE, &last_err));
    expect_done(other);
}

/* Many processes open one new database at the same moment. */
static int open_and_add(void)
{
    dom_store *mine;
    dom_store_stage stage = {.first_set = 1};
    dom_store_tournament t = {.config = "{}", .stage_count = 1, .stages = &stage};
    t.name[0] = 'p';
    for (pid_t rest = getpid(), i = 1; i < 10; i++, rest /= 10)
        t.name[i] = (char)('0' + rest % 10);
    int failed = dom_store_open(&mine, in_folder("new.db"), DOM_STORE_WRITE, &last_err) != DOM_OK ||
                 dom_store_tournament_add(mine, &t, &last_err) != DOM_OK;
    if (failed)
        (void)fprintf(stderr, "%s\n", last_err.text);
    dom_store_close(&mine);
    return failed;
}

Test(store_processes, make_one_database_together)
{
    enum { CHILDREN = 8 };
    pid_t child[CHILDREN];
    for (int i = 0; i < CHILDREN; i++) {
        child[i] = fork();
        if (child[i] == 0)
            _exit(open_and_add());
    }
    for (int i = 0; i < CHILDREN; i++)
        expect_done(child[i]);
    cr_assert(eq(int, (int)raw(in_folder("new.db"), "SELECT count(*) FROM tournament"), CHILDREN));
}
