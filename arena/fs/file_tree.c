/* Lists the files of a folder, hashes them and copies them. The folder may belong to somebody
 * who changes it meanwhile: everything is opened beneath a held folder, and each file must be
 * the one that was listed (fs/beneath.h). */
#include "fs/file_tree.h"

#include "base/check.h"
#include "fs/file_walk.h"
#include "fs/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COPY_BYTES = 64 * 1024 };

static dom_rc tree_io_failed(dom_err *err, const char *path)
{
    return dom_err_set(err, DOM_E_IO, "%.200s: %s", path, strerror(errno));
}

static dom_rc fail_changed(dom_err *err, const char *path)
{
    return dom_err_set(err, DOM_E_IO, "%.200s: changed while it was read", path);
}

/* ---- entries ------------------------------------------------------------- */

dom_rc dom_fs_tree_open(dom_fs_tree *out, const char *folder, dom_err *err)
{
    *out = (dom_fs_tree){.count = 0};
    struct stat st;
    int fd = dom_fs_beneath_hold(folder, &out->folder);
    if (fd < 0)
        return dom_err_set(err, DOM_E_CONFIG, "%.200s: %s", folder,
                           errno == ENOTDIR ? "this is not a folder" : strerror(errno));
    out->fd = fd;
    if (fstat(fd, &st) != 0)
        return tree_io_failed(err, folder);
    out->owner = st.st_uid;
    return DOM_OK;
}

static void clear_entry(dom_fs_tree_entry *entry)
{
    free(entry->path);
    free(entry->text);
    free(entry->source);
}

void dom_fs_tree_clear(dom_fs_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++)
        clear_entry(&tree->entry[i]);
    free(tree->entry);
    if (tree->folder)
        (void)close(tree->fd);
    free(tree->folder);
    *tree = (dom_fs_tree){.count = 0};
}

/* Checks the limits for one more file of `bytes` bytes, and allocates the entries at the first
 * call. */
static dom_rc make_room(dom_fs_tree *tree, uint64_t bytes, dom_err *err)
{
    tree->bytes += bytes;
    if (tree->count == DOM_FS_TREE_FILES_MAX || tree->bytes > DOM_FS_TREE_BYTES_MAX ||
        bytes > DOM_FS_TREE_BYTES_MAX)
        return dom_err_set(err, DOM_E_CONFIG,
                           "%.200s: the folder is too large; allowed: %d files, 1 GiB",
                           tree->folder, DOM_FS_TREE_FILES_MAX);
    if (tree->entry == NULL)
        tree->entry = calloc(DOM_FS_TREE_FILES_MAX, sizeof *tree->entry);
    return tree->entry ? DOM_OK : dom_err_no_memory(err);
}

static char *copy_text(const char *text)
{
    return text ? strdup(text) : NULL;
}

/* Adds a copy of `entry`; its texts stay the caller's. */
static dom_rc add(dom_fs_tree *tree, const dom_fs_tree_entry *entry, uint64_t bytes, dom_err *err)
{
    dom_rc rc = make_room(tree, bytes, err);
    if (rc != DOM_OK)
        return rc;
    dom_fs_tree_entry *to = &tree->entry[tree->count];
    *to = *entry;
    to->path = copy_text(entry->path);
    to->text = copy_text(entry->text);
    to->source = copy_text(entry->source);
    if (to->path == NULL || (entry->text && !to->text) || (entry->source && !to->source)) {
        clear_entry(to);
        return dom_err_no_memory(err);
    }
    tree->count++;
    return DOM_OK;
}

static dom_rc add_folder(dom_fs_tree *tree, const char *path, dom_err *err)
{
    return add(tree, &(dom_fs_tree_entry){.path = (char *)path, .kind = DOM_FS_TREE_FOLDER}, 0,
               err);
}

static int by_path(const void *a, const void *b)
{
    const dom_fs_tree_entry *x = a, *y = b;
    return strcmp(x->path, y->path);
}

/* Of two entries with one path, a link comes last. */
static int by_path_links_last(const void *a, const void *b)
{
    const dom_fs_tree_entry *x = a, *y = b;
    int order = by_path(x, y);
    return order ? order : (x->kind == DOM_FS_TREE_LINK) - (y->kind == DOM_FS_TREE_LINK);
}

/* Sorts by path, and drops entries that were added twice. */
static void sort_entries(dom_fs_tree *tree)
{
    if (tree->count == 0)
        return;
    qsort(tree->entry, tree->count, sizeof *tree->entry, by_path_links_last);
    size_t kept = 1;
    for (size_t i = 1; i < tree->count; i++)
        if (by_path(&tree->entry[kept - 1], &tree->entry[i]) == 0)
            clear_entry(&tree->entry[i]);
        else
            tree->entry[kept++] = tree->entry[i];
    tree->count = kept;
}

/* ---- listing ------------------------------------------------------------- */

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
    return rc != DOM_OK ? rc : add(tree, &entry, entry.id.bytes, err);
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

static dom_rc refuse_link(const dom_fs_tree *tree, const char *path, const char *target,
                          const char *wrong, dom_err *err)
{
    return dom_err_set(err, DOM_E_CONFIG,
                       "%.100s: this link to %.100s %s; allowed: files, folders and links inside "
                       "%.150s, and links to files below /usr",
                       path, target, wrong, tree->folder);
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

/* Adds a link with its text, which is read once: what is checked later (check_links) is what is
 * copied. A link into the folder by its absolute path is made relative, because the copy lies
 * elsewhere. */
static dom_rc add_link(dom_fs_tree *tree, const dom_fs_walk_entry *e, dom_err *err)
{
    char target[PATH_MAX], relative[PATH_MAX];
    ssize_t length = readlinkat(e->folder, e->name, target, sizeof target - 1);
    if (length < 0)
        return fail_changed(err, e->path);
    target[length] = '\0';
    const char *rest = target[0] == '/' ? behind_folder(tree, target) : NULL;
    if (rest && !climb_to(e->path, rest, relative))
        return refuse_link(tree, e->path, target, "is too long", err);
    dom_fs_tree_entry entry = {
        .path = (char *)e->path, .kind = DOM_FS_TREE_LINK, .text = rest ? relative : target};
    return add(tree, &entry, strlen(entry.text), err);
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

/* ---- links --------------------------------------------------------------- */

enum {
    LINKS_MAX = 40,  /* in a row, as the kernel has it                                */
    NAMES_MAX = 1000 /* on the way of one link; bounds the time that a folder can take */
};

/* A walk along a link, through the entries as they were listed. */
typedef struct {
    char at[PATH_MAX];   /* an entry; "": the folder itself                             */
    char rest[PATH_MAX]; /* the way that is left                                        */
    int links;
} link_walk;

/* Cuts the last name off. Returns false if there is none. */
static bool leave_name(char *path)
{
    char *slash = strrchr(path, '/');
    bool is_inside = path[0] != '\0';
    *(slash ? slash : path) = '\0';
    return is_inside;
}

/* Returns true if ".." is one of the names of `path`. */
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

static const dom_fs_tree_entry *find_entry(const dom_fs_tree *tree, const char *path)
{
    dom_fs_tree_entry key = {.path = (char *)path};
    return bsearch(&key, tree->entry, tree->count, sizeof key, by_path);
}

/* Checks a link to a program of the machine, which is not copied. The author of the bot chose the
 * path, so it is looked at only if it begins in the system: with /usr, or with a link to a folder
 * there, such as /bin. */
static const char *check_system(const char *target)
{
    char real[PATH_MAX], first[NAME_MAX + 2];
    struct stat st;
    size_t length = 1 + strcspn(target + 1, "/");
    if (climbs(target) || length >= sizeof first)
        return "leads outside";
    (void)snprintf(first, sizeof first, "%.*s", (int)length, target);
    bool is_usr = strcmp(first, "/usr") == 0;
    if (!is_usr && (realpath(first, real) == NULL || strncmp(real, "/usr/", 5) != 0))
        return "leads outside";
    if (realpath(target, real) == NULL || stat(real, &st) != 0)
        return "leads nowhere";
    if (strncmp(real, "/usr/", 5) != 0)
        return "leads outside";
    return S_ISREG(st.st_mode) ? NULL : "does not lead to a file";
}

/* Puts the text of the link at `w->at` before the way that is left. */
static const char *enter_link(link_walk *w, const char *text)
{
    char rest[PATH_MAX];
    if (text[0] == '/')
        return w->rest[0] ? "leads nowhere" : check_system(text);
    int length = snprintf(rest, sizeof rest, "%s%s", text, w->rest);
    if (++w->links > LINKS_MAX || length >= (int)sizeof rest)
        return "leads nowhere";
    memcpy(w->rest, rest, (size_t)length + 1);
    (void)leave_name(w->at);
    return NULL;
}

/* Goes one name further. Returns NULL, or what is wrong. */
static const char *step(const dom_fs_tree *tree, link_walk *w)
{
    char name[PATH_MAX];
    char *from = w->rest + strspn(w->rest, "/");
    size_t length = strcspn(from, "/"), used = strlen(w->at);
    (void)snprintf(name, sizeof name, "%.*s", (int)length, from);
    memmove(w->rest, from + length, strlen(from + length) + 1);
    if (name[0] == '\0' || strcmp(name, ".") == 0)
        return NULL;
    if (strcmp(name, "..") == 0)
        return leave_name(w->at) ? NULL : "leads outside";
    int more = snprintf(w->at + used, sizeof w->at - used, "%s%s", used ? "/" : "", name);
    const dom_fs_tree_entry *entry =
        used + (size_t)more < sizeof w->at ? find_entry(tree, w->at) : NULL;
    if (entry && entry->kind == DOM_FS_TREE_LINK)
        return enter_link(w, entry->text);
    bool is_end = w->rest[0] == '\0';
    return entry && (is_end || entry->kind == DOM_FS_TREE_FOLDER) ? NULL : "leads nowhere";
}

/* Checks that a link leads to an entry or into the system. It is followed through what was listed,
 * and not through the folder, which its owner may change meanwhile. */
static dom_rc check_link(const dom_fs_tree *tree, const dom_fs_tree_entry *link, link_walk *w,
                         dom_err *err)
{
    (void)snprintf(w->at, sizeof w->at, "%s", link->path);
    w->rest[0] = '\0';
    w->links = 0;
    const char *wrong = enter_link(w, link->text);
    for (int names = 0; !wrong && w->rest[0]; names++)
        wrong = names < NAMES_MAX ? step(tree, w) : "leads nowhere";
    return wrong ? refuse_link(tree, link->path, link->text, wrong, err) : DOM_OK;
}

/* Checks that an entry lies in a folder and not below a link, through which it would be written.
 * Only an owner who changes the folder while it is listed can bring that about. */
static bool is_below_folder(const dom_fs_tree *tree, const char *path, link_walk *w)
{
    (void)snprintf(w->at, sizeof w->at, "%s", path);
    (void)leave_name(w->at);
    const dom_fs_tree_entry *parent = w->at[0] ? find_entry(tree, w->at) : NULL;
    return w->at[0] == '\0' || (parent && parent->kind == DOM_FS_TREE_FOLDER);
}

static dom_rc check_links(const dom_fs_tree *tree, dom_err *err)
{
    link_walk walk;
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < tree->count; i++) {
        const dom_fs_tree_entry *entry = &tree->entry[i];
        if (entry->path[0] == '/')
            continue; /* it is not copied */
        if (!is_below_folder(tree, entry->path, &walk))
            rc = fail_changed(err, entry->path);
        else if (entry->kind == DOM_FS_TREE_LINK)
            rc = check_link(tree, entry, &walk, err);
    }
    return rc;
}

dom_rc dom_fs_tree_complete(dom_fs_tree *tree, dom_err *err)
{
    sort_entries(tree);
    return check_links(tree, err);
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
        return tree_io_failed(err, path);
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
    const char *wrong = climbs(clean) ? "leads outside" : follow(tree, clean, inner, &st);
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
    bool is_folder = tidy(path, clean) && clean[0] != '\0' && clean[0] != '/' && !climbs(clean) &&
                     look_beneath(tree, clean, &st) && S_ISDIR(st.st_mode);
    return is_folder ? dom_fs_file_walk(tree->fd, list_entry, &one, err) : DOM_OK;
}

dom_rc dom_fs_tree_add_text(dom_fs_tree *tree, const char *path, const char *text, dom_err *err)
{
    dom_fs_tree_entry entry = {
        .path = (char *)path, .kind = DOM_FS_TREE_FILE, .text = (char *)text};
    return add(tree, &entry, strlen(text), err);
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
    (void)(is_refused ? tree_io_failed(err, entry->path) : fail_changed(err, entry->path));
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
        return tree_io_failed(err, entry->path);
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
            return tree_io_failed(err, entry->path);
        if (n == 0 && left == 0)
            return DOM_OK;
        if (n == 0 || (uint64_t)n > left)
            return fail_changed(err, entry->path);
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
        return tree_io_failed(err, entry->path);
    return DOM_OK;
}

static dom_rc take_link(hasher *h, const dom_fs_tree_entry *entry, dom_err *err)
{
    dom_rc rc = take_content(h, entry, -1, err);
    if (rc == DOM_OK && h->copy >= 0 && symlinkat(entry->text, h->copy, entry->path) != 0)
        rc = tree_io_failed(err, entry->path);
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
        return tree_io_failed(err, entry->path);
    dom_rc rc = take_content(h, entry, to, err);
    if (fchmod(to, mode) != 0 && rc == DOM_OK) /* the umask does not matter */
        rc = tree_io_failed(err, entry->path);
    if (close(to) != 0 && rc == DOM_OK)
        rc = tree_io_failed(err, entry->path);
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
    return ok ? DOM_OK : tree_io_failed(err, e->path);
}

dom_rc dom_fs_tree_seal(int folder, bool is_shared, dom_err *err)
{
    dom_rc rc = dom_fs_file_walk(folder, seal_entry, &is_shared, err);
    return rc == DOM_OK && fchmod(folder, sealed_mode(S_IFDIR, is_shared)) != 0
               ? tree_io_failed(err, "the copy")
               : rc;
}
