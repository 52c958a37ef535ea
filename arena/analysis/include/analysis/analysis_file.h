/* analysis/analysis_file.h - values of matches, kept in a file beside the database so that a match
 * is valued once.
 *
 * The file is DATABASE-analysis, for instance arena.db-analysis. It is derived from the facts and
 * not a part of them, so it may be removed at any time. Matches are added at its end one by one.
 * Whatever a killed writer left incomplete there is not read, and overwritten by the next one. A
 * match is found by a hash of all that its values depend on: its deals, its decisions, its rules
 * and the plan. So values never outlive their facts.
 *
 * The file is used only if it was written by this version of the arena with this reference policy.
 * It must belong to this user or to the owner of the database, and only its owner may write it; in
 * a shared folder (base/shared.h) also the group.
 *
 * Several processes may add at the same time: each has the file locked while it writes a match, and
 * lists first what the others have added. Readers and the writer of the database are not disturbed.
 */
#ifndef DOM_ANALYSIS_ANALYSIS_FILE_H
#define DOM_ANALYSIS_ANALYSIS_FILE_H

#include "analysis/match_values.h"
#include "store/store.h"

typedef struct dom_analysis_file dom_analysis_file;

/* Opens the file of a database for reading. A missing file, and one that may not be used, has no
 * matches. The caller closes it. Returns DOM_OK or DOM_E_NOMEM; then *out is NULL. */
dom_rc dom_analysis_file_read(dom_analysis_file **out, const dom_store *store, dom_err *err);

/* Returns the size of the file of a database, which grows with each match; 0 if there is none. */
int64_t dom_analysis_file_size(const dom_store *store);

/* Opens it for adding. A file of another version is begun anew with the first match. Where this
 * user may not write, nothing is kept, so a database of somebody else can be analysed too. Returns
 * also DOM_E_IO, if others may write the file. */
dom_rc dom_analysis_file_open(dom_analysis_file **out, const dom_store *store, dom_err *err);

/* Returns true if what is added is kept. */
bool dom_analysis_file_keeps(const dom_analysis_file *file);

void dom_analysis_file_close(dom_analysis_file **file);

/* Finds the values of a match.
 *
 * out  all zero; clear it in any case
 * Returns DOM_OK; DOM_E_ABSENT; DOM_E_NOMEM. */
dom_rc dom_analysis_file_find(const dom_analysis_file *file, const dom_record_match *record,
                              const dom_analysis_plan *plan, dom_analysis_match *out);

/* Adds the values of a match to a file that was opened for adding. They are rounded to what the
 * file keeps, so a first look shows the same as a later one. Returns DOM_OK; DOM_E_IO, also if
 * another process keeps the file locked for some seconds; DOM_E_NOMEM. */
dom_rc dom_analysis_file_add(dom_analysis_file *file, const dom_record_match *record,
                             const dom_analysis_plan *plan, dom_analysis_match *match,
                             dom_err *err);

#endif
