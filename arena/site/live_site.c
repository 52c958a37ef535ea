/* Joins the parts of a live site. The caller's thread reads (live_reader.c), and the server's
 * thread writes pages from what was read last (live_answers.c). */
#include "live_site_internal.h"

#include "base/now.h"
#include "web/pages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PING_MS = 15000,
    ADDRESS_TABLES = 20 /* tables of people that one address may order: a class of 40 in pairs */
};

/* The pages of one database. */
typedef struct {
    dom_site_live_scope scope;
    dom_site_live_shown shown;
    dom_site_live_reader reader;
    dom_site_live_pages pages;
} live_database;

struct dom_site_live {
    live_database results;
    live_database played;    /* matches of people, shown below played/; unused if nobody may play */
    dom_site_play *play;     /* NULL: nobody may play */
    pthread_mutex_t lock;    /* of `server`, which the thread of the tables tells of them */
    dom_http_server *server; /* only the caller's thread changes it */
    int64_t ping_ms;
    const char *version;
    dom_http_server *metrics; /* NULL: there is no /metrics */
};

static void begin_database(live_database *d, dom_site_live_scope scope)
{
    d->scope = scope;
    d->reader.scope = d->pages.scope = &d->scope;
    d->reader.shown = d->pages.shown = &d->shown;
    (void)pthread_mutex_init(&d->shown.lock, NULL);
}

static void end_database(live_database *d)
{
    dom_store_close(&d->reader.store);
    dom_store_close(&d->pages.store);
    dom_web_site_clear(&d->shown.site);
    dom_live_open_matches_clear(&d->shown.open);
    (void)pthread_mutex_destroy(&d->shown.lock);
}

#define PLAYED "played/" /* where the pages of the matches of people are */

/* ---- people ---------------------------------------------------------------------- */

static bool has_replay(void *context, const char *tournament)
{
    dom_site_live_shown *played = &((dom_site_live *)context)->played.shown;
    bool has = false;
    (void)pthread_mutex_lock(&played->lock);
    for (size_t i = 0; played->has_site && i < played->site.tournament_count; i++)
        has |= strcmp(played->site.tournaments[i].name, tournament) == 0;
    (void)pthread_mutex_unlock(&played->lock);
    return has;
}

static bool write_record(void *context, char path[static DOM_SITE_PLAY_RECORD_BYTES],
                         const char *person)
{
    dom_site_live_shown *played = &((dom_site_live *)context)->played.shown;
    char slug[DOM_WEB_SLUG_BYTES] = "";
    (void)pthread_mutex_lock(&played->lock);
    for (size_t i = 0; played->has_site && i < played->site.bot_count; i++) {
        const dom_web_bot *bot = &played->site.bots[i];
        if (bot->is_person && strcmp(bot->name, person) == 0)
            dom_web_slug(slug, bot->label);
    }
    (void)pthread_mutex_unlock(&played->lock);
    (void)snprintf(path, DOM_SITE_PLAY_RECORD_BYTES, PLAYED "bot/%s.html", slug);
    return slug[0] != '\0';
}

static void write_strength(void *context, char word[static DOM_WEB_STRENGTH_BYTES],
                           const dom_variant *variant, const char *bot)
{
    dom_site_live_shown *results = &((dom_site_live *)context)->results.shown;
    word[0] = '\0';
    (void)pthread_mutex_lock(&results->lock);
    if (results->has_site)
        dom_web_strength(word, &results->site, variant, bot);
    (void)pthread_mutex_unlock(&results->lock);
}

static void tell_tables(void *context, const char *versions)
{
    dom_site_live *s = context;
    (void)pthread_mutex_lock(&s->lock);
    if (s->server)
        dom_http_server_tell_tables(s->server, versions);
    (void)pthread_mutex_unlock(&s->lock);
}

/* Lets people play. */
static dom_rc open_people(dom_site_live *s, const dom_site_live_spec *spec, dom_err *err)
{
    dom_site_play_spec play = {.home = spec->people,
                               .has_replay = has_replay,
                               .record = write_record,
                               .strength = write_strength,
                               .tell = tell_tables,
                               .context = s,
                               .tables_from_one = spec->is_behind_proxy ? 0 : ADDRESS_TABLES};
    return dom_site_play_open(&s->play, &play, err);
}

/* Reads the matches of people. A table that has ended gets a link to its replay. */
static void poll_people(dom_site_live *s)
{
    uint64_t version = s->played.reader.version;
    dom_site_live_reader_poll(&s->played.reader);
    if (s->played.reader.version != version)
        dom_site_play_touch(s->play);
}

/* ---- requests ------------------------------------------------------------------------- */

static void answer_people(void *context, const dom_http_play_request *request, dom_http_answer *out)
{
    dom_site_play_answer(((dom_site_live *)context)->play, request, out);
}

dom_site_live_health dom_site_live_how(const dom_site_live *s, char why[static DOM_ERR_BYTES])
{
    dom_site_live_health health = dom_site_live_pages_health(&s->results.pages, why);
    return health == DOM_SITE_LIVE_WELL && s->play
               ? dom_site_live_pages_health(&s->played.pages, why)
               : health;
}

static void answer_health(const dom_site_live *s, dom_http_answer *out)
{
    char why[DOM_ERR_BYTES];
    bool is_well = dom_site_live_how(s, why) == DOM_SITE_LIVE_WELL;
    const char *line = is_well ? "ok" : why;
    out->status = is_well ? 200 : 503;
    out->type = "text/plain; charset=utf-8";
    dom_http_body_add(&out->body, line, strlen(line));
    dom_http_body_add(&out->body, "\n", 1);
}

/* Answers for the results, or for the matches of people, whose pages find their assets below
 * played/ as well. */
static void answer(void *context, const char *path, const dom_http_query *query,
                   dom_http_answer *out)
{
    dom_site_live *s = context;
    dom_web_asset asset;
    bool is_played = s->play && strncmp(path, PLAYED, strlen(PLAYED)) == 0;
    const char *own = is_played ? path + strlen(PLAYED) : path;
    if (dom_web_asset_find(own, &asset)) {
        out->type = asset.type;
        dom_http_body_add(&out->body, asset.bytes, asset.size);
    } else if (strcmp(path, "health") == 0) {
        answer_health(s, out);
    } else {
        dom_site_live_pages_answer(is_played ? &s->played.pages : &s->results.pages, own, query,
                                   out);
    }
}

/* ---- metrics -------------------------------------------------------------------------- */

static void measure(dom_site_live *s, dom_site_live_metrics *m)
{
    uint64_t free_bytes;
    *m = (dom_site_live_metrics){.version = s->version, .database_count = s->play ? 2 : 1};
    dom_http_server_load(s->server, &m->load);
    m->disk_free_bytes =
        dom_home_free_bytes(s->results.scope.home->home, &free_bytes) ? (double)free_bytes : NAN;
    dom_site_live_figures_read(&m->databases[0], "results", &s->results.scope, &s->results.shown);
    if (s->play) {
        dom_site_live_figures_read(&m->databases[1], "people", &s->played.scope, &s->played.shown);
        m->hall = dom_site_play_count(s->play);
    }
}

static void answer_metrics(void *context, const char *path, const dom_http_query *query,
                           dom_http_answer *out)
{
    static const char elsewhere[] = "only /metrics is here\n";
    dom_site_live_metrics m;
    (void)query;
    if (strcmp(path, "metrics") == 0) {
        out->type = "text/plain; version=0.0.4; charset=utf-8";
        measure(context, &m);
        dom_site_live_metrics_write(&out->body, &m);
        return;
    }
    out->status = 404;
    out->type = "text/plain; charset=utf-8";
    dom_http_body_add(&out->body, elsewhere, sizeof elsewhere - 1);
}

/* The metrics have a server of their own, so that no proxy before the pages hands them out. */
static dom_rc start_metrics(dom_site_live *s, const dom_site_live_spec *spec, dom_err *err)
{
    dom_http_server_spec server = {.option = "--metrics",
                                   .listen = spec->metrics,
                                   .is_public = spec->is_public,
                                   .limits = DOM_HTTP_LIMITS,
                                   .answer = answer_metrics,
                                   .context = s};
    s->version = spec->version;
    return spec->metrics ? dom_http_server_start(&s->metrics, &server, err) : DOM_OK;
}

/* ---- beginning and end ------------------------------------------------------------------ */

/* Fails if the database does not have the tournament: its name was misspelt. If the database cannot
 * be read yet, this is no failure, and the pages say so. */
static dom_rc check_live_tournament(const dom_home *home, const char *name, dom_err *err)
{
    dom_store *store;
    dom_store_tournament t;
    dom_err why;
    if (name == NULL || dom_home_read(home, &store, &why) != DOM_OK)
        return DOM_OK;
    dom_rc rc = dom_store_tournament_find(store, name, &t, &why);
    if (rc == DOM_OK)
        dom_store_tournament_free(&t);
    if (rc == DOM_E_ABSENT)
        *err = why;
    dom_store_close(&store);
    return rc == DOM_E_ABSENT ? rc : DOM_OK;
}

static dom_http_limits limits_of(const dom_site_live_spec *spec)
{
    dom_http_limits limits = DOM_HTTP_LIMITS;
    if (spec->is_behind_proxy)
        limits.address_connections = limits.address_listeners = 0;
    return limits;
}

/* The hall's thread tells the server of its tables as soon as there is one, and until it is
 * stopped. */
static dom_rc start_server(dom_site_live *s, const dom_http_server_spec *spec, dom_err *err)
{
    dom_http_server *server = NULL;
    dom_rc rc = dom_http_server_start(&server, spec, err);
    (void)pthread_mutex_lock(&s->lock);
    s->server = s->results.reader.server = server;
    (void)pthread_mutex_unlock(&s->lock);
    return rc;
}

static void stop_server(dom_site_live *s)
{
    (void)pthread_mutex_lock(&s->lock);
    dom_http_server *server = s->server;
    s->server = NULL;
    (void)pthread_mutex_unlock(&s->lock);
    dom_http_server_stop(&server);
}

dom_rc dom_site_live_open(dom_site_live **out, const dom_site_live_spec *spec, dom_err *err)
{
    *out = NULL;
    dom_rc rc = check_live_tournament(spec->home, spec->tournament, err);
    if (rc != DOM_OK)
        return rc;
    dom_site_live *s = calloc(1, sizeof *s);
    if (s == NULL)
        return dom_err_no_memory(err);
    begin_database(&s->results, (dom_site_live_scope){.home = spec->home,
                                                      .tournament = spec->tournament,
                                                      .url = spec->url,
                                                      .lobby = spec->people ? "play/" : NULL});
    begin_database(&s->played, (dom_site_live_scope){.home = spec->people, .lobby = "../play/"});
    (void)pthread_mutex_init(&s->lock, NULL);
    dom_http_server_spec server = {.option = "--listen",
                                   .listen = spec->listen,
                                   .url = spec->url,
                                   .has_events = true,
                                   .is_public = spec->is_public,
                                   .shares_json = spec->shares_json,
                                   .limits = limits_of(spec),
                                   .answer = answer,
                                   .play = spec->people ? answer_people : NULL,
                                   .context = s};
    *out = s;
    if (spec->people)
        rc = open_people(s, spec, err);
    if (rc == DOM_OK)
        rc = start_server(s, &server, err);
    return rc == DOM_OK ? start_metrics(s, spec, err) : rc;
}

const char *dom_site_live_url(const dom_site_live *s)
{
    return dom_http_server_url(s->server);
}

const char *dom_site_live_metrics_url(const dom_site_live *s)
{
    return s->metrics ? dom_http_server_url(s->metrics) : NULL;
}

void dom_site_live_poll(dom_site_live *s)
{
    int64_t now_ms = dom_now_us() / 1000;
    dom_site_live_reader_poll(&s->results.reader);
    dom_site_live_reader_poll_open(&s->results.reader);
    if (s->play)
        poll_people(s);
    dom_http_server_poll(s->server);
    if (s->metrics)
        dom_http_server_poll(s->metrics);
    if (now_ms >= s->ping_ms) {
        dom_http_server_ping(s->server);
        s->ping_ms = now_ms + PING_MS;
    }
}

void dom_site_live_close(dom_site_live *s)
{
    if (s == NULL)
        return;
    dom_http_server_stop(&s->metrics); /* it counts what the others have */
    stop_server(s);
    dom_site_play_close(&s->play);
    end_database(&s->played);
    end_database(&s->results);
    (void)pthread_mutex_destroy(&s->lock);
    free(s);
}
