/* cli/languages.h - what bots of each language lack on this machine: protocol/sdk/languages.json, as it
 * was installed, compared with what is there.
 */
#ifndef DOM_CLI_LANGUAGES_H
#define DOM_CLI_LANGUAGES_H

#include "home.h"
#include "words.h"

typedef struct {
    const char *name;    /* as `new` takes it                                   */
    const char *sample;  /* its sample bot                                      */
    dom_strings missing; /* Debian packages; empty when a bot can be built and run */
} cli_language;

/* Call `visit` for one language, or for all where `name` is NULL. A language without a build is tried: its
 * interpreter starts with the modules that it needs. Of the others each package has to be installed,
 * or a command of its name be in PATH; on a system without dpkg they count as complete.
 *
 * Returns DOM_OK, or DOM_E_IO when the table cannot be read. */
dom_rc languages_look(const cli_home *home, const char *name,
                      void (*visit)(void *context, const cli_language *language), void *context,
                      dom_err *err);

/* The packages as words behind each other. */
void languages_put(char *out, size_t room, const dom_strings *packages);

#endif
