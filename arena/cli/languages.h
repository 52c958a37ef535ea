/* cli/languages.h - which packages bots of each language lack on this machine, by the installed
 * protocol/sdk/languages.json.
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
 * interpreter is started with the modules that a bot needs. For the others each package must be
 * installed, or a command of its name be in PATH. Without dpkg nothing is called missing.
 *
 * Returns DOM_OK, or DOM_E_IO when the table cannot be read. */
dom_rc languages_look(const cli_home *home, const char *name,
                      void (*visit)(void *context, const cli_language *language), void *context,
                      dom_err *err);

/* Write the packages to `out`, with blanks between them. */
void languages_put(char *out, size_t room, const dom_strings *packages);

#endif
