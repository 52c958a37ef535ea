/* web/strength.h - how strong a bot is in a game, in a word for people who choose an opponent.
 *
 * The word says in which quarter of a rating list the bot is: strong, good, fair or weak. Rank r
 * of n is in quarter 4 * (r - 1) / n, rounded down, from 0.
 *
 * Three lists are asked in turn: that of the variant, the all-round list of its family, and that
 * over all families. A list is passed over if the bot has no line in it, if it has fewer than
 * DOM_WEB_STRENGTH_LINES lines, or if it has islands, whose ratings cannot be compared.
 *
 * A rank is known as a range. If the range reaches into the next quarter, both are named, and if it
 * reaches further, the strength is unclear. Example: of 12 bots the first three are strong. A bot
 * with the ranks 2 to 3 is "strong", one with 3 to 5 is "strong or good", one with 3 to 7 has
 * "strength unclear".
 *
 * Several versions of a bot count as one whose range covers theirs.
 */
#ifndef DOM_WEB_STRENGTH_H
#define DOM_WEB_STRENGTH_H

#include "web/site.h"

enum { DOM_WEB_STRENGTH_BYTES = 20, DOM_WEB_STRENGTH_LINES = 4 };

/* Writes the word; "" if no list gives one.
 *
 * variant  a named one
 * bot      its name, without a version */
void dom_web_strength(char word[static DOM_WEB_STRENGTH_BYTES], const dom_web_site *site,
                      const dom_variant *variant, const char *bot);

#endif
