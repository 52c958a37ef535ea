/* web/page_crumbs.h - the way from the first page to another one, above its heading. Private to
 * this folder.
 */
#ifndef DOM_WEB_PAGE_CRUMBS_H
#define DOM_WEB_PAGE_CRUMBS_H

#include "web/html.h"
#include "web/site.h"

/* Writes a link to the list of all bots, variants or tournaments, and one to the one that the page
 * belongs to, unless that is the page itself. Example: the list of the matches of spring has
 * "Tournaments > spring", and the page of spring has "Tournaments". The page of two bots names the
 * first. Pages of matches, and pages in no folder, have none.
 *
 * stem  the path of the page without its end
 * root  what leads from it to the root, such as "../" */
void dom_web_crumbs_put(dom_web_html *h, const dom_web_site *site, const char *stem,
                        const char *root);

#endif
