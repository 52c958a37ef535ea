/* config/variant_lookup.h - finds a built-in variant by the name that a user typed.
 */
#ifndef DOM_CONFIG_VARIANT_LOOKUP_H
#define DOM_CONFIG_VARIANT_LOOKUP_H

#include "base/did_you_mean.h"
#include "rules/variant.h"

/* Finds a built-in variant. Returns DOM_OK, or DOM_E_CONFIG with "WHERE: there is no variant
 * 'drow-2' (did you mean draw-2?); allowed: ...". */
dom_rc dom_config_variant_find(dom_variant *out, const char *where, const char *name, dom_err *err);

/* Returns the hint with the most similar built-in variant. */
dom_hint dom_config_variant_hint(const char *name);

#endif
