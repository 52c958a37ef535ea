/* web/page.h - the pages, each in a file of its own. Private to this folder.
 */
#ifndef DOM_WEB_PAGE_H
#define DOM_WEB_PAGE_H

#include "page_frame.h"

void dom_web_page_index(dom_web_page_frame *p);
void dom_web_page_list(dom_web_page_frame *p, const dom_web_variant *v);
void dom_web_page_cross(dom_web_page_frame *p, const dom_web_variant *v);
void dom_web_page_bot(dom_web_page_frame *p, const dom_web_bot *bot);
void dom_web_page_tournament(dom_web_page_frame *p, const dom_web_tournament *t);
void dom_web_page_submit(dom_web_page_frame *p);

/* What the variant is: a paragraph. */
void dom_web_page_variant(dom_web_page_frame *p, const dom_web_variant *v);

/* How far a tournament is: a bar, rate and rest. */
void dom_web_page_progress(dom_web_page_frame *p, const dom_web_tournament *t);

#endif
