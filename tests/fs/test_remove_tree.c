/* Removing a folder while its owner changes it. The system calls of remove_tree.c that take a
 * name are wrapped here (--wrap), so that the owner acts before each of them in turn. */
#include "fs/remove_tree.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int __real_openat(int folder, const char *name, int flags, ...);
int __real_unlinkat(int folder, const char *name, int flags);
int __real_chmod(const char *path, mode_t mode);
int __real_fchmodat(int folder, const char *name, mode_t mode, int flags);

enum { NEVER = -1 };

static char root[64];
static int calls_left = NEVER; /* until the owner acts */

static void count_call(void)
{
    if (calls_left == 0 && access("run/inside", F_OK) == 0)
        cr_assert(zero(int, renameat2(AT_FDCWD, "run/inside", AT_FDCWD, "link", RENAME_EXCHANGE)));
    if (calls_left >= 0)
        calls_left--;
}

int __wrap_openat(int folder, const char *name, int flags, ...)
{
    count_call();
    return __real_openat(folder, name, flags);
}

int __wrap_unlinkat(int folder, const char *name, int flags)
{
    count_call();
    return __real_unlinkat(folder, name, flags);
}

int __wrap_chmod(const char *path, mode_t mode)
{
    count_call();
    return __real_chmod(path, mode);
}

int __wrap_fchmodat(int folder, const char *name, mode_t mode, int flags)
{
    count_call();
    return __real_fchmodat(folder, name, mode, flags);
}

static void make_file(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    cr_assert(ge(int, fd, 0));
    close(fd);
}

static void make_link(const char *path)
{
    char target[80];
    (void)snprintf(target, sizeof target, "%s/other", root);
    cr_assert(zero(int, symlink(target, path)));
}

/* Makes run/inside with a file in it, and a link to another folder. */
static void make_folders(void)
{
    strcpy(root, "/tmp/domino-test.XXXXXX");
    cr_assert(ne(ptr, mkdtemp(root), NULL));
    cr_assert(zero(int, chdir(root)));
    static const char *const folders[] = {"run", "run/inside", "other"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        cr_assert(zero(int, mkdir(folders[i], 0700)));
    make_file("run/inside/file");
    make_file("other/file");
    make_link("link");
    cr_assert(zero(int, chmod("other", 0750)));
}

static void expect_other_untouched(int call)
{
    struct stat st;
    cr_assert(zero(int, stat("other", &st)));
    cr_expect(eq(int, (int)(st.st_mode & 07777), 0750), "before call %d", call);
    cr_expect(zero(int, access("other/file", F_OK)), "before before call %d", call);
}

Test(host_folder, a_link_that_replaces_a_folder_meanwhile_is_not_followed)
{
    bool was_in_time = true;
    int call = 0;
    for (; was_in_time; call++) {
        make_folders();
        calls_left = call;
        dom_fs_remove_tree("run");
        was_in_time = calls_left < 0;
        expect_other_untouched(call);
        calls_left = NEVER;
        dom_fs_remove_tree(root);
        cr_expect(eq(int, access(root, F_OK), -1));
    }
    cr_expect(ge(int, call, 4), "the calls do not come by here");
}

/* A deep chain of folders. The first one contains entries with the names that remove_tree.c
 * gives to deep folders. */
Test(host_folder, a_tree_of_any_depth_is_removed)
{
    static const int depths[] = {199, 200, 201, 402, 3000};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        make_folders();
        make_file("run/moved-0");
        cr_assert(zero(int, mkdir("run/moved-1", 0700)));
        make_file("run/moved-1/file");
        cr_assert(zero(int, chdir("run")));
        for (int depth = 0; depth < depths[i]; depth++) {
            cr_assert(zero(int, mkdir("deep", 0700)));
            cr_assert(zero(int, chdir("deep")));
        }
        make_file("file");
        cr_assert(zero(int, chdir(root)));
        dom_fs_remove_tree("run");
        cr_expect(eq(int, access("run", F_OK), -1), "%d", depths[i]);
        dom_fs_remove_tree(root);
    }
}

Test(host_folder, links_are_removed_and_folders_without_permission_are_emptied)
{
    make_folders();
    make_link("run/inside/link");
    cr_assert(zero(int, chmod("run/inside", 0)));
    dom_fs_remove_tree("run");
    cr_expect(eq(int, access("run", F_OK), -1));
    dom_fs_remove_tree("link"); /* not a folder itself */
    expect_other_untouched(NEVER);
    dom_fs_remove_tree(root);
    cr_expect(eq(int, access(root, F_OK), -1));
}
