/* cli/variant_word.h - named variants as people write them.
 */
#ifndef DOM_CLI_VARIANT_WORD_H
#define DOM_CLI_VARIANT_WORD_H

#include "rules/variant.h"
#include "suggest.h"

/* Find a named variant. DOM_E_CONFIG with "WHERE: there is no variant 'drow-2' (did you
 * mean draw-2?); allowed: ..." */
dom_rc variant_word_find(dom_variant *out, const char *where, const char *name, dom_err *err);

/* The nearest named variant. */
dom_hint variant_word_hint(const char *name);

#endif
