/* record.h - reads what a view says about its round, and checks that it is consistent. */
#ifndef DOM_SEARCH_RECORD_H
#define DOM_SEARCH_RECORD_H

#include "rules/view.h"
#include "search/holdings.h"

/* What a view says. */
typedef struct {
    dom_round position;           /* as dom_search_position_of makes it                   */
    dom_search_holdings holdings; /* also of the own seat: the view does not say when it drew
                                     what */
    dom_tile start;               /* the start tile, or DOM_NO_TILE                             */
    uint8_t stock_at_start;
    uint8_t lots;        /* the history begins with so many lots                       */
    bool is_lead_hidden; /* a double or the highest tile decided who leads, and the record does not
                            show which one                                             */
} dom_search_record;

/* Reads the view. Returns DOM_OK, or DOM_E_MALFORMED with what is inconsistent. It cannot see
 * whether tiles are left for all that was learned about the hands.
 *
 * may_wait  the seat of the view need not be on turn (dom_search_belief_of_any) */
dom_rc dom_search_read(dom_search_record *record, const dom_view *view, const dom_options *options,
                       bool may_wait, dom_err *err);

#endif
