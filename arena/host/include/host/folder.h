/* host/folder.h - taking a folder away, whatever somebody put into it.
 */
#ifndef DOM_HOST_FOLDER_H
#define DOM_HOST_FOLDER_H

/* Remove the folder and all in it, closed subfolders too; links are not followed, also those
 * that somebody puts there meanwhile. What cannot be removed stays, silently. */
void dom_folder_remove(const char *path);

/* The same for `name` in the folder `parent`, a descriptor. */
void dom_folder_remove_at(int parent, const char *name);

#endif
