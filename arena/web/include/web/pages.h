/* web/pages.h - writes each page, found by its path. `serve` sends the pages over HTTP, and
 * `report` writes the same pages as files.
 *
 *     index.html                      who leads, what is being played, and all variants
 *     tournaments.html                all tournaments, newest first
 *     leaderboard/VARIANT.html        the rating list of a variant
 *     crosstable/VARIANT.html         the results of each bot against each other
 *     bot/BOT.html                    all results and the newest faults of a bot
 *     tournament/TOURNAMENT.html      progress, standings, newest matches and commitment
 *     now/TOURNAMENT.html             its matches under way (only served)
 *     versus/BOT/OTHER.html           two bots: their results against each other, by variant
 *     matches/TOURNAMENT/PAGE.html    its matches, DOM_WEB_MATCHES_PAGE on a page; with a query,
 *                                     those that pass a filter (web/match_filter.h)
 *     bot/BOT/PAGE.html               the matches of a bot in all tournaments
 *     leaderboard/VARIANT/PAGE.html   the matches of a variant in all tournaments (only served)
 *     matches/PAGE.html               the matches of all tournaments (only served)
 *     match/TOURNAMENT/NUMBER.html    the first round of a match move by move (web/replay.h), or
 *                                     its score while its hands are hidden (web/hidden_match.h)
 *     match/TOURNAMENT/NUMBER/ROUND.html   its other rounds
 *     match/TOURNAMENT/NUMBER.json    its match record
 *     submit.html                     how to write a bot
 *     feed.xml                        news in the format Atom, if the pages have a public address
 *     assets/...                      style sheets, scripts and the icon
 *     favicon.ico                     the icon for programs that look for it there
 *
 * Every page but submit.html is also there as JSON for programs, with ".json" instead of ".html".
 *
 * What only served pages have is in elements of the class "served", and what only files have in
 * those of the class "files".
 *
 * Names in a path are slugs (dom_web_slug). Pages link to each other by relative paths.
 */
#ifndef DOM_WEB_PAGES_H
#define DOM_WEB_PAGES_H

#include "web/html.h"
#include "web/match_filter.h"
#include "web/site.h"

/* Where a bot comes from, as its manifest says; "" if it does not. */
typedef struct {
    char author[DOM_WEB_AUTHOR_BYTES], language[DOM_WEB_LANGUAGE_BYTES];
} dom_web_origin;

/* Functions of the caller that read the long parts of a fault report, and manifests. They are
 * called while a page is written. */
typedef struct {
    /* Returns the ask as malloc'ed JSON. Returns NULL if there was no ask, or if it must not be
     * shown yet because its duplicate set is not complete. */
    char *(*ask)(void *context, const dom_web_fault *fault);
    /* Writes the end of the bot process's output with dom_web_html_bytes, if there is any. */
    void (*log)(void *context, const dom_web_fault *fault, dom_web_html *out);
    /* Returns where the bot comes from; empty texts if its snapshot is not on this machine. */
    dom_web_origin (*origin)(void *context, const dom_web_bot *bot);
    void *context;
} dom_web_reader;

/* The forms of what is at a path. A page has the first two, and feed.xml the third. */
typedef enum { DOM_WEB_HTML, DOM_WEB_JSON, DOM_WEB_ATOM } dom_web_form;

/* Returns the form by the end of a path; DOM_WEB_HTML for an unknown one. */
dom_web_form dom_web_form_of(const char *path);

/* Return the end of the paths of this form, such as ".html", and its Content-Type. */
const char *dom_web_form_end(dom_web_form form);
const char *dom_web_form_type(dom_web_form form);

/* Writes the page at `path`, except match/... (web/replay.h) and lists of matches
 * (below). Returns
 * false, with nothing written, if there is no such page.
 *
 * path    without a leading '/'; "" is index.html
 * reader  NULL leaves out asks and logs */
bool dom_web_page(dom_web_html *out, const dom_web_site *site, const dom_web_reader *reader,
                  const char *path);

enum { DOM_WEB_PROGRESS_BYTES = 192 };

/* Writes how far a tournament is, as its page does: "120 of 400 matches. Running, 12 matches per
 * second, about 23 s left." Returns false, with "" written, if no matches of it are being played,
 * as far as it can be seen. */
bool dom_web_progress(char text[static DOM_WEB_PROGRESS_BYTES], const dom_web_site *site,
                      const dom_web_tournament *t);

/* Writes a page of a list of matches, and what they can be filtered by; a report, whose pages are
 * files, has no filters.
 *
 * form   HTML, or JSON for programs
 * page   as dom_web_match_page_find has filled it in
 * lines  the matches of the page, page->count of them */
void dom_web_matches_page(dom_web_html *out, dom_web_form form, const dom_web_match_list *list,
                          const dom_web_match_page *page, const dom_web_match_line lines[]);

/* Calls `visit` with the path of every page that dom_web_page writes, and of every asset that they
 * use. Stops at the first result that is not DOM_OK, and returns it. */
dom_rc dom_web_page_each(const dom_web_site *site, dom_rc (*visit)(void *context, const char *path),
                         void *context);

/* Writes a page with a title and one paragraph, for example for an error, in the form that the path
 * asks for.
 *
 * site  may be NULL
 * path  where the page will be */
void dom_web_page_message(dom_web_html *out, const dom_web_site *site, const char *path,
                          const char *title, const char *text);

/* Writes the page for a data folder in which nothing was played, with the commands to begin with.
 *
 * lobby  dom_web_site.lobby */
void dom_web_page_empty(dom_web_html *out, const char *path, const char *lobby);

/* A file that all pages use. It is part of the program. */
typedef struct {
    const char *type; /* Content-Type */
    const char *bytes;
    size_t size;
} dom_web_asset;

/* Finds the asset at `path`. Returns false if it does not exist. */
bool dom_web_asset_find(const char *path, dom_web_asset *out);

#endif
