/* Writes one match as one file. */
#include "site/report.h"

#include "base/path.h"
#include "fs/whole_file.h"
#include "site/site_match.h"
#include "site/site_read.h"

#include <string.h>
#include <sys/stat.h>

dom_rc dom_site_report_match_check(const char *target, dom_err *err)
{
    struct stat st;
    size_t size = target ? strlen(target) : 0;
    if (size < 6 || strcmp(target + size - 5, ".html") != 0)
        return dom_err_set(err, DOM_E_CONFIG,
                           "a match is written to a file whose name ends with .html: domino-arena "
                           "report --match MATCH -o match.html");
    if (size >= DOM_PATH_BYTES)
        return dom_err_set(err, DOM_E_CONFIG, "-o: the path is too long");
    if (stat(target, &st) == 0 && !S_ISREG(st.st_mode))
        return dom_err_set(err, DOM_E_CONFIG, "-o: %s is there and is no file", target);
    return DOM_OK;
}

static dom_rc write_match(const dom_site_match *match, const char *target, dom_err *err)
{
    dom_web_html page = {0};
    dom_rc rc = dom_site_match_file(&page, match, err);
    if (rc == DOM_OK)
        rc = dom_fs_file_put(target, page.bytes, page.size, 0644, err);
    dom_web_html_clear(&page);
    return rc;
}

/* Writes a match of *t. The site has this tournament alone. */
static dom_rc write_of(const dom_web_site *site, dom_store *store, const dom_store_tournament *t,
                       uint64_t number, const char *target, dom_err *err)
{
    dom_site_match *match;
    dom_rc rc = dom_site_match_open(&match, site, 0, store, t, number, err);
    if (rc == DOM_OK)
        rc = write_match(match, target, err);
    dom_site_match_close(&match);
    return rc;
}

dom_rc dom_site_report_match(dom_store *store, const char *tournament, uint64_t number,
                             const char *target, dom_err *err)
{
    dom_web_site site = {.tournament_count = 0};
    dom_store_tournament t;
    dom_rc rc = dom_store_tournament_find(store, tournament, &t, err);
    if (rc != DOM_OK)
        return rc;
    rc = dom_site_read(&site, &(dom_site_read_spec){.store = store, .tournament = t.name}, err);
    if (rc == DOM_OK)
        rc = write_of(&site, store, &t, number, target, err);
    dom_web_site_clear(&site);
    dom_store_tournament_free(&t);
    return rc;
}
