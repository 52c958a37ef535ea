#include "tree.h"

#include "base/check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COPY_BYTES = 64 * 1024, NFTW_FDS = 16 };

static dom_rc fail_errno(dom_err *err, const char *path)
{
    return dom_err_set(err, DOM_E_IO, "%.200s: %s", path, strerror(errno));
}

static dom_rc fail_memory(dom_err *err)
{
    return dom_err_set(err, DOM_E_NOMEM, "out of memory");
}

/* ---- entries ------------------------------------------------------------- */

dom_rc dom_tree_open(dom_tree *out, const char *folder, dom_err *err)
{
    *out = (dom_tree){.folder = realpath(folder, NULL)};
    struct stat st;
    if (out->folder == NULL || stat(out->folder, &st) != 0)
        return dom_err_set(err, DOM_E_CONFIG, "%.200s: %s", folder, strerror(errno));
    if (!S_ISDIR(st.st_mode))
        return dom_err_set(err, DOM_E_CONFIG, "%.200s: this is not a folder", folder);
    return DOM_OK;
}

static void clear_entry(dom_tree_entry *entry)
{
    free(entry->path);
    free(entry->text);
}

void dom_tree_clear(dom_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++)
        clear_entry(&tree->entry[i]);
    free(tree->entry);
    free(tree->folder);
    *tree = (dom_tree){.count = 0};
}

/* Add an entry of `bytes` bytes; `text` may be NULL. */
static dom_rc add(dom_tree *tree, const char *path, dom_tree_kind kind, const char *text,
                  uint64_t bytes, dom_err *err)
{
    tree->bytes += bytes;
    if (tree->count == DOM_TREE_FILES_MAX || tree->bytes > DOM_TREE_BYTES_MAX ||
        bytes > DOM_TREE_BYTES_MAX)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%.200s: the folder is too large; allowed: %d files, 1 GiB",
                           tree->folder, DOM_TREE_FILES_MAX);
    if (tree->entry == NULL)
        tree->entry = calloc(DOM_TREE_FILES_MAX, sizeof *tree->entry);
    dom_tree_entry entry = {strdup(path), kind, text ? strdup(text) : NULL};
    if (tree->entry == NULL || entry.path == NULL || (text && entry.text == NULL)) {
        clear_entry(&entry);
        return fail_memory(err);
    }
    tree->entry[tree->count++] = entry;
    return DOM_OK;
}

static int by_path(const void *a, const void *b)
{
    const dom_tree_entry *x = a, *y = b;
    return strcmp(x->path, y->path);
}

void dom_tree_sort(dom_tree *tree)
{
    if (tree->count == 0)
        return;
    qsort(tree->entry, tree->count, sizeof *tree->entry, by_path);
    size_t kept = 1;
    for (size_t i = 1; i < tree->count; i++)
        if (by_path(&tree->entry[kept - 1], &tree->entry[i]) == 0)
            clear_entry(&tree->entry[i]);
        else
            tree->entry[kept++] = tree->entry[i];
    tree->count = kept;
}

/* ---- listing ------------------------------------------------------------- */

static bool is_skipped(const char *name)
{
    static const char *const names[] = {".", "..", ".git", "__pycache__"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    size_t length = strlen(name);
    return length >= 4 && strcmp(name + length - 4, ".pyc") == 0;
}

/* Does what `path` names, all links followed, lie in the folder? */
static bool is_inside(const dom_tree *tree, const char *path)
{
    char full[PATH_MAX], real[PATH_MAX];
    int length = snprintf(full, sizeof full, "%s/%s", tree->folder, path);
    if (length >= (int)sizeof full || realpath(full, real) == NULL)
        return false;
    size_t prefix = strcmp(tree->folder, "/") == 0 ? 0 : strlen(tree->folder);
    return strncmp(real, tree->folder, prefix) == 0 && real[prefix] == '/';
}

static dom_rc refuse(const dom_tree *tree, const char *path, dom_err *err, const char *what)
{
    return dom_err_set(err, DOM_E_CONFIG,
                       "%.100s: %s; allowed: files, folders and links to files inside %.150s", path,
                       what, tree->folder);
}

static dom_rc add_regular(dom_tree *tree, const char *path, const struct stat *st, dom_err *err)
{
    dom_tree_kind kind = st->st_mode & S_IXUSR ? DOM_TREE_PROGRAM : DOM_TREE_FILE;
    return add(tree, path, kind, NULL, (uint64_t)st->st_size, err);
}

/* A link becomes a copy of the file that it leads to: a snapshot has no links, so
 * nothing in it can lead outside later. */
static dom_rc add_link(dom_tree *tree, int root, const char *path, dom_err *err)
{
    struct stat st;
    if (fstatat(root, path, &st, 0) != 0)
        return refuse(tree, path, err, "this link leads nowhere");
    if (!is_inside(tree, path))
        return refuse(tree, path, err, "this link leads outside");
    if (!S_ISREG(st.st_mode))
        return refuse(tree, path, err, "this link does not lead to a file");
    return add_regular(tree, path, &st, err);
}

static dom_rc list_folder(dom_tree *tree, int root, const char *path, int depth, dom_err *err);

static dom_rc list_entry(dom_tree *tree, int root, const char *path, int depth, dom_err *err)
{
    struct stat st;
    if (fstatat(root, path, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return fail_errno(err, path);
    if (S_ISLNK(st.st_mode))
        return add_link(tree, root, path, err);
    if (S_ISREG(st.st_mode))
        return add_regular(tree, path, &st, err);
    if (!S_ISDIR(st.st_mode))
        return refuse(tree, path, err, "this is neither file nor folder");
    if (depth == DOM_TREE_DEPTH_MAX)
        return refuse(tree, path, err, "folders nested too deep");
    dom_rc rc = add(tree, path, DOM_TREE_FOLDER, NULL, 0, err);
    return rc != DOM_OK ? rc : list_folder(tree, root, path, depth + 1, err);
}

static dom_rc list_open_folder(dom_tree *tree, int root, DIR *dir, const char *path, int depth,
                               dom_err *err)
{
    for (;;) {
        errno = 0;
        const struct dirent *d = readdir(dir);
        if (d == NULL)
            return errno ? fail_errno(err, path) : DOM_OK;
        if (is_skipped(d->d_name))
            continue;
        char inner[PATH_MAX];
        bool is_top = strcmp(path, ".") == 0;
        int length = snprintf(inner, sizeof inner, "%s%s%s", is_top ? "" : path, is_top ? "" : "/",
                              d->d_name);
        if (length >= (int)sizeof inner)
            return refuse(tree, path, err, "the path is too long");
        dom_rc rc = list_entry(tree, root, inner, depth, err);
        if (rc != DOM_OK)
            return rc;
    }
}

static dom_rc list_folder(dom_tree *tree, int root, const char *path, int depth, dom_err *err)
{
    int fd = openat(root, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    if (dir == NULL) {
        dom_rc rc = fail_errno(err, path);
        if (fd >= 0)
            (void)close(fd);
        return rc;
    }
    dom_rc rc = list_open_folder(tree, root, dir, path, depth, err);
    (void)closedir(dir); /* and fd */
    return rc;
}

static int open_folder(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

dom_rc dom_tree_list(dom_tree *tree, dom_err *err)
{
    int root = open_folder(tree->folder);
    if (root < 0)
        return fail_errno(err, tree->folder);
    dom_rc rc = list_folder(tree, root, ".", 0, err);
    (void)close(root);
    dom_tree_sort(tree);
    return rc;
}

/* ---- single files -------------------------------------------------------- */

/* Is ".." one of the names of `path`? */
static bool climbs(const char *path)
{
    while (path) {
        size_t length = strcspn(path, "/");
        if (length == 2 && memcmp(path, "..", 2) == 0)
            return true;
        path = path[length] ? path + length + 1 : NULL;
    }
    return false;
}

/* Copy `path` without "." names and doubled slashes: one file, one name. */
static bool tidy(const char *path, char out[static PATH_MAX])
{
    size_t used = 0;
    if (path[0] == '/')
        out[used++] = '/';
    while (*path) {
        size_t length = strcspn(path, "/");
        bool counts = length > 0 && !(length == 1 && path[0] == '.');
        if (used + length + 2 > PATH_MAX)
            return false;
        if (counts) {
            if (used > 0 && out[used - 1] != '/')
                out[used++] = '/';
            memcpy(out + used, path, length);
            used += length;
        }
        path += length + (path[length] == '/');
    }
    out[used] = '\0';
    return true;
}

/* Add the folders on the way to `path`. */
static dom_rc add_parents(dom_tree *tree, const char *path, dom_err *err)
{
    char parent[PATH_MAX];
    for (const char *c = strchr(path, '/'); c; c = strchr(c + 1, '/')) {
        memcpy(parent, path, (size_t)(c - path));
        parent[c - path] = '\0';
        dom_rc rc = add(tree, parent, DOM_TREE_FOLDER, NULL, 0, err);
        if (rc != DOM_OK)
            return rc;
    }
    return DOM_OK;
}

dom_rc dom_tree_add_file(dom_tree *tree, const char *path, dom_err *err)
{
    char clean[PATH_MAX], full[2 * PATH_MAX];
    if (!tidy(path, clean))
        return refuse(tree, path, err, "the path is too long");
    bool is_absolute = clean[0] == '/';
    (void)snprintf(full, sizeof full, "%s%s%s", is_absolute ? "" : tree->folder,
                   is_absolute ? "" : "/", clean);
    struct stat st;
    if (stat(full, &st) != 0)
        return fail_errno(err, full);
    if (!S_ISREG(st.st_mode))
        return refuse(tree, path, err, "this is not a file");
    if (!is_absolute && (climbs(clean) || !is_inside(tree, clean)))
        return refuse(tree, path, err, "this leads outside");
    dom_rc rc = is_absolute ? DOM_OK : add_parents(tree, clean, err);
    return rc != DOM_OK ? rc : add_regular(tree, clean, &st, err);
}

dom_rc dom_tree_add_text(dom_tree *tree, const char *path, const char *text, dom_err *err)
{
    return add(tree, path, DOM_TREE_FILE, text, strlen(text), err);
}

/* ---- hashing and copying ------------------------------------------------- */

typedef struct {
    crypto_generichash_state state;
    int copy; /* folder that receives the files, -1 = none                    */
    int root; /* folder that they come from                                   */
} hasher;

static void feed(hasher *h, const void *bytes, size_t count)
{
    (void)crypto_generichash_update(&h->state, bytes, count);
}

static void feed_number(hasher *h, uint64_t value, int bytes)
{
    unsigned char little[8];
    for (int i = 0; i < bytes; i++)
        little[i] = (unsigned char)(value >> 8 * i);
    feed(h, little, (size_t)bytes);
}

static void feed_header(hasher *h, const dom_tree_entry *entry, uint64_t size)
{
    unsigned char kind = (unsigned char)entry->kind;
    size_t length = strlen(entry->path);
    feed(h, &kind, 1);
    feed_number(h, length, 4);
    feed(h, entry->path, length);
    feed_number(h, size, 8);
}

static bool write_all(int fd, const unsigned char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t n = write(fd, bytes, count);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        count -= (size_t)n;
    }
    return true;
}

/* Hash `count` bytes and write them to `to`, unless that is -1. */
static dom_rc take(hasher *h, const dom_tree_entry *entry, int to, const void *bytes, size_t count,
                   dom_err *err)
{
    feed(h, bytes, count);
    if (to >= 0 && !write_all(to, bytes, count))
        return fail_errno(err, entry->path);
    return DOM_OK;
}

static dom_rc take_file(hasher *h, const dom_tree_entry *entry, int from, int to, dom_err *err)
{
    unsigned char buffer[COPY_BYTES];
    struct stat st;
    if (fstat(from, &st) != 0)
        return fail_errno(err, entry->path);
    uint64_t left = (uint64_t)st.st_size;
    feed_header(h, entry, left);
    for (;;) {
        ssize_t n = read(from, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail_errno(err, entry->path);
        if (n == 0 && left == 0)
            return DOM_OK;
        if (n == 0 || (uint64_t)n > left)
            return dom_err_set(err, DOM_E_IO, "%.200s: changed while it was read", entry->path);
        left -= (uint64_t)n;
        dom_rc rc = take(h, entry, to, buffer, (size_t)n, err);
        if (rc != DOM_OK)
            return rc;
    }
}

static dom_rc take_content(hasher *h, const dom_tree_entry *entry, int to, dom_err *err)
{
    if (entry->text) {
        size_t length = strlen(entry->text);
        feed_header(h, entry, length);
        return take(h, entry, to, entry->text, length, err);
    }
    int from = openat(h->root, entry->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (from < 0)
        return fail_errno(err, entry->path);
    dom_rc rc = take_file(h, entry, from, to, err);
    (void)close(from);
    return rc;
}

static dom_rc take_folder(hasher *h, const dom_tree_entry *entry, dom_err *err)
{
    feed_header(h, entry, 0);
    if (h->copy >= 0 && mkdirat(h->copy, entry->path, 0755) != 0)
        return fail_errno(err, entry->path);
    return DOM_OK;
}

static dom_rc take_entry(hasher *h, const dom_tree_entry *entry, dom_err *err)
{
    if (entry->kind == DOM_TREE_FOLDER)
        return take_folder(h, entry, err);
    if (h->copy < 0 || entry->path[0] == '/')
        return take_content(h, entry, -1, err);
    mode_t mode = entry->kind == DOM_TREE_PROGRAM ? 0755 : 0644;
    int to = openat(h->copy, entry->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (to < 0)
        return fail_errno(err, entry->path);
    dom_rc rc = take_content(h, entry, to, err);
    if (fchmod(to, mode) != 0 && rc == DOM_OK) /* whatever the umask is */
        rc = fail_errno(err, entry->path);
    if (close(to) != 0 && rc == DOM_OK)
        rc = fail_errno(err, entry->path);
    return rc;
}

static dom_rc take_entries(hasher *h, const dom_tree *tree, dom_err *err)
{
    static const char label[] = "domino-arena bot 1\n";
    feed(h, label, sizeof label - 1);
    for (size_t i = 0; i < tree->count; i++) {
        dom_rc rc = take_entry(h, &tree->entry[i], err);
        if (rc != DOM_OK)
            return rc;
    }
    return DOM_OK;
}

dom_rc dom_tree_hash(const dom_tree *tree, int copy_fd, char out[static DOM_TREE_HASH_BYTES],
                     dom_err *err)
{
    unsigned char digest[(DOM_TREE_HASH_BYTES - 1) / 2];
    hasher h = {.copy = copy_fd, .root = open_folder(tree->folder)};
    if (h.root < 0)
        return fail_errno(err, tree->folder);
    dom_rc rc = DOM_E_IO;
    if (sodium_init() < 0 || crypto_generichash_init(&h.state, NULL, 0, sizeof digest) != 0) {
        (void)dom_err_set(err, rc, "libsodium cannot be started");
        goto out;
    }
    rc = take_entries(&h, tree, err);
    (void)crypto_generichash_final(&h.state, digest, sizeof digest);
    (void)sodium_bin2hex(out, DOM_TREE_HASH_BYTES, digest, sizeof digest);
out:
    (void)close(h.root);
    return rc;
}

/* ---- whole folders ------------------------------------------------------- */

/* nftw visits without a context, which none of these needs. */

static int seal_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)ftw;
    if (type == FTW_SL || type == FTW_SLN)
        return 0; /* links have no mode, and what they lead to is not ours */
    if (type == FTW_NS || type == FTW_DNR)
        return -1;
    bool is_executable = type == FTW_DP || (st->st_mode & S_IXUSR);
    return chmod(path, is_executable ? 0555 : 0444);
}

dom_rc dom_tree_seal(const char *path, dom_err *err)
{
    errno = 0;
    if (nftw(path, seal_one, NFTW_FDS, FTW_PHYS | FTW_DEPTH) != 0)
        return fail_errno(err, path);
    return DOM_OK;
}

static int unseal_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)ftw;
    if (type == FTW_D)
        (void)chmod(path, 0700);
    return 0;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    (void)remove(path);
    return 0;
}

void dom_tree_remove(const char *path)
{
    (void)nftw(path, unseal_one, NFTW_FDS, FTW_PHYS);
    (void)nftw(path, remove_one, NFTW_FDS, FTW_PHYS | FTW_DEPTH);
}
