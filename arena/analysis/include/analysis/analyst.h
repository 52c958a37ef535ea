/* analysis/analyst.h - values the last matches of each tournament beside something else, such as a
 * server of pages.
 *
 *     dom_analysis_analyst_spec spec = {.db = "home/arena.db"};
 *     rc = dom_analysis_analyst_start(&analyst, &spec, &err);
 *     ...
 *     dom_analysis_analyst_stop(&analyst);
 *
 * A thread of low priority looks every few seconds for duplicate sets that were played to
 * their end, the newest first, and values what the file (analysis/analysis_file.h) does not have
 * yet. A run and other analyses may work at the same time.
 */
#ifndef DOM_ANALYSIS_ANALYST_H
#define DOM_ANALYSIS_ANALYST_H

#include "base/err.h"

/* Of each tournament so many matches are valued: the last ones. */
enum { DOM_ANALYSIS_ANALYST_MATCHES = 200 };

/* All pointers are borrowed until the analyst is stopped. */
typedef struct {
    const char *db;         /* path of the database, which need not exist yet */
    const char *tournament; /* the only one whose matches are valued; NULL: all */
    void *context;
    /* Why it cannot work now, in the analyst's thread; it tries again later. The same text is not
     * said twice in a row. */
    void (*on_error)(void *context, const dom_err *why);
} dom_analysis_analyst_spec;

typedef struct dom_analysis_analyst dom_analysis_analyst;

/* Starts the thread. The spec is copied. Interrupts must be held (base/interrupt.h).
 *
 * Returns DOM_OK; DOM_E_NOMEM; DOM_E_IO if there can be no thread. Then *out is NULL. */
dom_rc dom_analysis_analyst_start(dom_analysis_analyst **out, const dom_analysis_analyst_spec *spec,
                                  dom_err *err);

/* Ends the thread, which takes some hundredths of a second, and sets *analyst to NULL. What was
 * valued until then is kept. *analyst may be NULL. */
void dom_analysis_analyst_stop(dom_analysis_analyst **analyst);

#endif
