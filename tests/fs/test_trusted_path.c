/* Which paths other users could change or replace. */
#include "fs/trusted_path.h"
#include "scratch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static dom_err err;

SCRATCH_SUITE(fs_trusted_path);

/* Returns "" if nobody else can change it, else why, behind the path that is at fault. */
static const char *said_of(const char *name, const char *culprit)
{
    err.text[0] = '\0';
    dom_rc rc = dom_fs_trusted_path_check(scratch_at(&s, name), &err);
    cr_expect(eq(int, rc, err.text[0] ? DOM_E_CONFIG : DOM_OK));
    size_t length = strlen(scratch_at(&s, culprit));
    if (err.text[0] && strncmp(err.text, scratch_at(&s, culprit), length) != 0)
        return err.text;
    return err.text[0] ? err.text + length : "";
}

static void set_mode(const char *name, mode_t mode)
{
    cr_assert(zero(int, chmod(scratch_at(&s, name), mode)));
}

Test(fs_trusted_path, a_folder_of_ones_own_is_trusted)
{
    scratch_folder(&s, "a/b");
    cr_expect(eq(str, (char *)said_of("a/b", "a/b"), (char *)""));
    cr_expect(eq(int, dom_fs_trusted_path_check("/", &err), DOM_OK));
}

Test(fs_trusted_path, a_folder_that_others_may_write_is_named)
{
    static const struct {
        mode_t mode;
        const char *last, *middle;
    } folders[] = {
        {0755, "", ""},
        {0775, " may be written by its group", " may be written by its group"},
        {0757, " may be written by everybody", " may be written by everybody"},
        {01777, " may be written by everybody", ""},
        {01770, " may be written by its group", ""},
    };
    scratch_folder(&s, "a/b");
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        set_mode("a", folders[i].mode);
        cr_expect(eq(str, (char *)said_of("a", "a"), (char *)folders[i].last), "%zu", i);
        cr_expect(eq(str, (char *)said_of("a/b", "a"), (char *)folders[i].middle), "%zu", i);
    }
}

Test(fs_trusted_path, a_folder_of_another_user_is_named)
{
    if (geteuid() != 0)
        cr_skip_test("only root can give a folder away");
    scratch_folder(&s, "a/b");
    cr_assert(zero(int, chown(scratch_at(&s, "a"), 1234, 0)));
    cr_expect(eq(str, (char *)said_of("a", "a"), (char *)" belongs to user 1234"));
    cr_expect(eq(str, (char *)said_of("a/b", "a"), (char *)" belongs to user 1234"));
    cr_assert(zero(int, chown(scratch_at(&s, "a"), 0, 0)));
    cr_assert(zero(int, chown(scratch_at(&s, "a/b"), 1234, 0)));
    cr_expect(eq(str, (char *)said_of("a/b", "a/b"), (char *)" belongs to user 1234"));
}

Test(fs_trusted_path, links_and_missing_folders_are_named)
{
    scratch_folder(&s, "a/b");
    cr_assert(zero(int, symlink("a", scratch_at(&s, "link"))));
    cr_expect(eq(str, (char *)said_of("link/b", "link"), (char *)" has become a link"));
    cr_expect(eq(str, (char *)said_of("a/c", "a/c"), (char *)": No such file or directory"));
}
