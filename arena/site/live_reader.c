/* Reads the database whenever something is new and the pause is over, and tells the news. */
#include "live_site_internal.h"

#include "analysis/analysis_file.h"
#include "base/now.h"
#include "site/site_open.h"
#include "site/site_progress.h"
#include "site/site_read.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum {
    TELL_OPEN_MS = 1000, /* changes of the matches under way are announced as often as this */
    NICENESS = 10        /* of the reading thread: pages and tournaments come first */
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

static void hold_site(void *context)
{
    dom_site_live_reader *r = context;
    (void)pthread_mutex_lock(&r->shown->lock);
}

static void let_site_go(void *context)
{
    dom_site_live_reader *r = context;
    (void)pthread_mutex_unlock(&r->shown->lock);
}

/* Discards the site; the pages show `why` instead, as `message` says. */
static void forget_site(dom_site_live_reader *r, bool is_empty, const char *why)
{
    dom_store_close(&r->store);
    dom_site_refresh_hurry(&r->refresh);
    hold_site(r);
    dom_web_site_clear(&r->shown->site);
    r->shown->has_site = false;
    r->shown->is_empty = is_empty;
    (void)snprintf(r->shown->message, sizeof r->shown->message, "%s", why);
    let_site_go(r);
}

/* Gives the site a new version, because what is shown has changed. The first version is the time of
 * day, because a page in a browser may outlive the server and compares its version with that of the
 * next server. */
static void mark_site(dom_site_live_reader *r, dom_web_site *site)
{
    r->version = r->version ? r->version + 1 : (uint64_t)site->made_ms;
    site->version = r->version;
    site->is_served = true;
    site->url = r->scope->url;
    site->lobby = r->scope->lobby;
    site->is_at_work = r->seen.is_at_work;
    dom_site_show_open(site, &r->shown->open);
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
static void tell_newest(dom_site_live_reader *r)
{
    hold_site(r);
    r->shown->site.now_ms = dom_now_ms();
    json_t *object = newest_json(&r->shown->site);
    if (r->shown->site.open.is_there)
        (void)json_object_set_new(object, "now", json_integer((json_int_t)r->open.changes));
    if (r->is_behind)
        (void)json_object_set_new(object, "age", json_integer(dom_web_site_age_s(&r->shown->site)));
    let_site_go(r);
    r->was_running = json_object_get(object, "progress") != NULL;
    char *data = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII);
    if (r->server)
        dom_http_server_tell(r->server, r->version, data ? data : "{}");
    free(data);
    json_decref(object);
}

/* Shows the part of the site that is known by now. When the lists are known, the rest is less
 * urgent than requests and tournaments, so this thread gets a lower priority. */
static void show_part(void *context)
{
    dom_site_live_reader *r = context;
    hold_site(r);
    mark_site(r, &r->shown->site);
    r->shown->has_site = true;
    let_site_go(r);
    tell_newest(r);
    if (r->shown->site.reading < DOM_WEB_READING_LISTS)
        (void)setpriority(PRIO_PROCESS, 0, NICENESS); /* on Linux for this thread only */
}

static dom_rc read_first(dom_site_live_reader *r, dom_site_read_spec *spec, dom_err *err)
{
    const dom_site_watch watch = {hold_site, let_site_go, show_part, r};
    spec->watch = &watch;
    dom_rc rc = dom_site_read(&r->shown->site, spec, err);
    spec->watch = NULL;
    return rc;
}

/* Reads the site again. The old one is shown until the new one is complete. */
static dom_rc read_again(dom_site_live_reader *r, dom_site_read_spec *spec, dom_err *err)
{
    int64_t begin_ms = cpu_now_ms();
    dom_web_site site, old;
    spec->before = &r->shown->site;
    dom_rc rc = dom_site_read(&site, spec, err);
    if (rc != DOM_OK) {
        dom_web_site_clear(&site);
        return rc;
    }
    mark_site(r, &site);
    hold_site(r);
    old = r->shown->site;
    r->shown->site = site;
    let_site_go(r);
    dom_web_site_clear(&old);
    tell_newest(r);
    dom_site_refresh_rest(&r->refresh, live_now_ms(), cpu_now_ms() - begin_ms);
    return DOM_OK;
}

/* Returns true if the open database file still has its name. Another file may have replaced it. */
static bool is_live_file(const dom_site_live_reader *r)
{
    struct stat now;
    return stat(r->scope->home->db, &now) == 0 && now.st_ino == r->file.st_ino &&
           now.st_dev == r->file.st_dev;
}

/* Opens the database, or opens it again if another file has replaced it. */
static dom_rc open_live_store(dom_site_live_reader *r, dom_err *err)
{
    if (r->store && is_live_file(r))
        return DOM_OK;
    if (r->store)
        forget_site(r, false, "");
    dom_rc rc = dom_home_read(r->scope->home, &r->store, err);
    if (rc == DOM_OK && stat(r->scope->home->db, &r->file) != 0)
        rc = dom_err_set(err, DOM_E_IO, "%s: %s", r->scope->home->db, strerror(errno));
    r->seen.version = -1;
    hold_site(r);
    r->shown->opened++;
    let_site_go(r);
    return rc;
}

static dom_rc look_for_news(const dom_site_live_reader *r, dom_site_live_state *out, dom_err *err)
{
    out->is_at_work = dom_home_holder(r->scope->home) != 0;
    out->values = dom_analysis_file_size(r->store);
    dom_rc rc = dom_store_data_version(r->store, &out->version, err);
    return rc == DOM_OK ? dom_store_stage_version(r->store, &out->stages, err) : rc;
}

/* Nothing is new, so the pages are as old as this poll. */
static void note_current(dom_site_live_reader *r)
{
    hold_site(r);
    r->shown->site.current_ms = dom_now_ms();
    let_site_go(r);
}

/* Something is new, and it may take a while until it is read. */
static void note_behind(dom_site_live_reader *r)
{
    bool was_behind = r->is_behind;
    r->is_behind = r->shown->has_site;
    if (r->is_behind && !was_behind)
        tell_newest(r);
}

static void note_reading(dom_site_live_reader *r, int64_t reading_us)
{
    hold_site(r);
    r->shown->readings++;
    r->shown->reading_us = reading_us;
    let_site_go(r);
}

static dom_rc read_site(dom_site_live_reader *r, const dom_site_live_state *now, dom_err *err)
{
    dom_site_read_spec spec = {
        .store = r->store, .tournament = r->scope->tournament, .mark = &r->followed.mark};
    r->seen = *now;
    r->followed.version = now->version;
    r->is_behind = false;
    int64_t begin_us = dom_now_us();
    dom_rc rc = r->shown->has_site ? read_again(r, &spec, err) : read_first(r, &spec, err);
    if (rc == DOM_OK)
        note_reading(r, dom_now_us() - begin_us);
    return rc;
}

static bool is_other_state(const dom_site_live_state *now, const dom_site_live_state *seen)
{
    return now->version != seen->version || now->values != seen->values ||
           now->is_at_work != seen->is_at_work;
}

/* Reads the site if something is new: the database has changed, a match was valued, or an arena has
 * begun or ended, which need not change the database. Nobody waits for the beginning and the end of
 * a tournament. */
static dom_rc read_news(dom_site_live_reader *r, dom_err *err)
{
    dom_site_live_state now;
    dom_rc rc = look_for_news(r, &now, err);
    if (rc != DOM_OK)
        return rc;
    if (!is_other_state(&now, &r->seen)) {
        note_current(r);
        return DOM_OK;
    }
    note_behind(r);
    if (now.stages != r->seen.stages || now.is_at_work != r->seen.is_at_work)
        dom_site_refresh_hurry(&r->refresh);
    return dom_site_refresh_is_due(&r->refresh, live_now_ms()) ? read_site(r, &now, err) : DOM_OK;
}

/* Returns whether matches of the newest tournament are being played. */
static bool is_running(dom_site_live_reader *r)
{
    char progress[DOM_WEB_PROGRESS_BYTES];
    hold_site(r);
    r->shown->site.now_ms = dom_now_ms();
    const dom_web_tournament *t = newest_of(&r->shown->site);
    bool is = t && dom_web_progress(progress, &r->shown->site, t);
    let_site_go(r);
    return is;
}

/* Counts the matches that were finished since the last poll. */
static dom_rc count_new_matches(dom_site_live_reader *r, bool *has_news, dom_err *err)
{
    uint64_t *finished = calloc(r->shown->site.tournament_count + 1, sizeof *finished);
    if (finished == NULL)
        return dom_err_no_memory(err);
    dom_rc rc = dom_site_progress_read(finished, &r->shown->site, r->store, &r->followed.mark, err);
    hold_site(r);
    *has_news = rc == DOM_OK && dom_site_progress_add(&r->shown->site, finished, dom_now_ms());
    let_site_go(r);
    free(finished);
    return rc == DOM_E_ABSENT ? DOM_OK : rc; /* another database is there; the next poll opens it */
}

/* Tells the pages what was finished since the site was read. When nothing was finished for a
 * minute, they are told to fetch themselves again, because they say "Running". */
static dom_rc follow_progress(dom_site_live_reader *r, dom_err *err)
{
    int64_t version;
    bool has_news = false;
    dom_rc rc = dom_store_data_version(r->store, &version, err);
    if (rc == DOM_OK && r->shown->has_site && version != r->followed.version) {
        rc = count_new_matches(r, &has_news, err);
        r->followed.version = version;
    }
    bool has_stopped = r->was_running && !is_running(r);
    if (has_stopped) {
        hold_site(r);
        mark_site(r, &r->shown->site);
        let_site_go(r);
    }
    if (rc == DOM_OK && (has_news || has_stopped))
        tell_newest(r);
    return rc;
}

/* ---- the matches under way ------------------------------------------------------------ */

/* Returns the file of the matches under way; all zero if nobody is at work, or publishes nothing.
 */
static struct stat find_open_file(const dom_site_live_reader *r)
{
    char path[DOM_HOME_BESIDE_BYTES];
    struct stat file;
    dom_home_open_matches_path(path, r->scope->home);
    bool is_there = dom_home_holder(r->scope->home) != 0 && stat(path, &file) == 0;
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
static void show_open(dom_site_live_reader *r, dom_live_open_matches *open)
{
    bool was_there = r->shown->site.open.is_there;
    hold_site(r);
    dom_live_open_matches_clear(&r->shown->open);
    r->shown->open = *open;
    dom_site_show_open(&r->shown->site, &r->shown->open);
    if (r->shown->has_site && r->shown->site.open.is_there != was_there)
        mark_site(r, &r->shown->site);
    let_site_go(r);
    r->open.changes++;
    r->open.has_changes = true;
}

void dom_site_live_reader_poll_open(dom_site_live_reader *r)
{
    struct stat file = find_open_file(r);
    dom_live_open_matches open = {.decisions = NULL};
    if (!is_same_file(&file, &r->open.file)) {
        r->open.file = file;
        if (file.st_ino != 0)
            (void)dom_live_open_matches_read(&open, r->scope->home);
        show_open(r, &open);
    }
    int64_t now_ms = live_now_ms();
    if (r->open.has_changes && r->shown->has_site && now_ms >= r->open.told_ms + TELL_OPEN_MS) {
        tell_newest(r);
        r->open.has_changes = false;
        r->open.told_ms = now_ms;
    }
}

void dom_site_live_reader_poll(dom_site_live_reader *r)
{
    dom_err err = {.text = ""};
    dom_rc rc = open_live_store(r, &err);
    if (rc == DOM_OK)
        rc = read_news(r, &err);
    if (rc == DOM_OK)
        rc = follow_progress(r, &err);
    if (rc != DOM_OK)
        forget_site(r, rc == DOM_E_ABSENT, err.text);
}
