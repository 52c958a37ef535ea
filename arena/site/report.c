/* Writes the pages into a temporary folder TARGET.tmp-XXXXXX, which then takes the place of the
 * target by one rename. */
#include "site/report.h"

#include "base/interrupt.h"
#include "base/path.h"
#include "base/string_list.h"
#include "fs/remove_tree.h"
#include "report_place.h"
#include "results/match_reader.h"
#include "site/site_match.h"
#include "site/site_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Without --matches: how many matches have pages in all tournaments together. They have some 300 kB
 * each, so a report of 1,500 matches of eight bots has less than 25 MB. */
enum { MATCHES_OF_ALL = 36 };

typedef struct {
    const dom_site_report_spec *spec;
    dom_site_report *done;
    dom_err *err;
    dom_web_site site;
    dom_web_reader reader;
    char *target;                     /* the folder of the report; points into *done */
    char folder[DOM_PATH_BYTES + 32]; /* the temporary folder                    */
    dom_strings files;                /* that were written, as paths in the folder */
    uint32_t tournament;              /* index of the tournament whose matches are written */
} report_writer;

/* ---- files --------------------------------------------------------------------- */

/* Reports an error. For a file in the temporary folder, the text names the file of the target. */
static dom_rc cannot_report(const report_writer *r, const char *path)
{
    size_t aside = strlen(r->folder);
    bool is_aside = strncmp(path, r->folder, aside) == 0;
    return dom_err_set(r->err, DOM_E_IO, "%s%s: cannot write: %s", is_aside ? r->target : "",
                       is_aside ? path + aside : path, strerror(errno));
}

/* A web server is another user, so everybody may read a report whatever the umask is. */
static bool make_readable_folder(const char *path)
{
    return mkdir(path, 0755) == 0 ? chmod(path, 0755) == 0 : errno == EEXIST;
}

/* Makes the folders that lead to `path`, which begins with the temporary folder. */
static dom_rc make_report_folders(const report_writer *r, char *path)
{
    for (char *slash = path + strlen(r->folder) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        bool is_made = make_readable_folder(path);
        *slash = '/';
        if (!is_made)
            return cannot_report(r, path);
    }
    return DOM_OK;
}

static dom_rc write_report_file(report_writer *r, const char *name, const char *bytes, size_t size)
{
    char path[sizeof r->folder + DOM_WEB_SLUG_BYTES + 64];
    (void)snprintf(path, sizeof path, "%s/%s", r->folder, name);
    dom_rc rc = make_report_folders(r, path);
    if (rc != DOM_OK)
        return rc;
    FILE *file = fopen(path, "wxe");
    if (file == NULL)
        return cannot_report(r, path);
    bool is_written = fchmod(fileno(file), 0644) == 0 && fwrite(bytes, 1, size, file) == size;
    is_written = fclose(file) == 0 && is_written;
    if (!is_written)
        return cannot_report(r, path);
    return dom_strings_add(&r->files, name) ? DOM_OK : dom_err_no_memory(r->err);
}

static dom_rc write_report_form(report_writer *r, const char *path, const dom_web_html *h)
{
    r->done->pages += dom_web_form_of(path) == DOM_WEB_HTML;
    return h->has_failed ? dom_err_no_memory(r->err)
                         : write_report_file(r, path, h->bytes, h->size);
}

/* Returns DOM_E_INTERRUPTED after a signal; the caller then removes the temporary folder. */
static dom_rc report_interrupt(const report_writer *r)
{
    return dom_interrupt_signal()
               ? dom_err_set(r->err, DOM_E_INTERRUPTED, "interrupted; no report was written")
               : DOM_OK;
}

/* ---- pages --------------------------------------------------------------------- */

static dom_rc write_report_page(void *context, const char *path)
{
    report_writer *r = context;
    dom_web_asset asset;
    dom_web_html h = {0};
    if (dom_web_asset_find(path, &asset))
        return write_report_file(r, path, asset.bytes, asset.size);
    dom_rc rc =
        dom_web_page(&h, &r->site, &r->reader, path) ? write_report_form(r, path, &h) : DOM_OK;
    dom_web_html_clear(&h);
    return rc == DOM_OK ? report_interrupt(r) : rc;
}

/* Writes a page that has a number in a tournament, if it was made: `rc` says so. It clears the
 * page. */
static dom_rc write_report_number(report_writer *r, const char *folder,
                                  const dom_web_number_path *number, dom_rc rc, dom_web_html *page)
{
    char path[DOM_WEB_NUMBER_PATH_BYTES];
    dom_web_number_path_write(path, folder, number);
    if (rc == DOM_OK)
        rc = write_report_form(r, path, page);
    dom_web_html_clear(page);
    return rc == DOM_OK ? report_interrupt(r) : rc;
}

/* Writes the record and the rounds of a match that was opened. */
static dom_rc write_report_rounds(report_writer *r, const dom_site_match *match,
                                  dom_web_number_path path)
{
    dom_web_html page = {0};
    path.is_json = true;
    dom_rc rc = dom_site_match_page(&page, match, &path, r->err);
    if (rc != DOM_E_ABSENT) /* its set is complete */
        rc = write_report_number(r, "match", &path, rc, &page);
    path.is_json = false;
    for (rc = rc == DOM_E_ABSENT ? DOM_OK : rc; rc == DOM_OK; path.round++) {
        rc = dom_site_match_page(&page, match, &path, r->err);
        rc = write_report_number(r, "match", &path, rc, &page);
    }
    return rc == DOM_E_ABSENT ? DOM_OK : rc;
}

static dom_rc write_report_match(report_writer *r, const dom_store_tournament *t,
                                 const dom_web_number_path *path)
{
    dom_site_match *match;
    dom_rc rc = dom_site_match_open(&match, &r->site, r->tournament, r->spec->store, t,
                                    path->number, r->err);
    if (rc == DOM_OK)
        rc = write_report_rounds(r, match, *path);
    dom_site_match_close(&match);
    /* Skipped: a match that was begun and not finished, and one that cannot be replayed, which
     * `verify` reports. */
    return rc == DOM_E_ABSENT || rc == DOM_E_MALFORMED ? DOM_OK : rc;
}

/* Writes a page of a list of matches in both forms. */
static dom_rc write_report_list(report_writer *r, const dom_web_match_list_path *path)
{
    const dom_http_query none = {.count = 0};
    dom_web_match_list_path form = *path;
    dom_rc rc = DOM_OK;
    for (int is_json = 0; rc == DOM_OK && is_json <= 1; is_json++) {
        char name[DOM_WEB_MATCH_LIST_PATH_BYTES + 8];
        dom_web_html page = {0};
        form.is_json = is_json;
        dom_web_match_list_path_write(name, &r->site, &form);
        (void)snprintf(name + strlen(name), 8, "%s",
                       dom_web_form_end(is_json ? DOM_WEB_JSON : DOM_WEB_HTML));
        rc = dom_site_match_list_page(&page, &r->site, r->spec->store, &form, &none, r->err);
        if (rc == DOM_OK)
            rc = write_report_form(r, name, &page);
        dom_web_html_clear(&page);
    }
    return rc == DOM_OK ? report_interrupt(r) : rc;
}

/* Writes all pages of a list: there is one after the last, which is absent. */
static dom_rc write_report_whole_list(report_writer *r, dom_web_filter_key fixed, size_t option)
{
    dom_web_match_list_path path = {.fixed = fixed, .option = (int)option, .page = 1};
    dom_rc rc;
    while ((rc = write_report_list(r, &path)) == DOM_OK)
        path.page++;
    return rc == DOM_E_ABSENT ? DOM_OK : rc;
}

static dom_rc write_report_lists(report_writer *r)
{
    dom_rc rc = DOM_OK;
    for (size_t i = 0; rc == DOM_OK && i < r->site.tournament_count; i++)
        rc = write_report_whole_list(r, DOM_WEB_FILTER_TOURNAMENT, i);
    for (size_t i = 0; rc == DOM_OK && i < r->site.bot_count; i++)
        rc = write_report_whole_list(r, DOM_WEB_FILTER_BOT, i);
    return rc;
}

static dom_rc write_report_matches(void *context, const dom_store_tournament *t)
{
    report_writer *r = context;
    dom_rc rc = DOM_OK;
    const dom_web_tournament *w = NULL;
    for (size_t i = 0; i < r->site.tournament_count; i++)
        if (strcmp(r->site.tournaments[i].name, t->name) == 0) {
            w = &r->site.tournaments[i];
            r->tournament = (uint32_t)i;
        }
    if (w == NULL)
        return DOM_OK;
    dom_web_number_path path = {.round = 1};
    dom_web_slug(path.slug, t->name);
    uint64_t from = w->last_match > r->site.replays ? w->last_match - r->site.replays + 1 : 1;
    const dom_web_match_ref *shown = &r->site.highlight.where;
    if (shown->tournament == r->tournament && 0 < shown->match && shown->match < from &&
        dom_web_site_has_match(&r->site, *shown)) {
        path.number = shown->match;
        rc = write_report_match(r, t, &path);
    }
    for (path.number = from; rc == DOM_OK && path.number <= w->last_match; path.number++)
        rc = write_report_match(r, t, &path);
    return rc;
}

/* Writes the list of the files, which shows what the next report may replace (report_place.h). */
static dom_rc write_report_files(report_writer *r)
{
    char *text = NULL;
    size_t size = 0;
    bool ok = dom_strings_add(&r->files, DOM_SITE_REPORT_LIST);
    FILE *list = ok ? open_memstream(&text, &size) : NULL;
    dom_strings_sort(&r->files);
    for (size_t i = 0; list && i < r->files.count; i++)
        (void)fprintf(list, "%s\n", r->files.item[i]);
    ok = list && fclose(list) == 0;
    dom_rc rc =
        ok ? write_report_file(r, DOM_SITE_REPORT_LIST, text, size) : dom_err_no_memory(r->err);
    free(text);
    return rc;
}

static dom_rc write_report_pages(report_writer *r)
{
    dom_rc rc = dom_web_page_each(&r->site, write_report_page, r);
    if (rc == DOM_OK)
        rc = dom_results_each_tournament(r->spec->store, r->spec->tournament, write_report_matches,
                                         r, r->err);
    if (rc == DOM_OK)
        rc = write_report_lists(r);
    return rc == DOM_OK ? write_report_files(r) : rc;
}

/* ---- the folder ------------------------------------------------------------------ */

static dom_rc make_report_folder(report_writer *r)
{
    (void)snprintf(r->folder, sizeof r->folder, "%s.tmp-XXXXXX", r->target);
    if (mkdtemp(r->folder) == NULL || chmod(r->folder, 0755) != 0)
        return cannot_report(r, r->target);
    return DOM_OK;
}

/* Puts the new report in the place of the old one in one step. */
static dom_rc put_report_in_place(const report_writer *r)
{
    if (renameat2(AT_FDCWD, r->folder, AT_FDCWD, r->target, RENAME_EXCHANGE) == 0) {
        dom_fs_remove_tree(r->folder);
        return DOM_OK;
    }
    if (rename(r->folder, r->target) == 0)
        return DOM_OK;
    return cannot_report(r, r->target);
}

/* Returns how many matches of each tournament get a page: tournaments share MATCHES_OF_ALL, and
 * each has at least 1. */
static uint64_t replays_of(const report_writer *r)
{
    uint64_t tournaments = r->site.tournament_count;
    uint64_t share = tournaments > 0 ? MATCHES_OF_ALL / tournaments : 0;
    if (r->spec->has_matches)
        return r->spec->matches;
    return share > 0 ? share : 1;
}

/* Writes the report to the temporary folder, then puts it in place. */
static dom_rc write_report(report_writer *r)
{
    dom_rc rc = make_report_folder(r);
    if (rc != DOM_OK)
        return rc;
    rc = write_report_pages(r);
    if (rc == DOM_OK)
        rc = put_report_in_place(r);
    if (rc != DOM_OK)
        dom_fs_remove_tree(r->folder);
    return rc;
}

static dom_rc read_report_site(report_writer *r, dom_site_source *source)
{
    dom_site_read_spec spec = {.store = r->spec->store, .tournament = r->spec->tournament};
    dom_rc rc = dom_site_read(&r->site, &spec, r->err);
    if (rc != DOM_OK)
        return rc == DOM_E_INTERRUPTED ? report_interrupt(r) : rc;
    r->site.is_at_work = r->spec->is_at_work;
    r->site.url = r->spec->url;
    r->reader = dom_site_reader(source);
    r->site.replays = replays_of(r);
    return DOM_OK;
}

dom_rc dom_site_report_check(dom_site_report *out, const char *target, dom_err *err)
{
    *out = (dom_site_report){.pages = 0};
    if (target == NULL || *target == '\0')
        return dom_err_set(err, DOM_E_CONFIG, "report needs a folder: domino-arena report -o DIR");
    int size = snprintf(out->target, sizeof out->target, "%s", target);
    if (size >= (int)sizeof out->target)
        return dom_err_set(err, DOM_E_CONFIG, "-o: the path is too long");
    while (size > 1 && out->target[size - 1] == '/')
        out->target[--size] = '\0';
    return dom_site_report_place_check(out->target, err);
}

dom_rc dom_site_report_write(dom_site_report *report, const dom_site_report_spec *spec,
                             dom_err *err)
{
    report_writer r = {.spec = spec, .done = report, .target = report->target, .err = err};
    dom_site_source source = {spec->store, &r.site, spec->home};
    dom_rc rc = read_report_site(&r, &source);
    if (rc == DOM_OK)
        rc = write_report(&r);
    dom_web_site_clear(&r.site);
    dom_strings_clear(&r.files);
    return rc;
}
