/* cli/tree.h - the files of a folder: listed, hashed, copied, made read-only and
 * removed.
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
 */
#ifndef DOM_CLI_TREE_H
#define DOM_CLI_TREE_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

enum {
    DOM_TREE_FILES_MAX = 10000, /* folders too                                */
    DOM_TREE_DEPTH_MAX = 64,    /* folders within each other                  */
    DOM_TREE_HASH_BYTES = 65    /* lower-case hex and the NUL                 */
};
#define DOM_TREE_BYTES_MAX ((uint64_t)1 << 30)

typedef enum { DOM_TREE_FOLDER = 'd', DOM_TREE_FILE = 'f', DOM_TREE_PROGRAM = 'x' } dom_tree_kind;

typedef struct {
    char *path; /* relative to the folder; or absolute: hashed, but not copied */
    dom_tree_kind kind;
    char *text; /* the content, instead of a file's; NULL = read the file     */
} dom_tree_entry;

/* All zero is the empty tree of no folder. */
typedef struct {
    char *folder; /* where the files are, resolved                            */
    dom_tree_entry *entry;
    size_t count;
    uint64_t bytes; /* of the files, when they were listed                    */
} dom_tree;

/* Start a tree without entries. DOM_E_CONFIG when `folder` is no folder. */
dom_rc dom_tree_open(dom_tree *out, const char *folder, dom_err *err);
void dom_tree_clear(dom_tree *tree);

/* List everything in the folder but .git, __pycache__ and *.pyc.
 *
 * Refused with their path (DOM_E_CONFIG): links that lead nowhere, to a folder or
 * outside, sockets, devices and pipes, and more than the limits above. */
dom_rc dom_tree_list(dom_tree *tree, dom_err *err);

/* Add one file, and the folders on the way to it. A path that begins with '/' is
 * hashed only. What `path` names must be a regular file; a relative one must not
 * lead outside. */
dom_rc dom_tree_add_file(dom_tree *tree, const char *path, dom_err *err);

/* Add a file `path` that holds `text`, which is copied. */
dom_rc dom_tree_add_text(dom_tree *tree, const char *path, const char *text, dom_err *err);

/* Sort the entries and drop those that were added twice. The two functions below
 * need it; dom_tree_list does it too. */
void dom_tree_sort(dom_tree *tree);

/* Hash all that was listed.
 * copy_fd  a folder, empty, that receives the files (0644, 0755 when executable);
 *          -1 = none. */
dom_rc dom_tree_hash(const dom_tree *tree, int copy_fd, char out[static DOM_TREE_HASH_BYTES],
                     dom_err *err);

/* Take the right to write from everything below and including `path`: folders and
 * executable files become 0555, the others 0444. DOM_E_IO. */
dom_rc dom_tree_seal(const char *path, dom_err *err);

/* Remove `path` and everything below it, sealed or not. Links are removed, not
 * followed. What cannot be removed stays. */
void dom_tree_remove(const char *path);

#endif
