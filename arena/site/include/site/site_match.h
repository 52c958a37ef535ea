/* site/site_match.h - pages of matches, read from the database when they are written. */
#ifndef DOM_SITE_SITE_MATCH_H
#define DOM_SITE_SITE_MATCH_H

#include "store/store.h"
#include "web/html.h"
#include "web/site.h"

/* Write the page of match `number` of *t, which is tournament `tournament` of the site.
 *
 * Its hands are those of the other matches of its duplicate set. So that nobody can look
 * them up while these are played, it is shown once they all are; before that the page
 * says so.
 *
 * Returns DOM_OK; DOM_E_ABSENT when there is no such match; DOM_E_MALFORMED when it cannot
 * be played again; or as the store. Nothing is written on failure. */
dom_rc dom_site_match_page(dom_web_html *out, const dom_web_site *site, uint32_t tournament,
                           dom_store *store, const dom_store_tournament *t, uint64_t number,
                           dom_err *err);

/* Match `number` of *t without its decisions: out->match is 0 when there is no such match.
 * Returns DOM_OK, or as dom_store_match_each. */
dom_rc dom_site_match_find(dom_store *store, const dom_store_tournament *t, uint64_t number,
                           dom_store_match *out, dom_err *err);

/* Are all matches of its set stored? */
dom_rc dom_site_set_is_whole(dom_store *store, const dom_store_tournament *t,
                             const dom_store_match *m, bool *is_whole, dom_err *err);

#endif
