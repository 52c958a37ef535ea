/* difference.h - reports what a file says twice and differently. Private to this folder. */
#ifndef DOM_RESULTS_DIFFERENCE_H
#define DOM_RESULTS_DIFFERENCE_H

#include "results/verification.h"

/* Where the differences of one verification go. Both pointers are borrowed. */
typedef struct {
    const dom_results_verification_watch *watch;
    uint64_t *count; /* grows by one with each                                */
} dom_results_differences;

enum { DOM_RESULTS_DIFFERENCE_BYTES = 320 };

/* Reports one difference: a line without its end, which names the place and both facts. A longer
 * one is cut, and any byte but visible ASCII and blanks becomes '?', because texts of a file may
 * hold anything. */
__attribute__((format(printf, 2, 3))) void dom_results_differ(const dom_results_differences *to,
                                                              const char *format, ...);

#endif
