#include "commands.h"

#include "home.h"
#include "host/folder.h"
#include "interrupt.h"
#include "past.h"
#include "site_match.h"
#include "site_read.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Matches that have a page without --matches: of one tournament, and of all together. */
enum { MATCHES_OF_ONE = 100, MATCHES_OF_ALL = 150 };

/* Lies in every report, so that the next may take its place. */
static const char marker[] = "assets/.domino-arena-report";

typedef struct {
    const cli_args *args;
    cli_home home;
    dom_store *store;
    dom_err *err;
    web_site site;
    web_reader reader;
    char target[DOM_PATH_BYTES], folder[DOM_PATH_BYTES + 32];
    uint32_t tournament; /* whose matches are being written                     */
    uint64_t pages;
} reporter;

/* ---- files --------------------------------------------------------------------- */

/* What is written aside is named as it is to be. */
static dom_rc cannot(const reporter *r, const char *path)
{
    size_t aside = strlen(r->folder);
    bool is_aside = strncmp(path, r->folder, aside) == 0;
    return dom_err_set(r->err, DOM_E_IO, "%s%s: cannot write: %s", is_aside ? r->target : "",
                       is_aside ? path + aside : path, strerror(errno));
}

/* Make the folders on the way to `path`, which begins with the report's folder. */
static dom_rc make_folders(const reporter *r, char *path)
{
    for (char *slash = path + strlen(r->folder) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        bool is_made = mkdir(path, 0755) == 0 || errno == EEXIST;
        *slash = '/';
        if (!is_made)
            return cannot(r, path);
    }
    return DOM_OK;
}

static dom_rc write_file(reporter *r, const char *name, const char *bytes, size_t size)
{
    char path[sizeof r->folder + WEB_SLUG_BYTES + 64];
    (void)snprintf(path, sizeof path, "%s/%s", r->folder, name);
    dom_rc rc = make_folders(r, path);
    if (rc != DOM_OK)
        return rc;
    FILE *file = fopen(path, "wxe");
    if (file == NULL)
        return cannot(r, path);
    bool is_written = fwrite(bytes, 1, size, file) == size;
    is_written = fclose(file) == 0 && is_written;
    return is_written ? DOM_OK : cannot(r, path);
}

static dom_rc write_html(reporter *r, const char *path, const html *h)
{
    r->pages++;
    return h->has_failed ? dom_err_set(r->err, DOM_E_NOMEM, "out of memory")
                         : write_file(r, path, h->bytes, h->size);
}

/* Returns DOM_E_INTERRUPTED after a signal; the caller then removes what was written aside. */
static dom_rc check_interrupt(const reporter *r)
{
    return interrupt_signal()
               ? dom_err_set(r->err, DOM_E_INTERRUPTED, "interrupted; nothing is written")
               : DOM_OK;
}

/* ---- pages --------------------------------------------------------------------- */

static dom_rc write_page(void *context, const char *path)
{
    reporter *r = context;
    web_asset asset;
    html h = {0};
    if (web_asset_find(path, &asset))
        return write_file(r, path, asset.bytes, asset.size);
    dom_rc rc = web_page(&h, &r->site, &r->reader, path) ? write_html(r, path, &h) : DOM_OK;
    html_clear(&h);
    return rc == DOM_OK ? check_interrupt(r) : rc;
}

static dom_rc write_match(reporter *r, const dom_store_tournament *t, uint64_t number)
{
    char slug[WEB_SLUG_BYTES], path[WEB_SLUG_BYTES + 48];
    html h = {0};
    dom_rc rc = site_match_page(&h, &r->site, r->tournament, r->store, t, number, r->err);
    web_slug(slug, t->name);
    (void)snprintf(path, sizeof path, "match/%s/%llu.html", slug, (unsigned long long)number);
    if (rc == DOM_OK)
        rc = write_html(r, path, &h);
    html_clear(&h);
    /* A gap: begun and not finished. One that cannot be played again is for `verify`. */
    if (rc == DOM_E_ABSENT || rc == DOM_E_MALFORMED)
        rc = DOM_OK;
    return rc == DOM_OK ? check_interrupt(r) : rc;
}

static dom_rc write_matches(void *context, const dom_store_tournament *t)
{
    reporter *r = context;
    dom_rc rc = DOM_OK;
    const web_tournament *w = NULL;
    for (size_t i = 0; i < r->site.tournament_count; i++)
        if (strcmp(r->site.tournaments[i].name, t->name) == 0) {
            w = &r->site.tournaments[i];
            r->tournament = (uint32_t)i;
        }
    if (w == NULL)
        return DOM_OK;
    uint64_t from = w->last_match > r->site.replays ? w->last_match - r->site.replays + 1 : 1;
    for (uint64_t number = from; rc == DOM_OK && number <= w->last_match; number++)
        rc = write_match(r, t, number);
    return rc;
}

static dom_rc write_all(reporter *r)
{
    dom_rc rc = write_file(r, marker, "", 0);
    if (rc == DOM_OK)
        rc = web_page_each(&r->site, write_page, r);
    return rc == DOM_OK
               ? past_each_tournament(r->store, r->args->tournament, write_matches, r, r->err)
               : rc;
}

/* ---- the folder ------------------------------------------------------------------ */

static bool is_empty(const char *path)
{
    DIR *folder = opendir(path);
    int entries = 0;
    while (folder && entries <= 2 && readdir(folder))
        entries++;
    if (folder)
        closedir(folder);
    return folder != NULL && entries <= 2; /* "." and ".."                      */
}

/* Nothing, an empty folder or an earlier report may be in the place of the report. */
static dom_rc check_target(reporter *r)
{
    char mark[sizeof r->target + sizeof marker + 1];
    const char *target = r->args->output;
    if (target == NULL || *target == '\0')
        return dom_err_set(r->err, DOM_E_CONFIG, "report needs a folder: report -o DIR");
    int size = snprintf(r->target, sizeof r->target, "%s", target);
    if (size >= (int)sizeof r->target)
        return dom_err_set(r->err, DOM_E_CONFIG, "-o: the path is too long");
    while (size > 1 && r->target[size - 1] == '/')
        r->target[--size] = '\0';
    (void)snprintf(mark, sizeof mark, "%s/%s", r->target, marker);
    if (access(mark, F_OK) == 0 || is_empty(r->target) ||
        (access(r->target, F_OK) != 0 && errno == ENOENT))
        return DOM_OK;
    if (access(r->target, R_OK) != 0 && errno == EACCES)
        return dom_err_set(r->err, DOM_E_IO, "%s: %s", r->target, strerror(errno));
    return dom_err_set(r->err, DOM_E_CONFIG,
                       "%s: something else is there; allowed: a new or empty folder, or an "
                       "earlier report, which is replaced",
                       r->target);
}

static dom_rc make_folder(reporter *r)
{
    (void)snprintf(r->folder, sizeof r->folder, "%s.tmp-XXXXXX", r->target);
    if (mkdtemp(r->folder) == NULL || chmod(r->folder, 0755) != 0)
        return cannot(r, r->target);
    return DOM_OK;
}

/* The new report takes the place of the old one in one step. */
static dom_rc put_in_place(const reporter *r)
{
    if (renameat2(AT_FDCWD, r->folder, AT_FDCWD, r->target, RENAME_EXCHANGE) == 0) {
        dom_folder_remove(r->folder);
        return DOM_OK;
    }
    if (rename(r->folder, r->target) == 0)
        return DOM_OK;
    return cannot(r, r->target);
}

/* Replays of each tournament: replays are most of a report, so many tournaments share them. */
static uint64_t replays_of(const reporter *r)
{
    uint64_t tournaments = r->site.tournament_count;
    uint64_t share = tournaments ? MATCHES_OF_ALL / tournaments : MATCHES_OF_ONE;
    if (r->args->has_matches)
        return (uint64_t)r->args->matches;
    if (share > MATCHES_OF_ONE)
        return MATCHES_OF_ONE;
    return share > 0 ? share : 1;
}

static dom_rc report(reporter *r)
{
    bool is_at_work = cli_home_holder(&r->home) != 0;
    site_read_spec spec = {.store = r->store, .tournament = r->args->tournament};
    dom_rc rc = site_read(&r->site, &spec, r->err);
    if (rc != DOM_OK)
        return rc == DOM_E_INTERRUPTED ? check_interrupt(r) : rc;
    r->site.is_at_work = is_at_work;
    site_source source = {r->store, &r->site};
    r->reader = site_reader(&source);
    r->site.replays = replays_of(r);
    rc = make_folder(r);
    if (rc == DOM_OK) {
        rc = write_all(r);
        if (rc == DOM_OK)
            rc = put_in_place(r);
        if (rc != DOM_OK)
            dom_folder_remove(r->folder);
    }
    return rc;
}

int cmd_report(const cli_args *args)
{
    dom_err err = {.rc = DOM_OK};
    reporter r = {.args = args, .err = &err};
    dom_rc rc = check_target(&r);
    interrupt_hold();
    if (rc == DOM_OK)
        rc = cli_home_find(&r.home, args, &err);
    if (rc == DOM_OK)
        rc = cli_home_read(&r.home, &r.store, &err);
    if (rc == DOM_OK)
        rc = report(&r);
    web_site_clear(&r.site);
    dom_store_close(&r.store);
    if (rc != DOM_OK) {
        (void)cli_fail(&err);
        return rc == DOM_E_INTERRUPTED ? CLI_SIGNAL + interrupt_signal() : cli_status(rc);
    }
    (void)printf("%s/index.html: %llu pages\n", r.target, (unsigned long long)r.pages);
    return CLI_OK;
}
