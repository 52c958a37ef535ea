/* report_place.h - which folder a report may replace.
 *
 * A report lists its own files in one of them, DOM_SITE_REPORT_LIST, sorted and one in each line. A
 * folder with any other file, such as .git or CNAME of somebody who publishes the report, is never
 * replaced, because they would be lost.
 */
#ifndef DOM_SITE_REPORT_PLACE_H
#define DOM_SITE_REPORT_PLACE_H

#include "base/err.h"

#define DOM_SITE_REPORT_LIST "assets/.domino-arena-report"

/* Returns DOM_OK if there is nothing at `target`, an empty folder, or a report and nothing else;
 * DOM_E_CONFIG names what else is there; DOM_E_IO. */
dom_rc dom_site_report_place_check(const char *target, dom_err *err);

#endif
