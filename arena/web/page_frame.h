/* web/page_frame.h - what all pages have in common. Private to this folder.
 */
#ifndef DOM_WEB_PAGE_FRAME_H
#define DOM_WEB_PAGE_FRAME_H

#include "web/pages.h"

/* A page being written. */
typedef struct {
    dom_web_html *h;
    const dom_web_site *site; /* NULL: a message without one                       */
    const dom_web_reader *reader;
    int depth;      /* folders between the page and index.html            */
    bool has_chart; /* that the script draws                                    */
    bool is_fixed;  /* what it shows never changes                        */
} dom_web_page_frame;

/* From the doctype into <main>, and out again. `title` is escaped. */
void dom_web_frame_begin(dom_web_page_frame *p, const char *title);
void dom_web_frame_end(dom_web_page_frame *p);

/* A paragraph where something is shown once it has been read: "WHAT being read." */
void dom_web_frame_wait(dom_web_html *h, const char *what);

/* <a href="ROOT FOLDER/SLUG.html">text</a> */
void dom_web_frame_link(dom_web_page_frame *p, const char *folder, const char *name,
                        const char *text);

/* A link to a match, or its number alone where it has no page. */
void dom_web_frame_match_link(dom_web_page_frame *p, dom_web_match_ref ref);

/* Tabs, one for each variant: FOLDER/VARIANT.html, `current` is where we are. */
void dom_web_frame_tabs(dom_web_page_frame *p, const char *folder, const dom_web_variant *current);

/* <time>2026-11-21 12:50 UTC</time>; a dash for 0. */
void dom_web_frame_time(dom_web_page_frame *p, int64_t unix_ms);

/* "120 us", "3.4 ms", "3.4 s"; a dash for what is negative. */
void dom_web_frame_duration(dom_web_html *h, double us);

/* <td class="n" data-v="value">text</td>: a number that tables are sorted by. */
__attribute__((format(printf, 3, 4))) void dom_web_frame_number(dom_web_html *h, double value,
                                                                const char *format, ...);

/* The bounds among a variant's ratings, as a set of 1 << dom_ratings_bound; what their words mean,
 * a line for each of a set. */
unsigned dom_web_frame_bounds_of(const dom_web_variant *v);
void dom_web_frame_bounds(dom_web_html *h, unsigned bounds);

/* "12" or "12-14". */
void dom_web_frame_rank(dom_web_html *h, const dom_ratings_rating *rating);

/* The game's name in German where it has one; NULL. */
const char *dom_web_frame_german(const dom_web_variant *v);

#endif
