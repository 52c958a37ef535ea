/* tournament/try_program.h - runs a small program to see whether it works here and what it prints.
 *
 * It answers questions such as "does dpkg know this package?" or "does a program run in this
 * sandbox?". The program's standard input is empty, and its stderr is discarded.
 */
#ifndef DOM_TOURNAMENT_TRY_PROGRAM_H
#define DOM_TOURNAMENT_TRY_PROGRAM_H

#include <stddef.h>

/* Runs a program and waits for its end. The program is killed if it keeps stdout open and prints
 * nothing for a minute: a program that works needs less, also on a busy machine. So use it only for
 * programs that end by themselves soon after they close stdout.
 *
 * argv  NULL-terminated; argv[0] is searched in PATH
 * out   receives the beginning of its stdout, as much as fits into `room` bytes with the NUL; its
 *       lines are joined by ", ", so "a\nb\n" becomes "a, b"
 *
 * Returns its exit status, or -1 if it could not be started or a signal ended it. */
int dom_tournament_try_program(const char *const argv[], char *out, size_t room);

#endif
