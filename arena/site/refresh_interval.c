#include "site/refresh_interval.h"

bool dom_site_refresh_is_due(const dom_site_refresh *p, int64_t now_ms)
{
    return now_ms >= p->next_ms;
}

void dom_site_refresh_rest(dom_site_refresh *p, int64_t now_ms, int64_t cpu_ms)
{
    int64_t rest_ms = DOM_SITE_REST_MOST_MS;
    if (cpu_ms < DOM_SITE_REST_MOST_MS / DOM_SITE_REST_FACTOR)
        rest_ms = DOM_SITE_REST_FACTOR * cpu_ms;
    p->earliest_ms = now_ms + DOM_SITE_REST_MS;
    p->next_ms = now_ms + (rest_ms > DOM_SITE_REST_MS ? rest_ms : DOM_SITE_REST_MS);
}

void dom_site_refresh_hurry(dom_site_refresh *p)
{
    p->next_ms = p->earliest_ms;
}
