/* Answers requests from what was read last. */
#include "live_site_internal.h"

#include "base/now.h"
#include "site/site_match.h"
#include "site/site_read.h"

#include <stdio.h>
#include <string.h>

static void answer_message(const dom_site_live_pages *p, dom_http_answer *out, int status,
                           const char *path, const char *title, const char *text)
{
    size_t folder =
        strlen(p->scope->home->home); /* of the server, which is no concern of visitors */
    if (strncmp(text, p->scope->home->home, folder) == 0 && text[folder] == '/')
        text += folder + 1;
    dom_web_html_clear(&out->body);
    out->status = status;
    out->type =
        dom_web_form_type(dom_web_form_of(path) == DOM_WEB_JSON ? DOM_WEB_JSON : DOM_WEB_HTML);
    dom_web_page_message(&out->body, p->shown->has_site ? &p->shown->site : NULL, path, title,
                         text);
}

/* Returns the server thread's own handle of the present database file, or NULL. */
static dom_store *page_store(dom_site_live_pages *p)
{
    if (p->opened != p->shown->opened)
        dom_store_close(&p->store);
    if (p->store == NULL)
        (void)dom_store_open(&p->store, p->scope->home->db, DOM_STORE_READ, NULL);
    p->opened = p->shown->opened;
    return p->store;
}

/* A function that writes a page. What it shows is read from the database. */
typedef dom_rc live_page(dom_web_html *out, const dom_web_site *site, uint32_t tournament,
                         dom_store *store, const dom_store_tournament *t,
                         const dom_web_number_path *path, const dom_http_query *query,
                         dom_err *err);

static dom_rc write_live_match(dom_web_html *out, const dom_web_site *site, uint32_t tournament,
                               dom_store *store, const dom_store_tournament *t,
                               const dom_web_number_path *path, const dom_http_query *query,
                               dom_err *err)
{
    (void)query;
    dom_site_match *match;
    dom_rc rc = dom_site_match_open(&match, site, tournament, store, t, path->number, err);
    if (rc == DOM_OK)
        rc = dom_site_match_page(out, match, path, err);
    dom_site_match_close(&match);
    return rc;
}

/* Returns the status for a page that could not be written. */
static int status_of(dom_rc rc)
{
    static const struct {
        dom_rc rc;
        int status;
    } known[] = {{DOM_E_ABSENT, 404}, {DOM_E_CONFIG, 400}, {DOM_E_MALFORMED, 500}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].rc == rc)
            return known[i].status;
    return 503;
}

/* Pages that have a number in a tournament. `what` is on the page of an error. */
static const struct {
    const char *folder, *what;
    live_page *write;
} numbered[] = {{"match", "match", write_live_match},
                {"matches", "page", dom_site_match_list_page}};
enum { NUMBERED = sizeof numbered / sizeof *numbered };

/* Writes the page of numbered[i]. `address` is the path as requested, and `path` the same, parsed.
 */
static void answer_number(dom_site_live_pages *p, int i, const dom_web_tournament *w,
                          const char *address, const dom_web_number_path *path,
                          const dom_http_query *query, dom_http_answer *out)
{
    char title[64];
    dom_store_tournament t;
    dom_err err = {.text = "the database cannot be read"};
    dom_store *store = page_store(p);
    dom_rc rc = store ? dom_store_tournament_find(store, w->name, &t, &err) : DOM_E_IO;
    if (rc == DOM_OK) {
        rc = numbered[i].write(&out->body, &p->shown->site,
                               (uint32_t)(w - p->shown->site.tournaments), store, &t, path, query,
                               &err);
        dom_store_tournament_free(&t);
    }
    (void)snprintf(title, sizeof title,
                   rc == DOM_E_ABSENT ? "No such %s" : "This %s cannot be shown", numbered[i].what);
    if (rc != DOM_OK)
        answer_message(p, out, status_of(rc), address, title, err.text);
}

/* Answers the path of a page in `numbered`. Returns false if it is another path. */
static bool answer_numbered(dom_site_live_pages *p, const char *path, const dom_http_query *query,
                            dom_http_answer *out)
{
    dom_web_number_path read;
    for (int i = 0; i < NUMBERED; i++) {
        const dom_web_tournament *w = dom_web_number_path_read(&read, numbered[i].folder, path)
                                          ? dom_web_site_tournament(&p->shown->site, read.slug)
                                          : NULL;
        if (w == NULL)
            continue;
        if (read.is_alias)
            (void)snprintf(out->moved_to, sizeof out->moved_to, "../%llu.html",
                           (unsigned long long)read.number);
        else
            answer_number(p, i, w, path, &read, query, out);
        return true;
    }
    return false;
}

/* Answers as long as there is no site. If nothing was played, programs get the pages of an empty
 * site. Readers of feeds also do while the database is being read, because they may give up a feed
 * that fails. */
static void answer_without_site(const dom_site_live_pages *p, const char *path,
                                dom_http_answer *out)
{
    const dom_web_site none = {.made_ms = dom_now_ms(), .url = p->scope->url};
    dom_web_form form = dom_web_form_of(path);
    bool is_reading = p->shown->message[0] == '\0';
    bool has_nothing = p->shown->is_empty || (is_reading && form == DOM_WEB_ATOM);
    if (form != DOM_WEB_HTML && has_nothing && dom_web_page(&out->body, &none, NULL, path))
        return;
    out->status = 503;
    if (p->shown->is_empty && form == DOM_WEB_HTML)
        dom_web_page_empty(&out->body, path, p->scope->lobby);
    else
        answer_message(p, out, 503, path, "Nothing to show yet",
                       is_reading ? "The database is being read." : p->shown->message);
}

static bool answer_page(dom_site_live_pages *p, const char *path, const dom_http_query *query,
                        dom_http_answer *out)
{
    dom_site_source source = {page_store(p), &p->shown->site, p->scope->home->home};
    dom_web_reader reader = dom_site_reader(&source);
    return answer_numbered(p, path, query, out) ||
           dom_web_page(&out->body, &p->shown->site, source.store ? &reader : NULL, path);
}

void dom_site_live_pages_answer(dom_site_live_pages *p, const char *path,
                                const dom_http_query *query, dom_http_answer *out)
{
    dom_web_form form = dom_web_form_of(path);
    char full[DOM_PATH_BYTES];
    (void)snprintf(full, sizeof full, "%s%s", path, dom_web_form_end(DOM_WEB_HTML));
    out->type = dom_web_form_type(form);
    (void)pthread_mutex_lock(&p->shown->lock);
    if (p->shown->has_site)
        p->shown->site.now_ms = dom_now_ms();
    if (!p->shown->has_site)
        answer_without_site(p, path, out);
    else if (!answer_page(p, path, query, out) &&
             (form != DOM_WEB_HTML || !answer_page(p, full, query, out)))
        answer_message(p, out, 404, path, "No such page",
                       "No bot, match, variant or tournament here has this name.");
    (void)pthread_mutex_unlock(&p->shown->lock);
}
