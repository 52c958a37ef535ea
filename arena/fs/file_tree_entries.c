/* The entries of a tree, which own their texts. */
#include "file_tree_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

dom_rc dom_fs_tree_io_failed(dom_err *err, const char *path)
{
    return dom_err_set(err, DOM_E_IO, "%.200s: %s", path, strerror(errno));
}

dom_rc dom_fs_tree_changed(dom_err *err, const char *path)
{
    return dom_err_set(err, DOM_E_IO, "%.200s: changed while it was read", path);
}

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
        return dom_fs_tree_io_failed(err, folder);
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

dom_rc dom_fs_tree_add(dom_fs_tree *tree, const dom_fs_tree_entry *entry, uint64_t bytes,
                       dom_err *err)
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

void dom_fs_tree_sort(dom_fs_tree *tree)
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

const dom_fs_tree_entry *dom_fs_tree_find(const dom_fs_tree *tree, const char *path)
{
    dom_fs_tree_entry key = {.path = (char *)path};
    return bsearch(&key, tree->entry, tree->count, sizeof key, by_path);
}
