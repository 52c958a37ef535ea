/* scarce.h - memory that runs out when told to.
 *
 * Linked into a test (domino_scarce in cmake/domino.cmake), it stands in front of malloc
 * and its kin for everything that is linked into the program; shared libraries have theirs.
 *
 *     for (long nth = 1; scarce_at(nth), work(); nth++)
 *         ...
 */
#ifndef DOM_TESTS_SCARCE_H
#define DOM_TESTS_SCARCE_H

#include <stdbool.h>

/* Lets only the nth following allocation fail, counted from 1; 0: none. */
void scarce_at(long nth);

/* Ends this; returns true if an allocation has failed since scarce_at. */
bool scarce_end(void);

#endif
