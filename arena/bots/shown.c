#include "bots/shown.h"

#include "base/path.h"
#include "base/text.h"
#include "fs/run_dir.h"
#include "fs/trusted_path.h"
#include "protocol/utf8.h"

#include <errno.h>
#include <fnmatch.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

const char dom_bots_shown_devices[] =
    "/dev/nvidia*, /dev/nvidia-caps/*, /dev/dri/renderD*, /dev/kfd, /dev/accel/*";

/* The same, one by one. They include no disk, terminal, memory or virtual machine. */
static const char *const devices[] = {"/dev/nvidia*", "/dev/nvidia-caps/*", "/dev/dri/renderD*",
                                      "/dev/kfd", "/dev/accel/*"};

/* What the sandbox has itself, or what leads to services of the machine. */
static const char *const kept[] = {"/proc", "/sys", "/dev", "/run", "/bot"};

/* Returns true if `path` is `folder` or lies in it. */
static bool is_within(const char *path, const char *folder)
{
    size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

bool dom_bots_shown_is_device(const char *path)
{
    return is_within(path, "/dev");
}

/* ---- where a word leads ------------------------------------------------------ */

/* Returns true if the path can be stored and printed: UTF-8 without control characters. */
static bool is_plain(const char *path)
{
    return dom_utf8_shown(path, strlen(path)) == strlen(path);
}

/* Writes the path of a word: "~" becomes the home folder of the user. */
static dom_rc write_path(char path[static DOM_PATH_BYTES], const char *word, dom_err *err)
{
    bool is_home = word[0] == '~' && (word[1] == '/' || word[1] == '\0');
    const char *home = is_home ? getenv("HOME") : "";
    if (home == NULL)
        return dom_err_set(err, DOM_E_CONFIG, "%.200s: HOME is not set; allowed: a path from /",
                           word);
    int length = snprintf(path, DOM_PATH_BYTES, "%s%s", home, word + is_home);
    if (path[0] != '/' || length >= DOM_PATH_BYTES || !is_plain(path))
        return dom_err_set(err, DOM_E_CONFIG,
                           "'%.200s' cannot be shown; allowed: the path of a folder or device that "
                           "begins with / or ~/, in UTF-8 without control characters",
                           word);
    return DOM_OK;
}

/* Writes where the path leads when all links are followed. The end of a path that does not exist
 * yet stays as it is. */
static void write_real(char real[static DOM_PATH_BYTES], const char *path)
{
    char head[DOM_PATH_BYTES];
    size_t length = strlen(path);
    dom_text_copy(head, sizeof head, path);
    while (realpath(length > 0 ? head : path[0] == '/' ? "/" : ".", real) == NULL && length > 0) {
        while (length > 0 && head[length - 1] != '/')
            length--;
        while (length > 0 && head[length - 1] == '/')
            length--;
        head[length] = '\0';
    }
    const char *rest = path + length + strspn(path + length, "/");
    size_t at = strcmp(real, "/") == 0 ? 0 : strlen(real);
    if (*rest)
        (void)snprintf(real + at, DOM_PATH_BYTES - at, "/%s", rest);
}

/* ---- what may be shown ------------------------------------------------------- */

/* A device that no pattern names is refused, and so is a folder in /dev. */
static dom_rc check_kind(const char *path, dom_err *err)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return dom_err_set(err, DOM_E_CONFIG, "%.200s: %s", path, strerror(errno));
    for (size_t i = 0; S_ISCHR(st.st_mode) && i < COUNT(devices); i++)
        if (fnmatch(devices[i], path, FNM_PATHNAME) == 0)
            return DOM_OK;
    if (dom_bots_shown_is_device(path))
        return dom_err_set(err, DOM_E_CONFIG, "%.200s: in /dev only devices may be shown: %s", path,
                           dom_bots_shown_devices);
    for (size_t i = 0; i < COUNT(kept); i++)
        if (is_within(path, kept[i]))
            return dom_err_set(err, DOM_E_CONFIG,
                               "%.200s: the sandbox has a %s of its own; allowed: a folder that is "
                               "not in /proc, /sys, /dev, /run or /bot",
                               path, kept[i]);
    return S_ISDIR(st.st_mode)
               ? DOM_OK
               : dom_err_set(err, DOM_E_CONFIG, "%.200s: is no folder; allowed: a folder, or %s",
                             path, dom_bots_shown_devices);
}

static dom_rc check_trust(const char *path, dom_err *err)
{
    dom_err inner;
    if (dom_fs_trusted_path_check(path, &inner) == DOM_OK)
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG,
                       "%.200s: %s; allowed: what only root and you can change, with all folders "
                       "on the way (chmod go-w)",
                       path, inner.text);
}

/* Another file system in the folder would be shown with it, such as a /proc. */
static dom_rc check_mounts(const char *path, dom_err *err)
{
    dom_rc rc = DOM_OK;
    FILE *mounts = setmntent("/proc/self/mounts", "re");
    for (const struct mntent *m; rc == DOM_OK && mounts && (m = getmntent(mounts)) != NULL;)
        if (is_within(m->mnt_dir, path) && strcmp(m->mnt_dir, path) != 0)
            rc = dom_err_set(err, DOM_E_CONFIG,
                             "%.200s: has another file system in it, %.150s; allowed: a folder "
                             "without one",
                             path, m->mnt_dir);
    if (mounts)
        (void)endmntent(mounts);
    return rc;
}

dom_rc dom_bots_shown_keep_apart(const dom_strings *shown, const char *folder, const char *what,
                                 dom_err *err)
{
    char real[DOM_PATH_BYTES];
    write_real(real, folder);
    for (size_t i = 0; i < shown->count; i++) {
        const char *path = shown->item[i];
        if (is_within(path, real) || is_within(real, path))
            return dom_err_set(err, DOM_E_CONFIG,
                               "%.200s: is, holds or lies in %s, %.150s; allowed: a folder apart "
                               "from it",
                               path, what, real);
    }
    return DOM_OK;
}

/* Bots may be shown what lies beside run directories, which are in /tmp for many users, but neither
 * one of them nor the folder of all. */
static dom_rc check_run_base(const char *path, dom_err *err)
{
    char base[DOM_PATH_BYTES], runs[DOM_PATH_BYTES + 16];
    write_real(base, dom_fs_run_dir_base());
    (void)snprintf(runs, sizeof runs, "%s/domino-arena.*", base);
    if (!is_within(base, path) && fnmatch(runs, path, FNM_LEADING_DIR) != 0)
        return DOM_OK;
    return dom_err_set(err, DOM_E_CONFIG,
                       "%.200s: runs of the arena have their folders in %.150s; allowed: a folder "
                       "that has none of them in it and is in none",
                       path, base);
}

static dom_rc check_folder(const char *path, const dom_bots_places *places, dom_err *err)
{
    const dom_strings one = {.count = 1, .item = (char *[]){(char *)path, NULL}};
    char folder[DOM_PATH_BYTES];
    dom_rc rc = dom_bots_shown_keep_apart(&one, places->home, "the data folder", err);
    if (rc == DOM_OK && places->db) {
        const char *slash = strrchr(places->db, '/');
        dom_text_copy(folder, sizeof folder, slash ? places->db : ".");
        folder[slash ? slash - places->db + (slash == places->db) : 1] = '\0';
        rc = dom_bots_shown_keep_apart(&one, folder, "the folder of the database", err);
    }
    if (rc == DOM_OK)
        rc = check_run_base(path, err);
    return rc == DOM_OK ? check_mounts(path, err) : rc;
}

/* Replaces the word by its path, or says why it is not shown. */
static dom_rc judge(char real[static DOM_PATH_BYTES], const char *word,
                    const dom_bots_places *places, dom_err *err)
{
    char path[DOM_PATH_BYTES];
    dom_rc rc = write_path(path, word, err);
    if (rc != DOM_OK)
        return rc;
    if (realpath(path, real) == NULL)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%.200s: %s; allowed: what is there on every machine that plays", path,
                           strerror(errno));
    if (!is_plain(real))
        return dom_err_set(err, DOM_E_CONFIG,
                           "%.200s: leads to another path that cannot be shown; allowed: UTF-8 "
                           "without control characters",
                           path);
    rc = check_kind(real, err);
    if (rc == DOM_OK)
        rc = check_trust(real, err);
    return rc == DOM_OK && !dom_bots_shown_is_device(real) ? check_folder(real, places, err) : rc;
}

dom_rc dom_bots_shown_take(dom_strings *shown, const dom_bots_places *places, const char *where,
                           dom_strings *faults, dom_err *err)
{
    dom_strings paths = {.count = 0};
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < shown->count; i++) {
        char real[DOM_PATH_BYTES];
        dom_err inner;
        rc = judge(real, shown->item[i], places, &inner);
        if (rc == DOM_OK && !dom_strings_has(&paths, real) && !dom_strings_add(&paths, real))
            rc = dom_err_no_memory(err);
        else if (rc == DOM_E_CONFIG)
            rc = dom_err_collect(faults, dom_err_set(err, rc, "%s: %s", where, inner.text), err);
    }
    dom_strings_sort(&paths);
    dom_strings_clear(shown);
    *shown = paths;
    return rc;
}
