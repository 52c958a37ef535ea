/* fs/file_tree.h - lists, hashes and copies the files of a folder, and makes them read-only.
 *
 * The hash is BLAKE2b-256 (no key) over these bytes, so that anyone can compute it:
 *
 *     "domino-arena bot 1\n"
 *     for each entry, in the order of strcmp of their paths:
 *         kind     1 byte    'd' folder, 'f' file, 'x' file its owner may execute, 'l' link
 *         length   4 bytes   of the path, little-endian
 *         path     relative to the folder, '/' between names, no "./", no final '/'
 *         size     8 bytes   of the content, little-endian; 0 for a folder
 *         content
 *
 * Times, owners and the other bits of the mode do not enter the hash.
 *
 * The content of a link is the text of its target, and it is copied as a link. It may lead
 *
 *     to a file or folder of the folder that is copied too, also over other links or by the
 *                         folder's absolute path without links, which is made relative
 *     to a file below /usr, such as /usr/bin/python3 or /bin/python3; neither its content nor its
 *                         presence enters the hash
 *
 * Links are not entered, so one that leads to a folder above it is a link like any other. Each link
 * is read once, and is followed through what was listed instead of through the folder itself. So
 * whatever the owner does meanwhile, no link of the copy leads elsewhere.
 *
 * The folder may belong to another user, who may be changing it. It is held by a descriptor, and
 * every file is opened beneath that descriptor without following links (fs/beneath.h). The copy
 * fails if a file has been replaced since it was listed, or has another type or size.
 *
 * A file is accepted only if everybody may read it, or if it belongs to the owner of the folder and
 * has no second hard link. Otherwise a user could link one of the arena's private files into his
 * folder and receive a copy of it. A folder that belongs to the arena's own user is not restricted
 * this way, unless that user is root.
 */
#ifndef DOM_FS_FILE_TREE_H
#define DOM_FS_FILE_TREE_H

#include "base/err.h"
#include "fs/beneath.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DOM_FS_TREE_FILES_MAX = 10000, /* files and folders together                 */
    DOM_FS_TREE_DEPTH_MAX = 64,    /* levels of nested folders                   */
    DOM_FS_TREE_HASH_BYTES = 65    /* 64 lower-case hex digits and the NUL       */
};
#define DOM_FS_TREE_BYTES_MAX ((uint64_t)1 << 30)

typedef enum {
    DOM_FS_TREE_FOLDER = 'd',
    DOM_FS_TREE_FILE = 'f',
    DOM_FS_TREE_PROGRAM = 'x',
    DOM_FS_TREE_LINK = 'l'
} dom_fs_tree_kind;

typedef struct {
    char *path; /* relative to the folder; an absolute path is hashed but not copied */
    dom_fs_tree_kind kind;
    char *text;        /* the content, or of a link its target; NULL: it is read from the file */
    char *source;      /* the path without links of a file that a command names; else NULL */
    dom_fs_file_id id; /* the file as it was listed                               */
} dom_fs_tree_entry;

/* A zeroed struct is an empty tree without a folder. */
typedef struct {
    char *folder; /* absolute path without links                              */
    int fd;       /* descriptor of the folder, while `folder` is not NULL      */
    uid_t owner;  /* owner of the folder                                       */
    dom_fs_tree_entry *entry;
    size_t count;
    uint64_t bytes; /* sum of the sizes when the files were listed            */
} dom_fs_tree;

/* Starts a tree without entries. Returns DOM_E_CONFIG if `folder` is not a folder. */
dom_rc dom_fs_tree_open(dom_fs_tree *out, const char *folder, dom_err *err);
void dom_fs_tree_clear(dom_fs_tree *tree);

/* Lists everything in the folder except .git, __pycache__ and *.pyc.
 *
 * Returns DOM_E_CONFIG, with the path in `err`, for a link that leads nowhere, to what is left out
 * or outside; for a socket, device or pipe; for a private file as described above; and when a limit
 * is exceeded. */
dom_rc dom_fs_tree_list(dom_fs_tree *tree, dom_err *err);

/* Adds the folder `path` with everything in it that dom_fs_tree_list would list, and the folders
 * above it. Nothing is added for the top folder itself, and for a path over a link or to no folder.
 * Returns as dom_fs_tree_list; where links lead is checked by dom_fs_tree_complete. */
dom_rc dom_fs_tree_add_folder(dom_fs_tree *tree, const char *path, dom_err *err);

/* Adds one regular file and the folders above it. An absolute path is hashed but not copied. A
 * relative path must not lead out of the folder; a link counts as the file to which it leads. */
dom_rc dom_fs_tree_add_file(dom_fs_tree *tree, const char *path, dom_err *err);

/* Adds a file `path` with the content `text`, which is copied. */
dom_rc dom_fs_tree_add_text(dom_fs_tree *tree, const char *path, const char *text, dom_err *err);

/* Replaces the file `path`, or the link that stands for it, of a complete tree by a file with the
 * content `text`. Returns DOM_OK; DOM_E_CONFIG if there is no such file; DOM_E_NOMEM. */
dom_rc dom_fs_tree_replace(dom_fs_tree *tree, const char *path, const char *text, dom_err *err);

/* Sorts the entries, removes those that were added twice, and checks that links lead to entries or
 * into the system. A link that was added as a file or folder too is dropped. Must be called before
 * the entries are opened or hashed; dom_fs_tree_list calls it itself.
 *
 * Returns DOM_OK; DOM_E_CONFIG for a link that leads elsewhere; DOM_E_IO if the folder has changed
 * meanwhile. */
dom_rc dom_fs_tree_complete(dom_fs_tree *tree, dom_err *err);

/* Opens a file of the folder by its path. A link to a file inside the folder is followed.
 * Returns a descriptor that the caller closes; -1 with errno, which is ELOOP for any other link. */
int dom_fs_tree_path_open(const dom_fs_tree *tree, const char *path);

/* Opens the file of an entry that has no `text`. Returns a descriptor that the caller closes; -1
 * with *err, DOM_E_IO if the file was replaced since it was listed. */
int dom_fs_tree_file_open(const dom_fs_tree *tree, const dom_fs_tree_entry *entry, dom_err *err);

/* Computes the hash of all entries and, if wanted, copies the files at the same time.
 * copy_fd  an empty folder that receives the files (mode 0644, or 0755 if executable); -1: no copy
 */
dom_rc dom_fs_tree_hash(const dom_fs_tree *tree, int copy_fd,
                        char out[static DOM_FS_TREE_HASH_BYTES], dom_err *err);

/* Makes the folder and everything in it read-only: folders and executable files get mode 0555,
 * other files 0444. Links are not changed.
 *
 * is_shared  for a shared folder (base/shared.h): modes 2570, 0550 and 0440, so that the group may
 *            remove it and set its time
 *
 * Returns DOM_OK or DOM_E_IO. */
dom_rc dom_fs_tree_seal(int folder, bool is_shared, dom_err *err);

#endif
