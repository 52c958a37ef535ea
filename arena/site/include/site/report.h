/* site/report.h - writes the pages of a site as files into a folder, or one match as one file.
 *
 *     dom_site_report_check        checks whether the folder may be written or replaced
 *     dom_site_report_write        reads the database and writes the pages
 *     dom_site_report_match_check  checks the name of the file
 *     dom_site_report_match        reads the match and writes the file
 */
#ifndef DOM_SITE_REPORT_H
#define DOM_SITE_REPORT_H

#include "base/path.h"
#include "store/store.h"

typedef struct {
    dom_store *store;
    const char *home;       /* data folder, which has the snapshots of bots; borrowed */
    const char *tournament; /* show only this tournament; NULL: all             */
    const char *url;  /* the public address of the pages (http/public_url.h), for feed and link
                         cards; NULL: none */
    bool is_at_work;  /* an arena is using this database now              */
    bool has_matches; /* `matches` is set; else the tournaments share 36 pages of matches,
                         and each has at least 1                          */
    uint64_t matches; /* the newest matches of each tournament that get a page */
} dom_site_report_spec;

typedef struct {
    char target[DOM_PATH_BYTES]; /* the folder, without '/' at its end          */
    uint64_t pages;              /* number of pages that were written           */
} dom_site_report;

/* Checks that a report may be written to a folder: it does not exist, is empty, or contains an
 * earlier report and no other file.
 *
 * target  the folder; NULL if the user named none
 *
 * Returns DOM_OK; DOM_E_CONFIG if something else is there, or no folder was named; DOM_E_IO. */
dom_rc dom_site_report_check(dom_site_report *out, const char *target, dom_err *err);

/* Writes all pages to a temporary folder beside the target, which then replaces the target in one
 * step. On failure the temporary folder is removed, and the target is as it was.
 *
 * report  from dom_site_report_check, which returned DOM_OK
 *
 * Returns DOM_OK; DOM_E_INTERRUPTED after a signal that is held (base/interrupt.h); DOM_E_IO;
 * DOM_E_NOMEM; or what dom_site_read returns. */
dom_rc dom_site_report_write(dom_site_report *report, const dom_site_report_spec *spec,
                             dom_err *err);

/* Checks the name of a file for a match: it ends with .html, so that no other file is replaced by
 * mistake. Returns DOM_OK or DOM_E_CONFIG.
 *
 * target  NULL if the user named none */
dom_rc dom_site_report_match_check(const char *target, dom_err *err);

/* Writes a match as one file, which replaces an earlier one in one step.
 *
 * tournament  NULL: the newest
 * target      has passed the check
 *
 * Returns DOM_OK; DOM_E_ABSENT if there is no such match, or its duplicate set is still being
 * played; DOM_E_MALFORMED if it cannot be replayed; DOM_E_IO; DOM_E_NOMEM; or what dom_site_read
 * returns. */
dom_rc dom_site_report_match(dom_store *store, const char *tournament, uint64_t number,
                             const char *target, dom_err *err);

#endif
