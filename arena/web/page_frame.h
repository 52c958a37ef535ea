/* web/page_frame.h - the frame of all pages (head, navigation, footer) and small parts that several
 * pages use: links, times, numbers. Private to this folder.
 */
#ifndef DOM_WEB_PAGE_FRAME_H
#define DOM_WEB_PAGE_FRAME_H

#include "results/verdict.h"
#include "web/pages.h"

/* A page that is being written. */
typedef struct {
    dom_web_html *h;
    const dom_web_site *site; /* NULL for a message that needs no data */
    const dom_web_reader *reader;
    /* The path without ".html", such as "bot/greedy"; NULL for a message, which has none. */
    const char *stem;
    const char *query;   /* the filter of its address, such as "?bot=greedy"; NULL: none */
    const char *heading; /* what the page itself begins with; NULL: its title */
    const char *about;   /* the page in a sentence, for link cards; NULL: that of the whole site */
    int depth;           /* number of folders in the page's path, 0 to 3 */
    /* The path without ".json" of the same page for programs; NULL: it has no such form. */
    const char *json;
    bool has_chart;    /* the page has a chart of uPlot, which must be loaded */
    bool is_fixed;     /* the page never changes, so it needs no events */
    bool has_play;     /* people play on this page */
    bool is_alone;     /* one file with all that it needs, and without links to other pages */
    const char *lobby; /* without a site: dom_web_site.lobby */
} dom_web_page_frame;

enum { DOM_WEB_STEM_BYTES = 2 * DOM_WEB_SLUG_BYTES + 32 };

/* Writes the stem FOLDER/SLUG/NUMBER of a numbered page of something with this name. */
void dom_web_frame_number_stem(char stem[static DOM_WEB_STEM_BYTES], const char *folder,
                               const char *name, uint64_t number);

/* Returns how many folders lead to a path. At most 3, for no page is deeper. */
int dom_web_frame_depth(const char *path);

/* Writes everything from the doctype to the heading in <main>. `title` is escaped. */
void dom_web_frame_begin(dom_web_page_frame *p, const char *title);

/* Closes <main> and writes the footer. */
void dom_web_frame_end(dom_web_page_frame *p);

/* Writes a paragraph in place of a part that has not been read yet: "WHAT being read." Example of
 * `what`: "The ratings are". */
void dom_web_frame_wait(dom_web_html *h, const char *what);

/* Returns what leads from this page to the root of the site, such as "../", before a path. */
const char *dom_web_frame_root(const dom_web_page_frame *p);

/* Writes a link to the page FOLDER/SLUG.html: <a href="...">text</a>. A page that is alone has only
 * the texts of links, here and below. */
void dom_web_frame_link(dom_web_page_frame *p, const char *folder, const char *name,
                        const char *text);

/* Writes a link to the page of a tournament, with its title. */
void dom_web_frame_tournament_link(dom_web_page_frame *p, const dom_web_tournament *t);

/* Writes a link to a match, with this text, or with its number if `text` is NULL. A match without a
 * page gets no link. */
void dom_web_frame_match_link(dom_web_page_frame *p, dom_web_match_ref ref, const char *text);

/* The same for a round of the match, from 1. `text` is not NULL. */
void dom_web_frame_round_link(dom_web_page_frame *p, dom_web_match_ref ref, uint32_t round,
                              const char *text);

/* Write only the attribute: href="..." of a round, or of the match record. */
void dom_web_frame_round_href(dom_web_page_frame *p, dom_web_match_ref ref, uint32_t round);
void dom_web_frame_record_href(dom_web_page_frame *p, dom_web_match_ref ref);

/* Writes links to FOLDER/VARIANT.html of all variants, family by family. They are folded away if
 * there are many. `current` is the variant of this page; if it is the only one, nothing is
 * written. */
void dom_web_frame_variants(dom_web_page_frame *p, const char *folder,
                            const dom_web_variant *current);

/* Begins a table in a frame that scrolls, and its body. After the label come the heads of the
 * columns and NULL: "Bot"; "#Elo" for numbers; "#Share: of the points" with what it means; "-Trend"
 * for a column that is no key to sort by; "" for one that this table does not have.
 *
 * A table of the class "fold" never needs more room than a phone has. In a narrow part of a page
 * each row has two lines: first the most important cells, of which one or more have the class
 * "grow" and take the room that is left; then the cells of the class "late", each behind its label
 * in data-l, if it needs one. The head of such a column begins with '*' or '>'.
 *
 * class  what the script does with it: "sort" or "sort filter", and "fold"; "" */
__attribute__((sentinel)) void dom_web_frame_table(dom_web_html *h, const char *class,
                                                   const char *label, ...);
void dom_web_frame_table_end(dom_web_html *h);

/* Writes <time>2026-11-21 12:50 UTC</time>; a dash for 0. */
void dom_web_frame_time(dom_web_page_frame *p, int64_t unix_ms);

/* Writes the time of day: <time>12:50:31 UTC</time>; a dash for 0. */
void dom_web_frame_clock(dom_web_page_frame *p, int64_t unix_ms);

/* Writes a duration (base/duration.h); a dash if it is negative. */
void dom_web_frame_duration(dom_web_html *h, double us);

/* Writes <td class="n" data-v="value">text</td>. The script sorts tables by data-v. */
__attribute__((format(printf, 3, 4))) void dom_web_frame_number(dom_web_html *h, double value,
                                                                const char *format, ...);

/* Writes the cell of a rating, which weighs more than other numbers. */
void dom_web_frame_elo(dom_web_html *h, double elo, dom_ratings_bound bound);

/* The same as dom_web_frame_number for a cell that narrow windows put behind its label, in a second
 * line of the row. */
__attribute__((format(printf, 4, 5))) void
dom_web_frame_late(dom_web_html *h, const char *label, double value, const char *format, ...);

/* The same with a dash in place of a number. */
void dom_web_frame_late_dash(dom_web_html *h, const char *label);

/* Write the cell of wins, draws and losses. */
void dom_web_frame_results(dom_web_html *h, uint64_t wins, uint64_t draws, uint64_t losses);
void dom_web_frame_late_results(dom_web_html *h, uint64_t wins, uint64_t draws, uint64_t losses);

/* Write the cell of a share in percent. */
void dom_web_frame_share(dom_web_html *h, double share);
void dom_web_frame_late_share(dom_web_html *h, const char *label, double share);

/* Writes the late cell of the points per round; a dash without rounds. */
void dom_web_frame_late_points(dom_web_html *h, const dom_ratings_rating *r);

/* Writes <td> with the interval of a share, 0 to 1, in percent: "34-66" with a dash. */
void dom_web_frame_share_range(dom_web_html *h, double lo, double hi);

/* Returns the marks ('<', '>') that occur in a variant's ratings, as a set of bits 1 <<
 * dom_ratings_bound. */
unsigned dom_web_frame_bounds_of(const dom_web_variant *v);

/* Writes a line for each mark in the set that explains it. */
void dom_web_frame_bounds(dom_web_html *h, unsigned bounds);

/* Says that fewer points are better, in a variant that the lowest score wins. Else writes nothing.
 */
void dom_web_frame_objective(dom_web_html *h, const dom_web_variant *v);

/* Writes how a match was decided: "<b>pimc won by 94 points</b> in 7 rounds, and led from round 3
 * on. Round 5 brought most: 40 points more than the other side."
 *
 * put_round  writes the number of a round, from 1, as a link; `context` is passed on */
void dom_web_frame_decision(dom_web_html *h, const dom_web_decision *decision,
                            void (*put_round)(void *context, uint32_t round), void *context);

/* Writes the sentence above a list, if there is one. */
void dom_web_frame_verdict(dom_web_html *h, dom_results_verdict verdict);

/* Begins a row of a list, with a line above it where a tier ends (ratings/list.h).
 *
 * tier    of the row
 * before  the tier of the row before it, which may be on another island; 0: it is the first row */
void dom_web_frame_tier_row(dom_web_html *h, uint32_t tier, uint32_t before);

/* Writes a rank range: "12", or "12-14" with a dash. */
void dom_web_frame_rank(dom_web_html *h, uint32_t lo, uint32_t hi);

/* Returns the German name of the game, or NULL if it has none. */
const char *dom_web_frame_german_name(const dom_web_variant *v);

#endif
