#include "core/core.h"

long dom_core_progress_left_s(const dom_core_progress *now)
{
    uint64_t left = now->total - now->done - now->skipped;
    if (now->here == 0 || now->elapsed_ms <= 0)
        return -1;
    return (long)((double)left * (double)now->elapsed_ms / 1000.0 / (double)now->here + 0.5);
}
