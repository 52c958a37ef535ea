#include "fs/whole_file.h"

#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PART_BYTES = 1 << 18, HASH_RAW_BYTES = 32 };
static const char suffix[] = ".new-XXXXXX";

/* A file that is being written. */
typedef struct {
    const char *path;
    char new_path[DOM_PATH_BYTES + sizeof suffix];
    int fd;
} new_file;

static dom_rc fail_file(const char *path, dom_err *err)
{
    return dom_err_set(err, DOM_E_IO, "%.300s: cannot be written: %s", path, strerror(errno));
}

static dom_rc begin_file(new_file *file, const char *path, mode_t mode, dom_err *err)
{
    file->path = path;
    (void)snprintf(file->new_path, sizeof file->new_path, "%s%s", path, suffix);
    file->fd = mkostemp(file->new_path, O_CLOEXEC);
    if (file->fd < 0)
        return fail_file(path, err);
    return fchmod(file->fd, mode) == 0 ? DOM_OK : fail_file(path, err);
}

bool dom_fs_write_all(int fd, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = write(fd, (const char *)bytes + done, size - done);
        if (n < 0 && errno != EINTR)
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Makes the name of the file durable. A file system that cannot sync folders is accepted. */
static bool sync_folder(const char *path)
{
    char folder[DOM_PATH_BYTES];
    (void)snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    int fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool is_synced = fsync(fd) == 0 || errno == EINVAL;
    close(fd);
    return is_synced;
}

/* Opens a plain file for reading. A pipe or device in its place could keep the reader waiting for
 * ever, so it is refused. Returns DOM_E_ABSENT if there is no such file. */
static dom_rc open_plain(int *fd, struct stat *st, const char *path, dom_err *err)
{
    *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (*fd < 0 && errno == ENOENT)
        return dom_err_set(err, DOM_E_ABSENT, "%.300s: there is no such file", path);
    if (*fd >= 0 && fstat(*fd, st) == 0 && S_ISREG(st->st_mode))
        return DOM_OK;
    dom_rc rc = *fd < 0 ? dom_err_errno(err, path)
                        : dom_err_set(err, DOM_E_IO, "%.300s: is not a plain file", path);
    if (*fd >= 0)
        close(*fd);
    return rc;
}

/* Gives the file its name if all was written, else removes it. */
static dom_rc end_file(new_file *file, dom_rc rc, dom_err *err)
{
    if (file->fd < 0)
        return rc;
    if (rc == DOM_OK && fsync(file->fd) != 0)
        rc = fail_file(file->path, err);
    if (close(file->fd) != 0 && rc == DOM_OK)
        rc = fail_file(file->path, err);
    if (rc == DOM_OK && (rename(file->new_path, file->path) != 0 || !sync_folder(file->path)))
        rc = fail_file(file->path, err);
    if (rc != DOM_OK)
        (void)unlink(file->new_path);
    return rc;
}

dom_rc dom_fs_file_put(const char *path, const void *bytes, size_t size, mode_t mode, dom_err *err)
{
    new_file file;
    dom_rc rc = begin_file(&file, path, mode, err);
    if (rc == DOM_OK && !dom_fs_write_all(file.fd, bytes, size))
        rc = fail_file(path, err);
    return end_file(&file, rc, err);
}

/* Copies all bytes and hashes them. */
static dom_rc copy_bytes(int from, const new_file *to, const char *from_path,
                         crypto_generichash_state *state, dom_err *err)
{
    unsigned char *part = malloc(PART_BYTES);
    if (part == NULL)
        return dom_err_no_memory(err);
    dom_rc rc = DOM_OK;
    for (ssize_t n = 1; rc == DOM_OK && n != 0;) {
        n = read(from, part, PART_BYTES);
        if (n < 0 && errno != EINTR)
            rc = dom_err_errno(err, from_path);
        if (n <= 0)
            continue;
        (void)crypto_generichash_update(state, part, (unsigned long long)n);
        if (!dom_fs_write_all(to->fd, part, (size_t)n))
            rc = fail_file(to->path, err);
    }
    free(part);
    return rc;
}

dom_rc dom_fs_file_copy(const char *from, const char *to, mode_t mode, char *hash, dom_err *err)
{
    new_file file;
    crypto_generichash_state state;
    unsigned char raw[HASH_RAW_BYTES];
    struct stat st;
    int source;
    dom_rc rc = open_plain(&source, &st, from, err);
    if (rc != DOM_OK)
        return rc;
    (void)crypto_generichash_init(&state, NULL, 0, sizeof raw);
    rc = begin_file(&file, to, mode, err);
    if (rc == DOM_OK)
        rc = copy_bytes(source, &file, from, &state, err);
    rc = end_file(&file, rc, err);
    close(source);
    (void)crypto_generichash_final(&state, raw, sizeof raw);
    if (hash)
        (void)sodium_bin2hex(hash, DOM_FS_FILE_HASH_BYTES, raw, sizeof raw);
    return rc;
}

/* Reads at most `size` bytes; *done receives how many there were. */
static dom_rc read_bytes(int fd, char *bytes, size_t size, size_t *done, const char *path,
                         dom_err *err)
{
    for (*done = 0; *done < size;) {
        ssize_t n = read(fd, bytes + *done, size - *done);
        if (n < 0 && errno != EINTR)
            return dom_err_errno(err, path);
        if (n == 0)
            break;
        *done += n > 0 ? (size_t)n : 0;
    }
    return DOM_OK;
}

dom_rc dom_fs_file_text(char **out, const char *path, size_t most, dom_err *err)
{
    struct stat st;
    int fd;
    size_t done = 0;
    *out = NULL;
    dom_rc rc = open_plain(&fd, &st, path, err);
    if (rc != DOM_OK)
        return rc;
    size_t size = st.st_size < 0 ? 0 : (size_t)st.st_size;
    if (size > most)
        rc = dom_err_set(err, DOM_E_IO, "%.300s: is larger than %zu bytes", path, most);
    char *text = rc == DOM_OK ? malloc(size + 1) : NULL;
    if (rc == DOM_OK)
        rc = text ? read_bytes(fd, text, size, &done, path, err) : dom_err_no_memory(err);
    close(fd);
    if (rc == DOM_OK && memchr(text, '\0', done))
        rc = dom_err_set(err, DOM_E_IO, "%.300s: is not a text", path);
    if (rc != DOM_OK) {
        free(text);
        return rc;
    }
    text[done] = '\0';
    *out = text;
    return DOM_OK;
}
