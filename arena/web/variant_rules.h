/* variant_rules.h - the rules of a variant on a page: in sentences, and by an example of how a
 * round is scored. Private to this folder.
 */
#ifndef DOM_WEB_VARIANT_RULES_H
#define DOM_WEB_VARIANT_RULES_H

#include "rules/options.h"
#include "web/html.h"

/* Writes the rules in sentences (rules/sentences.h), as `variants` prints them, as a list. */
void dom_web_variant_rules_sentences(dom_web_html *h, const dom_options *options);

/* Writes <div class="rules">: the sentences, then two rounds that have ended, one because a seat
 * went out and one because nobody could play, with the tiles that are left, their pips, and the
 * points. The rules themselves count them (dom_round_score).
 *
 * has_shapes  the page has the faces of all tiles already (dom_web_tile_shapes); false: the <div>
 *             brings those that it needs
 * Pre: options are those of a named variant. */
void dom_web_variant_rules_put(dom_web_html *h, const dom_options *options, bool has_shapes);

#endif
