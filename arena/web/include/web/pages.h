/* web/pages.h - every page by its path, the same for a folder of files and for a server.
 *
 *     index.html                      all variants, bots and tournaments
 *     leaderboard/VARIANT.html        the rating list of a variant
 *     crosstable/VARIANT.html         who beat whom
 *     bot/BOT.html                    everything about a bot
 *     tournament/TOURNAMENT.html      how far it is, what it promised, its newest matches
 *     match/TOURNAMENT/NUMBER.html    a match move by move: web/replay.h
 *     submit.html                     how to write a bot
 *     assets/...                      style and script
 *
 * Names in a path are slugs (dom_web_slug). Pages link to each other by relative paths.
 */
#ifndef DOM_WEB_PAGES_H
#define DOM_WEB_PAGES_H

#include "web/html.h"
#include "web/site.h"

/* What a fault's process printed, and the ask that the bot got: read when a page is
 * written, as they are long. */
typedef struct {
    /* malloc'ed JSON, or NULL where there is none or it is not to be shown yet. */
    char *(*ask)(void *context, const dom_web_fault *fault);
    /* Write the end of what it printed with dom_web_html_bytes; nothing without. */
    void (*log)(void *context, const dom_web_fault *fault, dom_web_html *out);
    void *context;
} dom_web_reader;

/* Write the page at `path`; false, with nothing written, when there is none. Matches are
 * no part of it.
 *
 * reader  NULL: neither asks nor logs. */
bool dom_web_page(dom_web_html *out, const dom_web_site *site, const dom_web_reader *reader,
                  const char *path);

/* Call `visit` with the path of every page that dom_web_page writes, and every asset.
 * Returns the first code that is not DOM_OK. */
dom_rc dom_web_page_each(const dom_web_site *site, dom_rc (*visit)(void *context, const char *path),
                         void *context);

/* A page with one paragraph, for what cannot be shown. `site` may be NULL. */
void dom_web_page_message(dom_web_html *out, const dom_web_site *site, int depth, const char *title,
                          const char *text);

/* A file that belongs to the pages. */
typedef struct {
    const char *type; /* as HTTP says it                                      */
    const char *bytes;
    size_t size;
} dom_web_asset;

/* False when there is none at `path`. */
bool dom_web_asset_find(const char *path, dom_web_asset *out);

/* What pages may load and do, for the header of that name. The pages say it too. */
#define DOM_WEB_CONTENT_SECURITY_POLICY                                                            \
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "              \
    "connect-src 'self'; base-uri 'none'; form-action 'none'"

#endif
