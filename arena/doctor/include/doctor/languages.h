/* doctor/languages.h - which packages bots of each language lack on this machine, by the installed
 * protocol/sdk/languages.json.
 */
#ifndef DOM_DOCTOR_LANGUAGES_H
#define DOM_DOCTOR_LANGUAGES_H

#include "base/string_list.h"
#include "home/home.h"

typedef struct {
    const char *name;    /* as `new` takes it                                   */
    const char *sample;  /* its sample bot                                      */
    dom_strings missing; /* Debian packages; empty when a bot can be built and run */
} dom_doctor_language;

/* Call `visit` for one language, or for all where `name` is NULL. A language without a build is
 * tried: its interpreter is started with the modules that a bot needs. For the others each package
 * must be installed, or a command of its name be in PATH. Without dpkg nothing is called missing.
 *
 * Returns DOM_OK, or DOM_E_IO when the table cannot be read. */
dom_rc dom_doctor_look_at_languages(const dom_home *home, const char *name,
                                    void (*visit)(void *context,
                                                  const dom_doctor_language *language),
                                    void *context, dom_err *err);

/* Write the packages to `out`, with blanks between them. */
void dom_doctor_write_packages(char *out, size_t room, const dom_strings *packages);

#endif
