#include "base/now.h"

#include <stdio.h>
#include <time.h>

enum { TOGETHER_US = 100 }; /* two readings within this time count as one moment */

static int64_t read_us(clockid_t clock)
{
    struct timespec t;
    (void)clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t dom_now_ms(void)
{
    return read_us(CLOCK_REALTIME) / 1000;
}

int64_t dom_now_us(void)
{
    return read_us(CLOCK_MONOTONIC);
}

int64_t dom_ms_of(int64_t us)
{
    int64_t before_us, wall_us, after_us;
    do { /* this thread may lose its CPU between two readings */
        before_us = dom_now_us();
        wall_us = read_us(CLOCK_REALTIME);
        after_us = dom_now_us();
    } while (after_us - before_us > TOGETHER_US);
    return (wall_us - (after_us - us)) / 1000;
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
