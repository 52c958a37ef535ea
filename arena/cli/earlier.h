/* cli/earlier.h - tournaments that were begun when a variant's name meant other rules. */
#ifndef DOM_CLI_EARLIER_H
#define DOM_CLI_EARLIER_H

#include "core/tournament.h"
#include "store/store.h"
#include "words.h"

/* Give the variants of `now` the options with which `old`, the stored tournament of that name, was
 * begun. A named variant gets all of them. A variant derived from a corrected one gets the
 * corrected options only. Every other difference stays, and extend_plan refuses it.
 *
 * remarks  gets a line where that changed anything
 * Returns false when out of memory. */
bool earlier_keep(dom_tournament *now, const dom_store_tournament *old, dom_strings *remarks);

#endif
