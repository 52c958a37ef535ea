/* Does a sandbox work here? By running a program in it, as a bot is run. */
#ifndef DOM_HOST_TRY_H
#define DOM_HOST_TRY_H

/* `word` names the level. Returns 0; 1 with one line on stdout that says what is
 * missing; 2 when there is no such level. */
int try_sandbox(const char *word);

#endif
