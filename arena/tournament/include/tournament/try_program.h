/* tournament/try_program.h - a small program, run to see whether it runs here and what it says.
 *
 * For questions such as "does dpkg know this package?" or "does a program run in this sandbox?".
 * Its standard input is empty and what it prints on stderr is lost.
 */
#ifndef DOM_TOURNAMENT_TRY_PROGRAM_H
#define DOM_TOURNAMENT_TRY_PROGRAM_H

#include <stddef.h>

/* Run a program for at most 10 s and wait for its end.
 *
 * argv  NULL-terminated; argv[0] is looked for in PATH
 * out   the beginning of what it prints on stdout, as much as fits into `room` bytes with the NUL;
 *       its lines are joined by ", ", so "a\nb\n" becomes "a, b"
 *
 * Returns its exit status, or -1 when it could not be started, was killed or took longer. */
int dom_tournament_try_program(const char *const argv[], char *out, size_t room);

#endif
