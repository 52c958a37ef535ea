/* config_check.h - does a stored tournament agree with its own configuration? Private to this
 * folder.
 *
 * The configuration (config/stored_config.h) names the tournament, its bots with their versions,
 * its variants with their options, the numbers of sets and rounds, and a seed. Other columns say
 * the same again. Of what only the configuration says, such as limits, nothing can differ.
 */
#ifndef DOM_RESULTS_CONFIG_CHECK_H
#define DOM_RESULTS_CONFIG_CHECK_H

#include "difference.h"

enum { DOM_RESULTS_TOLERATE_UNKNOWN = -1 };

/* What the configuration says of faults. */
typedef struct {
    int64_t tolerate; /* how many late or illegal answers are tolerated, per seat and match;
                         DOM_RESULTS_TOLERATE_UNKNOWN if the text lacks it    */
} dom_results_config_faults;

/* Reports every difference between the tournament and its configuration. Returns DOM_OK; DOM_E_IO
 * if dom_config_stored_read does; DOM_E_NOMEM, perhaps after some reports. */
dom_rc dom_results_config_check(dom_results_config_faults *out, const dom_store_tournament *t,
                                const dom_results_differences *differences, dom_err *err);

#endif
