#include "commands.h"

#include "home.h"
#include "interrupt.h"
#include "pace.h"
#include "site_match.h"
#include "site_read.h"
#include "web/server.h"

#include <errno.h>
#include <jansson.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

enum {
    LOOK_MS = 500, /* between two looks for news                            */
    PING_MS = 15000,
    NICENESS = 10 /* of reading: pages and tournaments come first               */
};

/* Two threads: this program's own reads the database again whenever there is news and it
 * has rested; the server's writes pages from what was read last. During
 * the first reading pages are written from what is known so far. */
typedef struct {
    const cli_home *home;
    const cli_args *args;
    web_server *server;
    /* Of the thread that reads: */
    dom_store *store;
    struct stat file; /* that is open                                          */
    int64_t seen, ping_ms;
    pace pace;
    uint64_t version;
    bool is_at_work; /* an arena, when the site was read                       */
    /* Of both: */
    pthread_mutex_t lock;
    web_site site;
    bool has_site;
    char message[DOM_ERR_BYTES]; /* why there is none                          */
    uint64_t opened;             /* how often the database was opened          */
    /* Of the server's thread: */
    dom_store *pages;
    uint64_t pages_opened;
} serving;

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- answers --------------------------------------------------------------------- */

static void answer_message(const serving *s, web_answer *out, int status, int depth,
                           const char *title, const char *text)
{
    html_clear(&out->body);
    out->status = status;
    web_page_message(&out->body, s->has_site ? &s->site : NULL, depth, title, text);
}

/* Folders between the page and the first one: 2 at most, for the style is found so. */
static int depth_of(const char *path)
{
    int depth = 0;
    for (; *path && depth < 2; path++)
        depth += *path == '/';
    return depth;
}

/* The server's own handle, of the file that is there now. NULL: none. */
static dom_store *page_store(serving *s)
{
    if (s->pages_opened != s->opened)
        dom_store_close(&s->pages);
    if (s->pages == NULL)
        (void)dom_store_open(&s->pages, s->home->db, DOM_STORE_READ, NULL);
    s->pages_opened = s->opened;
    return s->pages;
}

/* Read TOURNAMENT/NUMBER.html. */
static bool read_match_path(const char *path, char slug[static WEB_SLUG_BYTES], uint64_t *number)
{
    const char *slash = strchr(path, '/');
    char *end;
    if (slash == NULL || slash - path >= WEB_SLUG_BYTES || slash[1] < '1' || slash[1] > '9')
        return false;
    (void)snprintf(slug, WEB_SLUG_BYTES, "%.*s", (int)(slash - path), path);
    errno = 0;
    *number = strtoull(slash + 1, &end, 10);
    return errno == 0 && strcmp(end, ".html") == 0;
}

static bool answer_match(serving *s, const char *path, web_answer *out)
{
    char slug[WEB_SLUG_BYTES];
    uint64_t number;
    dom_store_tournament t;
    dom_err err = {.text = "the database cannot be read"};
    const web_tournament *w =
        read_match_path(path, slug, &number) ? web_site_tournament(&s->site, slug) : NULL;
    if (w == NULL)
        return false;
    dom_store *store = page_store(s);
    dom_rc rc = store ? dom_store_tournament_find(store, w->name, &t, &err) : DOM_E_IO;
    if (rc == DOM_OK) {
        rc = site_match_page(&out->body, &s->site, (uint32_t)(w - s->site.tournaments), store, &t,
                             number, &err);
        dom_store_tournament_free(&t);
    }
    if (rc == DOM_E_ABSENT)
        answer_message(s, out, 404, 2, "No such match", err.text);
    else if (rc != DOM_OK)
        answer_message(s, out, rc == DOM_E_MALFORMED ? 500 : 503, 2, "This cannot be shown",
                       err.text);
    return true;
}

static bool answer_page(serving *s, const char *path, web_answer *out)
{
    site_source source = {page_store(s), &s->site};
    web_reader reader = site_reader(&source);
    if (strncmp(path, "match/", strlen("match/")) == 0)
        return answer_match(s, path + strlen("match/"), out);
    return web_page(&out->body, &s->site, source.store ? &reader : NULL, path);
}

static void answer(void *context, const char *path, web_answer *out)
{
    serving *s = context;
    (void)pthread_mutex_lock(&s->lock);
    if (!s->has_site)
        answer_message(s, out, 503, depth_of(path), "Nothing to show yet", s->message);
    else if (!answer_page(s, path, out))
        answer_message(s, out, 404, depth_of(path), "No such page",
                       "There is no bot, match, variant or tournament of that name here.");
    (void)pthread_mutex_unlock(&s->lock);
}

/* ---- reading ------------------------------------------------------------------------ */

static void forget_site(serving *s, const char *why)
{
    dom_store_close(&s->store);
    pace_hurry(&s->pace, now_ms());
    (void)pthread_mutex_lock(&s->lock);
    web_site_clear(&s->site);
    s->has_site = false;
    (void)snprintf(s->message, sizeof s->message, "%s", why);
    (void)pthread_mutex_unlock(&s->lock);
}

/* Give the site a new version, because what is shown has changed. Versions begin with the clock,
 * because pages outlive a server and compare their version with the next server's. */
static void mark_site(serving *s, web_site *site)
{
    s->version = s->version ? s->version + 1 : (uint64_t)site->made_ms;
    site->version = s->version;
    site->is_served = true;
    site->is_at_work = s->is_at_work;
}

/* The newest tournament, for those who follow the events with a program of their own. `done` is
 * missing as long as it is not known. */
static void tell(serving *s)
{
    const web_tournament *t =
        s->site.tournament_count ? &s->site.tournaments[s->site.tournament_count - 1] : NULL;
    json_t *object = json_object();
    if (t)
        (void)json_object_update_new(
            object, json_pack("{s:s, s:I}", "tournament", t->name, "total", (json_int_t)t->total));
    if (t && web_site_is_counted(&s->site))
        (void)json_object_set_new(object, "done", json_integer((json_int_t)t->done));
    char *data = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII);
    web_server_tell(s->server, s->version, data ? data : "{}");
    free(data);
    json_decref(object);
}

static void hold_site(void *context)
{
    serving *s = context;
    (void)pthread_mutex_lock(&s->lock);
}

static void let_site_go(void *context)
{
    serving *s = context;
    (void)pthread_mutex_unlock(&s->lock);
}

/* Show the part of the site that is known by now. Once the lists are known the rest is less urgent
 * than requests and tournaments, so this thread gets a lower priority. */
static void show_part(void *context)
{
    serving *s = context;
    hold_site(s);
    mark_site(s, &s->site);
    s->has_site = true;
    let_site_go(s);
    tell(s);
    if (s->site.reading < WEB_READING_LISTS)
        (void)setpriority(PRIO_PROCESS, 0, NICENESS); /* Linux: of this thread alone */
}

static dom_rc read_first(serving *s, site_read_spec *spec, dom_err *err)
{
    const site_watch watch = {hold_site, let_site_go, show_part, s};
    spec->watch = &watch;
    return site_read(&s->site, spec, err);
}

/* Read the site again; the old one is shown until the new one is complete. */
static dom_rc read_again(serving *s, site_read_spec *spec, dom_err *err)
{
    int64_t begin = now_ms();
    web_site site, old;
    spec->before = &s->site;
    dom_rc rc = site_read(&site, spec, err);
    if (rc != DOM_OK) {
        web_site_clear(&site);
        return rc;
    }
    mark_site(s, &site);
    hold_site(s);
    old = s->site;
    s->site = site;
    let_site_go(s);
    web_site_clear(&old);
    tell(s);
    pace_rest(&s->pace, begin, now_ms());
    return DOM_OK;
}

/* Another file may have taken the place of the one that is open. */
static bool is_same_file(const serving *s)
{
    struct stat now;
    return stat(s->home->db, &now) == 0 && now.st_ino == s->file.st_ino &&
           now.st_dev == s->file.st_dev;
}

static dom_rc open_store(serving *s, dom_err *err)
{
    if (s->store && is_same_file(s))
        return DOM_OK;
    if (s->store)
        forget_site(s, "The database is being read.");
    dom_rc rc = cli_home_read(s->home, &s->store, err);
    if (rc == DOM_OK && stat(s->home->db, &s->file) != 0)
        rc = dom_err_set(err, DOM_E_IO, "%s: %s", s->home->db, strerror(errno));
    s->seen = -1;
    (void)pthread_mutex_lock(&s->lock);
    s->opened++;
    (void)pthread_mutex_unlock(&s->lock);
    return rc;
}

/* That an arena has begun or ended is news too: the database need not say so. */
static dom_rc read_news(serving *s, dom_err *err)
{
    int64_t version;
    site_read_spec spec = {.store = s->store, .tournament = s->args->tournament};
    bool is_at_work = cli_home_holder(s->home) != 0;
    dom_rc rc = dom_store_data_version(s->store, &version, err);
    bool has_news = version != s->seen || is_at_work != s->is_at_work;
    if (rc != DOM_OK || !has_news || !pace_is_due(&s->pace, now_ms()))
        return rc;
    s->is_at_work = is_at_work;
    rc = s->has_site ? read_again(s, &spec, err) : read_first(s, &spec, err);
    if (rc == DOM_OK)
        s->seen = version;
    return rc;
}

static void look(serving *s)
{
    dom_err err = {.text = ""};
    dom_rc rc = open_store(s, &err);
    if (rc == DOM_OK)
        rc = read_news(s, &err);
    if (rc != DOM_OK)
        forget_site(s, err.text);
    if (now_ms() >= s->ping_ms) {
        web_server_ping(s->server);
        s->ping_ms = now_ms() + PING_MS;
    }
}

/* ---- the command ---------------------------------------------------------------------- */

/* Until one of the signals comes. */
static void serve(serving *s, const sigset_t *ends)
{
    const struct timespec wait = {.tv_nsec = LOOK_MS * 1000000L};
    look(s); /* somebody waits for the first pages */
    while (sigtimedwait(ends, NULL, &wait) < 0)
        look(s);
}

/* A tournament that a database lacks was misspelt. Where none can be read yet, the pages say so
 * until it can. */
static dom_rc check_tournament(const cli_home *home, const char *name, dom_err *err)
{
    dom_store *store;
    dom_store_tournament t;
    dom_err why;
    if (name == NULL || cli_home_read(home, &store, &why) != DOM_OK)
        return DOM_OK;
    dom_rc rc = dom_store_tournament_find(store, name, &t, &why);
    if (rc == DOM_OK)
        dom_store_tournament_free(&t);
    if (rc == DOM_E_ABSENT)
        *err = why;
    dom_store_close(&store);
    return rc == DOM_E_ABSENT ? rc : DOM_OK;
}

int cmd_serve(const cli_args *args)
{
    cli_home home;
    sigset_t ends = interrupt_signals();
    dom_err err = {.rc = DOM_OK};
    serving s = {.home = &home, .args = args, .message = "The database is being read."};
    web_server_spec spec = {.listen = args->listen ? args->listen : "127.0.0.1:8080",
                            .is_public = args->is_public,
                            .answer = answer,
                            .context = &s};
    interrupt_hold();
    (void)pthread_mutex_init(&s.lock, NULL);
    dom_rc rc = cli_home_find(&home, args, &err);
    if (rc == DOM_OK)
        rc = check_tournament(&home, args->tournament, &err);
    if (rc == DOM_OK)
        rc = web_server_start(&s.server, &spec, &err);
    if (rc == DOM_OK) {
        (void)printf("%s  (Ctrl-C ends it)\n", web_server_url(s.server));
        (void)fflush(stdout);
        serve(&s, &ends);
    }
    web_server_stop(&s.server);
    dom_store_close(&s.store);
    dom_store_close(&s.pages);
    web_site_clear(&s.site);
    (void)pthread_mutex_destroy(&s.lock);
    return rc == DOM_OK ? CLI_OK : cli_fail(&err);
}
