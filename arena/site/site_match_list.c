/* Reads the matches of a page that lists them. */
#include "site/site_match.h"

#include "site_reading.h"
#include "web/pages.h"

#include <stdlib.h>

/* A page and its matches. */
typedef struct {
    const dom_web_tournament *of;
    dom_web_match_page page;
    dom_web_match_line line[DOM_WEB_MATCHES_PAGE];
    size_t count;
} match_list;

/* The database file may have been replaced since the site was read. A match with a bot or a variant
 * that the site does not know is left out. */
static dom_rc take_line(void *context, const dom_store_match *m)
{
    match_list *l = context;
    bool is_known = m->variant < l->of->variant_count;
    for (int s = 0; s < m->seats; s++)
        is_known = is_known && m->seat[s].bot < l->of->bot_count;
    if (is_known)
        l->line[l->count++] = dom_site_match_line(l->of, m);
    return DOM_OK;
}

/* Finds the matches of a page, and reads them. */
static dom_rc read_list(match_list *l, const dom_web_site *site, dom_store *store,
                        const dom_store_tournament *t, const dom_web_number_path *path,
                        const dom_http_query *query, dom_err *err)
{
    dom_rc rc = dom_web_match_filter_read(&l->page.filter, site, l->of, query, err);
    if (rc != DOM_OK)
        return rc;
    l->page.page = path->number;
    dom_web_match_page_find(&l->page, l->of);
    uint64_t last = dom_web_match_page_last(l->page.total);
    if (path->number > last || path->round > 1)
        return dom_err_set(err, DOM_E_ABSENT, "%s of '%s' have pages 1 to %llu",
                           query->count ? "these matches" : "the matches", t->name,
                           (unsigned long long)last);
    return dom_store_match_list(store, t->id, l->page.number, l->page.count, take_line, l, err);
}

dom_rc dom_site_match_list_page(dom_web_html *out, const dom_web_site *site, uint32_t tournament,
                                dom_store *store, const dom_store_tournament *t,
                                const dom_web_number_path *path, const dom_http_query *query,
                                dom_err *err)
{
    match_list *l = calloc(1, sizeof *l);
    if (l == NULL)
        return dom_err_no_memory(err);
    l->of = &site->tournaments[tournament];
    dom_rc rc = read_list(l, site, store, t, path, query, err);
    if (rc == DOM_OK)
        dom_web_matches_page(out, path->is_json ? DOM_WEB_JSON : DOM_WEB_HTML, site, tournament,
                             &l->page, l->line, l->count);
    free(l);
    return rc;
}
