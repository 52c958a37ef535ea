/* Hashes the entries of a tree, copies them at the same time, and makes the copy read-only. */
#include "file_tree_parts.h"

#include "fs/file_walk.h"
#include "fs/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COPY_BYTES = 64 * 1024 };

/* ---- hashing and copying ------------------------------------------------- */

typedef struct {
    crypto_generichash_state state;
    int copy; /* the folder that receives the copies, or -1 */
    const dom_fs_tree *tree;
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

static void feed_header(hasher *h, const dom_fs_tree_entry *entry, uint64_t size)
{
    unsigned char kind = (unsigned char)entry->kind;
    size_t length = strlen(entry->path);
    feed(h, &kind, 1);
    feed_number(h, length, 4);
    feed(h, entry->path, length);
    feed_number(h, size, 8);
}

/* Hashes `count` bytes and writes them to `to`, unless that is -1. */
static dom_rc hash_bytes(hasher *h, const dom_fs_tree_entry *entry, int to, const void *bytes,
                         size_t count, dom_err *err)
{
    feed(h, bytes, count);
    if (to >= 0 && !dom_fs_write_all(to, bytes, count))
        return dom_fs_tree_io_failed(err, entry->path);
    return DOM_OK;
}

/* Hashes and copies a file. A file that grows is read only up to its listed size. */
static dom_rc take_file(hasher *h, const dom_fs_tree_entry *entry, int from, int to, dom_err *err)
{
    unsigned char buffer[COPY_BYTES];
    uint64_t left = entry->id.bytes;
    feed_header(h, entry, left);
    for (;;) {
        ssize_t n = read(from, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return dom_fs_tree_io_failed(err, entry->path);
        if (n == 0 && left == 0)
            return DOM_OK;
        if (n == 0 || (uint64_t)n > left)
            return dom_fs_tree_changed(err, entry->path);
        left -= (uint64_t)n;
        dom_rc rc = hash_bytes(h, entry, to, buffer, (size_t)n, err);
        if (rc != DOM_OK)
            return rc;
    }
}

static dom_rc take_content(hasher *h, const dom_fs_tree_entry *entry, int to, dom_err *err)
{
    if (entry->text) {
        size_t length = strlen(entry->text);
        feed_header(h, entry, length);
        return hash_bytes(h, entry, to, entry->text, length, err);
    }
    int from = dom_fs_tree_file_open(h->tree, entry, err);
    if (from < 0)
        return DOM_E_IO;
    dom_rc rc = take_file(h, entry, from, to, err);
    (void)close(from);
    return rc;
}

static dom_rc take_folder(hasher *h, const dom_fs_tree_entry *entry, dom_err *err)
{
    feed_header(h, entry, 0);
    if (h->copy >= 0 && mkdirat(h->copy, entry->path, 0755) != 0)
        return dom_fs_tree_io_failed(err, entry->path);
    return DOM_OK;
}

static dom_rc take_link(hasher *h, const dom_fs_tree_entry *entry, dom_err *err)
{
    dom_rc rc = take_content(h, entry, -1, err);
    if (rc == DOM_OK && h->copy >= 0 && symlinkat(entry->text, h->copy, entry->path) != 0)
        rc = dom_fs_tree_io_failed(err, entry->path);
    return rc;
}

static dom_rc take_entry(hasher *h, const dom_fs_tree_entry *entry, dom_err *err)
{
    if (entry->kind == DOM_FS_TREE_FOLDER)
        return take_folder(h, entry, err);
    if (entry->kind == DOM_FS_TREE_LINK)
        return take_link(h, entry, err);
    if (h->copy < 0 || entry->path[0] == '/')
        return take_content(h, entry, -1, err);
    mode_t mode = entry->kind == DOM_FS_TREE_PROGRAM ? 0755 : 0644;
    int to = openat(h->copy, entry->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (to < 0)
        return dom_fs_tree_io_failed(err, entry->path);
    dom_rc rc = take_content(h, entry, to, err);
    if (fchmod(to, mode) != 0 && rc == DOM_OK) /* the umask does not matter */
        rc = dom_fs_tree_io_failed(err, entry->path);
    if (close(to) != 0 && rc == DOM_OK)
        rc = dom_fs_tree_io_failed(err, entry->path);
    return rc;
}

static dom_rc take_entries(hasher *h, dom_err *err)
{
    static const char label[] = "domino-arena bot 1\n";
    feed(h, label, sizeof label - 1);
    for (size_t i = 0; i < h->tree->count; i++) {
        dom_rc rc = take_entry(h, &h->tree->entry[i], err);
        if (rc != DOM_OK)
            return rc;
    }
    return DOM_OK;
}

dom_rc dom_fs_tree_hash(const dom_fs_tree *tree, int copy_fd,
                        char out[static DOM_FS_TREE_HASH_BYTES], dom_err *err)
{
    unsigned char digest[(DOM_FS_TREE_HASH_BYTES - 1) / 2];
    hasher h = {.copy = copy_fd, .tree = tree};
    if (sodium_init() < 0 || crypto_generichash_init(&h.state, NULL, 0, sizeof digest) != 0)
        return dom_err_set(err, DOM_E_IO, "libsodium cannot be started");
    dom_rc rc = take_entries(&h, err);
    (void)crypto_generichash_final(&h.state, digest, sizeof digest);
    (void)sodium_bin2hex(out, DOM_FS_TREE_HASH_BYTES, digest, sizeof digest);
    return rc;
}

/* ---- sealing ------------------------------------------------------------- */

/* Returns the mode of a sealed entry. In a shared folder the group has it in place of others, and
 * may remove what is in a folder. */
static mode_t sealed_mode(mode_t mode, bool is_shared)
{
    mode_t owner = S_ISDIR(mode) || (mode & S_IXUSR) ? 0500 : 0400;
    if (!is_shared)
        return owner | owner >> 3 | owner >> 6;
    return owner | owner >> 3 | (S_ISDIR(mode) ? 02020 : 0);
}

static dom_rc seal_entry(void *context, const dom_fs_walk_entry *e, bool *enter, dom_err *err)
{
    const bool *is_shared = context;
    (void)enter;
    if (S_ISLNK(e->st.st_mode))
        return DOM_OK; /* a link has no mode of its own, and its target is not ours */
    mode_t mode = sealed_mode(e->st.st_mode, *is_shared);
    bool ok = fchmodat(e->folder, e->name, mode, AT_SYMLINK_NOFOLLOW) == 0;
    return ok ? DOM_OK : dom_fs_tree_io_failed(err, e->path);
}

dom_rc dom_fs_tree_seal(int folder, bool is_shared, dom_err *err)
{
    dom_rc rc = dom_fs_file_walk(folder, seal_entry, &is_shared, err);
    return rc == DOM_OK && fchmod(folder, sealed_mode(S_IFDIR, is_shared)) != 0
               ? dom_fs_tree_io_failed(err, "the copy")
               : rc;
}
