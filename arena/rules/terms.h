/* terms.h - what tables say about options, as text: conditions and sentences.
 *
 * A condition, as in refusals.c, idle.c and sentences.c:
 *
 *     "teams=false score=average|penalty"   both hold: no teams, and one of these two scores
 *     "draw_limit!0 stock"                  the limit is not 0, and the fact `stock` holds
 *     "-stock"                              the fact does not hold
 *     ""                                    always
 *
 * Values are written as in a tournament file. Facts are what several options say together; the
 * table in terms.c has them.
 *
 * In a sentence stand in braces:
 *
 *     {hand}        the value of a number, or of `tiles`, `dealt` or `stock`
 *     {hand:tile}   the same as a number of things: "1 tile", "7 tiles"
 *     {lead_next?}  who leads by this option: "the seat after the previous leader leads"
 */
#ifndef DOM_RULES_TERMS_H
#define DOM_RULES_TERMS_H

#include "rules/options.h"

/* Returns true if every part of the condition holds. Pre: it is well formed. */
bool dom_terms_hold(const char *condition, const dom_options *options);

/* Adds the sentence. Pre: it is well formed. */
void dom_terms_write(dom_text *out, const char *sentence, const dom_options *options);

#endif
