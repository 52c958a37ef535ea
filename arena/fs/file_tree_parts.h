/* file_tree_parts.h - shared by the files that list and copy a folder. Each of them calls only
 * those that stand above it:
 *
 *     file_tree_entries.c  keeps the entries of a tree
 *     file_tree_links.c    checks where links lead
 *     file_tree.c          lists the files of a folder, and opens them
 *     file_tree_hash.c     hashes, copies and seals what was listed
 */
#ifndef DOM_FS_FILE_TREE_PARTS_H
#define DOM_FS_FILE_TREE_PARTS_H

#include "fs/file_tree.h"

/* Set the error of a path and return DOM_E_IO: it is what errno says; or that the file changed
 * while it was read. */
dom_rc dom_fs_tree_io_failed(dom_err *err, const char *path);
dom_rc dom_fs_tree_changed(dom_err *err, const char *path);

/* Adds a copy of an entry; its texts stay the caller's. `bytes` counts for the limit of a tree.
 * Returns DOM_OK; DOM_E_CONFIG if the tree is too large; DOM_E_NOMEM. */
dom_rc dom_fs_tree_add(dom_fs_tree *tree, const dom_fs_tree_entry *entry, uint64_t bytes,
                       dom_err *err);

/* Sorts by path, and drops entries that were added twice. */
void dom_fs_tree_sort(dom_fs_tree *tree);

/* Returns the entry of a path in a sorted tree, or NULL. */
const dom_fs_tree_entry *dom_fs_tree_find(const dom_fs_tree *tree, const char *path);

/* Sets the error of a link and returns DOM_E_CONFIG.
 * wrong  such as "leads nowhere" */
dom_rc dom_fs_tree_refuse_link(const dom_fs_tree *tree, const char *path, const char *target,
                               const char *wrong, dom_err *err);

/* Checks that each link of a sorted tree leads to an entry or into the system, and that no entry
 * lies below a link. Returns DOM_OK; DOM_E_CONFIG; DOM_E_IO if the folder changed meanwhile. */
dom_rc dom_fs_tree_check_links(const dom_fs_tree *tree, dom_err *err);

#endif
