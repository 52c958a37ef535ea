/* site/report.h - the pages of a site as files in a folder.
 *
 *     dom_site_report_check    may the folder be written or replaced?
 *     dom_site_report_write    read the site and write its pages
 */
#ifndef DOM_SITE_REPORT_H
#define DOM_SITE_REPORT_H

#include "base/path.h"
#include "store/store.h"

typedef struct {
    dom_store *store;
    const char *tournament; /* one tournament alone; NULL: all                  */
    bool is_at_work;        /* an arena is at work on this database             */
    bool has_matches;       /* false: 100 of one tournament, 150 shared by many */
    uint64_t matches;       /* of each tournament so many have a page, the newest */
} dom_site_report_spec;

typedef struct {
    char target[DOM_PATH_BYTES]; /* the folder, without '/' at its end          */
    uint64_t pages;              /* that were written                           */
} dom_site_report;

/* Nothing, an empty folder or an earlier report may be in the place of a report.
 *
 * target  the folder; NULL: none was named
 *
 * Returns DOM_OK; DOM_E_CONFIG when something else is there, or no folder was named; or
 * DOM_E_IO. */
dom_rc dom_site_report_check(dom_site_report *out, const char *target, dom_err *err);

/* Write all pages aside, then put them in place of what is there in one step. On failure nothing is
 * left aside and what was there stays.
 *
 * report  from dom_site_report_check, which is to have returned DOM_OK
 *
 * Returns DOM_OK; DOM_E_INTERRUPTED once a signal that is held (base/interrupt.h) came; DOM_E_IO,
 * DOM_E_NOMEM, or as dom_site_read does. */
dom_rc dom_site_report_write(dom_site_report *report, const dom_site_report_spec *spec,
                             dom_err *err);

#endif
