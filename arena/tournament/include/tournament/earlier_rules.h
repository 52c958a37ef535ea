/* tournament/earlier_rules.h - tournaments that were begun when a variant's name meant other
 * rules. */
#ifndef DOM_TOURNAMENT_EARLIER_RULES_H
#define DOM_TOURNAMENT_EARLIER_RULES_H

#include "base/string_list.h"
#include "core/tournament.h"
#include "store/store.h"

/* Give the variants of `now` the options with which `old`, the stored tournament of that name, was
 * begun. A named variant gets all of them. A variant derived from a corrected one gets the
 * corrected options only. Every other difference stays, and dom_tournament_stage_plan refuses it.
 *
 * remarks  gets a line where that changed anything
 * Returns false when out of memory. */
bool dom_tournament_keep_earlier_rules(dom_core_tournament *now, const dom_store_tournament *old,
                                       dom_strings *remarks);

#endif
