/* fs/remove_tree.h - removes a folder and its content, whatever the content is.
 */
#ifndef DOM_FS_REMOVE_TREE_H
#define DOM_FS_REMOVE_TREE_H

/* Removes the folder and everything in it, including subfolders without permissions. Links are not
 * followed, even if they are created during the call. Entries that cannot be removed stay, and no
 * error is reported. */
void dom_fs_remove_tree(const char *path);

/* The same for the entry `name` of the folder with the descriptor `parent`. */
void dom_fs_remove_tree_at(int parent, const char *name);

#endif
