/* doctor/languages.h - which packages bots of each language lack on this machine, by the installed
 * protocol/sdk/languages.json.
 */
#ifndef DOM_DOCTOR_LANGUAGES_H
#define DOM_DOCTOR_LANGUAGES_H

#include "base/string_list.h"
#include "home/home.h"

typedef struct {
    const char *name;    /* name of the language, as in `new LANG DIR` */
    const char *sample;  /* name of its sample bot */
    dom_strings missing; /* missing Debian packages; empty if a bot can be built and run */
} dom_doctor_language;

/* Calls `visit` for one language, or for all if `name` is NULL. A language without a build step is
 * tried: its interpreter is started with the modules that a bot needs. For the others, each package
 * must be installed, or a command of the same name must be in PATH. Without dpkg no package is
 * reported as missing.
 *
 * Returns DOM_OK, or DOM_E_IO if the table cannot be read. */
dom_rc dom_doctor_look_at_languages(const dom_home *home, const char *name,
                                    void (*visit)(void *context,
                                                  const dom_doctor_language *language),
                                    void *context, dom_err *err);

/* Writes the packages to `out`, with blanks between them. */
void dom_doctor_write_packages(char *out, size_t room, const dom_strings *packages);

#endif
