/* web/chart.h - draws small charts inside a page. Private to this folder.
 */
#ifndef DOM_WEB_CHART_H
#define DOM_WEB_CHART_H

#include "web/html.h"
#include "web/site.h"

/* The range of values that all whiskers of a table share. */
typedef struct {
    double from, to;
} dom_web_chart_scale;

/* Draws an interval: a line from lo to hi with a dot at `at`. */
void dom_web_chart_whisker(dom_web_html *h, dom_web_chart_scale scale, double lo, double at,
                           double hi);

/* Draws the ratings of the best eight bots over the number of sets, with their intervals as bands.
 * Draws nothing if there are fewer than two points. */
void dom_web_chart_history(dom_web_html *h, const dom_web_site *site, const dom_web_variant *v);

/* Draws the ratings of one bot in the same way. */
void dom_web_chart_history_of(dom_web_html *h, const dom_web_site *site, const dom_web_variant *v,
                              size_t row);

/* Draws the last 20 points of one row as a small line without axes. */
void dom_web_chart_spark(dom_web_html *h, const dom_web_variant *v, size_t row);

/* Draws a histogram of thinking times over a logarithmic axis. */
void dom_web_chart_times(dom_web_html *h, const dom_web_times *times);

#endif
