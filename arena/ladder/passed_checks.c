#include "ladder/passed_checks.h"

#include "base/now.h"
#include "base/path.h"
#include "rules/variant.h"
#include "tournament/sandbox_select.h"

#include <dirent.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "passed"
enum { LINE_BYTES = 200, HASH_BYTES = 16 };

/* Writes what a check depends on besides the bot and the number of asks: this program's version
 * and its variants, and what the bot was shown of the machine. */
static bool write_line(char line[static LINE_BYTES], const dom_strings *shown)
{
    crypto_generichash_state state;
    unsigned char digest[HASH_BYTES];
    char hex[2 * HASH_BYTES + 1];
    if (sodium_init() < 0 || crypto_generichash_init(&state, NULL, 0, sizeof digest) != 0)
        return false;
    for (size_t i = 0; i < dom_variant_count(); i++) {
        dom_variant v = dom_variant_at(i);
        (void)crypto_generichash_update(&state, (const unsigned char *)v.name, strlen(v.name) + 1);
        (void)crypto_generichash_update(&state, (const unsigned char *)&v.options,
                                        sizeof v.options);
    }
    for (size_t i = 0; i < shown->count; i++)
        (void)crypto_generichash_update(&state, (const unsigned char *)shown->item[i],
                                        strlen(shown->item[i]) + 1);
    (void)crypto_generichash_final(&state, digest, sizeof digest);
    (void)snprintf(line, LINE_BYTES, "domino-arena %s, variants %s, asks ", DOM_VERSION,
                   sodium_bin2hex(hex, sizeof hex, digest, sizeof digest));
    return true;
}

/* Returns true if bots run as other users than the arena, so that they cannot write into the
 * data folder. */
static bool are_bots_apart(const dom_home *home)
{
    dom_tournament_sandbox sandbox;
    dom_err err;
    if (dom_tournament_sandbox_choose(&sandbox, home, DOM_SANDBOX_AUTO, NULL, &err) != DOM_OK)
        return false;
    return sandbox.level == DOM_SANDBOX_BWRAP || (geteuid() == 0 && !sandbox.bots_are_root);
}

/* Returns true if the file belongs to this user, has this kind, and is closed to others. */
static bool is_private(int fd, mode_t kind, struct stat *st)
{
    return fstat(fd, st) == 0 && (st->st_mode & S_IFMT) == kind && st->st_uid == geteuid() &&
           (st->st_mode & 077) == 0;
}

static int open_folder(const dom_home *home, bool makes_it)
{
    char path[DOM_PATH_BYTES + sizeof FOLDER];
    struct stat st;
    (void)snprintf(path, sizeof path, "%s/" FOLDER, home->home);
    if (makes_it)
        (void)mkdir(path, 0700);
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && is_private(fd, S_IFDIR, &st))
        return fd;
    if (fd >= 0)
        (void)close(fd);
    return -1;
}

/* time() may be some milliseconds behind the clock that dates files, so a new file would be of the
 * next second. */
static bool is_recent(const struct stat *st)
{
    time_t now = (time_t)(dom_now_ms() / 1000);
    return st->st_mtim.tv_sec <= now && now - st->st_mtim.tv_sec <= DOM_LADDER_PASSED_S;
}

/* Returns true for the name of a note, a version. */
static bool is_note(const char *name)
{
    return *name && name[strspn(name, "0123456789abcdef")] == '\0';
}

/* Removes expired notes. */
static void sweep(int folder)
{
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = copy >= 0 ? fdopendir(copy) : NULL;
    struct stat st;
    for (const struct dirent *d; dir && (d = readdir(dir)) != NULL;)
        if (is_note(d->d_name) && fstatat(folder, d->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(st.st_mode) && !is_recent(&st))
            (void)unlinkat(folder, d->d_name, 0);
    if (dir)
        (void)closedir(dir);
    else if (copy >= 0)
        (void)close(copy);
}

/* Writes a note. One that is only partly written counts for fewer asks or for nothing, so it
 * does no harm. */
static void write_file(int folder, const char *version, uint64_t asks, const dom_strings *shown)
{
    char line[LINE_BYTES], text[LINE_BYTES + 24];
    if (!write_line(line, shown))
        return;
    int length = snprintf(text, sizeof text, "%s%llu\n", line, (unsigned long long)asks);
    int fd = openat(folder, version, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0 && write(fd, text, (size_t)length) != length)
        (void)unlinkat(folder, version, 0);
    if (fd >= 0)
        (void)close(fd);
}

void dom_ladder_note_passed(const dom_home *home, const char *version, bool has_passed,
                            uint64_t asks, const dom_strings *shown)
{
    int folder = open_folder(home, has_passed && are_bots_apart(home));
    if (folder < 0)
        return;
    sweep(folder);
    (void)unlinkat(folder, version, 0);
    if (has_passed)
        write_file(folder, version, asks, shown);
    (void)close(folder);
}

/* Returns the number of asks of the check that the note records, or 0 if the note does not
 * count. */
static uint64_t read_asks(int fd, const dom_strings *shown)
{
    char line[LINE_BYTES], text[LINE_BYTES + 24];
    struct stat st;
    if (!write_line(line, shown) || !is_private(fd, S_IFREG, &st) || !is_recent(&st))
        return 0;
    ssize_t length = read(fd, text, sizeof text - 1);
    if (length <= 0 || text[length - 1] != '\n')
        return 0;
    text[length] = '\0';
    size_t head = strlen(line);
    return strncmp(text, line, head) == 0 ? strtoull(text + head, NULL, 10) : 0;
}

bool dom_ladder_has_passed_lately(const dom_home *home, const char *version, uint64_t asks,
                                  const dom_strings *shown)
{
    int folder = open_folder(home, false);
    int fd = folder < 0 ? -1 : openat(folder, version, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    bool has_passed = fd >= 0 && read_asks(fd, shown) >= asks && are_bots_apart(home);
    if (fd >= 0)
        (void)close(fd);
    if (folder >= 0)
        (void)close(folder);
    return has_passed;
}
