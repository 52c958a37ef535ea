/* rules/idle.h - options that change nothing in this combination, such as a bonus for going out
 * where no hand is a penalty. They are played as if they had their default, so a user who
 * sets one may have wished for something else.
 */
#ifndef DOM_RULES_IDLE_H
#define DOM_RULES_IDLE_H

#include "rules/variant.h"

/* Returns why this option has no effect, such as "it needs score penalty", or NULL if it may have
 * one. Pre: options passed dom_options_check. */
const char *dom_option_idle(const dom_options *options, const dom_option *option);

/* The same for an option that an own variant sets: NULL also if it has the value of its base. */
const char *dom_variant_idle(const dom_variant *variant, const dom_option *option);

#endif
