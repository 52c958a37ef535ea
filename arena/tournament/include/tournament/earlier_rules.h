/* tournament/earlier_rules.h - lets a tournament continue under the rules with which it began,
 * although a newer program has corrected the rules of a built-in variant. */
#ifndef DOM_TOURNAMENT_EARLIER_RULES_H
#define DOM_TOURNAMENT_EARLIER_RULES_H

#include "base/string_list.h"
#include "core/tournament.h"
#include "store/store.h"

/* Gives the variants of `now` the options with which `old`, the stored tournament of that name,
 * began. A built-in variant gets all stored options. In a tournament's own variant an option is set
 * back only if its base was corrected in it: `now` has the corrected value and `old` the former
 * one. Every other difference stays, and dom_tournament_stage_plan refuses it.
 *
 * remarks  receives one line with the names of the changed variants, if there are any
 *
 * Returns false when out of memory. */
bool dom_tournament_keep_earlier_rules(dom_core_tournament *now, const dom_store_tournament *old,
                                       dom_strings *remarks);

#endif
