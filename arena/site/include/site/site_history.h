/* site/site_history.h - how the ratings of a variant came about, for its page. */
#ifndef DOM_SITE_SITE_HISTORY_H
#define DOM_SITE_SITE_HISTORY_H

#include "results/ranking.h"
#include "web/site.h"

/* Fill the points of the variant, whose rows are the lines of `list`. Takes as long as the
 * fit of a list, for each point. */
dom_rc dom_site_history(dom_web_variant *v, const dom_results_ranking *list, dom_err *err);

#endif
