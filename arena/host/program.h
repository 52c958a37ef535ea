/* Can a bot's command be executed? Said before anything is started, because behind the
 * walls of a sandbox the kernel's answer comes from somebody else, and for a script
 * without its interpreter it is of no help. */
#ifndef DOM_HOST_PROGRAM_H
#define DOM_HOST_PROGRAM_H

#include "base/err.h"

/* program  argv[0]: with a '/' the path of a file, relative to `folder`; else looked
 *          for in the folders of `path`
 *
 * Returns DOM_OK, or DOM_E_CONFIG with what is wrong: no such file, no right to execute
 * it, an interpreter in its first line ("#!") that is not there. */
dom_rc program_check(const char *program, const char *folder, const char *path, dom_err *err);

#endif
