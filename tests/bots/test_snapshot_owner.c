/* Snapshots of a folder whose owner changes it meanwhile: no private file of another user is
 * copied. */
#include "expect.h"
#include "fs/file_tree.h"
#include "fs/remove_tree.h"
#include "no_openat2.h"
#include "snapshot_bot.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(bots_snapshot_owner, .init = snapshot_set_up, .fini = snapshot_clean_up);

/* ---- an owner who changes the folder meanwhile ---------------------------- */

/* Actions of the owner between the listing and the copy of the folder. */
static void put_link(void)
{
    cr_assert(unlink("bot/data/book.txt") == 0 &&
              symlink("../../secret", "bot/data/book.txt") == 0);
}

static void put_link_to_folder(void)
{
    cr_assert(rename("bot/data", "moved") == 0 && symlink("../private", "bot/data") == 0);
}

static void put_hard_link(void)
{
    cr_assert(unlink("bot/data/book.txt") == 0 && link("secret", "bot/data/book.txt") == 0);
}

static void put_pipe(void)
{
    cr_assert(unlink("bot/data/book.txt") == 0 && mkfifo("bot/data/book.txt", 0644) == 0);
}

static void put_nothing(void)
{
    cr_assert(unlink("bot/data/book.txt") == 0);
}

static void let_it_grow(void)
{
    scratch_write(&s, "bot/data/book.txt", "6-6\n6-5\n");
}

static void exchange_what_a_link_leads_to(void)
{
    cr_assert(rename("bot/data/target", "moved") == 0);
    cr_assert(symlink("../../secret", "bot/data/target") == 0);
}

static void (*const tricks[])(void) = {
    put_link,    put_link_to_folder,           put_hard_link, put_pipe, put_nothing,
    let_it_grow, exchange_what_a_link_leads_to};

/* Lists the folder, lets its owner act and copies the listed files. The secret, which is as long
 * as the listed file, must not be in the copy. */
static void expect_no_secret(void (*trick)(void), size_t number)
{
    char hash[DOM_FS_TREE_HASH_BYTES];
    dom_fs_tree tree;
    scratch_folder(&s, "copy");
    int copy = open("copy", O_RDONLY | O_DIRECTORY);
    expect_ok(dom_fs_tree_open(&tree, "bot", &last_err));
    expect_ok(dom_fs_tree_list(&tree, &last_err));
    trick();
    cr_expect(eq(int, dom_fs_tree_hash(&tree, copy, hash, &last_err), DOM_E_IO), "trick %zu",
              number);
    cr_expect(strstr(last_err.text, ": changed while it was read") != NULL, "%s", last_err.text);
    static const char *const copies[] = {"copy/data/book.txt", "copy/link"};
    for (size_t i = 0; i < 2; i++) {
        char *text = scratch_read(copies[i]);
        cr_expect(text == NULL || strstr(text, "SEC") == NULL, "trick %zu", number);
        free(text);
    }
    dom_fs_tree_clear(&tree);
    (void)close(copy);
}

static void try_all_tricks(void)
{
    for (size_t i = 0; i < sizeof tricks / sizeof *tricks; i++) {
        static const char *const folders[] = {"bot", "copy", "private", "moved"};
        for (size_t f = 0; f < sizeof folders / sizeof *folders; f++)
            dom_fs_remove_tree(folders[f]);
        (void)unlink("moved");
        scratch_write(&s, "bot/data/book.txt", "6-6\n");
        scratch_write(&s, "bot/data/target", "5-5\n");
        scratch_write(&s, "private/book.txt", "SEC\n");
        scratch_write(&s, "secret", "SEC\n");
        cr_assert(symlink("data/target", "bot/link") == 0);
        expect_no_secret(tricks[i], i);
    }
}

Test(bots_snapshot_owner, a_file_that_replaced_a_listed_one_is_not_copied)
{
    try_all_tricks();
}

Test(bots_snapshot_owner, a_file_that_replaced_a_listed_one_is_not_copied_without_openat2)
{
    refuse_openat2(ENOSYS);
    try_all_tricks();
}

/* The owner exchanges a link after it was checked. */
Test(bots_snapshot_owner, a_link_is_copied_as_it_was_checked)
{
    char hash[DOM_FS_TREE_HASH_BYTES], text[64] = "";
    dom_fs_tree tree;
    scratch_folder(&s, "copy");
    int copy = open("copy", O_RDONLY | O_DIRECTORY);
    cr_assert(symlink("data", "bot/link") == 0);
    expect_ok(dom_fs_tree_open(&tree, "bot", &last_err));
    expect_ok(dom_fs_tree_list(&tree, &last_err));
    cr_assert(unlink("bot/link") == 0 && symlink("../private", "bot/link") == 0);
    cr_expect(eq(int, dom_fs_tree_hash(&tree, copy, hash, &last_err), DOM_OK), "%s", last_err.text);
    cr_expect(eq(int, (int)readlink("copy/link", text, sizeof text - 1), 4));
    cr_expect(eq(str, text, "data"));
    dom_fs_tree_clear(&tree);
    (void)close(copy);
}

/* An owner who is quick enough has a folder listed that has become a link when its name is read
 * again. Its files would be written through the link. */
Test(bots_snapshot_owner, an_entry_below_a_link_is_refused)
{
    dom_fs_tree tree;
    cr_assert(symlink("data", "bot/link") == 0);
    expect_ok(dom_fs_tree_open(&tree, "bot", &last_err));
    expect_ok(dom_fs_tree_add_text(&tree, "link/file", "x", &last_err));
    cr_expect(eq(int, dom_fs_tree_list(&tree, &last_err), DOM_E_IO));
    cr_expect(eq(str, last_err.text, "link/file: changed while it was read"));
    dom_fs_tree_clear(&tree);
}

/* Starts a process that exchanges a file and a link until it is killed. */
static pid_t start_swapping(const char *a, const char *b)
{
    pid_t child = fork();
    cr_assert(child >= 0);
    while (child == 0)
        (void)renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE);
    return child;
}

/* Lists and copies the folder as fast as possible; returns true if no change was noticed. */
static bool copy_quickly(void)
{
    char hash[DOM_FS_TREE_HASH_BYTES];
    dom_fs_tree tree;
    scratch_folder(&s, "copy");
    int copy = open("copy", O_RDONLY | O_DIRECTORY);
    bool ok = dom_fs_tree_open(&tree, "bot", NULL) == DOM_OK &&
              dom_fs_tree_list(&tree, NULL) == DOM_OK &&
              dom_fs_tree_hash(&tree, copy, hash, NULL) == DOM_OK;
    dom_fs_tree_clear(&tree);
    (void)close(copy);
    return ok;
}

Test(bots_snapshot_owner, a_race_for_a_private_file_is_never_won)
{
    enum { TRIES = 200 };
    scratch_write(&s, "secret", "SEC\n");
    cr_assert(symlink("../../secret", "elsewhere") == 0);
    pid_t swapper = start_swapping("bot/data/book.txt", "elsewhere");
    for (int i = 0; i < TRIES; i++) {
        bool ok = copy_quickly();
        char *text = scratch_read("copy/data/book.txt");
        cr_expect(text == NULL || strstr(text, "SEC") == NULL, "try %d", i);
        cr_expect(ok == false || (text && strcmp(text, "6-6\n") == 0), "try %d", i);
        free(text);
        dom_fs_remove_tree("copy");
    }
    cr_assert(kill(swapper, SIGKILL) == 0 && waitpid(swapper, NULL, 0) == swapper);
}

Test(bots_snapshot_owner, a_race_for_a_link_out_of_the_folder_is_never_won)
{
    enum { TRIES = 100 };
    scratch_write(&s, "secret", "SEC\n");
    cr_assert(symlink("../secret", "elsewhere") == 0 && symlink("data", "bot/link") == 0);
    pid_t swapper = start_swapping("bot/link", "elsewhere");
    for (int i = 0; i < TRIES; i++) {
        char text[16] = "";
        bool ok = copy_quickly();
        bool is_link = readlink("copy/link", text, sizeof text - 1) > 0;
        cr_expect(eq(int, is_link, ok), "try %d", i);
        cr_expect(eq(str, text, ok ? "data" : ""), "try %d", i);
        dom_fs_remove_tree("copy");
    }
    cr_assert(kill(swapper, SIGKILL) == 0 && waitpid(swapper, NULL, 0) == swapper);
}

/* Root submits a folder of another user. */
static void give_away(uid_t owner)
{
    if (geteuid() != 0)
        cr_skip_test("only root reads what the folder's owner may not");
    static const char *const paths[] = {"bot", "bot/data", "bot/bot.sh", "bot/bot.yaml",
                                        "bot/data/book.txt"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        cr_assert(chown(paths[i], owner, owner) == 0);
}

Test(bots_snapshot_owner, private_files_of_others_are_refused)
{
    give_away(1234);
    cr_assert(chmod("bot/data/book.txt", 0600) == 0);
    (void)taken(); /* a file of the owner */
    scratch_write(&s, "bot/secret", "SEC\n");
    (void)taken(); /* a file of root that everybody may read */
    cr_assert(chmod("bot/secret", 0600) == 0);
    dom_fs_remove_tree("home");
    expect_refused("secret: not everybody may read this, and it belongs to another user than the "
                   "folder; allowed: what everybody may read, and files of the folder's owner ");
    cr_assert(chmod("bot/secret", 0644) == 0 && mkdir("bot/closed", 0700) == 0);
    expect_refused("closed: not everybody may read this, and it belongs to another user");
}

Test(bots_snapshot_owner, private_files_of_others_may_lie_in_a_users_own_folder)
{
    give_away(1234);
    scratch_write(&s, "bot/shared", "x");
    cr_assert(chown("bot/shared", 4321, 1234) == 0 && chmod("bot/shared", 0640) == 0);
    cr_assert(chown(".", 1234, 1234) == 0 && setegid(1234) == 0 && seteuid(1234) == 0);
    (void)taken();
    cr_assert(seteuid(0) == 0 && setegid(0) == 0);
}

Test(bots_snapshot_owner, private_files_with_a_second_name_are_refused)
{
    cr_assert(link("bot/data/book.txt", "elsewhere") == 0);
    (void)taken(); /* everybody may read it */
    dom_fs_remove_tree("home");
    cr_assert(chmod("elsewhere", 0600) == 0);
    expect_refused("data/book.txt: not everybody may read this, and it has a second hard link; ");
}

Test(bots_snapshot_owner, manifest_is_a_file_of_the_folder)
{
    dom_bots_manifest_clear(&manifest);
    cr_assert(rename("bot/bot.yaml", "bot/data/yaml") == 0);
    cr_assert(symlink("data/yaml", "bot/bot.yaml") == 0);
    cr_expect(eq(int, dom_bots_manifest_load(&manifest, "bot", &last_err), DOM_OK),
              "a link inside");
    dom_bots_manifest_clear(&manifest);
    cr_assert(rename("bot/data/yaml", "secret") == 0 && unlink("bot/bot.yaml") == 0);
    cr_assert(symlink("../secret", "bot/bot.yaml") == 0);
    cr_expect(eq(int, dom_bots_manifest_load(&manifest, "bot", &last_err), DOM_E_CONFIG));
    cr_expect(eq(str, last_err.text,
                 "bot/bot.yaml: this link does not lead to a file inside the folder"));
}

/* The folder is replaced after its bot.yaml was read. */
Test(bots_snapshot_owner, a_folder_that_was_replaced_after_reading_is_not_built)
{
    dom_bots_snapshot snapshot;
    scratch_write(&s, "bot/bot.yaml", "name: other\nrun: [./bot.sh]\nbuild: [[touch, /built]]\n");
    cr_expect(eq(int, take(&snapshot, &last_err), DOM_E_IO));
    cr_expect(eq(str, last_err.text, "bot/bot.yaml: changed while it was copied"));
    cr_assert(unlink("bot/bot.yaml") == 0);
    cr_expect(ne(int, take(&snapshot, &last_err), DOM_OK), "no bot at all");
    cr_expect(scratch_count("home/bots/mybot") <= 0, "nothing is left");
}
