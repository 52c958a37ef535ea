/* upkeep/share.h - opens a data folder to the users of a Unix group (base/shared.h).
 *
 * Every member can then do what the owner can: run and continue tournaments, read the secrets and
 * the arena's key, change and remove results. What is private to one user stays so: which bots
 * passed `check`, and what another command is just making.
 */
#ifndef DOM_UPKEEP_SHARE_H
#define DOM_UPKEEP_SHARE_H

#include "home/home.h"

/* Gives everything in the data folder to the group, and last the folder itself, from which new
 * files learn that they are shared. May be repeated: it then mends what does not fit.
 *
 * home     locked; its folder exists
 * group    the name of a group, or its number
 * changed  receives how many files and folders had another group or mode
 *
 * Returns DOM_OK; DOM_E_CONFIG if there is no such group; DOM_E_IO, also if the caller may not
 * change a file. */
dom_rc dom_upkeep_share(const dom_home *home, const char *group, uint64_t *changed, dom_err *err);

#endif
