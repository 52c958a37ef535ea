/* Reads the matches of a page that lists them. */
#include "site/site_match.h"

#include "site_reading.h"
#include "web/pages.h"

#include <stdlib.h>

typedef struct {
    const dom_web_tournament *of;
    dom_web_match_line *lines; /* room for DOM_WEB_MATCHES_PAGE */
    size_t count;
} match_page;

/* A match of bots that joined after the site was read is left out. */
static dom_rc take_line(void *context, const dom_store_match *m)
{
    match_page *l = context;
    bool is_known = l->count < DOM_WEB_MATCHES_PAGE;
    for (int s = 0; s < m->seats; s++)
        is_known = is_known && m->seat[s].bot < l->of->bot_count;
    if (is_known)
        l->lines[l->count++] = dom_site_match_line(l->of, m);
    return DOM_OK;
}

dom_rc dom_site_match_list_page(dom_web_html *out, const dom_web_site *site, uint32_t tournament,
                                dom_store *store, const dom_store_tournament *t, uint64_t page,
                                dom_err *err)
{
    match_page l = {.of = &site->tournaments[tournament]};
    uint64_t pages = dom_web_matches_pages(l.of);
    if (page < 1 || page > pages)
        return dom_err_set(err, DOM_E_ABSENT, "the matches of '%s' have pages 1 to %llu", t->name,
                           (unsigned long long)pages);
    l.lines = calloc(DOM_WEB_MATCHES_PAGE, sizeof *l.lines);
    if (l.lines == NULL)
        return dom_err_no_memory(err);
    uint64_t first = (page - 1) * DOM_WEB_MATCHES_PAGE + 1;
    dom_rc rc = dom_store_match_each(store, t->id, first, first + DOM_WEB_MATCHES_PAGE - 1, false,
                                     take_line, &l, err);
    if (rc == DOM_OK)
        dom_web_matches_page(out, site, tournament, page, l.lines, l.count);
    free(l.lines);
    return rc;
}
