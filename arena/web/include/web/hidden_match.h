/* web/hidden_match.h - writes the page of a match whose hands must not be shown yet.
 *
 * Until its duplicate set is over (results/infos.h), the hands of a match are those of matches that
 * are still played. So the page has what the lists of matches have, and nothing else: who plays,
 * the round and the score, or how the match ended. It has no hand, no tile and no thinking time.
 *
 * The page follows the events of the server. When the set is over, the page of the match
 * (web/replay.h) is at the same path.
 */
#ifndef DOM_WEB_HIDDEN_MATCH_H
#define DOM_WEB_HIDDEN_MATCH_H

#include "web/replay.h"

/* Writes the page. Of match->record the decisions are not read. */
void dom_web_hidden_match_page(dom_web_html *out, const dom_web_site *site,
                               const dom_web_match *match);

#endif
