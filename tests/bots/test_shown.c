/* Which folders and devices of the machine bots may be shown. */
#include "bots/shown.h"
#include "scratch.h"

#include "fs/run_dir.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static scratch s;
static dom_strings shown;
static dom_err err;

static void set_up(void)
{
    scratch_open(&s);
    scratch_folder(&s, "models/small");
    scratch_folder(&s, "data/home");
    scratch_folder(&s, "base");
    cr_assert(zero(int, setenv("HOME", s.path, 1)));
}

static void clean_up(void)
{
    dom_strings_clear(&shown);
    scratch_close(&s);
}

TestSuite(bots_shown, .init = set_up, .fini = clean_up);

static dom_rc take(const char *const words[], dom_strings *faults)
{
    char home[80], db[80];
    (void)snprintf(home, sizeof home, "%s/data/home", s.path);
    (void)snprintf(db, sizeof db, "%s/base/arena.db", s.path);
    const dom_bots_places places = {.home = home, .db = db};
    dom_strings_clear(&shown);
    for (; *words; words++)
        cr_assert(dom_strings_add(&shown, *words));
    return dom_bots_shown_take(&shown, &places, "--show", faults, &err);
}

static void expect_path(const char *word, const char *name)
{
    cr_assert(eq(int, take((const char *const[]){word, NULL}, NULL), DOM_OK), "%s", err.text);
    cr_assert(eq(sz, shown.count, 1));
    cr_expect(eq(str, shown.item[0], (char *)scratch_at(&s, name)));
}

/* Expects that the word is refused with these words in the message. */
static void expect_refused(const char *word, const char *reason)
{
    cr_expect(eq(int, take((const char *const[]){word, NULL}, NULL), DOM_E_CONFIG), "%s", word);
    cr_expect(zero(sz, shown.count));
    cr_expect(strncmp(err.text, "--show: ", 8) == 0 && strstr(err.text, reason) != NULL, "%s: %s",
              word, err.text);
    cr_expect(strstr(err.text, "allowed: ") != NULL || strstr(err.text, "in /dev only") != NULL,
              "%s", err.text);
}

Test(bots_shown, a_word_becomes_a_path_without_links)
{
    cr_assert(zero(int, symlink("models", scratch_at(&s, "link"))));
    expect_path(scratch_at(&s, "models"), "models");
    expect_path(scratch_at(&s, "models/./small/.."), "models");
    expect_path(scratch_at(&s, "link/small"), "models/small");
    expect_path("~/models", "models");
    expect_path("~/models/", "models");
}

Test(bots_shown, paths_are_sorted_and_each_is_there_once)
{
    cr_assert(eq(int,
                 take((const char *const[]){"~/models/small", "/usr/share", "~/models",
                                            "~/models/small/", NULL},
                      NULL),
                 DOM_OK));
    cr_assert(eq(sz, shown.count, 3));
    cr_expect(eq(str, shown.item[0], (char *)scratch_at(&s, "models")));
    cr_expect(eq(str, shown.item[1], (char *)scratch_at(&s, "models/small")));
    cr_expect(eq(str, shown.item[2], (char *)"/usr/share"));
    cr_assert(eq(int, take((const char *const[]){NULL}, NULL), DOM_OK));
    cr_expect(zero(sz, shown.count));
}

Test(bots_shown, words_that_are_no_paths_are_refused)
{
    static const char *const words[] = {"models",        "./models", "",
                                        "~other/models", "/a\nb",    "/\xff"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        expect_refused(words[i], "cannot be shown");
    expect_refused(scratch_at(&s, "none"), "/none: No such file or directory");
    cr_assert(zero(int, unsetenv("HOME")));
    expect_refused("~/models", "HOME is not set");
}

Test(bots_shown, what_is_no_folder_is_refused)
{
    scratch_write(&s, "file", "text");
    cr_assert(zero(int, mkfifo(scratch_at(&s, "pipe"), 0600)));
    expect_refused(scratch_at(&s, "file"), "is no folder");
    expect_refused(scratch_at(&s, "pipe"), "is no folder");
}

Test(bots_shown, what_the_sandbox_has_itself_is_refused)
{
    cr_assert(zero(int, symlink("/proc", scratch_at(&s, "link"))));
    expect_refused("/proc", "has a /proc of its own");
    expect_refused("/proc/self/fd", "has a /proc of its own");
    expect_refused("~/link", "has a /proc of its own");
    expect_refused("/sys", "has a /sys of its own");
    expect_refused("/run", "has a /run of its own");
    expect_refused("/var/run", "has a /run of its own");
    expect_refused("/tmp", "may be written by everybody");
}

Test(bots_shown, folders_that_others_may_change_are_refused)
{
    cr_assert(zero(int, chmod(scratch_at(&s, "models"), 0775)));
    expect_refused("~/models", "models may be written by its group");
    expect_refused("~/models/small", "models may be written by its group");
    cr_assert(zero(int, chmod(scratch_at(&s, "models"), 01777)));
    expect_refused("~/models", "models may be written by everybody");
    expect_path("~/models/small", "models/small");
}

Test(bots_shown, folders_of_the_arena_are_refused)
{
    char run[DOM_FS_RUN_DIR_BYTES];
    scratch_folder(&s, "data/home/bots");
    expect_refused("~/data/home", "the data folder");
    expect_refused("~/data/home/bots", "the data folder");
    expect_refused("~/data", "the data folder");
    expect_refused("~", "the data folder");
    expect_refused("/", "the data folder");
    expect_refused("~/base", "the folder of the database");
    cr_assert(eq(int, dom_fs_run_dir_make(run, &err), DOM_OK));
    expect_refused(run, "runs of the arena");
    dom_fs_run_dir_remove(run);
}

Test(bots_shown, a_folder_with_another_file_system_in_it_is_refused)
{
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", scratch_at(&s, "models/small"), "tmpfs", 0, NULL) != 0)
        cr_skip_test("nothing can be mounted here");
    expect_refused("~/models", "has another file system in it, ");
    cr_assert(zero(int, chmod(scratch_at(&s, "models/small"), 0755)));
    expect_path("~/models/small", "models/small");
    cr_assert(zero(int, umount(scratch_at(&s, "models/small"))));
    expect_path("~/models", "models");
}

Test(bots_shown, a_data_folder_that_is_not_made_yet_is_kept_apart)
{
    const dom_strings one = {.count = 1, .item = (char *[]){s.path, NULL}};
    cr_assert(zero(int, chdir(s.path)));
    cr_expect(eq(int, dom_bots_shown_keep_apart(&one, "new/data", "the data folder", &err),
                 DOM_E_CONFIG));
    cr_expect(eq(int, dom_bots_shown_keep_apart(&one, "/nowhere/new/data", "it", &err), DOM_OK));
    char beside[80];
    (void)snprintf(beside, sizeof beside, "%s-other", s.path);
    cr_expect(eq(int, dom_bots_shown_keep_apart(&one, beside, "it", &err), DOM_OK));
}

Test(bots_shown, every_fault_is_collected_and_the_rest_is_taken)
{
    dom_strings faults = {.count = 0};
    cr_assert(
        eq(int, take((const char *const[]){"/proc", "~/models", "~/none", NULL}, &faults), DOM_OK));
    cr_expect(eq(sz, faults.count, 2));
    cr_assert(eq(sz, shown.count, 1));
    cr_expect(eq(str, shown.item[0], (char *)scratch_at(&s, "models")));
    dom_strings_clear(&faults);
}

Test(bots_shown, other_devices_and_folders_of_dev_are_refused)
{
    cr_assert(zero(int, symlink("/dev/null", scratch_at(&s, "nvidia0"))));
    static const char *const words[] = {
        "/dev", "/dev/shm", "/dev/null", "/dev/tty", "/dev/../dev/urandom", "~/nvidia0"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        expect_refused(words[i], "in /dev only devices may be shown: /dev/nvidia*");
}

/* The device that is made works like /dev/null. */
Test(bots_shown, a_device_that_computes_may_be_shown)
{
    static const char path[] = "/dev/nvidia-domino-test";
    if (mknod(path, S_IFCHR | 0666, makedev(1, 3)) != 0)
        cr_skip_test("no device can be made here");
    dom_rc rc = take((const char *const[]){path, NULL}, NULL);
    cr_assert(zero(int, unlink(path)));
    cr_assert(eq(int, rc, DOM_OK), "%s", err.text);
    cr_assert(eq(sz, shown.count, 1));
    cr_expect(eq(str, shown.item[0], (char *)path));
    cr_expect(dom_bots_shown_is_device(path));
    cr_expect(not(dom_bots_shown_is_device("/device")));
}
