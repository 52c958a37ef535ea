/* web/page.h - the functions that write one kind of page each, every one in a file of its own.
 * Private to this folder. pages.c finds the page for a path.
 */
#ifndef DOM_WEB_PAGE_H
#define DOM_WEB_PAGE_H

#include "page_frame.h"

/* Each writes one page of its kind: that of the variant, bot or tournament with this number. The
 * page of two different bots has the number bot * bot_count + other. Kinds with one page ignore it.
 */
void dom_web_page_index(dom_web_page_frame *p, size_t number);
void dom_web_page_tournaments(dom_web_page_frame *p, size_t number);
void dom_web_page_list(dom_web_page_frame *p, size_t number);
void dom_web_page_cross(dom_web_page_frame *p, size_t number);
void dom_web_page_bot(dom_web_page_frame *p, size_t number);
void dom_web_page_tournament(dom_web_page_frame *p, size_t number);
void dom_web_page_open(dom_web_page_frame *p, size_t number);
void dom_web_page_submit(dom_web_page_frame *p, size_t number);
void dom_web_page_versus(dom_web_page_frame *p, size_t number);

/* Writes what a person has won, drawn and lost against each opponent, as a part of the person's
 * page. Pre: dom_web_site_is_counted.
 *
 * person  index into site->bots */
void dom_web_page_person(dom_web_page_frame *p, uint32_t person);

/* Write the matches under way of a tournament as a part of another page; nothing if it is not being
 * played. The script replaces the part by that of the page which its attribute data-tables names.
 */
void dom_web_page_put_open(dom_web_page_frame *p, const dom_web_tournament *t);
void dom_web_page_put_open_shortly(dom_web_page_frame *p, const dom_web_tournament *t);

/* Writes the match worth looking at as a part of the first page: its table, drawn, how it was
 * decided, and why it was chosen. Nothing if there is none. */
void dom_web_page_put_highlight(dom_web_page_frame *p);

/* A page of a list of matches (dom_web_matches_page). */
void dom_web_page_matches(dom_web_page_frame *p, const dom_web_match_list *list,
                          const dom_web_match_page *page, const dom_web_match_line lines[]);

/* A link to the page of two bots. */
void dom_web_page_versus_link(dom_web_page_frame *p, uint32_t bot, uint32_t other,
                              const char *text);

/* How two bots played against each other in a variant, seen from the first. Both are NULL if they
 * did not meet in a complete set. */
typedef struct {
    const dom_ratings_versus *versus;
    const dom_web_meetings *where;
} dom_web_encounter;

/* Return it for two lines of the list, and for two bots, which may not be in it. */
dom_web_encounter dom_web_page_encounter_at(const dom_web_variant *v, size_t row, size_t column);
dom_web_encounter dom_web_page_encounter(const dom_web_variant *v, uint32_t bot, uint32_t other);

/* Returns whether two bots have a result against each other in a rating list. */
bool dom_web_page_have_met(const dom_web_site *site, uint32_t bot, uint32_t other);

/* Returns whether the site has pages of two bots. A report with many bots has none. */
bool dom_web_page_has_versus(const dom_web_site *site);

/* What a table of matches has besides the columns that all have. */
typedef struct {
    bool has_tournament; /* they may be of several tournaments */
    bool has_outcome;    /* what they were for one seat        */
    bool has_worth;      /* its luck and skill                 */
} dom_web_match_columns;

/* Heads of columns for dom_web_frame_table: the margin (dom_web_outcome), and two for luck and
 * skill. */
#define DOM_WEB_MARGIN_HEAD "#Margin: points less those of the best other side; above 0 is good"
#define DOM_WEB_WORTH_HEADS(has)                                                                   \
    (has) ? ">#Luck: points of the match that were luck" : "",                                     \
        (has) ? ">#Skill: points of the match that were skill" : ""

/* Returns how a match ended: "by the rules", or the word of the fault. */
const char *dom_web_page_end_words(dom_fault end);

/* Writes the luck and the skill of a seat in a match as two cells, empty if it was not valued. */
void dom_web_page_put_worth(dom_web_page_frame *p, dom_web_match_ref ref, int seat);

/* Says what luck and skill are. */
void dom_web_page_put_worth_note(dom_web_page_frame *p);

/* Write a table of matches: its head, a line for each match, and its end.
 *
 * seat  ignored without has_outcome */
void dom_web_page_begin_matches(dom_web_page_frame *p, dom_web_match_columns columns,
                                const char *label);
void dom_web_page_match(dom_web_page_frame *p, dom_web_match_columns columns, uint32_t tournament,
                        const dom_web_match_line *m, int seat);
void dom_web_page_end_matches(dom_web_page_frame *p);

/* Writes a link to a page of a list. Only a server has pages of a filter.
 *
 * list    need not be open
 * current  the value of aria-current; NULL: none */
void dom_web_page_matches_link(dom_web_page_frame *p, const dom_web_match_list *list,
                               const dom_web_match_filter *filter, uint64_t page, const char *text,
                               const char *current);

/* Writes a link to the first page of all matches of a tournament, bot or variant. */
void dom_web_page_all_matches_link(dom_web_page_frame *p, dom_web_filter_key fixed, size_t option,
                                   const char *text);

/* Writes the worst losses and the newest matches of a bot, and the way to all its matches. */
void dom_web_page_put_bot_matches(dom_web_page_frame *p, uint32_t bot);

/* Returns whether matches of the tournament are being played, as far as it can be seen. */
bool dom_web_page_is_running(const dom_web_site *site, const dom_web_tournament *t);

/* Writes "Running", "Finished" or "Not finished" with a time. */
void dom_web_page_state(dom_web_page_frame *p, const dom_web_tournament *t);

/* Writes the progress of a tournament: a bar, matches per second and the remaining time. */
void dom_web_page_progress(dom_web_page_frame *p, const dom_web_tournament *t);

#endif
