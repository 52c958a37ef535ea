/* web/page_crumbs.h - the way from the first page to another one, above its heading. Private to
 * this folder.
 */
#ifndef DOM_WEB_PAGE_CRUMBS_H
#define DOM_WEB_PAGE_CRUMBS_H

#include "web/html.h"
#include "web/site.h"

/* Writes links to the page of what a page is about, and to the list which has that: of the
 * matches of spring "Tournaments > spring". Writes nothing for the page of a match, and for one
 * that is in no folder.
 *
 * stem  the path of the page without its end
 * root  what leads from it to the root, such as "../" */
void dom_web_crumbs_put(dom_web_html *h, const dom_web_site *site, const char *stem,
                        const char *root);

#endif
