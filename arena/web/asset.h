/* web/asset.h - the files that all pages use, which are part of the program. Private to this
 * folder; dom_web_asset_find of web/pages.h is public.
 */
#ifndef DOM_WEB_ASSET_H
#define DOM_WEB_ASSET_H

#include "web/pages.h"

/* Calls `visit` with the path of every asset but those of the pages on which people play, which no
 * folder of files has. Stops at the first result that is not DOM_OK, and returns it. */
dom_rc dom_web_asset_each(dom_rc (*visit)(void *context, const char *path), void *context);

#endif
