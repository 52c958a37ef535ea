/* analysis/analysis_run.h - values the matches of tournaments, on several threads, and keeps what
 * it has found (analysis/analysis_file.h).
 *
 * Only duplicate sets that were played to their end are valued: the deals of the others are still
 * secret. What comes out does not depend on the number of threads.
 */
#ifndef DOM_ANALYSIS_ANALYSIS_RUN_H
#define DOM_ANALYSIS_ANALYSIS_RUN_H

#include "analysis/analysis_file.h"
#include "results/match_list.h"
#include "results/set_reader.h"

enum { DOM_ANALYSIS_JOBS_MAX = 256 };

/* How far a run is. */
typedef struct {
    uint64_t matches;   /* that were visited                               */
    uint64_t valued;    /* of them, valued by this run; the others were in the file */
    uint64_t open_sets; /* left out: not played to the end                 */
    uint64_t void_sets; /* left out: they count nowhere                    */
} dom_analysis_progress;

/* What is valued. All pointers are borrowed. */
typedef struct {
    dom_store *store;
    dom_analysis_file *file; /* opened for adding */
    dom_analysis_plan plan;
    int jobs;                             /* threads: 1..DOM_ANALYSIS_JOBS_MAX */
    const dom_results_match_query *query; /* its tournament, limit and is_open play no part */
    void *context;
    /* For each match, in the order of their numbers. Any code but DOM_OK ends the run with it. */
    dom_rc (*on_match)(void *context, const dom_store_tournament *t, const dom_store_match *m,
                       const dom_analysis_match *values, dom_err *err);
    /* Several times a second while matches are valued: so many of all that this run visits are
     * done. Any code but DOM_OK ends the run with it, as an interrupt does. */
    dom_rc (*on_progress)(void *context, uint64_t done);
} dom_analysis_run_spec;

/* Values the matches of a range of sets. Adds to *progress. Interrupts must be held
 * (base/interrupt.h).
 *
 * Returns DOM_OK; DOM_E_INTERRUPTED: what was valued until then is kept; the first other code of
 * on_match, of on_progress, of the store or of the file; DOM_E_MALFORMED if a match cannot be
 * played again; DOM_E_NOMEM. */
dom_rc dom_analysis_run(const dom_analysis_run_spec *spec, const dom_results_set_range *range,
                        dom_analysis_progress *progress, dom_err *err);

#endif
