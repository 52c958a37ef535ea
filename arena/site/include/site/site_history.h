/* site/site_history.h - the history of the ratings of a variant, for the chart on its page. */
#ifndef DOM_SITE_SITE_HISTORY_H
#define DOM_SITE_SITE_HISTORY_H

#include "results/ranking.h"
#include "web/site.h"

/* Fills in the points of the variant. Its rows must be the lines of `list`. Each point takes as
 * long as the fit of a list. Returns DOM_OK; DOM_E_INTERRUPTED after a signal that is held;
 * DOM_E_LIMIT if the history cannot be computed; DOM_E_NOMEM. */
dom_rc dom_site_history(dom_web_variant *v, const dom_results_ranking *list, dom_err *err);

#endif
