/* json_page.h - the functions that write one kind of page each as JSON, for programs. Private to
 * this folder; pages.c finds the function for a path. The keys are documented in
 * docs/reference/output.md.
 *
 * Each function returns the keys of one page (page.h), to which dom_web_json_put adds those of all
 * pages. NULL, or a missing key, means that memory has run out.
 */
#ifndef DOM_WEB_JSON_PAGE_H
#define DOM_WEB_JSON_PAGE_H

#include "page_frame.h"

#include <jansson.h>

json_t *dom_web_json_index(const dom_web_page_frame *p, size_t number);
json_t *dom_web_json_tournaments(const dom_web_page_frame *p, size_t number);
json_t *dom_web_json_tournament(const dom_web_page_frame *p, size_t number);
json_t *dom_web_json_list(const dom_web_page_frame *p, size_t number);
json_t *dom_web_json_cross(const dom_web_page_frame *p, size_t number);
json_t *dom_web_json_bot(const dom_web_page_frame *p, size_t number);
json_t *dom_web_json_versus(const dom_web_page_frame *p, size_t number);

json_t *dom_web_json_matches(const dom_web_match_list *list, const dom_web_match_page *page,
                             const dom_web_match_line lines[]);
json_t *dom_web_json_message(const char *title, const char *text);

/* Writes a page: its keys, and when and how far the database was read. Releases `page`, which may
 * be NULL: then p->h has failed. */
void dom_web_json_put(const dom_web_page_frame *p, json_t *page);

/* ---- parts of several pages ------------------------------------------------------- */

/* Sets the key "page" to the path of a page. */
void dom_web_json_set_page(json_t *object, const char *folder, const char *name);

/* Returns a time in UTC; null for 0. */
json_t *dom_web_json_time(int64_t unix_ms);

/* Returns {"name", "version", "page"} of a bot. */
json_t *dom_web_json_name(const dom_web_site *site, uint32_t bot);

/* Returns {"variant", "earlier_rules", "page"} of a variant. */
json_t *dom_web_json_variant(const dom_web_variant *v);

/* Returns {"tournament", "match"}. */
json_t *dom_web_json_match(const dom_web_site *site, dom_web_match_ref ref);

/* Returns wins, draws, losses and the share of the points. */
json_t *dom_web_json_score(const dom_ratings_score *s);

#endif
