/* site/site_match.h - the pages of matches. A match is read from the database when its page is
 * written. */
#ifndef DOM_SITE_SITE_MATCH_H
#define DOM_SITE_SITE_MATCH_H

#include "http/query.h"
#include "store/store.h"
#include "web/html.h"
#include "web/match_filter.h"
#include "web/number_path.h"
#include "web/site.h"

/* A match whose pages are written: with its duplicate set, read and replayed. */
typedef struct dom_site_match dom_site_match;

/* Reads match `number` of tournament *t, which has the index `tournament` on the site.
 *
 * The other matches of the duplicate set have the same hands. To hide these hands while the set is
 * being played, the moves are shown only after all matches of the set are stored. Before that, the
 * only page is that of a hidden match (web/hidden_match.h). If the tournament has spectators, the
 * moves of every stored match are shown. A match under way has a page if the site lists it; with
 * spectators it shows the moves made so far.
 *
 * out    receives the match; the caller ends it with dom_site_match_close. NULL on failure
 * site   borrowed until then, as is *t
 *
 * Returns DOM_OK; DOM_E_ABSENT if the match does not exist yet, or if its tournament got bots after
 * the site was read; DOM_E_MALFORMED if the match cannot be replayed; or what the store returns. */
dom_rc dom_site_match_open(dom_site_match **out, const dom_web_site *site, uint32_t tournament,
                           dom_store *store, const dom_store_tournament *t, uint64_t number,
                           dom_err *err);

/* Writes the page of a round of the match, or its record. Of *path only `round` and `is_json`
 * decide. Returns DOM_OK; DOM_E_ABSENT, with nothing written, if there is no such page; or
 * DOM_E_NOMEM. */
dom_rc dom_site_match_page(dom_web_html *out, const dom_site_match *match,
                           const dom_web_number_path *path, dom_err *err);

/* Writes the match as one file (web/replay.h). Returns DOM_OK; DOM_E_ABSENT if its hands must not
 * be shown yet; DOM_E_NOMEM. */
dom_rc dom_site_match_file(dom_web_html *out, const dom_site_match *match, dom_err *err);

/* Takes what the first page shows of the match (dom_web_replay_highlight). Returns false if there
 * is nothing: its hands must not be shown yet, or it was not played to its end by the rules. */
bool dom_site_match_highlight(dom_web_highlight *out, const dom_site_match *match);

/* Frees the match and sets *match to NULL. *match may be NULL. */
void dom_site_match_close(dom_site_match **match);

/* Writes a page of a list of matches that the site knows (dom_web_matches_page); with a query, of
 * those that pass its filter. Matches of sets that are still played are listed, too, for the list
 * has no hands. Returns DOM_OK; DOM_E_ABSENT if there is no such page; DOM_E_CONFIG if the query is
 * not a filter; DOM_E_NOMEM; or what the store returns. */
dom_rc dom_site_match_list_page(dom_web_html *out, const dom_web_site *site, dom_store *store,
                                const dom_web_match_list_path *path, const dom_http_query *query,
                                dom_err *err);

/* Reads match `number` of *t without its decisions. If the match does not exist, out->match is 0.
 * Returns DOM_OK, or what dom_store_match_each returns. */
dom_rc dom_site_match_find(dom_store *store, const dom_store_tournament *t, uint64_t number,
                           dom_store_match *out, dom_err *err);

/* Sets *is_shown to whether the hands of a stored match may be shown: all matches of its set are
 * stored, or the tournament has spectators. Returns DOM_OK, or what the store returns. */
dom_rc dom_site_match_is_shown(dom_store *store, const dom_store_tournament *t,
                               const dom_store_match *m, bool *is_shown, dom_err *err);

#endif
