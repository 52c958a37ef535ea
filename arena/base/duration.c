#include "base/duration.h"

#include <stdio.h>

/* Each unit is used below its limit, so that rounding never gives "1000 us" or "60 min". */
void dom_duration_write(char text[static DOM_DURATION_BYTES], double us)
{
    long long s = (long long)(us / 1e6 + 0.5), min = (long long)(us / 60e6 + 0.5);
    if (us < 9.95e2)
        (void)snprintf(text, DOM_DURATION_BYTES, "%.0f us", us);
    else if (us < 9.995e5)
        (void)snprintf(text, DOM_DURATION_BYTES, us < 9.95e3 ? "%.1f ms" : "%.0f ms", us / 1e3);
    else if (s < 120)
        (void)snprintf(text, DOM_DURATION_BYTES, us < 9.95e6 ? "%.1f s" : "%.0f s", us / 1e6);
    else if (s < 3600)
        (void)snprintf(text, DOM_DURATION_BYTES, "%lld min %02lld s", s / 60, s % 60);
    else
        (void)snprintf(text, DOM_DURATION_BYTES, "%lld h %02lld min", min / 60, min % 60);
}
