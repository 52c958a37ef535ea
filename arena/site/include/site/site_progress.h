/* site/site_progress.h - what was finished since a site was read.
 *
 * Reading a site takes a time in proportion to all matches. This reads the new ones only, so it may
 * be done twice a second. Reading and adding are two steps, so that nobody who shows the site waits
 * for the database.
 */
#ifndef DOM_SITE_SITE_PROGRESS_H
#define DOM_SITE_SITE_PROGRESS_H

#include "store/store.h"
#include "web/site.h"

/* Counts the matches that were stored after the mark, and moves the mark.
 *
 * finished  by tournament of the site: the count is added
 * mark      from the reading of the site, or from the last call
 *
 * A tournament that was begun after the site was read is ignored. Returns DOM_OK; DOM_E_ABSENT if
 * the mark is not from this database; or what the store returns. */
dom_rc dom_site_progress_read(uint64_t finished[], const dom_web_site *site, dom_store *store,
                              dom_store_mark *mark, dom_err *err);

/* Adds these counts to `done`, `newest_ms` and `pace` of the tournaments, as if the matches had
 * ended now. All else on the site stays as it was read, and so does `total`: of a tournament that
 * has got more sets meanwhile no more are done than that. Returns whether there were any. */
bool dom_site_progress_add(dom_web_site *site, const uint64_t finished[], int64_t now_ms);

#endif
