/* Checks of what belongs to the arena, in a folder where each of them finds what it looks for. */
#include "doctor/doctor.h"

#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static scratch s;
static dom_home home;
static dom_doctor_finding found;

static void write_program(const char *name, const char *text)
{
    scratch_write(&s, name, text);
    cr_assert(zero(int, chmod(scratch_at(&s, name), 0755)));
}

static void set_up(void)
{
    scratch_open(&s);
    home = (dom_home){.lock_fd = -1};
    strcpy(home.home, scratch_at(&s, "home"));
    strcpy(home.db, scratch_at(&s, "home/arena.db"));
    strcpy(home.host_program, scratch_at(&s, "libexec/domino-host"));
    strcpy(home.shipped_bots, scratch_at(&s, "bots"));
    scratch_folder(&s, "home");
    scratch_folder(&s, "bots");
    scratch_write(&s, "libexec/domino-init", "");
}

static void clean_up(void)
{
    scratch_close(&s);
}

TestSuite(doctor_arena, .init = set_up, .fini = clean_up);

/* Makes a check, and compares what it finds. `remedy` is a part of the advice; "": none. */
static void expect(dom_doctor_check *check, dom_doctor_result result, const char *text,
                   const char *remedy)
{
    found = (dom_doctor_finding){.result = DOM_DOCTOR_PASS};
    check(&home, &found);
    cr_expect(eq(int, found.result, result), "%s", found.text.text);
    cr_expect(eq(str, found.text.text, (char *)text));
    cr_expect(remedy[0] ? strstr(found.remedy.text, remedy) != NULL : found.remedy.text[0] == '\0',
              "%s", found.remedy.text);
}

/* Returns "PATH/NAME: WORDS". */
static const char *said_of(const char *name, const char *words)
{
    static char text[DOM_ERR_BYTES];
    (void)snprintf(text, sizeof text, "%s: %s", scratch_at(&s, name), words);
    return text;
}

/* ---- programs and sample bots ------------------------------------------------------------- */

Test(doctor_arena, the_host_is_of_this_version_and_has_its_init)
{
    static const char whole[] = "install or build the arena as a whole";
    expect(dom_doctor_host, DOM_DOCTOR_FAIL,
           said_of("libexec/domino-host", "No such file or directory"), whole);
    write_program("libexec/domino-host", "#!/bin/sh\nexit 1\n");
    expect(dom_doctor_host, DOM_DOCTOR_FAIL,
           said_of("libexec/domino-host", "cannot be run, or is of another version"), whole);
    write_program("libexec/domino-host",
                  "#!/bin/sh\necho 'domino-host " DOM_VERSION "0, libzmq'\n");
    expect(dom_doctor_host, DOM_DOCTOR_FAIL,
           said_of("libexec/domino-host",
                   "is of another version: domino-host " DOM_VERSION "0, libzmq"),
           whole);
    write_program("libexec/domino-host", "#!/bin/sh\necho 'domino-hoot " DOM_VERSION ", libzmq'\n");
    expect(dom_doctor_host, DOM_DOCTOR_FAIL,
           said_of("libexec/domino-host",
                   "is of another version: domino-hoot " DOM_VERSION ", libzmq"),
           whole);
    write_program("libexec/domino-host", "#!/bin/sh\necho 'domino-host " DOM_VERSION ", libzmq'\n");
    expect(dom_doctor_host, DOM_DOCTOR_PASS, "domino-host " DOM_VERSION ", libzmq", "");
    cr_assert(zero(int, unlink(scratch_at(&s, "libexec/domino-init"))));
    expect(dom_doctor_host, DOM_DOCTOR_FAIL,
           said_of("libexec/domino-init", "No such file or directory"), whole);
}

Test(doctor_arena, sample_bots_are_folders_with_a_manifest)
{
    expect(dom_doctor_bots, DOM_DOCTOR_WARN, said_of("bots", "no sample bots"), "as a whole");
    scratch_write(&s, "bots/random/bot.yaml", "");
    scratch_write(&s, "bots/greedy/bot.yaml", "");
    scratch_write(&s, "bots/half/readme", "");
    expect(dom_doctor_bots, DOM_DOCTOR_PASS, "sample bots: greedy, random", "");
    strcpy(home.shipped_bots, scratch_at(&s, "nowhere"));
    expect(dom_doctor_bots, DOM_DOCTOR_WARN, said_of("nowhere", "no sample bots"), "as a whole");
}

/* A line is bounded, and says how many names it lacks. */
Test(doctor_arena, sample_bots_that_do_not_fit_are_counted)
{
    enum { BOTS = 40 };
    char name[64], rest[32];
    size_t shown = 0;
    for (int i = 0; i < BOTS; i++) {
        (void)snprintf(name, sizeof name, "bots/a-bot-with-a-long-name-%02d/bot.yaml", i);
        scratch_write(&s, name, "");
    }
    dom_doctor_bots(&home, &found);
    for (const char *at = found.text.text; (at = strstr(at, "a-bot-")) != NULL; at++)
        shown++;
    cr_expect(lt(sz, 4, shown));
    (void)snprintf(rest, sizeof rest, ", and %zu more", BOTS - shown);
    const char *end = strstr(found.text.text, ", and ");
    cr_assert(ne(ptr, (void *)end, NULL), "%s", found.text.text);
    cr_expect(eq(str, (char *)end, rest));
}

/* ---- data folder and database ---------------------------------------------------------------- */

Test(doctor_arena, a_data_folder_is_there_or_can_be_made)
{
    expect(dom_doctor_home, DOM_DOCTOR_PASS, home.home, "");
    strcpy(home.home, scratch_at(&s, "home/of/nobody"));
    expect(dom_doctor_home, DOM_DOCTOR_PASS, said_of("home/of/nobody", "is made by the first run"),
           "");
    scratch_write(&s, "home/of", "a file");
    strcpy(home.home, scratch_at(&s, "home/of"));
    expect(dom_doctor_home, DOM_DOCTOR_FAIL,
           said_of("home/of", "cannot be written: Not a directory"), "name another with --home");
    cr_assert(zero(int, chdir(s.path)));
    strcpy(home.home, "new/folder");
    expect(dom_doctor_home, DOM_DOCTOR_PASS, "new/folder: is made by the first run", "");
    strcpy(home.home, "/a-folder-that-nobody-makes");
    dom_doctor_home(&home, &found);
    cr_expect(found.result == DOM_DOCTOR_PASS || strncmp(found.text.text, "/: cannot be", 12) == 0,
              "%s", found.text.text);
}

Test(doctor_arena, space_is_counted_where_the_data_folder_will_be)
{
    unsigned long long mb;
    char folder[200] = "", name[400];
    strcpy(home.home, scratch_at(&s, "home/of/nobody"));
    dom_doctor_space(&home, &found);
    cr_assert(eq(int, sscanf(found.text.text, "%llu MB free at %199s", &mb, folder), 2));
    cr_expect(eq(str, folder, (char *)scratch_at(&s, "home")));
    cr_expect(eq(int, found.result,
                 mb < 64     ? DOM_DOCTOR_FAIL
                 : mb < 1024 ? DOM_DOCTOR_WARN
                             : DOM_DOCTOR_PASS));
    cr_expect(eq(int, found.remedy.text[0] == '\0', found.result == DOM_DOCTOR_PASS));
    memset(name, 'x', sizeof name - 1); /* longer than a name may be */
    name[sizeof name - 1] = '\0';
    strcpy(home.home, scratch_at(&s, name));
    dom_doctor_space(&home, &found);
    cr_expect(eq(int, found.result, DOM_DOCTOR_FAIL));
    cr_expect(ne(ptr, strstr(found.text.text, "File name too long"), NULL), "%s", found.text.text);
}

Test(doctor_arena, a_database_is_sound_or_not_there_yet)
{
    dom_store *store;
    expect(dom_doctor_database, DOM_DOCTOR_PASS,
           said_of("home/arena.db", "is made by the first run"), "");
    cr_assert(eq(int, dom_store_open(&store, home.db, DOM_STORE_WRITE, NULL), DOM_OK));
    dom_store_close(&store);
    expect(dom_doctor_database, DOM_DOCTOR_PASS, "sound; 0 tournaments, 0 matches, 0 MB", "");
    scratch_write(&s, "home/arena.db", "this was a database");
    found = (dom_doctor_finding){.result = DOM_DOCTOR_PASS};
    dom_doctor_database(&home, &found);
    cr_expect(eq(int, found.result, DOM_DOCTOR_FAIL));
    cr_expect(ne(ptr, strstr(found.remedy.text, "restore a copy"), NULL));
}

/* No database can be there, and so it cannot be written either. */
Test(doctor_arena, what_is_wrong_with_a_database_is_said_as_it_is_opened)
{
    dom_store *store;
    dom_err err;
    scratch_write(&s, "home/arena.db", "a file");
    strcpy(home.db, scratch_at(&s, "home/arena.db/below"));
    cr_assert(ne(int, dom_store_open(&store, home.db, DOM_STORE_READ, &err), DOM_OK));
    expect(dom_doctor_database, DOM_DOCTOR_FAIL, err.text, "restore a copy");
}

Test(doctor_arena, who_uses_the_database_is_named)
{
    char text[100];
    expect(dom_doctor_lock, DOM_DOCTOR_PASS, "no arena is using the database", "");
    cr_assert(eq(int, dom_home_lock(&home, NULL), DOM_OK));
    (void)snprintf(text, sizeof text, "an arena is using the database: process %ld",
                   (long)getpid());
    expect(dom_doctor_lock, DOM_DOCTOR_WARN, text, "a second run must wait");
    dom_home_unlock(&home);
}

Test(doctor_arena, versions_are_those_of_this_program)
{
    dom_doctor_versions(&home, &found);
    cr_expect(eq(int, found.result, DOM_DOCTOR_PASS));
    cr_expect(zero(int, strncmp(found.text.text, "domino-arena " DOM_VERSION ", schema ",
                                strlen("domino-arena " DOM_VERSION ", schema "))),
              "%s", found.text.text);
    cr_expect(zero(sz, strlen(found.remedy.text)));
}

/* ---- run directory --------------------------------------------------------------------- */

/* Only a short path leaves room for the names of sockets. Root does not look at XDG_RUNTIME_DIR,
 * because its bots run as other users. */
Test(doctor_arena, the_run_folder_is_the_first_that_fits)
{
    char base[] = "/tmp/d.XXXXXX", text[100];
    cr_assert(ne(ptr, mkdtemp(base), NULL));
    cr_assert(zero(int, chmod(base, 0755)));
    unsetenv("XDG_RUNTIME_DIR");
    setenv("TMPDIR", base, 1);
    expect(dom_doctor_run_folder, DOM_DOCTOR_PASS, base, "");
    cr_expect(zero(int, scratch_count(base)), "what was tried there is removed");
    setenv("XDG_RUNTIME_DIR", "/nowhere", 1);
    (void)snprintf(text, sizeof text, "%s is used; what XDG_RUNTIME_DIR names cannot be", base);
    if (geteuid() == 0)
        expect(dom_doctor_run_folder, DOM_DOCTOR_PASS, base, "");
    else
        expect(dom_doctor_run_folder, DOM_DOCTOR_WARN, text, "at most 32 bytes");
    unsetenv("XDG_RUNTIME_DIR");
    setenv("TMPDIR", "", 1);
    expect(dom_doctor_run_folder, DOM_DOCTOR_PASS, "/tmp", "");
    setenv("TMPDIR", "/a-path-of-more-than-thirty-two-bytes", 1);
    expect(dom_doctor_run_folder, DOM_DOCTOR_WARN, "/tmp is used; what TMPDIR names cannot be",
           "at most 32 bytes");
    cr_assert(zero(int, rmdir(base)));
}

/* Without a free descriptor there is none for the socket. */
Test(doctor_arena, a_run_folder_without_sockets_is_a_failure)
{
    char base[] = "/tmp/d.XXXXXX", text[100];
    struct rlimit limit;
    int next = dup(STDERR_FILENO);
    cr_assert(ne(ptr, mkdtemp(base), NULL));
    cr_assert(zero(int, chmod(base, 0755)));
    unsetenv("XDG_RUNTIME_DIR");
    setenv("TMPDIR", base, 1);
    cr_assert(zero(int, close(next)));
    cr_assert(zero(int, getrlimit(RLIMIT_NOFILE, &limit)));
    cr_assert(zero(int, setrlimit(RLIMIT_NOFILE, &(struct rlimit){(rlim_t)next, limit.rlim_max})));
    found = (dom_doctor_finding){.result = DOM_DOCTOR_PASS};
    dom_doctor_run_folder(&home, &found);
    cr_assert(zero(int, setrlimit(RLIMIT_NOFILE, &limit)));
    (void)snprintf(text, sizeof text, "%s: no socket can be made there: Too many open files", base);
    cr_expect(eq(int, found.result, DOM_DOCTOR_FAIL));
    cr_expect(eq(str, found.text.text, text));
    cr_expect(strstr(found.remedy.text, "let TMPDIR name a folder") != NULL, "%s",
              found.remedy.text);
    cr_expect(zero(int, scratch_count(base)), "what was tried there is removed");
    cr_assert(zero(int, rmdir(base)));
}
