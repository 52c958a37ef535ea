/* Files that appear completely or not at all. */
#include "fs/whole_file.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static void make_folder(void)
{
    (void)snprintf(folder, sizeof folder, "/tmp/domino-whole.XXXXXX");
    cr_assert(mkdtemp(folder) != NULL);
}

static const char *path_of(const char *name)
{
    static char path[4][128];
    static int at;
    at = (at + 1) % 4;
    (void)snprintf(path[at], sizeof path[at], "%s/%s", folder, name);
    return path[at];
}

/* Expects so many files in the folder, and removes it. */
static void end_folder(int files)
{
    DIR *dir = opendir(folder);
    for (const struct dirent *e = readdir(dir); e; e = readdir(dir))
        if (e->d_name[0] != '.') {
            files--;
            (void)unlinkat(dirfd(dir), e->d_name, 0);
        }
    closedir(dir);
    cr_assert(eq(int, files, 0));
    cr_assert(eq(int, rmdir(folder), 0));
}

static void expect_text(const char *name, const char *expected)
{
    char *text;
    dom_err err = {.text = ""};
    cr_assert(eq(int, dom_fs_file_text(&text, path_of(name), 1000, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(str, text, (char *)expected));
    free(text);
}

Test(fs_whole_file, a_file_is_written_replaced_and_read)
{
    struct stat st;
    make_folder();
    cr_assert(eq(int, dom_fs_file_put(path_of("a"), "one", 3, 0600, NULL), DOM_OK));
    expect_text("a", "one");
    cr_assert(eq(int, dom_fs_file_put(path_of("a"), "", 0, 0644, NULL), DOM_OK));
    expect_text("a", "");
    cr_assert(eq(int, stat(path_of("a"), &st), 0));
    cr_assert(eq(int, (int)(st.st_mode & 0777), 0644));
    end_folder(1);
}

Test(fs_whole_file, a_copy_has_the_same_bytes_and_their_hash)
{
    char hash[DOM_FS_FILE_HASH_BYTES], again[DOM_FS_FILE_HASH_BYTES];
    make_folder();
    cr_assert(eq(int, dom_fs_file_put(path_of("a"), "abc", 3, 0644, NULL), DOM_OK));
    cr_assert(eq(int, dom_fs_file_copy(path_of("a"), path_of("b"), 0600, hash, NULL), DOM_OK));
    expect_text("b", "abc");
    /* BLAKE2b-256 of "abc" */
    cr_assert(
        eq(str, hash, (char *)"bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"));
    cr_assert(eq(int, dom_fs_file_copy(path_of("b"), path_of("b"), 0600, again, NULL), DOM_OK));
    cr_assert(eq(str, hash, again));
    end_folder(2);
}

Test(fs_whole_file, a_failure_leaves_the_old_file_and_nothing_else)
{
    char *text;
    dom_err err = {.text = ""};
    make_folder();
    cr_assert(eq(int, dom_fs_file_put(path_of("a"), "old", 3, 0644, NULL), DOM_OK));
    cr_assert(
        eq(int, dom_fs_file_copy(path_of("none"), path_of("a"), 0644, NULL, &err), DOM_E_ABSENT));
    cr_assert(ne(int, strstr(err.text, "none") != NULL, 0));
    cr_assert(eq(int, dom_fs_file_copy(folder, path_of("a"), 0644, NULL, &err), DOM_E_IO));
    cr_assert(eq(int, dom_fs_file_put(path_of("none/a"), "x", 1, 0644, &err), DOM_E_IO));
    expect_text("a", "old");
    cr_assert(eq(int, dom_fs_file_text(&text, path_of("a"), 2, &err), DOM_E_IO));
    cr_assert(eq(ptr, text, NULL));
    cr_assert(eq(int, dom_fs_file_text(&text, path_of("none"), 2, &err), DOM_E_ABSENT));
    cr_assert(eq(int, dom_fs_file_text(&text, folder, 20000, &err), DOM_E_IO));
    end_folder(1);
}

Test(fs_whole_file, a_pipe_a_device_or_a_nul_is_refused_at_once)
{
    char *text;
    dom_err err = {.text = ""};
    make_folder();
    cr_assert(eq(int, mkfifo(path_of("pipe"), 0600), 0));
    cr_assert(eq(int, symlink("/dev/zero", path_of("zero")), 0));
    static const char *const names[] = {"pipe", "zero"};
    for (int i = 0; i < 2; i++) {
        const char *from = path_of(names[i]);
        cr_assert(eq(int, dom_fs_file_text(&text, from, 1000, &err), DOM_E_IO));
        cr_assert(ne(int, strstr(err.text, "is not a plain file") != NULL, 0), "%s", err.text);
        cr_assert(eq(int, dom_fs_file_copy(from, path_of("copy"), 0600, NULL, &err), DOM_E_IO));
    }
    cr_assert(eq(int, dom_fs_file_put(path_of("nul"), "a\0b", 3, 0600, NULL), DOM_OK));
    cr_assert(eq(int, dom_fs_file_text(&text, path_of("nul"), 1000, &err), DOM_E_IO));
    end_folder(3);
}
