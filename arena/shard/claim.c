#include "claim.h"

#include "base/path.h"
#include "fs/beneath.h"
#include "fs/staging_dir.h"
#include "shard/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- names --------------------------------------------------------------------------- */

/* Returns true if nothing follows a name, or what follows the name of a file that was being written
 * (fs/whole_file.h). */
static bool ends_well(const char *rest)
{
    return *rest == '\0' || strncmp(rest, ".new-", 5) == 0;
}

/* Returns true for a name that a plan, a shard, a merge or a command with --db writes into the
 * folder itself. */
static bool is_in_folder(const char *name)
{
    static const char *const names[] = {"plan.json", "tournament.yaml", "decided.json",
                                        "plan.db",   "shards",          "bots",
                                        "done",      ".lock",           "slurm"};
    static const char db[] = "arena.db"; /* SQLite and caches add to its name */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(name, names[i], length) == 0 && ends_well(name + length))
            return true;
    }
    const char *rest = name + sizeof db - 1;
    return strncmp(name, db, sizeof db - 1) == 0 && (ends_well(rest) || *rest == '-');
}

/* Reads `count` digits of this kind. Returns what follows, or NULL. */
static const char *skip_digits(const char *name, size_t count, const char *digits)
{
    return name && strspn(name, digits) >= count ? name + count : NULL;
}

/* 0001.json */
static bool is_in_shards(const char *name)
{
    const char *rest = skip_digits(name, 4, "0123456789");
    return rest && strncmp(rest, ".json", 5) == 0 && ends_well(rest + 5);
}

/* 0001-3fa2c1d4.json and 0001-3fa2c1d4-2.db */
static bool is_in_done(const char *name)
{
    const char *rest = skip_digits(name, 4, "0123456789");
    rest = rest && *rest == '-' ? skip_digits(rest + 1, 8, "0123456789abcdef") : NULL;
    if (rest == NULL)
        return false;
    if (strncmp(rest, ".json", 5) == 0)
        return ends_well(rest + 5);
    size_t digits = *rest == '-' ? strspn(rest + 1, "0123456789") : 0;
    rest += 1 + digits;
    return digits > 0 && strncmp(rest, ".db", 3) == 0 && ends_well(rest + 3);
}

static bool is_lock(const char *name)
{
    return strcmp(name, ".lock") == 0;
}

/* ---- looking into folders ------------------------------------------------------------- */

/* Opens the folder, or for "/done" that folder below it if it is no link. Returns NULL with errno.
 */
static DIR *open_folder(const char *folder, const char *below)
{
    int top = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int fd =
        top >= 0 ? dom_fs_beneath_open(top, *below ? below + 1 : ".", O_RDONLY | O_DIRECTORY) : -1;
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    int error = errno;
    if (fd >= 0 && dir == NULL)
        (void)close(fd);
    if (top >= 0)
        (void)close(top);
    errno = error;
    return dir;
}

/* Returns the next name but "." and "..", or NULL. */
static const char *next_name(DIR *dir)
{
    const struct dirent *e = readdir(dir);
    while (e && (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0))
        e = readdir(dir);
    return e ? e->d_name : NULL;
}

static dom_rc no_folder(const char *folder, const char *below, dom_err *err)
{
    return dom_err_set(err, DOM_E_CONFIG, "%.300s%s: a plan needs a folder here, and no link: %s",
                       folder, below, strerror(errno));
}

/* Refuses what is not ours. A folder that is missing has nothing. */
static dom_rc check_names(const char *folder, const char *below, bool (*is_ours)(const char *name),
                          dom_err *err)
{
    DIR *dir = open_folder(folder, below);
    if (dir == NULL)
        return errno == ENOENT ? DOM_OK : no_folder(folder, below, err);
    const char *name = next_name(dir);
    while (name && is_ours(name))
        name = next_name(dir);
    dom_rc rc = DOM_OK;
    if (name)
        rc = dom_err_set(err, DOM_E_CONFIG,
                         "%.200s%s/%.100s: is not from a plan; choose a new or empty folder, or "
                         "one that has a plan",
                         folder, below, name);
    (void)closedir(dir);
    return rc;
}

static bool has(const char *folder, const char *name)
{
    char path[DOM_PATH_BYTES];
    return dom_shard_path(path, folder, name, NULL) == DOM_OK && access(path, F_OK) == 0;
}

static dom_rc check_folder(const char *folder, dom_err *err)
{
    if (has(folder, "plan.json"))
        return DOM_OK;
    dom_rc rc = check_names(folder, "", is_lock, err);
    if (rc == DOM_E_CONFIG && has(folder, ".lock")) /* it may have come meanwhile */
        rc = check_names(folder, "", is_in_folder, err);
    if (rc == DOM_OK)
        rc = check_names(folder, "/shards", is_in_shards, err);
    return rc == DOM_OK ? check_names(folder, "/done", is_in_done, err) : rc;
}

/* ---- the folder ------------------------------------------------------------------------- */

dom_rc dom_shard_claim(int *lock, const char *folder, dom_err *err)
{
    static const char *const names[] = {"shards", "done", "bots"};
    char path[DOM_PATH_BYTES];
    *lock = -1;
    dom_rc rc = dom_shard_path(path, folder, "", err);
    if (rc == DOM_OK)
        rc = check_folder(folder, err);
    if (rc == DOM_OK)
        rc = dom_fs_make_folders(path, err);
    if (rc == DOM_OK)
        rc = dom_shard_folder_lock(lock, folder, err);
    for (size_t i = 0; rc == DOM_OK && i < sizeof names / sizeof *names; i++)
        rc = dom_fs_make_folders_below(folder, names[i], err);
    return rc;
}

static void clear(const char *folder, const char *below, bool (*is_ours)(const char *name))
{
    DIR *dir = open_folder(folder, below);
    for (const char *name; dir && (name = next_name(dir)) != NULL;)
        if (is_ours(name))
            (void)unlinkat(dirfd(dir), name, 0);
    if (dir)
        (void)closedir(dir);
}

static bool is_decided(const char *name)
{
    return strcmp(name, "decided.json") == 0;
}

void dom_shard_claim_clear(const char *folder)
{
    clear(folder, "/shards", is_in_shards);
    clear(folder, "/done", is_in_done);
    clear(folder, "", is_decided);
}
