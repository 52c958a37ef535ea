/* Folders for copies of bots in memory. The copies themselves are tried with real bots
 * (tests/chaos/test_whisper.py). */
#include "../tools/scratch.h"

#include "fs/memory_dir.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

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
