/* base/check.h - promises between our own functions, checked in release builds
 * too: stop now, with the line, rather than rate a wrong match.
 *
 * What a bot, file, network peer or operator does is never a promise; such
 * input gets a result code. The fuzzers test just that sentence.
 */
#ifndef DOM_BASE_CHECK_H
#define DOM_BASE_CHECK_H

#define dom_check(cond) ((cond) ? (void)0 : dom_check_failed(#cond, __FILE__, __LINE__))

/* Print the broken promise to stderr and abort. */
_Noreturn void dom_check_failed(const char *cond, const char *file, int line);

#endif
