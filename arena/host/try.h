/* Does a sandbox work here? By running a program in it, as a bot is run. */
#ifndef DOM_HOST_TRY_H
#define DOM_HOST_TRY_H

#include "ipc/sandbox_trial.h"

/* Try the level that `word` names, and print the line that dom_ipc_sandbox_trial describes. */
dom_ipc_sandbox_trial dom_host_try_sandbox(const char *word);

#endif
