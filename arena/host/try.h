/* The trial of a sandbox: `domino-host --try LEVEL` runs a program in it, the way bots are run. */
#ifndef DOM_HOST_TRY_H
#define DOM_HOST_TRY_H

#include "ipc/sandbox_trial.h"

/* Tries the sandbox level with this name. Unless the level works or does not exist, prints one line
 * with the reason, as dom_ipc_sandbox_trial describes. */
dom_ipc_sandbox_trial dom_host_try_sandbox(const char *word);

#endif
