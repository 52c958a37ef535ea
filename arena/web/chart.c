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
    dom_web_html_raw(h, "<svg class=\"whisker\" viewBox=\"0 0 120 16\" role=\"img\"");
    dom_web_html_attr(h, "aria-label", "%.0f to %.0f", lo, hi);
    dom_web_html_raw(h, "><path");
    dom_web_html_attr(h, "d", "M%.1f 8H%.1fM%.1f 4v8M%.1f 4v8", position(scale, lo),
                      position(scale, hi), position(scale, lo), position(scale, hi));
    dom_web_html_raw(h, "/><circle r=\"3.5\" cy=\"8\"");
    dom_web_html_attr(h, "cx", "%.1f", position(scale, at));
    dom_web_html_raw(h, "/></svg>");
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
    dom_web_html_raw(h, "<rect");
    dom_web_html_attr(h, "x", "%.1f", width * (bar - b->first) + 1);
    dom_web_html_attr(h, "y", "%.1f", TIMES_HEIGHT - height);
    dom_web_html_attr(h, "width", "%.1f", width - 2);
    dom_web_html_attr(h, "height", "%.1f", height);
    dom_web_html_raw(h, "><title>");
    dom_web_frame_duration(h, dom_web_times_limit(bar * BARS_PER_BUCKET));
    dom_web_html_raw(h, " to ");
    dom_web_frame_duration(h, dom_web_times_limit((bar + 1) * BARS_PER_BUCKET));
    dom_web_html_text(h, ": %llu", (unsigned long long)b->count[bar]);
    dom_web_html_raw(h, "</title></rect>");
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
    dom_web_html_raw(h, "</span><span>");
    dom_web_html_text(h, "%llu choices", (unsigned long long)times->choices);
    dom_web_html_raw(h, ", logarithmic scale</span><span>");
    dom_web_frame_duration(h, dom_web_times_limit((b.last + 1) * BARS_PER_BUCKET));
    dom_web_html_raw(h, "</span></figcaption></figure>\n");
}
