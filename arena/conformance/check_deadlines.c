/* The check `deadlines`: how long answers take. It fails by the first late answer (blame.c), so
 * only its success is decided here. */
#include "conformance_internal.h"

#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Returns the time that `per_mille` of the answers did not exceed (nearest rank). Pre: the times
 * are sorted, and there is one. Example: of 1000 times, rank 990 is the 990th smallest. */
static uint32_t rank(const dom_conformance_check_run *run, unsigned per_mille)
{
    return run->tally.us[(run->report->asks * per_mille + 999) / 1000 - 1];
}

void dom_conformance_check_deadlines(dom_conformance_check_run *run)
{
    dom_conformance_report *r = run->report;
    dom_conformance_latency *l = &r->latency;
    const dom_conformance_finding *f = r->finding;
    if (r->asks > 0) {
        qsort(run->tally.us, r->asks, sizeof *run->tally.us, by_number);
        *l = (dom_conformance_latency){rank(run, 500), rank(run, 900), rank(run, 990),
                                       rank(run, 999), rank(run, 1000)};
    }
    if (f[DOM_CONFORMANCE_DEADLINES].result == DOM_CONFORMANCE_NOT_TRIED &&
        f[DOM_CONFORMANCE_ASKS].result == DOM_CONFORMANCE_PASSED)
        dom_conformance_find(
            run, DOM_CONFORMANCE_DEADLINES, DOM_CONFORMANCE_PASSED,
            "answers took %.2f ms (median), %.2f (90 %%), %.2f (99 %%), %.2f (99.9 %%), %.2f at "
            "most; 1000 ms are allowed",
            l->p50 / 1e3, l->p90 / 1e3, l->p99 / 1e3, l->p999 / 1e3, l->max / 1e3);
    dom_conformance_announce(run, DOM_CONFORMANCE_DEADLINES);
}
