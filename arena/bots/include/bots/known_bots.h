/* bots/known_bots.h - the names of the bots that are here: sample bots and snapshots. */
#ifndef DOM_BOTS_KNOWN_BOTS_H
#define DOM_BOTS_KNOWN_BOTS_H

#include "base/string_list.h"
#include "bots/places.h"

/* Returns the names, each once and sorted. The caller clears the list. When out of memory some are
 * missing. */
dom_strings dom_bots_known_names(const dom_bots_places *places);

#endif
