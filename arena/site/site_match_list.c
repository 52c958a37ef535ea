/* Reads the matches of a page that lists them. */
#include "site/site_match.h"

#include "site_reading.h"
#include "web/pages.h"

#include <stdlib.h>

/* A page and its matches. line[i] is that of page.found[i]; match 0: it was not read. */
typedef struct {
    const dom_web_site *site;
    dom_web_match_list list;
    dom_web_match_page page;
    dom_web_match_line line[DOM_WEB_MATCHES_PAGE];
    uint32_t tournament; /* that is being read */
} match_list;

/* The database file may have been replaced since the site was read. A match with a bot or a variant
 * that the site does not know is left out. */
static dom_rc take_line(void *context, const dom_store_match *m)
{
    match_list *l = context;
    const dom_web_tournament *of = &l->site->tournaments[l->tournament];
    bool is_known = m->variant < of->variant_count;
    for (int s = 0; s < m->seats; s++)
        is_known = is_known && m->seat[s].bot < of->bot_count;
    for (size_t i = 0; is_known && i < l->page.count; i++)
        if (l->page.found[i].tournament == l->tournament &&
            l->page.found[i].entry->match == m->match)
            l->line[i] = dom_site_match_line(of, m);
    return DOM_OK;
}

/* Reads the lines of those of one tournament. */
static dom_rc read_lines(match_list *l, dom_store *store, dom_err *err)
{
    uint64_t number[DOM_WEB_MATCHES_PAGE];
    size_t count = 0;
    for (size_t i = 0; i < l->page.count; i++)
        if (l->page.found[i].tournament == l->tournament)
            number[count++] = l->page.found[i].entry->match;
    return count == 0 ? DOM_OK
                      : dom_store_match_list(store, l->site->tournaments[l->tournament].id, number,
                                             count, take_line, l, err);
}

/* Removes the matches that were not read. */
static void keep_read(match_list *l)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->page.count; i++)
        if (l->line[i].stored.match != 0) {
            l->line[kept] = l->line[i];
            l->page.found[kept++] = l->page.found[i];
        }
    l->page.count = kept;
}

/* Finds the matches of a page, and reads them. */
static dom_rc read_list(match_list *l, dom_store *store, const dom_web_match_list_path *path,
                        const dom_http_query *query, dom_err *err)
{
    dom_rc rc = dom_web_match_filter_read(&l->page.filter, &l->list, query, err);
    l->page.page = path->page;
    if (rc == DOM_OK)
        rc = dom_web_match_page_find(&l->page, &l->list, err);
    if (rc != DOM_OK)
        return rc;
    uint64_t last = dom_web_match_page_last(l->page.total);
    if (path->page > last)
        return dom_err_set(err, DOM_E_ABSENT, "these matches have pages 1 to %llu",
                           (unsigned long long)last);
    for (l->tournament = 0; rc == DOM_OK && l->tournament < l->site->tournament_count;
         l->tournament++)
        rc = read_lines(l, store, err);
    keep_read(l);
    return rc;
}

dom_rc dom_site_match_list_page(dom_web_html *out, const dom_web_site *site, dom_store *store,
                                const dom_web_match_list_path *path, const dom_http_query *query,
                                dom_err *err)
{
    match_list *l = calloc(1, sizeof *l);
    if (l == NULL)
        return dom_err_no_memory(err);
    l->site = site;
    dom_rc rc = dom_web_match_list_open(&l->list, site, path, err);
    if (rc == DOM_OK)
        rc = read_list(l, store, path, query, err);
    if (rc == DOM_OK)
        dom_web_matches_page(out, path->is_json ? DOM_WEB_JSON : DOM_WEB_HTML, &l->list, &l->page,
                             l->line);
    dom_web_match_list_close(&l->list);
    free(l);
    return rc;
}
