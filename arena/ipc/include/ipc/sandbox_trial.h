/* ipc/sandbox_trial.h - the exit status of `domino-host --try LEVEL`, which starts a program that
 * is known to work in this sandbox, the way bots are started. */
#ifndef DOM_IPC_SANDBOX_TRIAL_H
#define DOM_IPC_SANDBOX_TRIAL_H

typedef enum {
    DOM_IPC_TRIAL_WORKS,
    DOM_IPC_TRIAL_FAILS,   /* one line on stdout says what is missing                */
    DOM_IPC_TRIAL_UNKNOWN, /* there is no such level                                */
    /* It does not end, perhaps because the machine is busy; prints a line, too. */
    DOM_IPC_TRIAL_LASTS
} dom_ipc_sandbox_trial;

#endif
