/* The texts about the end of a process. They go to terminals, into JSON and into the database. */
#ifndef DOM_CORE_END_TEXT_H
#define DOM_CORE_END_TEXT_H

#include "base/sandbox.h"
#include "process.h"

enum { DOM_CORE_PRINTED_BYTES = 200 };

/* Writes the last error that the process printed, with its place in the source, such as
 * "; it printed: IndexError: tuple index out of range (bot.py:7)"; "" if it printed no error. For a
 * bot that did not start, the last line counts as its error. If the
 * error is that a file outside the sandbox is missing, the text says what the sandbox shows.
 * Other bytes than printable ASCII become '?'.
 *
 * level  the sandbox of the process */
void dom_core_end_printed(const dom_core_process *p, dom_sandbox level,
                          char text[static DOM_CORE_PRINTED_BYTES]);

/* Writes how the process ended, followed by `and` and by what dom_core_end_printed writes.
 *
 * Example: with and = " while it owed nothing": "exited with status 1 while it owed nothing; it
 * printed: IndexError: tuple index out of range (bot.py:7)". */
void dom_core_end_describe(const dom_core_process *p, dom_sandbox level, const char *and,
                           char text[static DOM_IPC_REASON_BYTES]);

#endif
