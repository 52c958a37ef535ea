#include "patience.h"

patience patience_begin(int64_t now_us, int64_t us)
{
    return (patience){.until_us = now_us + us, .since_us = now_us};
}

void patience_go_on(patience *p, int64_t now_us, int64_t us)
{
    p->until_us = now_us + us;
}

void patience_forgive(patience *p, int64_t now_us, int64_t us)
{
    int64_t most = PATIENCE_FORGIVEN_MAX_US - p->forgiven_us;
    if (most > now_us - p->since_us)
        most = now_us - p->since_us;
    if (us > most)
        us = most;
    p->since_us = now_us;
    p->until_us += us;
    p->forgiven_us += us;
}
