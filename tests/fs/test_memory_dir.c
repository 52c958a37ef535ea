/* Folders for copies of bots in memory. The copies themselves are tried with real bots
 * (tests/chaos/test_whisper.py). */
#include "../tools/scratch.h"

#include "fs/memory_dir.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A file stands where the mount point or the link would be, so neither can be made. */
Test(memory_dir, a_place_that_is_taken_is_the_reason_why_nothing_is_in_memory)
{
    scratch s;
    dom_fs_memory_dir dir;
    char out[DOM_PATH_BYTES];
    scratch_open(&s);
    scratch_folder(&s, "bots");
    scratch_write(&s, "bots/memory", "");
    dom_fs_memory_dir_open(&dir, s.path, 1 << 20);
    cr_expect(eq(str, dir.path, ""));
    cr_expect(ne(str, dir.why.text, ""));
    cr_expect(eq(int, dom_fs_memory_dir_copy(&dir, 0, s.path, out), DOM_E_LIMIT));
    dom_fs_memory_dir_close(&dir);
    dom_fs_memory_dir_remove_left(s.path);
    scratch_close(&s);
}

Test(memory_dir, links_are_kept_and_their_texts_take_memory_too)
{
    enum { LENGTH = 3000, COST = 4096 + 1024 };
    scratch s;
    dom_fs_memory_dir dir;
    char out[DOM_PATH_BYTES], target[LENGTH + 1], link[DOM_PATH_BYTES + 8], found[LENGTH + 1] = "";
    memset(target, 'a', LENGTH);
    target[LENGTH] = '\0';
    scratch_open(&s);
    scratch_folder(&s, "run");
    scratch_folder(&s, "bot");
    cr_assert(zero(int, symlink(target, scratch_at(&s, "bot/link"))));
    dom_fs_memory_dir_open(&dir, scratch_at(&s, "run"), COST + COST / 2);
    bool has_place = dir.path[0] != '\0';
    if (has_place) {
        cr_expect(eq(int, dom_fs_memory_dir_copy(&dir, 0, scratch_at(&s, "bot"), out), DOM_OK));
        (void)snprintf(link, sizeof link, "%s/link", out);
        cr_expect(eq(int, (int)readlink(link, found, LENGTH), LENGTH));
        cr_expect(eq(str, found, target));
        cr_expect(eq(u64, dir.left, COST / 2));
        cr_expect(
            eq(int, dom_fs_memory_dir_copy(&dir, 1, scratch_at(&s, "bot"), out), DOM_E_LIMIT));
    }
    dom_fs_memory_dir_close(&dir);
    scratch_close(&s);
    if (!has_place)
        cr_skip_test("nothing may be kept in memory here");
}
