/* Answers requests from what was read last. */
#include "live_site_internal.h"

#include "base/now.h"
#include "base/text.h"
#include "site/site_match.h"
#include "site/site_read.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { OLD_S = 300 }; /* pages that lack what happened longer ago are a fault */

/* Returns a text without the data folder at its beginning, which is no concern of visitors. */
static const char *without_home(const dom_site_live_scope *scope, const char *text)
{
    size_t folder = strlen(scope->home->home);
    bool begins = strncmp(text, scope->home->home, folder) == 0 && text[folder] == '/';
    return begins ? text + folder + 1 : text;
}

static void answer_message(const dom_site_live_pages *p, dom_http_answer *out, int status,
                           const char *path, const char *title, const char *text)
{
    dom_web_html_clear(&out->body);
    out->status = status;
    out->type =
        dom_web_form_type(dom_web_form_of(path) == DOM_WEB_JSON ? DOM_WEB_JSON : DOM_WEB_HTML);
    dom_web_page_message(&out->body, p->shown->has_site ? &p->shown->site : NULL, path, title,
                         without_home(p->scope, text));
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

/* Answers with what could not be written, if `rc` is an error. */
static void answer_error(const dom_site_live_pages *p, dom_http_answer *out, const char *path,
                         const char *what, dom_rc rc, const dom_err *err)
{
    char title[64];
    (void)snprintf(title, sizeof title,
                   rc == DOM_E_ABSENT ? "No such %s" : "This %s cannot be shown", what);
    if (rc != DOM_OK)
        answer_message(p, out, status_of(rc), path, title, err->text);
}

static dom_rc write_match(dom_site_live_pages *p, const dom_web_tournament *w, dom_store *store,
                          const dom_web_number_path *path, dom_web_html *out, dom_err *err)
{
    dom_site_match *match;
    dom_store_tournament t;
    dom_rc rc = dom_store_tournament_find(store, w->name, &t, err);
    if (rc != DOM_OK)
        return rc;
    rc = dom_site_match_open(&match, &p->shown->site, (uint32_t)(w - p->shown->site.tournaments),
                             store, &t, path->number, err);
    if (rc == DOM_OK)
        rc = dom_site_match_page(out, match, path, err);
    dom_site_match_close(&match);
    dom_store_tournament_free(&t);
    return rc;
}

static const char no_database[] = "the database cannot be read";

/* Answers the path of a match. Returns false if it is another path. */
static bool answer_match(dom_site_live_pages *p, const char *path, dom_http_answer *out)
{
    dom_web_number_path read;
    dom_err err;
    const dom_web_tournament *w = dom_web_number_path_read(&read, "match", path)
                                      ? dom_web_site_tournament(&p->shown->site, read.slug)
                                      : NULL;
    if (w && read.is_alias)
        (void)snprintf(out->moved_to, sizeof out->moved_to, "../%llu.html",
                       (unsigned long long)read.number);
    if (w == NULL || read.is_alias)
        return w != NULL;
    dom_store *store = page_store(p);
    dom_rc rc = store ? write_match(p, w, store, &read, &out->body, &err)
                      : dom_err_set(&err, DOM_E_IO, "%s", no_database);
    answer_error(p, out, path, "match", rc, &err);
    return true;
}

/* Answers the path of a list of matches. Returns false if it is another path. */
static bool answer_list(dom_site_live_pages *p, const char *path, const dom_http_query *query,
                        dom_http_answer *out)
{
    dom_web_match_list_path read;
    dom_err err;
    if (!dom_web_match_list_path_read(&read, &p->shown->site, path))
        return false;
    dom_store *store = page_store(p);
    dom_rc rc =
        store ? dom_site_match_list_page(&out->body, &p->shown->site, store, &read, query, &err)
              : dom_err_set(&err, DOM_E_IO, "%s", no_database);
    answer_error(p, out, path, "page", rc, &err);
    return true;
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
    return answer_match(p, path, out) || answer_list(p, path, query, out) ||
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

/* Returns the health of the pages while there is no database. Before the first tournament that is
 * no fault.
 *
 * Pre: the caller holds the lock. */
static dom_site_live_health health_of_nothing(const dom_site_live_pages *p,
                                              char why[static DOM_ERR_BYTES])
{
    if (access(p->scope->home->home, F_OK) != 0)
        dom_text_copy(why, DOM_ERR_BYTES, "the data folder is missing");
    else if (p->shown->readings > 0)
        dom_text_copy(why, DOM_ERR_BYTES, "the database was removed");
    return why[0] ? DOM_SITE_LIVE_ILL : DOM_SITE_LIVE_WELL;
}

/* Pre: the caller holds the lock. */
static dom_site_live_health health_of(const dom_site_live_pages *p, char why[static DOM_ERR_BYTES])
{
    dom_site_live_shown *shown = p->shown;
    why[0] = '\0';
    if (shown->is_empty && !shown->has_site)
        return health_of_nothing(p, why);
    if (!shown->has_site && shown->message[0] == '\0') {
        dom_text_copy(why, DOM_ERR_BYTES, "the database is being read");
        return DOM_SITE_LIVE_READING;
    }
    int64_t age_s = 0;
    if (shown->has_site) {
        shown->site.now_ms = dom_now_ms();
        age_s = dom_web_site_age_s(&shown->site);
    }
    if (age_s > OLD_S)
        (void)snprintf(why, DOM_ERR_BYTES, "the pages lack what happened more than %d seconds ago",
                       (int)OLD_S);
    else if (!shown->has_site)
        dom_text_copy(why, DOM_ERR_BYTES, without_home(p->scope, shown->message));
    return why[0] ? DOM_SITE_LIVE_ILL : DOM_SITE_LIVE_WELL;
}

dom_site_live_health dom_site_live_pages_health(const dom_site_live_pages *p,
                                                char why[static DOM_ERR_BYTES])
{
    (void)pthread_mutex_lock(&p->shown->lock);
    dom_site_live_health health = health_of(p, why);
    (void)pthread_mutex_unlock(&p->shown->lock);
    return health;
}
