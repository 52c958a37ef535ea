/* web/match_filter.h - which matches of a tournament a page lists.
 *
 * The address of such a page has a filter as its query, such as
 *
 *     matches/spring/1.html?variant=block-2&bot=greedy&seat=0&end=timeout
 *
 * Each key has a list of options. A page offers these options as links, and a query may name only
 * these. A filter holds the index of one option for each key.
 *
 *     variant  a variant of the tournament
 *     bot      a bot of the tournament; it sits at the table
 *     seat     the seat in which this bot sits; only together with bot
 *     end      rules, fault (any), or the word of a fault (base/fault.h): how the match ended
 */
#ifndef DOM_WEB_MATCH_FILTER_H
#define DOM_WEB_MATCH_FILTER_H

#include "base/err.h"
#include "http/query.h"
#include "web/site.h"

typedef enum {
    DOM_WEB_FILTER_VARIANT, /* option: index into the tournament's variants */
    DOM_WEB_FILTER_BOT,     /* option: index into the tournament's bots */
    DOM_WEB_FILTER_SEAT,    /* option: the seat */
    DOM_WEB_FILTER_END,     /* option: 0 by the rules, 1 by any fault, 1 + n by the fault n */
    DOM_WEB_FILTER_KEYS
} dom_web_filter_key;

enum { DOM_WEB_FILTER_ALL = -1 }; /* the option that leaves no match out */

typedef struct {
    int option[DOM_WEB_FILTER_KEYS]; /* index of an option, or DOM_WEB_FILTER_ALL */
} dom_web_match_filter;

/* The filter that every match passes. The second function returns true if *f is this filter. */
dom_web_match_filter dom_web_match_filter_none(void);
bool dom_web_match_filter_is_empty(const dom_web_match_filter *f);

/* Returns the filter with another option for a key. If no bot is chosen, the seat is reset, too. */
dom_web_match_filter dom_web_match_filter_with(const dom_web_match_filter *f,
                                               dom_web_filter_key key, int option);

/* Reads a filter from a query. A parameter without a value is ignored, as a form sends it. Returns
 * DOM_OK, or DOM_E_CONFIG; the error names the first parameter that is not allowed, and lists the
 * allowed ones. */
dom_rc dom_web_match_filter_read(dom_web_match_filter *out, const dom_web_site *site,
                                 const dom_web_tournament *t, const dom_http_query *query,
                                 dom_err *err);

/* Returns the number of options of a key in a tournament, and the name of one of them. The name
 * belongs to the site or is a constant. */
int dom_web_filter_options(dom_web_filter_key key, const dom_web_site *site,
                           const dom_web_tournament *t);
const char *dom_web_filter_name(dom_web_filter_key key, const dom_web_site *site,
                                const dom_web_tournament *t, int option);

enum { DOM_WEB_FILTER_BYTES = DOM_WEB_FILTER_KEYS * (DOM_WEB_SLUG_BYTES + 16) };

/* Writes the query of a filter, such as "?bot=greedy&seat=0"; "" if it leaves no match out. Names
 * are slugs in it. */
void dom_web_match_filter_query(char query[static DOM_WEB_FILTER_BYTES],
                                const dom_web_match_filter *f, const dom_web_site *site,
                                const dom_web_tournament *t);

enum { DOM_WEB_MATCHES_PAGE = 500 };

/* A page of the matches that pass a filter, in the order of their numbers. */
typedef struct {
    dom_web_match_filter filter;
    uint64_t page;  /* from 1 */
    uint64_t total; /* matches that pass the filter, on all pages */
    size_t count;   /* those on this page */
    uint64_t number[DOM_WEB_MATCHES_PAGE];
} dom_web_match_page;

/* Fills in total, count and number for the filter and the page of *page. Takes a time in proportion
 * to the matches of the tournament: some milliseconds for a million. */
void dom_web_match_page_find(dom_web_match_page *page, const dom_web_tournament *t);

/* Returns the number of pages: at least 1, which may have no match. */
uint64_t dom_web_match_page_last(uint64_t matches);

#endif
