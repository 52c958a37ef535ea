/* results/rules_age.h - which options of a variant's name are today's rules and which are earlier
 * ones.
 *
 * A stored tournament keeps the options that it was begun with. Results under different
 * options never share a list: one list of a name is that of today's rules, and the others are
 * of earlier rules, counted back from the newest. */
#ifndef DOM_RESULTS_RULES_AGE_H
#define DOM_RESULTS_RULES_AGE_H

#include "rules/variant.h"

#include <stdint.h>

/* One name with one set of options. */
typedef struct {
    char name[DOM_VARIANT_NAME_BYTES];
    dom_options options;
    int64_t newest; /* id of the newest tournament that counts; 0: none does     */
} dom_results_rules_use;

bool dom_results_rules_are_of(const dom_results_rules_use *use, const dom_variant *variant);

/* Returns how many other rules of the same name are newer than uses[index]: 0 for today's rules, 1
 * for the ones before, and so on. For a named variant its row gives today's rules. For an own
 * variant of a tournament file the newest tournament does. */
unsigned dom_results_rules_age_of(const dom_results_rules_use uses[], size_t count, size_t index);

/* What stands behind the name: "" for today's, " (earlier rules)", " (earlier rules 2)". */
typedef struct {
    char text[40];
} dom_results_rules_mark;
dom_results_rules_mark dom_results_rules_mark_of(unsigned age);

#endif
