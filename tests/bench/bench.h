/* Shared by the benchmarks in C: a deterministic generator and a clock. */
#ifndef DOM_BENCH_H
#define DOM_BENCH_H

#include <stdint.h>
#include <time.h>

/* xorshift64: its time is small compared with what is measured. */
static inline uint64_t bench_random(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* 0..n-1 */
static inline uint32_t bench_below(uint32_t n)
{
    return (uint32_t)(((bench_random() >> 32) * n) >> 32);
}

/* Processor time in seconds, which other load on the core does not change. */
static inline double bench_now_s(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

#endif
