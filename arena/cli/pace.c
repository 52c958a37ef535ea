#include "pace.h"

bool pace_is_due(const pace *p, int64_t now_ms)
{
    return now_ms >= p->next_ms;
}

void pace_rest(pace *p, int64_t begin_ms, int64_t end_ms)
{
    int64_t rest_ms = PACE_REST_FACTOR * (end_ms - begin_ms);
    p->next_ms = end_ms + (rest_ms > PACE_REST_MS ? rest_ms : PACE_REST_MS);
}

void pace_hurry(pace *p, int64_t now_ms)
{
    if (p->next_ms > now_ms + PACE_REST_MS)
        p->next_ms = now_ms + PACE_REST_MS;
}
