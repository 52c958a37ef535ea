/* web/chart.h - small drawings inside a page. Private to this folder.
 */
#ifndef DOM_WEB_CHART_H
#define DOM_WEB_CHART_H

#include "web/html.h"
#include "web/site.h"

/* The range that several whiskers share. */
typedef struct {
    double from, to;
} dom_web_chart_scale;

/* A line from lo to hi with a dot at `at`. */
void dom_web_chart_whisker(dom_web_html *h, dom_web_chart_scale scale, double lo, double at,
                           double hi);

/* How the ratings of the best came about, with bands; nothing with less than two points. */
void dom_web_chart_history(dom_web_html *h, const dom_web_site *site, const dom_web_variant *v);

/* The newest points of one row, small. */
void dom_web_chart_spark(dom_web_html *h, const dom_web_variant *v, size_t row);

/* How long choices took, as bars over a logarithmic axis. */
void dom_web_chart_times(dom_web_html *h, const dom_web_times *times);

#endif
