/* bots/build.h - runs the build commands of a bot one after the other, without a shell.
 *
 * Each command runs in a process group of its own, with the caller's environment, an empty standard
 * input, and its output in a log. When a command ends, the processes that it left in its group are
 * killed.
 */
#ifndef DOM_BOTS_BUILD_H
#define DOM_BOTS_BUILD_H

#include "base/err.h"
#include "base/string_list.h"

#include <stdint.h>

typedef struct {
    const char *folder;      /* working folder of the commands                */
    const dom_strings *step; /* the commands: `steps` argvs                   */
    size_t steps;
    const char *log;  /* file for the output; an existing one is emptied      */
    int64_t limit_ms; /* for all of them together                             */
} dom_bots_build_spec;

/* Runs the commands until all are done or one fails, and waits for that. After a failure no further
 * command is run, and the log ends with the output of the failed one. An interrupt kills the
 * running command and are then delivered to the program, which by default they end.
 *
 * Returns DOM_OK if every command exited with 0; DOM_E_CONFIG with one line that names the failed
 * command, how it ended and the log; DOM_E_IO if the log cannot be made. */
dom_rc dom_bots_build_run(const dom_bots_build_spec *spec, dom_err *err);

#endif
