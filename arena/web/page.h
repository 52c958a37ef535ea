/* web/page.h - the pages, each in a file of its own. Private to this folder.
 */
#ifndef DOM_WEB_PAGE_H
#define DOM_WEB_PAGE_H

#include "frame.h"

void page_index(web_page_of *p);
void page_list(web_page_of *p, const web_variant *v);
void page_cross(web_page_of *p, const web_variant *v);
void page_bot(web_page_of *p, const web_bot *bot);
void page_tournament(web_page_of *p, const web_tournament *t);
void page_submit(web_page_of *p);

/* What the variant is: a paragraph. */
void page_variant(web_page_of *p, const web_variant *v);

/* How far a tournament is: a bar, rate and rest. */
void page_progress(web_page_of *p, const web_tournament *t);

#endif
