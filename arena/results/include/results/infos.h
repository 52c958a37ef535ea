/* results/infos.h - what the bots of a stored match said they think, for those who may see it.
 *
 * Like a hand, an info tells something about the deals of its set. So nobody is shown the infos of
 * a match before every match of its set is stored, and spectators make no difference.
 *
 *     dom_results_infos infos;
 *     rc = dom_results_infos_read(&infos, store, t, m, err);
 *     record.infos = infos.given;
 *     ...
 *     dom_results_infos_clear(&infos);
 */
#ifndef DOM_RESULTS_INFOS_H
#define DOM_RESULTS_INFOS_H

#include "record/infos.h"
#include "store/store.h"

/* The infos of one match. It points into itself, so it is never copied. */
typedef struct {
    const dom_record_infos *given; /* NULL: none, or not to be shown yet; else `seat`        */
    dom_record_infos seat[DOM_SEATS_MAX];
} dom_results_infos;

/* Reads the infos of a match, none if its set is not over. Clear it in any case. Returns DOM_OK,
 * DOM_E_NOMEM, or an error of the store. */
dom_rc dom_results_infos_read(dom_results_infos *out, dom_store *store,
                              const dom_store_tournament *t, const dom_store_match *m,
                              dom_err *err);

/* The same for somebody who stores them elsewhere and shows them to nobody. */
dom_rc dom_results_infos_read_hidden(dom_results_infos *out, dom_store *store,
                                     const dom_store_match *m, dom_err *err);

void dom_results_infos_clear(dom_results_infos *infos);

/* Writes the whole record of a match with its decisions, and with the infos that may be shown
 * (dom_record_json). Returns also the errors of dom_results_infos_read. */
dom_rc dom_results_record_json(char **out, dom_store *store, const dom_store_tournament *t,
                               const dom_store_match *m, dom_err *err);

/* Sets *is_over to whether every match of the set of `m` is stored, or its stage is finished. Then
 * its hands may be shown to everybody. Without a schedule in the tournament's configuration no set
 * of an unfinished stage is over. May be called by a visitor of matches. Returns DOM_OK, or an
 * error of the store. */
dom_rc dom_results_set_is_over(dom_store *store, const dom_store_tournament *t,
                               const dom_store_match *m, bool *is_over, dom_err *err);

#endif
