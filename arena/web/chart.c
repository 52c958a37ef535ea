#include "chart.h"

#include "page_frame.h"

enum { WHISKER_WIDTH = 120, WHISKER_MARGIN = 5, TIMES_WIDTH = 600, TIMES_HEIGHT = 120 };

static double position(dom_web_chart_scale s, double value)
{
    double room = WHISKER_WIDTH - 2 * WHISKER_MARGIN;
    double share = s.to > s.from ? (value - s.from) / (s.to - s.from) : 0.5;
    return WHISKER_MARGIN + room * (share < 0 ? 0 : share > 1 ? 1 : share);
}

void dom_web_chart_whisker(dom_web_html *h, dom_web_chart_scale scale, double lo, double at,
                           double hi)
{
    dom_web_html_put(
        h,
        "<svg class=\"whisker\" viewBox=\"0 0 120 16\" role=\"img\" aria-label=\"%.0f to %.0f\">"
        "<path d=\"M%.1f 8H%.1fM%.1f 4v8M%.1f 4v8\"/>"
        "<circle r=\"3.5\" cy=\"8\" cx=\"%.1f\"/></svg>",
        lo, hi, position(scale, lo), position(scale, hi), position(scale, lo), position(scale, hi),
        position(scale, at));
}

/* ---- times ------------------------------------------------------------------- */

enum { BARS_PER_BUCKET = 4, BARS = DOM_WEB_TIME_BUCKETS / BARS_PER_BUCKET };

typedef struct {
    uint64_t count[BARS], most;
    int first, last; /* first and last bar that is not empty */
} bars;

static bars bars_of(const dom_web_times *times)
{
    bars b = {.first = BARS, .last = -1};
    for (int i = 0; i < DOM_WEB_TIME_BUCKETS; i++) {
        int bar = i / BARS_PER_BUCKET;
        b.count[bar] += times->count[i];
        b.most = b.count[bar] > b.most ? b.count[bar] : b.most;
        if (times->count[i] > 0 && b.first > bar)
            b.first = bar;
        if (times->count[i] > 0)
            b.last = bar;
    }
    return b;
}

static void put_bar(dom_web_html *h, const bars *b, int bar)
{
    double width = (double)TIMES_WIDTH / (b->last - b->first + 1);
    double height = (TIMES_HEIGHT - 20) * (double)b->count[bar] / (double)b->most;
    dom_web_html_put(h, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>",
                     width * (bar - b->first) + 1, TIMES_HEIGHT - height, width - 2, height);
    dom_web_frame_duration(h, dom_web_times_limit(bar * BARS_PER_BUCKET));
    dom_web_html_raw(h, " to ");
    dom_web_frame_duration(h, dom_web_times_limit((bar + 1) * BARS_PER_BUCKET));
    dom_web_html_put(h, ": %llu</title></rect>", (unsigned long long)b->count[bar]);
}

void dom_web_chart_times(dom_web_html *h, const dom_web_times *times)
{
    bars b = bars_of(times);
    if (b.last < 0)
        return;
    dom_web_html_raw(h, "<figure class=\"times\"><svg viewBox=\"0 0 600 121\" role=\"img\" "
                        "aria-label=\"Histogram of thinking times\">");
    for (int bar = b.first; bar <= b.last; bar++)
        if (b.count[bar] > 0)
            put_bar(h, &b, bar);
    dom_web_html_raw(h, "<path class=\"axis\" d=\"M0 120.5H600\"/></svg>\n<figcaption><span>");
    dom_web_frame_duration(h, dom_web_times_limit(b.first * BARS_PER_BUCKET));
    dom_web_html_put(h, "</span><span>%llu choices, logarithmic scale</span><span>",
                     (unsigned long long)times->choices);
    dom_web_frame_duration(h, dom_web_times_limit((b.last + 1) * BARS_PER_BUCKET));
    dom_web_html_raw(h, "</span></figcaption></figure>\n");
}
