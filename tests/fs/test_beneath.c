/* Opening files beneath a folder and walking through it, with and without openat2. */
#include "fs/beneath.h"
#include "fs/file_walk.h"
#include "no_openat2.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/domino-test-XXXXXX";
static int top = -1;

static void make_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0, "%s", path);
}

static void set_up(void)
{
    char *real;
    cr_assert(mkdtemp(root) && chdir(root) == 0);
    cr_assert(mkdir("top", 0755) == 0 && mkdir("top/data", 0755) == 0);
    make_file("secret", "secret");
    make_file("top/file", "file");
    make_file("top/data/book", "book");
    cr_assert(symlink("file", "top/link") == 0 && symlink("data", "top/to-data") == 0);
    cr_assert(symlink("../secret", "top/out") == 0 && symlink("..", "top/data/up") == 0);
    cr_assert(mkfifo("top/pipe", 0644) == 0);
    top = dom_fs_beneath_hold("top/data/up", &real);
    cr_assert(ge(int, top, 0));
    cr_assert(strncmp(real, root, strlen(root)) == 0 && strcmp(strrchr(real, '/'), "/top") == 0);
    free(real);
}

static void clean_up(void)
{
    char command[64];
    (void)snprintf(command, sizeof command, "rm -r %s", root);
    close(top);
    (void)!system(command);
}

TestSuite(fs_beneath, .init = set_up, .fini = clean_up);

static const struct {
    const char *path;
    int error; /* 0: it is opened */
} cases[] = {
    {"file", 0},        {"data/book", 0},     {"./data//book", 0},     {"pipe", 0},
    {".", 0},           {"data/", 0},         {"link", ELOOP},         {"out", ELOOP},
    {"data/up", ELOOP}, {"none", ENOENT},     {"data/none", ENOENT},   {"file/none", ENOTDIR},
    {"..", EXDEV},      {"../secret", EXDEV}, {"data/../file", EXDEV}, {"/etc/passwd", EXDEV},
    {"..file", ENOENT},
};

static void check_cases(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int fd = dom_fs_beneath_open(top, cases[i].path, O_RDONLY);
        int error = fd < 0 ? errno : 0;
        cr_expect(eq(int, error, cases[i].error), "%s", cases[i].path);
        cr_expect(fd < 0 || fcntl(fd, F_GETFD) == FD_CLOEXEC);
        cr_expect(fd < 0 || close(fd) == 0);
    }
    /* The kernel returns ELOOP; O_NOFOLLOW with O_DIRECTORY returns ENOTDIR. */
    cr_expect(eq(int, dom_fs_beneath_open(top, "to-data/book", O_RDONLY), -1));
    int error = errno;
    cr_expect(error == ELOOP || error == ENOTDIR);
    cr_expect(eq(int, dom_fs_beneath_open(top, "data/up/file", O_RDONLY), -1));
}

Test(fs_beneath, follows_no_link_and_does_not_leave)
{
    check_cases();
}

Test(fs_beneath, an_old_kernel_without_openat2_gives_the_same_results)
{
    refuse_openat2(ENOSYS);
    check_cases();
}

Test(fs_beneath, a_seccomp_filter_of_openat2_gives_the_same_results)
{
    refuse_openat2(EPERM);
    check_cases();
}

Test(fs_beneath, a_file_is_recognised_by_its_identity)
{
    struct stat st;
    cr_assert(stat("top/file", &st) == 0);
    dom_fs_file_id id = dom_fs_file_id_of(&st);
    cr_expect(dom_fs_file_id_is(&id, &st));
    make_file("top/file", "grown");
    cr_assert(stat("top/file", &st) == 0);
    cr_expect(dom_fs_file_id_is(&id, &st) == false, "another size");
    cr_assert(stat("top/data/book", &st) == 0);
    cr_expect(dom_fs_file_id_is(&id, &st) == false, "another file of that size");
}

/* ---- walking ------------------------------------------------------------- */

typedef struct {
    int count;
    bool swap; /* replace "data" by a link after it was visited */
    char seen[200];
} tour;

static dom_rc visit(void *context, const dom_fs_walk_entry *e, bool *enter, dom_err *err)
{
    tour *t = context;
    t->count++;
    size_t length = strlen(t->seen);
    (void)snprintf(t->seen + length, sizeof t->seen - length, "%s ", e->path);
    if (t->swap && strcmp(e->path, "data") == 0)
        cr_assert(rename("top/data", "moved") == 0 && symlink("../moved", "top/data") == 0);
    return DOM_OK;
}

Test(fs_beneath, a_walk_visits_every_entry_and_follows_no_link)
{
    tour t = {0};
    cr_expect(eq(int, dom_fs_file_walk(top, visit, &t, NULL), DOM_OK));
    cr_expect(eq(int, t.count, 8), "%s", t.seen);
    cr_expect(strstr(t.seen, "data/book ") && !strstr(t.seen, "to-data/"), "%s", t.seen);
}

Test(fs_beneath, a_walk_does_not_enter_a_replaced_folder)
{
    for (int i = 0; i < 2; i++) {
        tour t = {.swap = true};
        dom_err err = {.text = ""};
        cr_expect(eq(int, dom_fs_file_walk(top, visit, &t, &err), DOM_E_IO));
        cr_expect(eq(str, err.text, "data: changed while it was read"));
        cr_expect(strstr(t.seen, "data/book") == NULL, "%s", t.seen);
        cr_assert(unlink("top/data") == 0 && rename("moved", "top/data") == 0);
        if (i == 0)
            refuse_openat2(ENOSYS);
    }
}
