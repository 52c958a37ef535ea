/* rules/variant.h - the named variants: rows of settings over a base.
 *
 * Adding a variant is adding a row at the end in variant.c, its cases in tests/data and its
 * paragraph in RULES.md; the engine does not change. Names are on the wire and in every record:
 * never renamed, never reused. If you correct a row, list its former settings there.
 */
#ifndef DOM_RULES_VARIANT_H
#define DOM_RULES_VARIANT_H

#include "rules/options.h"

enum { DOM_VARIANT_NAME_BYTES = 33 }; /* [a-z0-9][a-z0-9._-]{0,31} and the NUL */

typedef struct {
    char name[DOM_VARIANT_NAME_BYTES];
    char base[DOM_VARIANT_NAME_BYTES]; /* "" for a variant without a base     */
    const char *family; /* the game that it belongs to: ratings of one family are averaged (ratings/
                           all_round.h); static storage; NULL unless the variant is a named one */
    const char *summary; /* one sentence; static storage        */
    dom_options options;
} dom_variant;

size_t dom_variant_count(void);

/* Returns named variant `index` in the order of listing. Pre: index < dom_variant_count(). */
dom_variant dom_variant_at(size_t index);

/* Copies the variant of that name to *out. Returns DOM_OK, or DOM_E_ABSENT with the known names
 * in `err`. */
dom_rc dom_variant_find(dom_variant *out, const char *name, dom_err *err);

/* Returns whether the named variant of that name has other options today; false for other names. */
bool dom_variant_has_changed(const dom_variant *variant);

/* Writes the options that a named variant had before its row was corrected. Returns false if it
 * was never corrected. Stored tournaments keep these options. */
bool dom_variant_before(dom_options *out, const char *name);

/* Adds "block-2, block-3, ...": as many whole names as fit, and "..." if some are missing. Pre:
 * room for "...". */
void dom_variant_write_names(dom_text *out);

#endif
