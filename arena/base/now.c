#include "base/now.h"

#include <stdio.h>
#include <time.h>

int64_t dom_now_ms(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t dom_now_us(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t dom_ms_of(int64_t us)
{
    return dom_now_ms() - (dom_now_us() - us) / 1000;
}

dom_utc dom_utc_of(int64_t unix_ms)
{
    dom_utc t = {.text = "?"};
    char seconds_text[24];
    int64_t ms = (unix_ms % 1000 + 1000) % 1000;
    time_t seconds = (time_t)((unix_ms - ms) / 1000);
    struct tm tm;
    if (gmtime_r(&seconds, &tm) &&
        strftime(seconds_text, sizeof seconds_text, "%Y-%m-%dT%H:%M:%S", &tm) > 0)
        (void)snprintf(t.text, sizeof t.text, "%s.%03dZ", seconds_text, (int)ms);
    return t;
}
