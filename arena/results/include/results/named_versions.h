/* results/named_versions.h - versions of bots by the names that people gave them when they
 * submitted them: the tag of `submit --tag v1` as "mine@v1", and the version that was submitted
 * last as "mine@submitted". Removed versions have no such name.
 */
#ifndef DOM_RESULTS_NAMED_VERSIONS_H
#define DOM_RESULTS_NAMED_VERSIONS_H

#include "bots/places.h"

/* Returns the places of a data folder as dom_bots_places_of, with the names in its database. The
 * database is read only if a word has such a name. `home` is borrowed. */
dom_bots_places dom_results_places_of(const dom_home *home, const dom_bots_listener *listener);

/* Finds a version by such a name; see dom_bots_find_named. */
dom_bots_find_named dom_results_find_named;

/* Checks a new tag. `where` begins the message.
 *
 * Returns DOM_OK, or DOM_E_CONFIG if the text is no name, or could mean something else behind '@'.
 */
dom_rc dom_results_tag_check(const char *tag, const char *where, dom_err *err);

#endif
