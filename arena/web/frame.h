/* web/frame.h - what all pages have in common. Private to this folder.
 */
#ifndef DOM_WEB_FRAME_H
#define DOM_WEB_FRAME_H

#include "web/pages.h"

/* A page being written. */
typedef struct {
    html *h;
    const web_site *site; /* NULL: a message without one                       */
    const web_reader *reader;
    int depth;      /* folders between the page and index.html            */
    bool has_chart; /* that the script draws                                    */
    bool is_fixed;  /* what it shows never changes                        */
} web_page_of;

/* From the doctype into <main>, and out again. `title` is escaped. */
void frame_begin(web_page_of *p, const char *title);
void frame_end(web_page_of *p);

/* A paragraph where something is shown once it has been read: "WHAT being read." */
void frame_wait(html *h, const char *what);

/* <a href="ROOT FOLDER/SLUG.html">text</a> */
void frame_link(web_page_of *p, const char *folder, const char *name, const char *text);

/* A link to a match, or its number alone where it has no page. */
void frame_match_link(web_page_of *p, web_match_ref ref);

/* Tabs, one for each variant: FOLDER/VARIANT.html, `current` is where we are. */
void frame_tabs(web_page_of *p, const char *folder, const web_variant *current);

/* <time>2026-11-21 12:50 UTC</time>; a dash for 0. */
void frame_time(web_page_of *p, int64_t unix_ms);

/* "120 us", "3.4 ms", "3.4 s"; a dash for what is negative. */
void frame_duration(html *h, double us);

/* <td class="n" data-v="value">text</td>: a number that tables are sorted by. */
__attribute__((format(printf, 3, 4))) void frame_number(html *h, double value, const char *format,
                                                        ...);

/* The bounds among a variant's ratings, as a set of 1 << dom_bound; what their words mean,
 * a line for each of a set. */
unsigned frame_bounds_of(const web_variant *v);
void frame_bounds(html *h, unsigned bounds);

/* "12" or "12-14". */
void frame_rank(html *h, const dom_rating *rating);

/* The game's name in German where it has one; NULL. */
const char *frame_german(const web_variant *v);

#endif
