/* Start of a large schedule: 1,000 bots, 1,000 sets for every table, for each number
 * of seats and for teams of two bots. JSON: milliseconds of dom_schedule_open, sets,
 * and microseconds to ask for a set anywhere in it.
 *
 *     bench_schedule */
#include "schedule/schedule.h"

#include <stdio.h>
#include <time.h>

enum { LOOKUPS = 100000 };

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static dom_schedule_plan plan_of(uint8_t seats, bool teams)
{
    return (dom_schedule_plan){.kind = DOM_SCHEDULE_PLAN_ROUND_ROBIN,
                               .mixes_partners = teams,
                               .variant_count = 1,
                               .variant = {{.seats = seats, .teams = teams}},
                               .stage_count = 1,
                               .stage = {{.bots = DOM_SCHEDULE_PLAN_BOTS_MAX, .sets = 1000}}};
}

/* The sum keeps the compiler from leaving the calls out. */
static double time_lookup(const dom_schedule *schedule, uint64_t *sum)
{
    uint64_t sets = dom_schedule_sets(schedule);
    double start = now_us();
    for (uint64_t i = 0; i < LOOKUPS; i++)
        *sum += dom_schedule_set(schedule, (uint32_t)(1 + i * sets / LOOKUPS)).bot[0];
    return (now_us() - start) / LOOKUPS;
}

static int time_plan(uint8_t seats, bool teams, const char *separator)
{
    dom_schedule_plan plan = plan_of(seats, teams);
    dom_schedule *schedule;
    dom_err err;
    uint64_t sum = 0;
    double start = now_us();
    if (dom_schedule_open(&schedule, &plan, &err) != DOM_OK) {
        (void)fprintf(stderr, "bench_schedule: %s\n", err.text);
        return 3;
    }
    double open_us = now_us() - start;
    double lookup_us = time_lookup(schedule, &sum);
    (void)printf("%s\"%d%s\": {\"open_ms\": %.2f, \"sets\": %lu, \"set_us\": %.3f, \"sum\": %lu}",
                 separator, seats, teams ? "-teams" : "", open_us / 1e3,
                 (unsigned long)dom_schedule_sets(schedule), lookup_us, (unsigned long)sum);
    dom_schedule_close(&schedule);
    return 0;
}

int main(void)
{
    int status = 0;
    (void)printf("{");
    for (uint8_t seats = 2; seats <= DOM_SEATS_MAX && status == 0; seats++)
        status = time_plan(seats, false, seats == 2 ? "" : ", ");
    if (status == 0)
        status = time_plan(4, true, ", ");
    (void)printf("}\n");
    return status;
}
