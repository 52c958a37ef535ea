/* Checks a bot's command before it is started, and explains failures afterwards.
 *
 * The kernel's own error would not help: inside a sandbox it comes from bubblewrap instead of the
 * bot's program, and for a script without its interpreter it is only "No such file or directory".
 */
#ifndef DOM_HOST_MISSING_FILE_HINT_H
#define DOM_HOST_MISSING_FILE_HINT_H

#include "base/err.h"
#include "base/sandbox.h"

#include <stddef.h>

/* Checks that a program can be executed (dom_fs_program_find) and that the sandbox shows it.
 *
 * level    the sandbox level of the bot; bwrap hides most files of the machine
 * shown    what it shows nevertheless (sandbox.h)
 *
 * Returns DOM_OK, or DOM_E_CONFIG and in `err` what is wrong. */
dom_rc dom_host_missing_file_check(const char *program, const char *folder, const char *path,
                                   dom_sandbox level, const char *const shown[], dom_err *err);

/* Finds a possible reason why a bot does not start at level bwrap: the first file in its command
 * that the sandbox hides, or shows without the files beside it.
 *
 * argv  the bot's command, NULL-terminated
 * shown what it shows nevertheless (sandbox.h)
 * out   receives a text to append to "exited with status 1", such as "; the sandbox does not show
 *       /opt/x; shown: ..."; "" if there is no such file
 * room  size of `out` in bytes; a longer text is cut */
void dom_host_missing_file_hint(const char *const argv[], const char *const shown[], char *out,
                                size_t room);

#endif
