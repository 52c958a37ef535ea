/* stand_in.h - this program in the part of `domino-arena table` and `domino-arena hint`.
 *
 * The room starts the program that is running, with these words. Here that is the program of the
 * tests. Its process of hints is the real one. Its process of a table plays nothing: it writes what
 * it was ordered to "order" in the data folder, sends each person the number of its descriptor as
 * one byte, and then does what the name of the variant says:
 *
 *     waits     until it is ended
 *     stored    exits with status 0
 *     refused   prints two lines and exits with status 2, as for a wrong order
 *     broken    prints 20,000 bytes of lines and a last one, and exits with status 1
 */
#ifndef TESTS_PLAY_STAND_IN_H
#define TESTS_PLAY_STAND_IN_H

#include <sys/types.h>

/* Starts a process that waits until it is ended; returns its id. */
pid_t start_sleeper(void);

/* Returns true if this process has no children. */
bool has_no_children(void);

/* Returns the number of descriptors that are open here. */
int open_fds(void);

#endif
