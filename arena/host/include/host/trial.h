/* host/trial.h - what `domino-host --try LEVEL` says by its exit status: does a program that is known to
 * work run in this sandbox, started as a bot is? */
#ifndef DOM_HOST_TRIAL_H
#define DOM_HOST_TRIAL_H

typedef enum {
    DOM_TRIAL_WORKS,
    DOM_TRIAL_FAILS,   /* one line on stdout says what is missing                */
    DOM_TRIAL_UNKNOWN, /* there is no such level                                */
    DOM_TRIAL_LASTS    /* it does not end, which may be the load of the machine; one line as well */
} dom_trial;

#endif
