/* Two threads. The caller's thread reads the database whenever something is new and the pause is
 * over. The server's thread writes pages from what was read last (live_answers.c). */
#include "live_site_internal.h"

#include "base/now.h"
#include "site/site_open.h"
#include "site/site_progress.h"
#include "site/site_read.h"

#include <errno.h>
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

enum {
    PING_MS = 15000,
    TELL_OPEN_MS = 1000, /* changes of the matches under way are announced as often as this */
    NICENESS = 10,       /* of the reading thread: pages and tournaments come first    */
    ADDRESS_TABLES = 20  /* tables of people that one address may order: a class of 40 in pairs */
};

static int64_t live_now_ms(void)
{
    return dom_now_us() / 1000;
}

/* Returns the processor time of this thread. */
static int64_t cpu_now_ms(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- people ---------------------------------------------------------------------- */

static bool has_replay(void *context, const char *tournament)
{
    dom_site_live *played = ((dom_site_live *)context)->played;
    bool has = false;
    (void)pthread_mutex_lock(&played->lock);
    for (size_t i = 0; played->has_site && i < played->site.tournament_count; i++)
        has |= strcmp(played->site.tournaments[i].name, tournament) == 0;
    (void)pthread_mutex_unlock(&played->lock);
    return has;
}

static void tell_tables(void *context, const char *versions)
{
    dom_site_live *s = context;
    (void)pthread_mutex_lock(&s->lock);
    if (s->server)
        dom_http_server_tell_tables(s->server, versions);
    (void)pthread_mutex_unlock(&s->lock);
}

/* ---- reading ------------------------------------------------------------------------ */

/* Discards the site; the pages show `why` instead, as `message` says. */
static void forget_site(dom_site_live *s, bool is_empty, const char *why)
{
    dom_store_close(&s->store);
    dom_site_refresh_hurry(&s->refresh);
    (void)pthread_mutex_lock(&s->lock);
    dom_web_site_clear(&s->site);
    s->has_site = false;
    s->is_empty = is_empty;
    (void)snprintf(s->message, sizeof s->message, "%s", why);
    (void)pthread_mutex_unlock(&s->lock);
}

/* Gives the site a new version, because what is shown has changed. The first version is the time of
 * day, because a page in a browser may outlive the server and compares its version with that of the
 * next server. */
static void mark_site(dom_site_live *s, dom_web_site *site)
{
    s->version = s->version ? s->version + 1 : (uint64_t)site->made_ms;
    site->version = s->version;
    site->is_served = true;
    site->url = s->url;
    site->lobby = s->lobby;
    site->is_at_work = s->seen.is_at_work;
    dom_site_show_open(site, &s->open);
}

static void hold_site(void *context)
{
    dom_site_live *s = context;
    (void)pthread_mutex_lock(&s->lock);
}

static void let_site_go(void *context)
{
    dom_site_live *s = context;
    (void)pthread_mutex_unlock(&s->lock);
}

/* Returns the tournament with the newest match, or else the newest tournament; NULL if there is
 * none. */
static const dom_web_tournament *newest_of(const dom_web_site *site)
{
    const dom_web_tournament *newest = NULL;
    for (size_t i = 0; i < site->tournament_count; i++)
        if (newest == NULL || site->tournaments[i].newest_ms >= newest->newest_ms)
            newest = &site->tournaments[i];
    return newest;
}

/* Returns how far the newest tournament is. `done` is missing as long as it is not known,
 * `progress` while no matches are being played. */
static json_t *newest_json(const dom_web_site *site)
{
    char progress[DOM_WEB_PROGRESS_BYTES];
    const dom_web_tournament *t = newest_of(site);
    json_t *object = json_object();
    if (t)
        (void)json_object_update_new(
            object, json_pack("{s:s, s:I}", "tournament", t->name, "total", (json_int_t)t->total));
    if (t && dom_web_site_is_counted(site)) {
        (void)json_object_set_new(object, "done", json_integer((json_int_t)t->done));
        if (dom_web_progress(progress, site, t))
            (void)json_object_set_new(object, "progress", json_string(progress));
    }
    return object;
}

/* Sends an event with the version of the site and the newest tournament. Pages fetch themselves
 * again when the version is another one; else they show the progress. `now` counts the changes of
 * the matches under way. `age` says for how many seconds the pages may have lacked something; pages
 * that lack nothing have none. */
static void tell_newest(dom_site_live *s)
{
    hold_site(s);
    s->site.now_ms = dom_now_ms();
    json_t *object = newest_json(&s->site);
    if (s->site.open.is_there)
        (void)json_object_set_new(object, "now", json_integer((json_int_t)s->changes));
    if (s->is_behind)
        (void)json_object_set_new(object, "age", json_integer(dom_web_site_age_s(&s->site)));
    let_site_go(s);
    s->was_running = json_object_get(object, "progress") != NULL;
    char *data = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII);
    if (s->server)
        dom_http_server_tell(s->server, s->version, data ? data : "{}");
    free(data);
    json_decref(object);
}

/* Shows the part of the site that is known by now. When the lists are known, the rest is less
 * urgent than requests and tournaments, so this thread gets a lower priority. */
static void show_part(void *context)
{
    dom_site_live *s = context;
    hold_site(s);
    mark_site(s, &s->site);
    s->has_site = true;
    let_site_go(s);
    tell_newest(s);
    if (s->site.reading < DOM_WEB_READING_LISTS)
        (void)setpriority(PRIO_PROCESS, 0, NICENESS); /* on Linux for this thread only */
}

static dom_rc read_first(dom_site_live *s, dom_site_read_spec *spec, dom_err *err)
{
    const dom_site_watch watch = {hold_site, let_site_go, show_part, s};
    spec->watch = &watch;
    dom_rc rc = dom_site_read(&s->site, spec, err);
    spec->watch = NULL;
    return rc;
}

/* Reads the site again. The old one is shown until the new one is complete. */
static dom_rc read_again(dom_site_live *s, dom_site_read_spec *spec, dom_err *err)
{
    int64_t begin_ms = cpu_now_ms();
    dom_web_site site, old;
    spec->before = &s->site;
    dom_rc rc = dom_site_read(&site, spec, err);
    if (rc != DOM_OK) {
        dom_web_site_clear(&site);
        return rc;
    }
    mark_site(s, &site);
    hold_site(s);
    old = s->site;
    s->site = site;
    let_site_go(s);
    dom_web_site_clear(&old);
    tell_newest(s);
    dom_site_refresh_rest(&s->refresh, live_now_ms(), cpu_now_ms() - begin_ms);
    return DOM_OK;
}

/* Returns true if the open database file still has its name. Another file may have replaced it. */
static bool is_live_file(const dom_site_live *s)
{
    struct stat now;
    return stat(s->home->db, &now) == 0 && now.st_ino == s->file.st_ino &&
           now.st_dev == s->file.st_dev;
}

/* Opens the database, or opens it again if another file has replaced it. */
static dom_rc open_live_store(dom_site_live *s, dom_err *err)
{
    if (s->store && is_live_file(s))
        return DOM_OK;
    if (s->store)
        forget_site(s, false, "");
    dom_rc rc = dom_home_read(s->home, &s->store, err);
    if (rc == DOM_OK && stat(s->home->db, &s->file) != 0)
        rc = dom_err_set(err, DOM_E_IO, "%s: %s", s->home->db, strerror(errno));
    s->seen.version = -1;
    (void)pthread_mutex_lock(&s->lock);
    s->opened++;
    (void)pthread_mutex_unlock(&s->lock);
    return rc;
}

static dom_rc look_for_news(const dom_site_live *s, dom_site_live_state *out, dom_err *err)
{
    out->is_at_work = dom_home_holder(s->home) != 0;
    dom_rc rc = dom_store_data_version(s->store, &out->version, err);
    return rc == DOM_OK ? dom_store_stage_version(s->store, &out->stages, err) : rc;
}

/* Nothing is new, so the pages are as old as this poll. */
static void note_current(dom_site_live *s)
{
    hold_site(s);
    s->site.current_ms = dom_now_ms();
    let_site_go(s);
}

/* Something is new, and it may take a while until it is read. */
static void note_behind(dom_site_live *s)
{
    bool was_behind = s->is_behind;
    s->is_behind = s->has_site;
    if (s->is_behind && !was_behind)
        tell_newest(s);
}

static dom_rc read_site(dom_site_live *s, const dom_site_live_state *now, dom_err *err)
{
    dom_site_read_spec spec = {.store = s->store, .tournament = s->tournament, .mark = &s->mark};
    s->seen = *now;
    s->followed = now->version;
    s->is_behind = false;
    return s->has_site ? read_again(s, &spec, err) : read_first(s, &spec, err);
}

/* Reads the site if something is new: the database has changed, or an arena has begun or ended,
 * which need not change the database. Nobody waits for the beginning and the end of a tournament.
 */
static dom_rc read_news(dom_site_live *s, dom_err *err)
{
    dom_site_live_state now;
    dom_rc rc = look_for_news(s, &now, err);
    if (rc != DOM_OK)
        return rc;
    if (now.version == s->seen.version && now.is_at_work == s->seen.is_at_work) {
        note_current(s);
        return DOM_OK;
    }
    note_behind(s);
    if (now.stages != s->seen.stages || now.is_at_work != s->seen.is_at_work)
        dom_site_refresh_hurry(&s->refresh);
    return dom_site_refresh_is_due(&s->refresh, live_now_ms()) ? read_site(s, &now, err) : DOM_OK;
}

/* Returns whether matches of the newest tournament are being played. */
static bool is_running(dom_site_live *s)
{
    char progress[DOM_WEB_PROGRESS_BYTES];
    hold_site(s);
    s->site.now_ms = dom_now_ms();
    const dom_web_tournament *t = newest_of(&s->site);
    bool is = t && dom_web_progress(progress, &s->site, t);
    let_site_go(s);
    return is;
}

/* Counts the matches that were finished since the last poll. */
static dom_rc count_new_matches(dom_site_live *s, bool *has_news, dom_err *err)
{
    uint64_t *finished = calloc(s->site.tournament_count + 1, sizeof *finished);
    if (finished == NULL)
        return dom_err_no_memory(err);
    dom_rc rc = dom_site_progress_read(finished, &s->site, s->store, &s->mark, err);
    hold_site(s);
    *has_news = rc == DOM_OK && dom_site_progress_add(&s->site, finished, dom_now_ms());
    let_site_go(s);
    free(finished);
    return rc == DOM_E_ABSENT ? DOM_OK : rc; /* another database is there; the next poll opens it */
}

/* Tells the pages what was finished since the site was read. When nothing was finished for a
 * minute, they are told to fetch themselves again, because they say "Running". */
static dom_rc follow_progress(dom_site_live *s, dom_err *err)
{
    int64_t version;
    bool has_news = false;
    dom_rc rc = dom_store_data_version(s->store, &version, err);
    if (rc == DOM_OK && s->has_site && version != s->followed) {
        rc = count_new_matches(s, &has_news, err);
        s->followed = version;
    }
    bool has_stopped = s->was_running && !is_running(s);
    if (has_stopped) {
        hold_site(s);
        mark_site(s, &s->site);
        let_site_go(s);
    }
    if (rc == DOM_OK && (has_news || has_stopped))
        tell_newest(s);
    return rc;
}

/* ---- the matches under way ------------------------------------------------------------ */

/* Returns the file of the matches under way; all zero if nobody is at work, or publishes nothing.
 */
static struct stat find_open_file(const dom_site_live *s)
{
    char path[DOM_HOME_BESIDE_BYTES];
    struct stat file;
    dom_home_open_matches_path(path, s->home);
    bool is_there = dom_home_holder(s->home) != 0 && stat(path, &file) == 0;
    return is_there ? file : (struct stat){.st_ino = 0};
}

/* Every file replaces the one before, so it has another number or another time. */
static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Shows other matches under way. If the pages get or lose their list of them, they are new as a
 * whole. */
static void show_open(dom_site_live *s, dom_live_open_matches *open)
{
    bool was_there = s->site.open.is_there;
    hold_site(s);
    dom_live_open_matches_clear(&s->open);
    s->open = *open;
    dom_site_show_open(&s->site, &s->open);
    if (s->has_site && s->site.open.is_there != was_there)
        mark_site(s, &s->site);
    let_site_go(s);
    s->changes++;
    s->has_changes = true;
}

/* Reads the matches under way if they have changed. A file that cannot be read counts as none. */
static void look_at_open(dom_site_live *s)
{
    struct stat file = find_open_file(s);
    dom_live_open_matches open = {.decisions = NULL};
    if (!is_same_file(&file, &s->open_file)) {
        s->open_file = file;
        if (file.st_ino != 0)
            (void)dom_live_open_matches_read(&open, s->home);
        show_open(s, &open);
    }
    int64_t now_ms = live_now_ms();
    if (s->has_changes && s->has_site && now_ms >= s->told_ms + TELL_OPEN_MS) {
        tell_newest(s);
        s->has_changes = false;
        s->told_ms = now_ms;
    }
}

/* Reads what is new in the database. */
static void look_at_database(dom_site_live *s)
{
    dom_err err = {.text = ""};
    dom_rc rc = open_live_store(s, &err);
    if (rc == DOM_OK)
        rc = read_news(s, &err);
    if (rc == DOM_OK)
        rc = follow_progress(s, &err);
    if (rc != DOM_OK)
        forget_site(s, rc == DOM_E_ABSENT, err.text);
}

/* Reads the matches of people. A table that has ended gets a link to its replay. */
static void look_at_people(dom_site_live *s)
{
    uint64_t version = s->played->version;
    look_at_database(s->played);
    if (s->played->version != version)
        dom_site_play_touch(s->play);
}

void dom_site_live_poll(dom_site_live *s)
{
    look_at_database(s);
    look_at_open(s);
    if (s->play)
        look_at_people(s);
    dom_http_server_poll(s->server);
    if (live_now_ms() >= s->ping_ms) {
        dom_http_server_ping(s->server);
        s->ping_ms = live_now_ms() + PING_MS;
    }
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

/* Makes a site that has read nothing yet. Returns NULL when out of memory. */
static dom_site_live *new_site(const dom_home *home, const char *tournament, const char *lobby)
{
    dom_site_live *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->home = home;
    s->tournament = tournament;
    s->lobby = lobby;
    (void)pthread_mutex_init(&s->lock, NULL);
    return s;
}

/* Lets people play, and makes the pages of their matches. */
static dom_rc open_people(dom_site_live *s, const dom_site_live_spec *spec, dom_err *err)
{
    dom_site_play_spec play = {.home = spec->people,
                               .has_replay = has_replay,
                               .tell = tell_tables,
                               .context = s,
                               .tables_from_one = spec->is_behind_proxy ? 0 : ADDRESS_TABLES};
    s->played = new_site(spec->people, NULL, "../play/");
    return s->played ? dom_site_play_open(&s->play, &play, err) : dom_err_no_memory(err);
}

static dom_http_limits limits_of(const dom_site_live_spec *spec)
{
    dom_http_limits limits = DOM_HTTP_LIMITS;
    if (spec->is_behind_proxy)
        limits.address_connections = limits.address_listeners = 0;
    return limits;
}

static void answer_people(void *context, const dom_http_play_request *request, dom_http_answer *out)
{
    dom_site_play_answer(((dom_site_live *)context)->play, request, out);
}

/* The hall's thread tells the server of its tables as soon as there is one, and until it is
 * stopped. */
static dom_rc start_server(dom_site_live *s, const dom_http_server_spec *spec, dom_err *err)
{
    dom_http_server *server = NULL;
    dom_rc rc = dom_http_server_start(&server, spec, err);
    (void)pthread_mutex_lock(&s->lock);
    s->server = server;
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
    dom_site_live *s = new_site(spec->home, spec->tournament, spec->people ? "play/" : NULL);
    if (s == NULL)
        return dom_err_no_memory(err);
    dom_http_server_spec server = {.listen = spec->listen,
                                   .is_public = spec->is_public,
                                   .limits = limits_of(spec),
                                   .answer = dom_site_live_answer,
                                   .play = spec->people ? answer_people : NULL,
                                   .context = s};
    s->url = spec->url;
    *out = s;
    if (spec->people)
        rc = open_people(s, spec, err);
    return rc == DOM_OK ? start_server(s, &server, err) : rc;
}

const char *dom_site_live_url(const dom_site_live *s)
{
    return dom_http_server_url(s->server);
}

void dom_site_live_close(dom_site_live *s)
{
    if (s == NULL)
        return;
    stop_server(s);
    dom_site_play_close(&s->play);
    dom_site_live_close(s->played);
    dom_store_close(&s->store);
    dom_store_close(&s->pages);
    dom_web_site_clear(&s->site);
    dom_live_open_matches_clear(&s->open);
    (void)pthread_mutex_destroy(&s->lock);
    free(s);
}
