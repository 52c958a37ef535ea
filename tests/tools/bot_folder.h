/* A folder with a file "bot" and an empty folder "empty", for tests of what is said about programs.
 */
#ifndef TESTS_TOOLS_BOT_FOLDER_H
#define TESTS_TOOLS_BOT_FOLDER_H

#include <sys/types.h>

extern char bot_folder[]; /* its path, after bot_folder_begin */

/* These are the .init and .fini of a suite. */
void bot_folder_begin(void);
void bot_folder_end(void);

/* Returns the path of a name in the folder, until the next call. */
const char *in_bot_folder(const char *name);

/* Writes the file "bot" with this text and this mode. */
void bot_folder_make_bot(const char *text, mode_t mode);

#endif
