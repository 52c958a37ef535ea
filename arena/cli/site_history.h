/* cli/site_history.h - how the ratings of a variant came about, for its page. */
#ifndef DOM_CLI_SITE_HISTORY_H
#define DOM_CLI_SITE_HISTORY_H

#include "ranking.h"
#include "web/site.h"

/* Fill the points of the variant, whose rows are the lines of `list`. Takes as long as the
 * fit of a list, for each point. */
dom_rc site_history(web_variant *v, const ranking *list, dom_err *err);

#endif
