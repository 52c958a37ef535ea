/* Lists the files of a folder, and opens them. The folder may belong to somebody who changes it
 * meanwhile: everything is opened beneath a held folder, and each file must be the one that was
 * listed (fs/beneath.h). */
#include "file_tree_parts.h"

#include "fs/file_walk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- listing ------------------------------------------------------------- */

static dom_rc add_folder(dom_fs_tree *tree, const char *path, dom_err *err)
{
    return dom_fs_tree_add(
        tree, &(dom_fs_tree_entry){.path = (char *)path, .kind = DOM_FS_TREE_FOLDER}, 0, err);
}

/* Returns true for files that a bot does not need: version control and Python's caches. */
static bool is_skipped(const char *name)
{
    static const char *const names[] = {".git", "__pycache__"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    size_t length = strlen(name);
    return length >= 4 && strcmp(name + length - 4, ".pyc") == 0;
}

static dom_rc refuse_path(const dom_fs_tree *tree, const char *path, dom_err *err, const char *what)
{
    return dom_err_set(err, DOM_E_CONFIG,
                       "%.100s: %s; allowed: files, folders and links inside %.150s", path, what,
                       tree->folder);
}

/* Returns true if a private file of that owner may be copied: it belongs to the folder's owner,
 * or the folder is the arena's own. The latter does not count if the arena is root. */
static bool is_trusted(const dom_fs_tree *tree, uid_t owner)
{
    return owner == tree->owner || (tree->owner == geteuid() && geteuid() != 0);
}

/* Refuses private files that the folder's owner could have moved or linked into it without being
 * allowed to read them (file_tree.h). */
static dom_rc check_private(const dom_fs_tree *tree, const char *path, const struct stat *st,
                            dom_err *err)
{
    bool is_folder = S_ISDIR(st->st_mode);
    mode_t public = is_folder ? S_IROTH | S_IXOTH : S_IROTH;
    bool is_single = is_folder || st->st_nlink == 1;
    if ((is_single && is_trusted(tree, st->st_uid)) || (st->st_mode & public) == public)
        return DOM_OK;
    return dom_err_set(
        err, DOM_E_CONFIG,
        "%.150s: not everybody may read this, and it %s; allowed: what everybody "
        "may read, and files of the folder's owner without a second hard link",
        path, is_single ? "belongs to another user than the folder" : "has a second hard link");
}

/* Adds a file. `source` is the path without links of a file that a command names, or NULL. */
static dom_rc add_regular(dom_fs_tree *tree, const char *path, const char *source,
                          const struct stat *st, dom_err *err)
{
    dom_fs_tree_entry entry = {.path = (char *)path,
                               .kind =
                                   st->st_mode & S_IXUSR ? DOM_FS_TREE_PROGRAM : DOM_FS_TREE_FILE,
                               .source = (char *)source,
                               .id = dom_fs_file_id_of(st)};
    dom_rc rc = path[0] == '/' ? DOM_OK : check_private(tree, path, st, err);
    return rc != DOM_OK ? rc : dom_fs_tree_add(tree, &entry, entry.id.bytes, err);
}

/* Reads the state of a file without following links. Returns false if there is none. */
static bool look_beneath(const dom_fs_tree *tree, const char *path, struct stat *st)
{
    int fd = dom_fs_beneath_open(tree->fd, path, O_PATH);
    bool ok = fd >= 0 && fstat(fd, st) == 0;
    if (fd >= 0)
        (void)close(fd);
    return ok;
}

/* Finds the file to which `path` leads when links are followed. `inner` receives its path
 * without links, relative to the folder. Returns NULL, or what is wrong with it. */
static const char *follow(const dom_fs_tree *tree, const char *path, char inner[static PATH_MAX],
                          struct stat *st)
{
    char full[PATH_MAX], real[PATH_MAX];
    int length = snprintf(full, sizeof full, "%s/%s", tree->folder, path);
    if (length >= (int)sizeof full || realpath(full, real) == NULL)
        return "leads nowhere";
    size_t prefix = strcmp(tree->folder, "/") == 0 ? 0 : strlen(tree->folder);
    if (strncmp(real, tree->folder, prefix) != 0 || real[prefix] != '/')
        return "leads outside";
    (void)snprintf(inner, PATH_MAX, "%s", real + prefix + 1);
    if (!look_beneath(tree, inner, st))
        return "leads nowhere";
    return S_ISREG(st->st_mode) ? NULL : "does not lead to a file";
}

/* Returns the rest of an absolute target behind the path of the folder, "" for the folder itself,
 * or NULL if it does not begin with that path. */
static const char *behind_folder(const dom_fs_tree *tree, const char *target)
{
    size_t length = strcmp(tree->folder, "/") == 0 ? 0 : strlen(tree->folder);
    bool is_within = strncmp(target, tree->folder, length) == 0 &&
                     (target[length] == '/' || target[length] == '\0');
    return is_within ? target + length + strspn(target + length, "/") : NULL;
}

/* Writes the way from the link `path`, which lies at most DOM_FS_TREE_DEPTH_MAX folders deep, to
 * `rest`, which is relative to the top. */
static bool climb_to(const char *path, const char *rest, char out[static PATH_MAX])
{
    size_t used = 0;
    for (const char *c = strchr(path, '/'); c; c = strchr(c + 1, '/'), used += 3)
        memcpy(out + used, "../", 3);
    int length = snprintf(out + used, PATH_MAX - used, "%s", used || rest[0] ? rest : ".");
    return length >= 0 && used + (size_t)length < PATH_MAX;
}

/* Adds a link with its text, which is read once: what is checked later (file_tree_links.c) is what
 * is copied. A link into the folder by its absolute path is made relative, because the copy lies
 * elsewhere. */
static dom_rc add_link(dom_fs_tree *tree, const dom_fs_walk_entry *e, dom_err *err)
{
    char target[PATH_MAX], relative[PATH_MAX];
    ssize_t length = readlinkat(e->folder, e->name, target, sizeof target - 1);
    if (length < 0)
        return dom_fs_tree_changed(err, e->path);
    target[length] = '\0';
    const char *rest = target[0] == '/' ? behind_folder(tree, target) : NULL;
    if (rest && !climb_to(e->path, rest, relative))
        return dom_fs_tree_refuse_link(tree, e->path, target, "is too long", err);
    dom_fs_tree_entry entry = {
        .path = (char *)e->path, .kind = DOM_FS_TREE_LINK, .text = rest ? relative : target};
    return dom_fs_tree_add(tree, &entry, strlen(entry.text), err);
}

static dom_rc list_folder(dom_fs_tree *tree, const dom_fs_walk_entry *e, dom_err *err)
{
    if (e->depth == DOM_FS_TREE_DEPTH_MAX)
        return refuse_path(tree, e->path, err, "folders nested too deep");
    dom_rc rc = check_private(tree, e->path, &e->st, err);
    return rc != DOM_OK ? rc : add_folder(tree, e->path, err);
}

/* What is listed: all that lies in the folder `within`, and the folders on the way to it. */
typedef struct {
    dom_fs_tree *tree;
    const char *within; /* relative; "": the top folder */
} listing;

/* Returns true if `path` is `folder` or lies in it. "" is the top folder. */
static bool lies_in(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return length == 0 ||
           (strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0'));
}

/* Visits one entry of the walk and adds it by its type. */
static dom_rc list_entry(void *context, const dom_fs_walk_entry *e, bool *enter, dom_err *err)
{
    const listing *l = context;
    dom_fs_tree *tree = l->tree;
    *enter = !is_skipped(e->name) && (lies_in(e->path, l->within) || lies_in(l->within, e->path));
    if (!*enter)
        return DOM_OK;
    if (S_ISLNK(e->st.st_mode))
        return add_link(tree, e, err);
    if (S_ISREG(e->st.st_mode))
        return add_regular(tree, e->path, NULL, &e->st, err);
    if (S_ISDIR(e->st.st_mode))
        return list_folder(tree, e, err);
    return refuse_path(tree, e->path, err, "this is neither a file nor a folder");
}

dom_rc dom_fs_tree_complete(dom_fs_tree *tree, dom_err *err)
{
    dom_fs_tree_sort(tree);
    return dom_fs_tree_check_links(tree, err);
}

dom_rc dom_fs_tree_list(dom_fs_tree *tree, dom_err *err)
{
    listing all = {.tree = tree, .within = ""};
    dom_rc rc = dom_fs_file_walk(tree->fd, list_entry, &all, err);
    return rc != DOM_OK ? rc : dom_fs_tree_complete(tree, err);
}

/* ---- single files and folders -------------------------------------------- */

/* Copies `path` without "." names and doubled slashes, so that each file has one name. */
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

/* Adds the folders on the way to `path`. */
static dom_rc add_parents(dom_fs_tree *tree, const char *path, dom_err *err)
{
    char parent[PATH_MAX];
    for (const char *c = strchr(path, '/'); c; c = strchr(c + 1, '/')) {
        memcpy(parent, path, (size_t)(c - path));
        parent[c - path] = '\0';
        dom_rc rc = add_folder(tree, parent, err);
        if (rc != DOM_OK)
            return rc;
    }
    return DOM_OK;
}

/* Adds a file outside the folder. The organiser chose its path, so links are followed; it is
 * hashed but not copied. */
static dom_rc add_outside(dom_fs_tree *tree, const char *path, dom_err *err)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return dom_fs_tree_io_failed(err, path);
    if (!S_ISREG(st.st_mode))
        return refuse_path(tree, path, err, "this is not a file");
    return add_regular(tree, path, NULL, &st, err);
}

dom_rc dom_fs_tree_add_file(dom_fs_tree *tree, const char *path, dom_err *err)
{
    char clean[PATH_MAX], inner[PATH_MAX], what[64];
    if (!tidy(path, clean))
        return refuse_path(tree, path, err, "the path is too long");
    if (clean[0] == '/')
        return add_outside(tree, clean, err);
    struct stat st;
    const char *wrong =
        dom_fs_beneath_climbs(clean) ? "leads outside" : follow(tree, clean, inner, &st);
    (void)snprintf(what, sizeof what, "this %s", wrong ? wrong : "");
    if (wrong)
        return refuse_path(tree, path, err, what);
    dom_rc rc = add_parents(tree, clean, err);
    return rc != DOM_OK ? rc : add_regular(tree, clean, inner, &st, err);
}

dom_rc dom_fs_tree_add_folder(dom_fs_tree *tree, const char *path, dom_err *err)
{
    char clean[PATH_MAX];
    struct stat st;
    listing one = {.tree = tree, .within = clean};
    bool is_folder = tidy(path, clean) && clean[0] != '\0' && clean[0] != '/' &&
                     !dom_fs_beneath_climbs(clean) && look_beneath(tree, clean, &st) &&
                     S_ISDIR(st.st_mode);
    return is_folder ? dom_fs_file_walk(tree->fd, list_entry, &one, err) : DOM_OK;
}

dom_rc dom_fs_tree_add_text(dom_fs_tree *tree, const char *path, const char *text, dom_err *err)
{
    dom_fs_tree_entry entry = {
        .path = (char *)path, .kind = DOM_FS_TREE_FILE, .text = (char *)text};
    return dom_fs_tree_add(tree, &entry, strlen(text), err);
}

dom_rc dom_fs_tree_replace(dom_fs_tree *tree, const char *path, const char *text, dom_err *err)
{
    dom_fs_tree_entry *entry = tree->entry;
    const dom_fs_tree_entry *end = entry + tree->count;
    while (entry != end && strcmp(entry->path, path) != 0)
        entry++;
    if (entry == end || entry->kind == DOM_FS_TREE_FOLDER)
        return refuse_path(tree, path, err, "is no file");
    char *copy = strdup(text);
    if (copy == NULL)
        return dom_err_no_memory(err);
    free(entry->text);
    entry->text = copy;
    entry->kind = DOM_FS_TREE_FILE;
    return DOM_OK;
}

/* Opens without blocking, even if the file has been replaced by a FIFO meanwhile. */
static int open_outside(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

int dom_fs_tree_file_open(const dom_fs_tree *tree, const dom_fs_tree_entry *entry, dom_err *err)
{
    struct stat st;
    const char *path = entry->source ? entry->source : entry->path;
    bool is_outside = path[0] == '/';
    int fd = is_outside ? open_outside(path) : dom_fs_beneath_open(tree->fd, path, O_RDONLY);
    if (fd >= 0 && fstat(fd, &st) == 0 && dom_fs_file_id_is(&entry->id, &st) &&
        (is_outside || check_private(tree, path, &st, NULL) == DOM_OK))
        return fd;
    bool is_refused = fd < 0 && (errno == EACCES || errno == EMFILE || errno == ENFILE);
    (void)(is_refused ? dom_fs_tree_io_failed(err, entry->path)
                      : dom_fs_tree_changed(err, entry->path));
    if (fd >= 0)
        (void)close(fd);
    return -1;
}

int dom_fs_tree_path_open(const dom_fs_tree *tree, const char *path)
{
    struct stat st;
    char inner[PATH_MAX];
    int fd = dom_fs_beneath_open(tree->fd, path, O_RDONLY);
    if (fd >= 0 || errno != ELOOP)
        return fd;
    if (follow(tree, path, inner, &st) == NULL)
        return dom_fs_beneath_open(tree->fd, inner, O_RDONLY);
    errno = ELOOP;
    return -1;
}
