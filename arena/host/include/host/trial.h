/* host/trial.h - the exit status of `domino-host --try LEVEL`, which starts a program that is known
 * to work in this sandbox, the way bots are started. */
#ifndef DOM_HOST_TRIAL_H
#define DOM_HOST_TRIAL_H

typedef enum {
    DOM_TRIAL_WORKS,
    DOM_TRIAL_FAILS,   /* one line on stdout says what is missing                */
    DOM_TRIAL_UNKNOWN, /* there is no such level                                */
    DOM_TRIAL_LASTS /* it does not end, perhaps because the machine is busy; prints a line, too */
} dom_trial;

#endif
