/* ladder/passed_checks.h - remembers which versions passed `check` recently, so that `submit` need
 * not check the same files again.
 *
 * HOME/passed/VERSION is one line: the version of the program, a hash of the catalogue of variants
 * and of what the bot was shown of the machine (bots/shown.h), and the number of asks of the check.
 * It counts for DOM_LADDER_PASSED_S seconds, and only if no bot can have written it: folder and
 * file belong to the user and are closed to others, and bots run in bubblewrap or as users of their
 * own. Otherwise nothing is remembered. These files may be removed at any time. */
#ifndef DOM_LADDER_PASSED_CHECKS_H
#define DOM_LADDER_PASSED_CHECKS_H

#include "home/home.h"

enum { DOM_LADDER_PASSED_S = 60 * 60 };

/* Remembers whether this version has passed a check of all variants that it claims, with `asks`
 * asks. If that fails, `submit` checks again. */
void dom_ladder_note_passed(const dom_home *home, const char *version, bool has_passed,
                            uint64_t asks, const dom_strings *shown);

/* Returns true if the version passed such a check, shown the same paths, with at least `asks` asks
 * in the last DOM_LADDER_PASSED_S seconds. */
bool dom_ladder_has_passed_lately(const dom_home *home, const char *version, uint64_t asks,
                                  const dom_strings *shown);

#endif
