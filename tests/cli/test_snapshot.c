/* Snapshots: what they copy, what their version depends on, what is never left behind. */
#include "host/folder.h"
#include "no_openat2.h"
#include "scratch.h"
#include "snapshot.h"
#include "tree.h"
#include "workshop.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static scratch s;
static dom_manifest manifest; /* of the bot in PATH/bot                        */

static void set_up(void)
{
    scratch_open(&s);
    cr_assert(chdir(s.path) == 0);
    scratch_write(&s, "bot/bot.yaml", "name: mybot\nrun: [./bot.sh]\n");
    scratch_write(&s, "bot/bot.sh", "#!/bin/sh\nexec cat\n");
    scratch_write(&s, "bot/data/book.txt", "6-6\n");
    cr_assert(chmod("bot/bot.sh", 0755) == 0);
    cr_assert(eq(int, dom_manifest_load(&manifest, "bot", NULL), DOM_OK));
}

static void clean_up(void)
{
    dom_manifest_clear(&manifest);
    scratch_close(&s);
}

TestSuite(cli_snapshot, .init = set_up, .fini = clean_up);

static dom_rc take(dom_snapshot *snapshot, dom_err *err)
{
    dom_snapshot_spec spec = {.home = "home", .folder = "bot", .manifest = &manifest};
    return dom_snapshot_take(snapshot, &spec, err);
}

static dom_snapshot taken(void)
{
    dom_snapshot snapshot;
    dom_err err = {.text = ""};
    cr_assert(eq(int, take(&snapshot, &err), DOM_OK), "%s", err.text);
    return snapshot;
}

static void expect_refused(const char *message)
{
    dom_snapshot snapshot;
    dom_err err = {.text = ""};
    cr_expect(eq(int, take(&snapshot, &err), DOM_E_CONFIG));
    cr_expect(strncmp(err.text, message, strlen(message)) == 0, "%s", err.text);
    cr_expect(scratch_count("home/bots/mybot") <= 0, "nothing is left");
}

/* A folder of the home, with all that is in it. */
static void expect_text(const char *folder, const char *name, const char *text)
{
    char path[DOM_PATH_BYTES + 64];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    char *found = scratch_read(path);
    cr_expect(found != NULL && strcmp(found, text) == 0, "%s", path);
    free(found);
}

/* ---- the version --------------------------------------------------------- */

static void put_number(crypto_generichash_state *state, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++, value >>= 8) {
        unsigned char byte = value & 255;
        crypto_generichash_update(state, &byte, 1);
    }
}

static void put_entry(crypto_generichash_state *state, char kind, const char *path,
                      const char *content)
{
    crypto_generichash_update(state, (unsigned char *)&kind, 1);
    put_number(state, strlen(path), 4);
    crypto_generichash_update(state, (const unsigned char *)path, strlen(path));
    put_number(state, strlen(content), 8);
    crypto_generichash_update(state, (const unsigned char *)content, strlen(content));
}

Test(cli_snapshot, version_is_the_hash_that_the_header_describes)
{
    unsigned char digest[32];
    char hex[65];
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, sizeof digest);
    crypto_generichash_update(&state, (const unsigned char *)"domino-arena bot 1\n", 19);
    put_entry(&state, 'x', "bot.sh", "#!/bin/sh\nexec cat\n");
    put_entry(&state, 'f', "bot.yaml", "name: mybot\nrun: [./bot.sh]\n");
    put_entry(&state, 'd', "data", "");
    put_entry(&state, 'f', "data/book.txt", "6-6\n");
    crypto_generichash_final(&state, digest, sizeof digest);
    sodium_bin2hex(hex, sizeof hex, digest, sizeof digest);
    cr_expect(eq(str, taken().version, hex));
}

Test(cli_snapshot, same_content_has_the_same_version_wherever_and_whenever)
{
    dom_snapshot first = taken();
    struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    cr_assert(utimensat(AT_FDCWD, "bot/bot.sh", old, 0) == 0);
    cr_assert(chmod("bot/bot.sh", 0711) == 0, "who else may run it does not count");
    cr_assert(rename("bot", "elsewhere") == 0 && symlink("elsewhere", "bot") == 0);
    cr_expect(eq(str, taken().version, first.version));
    cr_expect(eq(int, scratch_count("home/bots/mybot"), 1));
}

Test(cli_snapshot, every_change_is_another_version)
{
    dom_snapshot first = taken();
    cr_assert(chmod("bot/bot.sh", 0644) == 0);
    dom_snapshot mode = taken();
    cr_expect(ne(str, mode.version, first.version), "mode");
    cr_assert(chmod("bot/bot.sh", 0755) == 0);
    cr_assert(rename("bot/data/book.txt", "bot/data/took.txt") == 0);
    dom_snapshot name = taken();
    cr_expect(ne(str, name.version, first.version), "name");
    cr_assert(rename("bot/data/took.txt", "bot/data/book.txt") == 0);
    scratch_write(&s, "bot/data/book.txt", "6-5\n");
    dom_snapshot content = taken();
    cr_expect(ne(str, content.version, first.version), "content");
    scratch_write(&s, "bot/data/book.txt", "6-6\n");
    scratch_folder(&s, "bot/empty");
    dom_snapshot folder = taken();
    cr_expect(ne(str, folder.version, first.version), "an empty folder");
    cr_assert(rmdir("bot/empty") == 0);
    cr_expect(eq(str, taken().version, first.version));
    cr_expect(eq(int, scratch_count("home/bots/mybot"), 5));
}

Test(cli_snapshot, content_cannot_move_from_one_file_to_the_next)
{
    scratch_write(&s, "bot/a", "xy");
    scratch_write(&s, "bot/b", "z");
    dom_snapshot first = taken();
    scratch_write(&s, "bot/a", "x");
    scratch_write(&s, "bot/b", "yz");
    cr_expect(ne(str, taken().version, first.version));
}

/* ---- what is copied ------------------------------------------------------ */

Test(cli_snapshot, copy_has_the_files_and_nobody_may_write)
{
    dom_snapshot snapshot = taken();
    char expected[DOM_PATH_BYTES + 128];
    (void)snprintf(expected, sizeof expected, "%s/home/bots/mybot/%s", s.path, snapshot.version);
    cr_expect(eq(str, snapshot.folder, expected));
    expect_text(snapshot.folder, "bot.sh", "#!/bin/sh\nexec cat\n");
    expect_text(snapshot.folder, "bot.yaml", "name: mybot\nrun: [./bot.sh]\n");
    expect_text(snapshot.folder, "data/book.txt", "6-6\n");
    cr_assert(chdir(snapshot.folder) == 0);
    cr_expect(eq(int, (int)scratch_mode("."), 0555));
    cr_expect(eq(int, (int)scratch_mode("data"), 0555));
    cr_expect(eq(int, (int)scratch_mode("bot.sh"), 0555));
    cr_expect(eq(int, (int)scratch_mode("bot.yaml"), 0444));
    cr_expect(eq(int, (int)scratch_mode("data/book.txt"), 0444));
}

Test(cli_snapshot, leftovers_of_work_are_not_copied)
{
    dom_snapshot first = taken();
    scratch_write(&s, "bot/.git/config", "x");
    scratch_write(&s, "bot/__pycache__/a.pyc", "x");
    scratch_write(&s, "bot/data/__pycache__/a.txt", "x");
    scratch_write(&s, "bot/data/old.pyc", "x");
    cr_expect(eq(str, taken().version, first.version));
    scratch_write(&s, "bot/.gitignore", "x");
    cr_expect(ne(str, taken().version, first.version));
}

Test(cli_snapshot, links_inside_become_files)
{
    cr_assert(symlink("data/book.txt", "bot/link") == 0);
    cr_assert(symlink("../bot.sh", "bot/data/program") == 0);
    dom_snapshot links = taken();
    expect_text(links.folder, "link", "6-6\n");
    struct stat st;
    cr_assert(chdir(links.folder) == 0);
    cr_expect(lstat("link", &st) == 0 && S_ISREG(st.st_mode));
    cr_expect(eq(int, (int)scratch_mode("data/program"), 0555));
    cr_assert(chdir(s.path) == 0);

    cr_assert(unlink("bot/link") == 0 && unlink("bot/data/program") == 0);
    scratch_write(&s, "bot/link", "6-6\n");
    scratch_write(&s, "bot/data/program", "#!/bin/sh\nexec cat\n");
    cr_assert(chmod("bot/data/program", 0755) == 0);
    cr_expect(eq(str, taken().version, links.version), "as if they were files");
}

Test(cli_snapshot, links_outside_are_refused)
{
    scratch_write(&s, "secret", "x");
    scratch_write(&s, "bot-too/secret", "x");
    static const char *const outside[] = {"../secret", "/etc/passwd", "../bot-too/secret",
                                          "data/../../secret", "data/../../bot-too/secret"};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        cr_assert(symlink(outside[i], "bot/link") == 0);
        expect_refused("link: this link leads outside; allowed: files, folders and links to files "
                       "inside ");
        cr_assert(unlink("bot/link") == 0);
    }
}

Test(cli_snapshot, links_to_nothing_and_to_folders_are_refused)
{
    cr_assert(symlink("nowhere", "bot/link") == 0);
    expect_refused("link: this link leads nowhere; allowed: files, folders and links to files "
                   "inside ");
    cr_assert(unlink("bot/link") == 0 && symlink("link", "bot/link") == 0);
    expect_refused("link: this link leads nowhere");
    cr_assert(unlink("bot/link") == 0 && symlink("data", "bot/link") == 0);
    expect_refused("link: this link does not lead to a file");
    cr_assert(unlink("bot/link") == 0 && symlink(".", "bot/link") == 0);
    expect_refused("link: this link leads outside");
}

Test(cli_snapshot, what_is_neither_file_nor_folder_is_refused)
{
    cr_assert(mkfifo("bot/data/pipe", 0644) == 0);
    expect_refused("data/pipe: this is neither file nor folder");
    cr_assert(unlink("bot/data/pipe") == 0);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "bot/socket"};
    cr_assert(bind(fd, (struct sockaddr *)&address, sizeof address) == 0);
    expect_refused("socket: this is neither file nor folder");
    cr_assert(unlink("bot/socket") == 0);
    if (mknod("bot/device", S_IFCHR | 0644, 0) == 0)
        expect_refused("device: this is neither file nor folder");
    cr_assert(symlink("/dev/null", "bot/null") == 0);
    (void)unlink("bot/device");
    expect_refused("null: this link leads outside");
}

Test(cli_snapshot, folders_that_are_too_large_are_refused)
{
    char name[64];
    for (int i = 0; i < DOM_TREE_FILES_MAX; i++) {
        (void)snprintf(name, sizeof name, "bot/many/%d", i);
        scratch_write(&s, name, "");
    }
    char message[300];
    (void)snprintf(message, sizeof message,
                   "%s/bot: the folder is too large; allowed: 10000 files, 1 GiB", s.path);
    expect_refused(message);
    dom_folder_remove("bot/many");

    int fd = open("bot/large", O_WRONLY | O_CREAT, 0644);
    cr_assert(fd >= 0 && ftruncate(fd, (off_t)DOM_TREE_BYTES_MAX + 1) == 0 && close(fd) == 0);
    expect_refused(message);
}

Test(cli_snapshot, folders_that_are_too_deep_are_refused)
{
    char path[400] = "bot";
    for (int i = 0; i < DOM_TREE_DEPTH_MAX + 1; i++)
        strcat(path, "/d");
    scratch_folder(&s, path);
    expect_refused("d/d/d/");
}

Test(cli_snapshot, what_is_no_folder_is_refused)
{
    dom_snapshot snapshot;
    dom_err err;
    dom_snapshot_spec spec = {.home = "home", .folder = "nowhere", .manifest = &manifest};
    cr_expect(eq(int, dom_snapshot_take(&snapshot, &spec, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "nowhere: No such file or directory"));
    spec.folder = "bot/bot.sh";
    cr_expect(eq(int, dom_snapshot_take(&snapshot, &spec, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "bot/bot.sh: this is not a folder"));
    spec.folder = ".";
    cr_expect(eq(int, dom_snapshot_take(&snapshot, &spec, &err), DOM_E_CONFIG));
    cr_expect(strstr(err.text, ": the arena's home lies in the bot's folder") != NULL);
}

/* ---- an owner who changes the folder meanwhile ---------------------------- */

/* What the owner does between the listing and the copy of his folder. */
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

/* List the folder, let its owner act, and copy what was listed: the secret, which is as
 * long as what was listed, must not be in the copy. */
static void expect_no_secret(void (*trick)(void), size_t number)
{
    char hash[DOM_TREE_HASH_BYTES];
    dom_err err = {.text = ""};
    dom_tree tree;
    scratch_folder(&s, "copy");
    int copy = open("copy", O_RDONLY | O_DIRECTORY);
    cr_assert(eq(int, dom_tree_open(&tree, "bot", &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, dom_tree_list(&tree, &err), DOM_OK), "%s", err.text);
    trick();
    cr_expect(eq(int, dom_tree_hash(&tree, copy, hash, &err), DOM_E_IO), "trick %zu", number);
    cr_expect(strstr(err.text, ": changed while it was read") != NULL, "%s", err.text);
    static const char *const copies[] = {"copy/data/book.txt", "copy/link"};
    for (size_t i = 0; i < 2; i++) {
        char *text = scratch_read(copies[i]);
        cr_expect(text == NULL || strstr(text, "SEC") == NULL, "trick %zu", number);
        free(text);
    }
    dom_tree_clear(&tree);
    (void)close(copy);
}

static void try_all_tricks(void)
{
    for (size_t i = 0; i < sizeof tricks / sizeof *tricks; i++) {
        static const char *const folders[] = {"bot", "copy", "private", "moved"};
        for (size_t f = 0; f < sizeof folders / sizeof *folders; f++)
            dom_folder_remove(folders[f]);
        (void)unlink("moved");
        scratch_write(&s, "bot/data/book.txt", "6-6\n");
        scratch_write(&s, "bot/data/target", "5-5\n");
        scratch_write(&s, "private/book.txt", "SEC\n");
        scratch_write(&s, "secret", "SEC\n");
        cr_assert(symlink("data/target", "bot/link") == 0);
        expect_no_secret(tricks[i], i);
    }
}

Test(cli_snapshot, what_took_the_place_of_a_listed_file_is_not_copied)
{
    try_all_tricks();
}

Test(cli_snapshot, nor_is_it_without_openat2)
{
    refuse_openat2(ENOSYS);
    try_all_tricks();
}

/* A process that exchanges a file and a link until it is killed. */
static pid_t start_swapping(const char *a, const char *b)
{
    pid_t child = fork();
    cr_assert(child >= 0);
    while (child == 0)
        (void)renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE);
    return child;
}

/* List and copy the folder as fast as that goes; true when nothing was noticed. */
static bool copy_quickly(void)
{
    char hash[DOM_TREE_HASH_BYTES];
    dom_tree tree;
    scratch_folder(&s, "copy");
    int copy = open("copy", O_RDONLY | O_DIRECTORY);
    bool ok = dom_tree_open(&tree, "bot", NULL) == DOM_OK && dom_tree_list(&tree, NULL) == DOM_OK &&
              dom_tree_hash(&tree, copy, hash, NULL) == DOM_OK;
    dom_tree_clear(&tree);
    (void)close(copy);
    return ok;
}

Test(cli_snapshot, a_race_for_a_private_file_is_never_won)
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
        dom_folder_remove("copy");
    }
    cr_assert(kill(swapper, SIGKILL) == 0 && waitpid(swapper, NULL, 0) == swapper);
}

/* Root submits a folder of somebody else's. */
static void give_away(uid_t owner)
{
    if (geteuid() != 0)
        cr_skip_test("only root reads what the folder's owner may not");
    static const char *const paths[] = {"bot", "bot/data", "bot/bot.sh", "bot/bot.yaml",
                                        "bot/data/book.txt"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        cr_assert(chown(paths[i], owner, owner) == 0);
}

Test(cli_snapshot, private_files_of_others_are_refused)
{
    give_away(1234);
    cr_assert(chmod("bot/data/book.txt", 0600) == 0);
    (void)taken(); /* the owner's own */
    scratch_write(&s, "bot/secret", "SEC\n");
    (void)taken(); /* root's, but everybody may read it */
    cr_assert(chmod("bot/secret", 0600) == 0);
    dom_folder_remove("home");
    expect_refused("secret: not everybody may read this, and it belongs to another user than the "
                   "folder; allowed: what everybody may read, and files of the folder's owner ");
    cr_assert(chmod("bot/secret", 0644) == 0 && mkdir("bot/closed", 0700) == 0);
    expect_refused("closed: not everybody may read this, and it belongs to another user");
}

Test(cli_snapshot, private_files_of_others_may_lie_in_a_users_own_folder)
{
    give_away(1234);
    scratch_write(&s, "bot/shared", "x");
    cr_assert(chown("bot/shared", 4321, 1234) == 0 && chmod("bot/shared", 0640) == 0);
    cr_assert(chown(".", 1234, 1234) == 0 && setegid(1234) == 0 && seteuid(1234) == 0);
    (void)taken();
    cr_assert(seteuid(0) == 0 && setegid(0) == 0);
}

Test(cli_snapshot, private_files_with_a_second_name_are_refused)
{
    cr_assert(link("bot/data/book.txt", "elsewhere") == 0);
    (void)taken(); /* everybody may read it */
    dom_folder_remove("home");
    cr_assert(chmod("elsewhere", 0600) == 0);
    expect_refused("data/book.txt: not everybody may read this, and it has a second hard link; ");
}

Test(cli_snapshot, manifest_is_a_file_of_the_folder)
{
    dom_err err = {.text = ""};
    dom_manifest_clear(&manifest);
    cr_assert(rename("bot/bot.yaml", "bot/data/yaml") == 0);
    cr_assert(symlink("data/yaml", "bot/bot.yaml") == 0);
    cr_expect(eq(int, dom_manifest_load(&manifest, "bot", &err), DOM_OK), "a link inside");
    dom_manifest_clear(&manifest);
    cr_assert(rename("bot/data/yaml", "secret") == 0 && unlink("bot/bot.yaml") == 0);
    cr_assert(symlink("../secret", "bot/bot.yaml") == 0);
    cr_expect(eq(int, dom_manifest_load(&manifest, "bot", &err), DOM_E_CONFIG));
    cr_expect(
        eq(str, err.text, "bot/bot.yaml: this link does not lead to a file inside the folder"));
}

/* The folder is exchanged after its bot.yaml was read. */
Test(cli_snapshot, another_bot_than_the_one_that_was_read_is_not_built)
{
    dom_snapshot snapshot;
    dom_err err = {.text = ""};
    scratch_write(&s, "bot/bot.yaml", "name: other\nrun: [./bot.sh]\nbuild: [[touch, /built]]\n");
    cr_expect(eq(int, take(&snapshot, &err), DOM_E_IO));
    cr_expect(eq(str, err.text, "bot/bot.yaml: changed while it was copied"));
    cr_assert(unlink("bot/bot.yaml") == 0);
    cr_expect(ne(int, take(&snapshot, &err), DOM_OK), "no bot at all");
    cr_expect(scratch_count("home/bots/mybot") <= 0, "nothing is left");
}

/* ---- the build ----------------------------------------------------------- */

static dom_rc take_built(dom_snapshot *snapshot, const char *build, int64_t limit_ms, dom_err *err)
{
    char text[400];
    (void)snprintf(text, sizeof text, "name: mybot\nrun: [./bot.sh]\nbuild: %s\n", build);
    scratch_write(&s, "bot/bot.yaml", text);
    dom_manifest_clear(&manifest);
    cr_assert(eq(int, dom_manifest_load(&manifest, "bot", NULL), DOM_OK), "%s", text);
    dom_snapshot_spec spec = {
        .home = "home", .folder = "bot", .manifest = &manifest, .build_ms = limit_ms};
    return dom_snapshot_take(snapshot, &spec, err);
}

static char *read_log(const char *version)
{
    char path[200];
    (void)snprintf(path, sizeof path, "home/logs/build-mybot-%s.log", version);
    return scratch_read(path);
}

Test(cli_snapshot, build_runs_once_in_the_copy)
{
    dom_snapshot snapshot, again;
    dom_err err = {.text = ""};
    const char *build = "[[sh, -c, 'echo built >> made; echo x >> $COUNT; echo told; pwd'],"
                        " [cp, made, 'made too'], [chmod, '4711', made too]]";
    cr_assert(setenv("COUNT", scratch_at(&s, "count"), 1) == 0);
    cr_assert(eq(int, take_built(&snapshot, build, 0, &err), DOM_OK), "%s", err.text);
    cr_assert(eq(int, take_built(&again, build, 0, &err), DOM_OK), "%s", err.text);
    cr_expect(eq(str, again.folder, snapshot.folder));
    expect_text(s.path, "count", "x\n");
    expect_text(snapshot.folder, "made", "built\n");
    cr_expect(eq(int, access("bot/made", F_OK), -1), "not in the bot's own folder");
    cr_assert(chdir(snapshot.folder) == 0);
    cr_expect(eq(int, (int)scratch_mode("made"), 0444));
    cr_expect(eq(int, (int)scratch_mode("made too"), 0555), "no set-user-id bit");
    cr_assert(chdir(s.path) == 0);
    char *log = read_log(snapshot.version);
    cr_expect(log && strstr(log, "$ sh -c echo built") == log && strstr(log, "\ntold\n"));
    cr_expect(log && strstr(log, "\n$ cp made made too\n"));
    free(log);
}

Test(cli_snapshot, failing_build_leaves_nothing_but_its_log)
{
    dom_snapshot snapshot;
    dom_err err;
    cr_assert(eq(int,
                 take_built(&snapshot, "[[sh, -c, 'echo why; exit 3'], [touch, never]]", 0, &err),
                 DOM_E_CONFIG));
    char message[300];
    (void)snprintf(message, sizeof message,
                   "the build failed: 'sh' exited with status 3; its output: "
                   "home/logs/build-mybot-%s.log",
                   snapshot.version);
    cr_expect(eq(str, err.text, message));
    cr_expect(eq(int, scratch_count("home/bots/mybot"), -1));
    char *log = read_log(snapshot.version);
    cr_expect(eq(str, log, "$ sh -c echo why; exit 3\nwhy\n"));
    free(log);
}

Test(cli_snapshot, build_that_cannot_start_or_is_killed_fails)
{
    dom_snapshot snapshot;
    dom_err err;
    cr_expect(eq(int, take_built(&snapshot, "[[no-such-program]]", 0, &err), DOM_E_CONFIG));
    cr_expect(strstr(err.text, "the build failed: 'no-such-program' ") != NULL);
    cr_expect(eq(int, take_built(&snapshot, "[[sh, -c, 'kill -9 $$']]", 0, &err), DOM_E_CONFIG));
    cr_expect(strstr(err.text, "'sh' was ended by signal 9; its output: ") != NULL);
    cr_expect(eq(int, scratch_count("home/bots/mybot"), -1));
}

static int64_t now_ms(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

Test(cli_snapshot, build_has_a_limit_in_all_and_takes_its_children_along)
{
    dom_snapshot snapshot;
    dom_err err;
    int64_t start_ms = now_ms();
    const char *build = "[[sleep, '0.3'], [sh, -c, 'sleep 100 & echo $! > $PIDS; wait']]";
    cr_assert(setenv("PIDS", scratch_at(&s, "pids"), 1) == 0);
    cr_expect(eq(int, take_built(&snapshot, build, 1000, &err), DOM_E_CONFIG));
    cr_expect(strstr(err.text, "'sh' was not done after 1 s; its output: ") != NULL, "%s",
              err.text);
    cr_expect(now_ms() - start_ms < 20000);
    char *pid = scratch_read(scratch_at(&s, "pids"));
    cr_assert(pid != NULL);
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/cmdline", atoi(pid));
    free(pid);
    char *left = NULL;
    for (int i = 0; i < 100; i++) { /* until init has reaped it */
        free(left);
        left = scratch_read(path);
        if (left == NULL || left[0] == '\0')
            break;
        usleep(20000);
    }
    cr_expect(left == NULL || left[0] == '\0', "the sleeper lives");
    free(left);
}

Test(cli_snapshot, build_may_leave_links_and_odd_modes)
{
    dom_snapshot snapshot;
    dom_err err = {.text = ""};
    const char *build = "[[ln, -s, /etc/passwd, link], [mkdir, -m, '700', private],"
                        " [sh, -c, 'echo x > private/file; chmod 000 private/file']]";
    mode_t before = scratch_mode("/etc/passwd");
    cr_assert(eq(int, take_built(&snapshot, build, 0, &err), DOM_OK), "%s", err.text);
    cr_assert(chdir(snapshot.folder) == 0);
    cr_expect(eq(int, (int)scratch_mode("private"), 0555));
    cr_expect(eq(int, (int)scratch_mode("private/file"), 0444));
    cr_expect(scratch_mode("/etc/passwd") == before);
}

/* ---- crashes and company ------------------------------------------------- */

Test(cli_snapshot, killed_arena_leaves_no_version_and_the_next_one_sweeps_up)
{
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        dom_snapshot snapshot;
        (void)take_built(&snapshot, "[[touch, started], [sleep, '100']]", 0, NULL);
        _exit(0);
    }
    for (int i = 0; i < 500 && scratch_count("home/bots/mybot") < 1; i++)
        usleep(10000);
    usleep(100000);
    cr_assert(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);

    dom_snapshot found;
    cr_expect(eq(int, scratch_count("home/bots/mybot"), 1), "the unfinished copy");
    cr_expect(eq(int, dom_snapshot_find(&found, "home", "mybot", NULL, NULL), DOM_E_ABSENT));
    scratch_write(&s, "bot/bot.yaml", "name: mybot\nrun: [./bot.sh]\n");
    (void)taken();
    cr_expect(eq(int, scratch_count("home/bots/mybot"), 2), "too young to be swept");
    cr_expect(eq(int, dom_snapshot_find(&found, "home", "mybot", NULL, NULL), DOM_OK));
}

/* An old workshop with a sealed file in it. */
static void make_workshop(const char *name)
{
    char file[200];
    (void)snprintf(file, sizeof file, "%s/data/file", name);
    scratch_write(&s, file, "x");
    int fd = open(name, O_RDONLY | O_DIRECTORY);
    cr_assert(eq(int, dom_tree_seal(fd, NULL), DOM_OK));
    (void)close(fd);
    struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    cr_assert(utimensat(AT_FDCWD, name, old, 0) == 0);
}

Test(cli_snapshot, old_leftovers_are_removed_unless_somebody_works_there)
{
    make_workshop("home/bots/mybot/.new-dead00");
    make_workshop("home/bots/mybot/.new-alive0");
    int fd = open("home/bots/mybot/.new-alive0", O_RDONLY | O_DIRECTORY);
    cr_assert(fd >= 0 && flock(fd, LOCK_EX) == 0);
    (void)taken();
    cr_expect(eq(int, scratch_count("home/bots/mybot/.new-dead00"), -1));
    cr_expect(eq(int, scratch_count("home/bots/mybot/.new-alive0"), 1));
    (void)close(fd);
}

Test(cli_snapshot, several_at_once_make_one)
{
    pid_t child[6];
    for (int i = 0; i < 6; i++) {
        child[i] = fork();
        cr_assert(child[i] >= 0);
        if (child[i] == 0) {
            dom_snapshot snapshot;
            _exit(take(&snapshot, NULL) == DOM_OK ? 0 : 1);
        }
    }
    for (int i = 0; i < 6; i++) {
        int status;
        cr_assert(waitpid(child[i], &status, 0) == child[i]);
        cr_expect(eq(int, status, 0));
    }
    cr_expect(eq(int, scratch_count("home/bots/mybot"), 1));
    expect_text(taken().folder, "data/book.txt", "6-6\n");
}

/* ---- a place that belongs to somebody else -------------------------------- */

/* Its owner puts a link in the place of the folder that is being made there. */
Test(cli_snapshot, nothing_is_written_or_removed_through_a_link_in_a_workshops_place)
{
    workshop w;
    scratch_write(&s, "victim/file", "x");
    scratch_folder(&s, "place");
    cr_assert(eq(int, workshop_open(&w, "place", NULL), DOM_OK));
    cr_assert(rename(w.path, "moved") == 0 && symlink("../victim", w.path) == 0);
    int fd = openat(w.fd, "new", O_WRONLY | O_CREAT | O_EXCL, 0600);
    cr_assert(fd >= 0 && close(fd) == 0);
    cr_expect(eq(int, scratch_count("moved"), 1), "made where the folder is");
    workshop_close(&w);
    cr_expect(eq(int, scratch_count("victim"), 1));
}

/* ---- inline bots --------------------------------------------------------- */

static dom_rc take_inline(dom_snapshot *snapshot, const char *text, dom_err *err)
{
    scratch_write(&s, "inline/bot.yaml", text);
    dom_manifest_clear(&manifest);
    cr_assert(eq(int, dom_manifest_load(&manifest, "inline", NULL), DOM_OK), "%s", text);
    dom_snapshot_spec spec = {
        .home = "home", .folder = "bot", .manifest = &manifest, .is_inline = true};
    return dom_snapshot_take(snapshot, &spec, err);
}

static dom_snapshot taken_inline(const char *text)
{
    dom_snapshot snapshot;
    dom_err err = {.text = ""};
    cr_assert(eq(int, take_inline(&snapshot, text, &err), DOM_OK), "%s", err.text);
    return snapshot;
}

Test(cli_snapshot, inline_bot_is_its_argv_and_the_files_in_it)
{
    const char *text = "name: heavy\nrun: [sh, ././data//book.txt, bot.sh, none.txt, data]\n";
    dom_snapshot first = taken_inline(text);
    expect_text(first.folder, "data/book.txt", "6-6\n");
    expect_text(first.folder, "bot.sh", "#!/bin/sh\nexec cat\n");
    cr_expect(eq(int, scratch_count(first.folder), 3), "and bot.yaml");

    dom_manifest copied;
    cr_assert(eq(int, dom_manifest_load(&copied, first.folder, NULL), DOM_OK));
    cr_expect(eq(str, copied.name, "heavy"));
    cr_expect(eq(sz, copied.run.count, 5));
    dom_manifest_clear(&copied);

    scratch_write(&s, "bot/unrelated", "x");
    cr_expect(eq(str, taken_inline(text).version, first.version));
    dom_snapshot other =
        taken_inline("name: heavy\nrun: [sh, ././data//book.txt, bot.sh, nope.txt, data]\n");
    cr_expect(ne(str, other.version, first.version), "another argv");
    scratch_write(&s, "bot/data/book.txt", "6-5\n");
    cr_expect(ne(str, taken_inline(text).version, first.version), "another content");
}

Test(cli_snapshot, inline_bot_may_name_files_by_absolute_paths)
{
    char text[200];
    scratch_write(&s, "engine", "one");
    (void)snprintf(text, sizeof text, "name: heavy\nrun: [%s/engine]\n", s.path);
    dom_snapshot first = taken_inline(text);
    cr_expect(eq(int, scratch_count(first.folder), 1), "bot.yaml only");
    scratch_write(&s, "engine", "two");
    cr_expect(ne(str, taken_inline(text).version, first.version));
}

Test(cli_snapshot, inline_bot_keeps_to_its_folder)
{
    dom_snapshot snapshot;
    dom_err err;
    scratch_write(&s, "secret", "x");
    cr_expect(eq(int, take_inline(&snapshot, "name: heavy\nrun: [cat, ../secret]\n", &err),
                 DOM_E_CONFIG));
    cr_expect(strncmp(err.text, "../secret: this leads outside", 29) == 0, "%s", err.text);
    cr_assert(symlink("../secret", "bot/link") == 0);
    cr_expect(
        eq(int, take_inline(&snapshot, "name: heavy\nrun: [cat, link]\n", &err), DOM_E_CONFIG));
    cr_expect(strncmp(err.text, "link: this leads outside", 24) == 0, "%s", err.text);
}

/* ---- finding ------------------------------------------------------------- */

/* An empty version that begins with `prefix`, made at `time_s`. */
static void make_version(const char *prefix, time_t time_s)
{
    char path[200];
    (void)snprintf(path, sizeof path, "home/bots/mybot/%s%0*d", prefix, 64 - (int)strlen(prefix),
                   0);
    scratch_folder(&s, path);
    struct timespec times[2] = {{.tv_sec = time_s}, {.tv_sec = time_s}};
    cr_assert(utimensat(AT_FDCWD, path, times, 0) == 0);
}

static void expect_version(const char *prefix, const char *begins)
{
    dom_snapshot found;
    dom_err err = {.text = ""};
    cr_assert(eq(int, dom_snapshot_find(&found, "home", "mybot", prefix, &err), DOM_OK), "%s",
              err.text);
    cr_expect(strncmp(found.version, begins, strlen(begins)) == 0, "%s", found.version);
    cr_expect(strstr(found.folder, found.version) != NULL && found.folder[0] == '/');
}

Test(cli_snapshot, newest_version_is_found)
{
    make_version("aaaaaa1", 1000);
    make_version("bbbbbb1", 3000);
    make_version("cccccc1", 2000);
    scratch_folder(&s, "home/bots/mybot/.new-abcdef");
    scratch_folder(&s, "home/bots/mybot/notes");
    scratch_write(&s, "home/bots/mybot/README", "x");
    expect_version(NULL, "bbbbbb1");
    expect_version("cccccc", "cccccc1");
    expect_version("aaaaaa1000", "aaaaaa1");
    expect_version("latest", "bbbbbb1");
    expect_version("previous", "cccccc1");
}

/* Taking a folder whose snapshot is there makes that version the latest again. */
Test(cli_snapshot, taken_again_it_is_the_latest)
{
    struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    dom_snapshot first = taken();
    scratch_write(&s, "bot/data/book.txt", "5-5\n");
    dom_snapshot second = taken();
    cr_assert(utimensat(AT_FDCWD, first.folder, old, 0) == 0);
    expect_version("latest", second.version);
    expect_version("previous", first.version);
    old[0].tv_sec = old[1].tv_sec = 2000;
    cr_assert(utimensat(AT_FDCWD, second.folder, old, 0) == 0);
    scratch_write(&s, "bot/data/book.txt", "6-6\n");
    cr_expect(eq(str, taken().version, first.version));
    expect_version("latest", first.version);
    expect_version("previous", second.version);
}

Test(cli_snapshot, one_version_has_no_previous_one)
{
    dom_snapshot found;
    dom_err err = {.text = ""};
    make_version("aaaaaa1", 1000);
    cr_expect(eq(int, dom_snapshot_find(&found, "home", "mybot", "previous", &err), DOM_E_ABSENT));
    cr_expect(eq(str, err.text,
                 "mybot@previous: there is only one version, mybot@aaaaaa10, in home/bots/mybot"));
}

Test(cli_snapshot, beginning_of_a_version_must_be_one)
{
    make_version("aaaaaa1", 1000);
    make_version("aaaaaa2", 1000);
    static const struct {
        const char *name, *prefix;
        dom_rc rc;
        const char *message;
    } cases[] = {
        {"mybot", "aaaaaa", DOM_E_CONFIG,
         "2 versions of mybot begin with aaaaaa; allowed: more of its digits"},
        {"mybot", "aaaaa", DOM_E_CONFIG,
         "'mybot@aaaaa' is no version; allowed: latest, previous, or its first 6..64 hex digits, "
         "in small letters"},
        {"mybot", "AAAAAA1", DOM_E_CONFIG,
         "'mybot@AAAAAA1' is no version; allowed: latest, previous, or its first 6..64 hex digits, "
         "in small letters"},
        {"mybot", "../../..", DOM_E_CONFIG,
         "'mybot@../../..' is no version; allowed: latest, previous, or its first 6..64 hex "
         "digits, in small letters"},
        {"mybot", "abcdef", DOM_E_ABSENT,
         "there is no bot mybot@abcdef; allowed: a version in home/bots/mybot"},
        {"yourbot", NULL, DOM_E_ABSENT, "there is no bot yourbot in home/bots/yourbot"},
        {"..", NULL, DOM_E_ABSENT, "'..' is not the name of a bot"},
        {"", NULL, DOM_E_ABSENT, "'' is not the name of a bot"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_snapshot found;
        dom_err err = {.text = ""};
        cr_expect(eq(int, dom_snapshot_find(&found, "home", cases[i].name, cases[i].prefix, &err),
                     cases[i].rc));
        cr_expect(eq(str, err.text, (char *)cases[i].message));
    }
}
