/* fs/file_tree.h - the files of a folder: listed, hashed, copied and made read-only.
 *
 * The hash is BLAKE2b-256 (no key) over these bytes, so that anyone can compute it:
 *
 *     "domino-arena bot 1\n"
 *     for each entry, in the order of strcmp of their paths:
 *         kind     1 byte    'd' folder, 'f' file, 'x' file its owner may execute
 *         length   4 bytes   of the path, little-endian
 *         path     relative to the folder, '/' between names, no "./", no final '/'
 *         size     8 bytes   of the content, little-endian; 0 for a folder
 *         content
 *
 * A link to a file is an entry like the file it leads to. Times, owners and the
 * other bits of the mode do not count.
 *
 * The folder may belong to another user, who changes it meanwhile. It is held by a
 * descriptor, and every file is opened beneath that without following links
 * (fs/beneath.h). A file that is not the one that was listed ends the copy: another file,
 * another type or another size. A file is only taken if everybody may read it, or if it
 * belongs to the owner of the folder and has no second hard link; so nobody can have a
 * private file of ours copied by giving it a name in his folder. In the arena's own folder,
 * unless the arena is root's, a private file may belong to anybody who lets us read it.
 */
#ifndef DOM_FS_FILE_TREE_H
#define DOM_FS_FILE_TREE_H

#include "base/err.h"
#include "fs/beneath.h"

#include <stddef.h>
#include <stdint.h>

enum {
    DOM_FS_TREE_FILES_MAX = 10000, /* folders too                                */
    DOM_FS_TREE_DEPTH_MAX = 64,    /* folders within each other                  */
    DOM_FS_TREE_HASH_BYTES = 65    /* lower-case hex and the NUL                 */
};
#define DOM_FS_TREE_BYTES_MAX ((uint64_t)1 << 30)

typedef enum {
    DOM_FS_TREE_FOLDER = 'd',
    DOM_FS_TREE_FILE = 'f',
    DOM_FS_TREE_PROGRAM = 'x'
} dom_fs_tree_kind;

typedef struct {
    char *path; /* relative to the folder; or absolute: hashed, but not copied */
    dom_fs_tree_kind kind;
    char *text;        /* the content, instead of a file's; NULL = read the file  */
    char *source;      /* path of the file that a link leads to; NULL = `path`    */
    dom_fs_file_id id; /* of the file that was listed                             */
} dom_fs_tree_entry;

/* All zero is the empty tree of no folder. */
typedef struct {
    char *folder; /* where the files are, resolved                            */
    int fd;       /* of the folder, while `folder` is not NULL                 */
    uid_t owner;  /* of the folder                                             */
    dom_fs_tree_entry *entry;
    size_t count;
    uint64_t bytes; /* of the files, when they were listed                    */
} dom_fs_tree;

/* Start a tree without entries. DOM_E_CONFIG when `folder` is no folder. */
dom_rc dom_fs_tree_open(dom_fs_tree *out, const char *folder, dom_err *err);
void dom_fs_tree_clear(dom_fs_tree *tree);

/* List everything in the folder but .git, __pycache__ and *.pyc.
 *
 * Refused with their path (DOM_E_CONFIG): links that lead nowhere, to a folder or
 * outside, sockets, devices and pipes, private files as said above, and more than the
 * limits. */
dom_rc dom_fs_tree_list(dom_fs_tree *tree, dom_err *err);

/* Add one file, and the folders on the way to it. A path that begins with '/' is
 * hashed only. What `path` names must be a regular file; a relative one must not
 * lead outside. */
dom_rc dom_fs_tree_add_file(dom_fs_tree *tree, const char *path, dom_err *err);

/* Add a file `path` that holds `text`, which is copied. */
dom_rc dom_fs_tree_add_text(dom_fs_tree *tree, const char *path, const char *text, dom_err *err);

/* Sort the entries and drop those that were added twice. The two functions below
 * need it; dom_fs_tree_list does it too. */
void dom_fs_tree_sort(dom_fs_tree *tree);

/* Open a file of the folder by its path. A link is followed if it leads to a file inside.
 * Returns a descriptor that the caller closes; -1 with errno, ELOOP for any other link. */
int dom_fs_tree_path_open(const dom_fs_tree *tree, const char *path);

/* Open the file of an entry that was listed and has no text. Returns a descriptor that the
 * caller closes; -1 with *err: DOM_E_IO when it is another file by now. */
int dom_fs_tree_file_open(const dom_fs_tree *tree, const dom_fs_tree_entry *entry, dom_err *err);

/* Hash all that was listed.
 * copy_fd  a folder, empty, that receives the files (0644, 0755 when executable);
 *          -1 = none. */
dom_rc dom_fs_tree_hash(const dom_fs_tree *tree, int copy_fd,
                        char out[static DOM_FS_TREE_HASH_BYTES], dom_err *err);

/* Take the right to write from the folder and everything in it: folders and executable
 * files become 0555, other files 0444. Links stay as they are. DOM_E_IO. */
dom_rc dom_fs_tree_seal(int folder, dom_err *err);

#endif
