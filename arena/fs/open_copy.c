/* The folder may belong to a user who changes it meanwhile: everything in it is opened beneath
 * descriptors, without following links (fs/beneath.h). */
#include "open_copy.h"

#include "fs/beneath.h"
#include "fs/file_walk.h"
#include "fs/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BLOCK_BYTES = 4096, /* memory is taken in blocks                        */
    ENTRY_BYTES = 1024  /* of the kernel's, for a file, a folder or a link  */
};

/* The copy under way. */
typedef struct {
    int to;         /* descriptor of the folder that receives it */
    uint64_t *left; /* NULL: no bound */
} copying;

static dom_rc fail_copy(dom_err *err, const char *path)
{
    bool is_full = errno == ENOSPC || errno == EDQUOT;
    return dom_err_set(err, is_full ? DOM_E_LIMIT : DOM_E_IO, "%.200s: %s", path,
                       errno == ESTALE ? "changed while it was copied" : strerror(errno));
}

/* Takes the memory for an entry of so many bytes. */
static bool take_room(const copying *c, uint64_t bytes)
{
    uint64_t cost = (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES + ENTRY_BYTES;
    errno = ENOSPC;
    if (c->left == NULL)
        return true;
    if (cost > *c->left)
        return false;
    *c->left -= cost;
    return true;
}

/* Copies exactly `left` bytes. Any other size fails with ESTALE. */
static bool copy_bytes(int from, int to, uint64_t left)
{
    char bytes[65536];
    ssize_t n;
    while ((n = read(from, bytes, sizeof bytes)) > 0 && (uint64_t)n <= left) {
        if (!dom_fs_write_all(to, bytes, (size_t)n))
            return false;
        left -= (uint64_t)n;
    }
    if (n > 0 || (n == 0 && left > 0))
        errno = ESTALE;
    return n == 0 && left == 0;
}

static dom_rc copy_file(const copying *c, const dom_fs_walk_entry *e, dom_err *err)
{
    dom_fs_file_id listed = dom_fs_file_id_of(&e->st);
    struct stat st;
    int in = dom_fs_beneath_open(e->folder, e->name, O_RDONLY);
    int out = openat(c->to, e->path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool is_open = in >= 0 && out >= 0 && fstat(in, &st) == 0;
    bool is_same = is_open && dom_fs_file_id_is(&listed, &st);
    if (is_open && !is_same)
        errno = ESTALE;
    bool ok = is_same && copy_bytes(in, out, listed.bytes) &&
              fchmod(out, e->st.st_mode & S_IXUSR ? 0555 : 0444) == 0;
    dom_rc rc = ok ? DOM_OK : fail_copy(err, e->path);
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    return rc;
}

/* Copies a link as a link. A build may leave some, and the bot follows them as its own user. */
static dom_rc copy_link(const copying *c, const dom_fs_walk_entry *e, dom_err *err)
{
    char text[4096];
    ssize_t n = readlinkat(e->folder, e->name, text, sizeof text - 1);
    text[n > 0 ? n : 0] = '\0';
    bool ok = n > 0 && symlinkat(text, c->to, e->path) == 0;
    return ok ? DOM_OK : fail_copy(err, e->path);
}

bool dom_fs_make_open_folder(int parent, const char *path)
{
    return mkdirat(parent, path, 0755) == 0 && fchmodat(parent, path, 0755, 0) == 0;
}

static dom_rc copy_entry(void *context, const dom_fs_walk_entry *e, bool *enter, dom_err *err)
{
    const copying *c = context;
    (void)enter;
    if (!take_room(c, S_ISDIR(e->st.st_mode) ? 0 : (uint64_t)e->st.st_size))
        return fail_copy(err, e->path);
    if (S_ISLNK(e->st.st_mode))
        return copy_link(c, e, err);
    if (S_ISREG(e->st.st_mode))
        return copy_file(c, e, err);
    if (!S_ISDIR(e->st.st_mode))
        return dom_err_set(err, DOM_E_IO, "%.200s: this is neither a file nor a folder", e->path);
    return dom_fs_make_open_folder(c->to, e->path) ? DOM_OK : fail_copy(err, e->path);
}

dom_rc dom_fs_open_copy(const char *from, const char *to, uint64_t *left, dom_err *err)
{
    char *real;
    bool is_made = dom_fs_make_open_folder(AT_FDCWD, to);
    int target = is_made ? open(to, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
    int source = target < 0 ? -1 : dom_fs_beneath_hold(from, &real);
    copying c = {target, left};
    dom_rc rc = source < 0 ? fail_copy(err, from) : dom_fs_file_walk(source, copy_entry, &c, err);
    if (source >= 0) {
        close(source);
        free(real);
    }
    if (target >= 0)
        close(target);
    return rc;
}
