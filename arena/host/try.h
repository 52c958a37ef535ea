/* The trial of a sandbox: `domino-host --try LEVEL [PATH...]` runs a program in it, the way bots
 * are run, and looks whether it can use the folders and devices that it is shown. */
#ifndef DOM_HOST_TRY_H
#define DOM_HOST_TRY_H

#include "ipc/sandbox_trial.h"

/* Tries the sandbox level with this name, and whether bots in it can list these folders and use
 * these devices. `shown` is NULL-terminated and has at most DOM_IPC_SHOWN_MAX paths. Unless the
 * level works or does not exist, prints one line with the reason, as dom_ipc_sandbox_trial
 * describes. */
dom_ipc_sandbox_trial dom_host_try_sandbox(const char *word, const char *const shown[]);

#endif
