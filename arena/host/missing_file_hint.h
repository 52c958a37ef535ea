/* Can a bot's command be executed? Said before anything is started, because behind the
 * walls of a sandbox the kernel's answer comes from somebody else, and for a script
 * without its interpreter it is of no help. */
#ifndef DOM_HOST_MISSING_FILE_HINT_H
#define DOM_HOST_MISSING_FILE_HINT_H

#include "base/err.h"
#include "base/sandbox.h"

#include <stddef.h>

/* program  argv[0]: with a '/' the path of a file, relative to `folder`; else looked
 *          for in the folders of `path`
 * level    that it is to run at: bwrap hides most of the machine
 *
 * Returns DOM_OK, or DOM_E_CONFIG with what is wrong: no such file, no right to execute
 * it, an interpreter in its first line ("#!") that is not there or not seen. */
dom_rc dom_host_missing_file_check(const char *program, const char *folder, const char *path,
                                   dom_sandbox level, dom_err *err);

/* The first file of the machine in a bot's command that it does not see at level bwrap,
 * or sees without what lies beside it, which may be why it does not start.
 * out  text that goes on after "exited with status 1"; "" when there is none */
void dom_host_missing_file_hint(const char *const argv[], char *out, size_t room);

#endif
