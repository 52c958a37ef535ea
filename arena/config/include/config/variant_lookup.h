/* config/variant_lookup.h - named variants as people write them.
 */
#ifndef DOM_CONFIG_VARIANT_LOOKUP_H
#define DOM_CONFIG_VARIANT_LOOKUP_H

#include "base/did_you_mean.h"
#include "rules/variant.h"

/* Find a named variant. DOM_E_CONFIG with "WHERE: there is no variant 'drow-2' (did you
 * mean draw-2?); allowed: ..." */
dom_rc dom_config_variant_find(dom_variant *out, const char *where, const char *name, dom_err *err);

/* The nearest named variant. */
dom_hint dom_config_variant_hint(const char *name);

#endif
