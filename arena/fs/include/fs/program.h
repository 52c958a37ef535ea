/* fs/program.h - finds the program that a command starts, and says why it cannot be started.
 *
 * The kernel's own error would not help: for a script without its interpreter it is only "No such
 * file or directory".
 */
#ifndef DOM_FS_PROGRAM_H
#define DOM_FS_PROGRAM_H

#include "base/err.h"
#include "base/path.h"

#include <stdbool.h>

/* The variable PATH of every bot. */
#define DOM_FS_PROGRAM_PATH "/usr/local/bin:/usr/bin:/bin"

typedef struct {
    char file[DOM_PATH_BYTES];
    char interpreter[DOM_PATH_BYTES]; /* of a script: the one in its first line ("#!"); else "" */
    char command[DOM_PATH_BYTES]; /* for "#!/usr/bin/env python3" the path of python3; else "" */
} dom_fs_program;

/* Looks for a program in the folders of `path` ("a:b:c"). Returns true and its path in `file`. */
bool dom_fs_program_in_path(char file[static DOM_PATH_BYTES], const char *name, const char *path);

/* Checks that a program can be executed.
 *
 * out      filled if it can
 * program  argv[0]. With a '/' it is the path of a file, relative to `folder`, and if that is a
 *          script, its interpreter is checked too. Without one it is looked for in the folders of
 *          `path`.
 *
 * Returns DOM_OK, or DOM_E_CONFIG and in `err` what is wrong: there is no such file, it may not be
 * executed, or its first line names an interpreter that does not exist. */
dom_rc dom_fs_program_find(dom_fs_program *out, const char *program, const char *folder,
                           const char *path, dom_err *err);

#endif
