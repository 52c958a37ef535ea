/* web/match_filter.h - which matches a page lists, and in which order.
 *
 * There is a list for each tournament, bot and variant, and one of all matches. Its path decides
 * one key, and a query the others, for example
 *
 *     matches/spring/1.html?variant=block-2&bot=greedy&seat=0&end=timeout
 *     bot/greedy/1.html?opponent=pimc&result=lost&order=lost-by
 *
 * Each key has a list of options. A page offers these options as links, and a query may name only
 * these. A filter holds the index of one option for each key.
 *
 *     tournament  of the site
 *     variant     of the tournaments of the list
 *     bot         of the tournaments of the list; it sits at the table
 *     opponent    another bot at the table, which is no partner; only together with bot, and not
 *                 this bot
 *     seat        the seat in which the bot sits; only together with bot
 *     result      won, shared (the first place) or lost by the bot; only together with bot
 *     end         rules, fault (any), or the word of a fault (base/fault.h): how the match ended
 *     order       oldest or newest. Only together with bot: lost-by, the largest losses first;
 *                 won-by, the largest wins first; luck, the luckiest first and matches without
 *                 values last. These three are divided by the margin that is usual in the variant,
 *                 and of equal ones the newest is first
 */
#ifndef DOM_WEB_MATCH_FILTER_H
#define DOM_WEB_MATCH_FILTER_H

#include "base/err.h"
#include "http/query.h"
#include "web/site.h"

typedef enum {
    DOM_WEB_FILTER_TOURNAMENT, /* option: index into site->tournaments */
    DOM_WEB_FILTER_VARIANT,    /* option: index into site->variants */
    DOM_WEB_FILTER_BOT,        /* option: index into site->bots */
    DOM_WEB_FILTER_OPPONENT,   /* option: index into site->bots */
    DOM_WEB_FILTER_SEAT,       /* option: the seat */
    DOM_WEB_FILTER_RESULT,     /* option: a dom_web_result */
    DOM_WEB_FILTER_END,        /* option: one of those below, or DOM_WEB_END_BY_FAULT + a fault */
    DOM_WEB_FILTER_ORDER,      /* option: a dom_web_match_order */
    DOM_WEB_FILTER_KEYS
} dom_web_filter_key;

enum { DOM_WEB_END_BY_RULES, DOM_WEB_END_BY_FAULT }; /* the second: by any fault */

/* In which order matches are listed. */
typedef enum {
    DOM_WEB_ORDER_OLDEST, /* by tournament, then by number; usual in the list of a tournament */
    DOM_WEB_ORDER_NEWEST, /* exactly the reverse; usual in every other list */
    DOM_WEB_ORDER_LOST_BY,
    DOM_WEB_ORDER_WON_BY,
    DOM_WEB_ORDER_LUCK,
    DOM_WEB_ORDERS
} dom_web_match_order;

enum { DOM_WEB_FILTER_ALL = -1 }; /* the option that leaves no match out; the usual order */

/* The path of a page of a list:
 *
 *     matches/TOURNAMENT/PAGE.html, bot/BOT/PAGE.html, leaderboard/VARIANT/PAGE.html
 *     matches/PAGE.html                all matches
 *
 * or with .json. Pages are numbered from 1. */
typedef struct {
    dom_web_filter_key fixed; /* tournament, bot or variant; DOM_WEB_FILTER_KEYS: all matches */
    int option;               /* of this key */
    uint64_t page;
    bool is_json;
} dom_web_match_list_path;

/* Reads a path. Returns false if it is not that of a list of the site. */
bool dom_web_match_list_path_read(dom_web_match_list_path *out, const dom_web_site *site,
                                  const char *path);

enum { DOM_WEB_MATCH_LIST_PATH_BYTES = DOM_WEB_SLUG_BYTES + 48 };

/* Writes the path without its end, such as "bot/greedy/2". */
void dom_web_match_list_path_write(char out[static DOM_WEB_MATCH_LIST_PATH_BYTES],
                                   const dom_web_site *site, const dom_web_match_list_path *path);

/* A list: what its path decides, and the options of its filters. Open it before use, and close
 * it. */
typedef struct {
    const dom_web_site *site;
    dom_web_filter_key fixed; /* as in the path */
    int option;
    bool *offered; /* private: tournaments, then variants, then bots */
} dom_web_match_list;

/* Opens the list of a path. Returns DOM_OK or DOM_E_NOMEM; then it is closed. */
dom_rc dom_web_match_list_open(dom_web_match_list *out, const dom_web_site *site,
                               const dom_web_match_list_path *path, dom_err *err);
void dom_web_match_list_close(dom_web_match_list *list);

typedef struct {
    int option[DOM_WEB_FILTER_KEYS]; /* index of an option, or DOM_WEB_FILTER_ALL */
} dom_web_match_filter;

/* The filter that leaves no match of the list out, in the usual order. The second function returns
 * true if *f leaves none out, in whatever order. */
dom_web_match_filter dom_web_match_filter_none(const dom_web_match_list *list);
bool dom_web_match_filter_is_empty(const dom_web_match_filter *f, const dom_web_match_list *list);

/* Returns the filter with another option for a key. An opponent that is now the bot itself is
 * reset. Without a bot, so is what is only there with one. */
dom_web_match_filter dom_web_match_filter_with(const dom_web_match_filter *f,
                                               dom_web_filter_key key, int option);

/* Returns the order in which a page lists the matches. */
dom_web_match_order dom_web_match_filter_order(const dom_web_match_filter *f,
                                               const dom_web_match_list *list);

/* Reads a filter from a query. A parameter without a value is ignored. Returns DOM_OK, or
 * DOM_E_CONFIG; the error names the parameter that is wrong and what would be right: the keys, some
 * of the values, or that a bot must be named. */
dom_rc dom_web_match_filter_read(dom_web_match_filter *out, const dom_web_match_list *list,
                                 const dom_http_query *query, dom_err *err);

/* Returns whether the page offers a choice of this key: it is not fixed, and what it needs is
 * chosen. */
bool dom_web_match_filter_is_offered(const dom_web_match_filter *f, const dom_web_match_list *list,
                                     dom_web_filter_key key);

/* Returns the option of a key after another one, and DOM_WEB_FILTER_ALL after the last. Begin with
 * DOM_WEB_FILTER_ALL. */
int dom_web_match_filter_next(const dom_web_match_filter *f, const dom_web_match_list *list,
                              dom_web_filter_key key, int option);

/* Return the word of a key, such as "bot", and the name of an option, which belongs to the site or
 * is a constant. */
const char *dom_web_filter_key_word(dom_web_filter_key key);
const char *dom_web_filter_option_name(const dom_web_site *site, dom_web_filter_key key,
                                       int option);

enum { DOM_WEB_FILTER_BYTES = DOM_WEB_FILTER_KEYS * (DOM_WEB_SLUG_BYTES + 16) };

/* Writes the query of a filter, such as "?bot=greedy&seat=0"; "" if no key has an option but the
 * one that the path fixes. Names are slugs in it. */
void dom_web_match_filter_query(char query[static DOM_WEB_FILTER_BYTES],
                                const dom_web_match_filter *f, const dom_web_match_list *list);

enum { DOM_WEB_MATCHES_PAGE = 500 };

/* A match that was found. */
typedef struct {
    uint32_t tournament; /* index into site->tournaments */
    const dom_web_match_entry *entry;
} dom_web_match_found;

/* Returns which match it is. */
static inline dom_web_match_ref dom_web_match_found_ref(const dom_web_match_found *found)
{
    return (dom_web_match_ref){found->tournament, found->entry->match};
}

/* A page of the matches that pass a filter. */
typedef struct {
    dom_web_match_filter filter;
    uint64_t page;  /* from 1 */
    uint64_t all;   /* matches of the list */
    uint64_t total; /* those that pass the filter, on all pages */
    size_t count;   /* those on this page */
    dom_web_match_found found[DOM_WEB_MATCHES_PAGE];
} dom_web_match_page;

/* Fills in all, total, count and found for the filter and the page of *page. By age that takes a
 * time in proportion to the matches of the tournaments of the list: some milliseconds for a
 * million. In the other orders all matches that pass are collected and sorted. Returns DOM_OK;
 * DOM_E_NOMEM. */
dom_rc dom_web_match_page_find(dom_web_match_page *page, const dom_web_match_list *list,
                               dom_err *err);

/* Returns the number of pages: at least 1, which may have no match. */
uint64_t dom_web_match_page_last(uint64_t matches);

/* Returns the seat of a match that a filter of one bot is about: the first in which the bot sits
 * and the rest of the filter holds. Pre: the match was found with this filter, which has a bot. */
int dom_web_match_seat(const dom_web_match_found *found, const dom_web_match_filter *f,
                       const dom_web_site *site);

#endif
