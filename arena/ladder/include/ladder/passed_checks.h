/* ladder/passed_checks.h - bots that passed their check a short while ago, so that `submit` need
 * not check the same files again.
 *
 * HOME/passed/VERSION is a line that says what the check was worth: this version of the
 * program, this catalogue of variants, so many asks. It counts for DOM_LADDER_PASSED_S seconds and
 * only where no bot could have written it: the folder and the file are the user's own and closed to
 * others, and bots run inside bubblewrap or as users of their own. Elsewhere nothing is
 * remembered, and `submit` checks. These files may be removed at any time.
 */
#ifndef DOM_LADDER_PASSED_CHECKS_H
#define DOM_LADDER_PASSED_CHECKS_H

#include "home/home.h"

enum { DOM_LADDER_PASSED_S = 60 * 60 };

/* Note whether this version of a bot has passed a check of all variants that it claims, with so
 * many asks. If that cannot be noted, `submit` checks again. */
void dom_ladder_note_passed(const dom_home *home, const char *version, bool has_passed,
                            uint64_t asks);

/* Returns whether it passed such a check, with at least so many asks, within DOM_LADDER_PASSED_S
 * seconds. */
bool dom_ladder_has_passed_lately(const dom_home *home, const char *version, uint64_t asks);

#endif
