#include "bots/snapshot.h"

#include "base/check.h"
#include "base/path.h"
#include "base/shared.h"
#include "base/text.h"
#include "bots/build.h"
#include "fs/file_tree.h"
#include "fs/remove_tree.h"
#include "fs/staging_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert((int)DOM_BOTS_VERSION_BYTES == (int)DOM_FS_TREE_HASH_BYTES,
               "a version is such a hash");

static const char removed_prefix[] = ".old-";

/* ---- paths --------------------------------------------------------------- */

/* Writes a path. One that does not fit is an error. */
__attribute__((format(printf, 3, 4))) static dom_rc path_of(char out[static DOM_PATH_BYTES],
                                                            dom_err *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(out, DOM_PATH_BYTES, format, args);
    va_end(args);
    if (length >= DOM_PATH_BYTES)
        return dom_err_set(err, DOM_E_CONFIG, "%.100s...: the path is too long", out);
    return DOM_OK;
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* ---- what is to be copied ------------------------------------------------ */

/* Refuses a data folder inside the bot's folder. It would be copied into itself, and the version
 * would change with every snapshot. */
static dom_rc check_home(const char *folder, const char *home, dom_err *err)
{
    char *real = realpath(home, NULL);
    if (real == NULL && errno == ENOENT)
        return DOM_OK; /* only in a dry run, which does not make it */
    if (real == NULL)
        return dom_err_errno(err, home);
    size_t length = strlen(folder);
    bool is_within = strncmp(real, folder, length) == 0 &&
                     (real[length] == '/' || real[length] == '\0' || length == 1);
    free(real);
    if (is_within)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%.200s: the arena's data folder lies inside the bot's folder", folder);
    return DOM_OK;
}

/* Returns true if a word of the command is the path of a file. A program without '/' is searched
 * in PATH instead. */
static bool names_file(const dom_fs_tree *tree, const char *word, bool is_program)
{
    char path[DOM_PATH_BYTES];
    struct stat st;
    if (word[0] == '\0' || (is_program && strchr(word, '/') == NULL))
        return false;
    bool is_absolute = word[0] == '/';
    dom_rc rc = path_of(path, NULL, "%s%s%s", is_absolute ? "" : tree->folder,
                        is_absolute ? "" : "/", word);
    return rc == DOM_OK && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Lists a file that a command names, and the folder in which it lies: programs need what is beside
 * them. Of the top folder, which is that of the tournament file, only the file itself is a part of
 * the bot. */
static dom_rc list_named(dom_fs_tree *tree, const char *word, const char *home, dom_err *err)
{
    char folder[DOM_PATH_BYTES], real[DOM_PATH_BYTES];
    dom_rc rc = dom_fs_tree_add_file(tree, word, err);
    const char *slash = strrchr(word, '/');
    if (rc != DOM_OK || word[0] == '/' || slash == NULL)
        return rc;
    rc = path_of(folder, err, "%s/%.*s", tree->folder, (int)(slash - word), word);
    if (rc != DOM_OK || realpath(folder, real) == NULL || strcmp(real, tree->folder) == 0)
        return rc;
    rc = check_home(real, home, err);
    (void)snprintf(folder, sizeof folder, "%.*s", (int)(slash - word), word);
    return rc == DOM_OK ? dom_fs_tree_add_folder(tree, folder, err) : rc;
}

/* Lists the files of a bot that a tournament file describes: its map as bot.yaml, and what its
 * command names. */
static dom_rc list_inline(dom_fs_tree *tree, const dom_bots_snapshot_spec *spec, dom_err *err)
{
    const dom_bots_manifest *manifest = spec->manifest;
    char *text = dom_bots_manifest_text(manifest);
    if (text == NULL)
        return dom_err_no_memory(err);
    dom_rc rc = dom_fs_tree_add_text(tree, DOM_BOTS_MANIFEST_FILE, text, err);
    free(text);
    for (size_t i = 0; rc == DOM_OK && i < manifest->run.count; i++)
        if (names_file(tree, manifest->run.item[i], i == 0))
            rc = list_named(tree, manifest->run.item[i], spec->home, err);
    return rc == DOM_OK ? dom_fs_tree_complete(tree, err) : rc;
}

/* Puts the changed manifest in the place of the folder's. */
static dom_rc replace_manifest(dom_fs_tree *tree, const dom_bots_snapshot_spec *spec, dom_err *err)
{
    char *text = dom_bots_manifest_text(spec->manifest);
    if (text == NULL)
        return dom_err_no_memory(err);
    dom_rc rc = dom_fs_tree_replace(tree, DOM_BOTS_MANIFEST_FILE, text, err);
    free(text);
    return rc;
}

static dom_rc list_files(dom_fs_tree *tree, const dom_bots_snapshot_spec *spec, dom_err *err)
{
    if (spec->is_inline)
        return list_inline(tree, spec, err);
    dom_rc rc = check_home(tree->folder, spec->home, err);
    if (rc == DOM_OK)
        rc = dom_fs_tree_list(tree, err);
    return rc == DOM_OK && spec->is_changed ? replace_manifest(tree, spec, err) : rc;
}

static const char *name_of(const dom_bots_snapshot_spec *spec)
{
    return spec->name ? spec->name : spec->manifest->name;
}

/* ---- a new snapshot ------------------------------------------------------ */

/* Copies the files and hashes them again: they must still have the hash. */
static dom_rc copy(const dom_fs_tree *tree, const dom_fs_staging_dir *w, const char *hash,
                   dom_err *err)
{
    char copied[DOM_BOTS_VERSION_BYTES];
    dom_rc rc = dom_fs_tree_hash(tree, w->fd, copied, err);
    if (rc == DOM_OK && strcmp(copied, hash) != 0)
        rc = dom_err_set(err, DOM_E_IO, "%.200s: changed while it was copied", tree->folder);
    return rc;
}

/* Runs the build steps in the copy, with the log in the logs folder. */
static dom_rc build(const dom_bots_snapshot_spec *spec, const dom_bots_manifest *manifest,
                    const dom_fs_staging_dir *w, const char *version, dom_err *err)
{
    if (manifest->build_steps == 0)
        return DOM_OK;
    char logs[DOM_PATH_BYTES], log[DOM_PATH_BYTES];
    dom_rc rc =
        path_of(logs, err, "%s%s", spec->logs ? spec->logs : spec->home, spec->logs ? "" : "/logs");
    if (rc == DOM_OK)
        rc = dom_fs_make_folders(logs, err);
    if (rc == DOM_OK)
        rc = path_of(log, err, "%s/build-%s-%s.log", logs, name_of(spec), version);
    if (rc != DOM_OK)
        return rc;
    const dom_bots_listener *listener = spec->listener;
    if (listener && listener->on_build)
        listener->on_build(listener->context, name_of(spec), log);
    dom_bots_build_spec b = {.folder = w->path,
                             .step = manifest->build,
                             .steps = manifest->build_steps,
                             .log = log,
                             .limit_ms = spec->build_ms ? spec->build_ms : DOM_BOTS_BUILD_MS};
    rc = dom_bots_build_run(&b, err);
    if (rc == DOM_E_CONFIG && listener && listener->on_build_failed)
        listener->on_build_failed(listener->context, log);
    return rc;
}

/* Builds the copy by its own bot.yaml. The bot's owner may have changed the folder since it was
 * read. */
static dom_rc build_copy(const dom_bots_snapshot_spec *spec, const dom_fs_staging_dir *w,
                         const char *version, dom_err *err)
{
    dom_bots_manifest copied;
    if (spec->is_inline || spec->built)
        return DOM_OK;
    dom_rc rc = dom_bots_manifest_load(&copied, w->path, err);
    if (rc == DOM_OK && strcmp(copied.name, spec->manifest->name) != 0)
        rc = dom_err_set(err, DOM_E_IO, "%.200s/%s: changed while it was copied", spec->folder,
                         DOM_BOTS_MANIFEST_FILE);
    if (rc == DOM_OK)
        rc = build(spec, &copied, w, version, err);
    dom_bots_manifest_clear(&copied);
    return rc;
}

static dom_rc sync_folder(const char *path, dom_err *err)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    dom_rc rc = fd < 0 || fsync(fd) != 0 ? dom_err_errno(err, path) : DOM_OK;
    if (fd >= 0)
        (void)close(fd);
    return rc;
}

/* Moves the finished folder to its place. All files are synced before and the folder afterwards,
 * so a version is complete even after a power cut, and one that was reported is there. Another
 * arena may have made the same version meanwhile; then that one is used. */
static dom_rc publish(dom_fs_staging_dir *w, const char *versions, const char *folder, dom_err *err)
{
    dom_rc rc = dom_fs_tree_seal(w->fd, dom_shared_is(versions), err);
    if (rc == DOM_OK && syncfs(w->fd) != 0)
        rc = dom_err_errno(err, w->path);
    if (rc != DOM_OK)
        return rc;
    rc = dom_fs_staging_dir_publish(w, strrchr(folder, '/') + 1, err);
    return is_folder(folder) ? sync_folder(versions, err) : rc;
}

static dom_rc make(const dom_fs_tree *tree, const dom_bots_snapshot_spec *spec,
                   const char *versions, const dom_bots_snapshot *snapshot, const char *hash,
                   dom_err *err)
{
    dom_fs_staging_dir_sweep(versions);
    dom_fs_staging_dir w;
    dom_rc rc = dom_fs_staging_dir_open(&w, versions, err);
    if (rc != DOM_OK)
        return rc;
    rc = copy(tree, &w, hash, err);
    if (rc != DOM_OK)
        goto out;
    rc = build_copy(spec, &w, snapshot->version, err);
    if (rc != DOM_OK)
        goto out;
    rc = publish(&w, versions, snapshot->folder, err);
out:
    dom_fs_staging_dir_close(&w);
    return rc;
}

/* Makes the folder's path absolute, because processes are started from other folders. */
static dom_rc resolve_folder(dom_bots_snapshot *snapshot, dom_err *err)
{
    char *real = realpath(snapshot->folder, NULL);
    if (real == NULL)
        return dom_err_errno(err, snapshot->folder);
    dom_rc rc = path_of(snapshot->folder, err, "%s", real);
    free(real);
    return rc;
}

/* Finds the version of the tree and the place of its snapshot, and whether there is one. */
static dom_rc identify(dom_bots_snapshot *out, char hash[static DOM_BOTS_VERSION_BYTES],
                       const dom_fs_tree *tree, const dom_bots_snapshot_spec *spec,
                       const char *versions, dom_err *err)
{
    dom_rc rc = dom_fs_tree_hash(tree, -1, hash, err);
    const char *version = spec->built && !spec->is_changed ? spec->built : hash;
    dom_text_copy(out->version, sizeof out->version, rc == DOM_OK ? version : "");
    if (rc == DOM_OK)
        rc = path_of(out->folder, err, "%s/%s", versions, out->version);
    out->is_new = rc == DOM_OK && !is_folder(out->folder);
    return rc;
}

/* Makes the snapshot if it is new. An existing one is taken again: it is the latest version now. */
static dom_rc keep(dom_bots_snapshot *out, const char *hash, const dom_fs_tree *tree,
                   const dom_bots_snapshot_spec *spec, const char *versions, dom_err *err)
{
    if (out->is_new)
        return make(tree, spec, versions, out, hash, err);
    (void)utimensat(AT_FDCWD, out->folder, NULL, 0);
    return DOM_OK;
}

dom_rc dom_bots_snapshot_take(dom_bots_snapshot *out, const dom_bots_snapshot_spec *spec,
                              dom_err *err)
{
    dom_check(dom_name_is_valid(name_of(spec), DOM_BOTS_NAME_MAX));
    char versions[DOM_PATH_BYTES], hash[DOM_BOTS_VERSION_BYTES];
    dom_fs_tree tree = {.folder = NULL};
    out->is_new = false;
    dom_rc rc = path_of(versions, err, "%s/bots/%s", spec->home, name_of(spec));
    if (rc == DOM_OK && !spec->is_dry_run)
        rc = dom_fs_make_folders(versions, err);
    if (rc == DOM_OK)
        rc = dom_fs_tree_open(&tree, spec->folder, err);
    if (rc == DOM_OK)
        rc = list_files(&tree, spec, err);
    if (rc == DOM_OK)
        rc = identify(out, hash, &tree, spec, versions, err);
    if (rc == DOM_OK && !spec->is_dry_run)
        rc = keep(out, hash, &tree, spec, versions, err);
    else if (rc == DOM_OK && out->is_new)
        rc = path_of(out->folder, err, "%s", tree.folder);
    if (rc == DOM_OK)
        rc = resolve_folder(out, err);
    else if (!spec->is_dry_run)
        (void)rmdir(versions); /* fails unless it is empty */
    dom_fs_tree_clear(&tree);
    return rc;
}

/* ---- snapshots there are ------------------------------------------------- */

static bool is_version(const char *name)
{
    return strlen(name) == DOM_BOTS_VERSION_BYTES - 1 &&
           strspn(name, "0123456789abcdef") == DOM_BOTS_VERSION_BYTES - 1;
}

/* A version, and when its snapshot was last taken. */
typedef struct {
    char version[DOM_BOTS_VERSION_BYTES];
    struct timespec time;
} taken;

typedef struct {
    const char *prefix;        /* the first digits of the version; "" for any */
    const dom_strings *except; /* versions that do not count; NULL = none */
    int count;                 /* number of versions with this prefix */
    taken latest, previous;
} snapshot_search;

/* Orders versions by time, and equal times by the hash, so that the order is always the same. */
static bool is_later(const taken *a, const taken *b)
{
    if (a->time.tv_sec != b->time.tv_sec)
        return a->time.tv_sec > b->time.tv_sec;
    if (a->time.tv_nsec != b->time.tv_nsec)
        return a->time.tv_nsec > b->time.tv_nsec;
    return strcmp(a->version, b->version) > 0;
}

/* Counts a version if it has the prefix, and keeps the two latest. */
static void look_at(snapshot_search *s, int dir, const char *version)
{
    struct stat st;
    taken now;
    if (!is_version(version) || strncmp(version, s->prefix, strlen(s->prefix)) != 0)
        return;
    if (fstatat(dir, version, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(st.st_mode))
        return;
    if (s->except && dom_strings_has(s->except, version))
        return;
    memcpy(now.version, version, sizeof now.version);
    now.time = st.st_mtim;
    s->count++;
    if (is_later(&now, &s->latest)) {
        s->previous = s->latest;
        s->latest = now;
    } else if (is_later(&now, &s->previous)) {
        s->previous = now;
    }
}

static bool is_prefix(const char *text)
{
    size_t length = strspn(text, "0123456789abcdef");
    return text[length] == '\0' && length >= DOM_BOTS_VERSION_PREFIX_MIN &&
           length < DOM_BOTS_VERSION_BYTES;
}

bool dom_bots_snapshot_is_version(const char *version)
{
    return strcmp(version, "latest") == 0 || strcmp(version, "previous") == 0 || is_prefix(version);
}

static dom_rc check_prefix(const char *name, const char *prefix, dom_err *err)
{
    if (!is_prefix(prefix))
        return dom_err_set(err, DOM_E_CONFIG,
                           "'%.40s@%.70s' is not a version; allowed: latest, previous, or its "
                           "first 6..64 hex digits, in small letters",
                           name, prefix);
    return DOM_OK;
}

static snapshot_search look_through(const char *versions, const char *prefix,
                                    const dom_strings *except)
{
    const taken nothing = {.time = {.tv_sec = INT64_MIN}};
    snapshot_search s = {
        .prefix = prefix, .except = except, .latest = nothing, .previous = nothing};
    DIR *dir = opendir(versions);
    for (const struct dirent *d; dir && (d = readdir(dir)) != NULL;)
        look_at(&s, dirfd(dir), d->d_name);
    if (dir)
        (void)closedir(dir);
    return s;
}

static dom_rc check_found(const snapshot_search *s, const char *name, const char *versions,
                          bool wants_previous, dom_err *err)
{
    bool has_others = s->except && s->except->count > 0;
    if (s->count == 0 && has_others)
        return dom_err_set(
            err, DOM_E_ABSENT,
            "there is no other version of %s than that of its folder in %.200s; change "
            "the bot, or name another bot",
            name, versions);
    if (s->count == 0)
        return dom_err_set(err, DOM_E_ABSENT,
                           s->prefix[0] ? "there is no bot %s@%s; allowed: a version in %.200s"
                                        : "there is no bot %s%s in %.200s",
                           name, s->prefix, versions);
    if (s->count == 1 && wants_previous)
        return dom_err_set(
            err, DOM_E_ABSENT, "%s@previous: there is only one version, %s@%.8s, %sin %.200s", name,
            name, s->latest.version, has_others ? "beside that of the folder " : "", versions);
    if (s->count > 1 && s->prefix[0])
        return dom_err_set(err, DOM_E_CONFIG,
                           "%d versions of %s begin with %s; allowed: more of its digits", s->count,
                           name, s->prefix);
    return DOM_OK;
}

dom_rc dom_bots_snapshot_find(dom_bots_snapshot *out, const char *home, const char *name,
                              const char *version, dom_err *err)
{
    return dom_bots_snapshot_find_other(out, home, name, version, NULL, err);
}

dom_rc dom_bots_snapshot_find_other(dom_bots_snapshot *out, const char *home, const char *name,
                                    const char *version, const dom_strings *except, dom_err *err)
{
    char versions[DOM_PATH_BYTES];
    if (!dom_name_is_valid(name, DOM_BOTS_NAME_MAX))
        return dom_err_set(err, DOM_E_ABSENT, "'%.40s' is not a valid name of a bot", name);
    bool wants_previous = version && strcmp(version, "previous") == 0;
    bool is_by_time = version == NULL || wants_previous || strcmp(version, "latest") == 0;
    dom_rc rc = is_by_time ? DOM_OK : check_prefix(name, version, err);
    if (rc == DOM_OK)
        rc = path_of(versions, err, "%s/bots/%s", home, name);
    if (rc != DOM_OK)
        return rc;
    snapshot_search s =
        look_through(versions, is_by_time ? "" : version, version && is_by_time ? except : NULL);
    rc = check_found(&s, name, versions, wants_previous, err);
    if (rc != DOM_OK)
        return rc;
    const taken *found = wants_previous ? &s.previous : &s.latest;
    out->is_new = false;
    memcpy(out->version, found->version, sizeof out->version);
    rc = path_of(out->folder, err, "%s/%s", versions, found->version);
    return rc != DOM_OK ? rc : resolve_folder(out, err);
}

/* Opens a folder to list it. One that is not there, or is no folder, has nothing in it. */
static dom_rc open_list(DIR **out, const char *path, dom_err *err)
{
    *out = opendir(path);
    bool is_absent = *out == NULL && (errno == ENOENT || errno == ENOTDIR);
    return *out || is_absent ? DOM_OK : dom_err_errno(err, path);
}

static dom_rc visit_versions(const char *bots, const char *name, dom_bots_snapshot_visit *visit,
                             void *context, dom_err *err)
{
    char versions[DOM_PATH_BYTES];
    dom_bots_snapshot snapshot = {.is_new = false};
    DIR *dir = NULL;
    dom_rc rc = path_of(versions, err, "%s/%s", bots, name);
    if (rc == DOM_OK)
        rc = open_list(&dir, versions, err);
    for (const struct dirent *d; dir && rc == DOM_OK && (d = readdir(dir)) != NULL;) {
        if (!is_version(d->d_name))
            continue;
        memcpy(snapshot.version, d->d_name, sizeof snapshot.version);
        rc = path_of(snapshot.folder, err, "%s/%s", versions, d->d_name);
        if (rc == DOM_OK && is_folder(snapshot.folder))
            rc = visit(context, name, &snapshot, err);
    }
    if (dir)
        (void)closedir(dir);
    return rc;
}

dom_rc dom_bots_snapshot_each(const char *home, dom_bots_snapshot_visit *visit, void *context,
                              dom_err *err)
{
    char bots[DOM_PATH_BYTES];
    DIR *dir = NULL;
    dom_rc rc = path_of(bots, err, "%s/bots", home);
    if (rc == DOM_OK)
        rc = open_list(&dir, bots, err);
    for (const struct dirent *d; dir && rc == DOM_OK && (d = readdir(dir)) != NULL;)
        if (dom_name_is_valid(d->d_name, DOM_BOTS_NAME_MAX))
            rc = visit_versions(bots, d->d_name, visit, context, err);
    if (dir)
        (void)closedir(dir);
    return rc;
}

/* ---- removing -------------------------------------------------------------- */

/* The other name comes first and is synced, so that no part of a snapshot is ever found under the
 * name of the whole. */
void dom_bots_snapshot_remove(const dom_bots_snapshot *snapshot)
{
    char versions[DOM_PATH_BYTES], removed[DOM_PATH_BYTES];
    memcpy(versions, snapshot->folder, sizeof versions);
    *strrchr(versions, '/') = '\0';
    if (path_of(removed, NULL, "%s/%s%s", versions, removed_prefix, snapshot->version) == DOM_OK) {
        dom_fs_remove_tree(removed);
        if (rename(snapshot->folder, removed) == 0 && sync_folder(versions, NULL) == DOM_OK)
            dom_fs_remove_tree(removed);
    }
    dom_fs_remove_tree(snapshot->folder);
    (void)rmdir(versions); /* fails unless it is empty */
}

static void sweep_versions(const char *versions)
{
    DIR *dir = opendir(versions);
    for (const struct dirent *d; dir && (d = readdir(dir)) != NULL;)
        if (strncmp(d->d_name, removed_prefix, sizeof removed_prefix - 1) == 0)
            dom_fs_remove_tree_at(dirfd(dir), d->d_name);
    if (dir)
        (void)closedir(dir);
    dom_fs_staging_dir_sweep(versions);
    (void)rmdir(versions); /* fails unless it is empty */
}

void dom_bots_snapshot_sweep(const char *home)
{
    char bots[DOM_PATH_BYTES], versions[DOM_PATH_BYTES];
    DIR *dir = path_of(bots, NULL, "%s/bots", home) == DOM_OK ? opendir(bots) : NULL;
    for (const struct dirent *d; dir && (d = readdir(dir)) != NULL;)
        if (dom_name_is_valid(d->d_name, DOM_BOTS_NAME_MAX) &&
            path_of(versions, NULL, "%s/%s", bots, d->d_name) == DOM_OK)
            sweep_versions(versions);
    if (dir)
        (void)closedir(dir);
}
