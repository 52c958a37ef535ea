/* base/shared.h - folders that the users of a Unix group share.
 *
 * A folder is shared if its mode is 2770: what is made in it belongs to its group, whose members
 * may read and write there, and it is closed to others. In such a folder the group may do with
 * every file and folder what the owner may. The sharing passes on, because the kernel gives a new
 * subfolder the group and the set-group-ID bit.
 *
 * A mode that a call asks for loses the bits of the umask, so a program that makes files in a
 * shared folder has a umask without bits of the group (cli/common.h).
 */
#ifndef DOM_BASE_SHARED_H
#define DOM_BASE_SHARED_H

#include <stdbool.h>
#include <sys/types.h>

/* Returns true if this is a shared folder. */
bool dom_shared_is(const char *folder);

/* Returns the mode for a new file or folder: `mode`, or in a shared folder that of the owner for
 * the owner and the group. Example: 0600 becomes 0660, and 0755 becomes 0770. */
mode_t dom_shared_mode(const char *path, mode_t mode);

#endif
