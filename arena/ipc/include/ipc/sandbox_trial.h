/* ipc/sandbox_trial.h - the exit status of `domino-host --try LEVEL [PATH...]`.
 *
 * This command finds out whether a sandbox level works on this machine: it starts a small shell
 * command in the sandbox, the way bots are started. The core runs it before it chooses a level.
 * With paths it also finds out whether bots can use these folders and devices if they are shown.
 */
#ifndef DOM_IPC_SANDBOX_TRIAL_H
#define DOM_IPC_SANDBOX_TRIAL_H

typedef enum {
    DOM_IPC_TRIAL_WORKS,
    DOM_IPC_TRIAL_FAILS,   /* it does not work; one line on stdout says what is missing */
    DOM_IPC_TRIAL_UNKNOWN, /* there is no such level, or the host has no pipe for the trial */
    /* The command did not end in time, perhaps because the machine is busy. One line on stdout
     * says so. */
    DOM_IPC_TRIAL_LASTS
} dom_ipc_sandbox_trial;

#endif
