/* The run directory, in which hosts and their bots meet. */
#include "fs/remove_tree.h"
#include "fs/run_dir.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char run[DOM_FS_RUN_DIR_BYTES];
static dom_err err;

static void make(void)
{
    cr_assert(eq(int, dom_fs_run_dir_make(run, &err), DOM_OK), "%s", err.text);
}

Test(run_dir, can_be_written_to_and_stays_empty, .init = make)
{
    cr_expect(eq(int, dom_fs_run_dir_check(run, false, &err), DOM_OK), "%s", err.text);
    cr_expect(zero(int, rmdir(run)));
}

/* On a full tmpfs folders can still be made. */
Test(run_dir, a_folder_that_cannot_be_written_to_refuses_the_start, .init = make)
{
    (void)signal(SIGXFSZ, SIG_IGN);
    cr_assert(zero(int, setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, RLIM_INFINITY})));
    int rc = dom_fs_run_dir_check(run, false, &err);
    cr_assert(zero(int, setrlimit(RLIMIT_FSIZE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY})));
    cr_expect(eq(int, rc, DOM_E_IO));
    cr_expect(zero(int, rmdir(run)));
}

Test(run_dir, a_missing_folder_refuses_the_start, .init = make)
{
    cr_assert(zero(int, rmdir(run)));
    cr_expect(eq(int, dom_fs_run_dir_check(run, false, &err), DOM_E_IO));
    cr_expect(ne(ptr, strstr(err.text, "no bot can be started any more"), NULL), "%s", err.text);
}

/* ---- copies for the bots' users ------------------------------------------- */

/* The owner of a folder replaces "book" by a link to a private file of root, directly after
 * "book" was examined. The calls that examine it are wrapped here (--wrap). */
int __real_lstat(const char *path, struct stat *st);
int __real_fstatat(int folder, const char *name, struct stat *st, int flags);

static bool swaps;

static void swap_after(const char *path)
{
    size_t length = strlen(path);
    if (!swaps || length < 4 || strcmp(path + length - 4, "book") != 0)
        return;
    swaps = false;
    cr_assert(zero(int, rename("link", "bot/book")));
}

int __wrap_lstat(const char *path, struct stat *st)
{
    int rc = __real_lstat(path, st);
    swap_after(path);
    return rc;
}

int __wrap_fstatat(int folder, const char *name, struct stat *st, int flags)
{
    int rc = __real_fstatat(folder, name, st, flags);
    swap_after(name);
    return rc;
}

static void make_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0, "%s", path);
}

/* Makes bot/book in a folder without permissions, secret, and a link to it. */
static void make_bot(void)
{
    make();
    if (geteuid() != 0)
        cr_skip_test("only root copies bots");
    cr_assert(chdir(run) == 0 && mkdir("bot", 0700) == 0);
    make_file("bot/book", "book!!");
    make_file("secret", "secret");
    cr_assert(zero(int, symlink("../secret", "link")));
}

static void remove_run(void)
{
    dom_fs_remove_tree(run);
}

static void expect_copy(const char *text)
{
    char found[16] = "";
    FILE *file = fopen("bots/7/book", "r");
    if (file && fgets(found, sizeof found, file) == NULL)
        found[0] = '\0';
    if (file)
        (void)fclose(file);
    cr_expect(eq(str, found, (char *)text));
}

Test(run_dir, a_bot_in_a_closed_folder_gets_a_copy, .init = make_bot, .fini = remove_run)
{
    char place[128], folder[128], link[16] = "";
    struct stat st;
    (void)snprintf(folder, sizeof folder, "%s/bot", run);
    cr_assert(symlink("/etc/hostname", "bot/etc") == 0 && mkdir("bot/sub", 0700) == 0);
    make_file("bot/sub/program", "x");
    cr_assert(zero(int, chmod("bot/sub/program", 0700)));
    cr_assert(eq(int, dom_fs_run_dir_stage(run, 7, folder, place, sizeof place, &err), DOM_OK),
              "%s", err.text);
    expect_copy("book!!");
    cr_expect(stat("bots/7/sub/program", &st) == 0 && (st.st_mode & 07777) == 0555);
    cr_expect(stat("bots/7/sub", &st) == 0 && (st.st_mode & 07777) == 0755);
    cr_expect(eq(int, (int)readlink("bots/7/etc", link, sizeof link), 13), "still a link");
}

Test(run_dir, a_file_replaced_by_a_link_is_not_copied, .init = make_bot, .fini = remove_run)
{
    char place[128], folder[128];
    (void)snprintf(folder, sizeof folder, "%s/bot", run);
    swaps = true;
    cr_expect(eq(int, dom_fs_run_dir_stage(run, 7, folder, place, sizeof place, &err), DOM_E_IO));
    cr_expect(swaps == false && strstr(err.text, "book: "), "%s", err.text);
    expect_copy("");
}

Test(run_dir, a_pipe_in_the_folder_of_a_bot_is_not_waited_for, .init = make_bot, .fini = remove_run)
{
    char place[128], folder[128];
    (void)snprintf(folder, sizeof folder, "%s/bot", run);
    cr_assert(zero(int, mkfifo("bot/pipe", 0600)));
    cr_expect(eq(int, dom_fs_run_dir_stage(run, 7, folder, place, sizeof place, &err), DOM_E_IO));
    cr_expect(strstr(err.text, "pipe: this is neither a file nor a folder") != NULL, "%s",
              err.text);
}
