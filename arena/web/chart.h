/* web/chart.h - small drawings inside a page. Private to this folder.
 */
#ifndef DOM_WEB_CHART_H
#define DOM_WEB_CHART_H

#include "web/html.h"
#include "web/site.h"

/* The range that several whiskers share. */
typedef struct {
    double from, to;
} chart_scale;

/* A line from lo to hi with a dot at `at`. */
void chart_whisker(html *h, chart_scale scale, double lo, double at, double hi);

/* How the ratings of the best came about, with bands; nothing with less than two points. */
void chart_history(html *h, const web_site *site, const web_variant *v);

/* The newest points of one row, small. */
void chart_spark(html *h, const web_variant *v, size_t row);

/* How long choices took, as bars over a logarithmic axis. */
void chart_times(html *h, const web_times *times);

#endif
