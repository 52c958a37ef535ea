/* web/page_alone.h - a page that is one file: its icon, style and script are in it. Its policy
 * allows this style and this script, by their hashes, images that are in the file, and nothing
 * else. Private to this folder. */
#ifndef DOM_WEB_PAGE_ALONE_H
#define DOM_WEB_PAGE_ALONE_H

#include "web/html.h"

/* Writes the policy. */
void dom_web_alone_policy(dom_web_html *h);

/* Write the icon and the style for the head, and the script for the end of the body. */
void dom_web_alone_style(dom_web_html *h);
void dom_web_alone_script(dom_web_html *h);

/* Writes bytes in base64 (RFC 4648, with padding). */
void dom_web_alone_base64(dom_web_html *h, const char *bytes, size_t size);

#endif
