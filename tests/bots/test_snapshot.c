/* Snapshots: which files they copy, what their version depends on, and that nothing else is
 * left. */
#include "fs/file_tree.h"
#include "fs/remove_tree.h"
#include "fs/staging_dir.h"
#include "snapshot_bot.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
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

TestSuite(bots_snapshot, .init = snapshot_set_up, .fini = snapshot_clean_up);

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

Test(bots_snapshot, version_is_the_hash_that_the_header_describes)
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

Test(bots_snapshot, the_version_does_not_depend_on_place_or_time)
{
    dom_bots_snapshot first = taken();
    struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    cr_assert(utimensat(AT_FDCWD, "bot/bot.sh", old, 0) == 0);
    cr_assert(chmod("bot/bot.sh", 0711) == 0, "who else may run it does not count");
    cr_assert(rename("bot", "elsewhere") == 0 && symlink("elsewhere", "bot") == 0);
    cr_expect(eq(str, taken().version, first.version));
    cr_expect(eq(int, scratch_count("home/bots/mybot"), 1));
}

Test(bots_snapshot, every_change_gives_another_version)
{
    dom_bots_snapshot first = taken();
    cr_assert(chmod("bot/bot.sh", 0644) == 0);
    dom_bots_snapshot mode = taken();
    cr_expect(ne(str, mode.version, first.version), "mode");
    cr_assert(chmod("bot/bot.sh", 0755) == 0);
    cr_assert(rename("bot/data/book.txt", "bot/data/took.txt") == 0);
    dom_bots_snapshot name = taken();
    cr_expect(ne(str, name.version, first.version), "name");
    cr_assert(rename("bot/data/took.txt", "bot/data/book.txt") == 0);
    scratch_write(&s, "bot/data/book.txt", "6-5\n");
    dom_bots_snapshot content = taken();
    cr_expect(ne(str, content.version, first.version), "content");
    scratch_write(&s, "bot/data/book.txt", "6-6\n");
    scratch_folder(&s, "bot/empty");
    dom_bots_snapshot folder = taken();
    cr_expect(ne(str, folder.version, first.version), "an empty folder");
    cr_assert(rmdir("bot/empty") == 0);
    cr_expect(eq(str, taken().version, first.version));
    cr_expect(eq(int, scratch_count("home/bots/mybot"), 5));
}

Test(bots_snapshot, content_moved_from_one_file_to_the_next_gives_another_version)
{
    scratch_write(&s, "bot/a", "xy");
    scratch_write(&s, "bot/b", "z");
    dom_bots_snapshot first = taken();
    scratch_write(&s, "bot/a", "x");
    scratch_write(&s, "bot/b", "yz");
    cr_expect(ne(str, taken().version, first.version));
}

/* ---- what is copied ------------------------------------------------------ */

Test(bots_snapshot, copy_has_all_files_and_is_read_only)
{
    dom_bots_snapshot snapshot = taken();
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

Test(bots_snapshot, working_files_such_as_git_folders_are_not_copied)
{
    dom_bots_snapshot first = taken();
    scratch_write(&s, "bot/.git/config", "x");
    scratch_write(&s, "bot/__pycache__/a.pyc", "x");
    scratch_write(&s, "bot/data/__pycache__/a.txt", "x");
    scratch_write(&s, "bot/data/old.pyc", "x");
    cr_expect(eq(str, taken().version, first.version));
    scratch_write(&s, "bot/.gitignore", "x");
    cr_expect(ne(str, taken().version, first.version));
}

/* Links of a folder, each with the text that it has in the snapshot (NULL: the same). */
typedef struct {
    const char *path, *target, *copied;
} link_case;

/* Makes a link; a target that begins with '~' continues the path of the bot's folder. */
static void put_link(const char *path, const char *target)
{
    char full[DOM_PATH_BYTES + 32];
    (void)snprintf(full, sizeof full, "%s/bot%s", s.path, target + 1);
    cr_assert(zero(int, symlink(target[0] == '~' ? full : target, path)), "%s", path);
}

static void expect_link(const char *folder, const char *path, const char *target)
{
    char at[DOM_PATH_BYTES + 64], text[DOM_PATH_BYTES] = "";
    (void)snprintf(at, sizeof at, "%s/%s", folder, path);
    cr_expect(ge(int, (int)readlink(at, text, sizeof text - 1), 1), "%s is a link", path);
    cr_expect(eq(str, text, (char *)target), "%s", path);
    cr_expect(zero(int, access(at, F_OK)), "%s leads somewhere", path);
}

static const link_case kept_links[] = {
    {"file", "data/book.txt", NULL},
    {"data/program", "../bot.sh", NULL},
    {"folder", "data", NULL},
    {"data/top", "..", NULL},
    {"itself", ".", NULL},
    {"through", "folder/../data/top/./itself//data/program", NULL},
    {"chain", "through", NULL},
    {"absolute", "~/data/book.txt", "data/book.txt"},
    {"data/absolute", "~/folder/book.txt", "../folder/book.txt"},
    {"data/whole", "~", "../"},
    {"whole", "~/", "."},
    {"python", "/usr/bin/env", NULL},
    {"old", "/bin/env", NULL},
    {"data/python", "../python", NULL},
};

Test(bots_snapshot, links_inside_and_to_files_below_usr_stay_links)
{
    for (size_t i = 0; i < sizeof kept_links / sizeof *kept_links; i++) {
        const link_case *l = &kept_links[i];
        char path[64];
        (void)snprintf(path, sizeof path, "bot/%s", l->path);
        put_link(path, l->target);
    }
    dom_bots_snapshot links = taken();
    for (size_t i = 0; i < sizeof kept_links / sizeof *kept_links; i++) {
        const link_case *l = &kept_links[i];
        expect_link(links.folder, l->path, l->copied ? l->copied : l->target);
    }
    expect_text(links.folder, "folder/top/absolute", "6-6\n");
    cr_expect(eq(str, taken().version, links.version));
}

Test(bots_snapshot, the_version_depends_on_what_a_link_says)
{
    put_link("bot/link", "data");
    dom_bots_snapshot folder = taken();
    cr_assert(unlink("bot/link") == 0);
    put_link("bot/link", "./data");
    dom_bots_snapshot text = taken();
    cr_expect(ne(str, text.version, folder.version), "another text");
    cr_assert(unlink("bot/link") == 0);
    put_link("bot/link", "~/data");
    cr_expect(eq(str, taken().version, folder.version), "the text of the copy counts");
    cr_assert(unlink("bot/link") == 0);
    scratch_write(&s, "bot/link", "data");
    cr_expect(ne(str, taken().version, folder.version), "a file with this text");
}

Test(bots_snapshot, links_outside_are_refused)
{
    scratch_write(&s, "secret", "x");
    scratch_write(&s, "bot-too/secret", "x");
    static const char *const outside[] = {"../secret",
                                          "/etc/passwd",
                                          "/etc/shadow",
                                          "/proc/self/environ",
                                          "/dev/null",
                                          "/usr/../etc/passwd",
                                          "/",
                                          "~-too/secret",
                                          "../bot-too/secret",
                                          "../bot/bot.sh",
                                          "data/../../secret",
                                          "data/../../bot-too/secret",
                                          "up/../secret"};
    put_link("bot/up", "data/..");
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        put_link("bot/link", outside[i]);
        expect_refused("link: this link to ");
        cr_assert(unlink("bot/link") == 0);
    }
    char message[DOM_PATH_BYTES + 200];
    (void)snprintf(message, sizeof message,
                   "link: this link to ../secret leads outside; allowed: files, folders and links "
                   "inside %s/bot, and links to files below /usr",
                   s.path);
    put_link("bot/link", "../secret");
    expect_refused(message);
}

Test(bots_snapshot, links_that_lead_nowhere_are_refused)
{
    scratch_write(&s, "bot/.git/config", "x");
    static const char *const nowhere[] = {
        "nowhere",  "link",        "data/link",      "bot.sh/",     "bot.sh/..",
        "bot.sh/.", ".git/config", "/usr/no/such/x", "python/../x", "~/nowhere"};
    put_link("bot/data/link", "../link");
    put_link("bot/link", "data");
    put_link("bot/python", "/usr/bin/env");
    (void)taken();
    dom_fs_remove_tree("home");
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
        cr_assert(unlink("bot/link") == 0);
        put_link("bot/link", nowhere[i]);
        dom_bots_snapshot snapshot;
        dom_err err;
        cr_expect(eq(int, take(&snapshot, &err), DOM_E_CONFIG), "%s", nowhere[i]);
        cr_expect(strstr(err.text, " leads nowhere; allowed: ") != NULL, "%s", err.text);
    }
    cr_assert(unlink("bot/link") == 0 && unlink("bot/data/link") == 0);
    put_link("bot/link", "/usr/bin");
    expect_refused("link: this link to /usr/bin does not lead to a file; ");
}

/* The kernel follows forty links in a row. */
Test(bots_snapshot, links_in_a_row_are_bounded)
{
    char path[64] = "bot/0", target[64];
    put_link(path, "bot.sh");
    for (int i = 1; i < 40; i++) {
        (void)snprintf(path, sizeof path, "bot/%d", i);
        (void)snprintf(target, sizeof target, "%d", i - 1);
        put_link(path, target);
    }
    dom_bots_snapshot snapshot = taken();
    expect_text(snapshot.folder, "39", "#!/bin/sh\nexec cat\n");
    dom_fs_remove_tree("home");
    put_link("bot/40", "39");
    expect_refused("40: this link to 39 leads nowhere");
}

Test(bots_snapshot, sockets_and_pipes_are_refused)
{
    cr_assert(mkfifo("bot/data/pipe", 0644) == 0);
    expect_refused("data/pipe: this is neither a file nor a folder");
    cr_assert(unlink("bot/data/pipe") == 0);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "bot/socket"};
    cr_assert(bind(fd, (struct sockaddr *)&address, sizeof address) == 0);
    expect_refused("socket: this is neither a file nor a folder");
    cr_assert(unlink("bot/socket") == 0);
    if (mknod("bot/device", S_IFCHR | 0644, 0) == 0)
        expect_refused("device: this is neither a file nor a folder");
    cr_assert(symlink("/dev/null", "bot/null") == 0);
    (void)unlink("bot/device");
    expect_refused("null: this link to /dev/null leads outside");
}

Test(bots_snapshot, folders_that_are_too_large_are_refused)
{
    char name[64];
    for (int i = 0; i < DOM_FS_TREE_FILES_MAX; i++) {
        (void)snprintf(name, sizeof name, "bot/many/%d", i);
        scratch_write(&s, name, "");
    }
    char message[300];
    (void)snprintf(message, sizeof message,
                   "%s/bot: the folder is too large; allowed: 10000 files, 1 GiB", s.path);
    expect_refused(message);
    dom_fs_remove_tree("bot/many");

    int fd = open("bot/large", O_WRONLY | O_CREAT, 0644);
    cr_assert(fd >= 0 && ftruncate(fd, (off_t)DOM_FS_TREE_BYTES_MAX + 1) == 0 && close(fd) == 0);
    expect_refused(message);
}

Test(bots_snapshot, folders_that_are_too_deep_are_refused)
{
    char path[400] = "bot";
    for (int i = 0; i < DOM_FS_TREE_DEPTH_MAX + 1; i++)
        strcat(path, "/d");
    scratch_folder(&s, path);
    expect_refused("d/d/d/");
}

Test(bots_snapshot, a_path_that_is_not_a_folder_is_refused)
{
    dom_bots_snapshot snapshot;
    dom_err err;
    dom_bots_snapshot_spec spec = {.home = "home", .folder = "nowhere", .manifest = &manifest};
    cr_expect(eq(int, dom_bots_snapshot_take(&snapshot, &spec, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "nowhere: No such file or directory"));
    spec.folder = "bot/bot.sh";
    cr_expect(eq(int, dom_bots_snapshot_take(&snapshot, &spec, &err), DOM_E_CONFIG));
    cr_expect(eq(str, err.text, "bot/bot.sh: this is not a folder"));
    spec.folder = ".";
    cr_expect(eq(int, dom_bots_snapshot_take(&snapshot, &spec, &err), DOM_E_CONFIG));
    cr_expect(strstr(err.text, ": the arena's data folder lies inside the bot's folder") != NULL);
}

/* ---- crashes and company ------------------------------------------------- */

Test(bots_snapshot, a_killed_arena_leaves_no_version_and_the_next_one_cleans_up)
{
    const char *started = scratch_at(&s, "started");
    cr_assert(setenv("STARTED", started, 1) == 0);
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        dom_bots_snapshot snapshot;
        (void)take_built(&snapshot, "[[sh, -c, 'touch $STARTED; sleep 100']]", 0, NULL);
        _exit(0);
    }
    while (access(started, F_OK) != 0)
        usleep(10000);
    cr_assert(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);

    dom_bots_snapshot found;
    cr_expect(eq(int, scratch_count("home/bots/mybot"), 1), "the unfinished copy");
    cr_expect(eq(int, dom_bots_snapshot_find(&found, "home", "mybot", NULL, NULL), DOM_E_ABSENT));
    scratch_write(&s, "bot/bot.yaml", "name: mybot\nrun: [./bot.sh]\n");
    (void)taken();
    cr_expect(eq(int, scratch_count("home/bots/mybot"), 2), "too young to be swept");
    cr_expect(eq(int, dom_bots_snapshot_find(&found, "home", "mybot", NULL, NULL), DOM_OK));
}

/* Makes an old staging folder with a read-only file in it. */
static void make_staging_folder(const char *name)
{
    char file[200];
    (void)snprintf(file, sizeof file, "%s/data/file", name);
    scratch_write(&s, file, "x");
    int fd = open(name, O_RDONLY | O_DIRECTORY);
    cr_assert(eq(int, dom_fs_tree_seal(fd, false, NULL), DOM_OK));
    (void)close(fd);
    struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    cr_assert(utimensat(AT_FDCWD, name, old, 0) == 0);
}

Test(bots_snapshot, old_staging_folders_are_removed_unless_they_are_in_use)
{
    make_staging_folder("home/bots/mybot/.new-dead00");
    make_staging_folder("home/bots/mybot/.new-alive0");
    int fd = open("home/bots/mybot/.new-alive0", O_RDONLY | O_DIRECTORY);
    cr_assert(fd >= 0 && flock(fd, LOCK_EX) == 0);
    (void)taken();
    cr_expect(eq(int, scratch_count("home/bots/mybot/.new-dead00"), -1));
    cr_expect(eq(int, scratch_count("home/bots/mybot/.new-alive0"), 1));
    (void)close(fd);
}

Test(bots_snapshot, several_snapshots_at_once_give_one_version)
{
    pid_t child[6];
    for (int i = 0; i < 6; i++) {
        child[i] = fork();
        cr_assert(child[i] >= 0);
        if (child[i] == 0) {
            dom_bots_snapshot snapshot;
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

/* The owner replaces the new folder by a link. */
Test(bots_snapshot, nothing_is_written_or_removed_through_a_link_in_a_staging_folders_place)
{
    dom_fs_staging_dir w;
    scratch_write(&s, "victim/file", "x");
    scratch_folder(&s, "place");
    cr_assert(eq(int, dom_fs_staging_dir_open(&w, "place", NULL), DOM_OK));
    cr_assert(rename(w.path, "moved") == 0 && symlink("../victim", w.path) == 0);
    int fd = openat(w.fd, "new", O_WRONLY | O_CREAT | O_EXCL, 0600);
    cr_assert(fd >= 0 && close(fd) == 0);
    cr_expect(eq(int, scratch_count("moved"), 1), "made where the folder is");
    dom_fs_staging_dir_close(&w);
    cr_expect(eq(int, scratch_count("victim"), 1));
}

/* ---- inline bots --------------------------------------------------------- */

static dom_rc take_inline(dom_bots_snapshot *snapshot, const char *text, dom_err *err)
{
    scratch_write(&s, "inline/bot.yaml", text);
    dom_bots_manifest_clear(&manifest);
    cr_assert(eq(int, dom_bots_manifest_load(&manifest, "inline", NULL), DOM_OK), "%s", text);
    dom_bots_snapshot_spec spec = {
        .home = "home", .folder = "bot", .manifest = &manifest, .is_inline = true};
    return dom_bots_snapshot_take(snapshot, &spec, err);
}

static dom_bots_snapshot taken_inline(const char *text)
{
    dom_bots_snapshot snapshot;
    dom_err err = {.text = ""};
    cr_assert(eq(int, take_inline(&snapshot, text, &err), DOM_OK), "%s", err.text);
    return snapshot;
}

Test(bots_snapshot, inline_bot_consists_of_its_argv_and_the_files_named_in_it)
{
    const char *text = "name: heavy\nrun: [sh, ././data//book.txt, bot.sh, none.txt, data]\n";
    dom_bots_snapshot first = taken_inline(text);
    expect_text(first.folder, "data/book.txt", "6-6\n");
    expect_text(first.folder, "bot.sh", "#!/bin/sh\nexec cat\n");
    cr_expect(eq(int, scratch_count(first.folder), 3), "and bot.yaml");

    dom_bots_manifest copied;
    cr_assert(eq(int, dom_bots_manifest_load(&copied, first.folder, NULL), DOM_OK));
    cr_expect(eq(str, copied.name, "heavy"));
    cr_expect(eq(sz, copied.run.count, 5));
    dom_bots_manifest_clear(&copied);

    scratch_write(&s, "bot/unrelated", "x");
    cr_expect(eq(str, taken_inline(text).version, first.version));
    dom_bots_snapshot other =
        taken_inline("name: heavy\nrun: [sh, ././data//book.txt, bot.sh, nope.txt, data]\n");
    cr_expect(ne(str, other.version, first.version), "another argv");
    scratch_write(&s, "bot/data/book.txt", "6-5\n");
    cr_expect(ne(str, taken_inline(text).version, first.version), "another content");
}

Test(bots_snapshot, inline_bot_brings_the_folders_in_which_its_files_lie)
{
    const char *text = "name: heavy\nrun: [sh, ./par//bot.sh, bot.sh, '1']\n";
    char path[DOM_PATH_BYTES + 16], target[64];
    scratch_write(&s, "bot/par/bot.sh", "one");
    scratch_write(&s, "bot/par/deep/helper", "two");
    scratch_write(&s, "bot/par/__pycache__/x.pyc", "cache");
    scratch_write(&s, "bot/parse/other", "three");
    cr_assert(zero(int, symlink("deep/helper", "bot/par/link")));
    dom_bots_snapshot first = taken_inline(text);
    cr_expect(eq(int, scratch_count(first.folder), 3), "bot.yaml, bot.sh, par");
    expect_text(first.folder, "par/bot.sh", "one");
    expect_text(first.folder, "par/deep/helper", "two");
    (void)snprintf(path, sizeof path, "%s/par", first.folder);
    cr_expect(eq(int, scratch_count(path), 3), "bot.sh, deep, link");
    (void)snprintf(path, sizeof path, "%s/par/link", first.folder);
    cr_expect(eq(i64, readlink(path, target, sizeof target), 11), "it stays a link");

    scratch_write(&s, "bot/parse/other", "four");
    scratch_write(&s, "bot/data/book.txt", "6-5\n");
    cr_expect(eq(str, taken_inline(text).version, first.version));
    scratch_write(&s, "bot/par/deep/helper", "three");
    cr_expect(ne(str, taken_inline(text).version, first.version), "another helper");
}

/* A named file may be a link: then it is copied as a file, as before. */
Test(bots_snapshot, inline_bot_may_name_links_and_brings_no_others_that_lead_out_of_the_folders)
{
    const char *text = "name: heavy\nrun: [sh, par/bot.sh]\n";
    dom_bots_snapshot snapshot;
    dom_err err;
    scratch_write(&s, "bot/par/helper", "x");
    cr_assert(zero(int, symlink("../bot.sh", "bot/par/bot.sh")));
    expect_text(taken_inline(text).folder, "par/bot.sh", "#!/bin/sh\nexec cat\n");
    cr_assert(zero(int, symlink("../data/book.txt", "bot/par/book")));
    cr_expect(eq(int, take_inline(&snapshot, text, &err), DOM_E_CONFIG));
    cr_expect(strncmp(err.text, "par/book: this link to ../data/book.txt leads nowhere", 53) == 0,
              "%s", err.text);
    expect_text(taken_inline("name: heavy\nrun: [sh, par/bot.sh, data/book.txt]\n").folder,
                "par/helper", "x");
    cr_assert(zero(int, symlink("par", "bot/way")));
    dom_bots_snapshot over = taken_inline("name: heavy\nrun: [sh, way/helper]\n");
    expect_text(over.folder, "way/helper", "x");
    cr_expect(eq(int, scratch_count(over.folder), 2), "of a link to a folder only the file");
}

Test(bots_snapshot, inline_bot_has_the_limits_of_a_folder)
{
    dom_bots_snapshot snapshot;
    dom_err err;
    scratch_write(&s, "bot/par/bot.sh", "one");
    scratch_write(&s, "bot/par/model", "");
    cr_assert(zero(int, truncate("bot/par/model", DOM_FS_TREE_BYTES_MAX)));
    cr_expect(eq(int, take_inline(&snapshot, "name: heavy\nrun: [sh, par/bot.sh]\n", &err),
                 DOM_E_CONFIG));
    cr_expect(strstr(err.text, "the folder is too large; allowed: 10000 files, 1 GiB") != NULL,
              "%s", err.text);
}

Test(bots_snapshot, inline_bot_does_not_bring_the_data_folder)
{
    dom_bots_snapshot snapshot;
    dom_err err;
    dom_bots_manifest_clear(&manifest);
    scratch_write(&s, "inline/bot.yaml", "name: heavy\nrun: [sh, par/bot.sh]\n");
    cr_assert(eq(int, dom_bots_manifest_load(&manifest, "inline", NULL), DOM_OK));
    scratch_write(&s, "bot/par/bot.sh", "one");
    scratch_folder(&s, "bot/par/home");
    dom_bots_snapshot_spec spec = {
        .home = "bot/par/home", .folder = "bot", .manifest = &manifest, .is_inline = true};
    cr_expect(eq(int, dom_bots_snapshot_take(&snapshot, &spec, &err), DOM_E_CONFIG));
    cr_expect(strstr(err.text, "/par: the arena's data folder lies inside the bot's folder") !=
                  NULL,
              "%s", err.text);
}

Test(bots_snapshot, inline_bot_may_name_files_by_absolute_paths)
{
    char text[200];
    scratch_write(&s, "engine", "one");
    (void)snprintf(text, sizeof text, "name: heavy\nrun: [%s/engine]\n", s.path);
    dom_bots_snapshot first = taken_inline(text);
    cr_expect(eq(int, scratch_count(first.folder), 1), "bot.yaml only");
    scratch_write(&s, "engine", "two");
    cr_expect(ne(str, taken_inline(text).version, first.version));
}

Test(bots_snapshot, inline_bot_keeps_to_its_folder)
{
    dom_bots_snapshot snapshot;
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

/* Makes an empty version that begins with `prefix` and was made at `time_s`. */
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
    dom_bots_snapshot found;
    dom_err err = {.text = ""};
    cr_assert(eq(int, dom_bots_snapshot_find(&found, "home", "mybot", prefix, &err), DOM_OK), "%s",
              err.text);
    cr_expect(strncmp(found.version, begins, strlen(begins)) == 0, "%s", found.version);
    cr_expect(strstr(found.folder, found.version) != NULL && found.folder[0] == '/');
}

Test(bots_snapshot, newest_version_is_found)
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

/* A folder is copied before a name beside it is found, but "latest" does not mean that copy. */
Test(bots_snapshot, latest_and_previous_do_not_mean_the_versions_of_folders)
{
    dom_bots_snapshot other;
    dom_err err = {.text = ""};
    make_version("aaaaaa1", 1000);
    make_version("bbbbbb1", 3000);
    make_version("cccccc1", 2000);
    dom_bots_snapshot found;
    cr_assert(eq(int, dom_bots_snapshot_find(&found, "home", "mybot", "latest", &err), DOM_OK));
    dom_strings folders = {.count = 0};
    cr_assert(dom_strings_add(&folders, found.version));
    static const char *const cases[][2] = {
        {"latest", "cccccc1"}, {"previous", "aaaaaa1"}, {"bbbbbb", "bbbbbb1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cr_assert(eq(
            int, dom_bots_snapshot_find_other(&other, "home", "mybot", cases[i][0], &folders, &err),
            DOM_OK));
        cr_expect(zero(int, strncmp(other.version, cases[i][1], 7)), "%s", cases[i][0]);
    }
    dom_strings_clear(&folders);
}

/* Taking a folder whose snapshot exists makes its version the newest again. */
Test(bots_snapshot, a_version_taken_again_is_the_newest)
{
    struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    dom_bots_snapshot first = taken();
    scratch_write(&s, "bot/data/book.txt", "5-5\n");
    dom_bots_snapshot second = taken();
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

Test(bots_snapshot, a_single_version_has_no_previous_one)
{
    dom_bots_snapshot found;
    dom_err err = {.text = ""};
    make_version("aaaaaa1", 1000);
    cr_expect(
        eq(int, dom_bots_snapshot_find(&found, "home", "mybot", "previous", &err), DOM_E_ABSENT));
    cr_expect(eq(str, err.text,
                 "mybot@previous: there is only one version, mybot@aaaaaa10, in home/bots/mybot"));
}

Test(bots_snapshot, an_abbreviated_version_must_be_unambiguous)
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
         "'mybot@aaaaa' is not a version; allowed: latest, previous, or its first 6..64 hex "
         "digits, "
         "in small letters"},
        {"mybot", "AAAAAA1", DOM_E_CONFIG,
         "'mybot@AAAAAA1' is not a version; allowed: latest, previous, or its first 6..64 hex "
         "digits, "
         "in small letters"},
        {"mybot", "../../..", DOM_E_CONFIG,
         "'mybot@../../..' is not a version; allowed: latest, previous, or its first 6..64 hex "
         "digits, in small letters"},
        {"mybot", "abcdef", DOM_E_ABSENT,
         "there is no bot mybot@abcdef; allowed: a version in home/bots/mybot"},
        {"yourbot", NULL, DOM_E_ABSENT, "there is no bot yourbot in home/bots/yourbot"},
        {"..", NULL, DOM_E_ABSENT, "'..' is not a valid name of a bot"},
        {"", NULL, DOM_E_ABSENT, "'' is not a valid name of a bot"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dom_bots_snapshot found;
        dom_err err = {.text = ""};
        cr_expect(eq(int,
                     dom_bots_snapshot_find(&found, "home", cases[i].name, cases[i].prefix, &err),
                     cases[i].rc));
        cr_expect(eq(str, err.text, (char *)cases[i].message));
    }
}
