/* fs/remove_tree.h - taking a folder away, whatever somebody put into it.
 */
#ifndef DOM_FS_REMOVE_TREE_H
#define DOM_FS_REMOVE_TREE_H

/* Remove the folder and all in it, closed subfolders too; links are not followed, also those
 * that somebody puts there meanwhile. What cannot be removed stays, silently. */
void dom_fs_remove_tree(const char *path);

/* The same for `name` in the folder `parent`, a descriptor. */
void dom_fs_remove_tree_at(int parent, const char *name);

#endif
