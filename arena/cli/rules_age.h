/* cli/rules_age.h - which of the options that a variant's name has had are today's.
 *
 * A stored tournament keeps the options that it was begun with. Results under different
 * options never share a list: one list of a name is that of today's rules, and the others are
 * of earlier rules, counted back from the newest. */
#ifndef DOM_CLI_RULES_AGE_H
#define DOM_CLI_RULES_AGE_H

#include "rules/variant.h"

#include <stdint.h>

/* One name with one set of options. */
typedef struct {
    char name[DOM_VARIANT_NAME_BYTES];
    dom_options options;
    int64_t newest; /* id of the newest tournament that counts; 0: none does     */
} rules_use;

bool rules_are_of(const rules_use *use, const dom_variant *variant);

/* How many rules of that name came after those of uses[index]: 0 means today's, 1 the ones
 * before, and so on. Today's are those of the named variant. A name that has no meaning of its
 * own, from a tournament file, means what the newest tournament says. */
unsigned rules_age_of(const rules_use uses[], size_t count, size_t index);

/* What stands behind the name: "" for today's, " (earlier rules)", " (earlier rules 2)". */
typedef struct {
    char text[40];
} rules_mark;
rules_mark rules_mark_of(unsigned age);

#endif
