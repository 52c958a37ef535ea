/* site/site_progress.h - what was finished since a site was read.
 *
 * Reading a site takes a time in proportion to all matches. This reads the new ones only, so it may be
 * done twice a second: it counts them in `done`, `newest_ms` and `pace` of their tournaments. All else
 * on the site stays as it was read.
 */
#ifndef DOM_SITE_SITE_PROGRESS_H
#define DOM_SITE_SITE_PROGRESS_H

#include "store/store.h"
#include "web/site.h"

/* Counts the matches that were stored after the mark as if they had ended now, and moves the mark.
 *
 * mark      from the reading of the site, or from the last call
 * has_news  whether there were any
 *
 * A tournament that was begun after the site was read is ignored. Returns DOM_OK; DOM_E_ABSENT if the
 * mark is not from this database; or what the store returns. */
dom_rc dom_site_progress_read(dom_web_site *site, dom_store *store, dom_store_mark *mark,
                              int64_t now_ms, bool *has_news, dom_err *err);

#endif
