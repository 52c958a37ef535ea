/* base/check.h - assertions between the arena's own functions. They are checked in release builds
 * too: the program stops with the source line instead of rating a wrong match.
 *
 * Input from a bot, a file, a network peer or an operator is never checked this way. It gets a
 * result code. The fuzz targets test that no input reaches an assertion.
 */
#ifndef DOM_BASE_CHECK_H
#define DOM_BASE_CHECK_H

#define dom_check(cond) ((cond) ? (void)0 : dom_check_failed(#cond, __FILE__, __LINE__))

/* Prints the condition with its file and line to stderr and aborts. */
_Noreturn void dom_check_failed(const char *cond, const char *file, int line);

#endif
