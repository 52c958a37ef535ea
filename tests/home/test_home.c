/* Where the data folder is, and the lock that lets one arena at a time write to a database. */
#include "expect.h"
#include "home/home.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

SCRATCH_SUITE(home);

static dom_home home;

static void expect_path(char *found, const char *expected)
{
    cr_expect(eq(str, found, (char *)expected));
}

/* ---- paths --------------------------------------------------------------------------------- */

static void set(const char *name, const char *value)
{
    cr_assert(zero(int, value ? setenv(name, value, 1) : unsetenv(name)));
}

Test(home, the_first_variable_that_is_set_says_where_the_data_folder_is)
{
    static const struct {
        const char *folder, *arena, *data, *user; /* the argument, then three variables */
        const char *found;                        /* NULL: none of them says it */
    } rows[] = {
        {"mine", "/arena", "/data", "/user", "mine"},
        {NULL, "/arena", "/data", "/user", "/arena"},
        {NULL, "arena", NULL, NULL, "arena"},
        {NULL, "", "/data", "/user", "/data/domino-arena"},
        {NULL, NULL, "/data", NULL, "/data/domino-arena"},
        {NULL, NULL, "data", "/user", "/user/.local/share/domino-arena"},
        {NULL, NULL, NULL, "/user", "/user/.local/share/domino-arena"},
        {NULL, NULL, NULL, "user", NULL},
        {NULL, NULL, NULL, NULL, NULL},
        {"", NULL, NULL, NULL, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        set("DOMINO_ARENA_HOME", rows[i].arena);
        set("XDG_DATA_HOME", rows[i].data);
        set("HOME", rows[i].user);
        dom_rc rc = dom_home_find(&home, rows[i].folder, NULL, &last_err);
        cr_expect(eq(int, home.lock_fd, -1));
        if (rows[i].found == NULL) {
            expect_error(rc, DOM_E_CONFIG, "no data folder: give --home DIR");
            continue;
        }
        char db[DOM_PATH_BYTES];
        (void)snprintf(db, sizeof db, "%s/arena.db", rows[i].found);
        expect_ok(rc);
        expect_path(home.home, rows[i].found);
        expect_path(home.db, db);
    }
}

Test(home, a_database_may_lie_anywhere)
{
    char path[DOM_HOME_BESIDE_BYTES];
    expect_ok(dom_home_find(&home, "/data", "/elsewhere/mine.db", &last_err));
    expect_path(home.db, "/elsewhere/mine.db");
    dom_home_open_matches_path(path, &home);
    expect_path(path, "/elsewhere/mine.db-live");
    dom_home_open_matches_draft(path, &home);
    expect_path(path, "/elsewhere/mine.db-live.new");
    expect_ok(dom_home_play_db(&home, &last_err));
    expect_path(home.db, "/data/play.db");
}

/* PREFIX/bin/domino-arena is the program; here this test is it. */
Test(home, the_installed_files_are_found_from_the_path_of_the_program)
{
    char prefix[DOM_PATH_BYTES] = "", expected[DOM_PATH_BYTES + 100];
    cr_assert(ge(int, (int)readlink("/proc/self/exe", prefix, sizeof prefix - 1), 1));
    for (int i = 0; i < 2; i++)
        *strrchr(prefix, '/') = '\0';
    expect_ok(dom_home_find(&home, "/data", NULL, &last_err));
    (void)snprintf(expected, sizeof expected, "%s/libexec/domino-arena/domino-host", prefix);
    expect_path(home.host_program, expected);
    (void)snprintf(expected, sizeof expected, "%s/share/domino-arena/bots", prefix);
    expect_path(home.shipped_bots, expected);
    (void)snprintf(expected, sizeof expected, "%s/share/domino-arena/starters", prefix);
    expect_path(home.starters, expected);
}

Test(home, a_path_that_does_not_fit_is_an_error)
{
    char db[DOM_PATH_BYTES + 1];
    memset(db, 'x', sizeof db);
    db[DOM_PATH_BYTES - 1] = '\0';
    expect_ok(dom_home_find(&home, "/data", db, &last_err));
    expect_path(home.db, db);
    db[DOM_PATH_BYTES - 1] = 'x';
    db[DOM_PATH_BYTES] = '\0';
    expect_error(dom_home_find(&home, "/data", db, &last_err), DOM_E_CONFIG,
                 "the path is too long");
    expect_error(dom_home_find(&home, db, NULL, &last_err), DOM_E_CONFIG, "the path is too long");
}

/* ---- the folder ---------------------------------------------------------------------------- */

static dom_rc make(const char *name)
{
    (void)snprintf(home.home, sizeof home.home, "%s/%s", s.path, name);
    return dom_home_make(&home, &last_err);
}

Test(home, the_data_folder_is_made_with_its_parents)
{
    expect_ok(make("a//b/c/"));
    cr_expect(zero(int, scratch_count(scratch_at(&s, "a/b/c"))));
    expect_ok(make("a/b/c"));
    cr_assert(zero(int, symlink("a", scratch_at(&s, "link"))));
    expect_ok(make("link/d"));
    cr_expect(zero(int, scratch_count(scratch_at(&s, "a/d"))));
    cr_assert(zero(int, chdir(s.path)));
    (void)strcpy(home.home, "relative/e");
    expect_ok(dom_home_make(&home, &last_err));
    cr_expect(zero(int, scratch_count(scratch_at(&s, "relative/e"))));
}

Test(home, what_is_no_folder_is_refused)
{
    scratch_write(&s, "file", "");
    expect_error(make("file"), DOM_E_IO, "/file: is not a folder");
    expect_error(make("file/a"), DOM_E_IO, "/file: is not a folder");
    cr_assert(zero(int, symlink("nothing", scratch_at(&s, "link"))));
    expect_error(make("link"), DOM_E_IO, "/link: is not a folder");
    char name[300];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = '\0';
    expect_error(make(name), DOM_E_IO, "cannot make the data folder: File name too long");
}

/* ---- the lock ------------------------------------------------------------------------------ */

/* Finds the data folder, and another view of it as another arena has it. */
static dom_home find(void)
{
    dom_home other;
    expect_ok(dom_home_find(&home, s.path, NULL, &last_err));
    expect_ok(dom_home_find(&other, s.path, NULL, &last_err));
    return other;
}

static void expect_lock_file(const char *run_folder)
{
    char expected[100];
    (void)snprintf(expected, sizeof expected, "%d %s\n\n", (int)getpid(), run_folder);
    char *text = scratch_read(scratch_at(&s, "arena.db.lock"));
    cr_expect(eq(str, text, expected));
    free(text);
}

static void expect_refused(int pid)
{
    char words[100];
    dom_home other;
    expect_ok(dom_home_find(&other, s.path, NULL, &last_err));
    (void)snprintf(words, sizeof words,
                   "arena.db: another arena is using this database (process %d)", pid);
    expect_error(dom_home_lock(&other, &last_err), DOM_E_IO, words);
    cr_expect(eq(int, other.lock_fd, -1));
}

Test(home, one_arena_at_a_time_has_the_lock)
{
    dom_home other = find();
    expect_ok(dom_home_lock(&home, &last_err));
    expect_lock_file("");
    cr_expect(eq(int, scratch_mode(scratch_at(&s, "arena.db.lock")), 0600));
    expect_refused(getpid());
    dom_home_note_folder(&home, "/tmp/a run directory");
    dom_home_note_folder(&home, "/tmp/run");
    expect_lock_file("/tmp/run");
    expect_refused(getpid());
    dom_home_unlock(&home);
    dom_home_unlock(&home);
    cr_expect(eq(int, home.lock_fd, -1));
    char *text = scratch_read(scratch_at(&s, "arena.db.lock"));
    cr_expect(eq(str, text, (char *)""));
    free(text);
    expect_ok(dom_home_lock(&other, &last_err));
    dom_home_unlock(&other);
}

/* An arena that has just taken the lock has not named itself yet. */
Test(home, a_lock_file_with_any_content_is_accepted)
{
    char text[1000];
    (void)find();
    scratch_write(&s, "arena.db.lock", "");
    int fd = open(scratch_at(&s, "arena.db.lock"), O_RDWR | O_CLOEXEC);
    cr_assert(zero(int, flock(fd, LOCK_EX | LOCK_NB)));
    expect_refused(0);
    scratch_write(&s, "arena.db.lock", "who knows\n");
    expect_refused(0);
    memset(text, '7', sizeof text);
    memcpy(text, "12 /", 4);
    text[sizeof text - 1] = '\0';
    scratch_write(&s, "arena.db.lock", text);
    expect_refused(12);
    (void)close(fd);
    expect_ok(dom_home_lock(&home, &last_err));
    expect_lock_file("");
    dom_home_unlock(&home);
}

Test(home, the_lock_may_have_descriptor_0)
{
    dom_home other = find();
    int standard_input = dup(STDIN_FILENO);
    cr_assert(zero(int, close(STDIN_FILENO)));
    expect_ok(dom_home_lock(&home, &last_err));
    cr_expect(zero(int, home.lock_fd));
    expect_refused(getpid());
    dom_home_unlock(&home);
    expect_ok(dom_home_lock(&other, &last_err));
    dom_home_unlock(&other);
    (void)dup2(standard_input, STDIN_FILENO);
    (void)close(standard_input);
}

Test(home, what_a_killed_arena_has_left_is_removed_with_its_lock)
{
    char text[200];
    (void)find();
    scratch_write(&s, "domino-arena.abcdef/socket", "");
    scratch_write(&s, "arena.db-live", "");
    scratch_write(&s, "arena.db-live.new", "");
    scratch_write(&s, "arena.db", "");
    (void)snprintf(text, sizeof text, "1 %s/domino-arena.abcdef\n", s.path);
    scratch_write(&s, "arena.db.lock", text);
    expect_ok(dom_home_lock(&home, &last_err));
    cr_expect(eq(int, scratch_count(s.path), 2), "the database and its lock");
    scratch_write(&s, "arena.db-live", "");
    expect_refused(getpid());
    cr_expect(eq(int, scratch_count(s.path), 3), "it is of the arena that runs");
    dom_home_unlock(&home);
}

Test(home, a_lock_that_cannot_be_made_is_an_error)
{
    expect_ok(dom_home_find(&home, s.path, scratch_at(&s, "missing/a.db"), &last_err));
    expect_error(dom_home_lock(&home, &last_err), DOM_E_IO,
                 "missing/a.db.lock: No such file or directory");
    cr_expect(eq(int, home.lock_fd, -1));
}

Test(home, the_holder_of_the_lock_is_found)
{
    (void)find();
    cr_expect(eq(int, (int)dom_home_holder(&home), 0), "there is no lock file");
    scratch_write(&s, "other", "");
    int fd = open(scratch_at(&s, "other"), O_RDWR | O_CLOEXEC);
    cr_assert(zero(int, flock(fd, LOCK_EX | LOCK_NB)));
    scratch_write(&s, "arena.db.lock", "7 \n");
    cr_expect(eq(int, (int)dom_home_holder(&home), 0), "nobody has it");
    expect_ok(dom_home_lock(&home, &last_err));
    cr_expect(eq(int, (int)dom_home_holder(&home), (int)getpid()));
    dom_home_unlock(&home);
    cr_expect(eq(int, (int)dom_home_holder(&home), 0));
    (void)close(fd);
}

/* ---- the database -------------------------------------------------------------------------- */

Test(home, without_a_database_the_error_says_what_to_type)
{
    dom_store *store;
    (void)find();
    expect_error(dom_home_read(&home, &store, &last_err), DOM_E_ABSENT,
                 "arena.db: no matches here yet; try: domino-arena run");
    expect_ok(dom_store_open(&store, home.db, DOM_STORE_WRITE, &last_err));
    dom_store_close(&store);
    expect_ok(dom_home_read(&home, &store, &last_err));
    dom_store_close(&store);
    scratch_write(&s, "arena.db", "something else");
    dom_rc rc = dom_home_read(&home, &store, &last_err);
    cr_expect(ne(int, rc, DOM_OK));
    cr_expect(strstr(last_err.text, "no matches here yet") == NULL, "%s", last_err.text);
}
