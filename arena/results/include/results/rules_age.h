/* results/rules_age.h - distinguishes today's rules of a variant from earlier ones.
 *
 * A stored tournament keeps the options with which it began. Results under different options never
 * share a list. Of the lists with one variant name, one has today's rules; the others have earlier
 * rules and are numbered from the newest back. */
#ifndef DOM_RESULTS_RULES_AGE_H
#define DOM_RESULTS_RULES_AGE_H

#include "rules/variant.h"

#include <stdint.h>

/* One name with one set of options. */
typedef struct {
    char name[DOM_VARIANT_NAME_BYTES];
    dom_options options;
    int64_t newest; /* id of the newest tournament with them that counts, 0 if there is none */
} dom_results_rules_use;

bool dom_results_rules_are_of(const dom_results_rules_use *use, const dom_variant *variant);

/* Returns how many other rules of the same name are newer than uses[index]: 0 for today's rules, 1
 * for the ones before, and so on. Today's rules of a built-in variant are those of its row in the
 * catalogue; of a tournament's own variant they are those of the newest tournament. */
unsigned dom_results_rules_age_of(const dom_results_rules_use uses[], size_t count, size_t index);

/* The mark after the name of a list: "", " (earlier rules)", " (earlier rules 2)", ... */
typedef struct {
    char text[40];
} dom_results_rules_mark;
dom_results_rules_mark dom_results_rules_mark_of(unsigned age);

#endif
