/* bots/build.h - running a bot's build commands, one after the other, without a
 * shell.
 *
 * Each command is a process group of its own, with the caller's environment, an
 * empty standard input and its output in a log. What a command leaves running is
 * killed when the command ends.
 */
#ifndef DOM_BOTS_BUILD_H
#define DOM_BOTS_BUILD_H

#include "base/err.h"
#include "base/string_list.h"

#include <stdint.h>

typedef struct {
    const char *folder;      /* working folder of the commands                */
    const dom_strings *step; /* `steps` argvs                                 */
    size_t steps;
    const char *log;  /* file to write, made anew                             */
    int64_t limit_ms; /* for all of them together                             */
} dom_bots_build_spec;

/* Returns DOM_OK when every command exited with 0; else DOM_E_CONFIG with one line that names the
 * command, how it ended and the log, or DOM_E_IO. The first command that fails is the last one
 * that is run, and the log ends with its output. Blocks until then. */
dom_rc dom_bots_build_run(const dom_bots_build_spec *spec, dom_err *err);

#endif
