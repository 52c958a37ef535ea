/* Copies of whole folders, as they are. */
#include "fs/copy_tree.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

SCRATCH_SUITE(fs_copy_tree);

static struct stat state_of(const char *path)
{
    struct stat st;
    cr_assert(eq(int, lstat(path, &st), 0), "%s", path);
    return st;
}

static void make_original(void)
{
    scratch_write(&s, "from/sub/program", "#!/bin/sh\n");
    scratch_write(&s, "from/empty", "");
    cr_assert(eq(int, symlink("/usr/bin/python3", scratch_at(&s, "from/sub/python")), 0));
    cr_assert(eq(int, symlink("nowhere", scratch_at(&s, "from/dangling")), 0));
    cr_assert(eq(int, mkfifo(scratch_at(&s, "from/pipe"), 0600), 0));
    cr_assert(eq(int, chmod(scratch_at(&s, "from/sub/program"), 0555), 0));
    cr_assert(eq(int, chmod(scratch_at(&s, "from/sub"), 0555), 0));
    cr_assert(eq(int, chmod(scratch_at(&s, "from"), 0551), 0));
}

static void copy_original(uint64_t *bytes)
{
    dom_err err = {.text = ""};
    cr_assert(eq(int, dom_fs_copy_tree(scratch_at(&s, "from"), scratch_at(&s, "to"), bytes, &err),
                 DOM_OK),
              "%s", err.text);
}

static void expect_state(const char *from, const char *to)
{
    struct stat a = state_of(scratch_at(&s, from)), b = state_of(scratch_at(&s, to));
    cr_assert(eq(uint, b.st_mode, a.st_mode), "%s", to);
    cr_assert(eq(uint, b.st_uid, a.st_uid), "%s", to);
    cr_assert(eq(uint, b.st_gid, a.st_gid), "%s", to);
    cr_assert(eq(i64, b.st_mtim.tv_sec, a.st_mtim.tv_sec), "%s", to);
    cr_assert(eq(i64, b.st_mtim.tv_nsec, a.st_mtim.tv_nsec), "%s", to);
}

Test(fs_copy_tree, files_links_and_folders_are_as_they_were)
{
    char target[64] = "";
    uint64_t bytes = 7;
    make_original();
    copy_original(&bytes);
    expect_state("from", "to");
    expect_state("from/sub", "to/sub");
    expect_state("from/sub/program", "to/sub/program");
    expect_state("from/empty", "to/empty");
    expect_state("from/sub/python", "to/sub/python");
    char *text = scratch_read(scratch_at(&s, "to/sub/program"));
    cr_assert(eq(str, text, "#!/bin/sh\n"));
    free(text);
    cr_assert(ge(sz, (size_t)readlink(scratch_at(&s, "to/sub/python"), target, 63), 1));
    cr_assert(eq(str, target, "/usr/bin/python3"));
    cr_assert(eq(u64, bytes, 7 + strlen("#!/bin/sh\n")));
}

Test(fs_copy_tree, pipes_are_left_out)
{
    uint64_t bytes = 0;
    make_original();
    copy_original(&bytes);
    cr_assert(eq(int, scratch_count(scratch_at(&s, "from")), 4));
    cr_assert(eq(int, scratch_count(scratch_at(&s, "to")), 3));
}

Test(fs_copy_tree, a_set_user_id_bit_is_not_copied)
{
    uint64_t bytes = 0;
    scratch_write(&s, "from/program", "");
    cr_assert(eq(int, chmod(scratch_at(&s, "from/program"), 06755), 0));
    copy_original(&bytes);
    cr_assert(eq(uint, state_of(scratch_at(&s, "to/program")).st_mode & S_ISUID, 0));
}

Test(fs_copy_tree, nothing_is_copied_over_what_is_there_or_from_what_is_not)
{
    uint64_t bytes = 0;
    dom_err err = {.text = ""};
    scratch_folder(&s, "to");
    cr_assert(eq(int, dom_fs_copy_tree(scratch_at(&s, "no"), scratch_at(&s, "new"), &bytes, &err),
                 DOM_E_IO));
    cr_assert(ne(ptr, strstr(err.text, "/no: No such file or directory"), NULL));
    scratch_folder(&s, "from");
    cr_assert(eq(int, dom_fs_copy_tree(scratch_at(&s, "from"), scratch_at(&s, "to"), &bytes, &err),
                 DOM_E_IO));
    cr_assert(ne(ptr, strstr(err.text, "/to: File exists"), NULL));
}
