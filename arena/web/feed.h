/* web/feed.h - the feed of news in the format Atom (RFC 4287). Private to this folder. */
#ifndef DOM_WEB_FEED_H
#define DOM_WEB_FEED_H

#include "page_frame.h"

/* Writes feed.xml: finished tournaments and the leaders of variants, newest first. The pages must
 * have a public address (site->url). */
void dom_web_feed(const dom_web_page_frame *p);

#endif
