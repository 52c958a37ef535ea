/* output/match_export.h - exports matches: one match record per line (JSON Lines), or one line of
 * CSV per seat of a match; or the choices of matches, one per line (decision_rows.h). */
#ifndef DOM_OUTPUT_MATCH_EXPORT_H
#define DOM_OUTPUT_MATCH_EXPORT_H

#include "results/match_list.h"

typedef struct {
    dom_results_match_query query; /* which matches; tournament NULL: of all, and the limit is of
                                      all together; is_open plays no part */
    const char *target;            /* path of a file; NULL: standard output             */
    bool is_csv;                   /* CSV; else JSON Lines                              */
    bool has_decisions;            /* the choices, of the bots in the query; else the matches */
} dom_output_match_export_spec;

/* Export the matches, as of one moment. The data is written to TARGET.PID.part, which replaces the
 * target only when it is complete. So on failure the old file stays as it was. A file that is
 * replaced keeps its mode. A pipe, a device or a symbolic link is written to directly. A target
 * whose name ends in ".gz" is compressed.
 *
 * Returns DOM_OK; DOM_E_IO; DOM_E_ABSENT if the tournament, a variant or a bot does not exist;
 * DOM_E_MALFORMED if a match cannot be played again; DOM_E_NOMEM; or the error of reading the
 * store. */
dom_rc dom_output_match_export(dom_store *store, const dom_output_match_export_spec *spec,
                               dom_err *err);

#endif
